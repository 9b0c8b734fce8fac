//! Paths in space: grids of three axes.
//!
//! A volume is searched as a map. Its planes are one below the other, each of whole tiles and with
//! an empty row at least before the next one, and there is an empty plane before the first and
//! after the last:
//!
//! ```text
//!   plane 0   ##. ...                     a step to the next plane is a step of as many rows as a
//!   plane 1   .#. ...                     plane has
//! ```
//!
//! So the search by [`tiles`](super::tiles) takes 64 cells of a plane at a time, and spreads them
//! in their plane and, by the same masks, in the two planes beside it. A diagonal step that must
//! not cut edges and corners needs all cells of the box between its ends: those of a square in
//! each of two planes. So it is open if the step of the square is, in both.
//!
//! Time and memory are those of the plane, and a step through three planes takes about three times
//! the instructions.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use bitboard_core::limits::{Meter, unlimited, unlimited_fallible};
use bitboard_core::{Limits, TryError};

use super::distances::{CountOverflow, Distances, answer};
use super::ends::Ends;
use super::map::Grid;
use super::rule::{Masked, StepKind, parts};
use super::search::search;
use super::size::{GridError, Point, Voxel, check_size};
use super::straight;
use super::tiles::Masks;
use super::walls::offset;

/// Movement rules in a [`Volume`]: which of the 26 cells around a cell are its neighbors.
///
/// Of two kinds with the same neighbors, the second one cuts no edges and corners: a step leads
/// across an edge only if the two other cells at the edge are free, and across a corner only if
/// the six others at the corner are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum SpaceStep {
    /// To the 6 cells across a face.
    Faces,
    /// To the 18 cells across a face or an edge.
    Edges,
    /// To the 26 cells across a face, an edge or a corner.
    Corners,
    /// To 18 cells, without cutting edges.
    NoEdgeCut,
    /// To 26 cells, without cutting edges and corners.
    NoCornerCut,
}

impl SpaceStep {
    /// All kinds of steps.
    pub const ALL: [Self; 5] =
        [Self::Faces, Self::Edges, Self::Corners, Self::NoEdgeCut, Self::NoCornerCut];

    /// The axes along which a step can lead at once.
    fn axes(self) -> usize {
        match self {
            Self::Faces => 1,
            Self::Edges | Self::NoEdgeCut => 2,
            Self::Corners | Self::NoCornerCut => 3,
        }
    }

    fn cuts(self) -> bool {
        !matches!(self, Self::NoEdgeCut | Self::NoCornerCut)
    }

    /// The steps (dx, dy, dz) from a cell, those along fewer axes first, each in the order of
    /// planes and rows. `is_free` is asked for the cells of the box between the ends of a step.
    fn steps(self, is_free: impl Fn([isize; 3]) -> bool) -> impl Iterator<Item = [isize; 3]> {
        let all = (0..27).map(|i| [i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1]);
        let of_axes = move |axes| {
            all.clone().filter(move |step| step.iter().filter(|&&d| d != 0).count() == axes)
        };
        (1..=self.axes()).flat_map(of_axes).filter(move |&[dx, dy, dz]| {
            let corners = (0..if self.cuts() { 0 } else { 7 })
                .map(|corner| [dx * (corner & 1), dy * (corner >> 1 & 1), dz * (corner >> 2)]);
            is_free([dx, dy, dz]) && corners.into_iter().all(&is_free)
        })
    }
}

/// The size of a volume, and the map of its planes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Planes {
    size: Voxel,
    /// Rows of a plane, and an empty one at least.
    rows: usize,
}

impl Planes {
    fn new(size @ (width, height, depth): Voxel) -> Result<Self, GridError> {
        check_size(width, height.saturating_mul(depth))?;
        Ok(Self { size, rows: 8 * (height / 8 + 1) })
    }

    /// The cell of the map. Steps from a cell of the volume may lead to it from outside.
    fn point(&self, (x, y, z): Voxel) -> Point {
        (x, (z + 1) * self.rows + y)
    }

    fn voxel(&self, (x, y): Point) -> Voxel {
        (x, y % self.rows, y / self.rows - 1)
    }

    fn contains(&self, (x, y, z): Voxel) -> bool {
        x < self.size.0 && y < self.size.1 && z < self.size.2
    }

    /// The cell after a step, or one that is not in the volume.
    fn after((x, y, z): Voxel, [dx, dy, dz]: [isize; 3]) -> Voxel {
        (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy), z.wrapping_add_signed(dz))
    }
}

/// A box of cells, each of them free or not: columns, rows and planes.
///
/// ```
/// use king_paths::grid::{SpaceStep, Volume};
///
/// // Two planes of 3×1 cells; the middle of the first one is not free.
/// let volume = Volume::from_fn(3, 1, 2, |x, _, z| (x, z) != (1, 0))?;
/// let distances = volume.distances(&[(0, 0, 0)], SpaceStep::Faces)?;
/// assert_eq!(distances.get((2, 0, 0)), Some(4));
/// let distances = volume.distances(&[(0, 0, 0)], SpaceStep::Corners)?;
/// assert_eq!(distances.path_to((2, 0, 0)), Some(vec![(0, 0, 0), (1, 0, 1), (2, 0, 0)]));
/// # Ok::<(), king_paths::grid::GridError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Volume {
    planes: Planes,
    grid: Grid,
}

