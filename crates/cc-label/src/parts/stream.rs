//! Images whose rows arrive one by one.

use super::part::{Block, PartScan, Whole};
use crate::image::{Connectivity, LabelError};
use crate::measure::Component;
use crate::scan::Measure;
use crate::scan::planes::Adjacency;

/// Components of an image that arrives row by row, in memory that grows with its width and not with
/// its height.
///
/// Components are reported, in an unspecified order, when they are complete.
///
/// ```
/// use cc_label::{Connectivity, Stream};
///
/// let mut stream = Stream::new(10, Connectivity::FOUR)?;
/// let mut areas = Vec::new();
/// for y in 0..100_000u64 {
///     let row = if y % 3 == 2 { 0 } else { 0b1110011 };
///     stream.push_row(&[row], |found| areas.push(found.area()))?;
/// }
/// stream.finish(|found| areas.push(found.area()));
/// assert_eq!(areas.len(), 2 * 33_334);
/// # Ok::<(), cc_label::LabelError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Stream<M = Component<u64>> {
    scan: PartScan<M>,
    width: u32,
    height: usize,
}

impl Stream {
    /// A stream of rows of `width` pixels.
    ///
    /// # Errors
    /// [`LabelError::StreamWidth`] for 0 pixels, or 2³⁰ or more.
    pub fn new(width: usize, connectivity: Connectivity) -> Result<Self, LabelError> {
        Self::with_measure(width, connectivity)
    }
}

impl<M: Measure<Rows = u64>> Stream<M> {
    /// [`Stream::new`] for another type of components, which selects what is measured.
    ///
    /// ```
    /// use cc_label::{Connectivity, Moments, Stream};
    ///
    /// let mut stream = Stream::<Moments<u64>>::with_measure(64, Connectivity::FOUR)?;
    /// stream.push_row(&[0b1111], |_| ())?;
    /// stream.finish(|found| assert_eq!(found.covariance(), [[1.25, 0.0, 0.0], [0.0; 3], [0.0; 3]]));
    /// # Ok::<(), cc_label::LabelError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Stream::new`].
    pub fn with_measure(width: usize, connectivity: Connectivity) -> Result<Self, LabelError> {
        match u32::try_from(width) {
            Ok(width) if (1..1 << 30).contains(&width) => {
                // The number of rows is not known, so they are not borders of a part.
                let adjacency = Adjacency::new(connectivity, 1);
                let whole = Whole { size: [width.into(), 0, 0], adjacency };
                let block = Block { whole, at: [0; 3], size: [width, 1, 0] };
                Ok(Self { scan: PartScan::new(block, 0), width, height: 0 })
            }
            _ => Err(LabelError::StreamWidth { found: width }),
        }
    }

    /// Adds the next row, ⌈width / 64⌉ words. Calls `done` with components that are complete.
    ///
    /// ```
    /// use cc_label::{Connectivity, Stream};
    ///
    /// let mut stream = Stream::new(64, Connectivity::EIGHT)?;
    /// stream.push_row(&[1], |_| ())?;
    /// assert!(stream.push_row(&[1, 2], |_| ()).is_err()); // two words for a row of one
    /// # Ok::<(), cc_label::LabelError>(())
    /// ```
    ///
    /// # Errors
    /// [`LabelError::Length`] if the row has another number of words, [`LabelError::PixelCount`]
    /// after `usize::MAX` rows. The row is then ignored.
    pub fn push_row(&mut self, row: &[u64], done: impl FnMut(M)) -> Result<(), LabelError> {
        let expected = self.width.div_ceil(64) as usize;
        if row.len() != expected {
            return Err(LabelError::Length { expected, found: row.len() });
        }
        let too_large = LabelError::PixelCount { size: (self.width as usize, self.height, 1) };
        self.height = self.height.checked_add(1).ok_or(too_large)?;
        self.scan.push(row, done);
        Ok(())
    }

    /// Ends the image: calls `done` with the remaining components.
    pub fn finish(self, done: impl FnMut(M)) {
        self.scan.finish(done);
    }
}
