//! Images of the `image` crate.

use core::ops::Deref;

use ::image::{GrayImage, ImageBuffer, Luma};

use super::bitmap::{Bitmap, BitmapBuf};
use super::error::BitmapError;

impl BitmapBuf {
    /// The image of the pixels of at least `threshold` in an image of the `image` crate.
    ///
    /// ```
    /// use cc_table::image::BitmapBuf;
    /// use image::{GrayImage, Luma};
    ///
    /// let gray = GrayImage::from_fn(4, 2, |x, y| Luma([(50 * (x + y)) as u8]));
    /// let bitmap = BitmapBuf::from_gray_image(&gray, 150)?;
    /// assert_eq!(bitmap.to_string(), "...X\n..XX");
    /// # Ok::<(), cc_table::image::BitmapError>(())
    /// ```
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn from_gray_image<C: Deref<Target = [u8]>>(
        image: &ImageBuffer<Luma<u8>, C>,
        threshold: u8,
    ) -> Result<Self, BitmapError> {
        let (width, height) = (image.width() as usize, image.height() as usize);
        Self::from_luma(image.as_raw(), width, height, width, threshold)
    }
}

impl Bitmap<'_> {
    /// An image of the `image` crate: set pixels are 255, the others 0.
    ///
    /// ```
    /// use cc_table::image::BitmapBuf;
    ///
    /// let bitmap: BitmapBuf = "X.\n.X".parse()?;
    /// assert_eq!(bitmap.as_bitmap().to_gray_image().into_raw(), [255, 0, 0, 255]);
    /// # Ok::<(), cc_table::image::BitmapError>(())
    /// ```
    #[must_use]
    pub fn to_gray_image(&self) -> GrayImage {
        // Fewer than 2³² pixels have fewer than 2³² rows.
        GrayImage::from_fn(self.columns(), self.height() as u32, |x, y| {
            Luma([if self.get(x as usize, y as usize) == Some(true) { 255 } else { 0 }])
        })
    }
}
