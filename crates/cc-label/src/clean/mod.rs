//! Cleaning: images and segmentations without small components, holes and other noise; and what
//! surrounds or touches what.
//!
//! Read this file first. [`RegionTree`] (`tree`) tells which component is in which hole,
//! [`contacts()`] (`contacts`) which labels touch, and [`fill_holes_values`] (`holes`) fills the
//! holes of the components of equal values.
//!
//! The runs are found and labeled as for a label image, and each component is measured from its
//! runs. A predicate chooses components. Then only the runs of the others are written.

mod contacts;
mod holes;
mod tree;

use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

use crate::image::{Connectivity, Image, LabelError, Position};
use crate::label::{Numbers, Segments, Value};
use crate::measure::Extent;
use crate::scan::band::Band;
use crate::scan::{Measure, Place, Planes};

pub use self::contacts::{Contact, contacts};
pub use self::holes::fill_holes_values;
pub use self::tree::RegionTree;

/// Unsets the pixels of all components but those for which `keep` returns true. Returns the number
/// of the components that are kept.
///
/// ```
/// use cc_label::{Connectivity, Image, retain};
///
/// let mut image: Image = "
///     X X . X
///     . . . .
///     . X X X".parse()?;
/// let size = image.size();
/// assert_eq!(retain(&mut image, Connectivity::FOUR, |c| c.area() >= 2), 2);
/// assert_eq!(image.to_string(), "XX..\n....\n.XXX");
/// retain(&mut image, Connectivity::FOUR, |c| !c.touches_border(size));
/// assert_eq!(image.to_string(), "....\n....\n....");
/// # Ok::<(), cc_label::LabelError>(())
/// ```
pub fn retain(
    image: &mut Image,
    connectivity: Connectivity,
    keep: impl Fn(&Extent) -> bool,
) -> usize {
    let [_, kept] = retain_runs(image, connectivity, |found| found.iter().map(keep).collect());
    kept
}

/// Unsets the pixels of all components but the `count` largest ones. Of components of equal size,
/// the first ones in raster order are kept. Returns the number of the components that are kept.
///
/// ```
/// use cc_label::{Connectivity, Image, retain_largest};
///
/// let mut volume = Image::from_fn((4, 2, 2), |x, y, z| x < 2 || (x, y, z) == (3, 0, 1))?;
/// assert_eq!(retain_largest(&mut volume, Connectivity::TWENTY_SIX, 1), 1);
/// assert_eq!(volume, Image::from_fn((4, 2, 2), |x, _, _| x < 2)?);
/// # Ok::<(), cc_label::LabelError>(())
/// ```
pub fn retain_largest(image: &mut Image, connectivity: Connectivity, count: usize) -> usize {
    let [_, kept] = retain_runs(image, connectivity, |found| {
        let mut numbers: Vec<_> = (0..found.len()).collect();
        keep_largest(&mut numbers, count, |number| found[number].size);
        flags(found.len(), &numbers)
    });
    kept
}

/// Leaves the `count` largest of some components, the first ones of equal size.
fn keep_largest(numbers: &mut Vec<usize>, count: usize, size: impl Fn(usize) -> u32) {
    if count < numbers.len() {
        // Keys differ: the order of equal sizes is that of their numbers.
        numbers.select_nth_unstable_by_key(count, |&number| (Reverse(size(number)), number));
        numbers.truncate(count);
    }
}

/// Returns which of `len` numbers are among some.
fn flags(len: usize, numbers: &[usize]) -> Vec<bool> {
    let mut flags = vec![false; len];
    numbers.iter().for_each(|&number| flags[number] = true);
    flags
}

/// Sets the pixels of holes: of the components of at most `max_size` unset pixels that do not touch
/// the border. Returns the number of these holes.
///
/// | connectivity of set pixels or voxels | of unset ones |
/// | --- | --- |
/// | 4 | 8 |
/// | 8 | 4 |
/// | 6 | 26 |
/// | 18, 26 | 6 |
///
/// ```
/// use cc_label::{Connectivity, Image, fill_holes};
///
/// let mut image: Image = "
///     X X X . X .
///     X . X . . X
///     X X X . X .".parse()?;
/// assert_eq!(fill_holes(&mut image, Connectivity::FOUR, u64::MAX), 1);
/// assert_eq!(image.to_string(), "XXX.X.\nXXX..X\nXXX.X.");
/// let mut volume = Image::from_fn((3, 3, 3), |x, y, z| (x, y, z) != (1, 1, 1))?;
/// assert_eq!(fill_holes(&mut volume, Connectivity::SIX, 1), 1);
/// assert_eq!(volume, Image::from_fn((3, 3, 3), |_, _, _| true)?);
/// # Ok::<(), cc_label::LabelError>(())
/// ```
pub fn fill_holes(image: &mut Image, connectivity: Connectivity, max_size: u64) -> usize {
    let size = image.size();
    image.invert();
    let [regions, others] = retain_runs(image, connectivity.background(), |found| {
        found.iter().map(|region| region.touches_border(size) || region.size() > max_size).collect()
    });
    image.invert();
    regions - others
}

