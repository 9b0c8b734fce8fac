//! What is labeled: [`Image`], bits of up to three axes, and [`Connectivity`].
//!
//! Read `bits` first: how pixels are stored, and what images are made from. `pack` turns bytes into
//! bits, 64 at a time. Queries read an image as rows of words, plane by plane (`scan`).

mod bits;
mod pack;

use alloc::format;
use alloc::string::String;
use core::fmt::Debug;

use bitboard_core::picture::PictureError;

use crate::sealed::Sealed;

pub use self::bits::{BitOrder, Image};
pub(crate) use self::pack::pack;

/// Which pixels or voxels are connected: those that have a face, an edge or a corner in common. In
/// a plane the faces are the four sides of a pixel, and edges and corners are the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Connectivity {
    /// 4 neighbors in a plane, 6 in space.
    Faces,
    /// 8 neighbors in a plane, 18 in space.
    Edges,
    /// 8 neighbors in a plane, 26 in space.
    Corners,
}

impl Connectivity {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Faces, Self::Edges, Self::Corners];
    /// Pixels with a common side.
    pub const FOUR: Self = Self::Faces;
    /// Pixels with a common side or corner.
    pub const EIGHT: Self = Self::Corners;
    /// Voxels with a common face.
    pub const SIX: Self = Self::Faces;
    /// Voxels with a common face or edge.
    pub const EIGHTEEN: Self = Self::Edges;
    /// Voxels with a common face, edge or corner.
    pub const TWENTY_SIX: Self = Self::Corners;

    /// The connectivity of the background: components of set and of unset pixels cannot cross.
    pub(crate) const fn background(self) -> Self {
        match self {
            Self::Faces => Self::Corners,
            Self::Edges | Self::Corners => Self::Faces,
        }
    }
}

/// A position or a size: `(x, y)` or `(x, y, z)`, `(width, height)` or `(width, height, depth)`.
pub trait Position: Sealed + Copy + Debug {
    /// Returns x, y and z; of two numbers, z is `z`.
    fn axes(self, z: usize) -> [usize; 3];
}

impl Sealed for (usize, usize) {}

impl Position for (usize, usize) {
    fn axes(self, z: usize) -> [usize; 3] {
        [self.0, self.1, z]
    }
}

impl Sealed for (usize, usize, usize) {}

impl Position for (usize, usize, usize) {
    fn axes(self, _: usize) -> [usize; 3] {
        self.into()
    }
}

/// Error returned for images, label buffers and lists of values of the wrong size or with the wrong
/// contents. Sizes are width, height and depth, and an image of one plane has depth 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LabelError {
    /// No pixels or voxels, or more than labels can number. [`Tiles`](crate::Tiles) divide what is
    /// larger.
    #[error("expected 1 to 2³² − 1 {}s, found {}", unit(*size), whole(*size))]
    PixelCount {
        /// Width, height and depth.
        size: (usize, usize, usize),
    },
    /// The rows of a [`Stream`](crate::Stream) are empty or too wide.
    #[error("expected rows of 1 to 2³⁰ − 1 pixels, found {found}")]
    StreamWidth {
        /// Number of pixels of a row.
        found: usize,
    },
    /// Memory for the image or volume cannot be allocated.
    #[error("cannot allocate memory for {}", whole(*size))]
    OutOfMemory {
        /// Width, height and depth.
        size: (usize, usize, usize),
    },
    /// Words, a row, a label buffer or the bytes of an image have the wrong length.
    #[error("expected {expected} elements, found {found}")]
    Length {
        /// Number of elements needed.
        expected: usize,
        /// Number of elements given.
        found: usize,
    },
    /// Bits past the width are set in borrowed words.
    #[error("expected no bits past the width, found some in row {row}")]
    Padding {
        /// The row, counted from that of the first plane.
        row: usize,
    },
    /// Rows that overlap.
    #[error("expected rows at least {expected} bytes apart, found {found}")]
    Stride {
        /// Number of bytes of a row.
        expected: usize,
        /// The stride given.
        found: usize,
    },
    /// The pixel or voxel lies outside.
    #[error("expected a position in {}, found {}", whole(*size), place(*at, *size))]
    Outside {
        /// The position, from 0.
        at: (usize, usize, usize),
        /// Width, height and depth.
        size: (usize, usize, usize),
    },
    /// More components than the label type can number.
    #[error("expected at most {max} components for this type of label, found {found}")]
    TooManyComponents {
        /// The largest label.
        max: u32,
        /// Number of components.
        found: u32,
    },
    /// A text is not a picture of an image.
    #[error(transparent)]
    Picture(#[from] PictureError),
}

/// Writes a position in a whole of some size: `X,Y`, or `X,Y,Z` if it has more than one plane.
pub(crate) fn place(
    (x, y, z): (usize, usize, usize),
    (.., depth): (usize, usize, usize),
) -> String {
    if depth == 1 { format!("{x},{y}") } else { format!("{x},{y},{z}") }
}

pub(crate) const fn unit((.., depth): (usize, usize, usize)) -> &'static str {
    if depth == 1 { "pixel" } else { "voxel" }
}

pub(crate) fn whole((width, height, depth): (usize, usize, usize)) -> String {
    match depth {
        1 => format!("an image of {width}×{height} pixels"),
        _ => format!("a volume of {width}×{height}×{depth} voxels"),
    }
}
