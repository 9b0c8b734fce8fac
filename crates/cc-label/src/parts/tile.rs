//! Images and volumes larger than memory: rectangles and boxes that are scanned independently and
//! joined in any order.
//!
//! A **tile** is a [`Part`] of an image or a volume with the numbers of its components, in raster
//! order. Its state grows with its surface if its complete components are left out
//! ([`Tile::open`], [`Tile::take_complete`]), and tiles may come from several machines.
//!
//! The number of an open component depends on how many others start before it, and [`Tile::open`]
//! forgets these when they are complete. So the first pixels of all components are marked in a
//! bitmap, and the scan takes twice the memory of its pixels, whatever they contain.
//!
//! # Joining
//!
//! [`Tiles`] checks that each pixel is in one tile, and joins the components that touch across the
//! seams between them ([`Seams`]) by union-find. The cost is that of the borders.
//!
//! The tiles are ordered by their first pixels, plane by plane and row by row. The components of a
//! tile that precedes others get the smaller labels:
//!
//! ```text
//! label = components of all tiles before + number in the tile + 1
//! ```
//!
//! A joined component has the smallest label of its parts. So labels are unique, do not depend on
//! the order in which tiles were added, and leave gaps. [`TileLabels`] maps the labels that a
//! [`Labeler`](crate::Labeler) paints into a tile to those of the whole.

use alloc::vec;
use alloc::vec::Vec;

use super::part::{Block, Part, Seams, Whole, scan_part};
use super::stream::Located;
use crate::image::{Connectivity, Image, Position, place, unit, whole};
use crate::measure::Component;
use crate::scan::{Adjacency, Measure as _, Planes};

/// A component and its number in its tile, in raster order from 0.
pub(crate) type NumberedComponent = (u32, Component<u64>);

/// A rectangle of an image or a box of a volume, its components and its borders. An image is a
/// volume of one plane: positions and sizes are triples, and z is 0.
///
/// ```
/// use cc_label::{Connectivity, Image, Tile, Tiles};
///
/// // An image of 6×2 pixels in two tiles of 3×2.
/// let left: Image = "
///     X . X
///     . . X".parse()?;
/// let right: Image = "
///     X . .
///     . . X".parse()?;
/// let mut tiles = Tiles::new();
/// for (x, pixels) in [(3, right), (0, left)] {
///     let tile = Tile::new(&pixels, (x, 0), (6, 2), Connectivity::FOUR)?;
///     tiles.push(Tile::from_bytes(&tile.to_bytes())?)?; // as from another machine
/// }
/// let image = tiles.finish()?;
/// assert_eq!(image.count(), 3);
/// let areas = image.components().iter().map(|(label, c)| (*label, c.size()));
/// assert_eq!(areas.collect::<Vec<_>>(), [(1, 1), (2, 3), (4, 1)]);
/// // The first component of the right tile is the second of the left one.
/// assert_eq!(image.tiles()[1].label(1), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The same in space:
///
/// ```
/// use cc_label::{Connectivity, Image, Tile, Tiles};
///
/// // A diagonal of 8×8×8 voxels in eight bricks of 4×4×4.
/// let mut bricks = Tiles::new();
/// for (x, y, z) in (0..8).map(|i| (4 * (i & 1), 4 * (i >> 1 & 1), 4 * (i >> 2))) {
///     let brick = Image::from_fn((4, 4, 4), |dx, dy, dz| x + dx == y + dy && y + dy == z + dz)?;
///     bricks.push(Tile::new(&brick, (x, y, z), (8, 8, 8), Connectivity::TWENTY_SIX)?)?;
/// }
/// let volume = bricks.finish()?;
/// assert_eq!(volume.count(), 1);
/// assert_eq!(volume.components()[0].1.size(), 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tile {
    pub(crate) part: Part<Component<u64>>,
    /// The number of components.
    pub(crate) count: u32,
    /// Complete components by number, until they are taken.
    pub(crate) complete: Vec<NumberedComponent>,
}

/// The version of the states of tiles.
pub(crate) const VERSION: u8 = 3;

