//! The types of labels.

mod sealed {
    pub trait Sealed {}
}

/// The label of a pixel: `u16`, `u32` or `i32`. The trait is sealed.
pub trait Label: sealed::Sealed + Copy {
    /// The largest label.
    const MAX: u32;

    /// `number`, which is at most [`MAX`](Self::MAX).
    #[doc(hidden)]
    fn from_number(number: u32) -> Self;
}

macro_rules! impl_label {
    ($($type:ty),*) => {$(
        impl sealed::Sealed for $type {}

        impl Label for $type {
            const MAX: u32 = <$type>::MAX as u32;

            #[inline(always)]
            fn from_number(number: u32) -> Self {
                number as Self
            }
        }
    )*};
}

impl_label!(u16, u32, i32, i64, u64);
