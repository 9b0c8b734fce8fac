//! What queries take: images and volumes, as rows.
//!
//! The engine knows rows, the number of rows of a plane, and which rows touch ([`Adjacency`]). An
//! image is one plane.

#[cfg(feature = "parallel")]
use alloc::vec::Vec;
use core::fmt::Debug;

use bitboard_core::Connectivity;

use super::bitmap::{Bitmap, BitmapBuf, BitmapError};
use super::measure::{Component, Measure};
use super::sealed::Sealed;
use super::solid::VolumeComponent;
use super::volume::{Neighbors, Volume};

/// An image or a volume, which queries take: a [`Bitmap`], a [`BitmapBuf`], a [`Volume`] or a
/// reference to one. The trait is sealed.
pub trait Raster: Sealed + Sync {
    /// Which pixels or voxels are connected: [`Connectivity`] or [`Neighbors`].
    type Connectivity: Copy + Debug + Sync;

    /// What [`components`](super::components()) returns: [`Component`] or [`VolumeComponent`].
    type Component: Measure<Connectivity = Self::Connectivity> + Send;

    /// A position or a size: `(x, y)` or `(x, y, z)`.
    type Position: Position<Connectivity = Self::Connectivity>;

    /// Returns room for `len` components. New memory is not touched.
    #[cfg(feature = "parallel")]
    #[doc(hidden)]
    fn room(len: usize) -> Vec<Self::Component>;

    #[doc(hidden)]
    fn planes(&self, connectivity: Self::Connectivity) -> Planes<'_>;
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

    /// The error of a size without pixels, or of one with too many.
    #[doc(hidden)]
    fn size_error(self) -> BitmapError;
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

    fn size_error(self) -> BitmapError {
        let (width, height) = self;
        if width == 0 || height == 0 {
            return BitmapError::Empty { width, height };
        }
        BitmapError::TooLarge { width, height }
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

    fn size_error(self) -> BitmapError {
        BitmapError::VolumeSize { size: self }
    }
}

impl Sealed for Bitmap<'_> {}

impl Raster for Bitmap<'_> {
    type Connectivity = Connectivity;
    type Component = Component;
    type Position = (usize, usize);

    #[cfg(feature = "parallel")]
    fn room(len: usize) -> Vec<Self::Component> {
        bytemuck::zeroed_vec(len)
    }

    fn planes(&self, connectivity: Connectivity) -> Planes<'_> {
        Planes { rows: *self, height: self.height(), adjacency: Adjacency::Plane(connectivity) }
    }
}

impl Sealed for BitmapBuf {}

impl Raster for BitmapBuf {
    type Connectivity = Connectivity;
    type Component = Component;
    type Position = (usize, usize);

    #[cfg(feature = "parallel")]
    fn room(len: usize) -> Vec<Self::Component> {
        bytemuck::zeroed_vec(len)
    }

    fn planes(&self, connectivity: Connectivity) -> Planes<'_> {
        let adjacency = Adjacency::Plane(connectivity);
        Planes { rows: self.as_bitmap(), height: self.height(), adjacency }
    }
}

impl Sealed for Volume {}

impl Raster for Volume {
    type Connectivity = Neighbors;
    type Component = VolumeComponent;
    type Position = (usize, usize, usize);

    #[cfg(feature = "parallel")]
    fn room(len: usize) -> Vec<Self::Component> {
        bytemuck::zeroed_vec(len)
    }

    fn planes(&self, neighbors: Neighbors) -> Planes<'_> {
        let adjacency = Adjacency::Space(neighbors);
        Planes { rows: self.rows().as_bitmap(), height: self.height(), adjacency }
    }
}

impl<R: Sealed> Sealed for &R {}

impl<R: Raster> Raster for &R {
    type Connectivity = R::Connectivity;
    type Component = R::Component;
    type Position = R::Position;

    #[cfg(feature = "parallel")]
    fn room(len: usize) -> Vec<Self::Component> {
        R::room(len)
    }

    fn planes(&self, connectivity: R::Connectivity) -> Planes<'_> {
        (**self).planes(connectivity)
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
    /// Returns the number of axes in which the places of two neighbors may differ.
    pub(super) const fn axes(self) -> u64 {
        match self {
            Self::Plane(Connectivity::Four) | Self::Space(Neighbors::Six) => 1,
            Self::Plane(Connectivity::Eight) | Self::Space(Neighbors::Eighteen) => 2,
            Self::Space(Neighbors::TwentySix) => 3,
        }
    }
}

/// The rows of an image, or of all planes of a volume, and which of them touch.
#[derive(Clone, Copy)]
pub struct Planes<'a> {
    rows: Bitmap<'a>,
    height: usize,
    adjacency: Adjacency,
}

impl<'a> Planes<'a> {
    pub(super) const fn new(rows: Bitmap<'a>, height: usize, adjacency: Adjacency) -> Self {
        Self { rows, height, adjacency }
    }

    pub(super) const fn adjacency(self) -> Adjacency {
        self.adjacency
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

    /// All rows as an image.
    pub(super) const fn rows(self) -> Bitmap<'a> {
        self.rows
    }

    pub(super) const fn width(self) -> usize {
        self.rows.width()
    }

    pub(super) const fn columns(self) -> u32 {
        self.rows.columns()
    }

    /// Number of rows of a plane.
    pub(super) const fn height(self) -> usize {
        self.height
    }

    /// Number of columns, of rows of a plane, and of planes.
    pub(super) const fn size(self) -> [usize; 3] {
        [self.width(), self.height, self.row_count() / self.height]
    }

    /// Number of rows of all planes.
    pub(super) const fn row_count(self) -> usize {
        self.rows.height()
    }

    #[inline(always)]
    pub(super) fn row(self, row: usize) -> &'a [u64] {
        self.rows.row(row)
    }
}
