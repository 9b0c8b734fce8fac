//! Images that arrive row by row.

use alloc::vec::Vec;

use super::component::TallComponent;
use super::error::BitmapError;
use super::pass::Pass;
use bitboard_core::Connectivity;

/// Components of an image that arrives row by row, in memory that grows with its width and not with its
/// height.
///
/// Components are reported, in an unspecified order, when they are complete.
///
/// ```
/// use cc_table::Connectivity;
/// use cc_table::image::Stream;
///
/// let mut stream = Stream::new(10, Connectivity::Four)?;
/// let mut areas = Vec::new();
/// for y in 0..100_000u64 {
///     stream.push_row(&[if y % 3 == 2 { 0 } else { 0b1110011 }], |found| areas.push(found.area()))?;
/// }
/// stream.finish(|found| areas.push(found.area()));
/// assert_eq!(areas.len(), 2 * 33_334);
/// # Ok::<(), cc_table::image::BitmapError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Stream {
    pass: Pass,
    stats: Vec<TallComponent>,
    width: u32,
}

impl Stream {
    /// A stream of rows of `width` pixels.
    ///
    /// # Errors
    /// [`BitmapError::Empty`] for 0 pixels, [`BitmapError::TooLarge`] for 2³⁰ or more.
    pub fn new(width: usize, connectivity: Connectivity) -> Result<Self, BitmapError> {
        match u32::try_from(width) {
            Ok(0) => Err(BitmapError::Empty { width, height: 1 }),
            Ok(width) if width < 1 << 30 => {
                Ok(Self { pass: Pass::new(connectivity), stats: Vec::new(), width })
            }
            _ => Err(BitmapError::TooLarge { width, height: 1 }),
        }
    }

    /// Adds the next row, ⌈width / 64⌉ words. Calls `done` with components that are complete.
    ///
    /// ```
    /// use cc_table::Connectivity;
    /// use cc_table::image::Stream;
    ///
    /// let mut stream = Stream::new(64, Connectivity::Eight)?;
    /// stream.push_row(&[1], |_| ())?;
    /// assert!(stream.push_row(&[1, 2], |_| ()).is_err()); // two words for a row of one
    /// # Ok::<(), cc_table::image::BitmapError>(())
    /// ```
    ///
    /// # Errors
    /// [`BitmapError::Length`] if the row has another number of words; it is then ignored.
    pub fn push_row(
        &mut self,
        row: &[u64],
        done: impl FnMut(TallComponent),
    ) -> Result<(), BitmapError> {
        let expected = self.width.div_ceil(64) as usize;
        if row.len() != expected {
            return Err(BitmapError::Length { expected, found: row.len() });
        }
        self.pass.band.push(row, self.width, 0);
        if self.pass.is_due() {
            self.pass.end_band(&mut self.stats);
            self.pass.hand_out(&mut self.stats, done);
        }
        Ok(())
    }

    /// Ends the image: calls `done` with the remaining components.
    ///
    /// ```
    /// use cc_table::Connectivity;
    /// use cc_table::image::Stream;
    ///
    /// let mut stream = Stream::new(64, Connectivity::Eight)?;
    /// let mut found = 0;
    /// for row in [0b101, 0b010, 0b000, 0b100] {
    ///     stream.push_row(&[row], |_| found += 1)?;
    /// }
    /// stream.finish(|_| found += 1);
    /// assert_eq!(found, 2);
    /// # Ok::<(), cc_table::image::BitmapError>(())
    /// ```
    pub fn finish(mut self, done: impl FnMut(TallComponent)) {
        self.pass.end_band(&mut self.stats);
        self.pass.carried.clear();
        self.pass.hand_out(&mut self.stats, done);
    }
}
