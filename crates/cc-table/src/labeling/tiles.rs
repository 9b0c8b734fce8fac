//! Joins the tiles of an image.
//!
//! [`Tiles`] checks that each pixel is in one tile, and joins the components that touch across the
//! lines between them ([`Seams`]) by union-find. The cost is that of the borders.
//!
//! **Labels.** The tiles are ordered by their first pixels, row by row. The components of a tile
//! that precedes others get the smaller labels:
//!
//! ```text
//! label = components of all tiles before + number in the tile + 1
//! ```
//!
//! A joined component has the smallest label of its parts. So labels are unique, do not depend on
//! the order in which tiles were added, and leave gaps. [`TileLabels`] maps the labels that a
//! [`Labeler`](super::Labeler) paints into a tile to those of the whole image.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::measure::{Measure as _, TallComponent};
use super::part::Whole;
use super::seams::Seams;
use super::tile::{Tile, TileError};

/// The tiles of an image, in any order.
#[derive(Clone, Debug, Default)]
pub struct Tiles {
    tiles: Vec<Tile>,
}

impl Tiles {
    /// No tiles.
    #[must_use]
    pub const fn new() -> Self {
        Self { tiles: Vec::new() }
    }

    /// Adds a tile.
    ///
    /// # Errors
    /// [`TileError::Image`] if it is part of another image than the tiles before, or has another
    /// connectivity. It is then ignored.
    pub fn push(&mut self, tile: Tile) -> Result<(), TileError> {
        if self.tiles.first().is_some_and(|first| first.part.rect.whole != tile.part.rect.whole) {
            let (x, y) = tile.at();
            return Err(TileError::Image { x, y });
        }
        self.tiles.push(tile);
        Ok(())
    }

    /// Joins the tiles.
    ///
    /// # Errors
    /// [`TileError::Overlap`] if two tiles have a pixel in common, [`TileError::Gap`] if no tile
    /// has some pixel, [`TileError::TooManyOpen`].
    pub fn finish(mut self) -> Result<Joined, TileError> {
        self.tiles.sort_unstable_by_key(|tile| (tile.part.rect.y, tile.part.rect.x));
        check_cover(&self.tiles)?;
        let Some(first) = self.tiles.first() else { return Ok(Joined::default()) };
        let whole = first.part.rect.whole;
        let parts = self.tiles.iter().map(|tile| &tile.part);
        let seams = Seams::join(parts, whole, |_| ()).ok_or(TileError::TooManyOpen)?;
        // States that were forged may have any sum.
        let add = |sum: i64, tile: &Tile| sum.wrapping_add(tile.euler_number);
        let euler_number = self.tiles.iter().fold(seams.euler_number(), add);
        Ok(Joined { euler_number, ..Joined::new(self.tiles, seams) })
    }
}

/// Checks that each pixel of the image is in exactly one tile. Tiles are sorted by their first
/// pixels: a line sweeps over the image from the top and knows the tiles that it crosses.
fn check_cover(tiles: &[Tile]) -> Result<(), TileError> {
    let Some(first) = tiles.first() else { return Ok(()) };
    let Whole { width, height, .. } = first.part.rect.whole;
    let mut next = tiles.iter().map(|tile| tile.part.rect).peekable();
    // For each first column of a crossed tile the column after its last, and the row after its
    // last.
    let mut crossed: BTreeMap<u64, (u64, u64)> = BTreeMap::new();
    let mut row = 0;
    while row < height {
        crossed.retain(|_, &mut (_, bottom)| bottom > row);
        while let Some(tile) = next.next_if(|tile| tile.y == row) {
            let (left, right) = (u64::from(tile.x), tile.right());
            let before = crossed.range(..right).next_back();
            if before.is_some_and(|(_, &(end, _))| end > left) {
                return Err(TileError::Overlap { x: left as usize, y: row as usize });
            }
            crossed.insert(left, (right, tile.bottom()));
        }
        let mut column = 0;
        for (&left, &(right, _)) in &crossed {
            if left != column {
                return Err(TileError::Gap { x: column as usize, y: row as usize });
            }
            column = right;
        }
        if column != u64::from(width) {
            return Err(TileError::Gap { x: column as usize, y: row as usize });
        }
        let end = crossed.values().map(|&(_, bottom)| bottom).min().unwrap_or(height);
        row = next.peek().map_or(end, |tile| end.min(tile.y));
    }
    Ok(())
}

/// The components of an image whose tiles are joined.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Joined {
    count: u64,
    euler_number: i64,
    components: Vec<(u64, TallComponent)>,
    tiles: Vec<TileLabels>,
}

