//! Kernels: each computes one thing in one way. None chooses its instructions.

pub(crate) mod automaton;
#[rustfmt::skip]
mod automaton_tables;
pub(crate) mod flood;
#[cfg(all(feature = "simd", target_arch = "x86_64"))]
pub(crate) mod gather;
pub(crate) mod halves;
#[cfg(feature = "simd")]
pub(crate) mod lanes;
pub(crate) mod mask;
pub(crate) mod neighbors;
pub(crate) mod shrink;
