//! Which pixels and voxels, and which rows of an image or a volume, touch.

use core::fmt::{self, Debug};
use core::str::FromStr;

use bitboard_core::Connectivity;

use crate::sealed::Sealed;

/// Which voxels of a volume are connected: the counterpart of [`Connectivity`] in space.
///
/// ```
/// use cc_label::Neighbors;
///
/// assert_eq!("18".parse(), Ok(Neighbors::Eighteen));
/// assert_eq!(Neighbors::ALL.map(|neighbors| neighbors.to_string()), ["6", "18", "26"]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Neighbors {
    /// Voxels with a common face.
    Six,
    /// Voxels with a common face or edge.
    Eighteen,
    /// Voxels with a common face, edge or corner.
    TwentySix,
}

impl Neighbors {
    /// All, [`Six`](Self::Six) first.
    pub const ALL: [Self; 3] = [Self::Six, Self::Eighteen, Self::TwentySix];
}

impl fmt::Display for Neighbors {
    /// Writes the number of neighbors: `6`, `18` or `26`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Six => "6",
            Self::Eighteen => "18",
            Self::TwentySix => "26",
        })
    }
}

/// Error returned when parsing [`Neighbors`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected 6, 18 or 26 neighbors")]
pub struct NeighborsError;

impl FromStr for Neighbors {
    type Err = NeighborsError;

    /// Reads the number of neighbors: `6`, `18` or `26`.
    fn from_str(text: &str) -> Result<Self, NeighborsError> {
        match text {
            "6" => Ok(Self::Six),
            "18" => Ok(Self::Eighteen),
            "26" => Ok(Self::TwentySix),
            _ => Err(NeighborsError),
        }
    }
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
    pub(crate) const fn window(self, height: usize) -> usize {
        match self {
            Self::Plane(_) => 1,
            Self::Space(_) => height + 1,
        }
    }

    /// Returns which unset pixels or voxels are connected if this tells it of the set ones: so
    /// components of the two kinds cannot cross.
    pub(crate) const fn background(self) -> Self {
        match self {
            Self::Plane(Connectivity::Four) => Self::Plane(Connectivity::Eight),
            Self::Plane(Connectivity::Eight) => Self::Plane(Connectivity::Four),
            Self::Space(Neighbors::Six) => Self::Space(Neighbors::TwentySix),
            Self::Space(_) => Self::Space(Neighbors::Six),
        }
    }

    /// Returns the number of axes in which the places of two neighbors may differ.
    pub(crate) const fn axes(self) -> u64 {
        match self {
            Self::Plane(Connectivity::Four) | Self::Space(Neighbors::Six) => 1,
            Self::Plane(Connectivity::Eight) | Self::Space(Neighbors::Eighteen) => 2,
            Self::Space(Neighbors::TwentySix) => 3,
        }
    }
}

/// The size of an image or a volume, and which of its rows touch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    pub(crate) width: usize,
    /// Number of rows of a plane.
    pub(crate) height: usize,
    /// Number of rows of all planes.
    pub(crate) row_count: usize,
    pub(crate) adjacency: Adjacency,
}

impl Shape {
    /// Number of columns, of rows of a plane, and of planes.
    pub(crate) const fn size(self) -> [usize; 3] {
        [self.width, self.height, self.row_count / self.height]
    }

    /// Number of rows that later rows may touch if they all begin with a new plane: a row of an
    /// image, a plane of a volume.
    #[cfg(feature = "parallel")]
    pub(crate) const fn seam(self) -> usize {
        match self.adjacency {
            Adjacency::Plane(_) => 1,
            Adjacency::Space(_) => self.height,
        }
    }

    /// Returns the earlier rows that a row touches: in an image that above, in a volume e, a, p and
    /// q (`runs`).
    #[inline(always)]
    pub(crate) fn earlier(self, row: usize) -> [Option<usize>; 4] {
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
    pub(crate) fn is_border(self, row: usize) -> bool {
        let (y, height) = (row % self.height, self.height);
        let is_outer = row < height || row + height >= self.row_count;
        let is_volume = matches!(self.adjacency, Adjacency::Space(_));
        y == 0 || y + 1 == height || is_volume && is_outer
    }
}
