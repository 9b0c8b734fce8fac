//! Traits that are implemented only in this crate.

pub trait Sealed {}

/// Zeroed memory is a value: threads get room for components without touching it.
#[cfg(feature = "parallel")]
pub(crate) use bytemuck::Zeroable as MaybeZeroable;
#[cfg(not(feature = "parallel"))]
pub trait MaybeZeroable {}
#[cfg(not(feature = "parallel"))]
impl<T> MaybeZeroable for T {}