impl Volume {
    /// Creates a volume whose free cells are those for which `is_free(x, y, z)` is true.
    ///
    /// # Errors
    /// [`GridError::Empty`], [`GridError::TooLarge`] or [`GridError::OutOfMemory`], whose heights
    /// are those of all planes together.
    pub fn from_fn(
        width: usize,
        height: usize,
        depth: usize,
        mut is_free: impl FnMut(usize, usize, usize) -> bool,
    ) -> Result<Self, GridError> {
        let planes = Planes::new((width, height, depth))?;
        let mut grid = Grid::new(width, planes.rows.saturating_mul(depth.saturating_add(2)))?;
        for (y, z) in (0..depth).flat_map(|z| (0..height).map(move |y| (y, z))) {
            let place = grid.place(planes.point((0, y, z)));
            grid.cells.fill_row(place, width, |x| is_free(x, y, z));
        }
        Ok(Self { planes, grid })
    }

    /// Columns, rows and planes.
    #[must_use]
    pub fn size(&self) -> Voxel {
        self.planes.size
    }

    /// Returns whether a cell is free. Cells outside of the volume are not.
    #[must_use]
    pub fn is_free(&self, cell: Voxel) -> bool {
        self.planes.contains(cell) && self.grid.is_free(self.planes.point(cell))
    }

    /// Sets whether a cell is free.
    ///
    /// # Errors
    /// [`GridError::OffVolume`] if the cell lies outside.
    pub fn set(&mut self, cell: Voxel, free: bool) -> Result<(), GridError> {
        self.check(cell)?;
        self.grid.set(self.planes.point(cell), free)
    }

    fn check(&self, cell: Voxel) -> Result<(), GridError> {
        let size = self.size();
        if self.planes.contains(cell) { Ok(()) } else { Err(GridError::OffVolume { cell, size }) }
    }

    /// The free cells that one step from a cell leads to: across faces, then edges, then corners,
    /// each in the order of planes and rows. The cell itself need not be free.
    pub fn neighbors(&self, cell: Voxel, kind: SpaceStep) -> impl Iterator<Item = Voxel> {
        let is_free = move |step| step == [0; 3] || self.is_free(Planes::after(cell, step));
        let steps = self.planes.contains(cell).then(|| kind.steps(is_free));
        steps.into_iter().flatten().map(move |step| Planes::after(cell, step))
    }

    /// Computes the number of steps from the nearest of some cells to every cell. Cells of `from`
    /// that are not free are ignored, unless none is free.
    ///
    /// # Errors
    /// [`GridError::OffVolume`] if a cell of `from` lies outside; [`GridError::BlockedVoxel`] if
    /// there are cells in `from`, but none is free; [`GridError::OutOfMemory`] if the answer, about
    /// 6 bytes a cell, cannot be allocated.
    pub fn distances(&self, from: &[Voxel], kind: SpaceStep) -> Result<VolumeDistances, GridError> {
        unlimited_fallible(|limits| self.try_distances(from, kind, limits))
    }

    /// [`distances`](Self::distances) within limits, as [`Grid::try_distances`].
    ///
    /// # Errors
    /// As [`distances`](Self::distances), or if a limit was reached.
    pub fn try_distances(
        &self,
        from: &[Voxel],
        kind: SpaceStep,
        limits: &Limits<'_>,
    ) -> Result<VolumeDistances, TryError<GridError, VolumeDistances>> {
        from.iter().try_for_each(|&cell| self.check(cell))?;
        if let (Some(&cell), false) = (from.first(), from.iter().any(|&cell| self.is_free(cell))) {
            return Err(GridError::BlockedVoxel { cell }.into());
        }
        let (grid, watch) = (&self.grid, limits.start());
        let from: Vec<Point> = from.iter().map(|&cell| self.planes.point(cell)).collect();
        let masks = |place: usize| {
            let free = |place| grid.cells.row(place);
            let to = |step| free(place.wrapping_add(offset(step, grid.stride())));
            let straight = |step| if kind.cuts() { u64::MAX } else { free(place) & to(step) };
            core::array::from_fn(|step| match step {
                ..4 => straight(step),
                _ if kind == SpaceStep::Faces => 0,
                _ if kind.cuts() => u64::MAX,
                _ => parts(step).into_iter().fold(to(step), |all, part| all & straight(part)),
            })
        };
        let across = core::array::from_fn(|step| kind.axes() > if step < 4 { 1 } else { 2 });
        let masks = Masks { of_row: &masks, across: Some((self.planes.rows / 8, across)) };
        let mut found = Distances::new(grid, Ends::From(&from), StepKind::King);
        let (planes, meter) = (self.planes, &mut Meter::new(&watch));
        let done = search::<Masked>(grid, &from, &[], &masks, (&mut found, &mut 0), meter);
        let of_volume = |found| VolumeDistances { planes, kind, found: Box::new(found) };
        answer(found, done).map(of_volume).map_err(|error| error.map(of_volume))
    }
}

