//! Every way this crate knows to split a board, to be compared and chosen by hand. The functions in the root of the
//! crate choose for you.

pub mod automaton;
#[cfg(feature = "alloc")]
mod automaton_builder;
pub(crate) mod dispatch;
pub mod flood;
pub(crate) mod halves;
#[cfg(feature = "simd")]
pub(crate) mod lanes;
pub(crate) mod mask;
pub(crate) mod neighbors;
pub mod shrink;
pub mod table;

pub use self::dispatch::Simd;

#[cfg(feature = "alloc")]
#[doc(hidden)]
pub use self::automaton::generate as generate_automaton;
