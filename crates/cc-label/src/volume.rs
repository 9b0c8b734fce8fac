//! Volumes: planes of rows of bits.
//!
//! The planes are stored as one image, each below the one before. So voxel (x, y, z) of a volume of
//! w × h × d voxels is pixel (x, h·z + y) of an image of w × h·d pixels:
//!
//! ```text
//! plane 0     plane 1          rows of the volume
//! X X .       . . .            X X .      (y 0, z 0)
//! . . .       . X X            . . .      (y 1, z 0)
//!                              . . .      (y 0, z 1)
//!                              . X X      (y 1, z 1)
//! ```

use alloc::vec::Vec;
use core::fmt;

use bitboard_core::dispatch::SimdLevel;

use crate::bitmap::{BitOrder, Bitmap, BitmapBuf, BitmapError, rows_of};
use crate::compare::Value;
use crate::pack::pack_where;

/// A volume of one bit per voxel: a [`BitmapBuf`] with depth.
///
/// Voxel (x, y, z) is in column x of row y of plane z. Arrays are read in the order of their
/// memory, x first. So `width`, `height` and `depth` are the shape of an array in Fortran order,
/// and the reverse of the shape of one in C order. Both take the same time, and the names of the
/// axes do not matter to components.
///
/// ```
/// use cc_label::Volume;
///
/// let mut volume = Volume::from_fn(3, 2, 2, |x, y, z| x == y && z == 1)?;
/// volume.set((2, 0, 0), true)?;
/// assert_eq!((volume.width(), volume.height(), volume.depth()), (3, 2, 2));
/// assert_eq!((volume.get((1, 1, 1)), volume.get((1, 1, 2))), (Some(true), None));
/// assert_eq!(volume.plane(0).to_string(), "..X\n...");
/// assert_eq!(volume.plane(1).to_string(), "X..\n.X.");
/// # Ok::<(), cc_label::BitmapError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Stored"))]
pub struct Volume {
    /// The rows of all planes.
    rows: BitmapBuf,
    /// Number of rows of a plane.
    height: usize,
}

impl Volume {
    /// A volume without set voxels.
    ///
    /// # Errors
    /// [`BitmapError::PixelCount`] if the number of voxels is 0 or at least 2³²,
    /// [`BitmapError::OutOfMemory`] if memory for them cannot be allocated.
    pub fn new(width: usize, height: usize, depth: usize) -> Result<Self, BitmapError> {
        let rows = rows_of(width, height, depth)?;
        Ok(Self { rows: BitmapBuf::new(width, rows)?, height })
    }

