//! One module per subcommand: its arguments, whose doc comments are its `--help`, and `run`.

pub(crate) mod c4;
pub(crate) mod components;
pub(crate) mod grid;
pub(crate) mod havannah;
pub(crate) mod label;
pub(crate) mod meteor;
pub(crate) mod paths;
pub(crate) mod shell;
pub(crate) mod tour;
