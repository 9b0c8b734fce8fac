//! Images whose rows arrive one by one.

use bitboard_core::Connectivity;
use bitboard_core::limits::unlimited;

use crate::adjacency::Adjacency;
use crate::bitmap::BitmapError;
use crate::limits::RowWatch;
use crate::measure::{Measure, TallComponent};
use crate::part::{Block, PartScan, Whole};

/// Components of an image that arrives row by row, in memory that grows with its width and not with
/// its height.
///
/// Components are reported, in an unspecified order, when they are complete.
///
/// ```
/// use cc_label::Connectivity;
/// use cc_label::Stream;
///
/// let mut stream = Stream::new(10, Connectivity::Four)?;
/// let mut areas = Vec::new();
/// for y in 0..100_000u64 {
///     let row = if y % 3 == 2 { 0 } else { 0b1110011 };
///     stream.push_row(&[row], |found| areas.push(found.area()))?;
/// }
/// stream.finish(|found| areas.push(found.area()));
/// assert_eq!(areas.len(), 2 * 33_334);
/// # Ok::<(), cc_label::BitmapError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Stream<M = TallComponent> {
    scan: PartScan<M>,
    width: u32,
    height: usize,
}

impl Stream {
    /// A stream of rows of `width` pixels.
    ///
    /// # Errors
    /// [`BitmapError::StreamWidth`] for 0 pixels, or 2³⁰ or more.
    pub fn new(width: usize, connectivity: Connectivity) -> Result<Self, BitmapError> {
        Self::measure(width, connectivity)
    }
}

impl<M: Measure<Rows = u64, Connectivity = Connectivity>> Stream<M> {
    /// [`Stream::new`] for another type of components, which selects what is measured.
    ///
    /// ```
    /// use cc_label::Connectivity;
    /// use cc_label::{Moments, Stream};
    ///
    /// let mut stream = Stream::<Moments<u64>>::measure(64, Connectivity::Four)?;
    /// stream.push_row(&[0b1111], |_| ())?;
    /// stream.finish(|found| assert_eq!(found.covariance(), [[1.25, 0.0], [0.0; 2]]));
    /// # Ok::<(), cc_label::BitmapError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Stream::new`].
    pub fn measure(width: usize, connectivity: Connectivity) -> Result<Self, BitmapError> {
        match u32::try_from(width) {
            Ok(width) if (1..1 << 30).contains(&width) => {
                // The number of rows is not known, so they are not borders of a part.
                let adjacency = Adjacency::Plane(connectivity);
                let whole = Whole { size: [width.into(), 0, 0], adjacency };
                let block = Block { whole, at: [0; 3], size: [width, 1, 0] };
                Ok(Self { scan: PartScan::new(block, 0), width, height: 0 })
            }
            _ => Err(BitmapError::StreamWidth { found: width }),
        }
    }

    /// Adds the next row, ⌈width / 64⌉ words. Calls `done` with components that are complete.
    ///
    /// ```
    /// use cc_label::Connectivity;
    /// use cc_label::Stream;
    ///
    /// let mut stream = Stream::new(64, Connectivity::Eight)?;
    /// stream.push_row(&[1], |_| ())?;
    /// assert!(stream.push_row(&[1, 2], |_| ()).is_err()); // two words for a row of one
    /// # Ok::<(), cc_label::BitmapError>(())
    /// ```
    ///
    /// # Errors
    /// [`BitmapError::Length`] if the row has another number of words, [`BitmapError::PixelCount`]
    /// after `usize::MAX` rows. The row is then ignored.
    pub fn push_row(&mut self, row: &[u64], done: impl FnMut(M)) -> Result<(), BitmapError> {
        let expected = self.width.div_ceil(64) as usize;
        if row.len() != expected {
            return Err(BitmapError::Length { expected, found: row.len() });
        }
        let too_large = BitmapError::PixelCount { size: (self.width as usize, self.height, 1) };
        self.height = self.height.checked_add(1).ok_or(too_large)?;
        self.scan.push(row, done);
        Ok(())
    }

    /// Ends the image: calls `done` with the remaining components.
    pub fn finish(self, done: impl FnMut(M)) {
        unlimited(|limits| self.scan.finish(&RowWatch::new(limits, 1), done).map(drop));
    }
}
