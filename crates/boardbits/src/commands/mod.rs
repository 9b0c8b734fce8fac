//! A module per subcommand (`components` has `chain` too): its arguments, whose doc comments are
//! its `--help`, and `run`.
//!
//! `run` parses the options, calls a crate, and writes the answer to `Context::out`. Options that
//! several subcommands share are those of `options`. Lines of input are answered by
//! `Context::for_each_line`; `json` reads queries in JSON. Read `paths` first.

pub(crate) mod c4;
pub(crate) mod components;
pub(crate) mod grid;
pub(crate) mod havannah;
pub(crate) mod label;
pub(crate) mod meteor;
pub(crate) mod paths;
pub(crate) mod shell;
pub(crate) mod tour;
