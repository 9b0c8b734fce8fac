//! Tables that `cargo xtask tables` writes.

#[rustfmt::skip]
pub(crate) mod automaton;
