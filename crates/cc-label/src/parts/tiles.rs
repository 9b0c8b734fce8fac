//! Joins the tiles of an image or a volume.
//!
//! [`Tiles`] checks that each pixel is in one tile, and joins the components that touch across the
//! seams between them ([`Seams`]) by union-find. The cost is that of the borders.
//!
//! **Labels.** The tiles are ordered by their first pixels, plane by plane and row by row. The
//! components of a tile that precedes others get the smaller labels:
//!
//! ```text
//! label = components of all tiles before + number in the tile + 1
//! ```
//!
//! A joined component has the smallest label of its parts. So labels are unique, do not depend on
//! the order in which tiles were added, and leave gaps. [`TileLabels`] maps the labels that a
//! [`Labeler`](crate::Labeler) paints into a tile to those of the whole.

use alloc::vec::Vec;

use super::part::Block;
use super::seams::Seams;
use super::tile::{Tile, TileError};
use crate::measure::Component;
use crate::scan::Measure as _;

/// The tiles of an image or a volume, in any order.
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
    /// [`TileError::Image`] if it is part of another whole than the tiles before, or has another
    /// connectivity. It is then ignored.
    pub fn push(&mut self, tile: Tile) -> Result<(), TileError> {
        let whole = tile.part.block.whole;
        if self.tiles.first().is_some_and(|first| first.part.block.whole != whole) {
            let size = whole.size.map(|side| side as usize).into();
            return Err(TileError::Image { at: tile.at(), size });
        }
        self.tiles.push(tile);
        Ok(())
    }

    /// Joins the tiles.
    ///
    /// # Errors
    /// [`TileError::Overlap`] if two tiles have a pixel in common, [`TileError::Gap`] if no tile
    /// has some pixel, [`TileError::TooManyOpen`].
    pub fn finish(mut self) -> Result<TiledComponents, TileError> {
        let Some(first) = self.tiles.first() else { return Ok(TiledComponents::default()) };
        let whole = first.part.block.whole;
        self.tiles.sort_unstable_by_key(|tile| in_raster_order(&tile.part.block));
        let blocks: Vec<&Block> = self.tiles.iter().map(|tile| &tile.part.block).collect();
        check_cover(blocks, whole.size, 2, [0; 3])?;
        let parts: Vec<_> = self.tiles.iter().map(|tile| &tile.part).collect();
        let mut seams = Seams::new(&parts).ok_or(TileError::TooManyOpen)?;
        seams.join(&parts, |_| ());
        Ok(TiledComponents::new(self.tiles, seams))
    }
}

/// Orders blocks by their first pixels.
fn in_raster_order(block: &Block) -> [u64; 3] {
    let [x, y, z] = block.at;
    [z, y, x]
}

/// Checks that each pixel is in exactly one of the blocks. These all have the places `at` along the
/// axes after `axis`. The axis is cut where a block begins or ends, and each piece is checked along
/// the axes before.
fn check_cover(
    mut blocks: Vec<&Block>,
    size: [u64; 3],
    axis: usize,
    mut at: [u64; 3],
) -> Result<(), TileError> {
    blocks.sort_by_key(|block| block.at[axis]);
    let mut cuts: Vec<u64> = blocks.iter().flat_map(|b| [b.at[axis], b.end(axis)]).collect();
    cuts.extend([0, size[axis]]);
    cuts.sort_unstable();
    cuts.dedup();
    cuts.pop();
    let (mut next, mut here) = (blocks.into_iter().peekable(), Vec::new());
    for cut in cuts {
        at[axis] = cut;
        here.retain(|block: &&Block| block.end(axis) > cut);
        here.extend(core::iter::from_fn(|| next.next_if(|block| block.at[axis] == cut)));
        let place = |at: [u64; 3]| at.map(|at| at as usize).into();
        match *here {
            [] => return Err(TileError::Gap { at: place(at), size: place(size) }),
            _ if axis > 0 => check_cover(here.clone(), size, axis - 1, at)?,
            [_] => {}
            [.., last] => return Err(TileError::Overlap { at: place(last.at), size: place(size) }),
        }
    }
    Ok(())
}

/// The components of an image or a volume whose tiles are joined.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TiledComponents {
    count: u64,
    components: Vec<(u64, Component<u64>)>,
    tiles: Vec<TileLabels>,
}

impl TiledComponents {
    fn new(tiles: Vec<Tile>, Seams { mut sets, begins, .. }: Seams) -> Self {
        let mut joined = Self::default();
        // The labels and components of open components, by their numbers among all.
        let mut labels: Vec<u64> = Vec::with_capacity(sets.len());
        let mut open: Vec<Option<Component<u64>>> = Vec::with_capacity(sets.len());
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
            let (at, size, count) = (tile.at(), tile.size(), tile.count);
            joined.tiles.push(TileLabels { at, size, count, offset, open: of_tile });
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

    /// The components by label, without those that [`Tile::open`] left out or
    /// [`Tile::take_complete`] took.
    #[must_use]
    pub fn components(&self) -> &[(u64, Component<u64>)] {
        &self.components
    }

    /// The labels of the tiles, which are sorted by their first pixels, plane by plane.
    #[must_use]
    pub fn tiles(&self) -> &[TileLabels] {
        &self.tiles
    }
}

/// The labels of one tile in the whole.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Stored"))]
pub struct TileLabels {
    at: (usize, usize, usize),
    size: (usize, usize, usize),
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
    at: (usize, usize, usize),
    size: (usize, usize, usize),
    count: u32,
    offset: u64,
    labels: Vec<(u32, u64)>,
}

#[cfg(feature = "serde")]
impl TryFrom<Stored> for TileLabels {
    type Error = &'static str;

    fn try_from(stored: Stored) -> Result<Self, &'static str> {
        let Stored { at, size, count, offset, labels: open } = stored;
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
        Ok(Self { at, size, count, offset, open })
    }
}

impl TileLabels {
    /// The place of the first pixel or voxel of the tile.
    #[must_use]
    pub const fn at(&self) -> (usize, usize, usize) {
        self.at
    }

    /// Width, height and depth of the tile.
    #[must_use]
    pub const fn size(&self) -> (usize, usize, usize) {
        self.size
    }

    /// Number of components of the tile, if nothing outside of it joins them. Pixels that have
    /// another number are not those that were scanned, or were scanned with another connectivity.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.count as u64
    }

    /// The label in the whole of label `label` of the tile, as a
    /// [`Labeler`](crate::Labeler) paints it; 0 for 0, the background.
    #[must_use]
    pub fn label(&self, label: u32) -> u64 {
        let Some(number) = label.checked_sub(1) else { return 0 };
        match self.open.binary_search_by_key(&number, |&(number, _)| number) {
            Ok(index) => self.open[index].1,
            Err(_) => self.offset + u64::from(label),
        }
    }
}