/// Unsets the pixels of the components that `choose` does not choose. Returns the numbers of
/// components before and after.
fn retain_runs(
    image: &mut Image,
    connectivity: Connectivity,
    choose: impl FnOnce(&[Extent]) -> Vec<bool>,
) -> [usize; 2] {
    let (planes, mut band) = (Planes::new(image, connectivity), Band::new());
    let (rows, is_plane) = (0..planes.shape.row_count, planes.shape.adjacency.is_plane());
    let top = Place::new(0, planes.shape.height as u64);
    let labeled = band.rows_of::<()>(planes, rows.clone(), 1);
    let mut found = vec![Extent::empty(is_plane); labeled.end() as usize - 1];
    labeled.add_to(rows.clone(), top, &mut found, 1);
    let kept = choose(&found);
    for (words, (_, runs)) in image.rows_mut().zip(labeled.rows(rows)) {
        let spans = &labeled.spans()[runs.clone()];
        for (&label, &[start, end]) in labeled.labels()[runs].iter().zip(spans) {
            if label.checked_sub(1).is_some_and(|number| !kept[number as usize]) {
                clear(words, start as usize, end as usize);
            }
        }
    }
    [kept.len(), kept.iter().filter(|&&kept| kept).count()]
}

/// Clears the bits from `start` to before `end`, which is more.
fn clear(words: &mut [u64], start: usize, end: usize) {
    let (first, last) = (start / 64, (end - 1) / 64);
    let (from, to) = (!0 << (start % 64), !0 >> (63 - (end - 1) % 64));
    if first == last {
        words[first] &= !(from & to);
    } else {
        words[first] &= !from;
        words[first + 1..last].fill(0);
        words[last] &= !to;
    }
}

/// Sets the pixels of an image or a volume of integers to `background`, except those of components
/// for which `keep` returns true, given the value and the extent. Pixels are connected if they have
/// the same value; the arguments are those of
/// [`Labeler::label_values`](crate::Labeler::label_values). Returns the number of the components that
/// are kept.
///
/// ```
/// use cc_label::{Connectivity, retain_values};
///
/// let mut pixels: [u8; 12] = [
///     7, 7, 0, 2, //
///     2, 7, 2, 0, //
///     2, 2, 7, 7,
/// ];
/// let keep = |value, c: &cc_label::Extent| value == 7 || c.area() == 3;
/// assert_eq!(retain_values(&mut pixels, (4, 3), 0, Connectivity::FOUR, keep)?, 3);
/// assert_eq!(pixels, [7, 7, 0, 0, 2, 7, 0, 0, 2, 2, 7, 7]);
/// # Ok::<(), cc_label::LabelError>(())
/// ```
///
/// # Errors
/// Those of the size and the number of values, as for
/// [`Labeler::label_values`](crate::Labeler::label_values).
pub fn retain_values<V: Value>(
    values: &mut [V],
    size: impl Position,
    background: V,
    connectivity: Connectivity,
    keep: impl Fn(V, &Extent) -> bool,
) -> Result<usize, LabelError> {
    retain_segments(values, size, background, connectivity, |found| {
        found.iter().map(|(value, extent)| keep(*value, extent)).collect()
    })
}

/// [`retain_values`] of the `count` largest components; if `per_value` is true, of each value. Of
/// components of equal size, the first ones in raster order are kept.
///
/// ```
/// use cc_label::{Connectivity, retain_largest_values};
///
/// let mut pixels: [u8; 12] = [
///     7, 7, 0, 2, //
///     2, 7, 2, 0, //
///     2, 2, 7, 7,
/// ];
/// assert_eq!(retain_largest_values(&mut pixels, (4, 3), 0, Connectivity::FOUR, 1, true)?, 2);
/// assert_eq!(pixels, [7, 7, 0, 0, 2, 7, 0, 0, 2, 2, 0, 0]);
/// # Ok::<(), cc_label::LabelError>(())
/// ```
///
/// # Errors
/// As [`retain_values`].
pub fn retain_largest_values<V: Value>(
    values: &mut [V],
    size: impl Position,
    background: V,
    connectivity: Connectivity,
    count: usize,
    per_value: bool,
) -> Result<usize, LabelError> {
    retain_segments(values, size, background, connectivity, |found| {
        let mut numbers: Vec<_> = (0..found.len()).collect();
        if per_value {
            numbers.sort_by_key(|&number| (found[number].0, Reverse(found[number].1.size)));
            let of_values = numbers.chunk_by(|&a, &b| found[a].0 == found[b].0);
            numbers = of_values.flat_map(|of| of.iter().take(count)).copied().collect();
        } else {
            keep_largest(&mut numbers, count, |number| found[number].1.size);
        }
        flags(found.len(), &numbers)
    })
}

/// Sets the pixels of the components of equal values that `choose` does not choose to `background`.
/// Returns the number of those that are kept.
fn retain_segments<V: Value>(
    values: &mut [V],
    size: impl Position,
    background: V,
    connectivity: Connectivity,
    choose: impl FnOnce(&[(V, Extent)]) -> Vec<bool>,
) -> Result<usize, LabelError> {
    let (numbers, mut segments) =
        (Numbers::to_label(values, size, background, connectivity)?, Segments::new());
    let (shape, count) = (numbers.shape, segments.scan(numbers));
    let (width, height) = (shape.width, shape.height as u64);
    let mut found = vec![(background, Extent::empty(false)); count as usize + 1];
    segments.for_each(width, |row, start, end, label| {
        let (value, extent) = &mut found[label as usize];
        *value = values[width * row + start];
        extent.add_run::<false>(start as u32, end as u32, Place::new(row as u64, height));
    });
    let kept = choose(&found[1..]);
    if kept.contains(&false) {
        // Adjacent segments are written together.
        let mut removed = 0..0;
        segments.for_each(width, |row, start, end, label| {
            if label.checked_sub(1).is_some_and(|number| !kept[number as usize]) {
                let (start, end) = (width * row + start, width * row + end);
                if removed.end != start {
                    values[removed.clone()].fill(background);
                    removed.start = start;
                }
                removed.end = end;
            }
        });
        values[removed].fill(background);
    }
    Ok(kept.iter().filter(|&&kept| kept).count())
}
