//! The surface of components of a volume.

use crate::adjacency::Neighbors;
use crate::measure::{Measure, Place, VolumeComponent};
use crate::sealed::Sealed;

/// Another measure and the surface: the number of faces between voxels of the component and unset
/// voxels, or the outside of the volume.
///
/// A column of voxels along an axis has two such faces for each of its runs. So half of them are
/// counted, those to earlier voxels.
///
/// ```
/// use cc_label::{Neighbors, Volume, WithSurface, measure};
///
/// let volume = Volume::from_fn(4, 2, 2, |x, y, z| x < 2 && (x, y, z) != (1, 1, 1))?;
/// let found: Vec<WithSurface> = measure(&volume, Neighbors::Six);
/// assert_eq!((found[0].measure().voxel_count(), found[0].face_count()), (7, 24));
/// # Ok::<(), cc_label::BitmapError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct WithSurface<M = VolumeComponent> {
    measure: M,
    faces: u64,
}

impl<M> Sealed for WithSurface<M> {}

impl<M: Measure<Connectivity = Neighbors>> Measure for WithSurface<M> {
    type Connectivity = Neighbors;
    type Rows = M::Rows;

    const LINKS: bool = true;
    const EMPTY: Self = Self { measure: M::EMPTY, faces: 0 };

    #[inline(always)]
    fn add_run(&mut self, start: u32, end: u32, place: Place) {
        self.measure.add_run(start, end, place);
        self.faces += 2;
    }

    #[inline(always)]
    fn add_links(&mut self, links: u32) {
        self.measure.add_links(links);
        self.faces += 2 * u64::from(links);
    }

    #[inline(always)]
    fn merge(&mut self, other: &Self) {
        self.measure.merge(&other.measure);
        self.faces += other.faces;
    }
}

impl<M> WithSurface<M> {
    /// The other measure.
    #[must_use]
    pub const fn measure(&self) -> &M {
        &self.measure
    }

    /// Number of faces to unset voxels and to the outside.
    #[must_use]
    pub const fn face_count(&self) -> u64 {
        self.faces
    }
}
