//! What is measured of the components of an image.

pub(super) mod sealed {
    pub trait Sealed {}
}

/// What is measured of each component: [`Extent`](super::Extent), [`Component`](super::Component),
/// [`TallComponent`](super::TallComponent) or [`Moments`](super::Moments). The trait is sealed.
pub trait Measure: sealed::Sealed + Copy {
    /// Of a component without pixels.
    #[doc(hidden)]
    const EMPTY: Self;

    /// Adds one run, from `start` to before `end` in row `y`; rows come in order.
    #[doc(hidden)]
    fn add_run(&mut self, start: u32, end: u32, y: u64);

    /// Adds the pixels of another component.
    #[doc(hidden)]
    fn merge(&mut self, other: &Self);
}

/// Nothing, for counting.
impl Measure for () {
    const EMPTY: Self = ();

    #[inline(always)]
    fn add_run(&mut self, _: u32, _: u32, _: u64) {}

    #[inline(always)]
    fn merge(&mut self, (): &Self) {}
}

impl sealed::Sealed for () {}
