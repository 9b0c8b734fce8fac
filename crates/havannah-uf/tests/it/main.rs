//! Integration tests of havannah-uf, one module for each subject.

#[cfg(all(feature = "std", target_has_atomic = "64"))]
mod contract;
mod dense;
#[cfg(all(feature = "std", target_has_atomic = "64"))]
mod dfpn;
#[cfg(all(feature = "std", target_has_atomic = "64"))]
mod fuzz_cases;
mod games;
#[cfg(all(feature = "std", target_has_atomic = "64"))]
mod gtp;
mod known_answers;
#[cfg(all(feature = "std", target_has_atomic = "64"))]
mod mcts;
mod minimal_figures;
mod oracle;
mod playouts;
mod referees;
#[cfg(feature = "serde")]
mod serde;
#[cfg(all(feature = "std", target_has_atomic = "64"))]
mod symmetries;
#[cfg(all(feature = "std", target_has_atomic = "64"))]
mod threads;