/// Error returned when tiles are wrong or do not make an image or a volume.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TileError {
    /// The tile is not inside the whole, which has fewer than 2³² columns, and fewer than 2⁶⁴
    /// pixels or voxels.
    #[error("the tile at {} is not inside {}", place(*.at, *.size), whole(*.size))]
    Outside {
        /// The first pixel or voxel of the tile.
        at: (usize, usize, usize),
        /// Width, height and depth of the whole.
        size: (usize, usize, usize),
    },
    /// The tile is part of another image or volume, or was made with another connectivity.
    #[error("the tile at {} is part of another whole or has another connectivity", place(*.at, *.size))]
    Image {
        /// The first pixel or voxel of the tile.
        at: (usize, usize, usize),
        /// Width, height and depth of the whole.
        size: (usize, usize, usize),
    },
    /// Two tiles have a pixel or a voxel in common.
    #[error("the tile at {} overlaps another", place(*.at, *.size))]
    Overlap {
        /// The first pixel or voxel of the tile.
        at: (usize, usize, usize),
        /// Width, height and depth of the whole.
        size: (usize, usize, usize),
    },
    /// A pixel or voxel is in none of the tiles.
    #[error("no tile has the {} {}", unit(*.size), place(*.at, *.size))]
    Gap {
        /// The first pixel or voxel that no tile has.
        at: (usize, usize, usize),
        /// Width, height and depth of the whole.
        size: (usize, usize, usize),
    },
    /// The tile was made on another target, for a whole whose positions do not fit a `usize`.
    #[error("a side of {length} is too long for this target")]
    TooLarge {
        /// Length of the side.
        length: u64,
    },
    /// There are 2³² components or more at borders.
    #[error("there are 2^32 components or more at borders of tiles")]
    TooManyOpen,
    /// The bytes are not those of a tile, or are damaged.
    #[error("expected the state of a tile, found other or damaged bytes")]
    Damaged,
    /// The bytes are those of a tile of version `found`.
    #[error("expected the state of a tile of version {VERSION}, found version {found}")]
    Version {
        /// The version found.
        found: u8,
    },
}

impl Tile {
    /// Finds the components of a part of an image or a volume. `at` is the place of its first pixel
    /// or voxel in the whole, which has the size `whole`.
    ///
    /// # Errors
    /// [`TileError::Outside`] if the part is not inside the whole, or the whole has 2³² columns or
    /// 2⁶⁴ pixels or voxels or more.
    pub fn new<P: Position>(
        image: &Image<impl AsRef<[u64]>>,
        at: P,
        whole: P,
        connectivity: Connectivity,
    ) -> Result<Self, TileError> {
        let (planes, block) = part_of(image, at.axes(0), whole.axes(1), connectivity)?;
        let mut complete = Vec::new();
        let (firsts, mut tile) = scan(planes, block, |component| complete.push(component));
        complete.sort_unstable_by_key(|component| component.first);
        tile.complete = firsts.number(complete.into_iter(), &block);
        Ok(tile)
    }

    /// [`new`](Self::new) without the components that no other tile can change. Their number is
    /// known, but they are not kept, so the memory is that of the pixels and of the borders.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn open<P: Position>(
        image: &Image<impl AsRef<[u64]>>,
        at: P,
        whole: P,
        connectivity: Connectivity,
    ) -> Result<Self, TileError> {
        let (planes, block) = part_of(image, at.axes(0), whole.axes(1), connectivity)?;
        Ok(scan(planes, block, |_| ()).1)
    }

    /// The place of the first pixel or voxel.
    #[must_use]
    pub fn at(&self) -> (usize, usize, usize) {
        self.part.block.at.map(|at| at as usize).into()
    }

    /// Width, height and depth.
    #[must_use]
    pub fn size(&self) -> (usize, usize, usize) {
        self.part.block.size.map(|side| side as usize).into()
    }

    /// Number of components, if nothing outside of the tile joins them.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.count as u64
    }

    /// Removes and returns the components that no other tile can change, each with its number in
    /// the tile, from 0 in raster order. [`TileLabels::label`](crate::TileLabels::label) turns this
    /// number plus 1 into the label in the whole. Without these components, the state of a
    /// tile is small.
    pub fn take_complete(&mut self) -> Vec<(u64, Component<u64>)> {
        let complete = core::mem::take(&mut self.complete);
        complete.into_iter().map(|(number, component)| (number.into(), component)).collect()
    }
}

