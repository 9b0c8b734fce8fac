//! What queries take: images and volumes, as rows.
//!
//! The engine knows rows, the number of rows of a plane, and which rows touch ([`Adjacency`]). An
//! image is one plane.

use core::fmt::Debug;

use bitboard_core::Connectivity;

use super::bitmap::{Bitmap, BitmapBuf};
use super::measure::{Component, Measure, VolumeComponent};
use super::sealed::{MaybeZeroable, Sealed};
use super::volume::{Neighbors, Volume};

/// An image or a volume, which queries take: a [`Bitmap`], a [`BitmapBuf`], a [`Volume`] or a
/// reference to one. The trait is sealed.
pub trait Raster: Sealed + Sync {
    /// Which pixels or voxels are connected: [`Connectivity`] or [`Neighbors`].
    type Connectivity: Copy + Debug + Sync;

    /// What [`components`](super::components()) returns: [`Component`] or [`VolumeComponent`].
    type Component: Measure<Connectivity = Self::Connectivity> + MaybeZeroable + Send;

    /// A position or a size: `(x, y)` or `(x, y, z)`.
    type Position: Position<Connectivity = Self::Connectivity>;

    /// All rows as an image.
    #[doc(hidden)]
    fn rows(&self) -> Bitmap<'_>;

    /// Number of rows of a plane.
    #[doc(hidden)]
    fn plane_height(&self) -> usize;

    /// Number of columns, of rows of a plane, and of planes.
    #[doc(hidden)]
    fn size(&self) -> [usize; 3] {
        let (rows, height) = (self.rows(), self.plane_height());
        [rows.width(), height, rows.height() / height]
    }

    #[doc(hidden)]
    fn planes(&self, connectivity: Self::Connectivity) -> Planes<'_> {
        let adjacency = Self::Position::adjacency(connectivity);
        Planes::new(self.rows(), self.plane_height(), adjacency)
    }
}

/// A raster with its own memory, which can be changed: a [`BitmapBuf`] or a [`Volume`]. The trait
/// is sealed.
pub trait RasterBuf: Raster {
    #[doc(hidden)]
    fn rows_mut(&mut self) -> &mut BitmapBuf;
}

/// A position or a size in an image or a volume: `(x, y)` or `(x, y, z)`, `(width, height)` or
/// `(width, height, depth)`. The trait is sealed.
pub trait Position: Sealed + Copy + Debug {
    /// Which pixels or voxels are connected: [`Connectivity`] or [`Neighbors`].
    type Connectivity: Copy + Debug + Sync;

    /// Returns x, y and z; in an image, z is `depth`.
    #[doc(hidden)]
    fn axes(self, depth: usize) -> [usize; 3];

    #[doc(hidden)]
    fn adjacency(connectivity: Self::Connectivity) -> Adjacency;
}

impl Sealed for (usize, usize) {}

impl Position for (usize, usize) {
    type Connectivity = Connectivity;

    fn axes(self, depth: usize) -> [usize; 3] {
        [self.0, self.1, depth]
    }

    fn adjacency(connectivity: Connectivity) -> Adjacency {
        Adjacency::Plane(connectivity)
    }
}

impl Sealed for (usize, usize, usize) {}

impl Position for (usize, usize, usize) {
    type Connectivity = Neighbors;

    fn axes(self, _: usize) -> [usize; 3] {
        self.into()
    }

    fn adjacency(neighbors: Neighbors) -> Adjacency {
        Adjacency::Space(neighbors)
    }
}

impl Sealed for Bitmap<'_> {}

impl Raster for Bitmap<'_> {
    type Connectivity = Connectivity;
    type Component = Component;
    type Position = (usize, usize);

    fn rows(&self) -> Bitmap<'_> {
        *self
    }

    fn plane_height(&self) -> usize {
        self.height()
    }
}

impl Sealed for BitmapBuf {}

impl Raster for BitmapBuf {
    type Connectivity = Connectivity;
    type Component = Component;
    type Position = (usize, usize);

    fn rows(&self) -> Bitmap<'_> {
        self.as_bitmap()
    }

    fn plane_height(&self) -> usize {
        self.height()
    }
}

impl RasterBuf for BitmapBuf {
    fn rows_mut(&mut self) -> &mut BitmapBuf {
        self
    }
}

impl Sealed for Volume {}

impl Raster for Volume {
    type Connectivity = Neighbors;
    type Component = VolumeComponent;
    type Position = (usize, usize, usize);

    fn rows(&self) -> Bitmap<'_> {
        self.rows_of_planes().as_bitmap()
    }

    fn plane_height(&self) -> usize {
        self.height()
    }
}