    /// The volume whose voxels (x, y, z) are set where `is_set` is true.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn from_fn(
        width: usize,
        height: usize,
        depth: usize,
        mut is_set: impl FnMut(usize, usize, usize) -> bool,
    ) -> Result<Self, BitmapError> {
        let rows = rows_of(width, height, depth)?;
        let rows = BitmapBuf::from_fn(width, rows, |x, y| is_set(x, y % height, y / height))?;
        Ok(Self { rows, height })
    }

    /// The volume with these words: ⌈width / 64⌉ a row, voxel x in bit x % 64 of word x / 64. Bits
    /// past the width are cleared.
    ///
    /// ```
    /// use cc_label::Volume;
    ///
    /// let volume = Volume::from_words(vec![0b01, 0b11], 2, 1, 2)?;
    /// assert_eq!(volume, Volume::from_fn(2, 1, 2, |x, _, z| x <= z)?);
    /// # Ok::<(), cc_label::BitmapError>(())
    /// ```
    ///
    /// # Errors
    /// As [`new`](Self::new), and [`BitmapError::Length`] if the number of words does not fit.
    pub fn from_words(
        words: Vec<u64>,
        width: usize,
        height: usize,
        depth: usize,
    ) -> Result<Self, BitmapError> {
        let rows = rows_of(width, height, depth)?;
        Ok(Self { rows: BitmapBuf::from_words(words, width, rows)?, height })
    }

    /// The volume of the values for which `is_set` is true, in an array without gaps.
    ///
    /// ```
    /// use cc_label::Volume;
    ///
    /// // In C order, the shape is (2, 1, 3).
    /// let values = [0_u16, 500, 7, 1, 0, 0];
    /// let volume = Volume::from_values(&values, 3, 1, 2, |value| value != 0)?;
    /// assert_eq!(volume.plane(0).to_string(), ".XX");
    /// assert_eq!(volume.plane(1).to_string(), "X..");
    /// # Ok::<(), cc_label::BitmapError>(())
    /// ```
    ///
    /// # Errors
    /// As [`new`](Self::new), and [`BitmapError::Length`] if there is not one value for each voxel.
    pub fn from_values<V: Value>(
        values: &[V],
        width: usize,
        height: usize,
        depth: usize,
        is_set: impl Fn(V) -> bool,
    ) -> Result<Self, BitmapError> {
        let mut volume = Self::new(width, height, depth)?;
        let expected = width * height * depth;
        if values.len() != expected {
            return Err(BitmapError::Length { expected, found: values.len() });
        }
        let simd_level = SimdLevel::new();
        for (words, values) in volume.rows.rows_mut().zip(values.chunks(width)) {
            pack_where(simd_level, values, &is_set, words);
        }
        Ok(volume)
    }

    /// The volume with rows of one bit per voxel, each from one byte, without gaps between rows.
    ///
    /// ```
    /// use cc_label::{BitOrder, Volume};
    ///
    /// let bytes = [0b110, 0b001];
    /// let volume = Volume::from_packed(&bytes, 3, 1, 2, BitOrder::LeastSignificantFirst)?;
    /// assert_eq!(volume, Volume::from_fn(3, 1, 2, |x, _, z| (x == 0) == (z == 1))?);
    /// # Ok::<(), cc_label::BitmapError>(())
    /// ```
    ///
    /// # Errors
    /// As [`new`](Self::new), and [`BitmapError::Length`] if there are not ⌈width / 8⌉ bytes for
    /// each row.
    pub fn from_packed(
        bytes: &[u8],
        width: usize,
        height: usize,
        depth: usize,
        order: BitOrder,
    ) -> Result<Self, BitmapError> {
        let (rows, stride) = (rows_of(width, height, depth)?, width.div_ceil(8));
        if bytes.len() != rows * stride {
            return Err(BitmapError::Length { expected: rows * stride, found: bytes.len() });
        }
        Ok(Self { rows: BitmapBuf::from_packed(bytes, width, rows, stride, order)?, height })
    }

    /// Number of columns.
    #[must_use]
    pub const fn width(&self) -> usize {
        self.rows.width()
    }

    /// Number of rows of a plane.
    #[must_use]
    pub const fn height(&self) -> usize {
        self.height
    }

    /// Number of planes.
    #[must_use]
    pub const fn depth(&self) -> usize {
        self.rows.height() / self.height
    }

    /// The rows of all planes.
    pub(crate) const fn rows_of_planes(&self) -> &BitmapBuf {
        &self.rows
    }

    pub(crate) const fn rows_of_planes_mut(&mut self) -> &mut BitmapBuf {
        &mut self.rows
    }

    /// Width, height and depth.
    const fn size(&self) -> (usize, usize, usize) {
        (self.width(), self.height, self.depth())
    }

    /// Returns whether voxel (x, y, z) is set, `None` if the voxel lies outside the volume.
    #[inline]
    #[must_use]
    pub fn get(&self, (x, y, z): (usize, usize, usize)) -> Option<bool> {
        let inside = y < self.height && z < self.depth();
        inside.then(|| self.rows.get((x, self.height * z + y)))?
    }

    /// Sets voxel (x, y, z) to `value`.
    ///
    /// # Errors
    /// [`BitmapError::Outside`] if the voxel lies outside the volume.
    #[inline]
    pub fn set(&mut self, voxel: (usize, usize, usize), value: bool) -> Result<(), BitmapError> {
        let (outside, (x, y, z)) = (BitmapError::Outside { at: voxel, size: self.size() }, voxel);
        if y >= self.height || z >= self.depth() {
            return Err(outside);
        }
        self.rows.set((x, self.height * z + y), value).map_err(|_| outside)
    }

    /// Returns the words of row `y` of plane `z`. Bits past the width are clear.
    ///
    /// # Panics
    /// If the row does not exist.
    #[inline]
    #[must_use]
    pub fn row(&self, y: usize, z: usize) -> &[u64] {
        let (height, depth) = (self.height, self.depth());
        assert!(y < height && z < depth, "row ({y}, {z}) of {height} rows and {depth} planes");
        self.rows.row(height * z + y)
    }

    /// Writes the words of row `y` of plane `z`; see [`from_words`](Self::from_words).
    ///
    /// ```
    /// use cc_label::Volume;
    ///
    /// let mut volume = Volume::new(3, 2, 2)?;
    /// volume.set_row(1, 0, &[0b110])?;
    /// assert_eq!(volume.plane(0).to_string(), "...\n.XX");
    /// # Ok::<(), cc_label::BitmapError>(())
    /// ```
    ///
    /// # Errors
    /// [`BitmapError::Outside`] if the row does not exist, [`BitmapError::Length`] if `words`
    /// does not have the length of a row.
    pub fn set_row(&mut self, y: usize, z: usize, words: &[u64]) -> Result<(), BitmapError> {
        if y >= self.height || z >= self.depth() {
            return Err(BitmapError::Outside { at: (0, y, z), size: self.size() });
        }
        self.rows.set_row(self.height * z + y, words)
    }

    /// Returns plane `z` as an image.
    ///
    /// # Panics
    /// If the plane does not exist.
    #[must_use]
    pub fn plane(&self, z: usize) -> Bitmap<'_> {
        assert!(z < self.depth(), "plane {z} of {}", self.depth());
        self.rows.as_bitmap().rows(self.height * z..self.height * (z + 1))
    }

    /// Swaps set and unset voxels.
    ///
    /// ```
    /// use cc_label::Volume;
    ///
    /// let mut volume = Volume::from_fn(2, 1, 2, |x, _, z| x == z)?;
    /// volume.invert();
    /// assert_eq!(volume, Volume::from_fn(2, 1, 2, |x, _, z| x != z)?);
    /// # Ok::<(), cc_label::BitmapError>(())
    /// ```
    pub fn invert(&mut self) {
        self.rows.invert();
    }
}

/// A volume of one plane.
impl From<BitmapBuf> for Volume {
    fn from(plane: BitmapBuf) -> Self {
        let height = plane.height();
        Self { rows: plane, height }
    }
}

impl fmt::Debug for Volume {
    /// The size, and for `{:#?}` pictures of the planes below it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height, depth) = self.size();
        write!(f, "Volume({width}×{height}×{depth})")?;
        if f.alternate() {
            for z in 0..depth {
                write!(f, "\nplane {z}\n{}", self.plane(z))?;
            }
        }
        Ok(())
    }
}

/// A serialized volume.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
struct Stored {
    rows: BitmapBuf,
    height: usize,
}

#[cfg(feature = "serde")]
impl TryFrom<Stored> for Volume {
    type Error = &'static str;

    fn try_from(Stored { rows, height }: Stored) -> Result<Self, &'static str> {
        if height == 0 || !rows.height().is_multiple_of(height) {
            return Err("expected planes of complete rows");
        }
        Ok(Self { rows, height })
    }
}