/// The distance of every cell of a volume from a set of cells. Made by [`Volume::distances`].
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct VolumeDistances {
    planes: Planes,
    kind: SpaceStep,
    found: Box<Distances<u32>>,
}

impl VolumeDistances {
    /// The distance of a cell, or `None` if it cannot be reached or lies outside.
    #[must_use]
    pub fn get(&self, cell: Voxel) -> Option<u32> {
        self.planes.contains(cell).then(|| self.found.get(self.planes.point(cell))).flatten()
    }

    /// The distances of row `y` of plane `z`, `None` for cells that cannot be reached, or `None` if
    /// the row does not exist.
    pub fn row(&self, y: usize, z: usize) -> Option<impl Iterator<Item = Option<u32>> + '_> {
        let row = || self.found.row(self.planes.point((0, y, z)).1);
        self.planes.contains((0, y, z)).then(row).flatten()
    }

    /// The cells that can be reached, plane by plane and row by row, with their distances.
    pub fn iter(&self) -> impl Iterator<Item = (Voxel, u32)> + '_ {
        self.found.iter().map(|(cell, distance)| (self.planes.voxel(cell), distance))
    }

    /// The greatest distance, or `None` if no cell is reached.
    #[must_use]
    pub fn max(&self) -> Option<u32> {
        self.found.max()
    }

    /// The cells before one on shortest paths. A search that takes a step has reached all free
    /// cells of the box between its ends.
    fn before(&self, cell: Voxel) -> impl Iterator<Item = Voxel> {
        let distance = self.get(cell).and_then(|distance| distance.checked_sub(1));
        let is_free = move |step| self.get(Planes::after(cell, step)).is_some();
        let steps = distance.map(|_| self.kind.steps(is_free)).into_iter().flatten();
        steps.map(move |step| Planes::after(cell, step)).filter(move |&at| self.get(at) == distance)
    }

    /// The next cell on a shortest path from a cell to the set: across a face if possible, or else
    /// an edge, then the first one in the order of planes and rows. `None` as for
    /// [`Distances::next_cell`].
    #[must_use]
    pub fn next_cell(&self, cell: Voxel) -> Option<Voxel> {
        self.before(cell).next()
    }

    /// One shortest path to `cell` from the set, by steps back to the [next](Self::next_cell) cell.
    /// `None` if the set cannot be reached.
    #[must_use]
    pub fn path_to(&self, cell: Voxel) -> Option<Vec<Voxel>> {
        self.get(cell)?;
        let back = |&cell: &Voxel| self.next_cell(cell);
        let mut path: Vec<Voxel> = core::iter::successors(Some(cell), back).collect();
        path.reverse();
        Some(path)
    }

    /// Number of shortest paths to `cell` from the nearest cells of the set; 0 if its distance is
    /// not known.
    ///
    /// ```
    /// use king_paths::grid::{SpaceStep, Volume};
    ///
    /// let volume = Volume::from_fn(3, 3, 3, |_, _, _| true)?;
    /// let distances = volume.distances(&[(0, 0, 0)], SpaceStep::Faces)?;
    /// assert_eq!(distances.path_count_to((2, 2, 2)), Ok(90)); // 6! / (2! · 2! · 2!)
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`CountOverflow`] if a `u128` cannot hold the number.
    pub fn path_count_to(&self, cell: Voxel) -> Result<u128, CountOverflow> {
        let Some(distance) = self.get(cell) else { return Ok(0) };
        let end = [self.planes.point(cell)];
        let before = |level: u64, at: Point, visit: &mut dyn FnMut((u64, Point))| {
            let before = self.before(self.planes.voxel(at));
            before.for_each(|near| visit((level - 1, self.planes.point(near))));
        };
        let add = |a: u128, b: &u128| a.checked_add(*b);
        let count = unlimited(|limits| {
            let (end, watch) = ((distance.into(), &end[..]), limits.start());
            straight::count(end, 1, &before, add, |_| (), &mut Meter::new(&watch))
        });
        count.ok_or(CountOverflow)
    }
}

impl fmt::Debug for Volume {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height, depth) = self.size();
        write!(f, "Volume({width}×{height}×{depth}, {} free)", self.grid.free_cells())
    }
}

impl fmt::Debug for VolumeDistances {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ((width, height, depth), cells) = (self.planes.size, self.found.iter().count());
        write!(f, "VolumeDistances({width}×{height}×{depth}, {:?}, {cells} cells)", self.kind)
    }
}
