//! What queries take: images and volumes, as rows.
//!
//! The engine knows rows, the number of rows of a plane, and which rows touch ([`Adjacency`]). An
//! image is one plane.

use core::fmt::Debug;

use bitboard_core::Connectivity;

use crate::adjacency::{Adjacency, Neighbors, Position, Shape};
use crate::bitmap::{Bitmap, BitmapBuf};
use crate::measure::{Axes, Component, Extent, Measure, Rows, VolumeComponent};
use crate::sealed::{MaybeZeroable, Sealed};
use crate::volume::Volume;

/// An image or a volume, which queries take: a [`Bitmap`], a [`BitmapBuf`], a [`Volume`] or a
/// reference to one. The trait is sealed.
pub trait Raster: Sealed + Sync {
    /// Which pixels or voxels are connected: [`Connectivity`] or [`Neighbors`].
    type Connectivity: Copy + Debug + Sync;

    /// What [`components`](crate::components()) returns: [`Component`] or [`VolumeComponent`].
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

/// The rows of an image, or of all planes of a volume.
#[derive(Clone, Copy)]
pub struct Planes<'a> {
    pub(crate) rows: Bitmap<'a>,
    pub(crate) shape: Shape,
}

impl<'a> Planes<'a> {
    pub(crate) const fn new(rows: Bitmap<'a>, height: usize, adjacency: Adjacency) -> Self {
        let (width, row_count) = (rows.width(), rows.height());
        Self { rows, shape: Shape { width, height, row_count, adjacency } }
    }

    #[inline(always)]
    pub(crate) fn row(self, row: usize) -> &'a [u64] {
        self.rows.row(row)
    }
}

impl<R: Rows, const N: usize> Extent<R, N> {
    /// Returns whether the box touches the border of the image or the volume `raster`, in which the
    /// component is.
    ///
    /// ```
    /// use cc_label::Connectivity;
    /// use cc_label::{BitmapBuf, Extent, measure};
    ///
    /// let image: BitmapBuf = "
    ///     . . X .
    ///     X . . .
    ///     . . X .
    ///     . . . .".parse()?;
    /// let found: Vec<Extent> = measure(&image, Connectivity::Four);
    /// let inside = found.iter().filter(|c| !c.touches_border(&image));
    /// assert_eq!(inside.map(Extent::top).collect::<Vec<_>>(), [2]);
    /// # Ok::<(), cc_label::BitmapError>(())
    /// ```
    #[must_use]
    pub fn touches_border<T: Raster>(&self, raster: T) -> bool
    where
        [(); N]: Axes<Connectivity = T::Connectivity>,
    {
        let size = raster.size();
        (0..N).any(|axis| {
            self.lower[axis] == R::ZERO || self.upper[axis].into() + 1 == size[axis] as u64
        })
    }
}