impl Joined {
    fn new(tiles: Vec<Tile>, Seams { mut sets, begins, .. }: Seams) -> Self {
        let mut joined = Self::default();
        // The labels and components of open components, by their numbers among all.
        let mut labels: Vec<u64> = Vec::with_capacity(sets.len());
        let mut open: Vec<Option<TallComponent>> = Vec::with_capacity(sets.len());
        let (mut offset, mut sum) = (0, 0);
        for (tile, begin) in tiles.into_iter().zip(begins) {
            let mut of_tile = Vec::with_capacity(tile.part.open.len());
            for (number, component) in (begin..).zip(&tile.part.open) {
                let root = sets.find(number);
                if root == number {
                    labels.push(offset + u64::from(component.0) + 1);
                    open.push(Some(component.1));
                } else {
                    labels.push(labels[root as usize]);
                    open.push(None);
                    sum += 1;
                    if let Some(first) = &mut open[root as usize] {
                        first.merge(&component.1);
                    }
                }
                of_tile.push((component.0, labels[number as usize]));
            }
            let complete = tile.complete.iter();
            let complete = complete.map(|&(number, c)| (offset + u64::from(number) + 1, c));
            joined.components.extend(complete);
            let (x, y) = tile.at();
            let (width, height) = (tile.width(), tile.height());
            let count = tile.count;
            joined.tiles.push(TileLabels { x, y, width, height, count, offset, open: of_tile });
            offset += tile.count();
        }
        let open = labels.into_iter().zip(open);
        joined.components.extend(open.filter_map(|(label, component)| Some((label, component?))));
        joined.components.sort_unstable_by_key(|&(label, _)| label);
        joined.count = offset - sum;
        joined
    }

    /// Number of components.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// The number of components less the number of holes, which is
    /// [`euler_number`](super::euler_number()) of the image.
    #[must_use]
    pub const fn euler_number(&self) -> i64 {
        self.euler_number
    }

    /// Number of holes: components of the other pixels under the other connectivity that do not
    /// touch the border of the image.
    #[must_use]
    pub const fn hole_count(&self) -> u64 {
        self.count.wrapping_add_signed(self.euler_number.wrapping_neg())
    }

    /// The components by label, without those that were taken by [`Tile::take_complete`].
    #[must_use]
    pub fn components(&self) -> &[(u64, TallComponent)] {
        &self.components
    }

    /// The labels of the tiles, which are sorted by their first pixels, row by row.
    #[must_use]
    pub fn tiles(&self) -> &[TileLabels] {
        &self.tiles
    }
}

/// The labels of one tile in the whole image.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Stored"))]
pub struct TileLabels {
    x: usize,
    y: usize,
    width: usize,
    height: usize,
    count: u32,
    offset: u64,
    /// Numbers of open components and their labels, by number.
    #[cfg_attr(feature = "serde", serde(rename = "labels"))]
    open: Vec<(u32, u64)>,
}

/// The stored form of [`TileLabels`], before it is checked.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    x: usize,
    y: usize,
    width: usize,
    height: usize,
    count: u32,
    offset: u64,
    labels: Vec<(u32, u64)>,
}

#[cfg(feature = "serde")]
impl TryFrom<Stored> for TileLabels {
    type Error = &'static str;

    fn try_from(stored: Stored) -> Result<Self, &'static str> {
        let Stored { x, y, width, height, count, offset, labels: open } = stored;
        if !open.is_sorted_by(|a, b| a.0 < b.0) || open.last().is_some_and(|&(n, _)| n >= count) {
            return Err("expected labels by the numbers of components");
        }
        if offset.checked_add(1 << 32).is_none() {
            return Err("expected labels of less than 64 bits");
        }
        // A component of several tiles has the smallest of its labels.
        if open.iter().any(|&(n, label)| !(1..=offset + u64::from(n) + 1).contains(&label)) {
            return Err("expected labels from 1 to that of the component in its tile");
        }
        Ok(Self { x, y, width, height, count, offset, open })
    }
}

impl TileLabels {
    /// The column and the row of the first pixel of the tile.
    #[must_use]
    pub const fn at(&self) -> (usize, usize) {
        (self.x, self.y)
    }

    /// The number of columns and of rows of the tile.
    #[must_use]
    pub const fn size(&self) -> (usize, usize) {
        (self.width, self.height)
    }

    /// Number of components of the tile, if nothing outside of it joins them. Pixels that have
    /// another number are not those that were scanned, or were scanned with another connectivity.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.count as u64
    }

    /// The label in the whole image of label `label` of the tile, as a
    /// [`Labeler`](super::Labeler) paints it; 0 for 0, the background.
    #[must_use]
    pub fn label(&self, label: u32) -> u64 {
        let Some(number) = label.checked_sub(1) else { return 0 };
        match self.open.binary_search_by_key(&number, |&(number, _)| number) {
            Ok(index) => self.open[index].1,
            Err(_) => self.offset + u64::from(label),
        }
    }
}
