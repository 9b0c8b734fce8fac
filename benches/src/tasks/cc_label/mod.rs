//! Labels and measures of images and volumes.

mod images;
mod volumes;

use cc_label::Image;

use crate::task::{Task, checksum};

pub(super) fn tasks() -> Vec<Task> {
    let mut tasks = images::tasks();
    tasks.extend(volumes::tasks());
    tasks
}

/// The number of components and a checksum of all labels, which are renumbered in the order of their
/// first pixels: other libraries have another order.
fn show_labels(labels: impl Iterator<Item = u32>) -> String {
    let (mut numbers, mut count) = (vec![0], 0);
    let renumbered = labels.map(|label| {
        let label = label as usize;
        if label >= numbers.len() {
            numbers.resize(label + 1, 0);
        }
        if label > 0 && numbers[label] == 0 {
            count += 1;
            numbers[label] = count;
        }
        numbers[label]
    });
    let sum = checksum(renumbered.enumerate());
    format!("{count} components, {sum:x}")
}

/// The image as a PBM file, the planes of a volume below one another.
fn pbm(image: &Image) -> Vec<u8> {
    let (width, rows) = (image.width(), image.height() * image.depth());
    let mut file = format!("P4\n{width} {rows}\n").into_bytes();
    for row in 0..rows {
        let bytes = image.row(row).iter().flat_map(|word| word.to_le_bytes());
        file.extend(bytes.map(u8::reverse_bits).take(width.div_ceil(8)));
    }
    file
}
