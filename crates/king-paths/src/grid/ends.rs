//! Where the paths of a query begin or end.

use super::size::Point;

/// The cells where the paths of a query begin or end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ends<'a> {
    /// Paths begin at one of these cells.
    From(&'a [Point]),
    /// Paths end at one of these cells, as those of agents on the way to goals.
    To(&'a [Point]),
}

impl<'a> Ends<'a> {
    pub(super) fn cells(self) -> &'a [Point] {
        let (Self::From(cells) | Self::To(cells)) = self;
        cells
    }
}

/// Paths begin at these cells.
impl<'a, T: AsRef<[Point]> + ?Sized> From<&'a T> for Ends<'a> {
    fn from(cells: &'a T) -> Self {
        Self::From(cells.as_ref())
    }
}
