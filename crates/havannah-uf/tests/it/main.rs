//! Integration tests of havannah-uf, one module for each subject.

mod contract;
mod dense;
mod dfpn;
mod fuzz_cases;
mod games;
mod gtp;
mod known_answers;
mod mcts;
mod minimal_figures;
mod oracle;
mod playouts;
mod portable;
mod records;
mod referees;
#[cfg(feature = "serde")]
mod serde;
mod symmetries;
mod threads;
