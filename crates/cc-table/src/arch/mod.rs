//! What needs instructions that not every processor has: detected at run time, with a twin in safe code for the
//! rest.

#[cfg(target_arch = "x86_64")]
mod lanes;
#[cfg(target_arch = "x86_64")]
mod x86_64;

#[cfg(target_arch = "x86_64")]
pub(crate) use self::x86_64::{components, components_into, counts, fall, fours, has};
