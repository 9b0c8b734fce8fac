//! Files of one bit per pixel without a header.

use std::fs::File;
use std::io;
use std::path::Path;

use cc_table::image::{BitOrder, BitmapBuf};
use memmap2::Mmap;

/// `WIDTHxHEIGHT`.
pub(super) fn size(text: &str) -> Result<[usize; 2], String> {
    let sides =
        text.split_once(['x', '×']).and_then(|(w, h)| Some([w.parse().ok()?, h.parse().ok()?]));
    sides.ok_or_else(|| "expected WIDTHxHEIGHT".to_owned())
}

/// Reads a file whose rows begin with a byte each. Only the words of the image take memory.
pub(super) fn read(
    path: &Path,
    [width, height]: [usize; 2],
    order: BitOrder,
) -> Result<BitmapBuf, String> {
    let stride = width.div_ceil(8);
    let expected = stride.checked_mul(height).map(|bytes| bytes as u64);
    let file = File::open(path).map_err(|error| error.to_string())?;
    let found = file.metadata().map_err(|error| error.to_string())?.len();
    if expected != Some(found) {
        let expected = expected.map_or("more".to_owned(), |bytes| bytes.to_string());
        return Err(format!(
            "expected {expected} bytes for {width}×{height} pixels, found {found}"
        ));
    }
    if found == 0 {
        return Err("expected at least one pixel".to_owned());
    }
    let bytes = map(&file).map_err(|error| error.to_string())?;
    BitmapBuf::from_packed(&bytes, width, height, stride, order).map_err(|error| error.to_string())
}

#[allow(unsafe_code)]
fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: the map is only read, and copied once. The help of --raw says that the file must not change.
    unsafe { Mmap::map(file) }
}
