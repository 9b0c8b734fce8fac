//! Image libraries on images of one byte per pixel; 0 is background.

use std::cell::OnceCell;

use cc_label::Connectivity;
use fovea::analyze::components::{
    ComponentStats as Measured, Connectivity8, Labeling, connected_components_with_stats,
};
use fovea::image::{BinaryImage, ContiguousImage as _};
use fovea::pixel::Label32;
use image::{GrayImage, ImageBuffer, Luma};
use imageproc::region_labelling;
use kornia_image::{Image, ImageSize};
use kornia_imgproc::connected_components;

/// An image in the types of other crates, converted at first use, in the round to warm up.
#[derive(Default)]
pub struct Images {
    gray: OnceCell<GrayImage>,
    kornia: OnceCell<Image<u8, 1>>,
    fovea: OnceCell<BinaryImage>,
}

/// A component number for each pixel.
pub type Labels = ImageBuffer<Luma<u32>, Vec<u32>>;

/// Width and height.
type Size = (usize, usize);

impl Images {
    /// The components by imageproc.
    ///
    /// # Panics
    /// If the size does not match the number of bytes.
    pub fn imageproc(&self, bytes: &[u8], size: Size, connectivity: Connectivity) -> Labels {
        let gray = self.gray.get_or_init(|| {
            let gray = GrayImage::from_raw(size.0 as u32, size.1 as u32, bytes.to_vec());
            gray.expect("a byte for each pixel")
        });
        let connectivity = match connectivity {
            Connectivity::Faces => region_labelling::Connectivity::Four,
            _ => region_labelling::Connectivity::Eight,
        };
        region_labelling::connected_components(gray, connectivity, Luma([0]))
    }

    /// The components by kornia-imgproc, in an image that is allocated in the first round.
    ///
    /// # Panics
    /// If the size does not match the number of bytes.
    pub fn kornia(
        &self,
        bytes: &[u8],
        (width, height): Size,
        connectivity: Connectivity,
        labels: &mut Option<Image<i32, 1>>,
    ) {
        let size = ImageSize { width, height };
        let image = self
            .kornia
            .get_or_init(|| Image::new(size, bytes.to_vec()).expect("a byte for each pixel"));
        let new = || Image::from_size_val(size, 0).expect("a size that is allowed");
        connected_components::connected_components(
            image,
            labels.get_or_insert_with(new),
            match connectivity {
                Connectivity::Faces => connected_components::Connectivity::Four,
                _ => connected_components::Connectivity::Eight,
            },
        )
        .expect("images of the same size");
    }

    /// Labels and measures by fovea, with 8 neighbors.
    ///
    /// # Panics
    /// If the size does not match the number of bytes.
    pub fn fovea(&self, bytes: &[u8], (width, height): Size) -> (Labeling<Label32>, Vec<Measured>) {
        let image = self.fovea.get_or_init(|| {
            let bits = bytes.iter().map(|&byte| byte > 0).collect();
            BinaryImage::from_vec(width, height, bits).expect("a byte for each pixel")
        });
        let found = connected_components_with_stats::<Label32, Connectivity8, _>(image);
        found.expect("fewer components than numbers")
    }
}

/// The labels of fovea as numbers, row by row.
pub fn numbers(labeling: &Labeling<Label32>) -> impl Iterator<Item = u32> {
    labeling.labels.as_slice().iter().map(|label| label.value())
}

/// Area, box (from left and top to before right and bottom) and sums of the coordinates.
#[must_use]
pub fn measures(found: &Measured) -> [u64; 7] {
    let (least, most) = (found.bbox_min, found.bbox_max_inclusive);
    let [left, top, right, bottom] =
        [least.x, least.y, most.x + 1, most.y + 1].map(|bound| bound as u64);
    [found.area, left, top, right, bottom, found.sum_x, found.sum_y]
}