/// Returns the rows of a tile, which touch as those of the whole do, and its block.
fn part_of(
    image: &Image<impl AsRef<[u64]>>,
    at: [usize; 3],
    whole: [usize; 3],
    connectivity: Connectivity,
) -> Result<(Planes<'_>, Block), TileError> {
    let outside = TileError::Outside { at: at.into(), size: whole.into() };
    let own: [usize; 3] = image.size().into();
    let is_inside =
        (0..3).all(|axis| at[axis].checked_add(own[axis]).is_some_and(|end| end <= whole[axis]));
    let adjacency = Adjacency::new(connectivity, whole[2]);
    let [width, height, depth] = whole.map(|side| side as u64);
    let pixels = width.checked_mul(height).and_then(|n| n.checked_mul(depth));
    if !is_inside || pixels.is_none() || width > u64::from(u32::MAX) {
        return Err(outside);
    }
    let whole = Whole::new([width, height, depth], adjacency);
    let mut planes = Planes::new(image, connectivity);
    planes.shape.adjacency = adjacency;
    // What is in memory has fewer than 2³² rows.
    let block = Block { whole, at: at.map(|at| at as u64), size: own.map(|side| side as u32) };
    Ok((planes, block))
}

/// Scans a tile. Calls `complete` with the complete components, which are relative to the tile.
fn scan(
    planes: Planes<'_>,
    block: Block,
    mut complete: impl FnMut(Located<Component<u64>>),
) -> (Firsts, Tile) {
    let rows = 0..planes.shape.row_count;
    let mut firsts = Firsts::new(planes);
    let mut part = scan_part(planes, rows, block, |component: Located<_>| {
        firsts.mark(component.first);
        complete(component);
    });
    // The open components in raster order.
    let mut order: Vec<usize> = (0..part.open.len()).collect();
    order.sort_unstable_by_key(|&i| part.open[i].1.first);
    let mut indices = vec![0; order.len()];
    for (&i, index) in order.iter().zip(0..) {
        indices[i] = index;
        firsts.mark(part.open[i].1.first);
    }
    for run in part.faces.as_flattened_mut().iter_mut().flatten() {
        run.component = indices[run.component as usize];
    }
    let open = firsts.number(order.into_iter().map(|i| part.open[i].1), &block);
    let (count, complete) = (firsts.count(), Vec::new());
    let part = Part { block, faces: part.faces, open };
    (firsts, Tile { part, count, complete })
}

/// A bit for the first pixel of each component of a tile. The number of a component is that of the
/// bits before its own.
struct Firsts {
    bits: Vec<u64>,
    /// Number of words of a row.
    words: usize,
}

impl Firsts {
    fn new(planes: Planes<'_>) -> Self {
        let words = planes.shape.width.div_ceil(64);
        Self { bits: vec![0; words * planes.shape.row_count], words }
    }

    const fn word(&self, (y, x): (u32, u32)) -> usize {
        self.words * y as usize + x as usize / 64
    }

    fn mark(&mut self, first: (u32, u32)) {
        let word = self.word(first);
        self.bits[word] |= 1 << (first.1 % 64);
    }

    /// Numbers components, which come in raster order, and moves them to their place in the whole.
    /// The first pixels of all components are marked.
    fn number(
        &self,
        components: impl Iterator<Item = Located<Component<u64>>>,
        block: &Block,
    ) -> Vec<NumberedComponent> {
        let (mut counted, mut number) = (0, 0);
        let numbered = components.map(|Located { first, mut measure }| {
            let here = self.word(first);
            number += self.bits[counted..here].iter().map(|word| word.count_ones()).sum::<u32>();
            counted = here;
            let before = self.bits[here] & ((1 << (first.1 % 64)) - 1);
            move_by(&mut measure, block.at);
            (number + before.count_ones(), measure)
        });
        numbered.collect()
    }

    /// Returns the number of components.
    fn count(&self) -> u32 {
        self.bits.iter().map(|word| word.count_ones()).sum()
    }
}

/// Moves a component along the three axes, to places that are known to exist.
fn move_by(component: &mut Component<u64>, distance: [u64; 3]) {
    let Component { extent, sums } = component;
    for (axis, distance) in distance.into_iter().enumerate() {
        extent.lower[axis] += distance;
        extent.upper[axis] += distance;
        sums[axis] += u128::from(extent.size) * u128::from(distance);
    }
}

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