impl RasterBuf for Volume {
    fn rows_mut(&mut self) -> &mut BitmapBuf {
        self.rows_of_planes_mut()
    }
}

impl<R: Sealed> Sealed for &R {}

impl<R: Raster> Raster for &R {
    type Connectivity = R::Connectivity;
    type Component = R::Component;
    type Position = R::Position;

    fn rows(&self) -> Bitmap<'_> {
        (**self).rows()
    }

    fn plane_height(&self) -> usize {
        (**self).plane_height()
    }
}

/// Which rows touch, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Adjacency {
    /// Those of an image.
    Plane(Connectivity),
    /// Those of a volume, in which bits past the width are clear.
    Space(Neighbors),
}

impl Adjacency {
    /// Returns how many of the last rows later rows touch, in planes of `height` rows.
    pub(super) const fn window(self, height: usize) -> usize {
        match self {
            Self::Plane(_) => 1,
            Self::Space(_) => height + 1,
        }
    }

    /// Returns which unset pixels or voxels are connected if this tells it of the set ones: so
    /// components of the two kinds cannot cross.
    pub(super) const fn background(self) -> Self {
        match self {
            Self::Plane(Connectivity::Four) => Self::Plane(Connectivity::Eight),
            Self::Plane(Connectivity::Eight) => Self::Plane(Connectivity::Four),
            Self::Space(Neighbors::Six) => Self::Space(Neighbors::TwentySix),
            Self::Space(_) => Self::Space(Neighbors::Six),
        }
    }

    /// Returns the number of axes in which the places of two neighbors may differ.
    pub(super) const fn axes(self) -> u64 {
        match self {
            Self::Plane(Connectivity::Four) | Self::Space(Neighbors::Six) => 1,
            Self::Plane(Connectivity::Eight) | Self::Space(Neighbors::Eighteen) => 2,
            Self::Space(Neighbors::TwentySix) => 3,
        }
    }
}

/// The size of an image or a volume, and which of its rows touch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) width: usize,
    /// Number of rows of a plane.
    pub(super) height: usize,
    /// Number of rows of all planes.
    pub(super) row_count: usize,
    pub(super) adjacency: Adjacency,
}

impl Shape {
    /// Number of columns, of rows of a plane, and of planes.
    pub(super) const fn size(self) -> [usize; 3] {
        [self.width, self.height, self.row_count / self.height]
    }

    /// Number of rows that later rows may touch if they all begin with a new plane: a row of an
    /// image, a plane of a volume.
    #[cfg(feature = "parallel")]
    pub(super) const fn seam(self) -> usize {
        match self.adjacency {
            Adjacency::Plane(_) => 1,
            Adjacency::Space(_) => self.height,
        }
    }

    /// Returns the earlier rows that a row touches: in an image that above, in a volume e, a, p and
    /// q (`runs`).
    #[inline(always)]
    pub(super) fn earlier(self, row: usize) -> [Option<usize>; 4] {
        let height = self.height;
        let y = row % height;
        let earlier = |is_inside: bool, distance: usize| {
            if is_inside { row.checked_sub(distance) } else { None }
        };
        let above = earlier(y > 0, 1);
        match self.adjacency {
            Adjacency::Plane(_) => [above, None, None, None],
            // The last row of a plane before the first one does not exist.
            Adjacency::Space(_) => [
                earlier(true, height),
                above,
                earlier(y > 0, height + 1),
                earlier(y + 1 < height && row >= height, height - 1),
            ],
        }
    }

    /// Returns whether all of a row is on the border.
    pub(super) fn is_border(self, row: usize) -> bool {
        let (y, height) = (row % self.height, self.height);
        let is_outer = row < height || row + height >= self.row_count;
        let is_volume = matches!(self.adjacency, Adjacency::Space(_));
        y == 0 || y + 1 == height || is_volume && is_outer
    }
}

/// The rows of an image, or of all planes of a volume.
#[derive(Clone, Copy)]
pub struct Planes<'a> {
    pub(super) rows: Bitmap<'a>,
    pub(super) shape: Shape,
}

impl<'a> Planes<'a> {
    pub(super) const fn new(rows: Bitmap<'a>, height: usize, adjacency: Adjacency) -> Self {
        let (width, row_count) = (rows.width(), rows.height());
        Self { rows, shape: Shape { width, height, row_count, adjacency } }
    }

    #[inline(always)]
    pub(super) fn row(self, row: usize) -> &'a [u64] {
        self.rows.row(row)
    }
}
