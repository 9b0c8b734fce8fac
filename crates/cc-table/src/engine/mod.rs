//! Every way this crate knows to split a board, to be compared and chosen by hand. The functions in the root of the
//! crate choose for you.

pub mod automaton;
#[cfg(feature = "alloc")]
mod automaton_builder;
pub mod flood;
pub(crate) mod lanes;
pub mod mask;
pub mod shrink;
mod simd;
pub mod table;

pub use self::simd::Simd;

#[cfg(feature = "alloc")]
#[doc(hidden)]
pub use self::automaton::generate as generate_automaton;
