//! Image libraries on images of one byte per pixel.

use std::cell::OnceCell;

use cc_label::Connectivity;
use image::{GrayImage, ImageBuffer, Luma};
use imageproc::region_labelling;
use kornia_image::{Image, ImageSize};
use kornia_imgproc::connected_components;

/// An image in the types of other crates, converted at first use.
#[derive(Default)]
pub struct Images {
    gray: OnceCell<GrayImage>,
    kornia: OnceCell<Image<u8, 1>>,
}

/// A component number for each pixel.
pub type Labels = ImageBuffer<Luma<u32>, Vec<u32>>;

impl Images {
    /// The components by imageproc. `bytes` has `width` pixels a row; 0 is background.
    ///
    /// # Panics
    /// If the size does not match the number of bytes.
    pub fn imageproc(
        &self,
        bytes: &[u8],
        width: usize,
        height: usize,
        connectivity: Connectivity,
    ) -> Labels {
        let gray = self.gray.get_or_init(|| {
            let gray = GrayImage::from_raw(width as u32, height as u32, bytes.to_vec());
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
        width: usize,
        height: usize,
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
}
