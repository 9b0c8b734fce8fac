//! An image as rows: the number of rows of a plane, and which rows touch ([`Adjacency`]). The rest
//! of the scan knows nothing else of images.

use crate::image::{Connectivity, Image};

/// Which rows touch, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Adjacency {
    /// Those of one plane. Edges are corners.
    Plane(Connectivity),
    /// Those of a volume.
    Space(Connectivity),
}

impl Adjacency {
    pub(crate) const fn new(connectivity: Connectivity, depth: usize) -> Self {
        match connectivity {
            _ if depth > 1 => Self::Space(connectivity),
            Connectivity::Faces => Self::Plane(Connectivity::Faces),
            Connectivity::Edges | Connectivity::Corners => Self::Plane(Connectivity::Corners),
        }
    }

    #[inline(always)]
    pub(crate) const fn is_plane(self) -> bool {
        matches!(self, Self::Plane(_))
    }

    /// Returns how many of the last rows later rows touch, in planes of `height` rows.
    pub(crate) const fn window(self, height: usize) -> usize {
        if self.is_plane() { 1 } else { height + 1 }
    }

    /// Returns the number of axes in which the places of two neighbors may differ.
    pub(crate) const fn axes(self) -> u64 {
        match self {
            Self::Plane(Connectivity::Faces) | Self::Space(Connectivity::Faces) => 1,
            Self::Plane(_) | Self::Space(Connectivity::Edges) => 2,
            Self::Space(Connectivity::Corners) => 3,
        }
    }
}

/// The size of an image, and which of its rows touch.
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
    pub(crate) const fn new(
        [width, height, depth]: [usize; 3],
        connectivity: Connectivity,
    ) -> Self {
        let adjacency = Adjacency::new(connectivity, depth);
        Self { width, height, row_count: height * depth, adjacency }
    }

    /// Number of columns, of rows of a plane, and of planes.
    pub(crate) const fn size(self) -> [usize; 3] {
        [self.width, self.height, self.row_count / self.height]
    }

    /// Number of rows that later rows may touch if they all begin with a new plane: a row of a
    /// plane, a plane of a volume.
    #[cfg(feature = "parallel")]
    pub(crate) const fn seam(self) -> usize {
        if self.adjacency.is_plane() { 1 } else { self.height }
    }

    /// Returns the earlier rows that a row touches: in a plane that above, in a volume e, a, p and
    /// q (`runs`).
    #[inline(always)]
    pub(crate) fn earlier(self, row: usize) -> [Option<usize>; 4] {
        let height = self.height;
        let y = row % height;
        let earlier = |is_inside: bool, distance: usize| {
            if is_inside { row.checked_sub(distance) } else { None }
        };
        let above = earlier(y > 0, 1);
        if self.adjacency.is_plane() {
            return [above, None, None, None];
        }
        // The last row of a plane before the first one does not exist.
        [
            earlier(true, height),
            above,
            earlier(y > 0, height + 1),
            earlier(y + 1 < height && row >= height, height - 1),
        ]
    }
}

/// The rows of all planes of an image.
#[derive(Clone, Copy)]
pub(crate) struct Planes<'a> {
    /// All rows, as one plane.
    pub(crate) rows: Image<&'a [u64]>,
    pub(crate) shape: Shape,
}

impl<'a> Planes<'a> {
    pub(crate) fn new(image: &'a Image<impl AsRef<[u64]>>, connectivity: Connectivity) -> Self {
        let shape = Shape::new(image.size().into(), connectivity);
        Self { rows: image.as_borrowed().into_rows(0..shape.row_count), shape }
    }

    #[inline(always)]
    pub(crate) fn row(self, row: usize) -> &'a [u64] {
        self.rows.into_row(row)
    }

    /// The width in the type of the kernels.
    pub(crate) const fn columns(self) -> u32 {
        self.shape.width as u32
    }
}
