//! Cleaning: images, volumes and segmentations without small components, holes and other noise.
//!
//! The runs are found and labeled as for a label image, and the pixels of each component are
//! counted from its runs. A [`Keep`] chooses components. Then only the runs of the others are
//! written.

use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

use bitboard_core::limits::unlimited;
use bitboard_core::{Interrupted, Limits};

use crate::adjacency::Shape;
use crate::band::{Band, Labeled};
use crate::bitmap::BitmapBuf;
use crate::compare::{Numbers, Value};
use crate::limits::RowWatch;
use crate::raster::{Planes, RasterBuf};
use crate::values::Segments;

/// A rule for the components to keep: by their size, by their place, or the largest ones.
///
/// ```
/// use cc_label::Connectivity;
/// use cc_label::{BitmapBuf, Keep, retain};
///
/// let image: BitmapBuf = "
///     X X . X
///     . . . .
///     . X X X".parse()?;
/// let kept = |keep: Keep| {
///     let mut image = image.clone();
///     retain(&mut image, Connectivity::Four, keep);
///     image.to_string()
/// };
/// assert_eq!(kept(Keep::at_least(2)), "XX..\n....\n.XXX");
/// assert_eq!(kept(Keep::largest(1)), "....\n....\n.XXX");
/// assert_eq!(kept(Keep::at_most(2).and(Keep::largest(1))), "XX..\n....\n....");
/// # Ok::<(), cc_label::BitmapError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[must_use]
pub struct Keep {
    least: u64,
    most: u64,
    /// The number of the largest to keep, of all and of each value.
    largest: [usize; 2],
    /// Whether to keep components that do not touch the border, and those that do.
    places: [bool; 2],
}

impl Keep {
    /// All components.
    pub const ALL: Self =
        Self { least: 0, most: u64::MAX, largest: [usize::MAX; 2], places: [true; 2] };

    /// Components of at least `count` pixels or voxels.
    pub const fn at_least(count: u64) -> Self {
        Self { least: count, ..Self::ALL }
    }

    /// Components of at most `count` pixels or voxels.
    pub const fn at_most(count: u64) -> Self {
        Self { most: count, ..Self::ALL }
    }

    /// The `count` largest of the components that meet all other conditions. Of components of equal
    /// size, the first ones in raster order are kept.
    pub const fn largest(count: usize) -> Self {
        Self { largest: [count, usize::MAX], ..Self::ALL }
    }

    /// [`largest`](Self::largest) for each value of an image of numbers. In images of bits there is
    /// one value.
    pub const fn largest_of_each_value(count: usize) -> Self {
        Self { largest: [usize::MAX, count], ..Self::ALL }
    }

    /// Components with a pixel or voxel on the border of the image or volume.
    pub const fn touching_border() -> Self {
        Self { places: [false, true], ..Self::ALL }
    }

    /// Components without a pixel or voxel on the border of the image or volume.
    pub const fn off_border() -> Self {
        Self { places: [true, false], ..Self::ALL }
    }

    /// The components that meet the conditions of both.
    pub fn and(self, other: Self) -> Self {
        let [[inner, border], [other_inner, other_border]] = [self.places, other.places];
        Self {
            least: self.least.max(other.least),
            most: self.most.min(other.most),
            largest: [0, 1].map(|i| self.largest[i].min(other.largest[i])),
            places: [inner && other_inner, border && other_border],
        }
    }

    /// Returns which of the components are kept.
    pub(crate) fn choose(self, found: &[Found]) -> Vec<bool> {
        let mut kept = vec![false; found.len()];
        let matches = |found: &Found| {
            (self.least..=self.most).contains(&found.size)
                && self.places[usize::from(found.is_at_border)]
        };
        let [of_all, of_each] = self.largest;
        let numbers = (0..found.len()).filter(|&number| matches(&found[number]));
        if of_all.min(of_each) == usize::MAX {
            numbers.for_each(|number| kept[number] = true);
            return kept;
        }
        let mut numbers: Vec<_> = numbers.collect();
        if of_each < usize::MAX {
            numbers.sort_by_key(|&number| (found[number].value, Reverse(found[number].size)));
            let of_values = numbers.chunk_by(|&a, &b| found[a].value == found[b].value);
            numbers = of_values.flat_map(|of| of.iter().take(of_each)).copied().collect();
        }
        // Keys differ: the order of equal sizes is that of their numbers.
        if of_all < numbers.len() {
            numbers.select_nth_unstable_by_key(of_all, |&number| {
                (Reverse(found[number].size), number)
            });
            numbers.truncate(of_all);
        }
        numbers.into_iter().for_each(|number| kept[number] = true);
        kept
    }
}

/// What is known of a component when it is kept or not.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Found {
    pub(crate) size: u64,
    pub(crate) is_at_border: bool,
    pub(crate) value: u64,
}

impl Found {
    /// Adds the columns from `start` to before `end` of a row.
    #[inline(always)]
    fn add(&mut self, start: usize, end: usize, width: usize, is_border: bool) {
        self.size += (end - start) as u64;
        self.is_at_border |= is_border || start == 0 || end == width;
    }
}

/// Measures the components of labeled runs.
fn measure_runs(labeled: &Labeled<'_>, shape: Shape) -> Vec<Found> {
    let mut found = vec![Found::default(); labeled.end() as usize - 1];
    for (row, runs) in labeled.rows(0..shape.row_count) {
        let is_border = shape.is_border(row);
        let spans = &labeled.spans()[runs.clone()];
        for (&label, &[start, end]) in labeled.labels()[runs].iter().zip(spans) {
            let found = &mut found[label as usize - 1];
            found.add(start as usize, end as usize, shape.width, is_border);
        }
    }
    found
}

/// Unsets the pixels or voxels of all components but those to keep. Returns the number of the
/// components that are kept.
///
/// ```
/// use cc_label::{Keep, Neighbors, Volume, retain};
///
/// let mut volume = Volume::from_fn(4, 2, 2, |x, y, z| x < 2 || (x, y, z) == (3, 0, 1))?;
/// assert_eq!(retain(&mut volume, Neighbors::TwentySix, Keep::at_least(5)), 1);
/// assert_eq!(volume, Volume::from_fn(4, 2, 2, |x, _, _| x < 2)?);
/// # Ok::<(), cc_label::BitmapError>(())
/// ```
pub fn retain<R: RasterBuf>(raster: &mut R, connectivity: R::Connectivity, keep: Keep) -> usize {
    unlimited(|limits| try_retain(raster, connectivity, keep, limits))
}

/// [`retain`] within limits. A node is a row.
///
/// # Errors
/// [`Interrupted`] if a limit is reached, with the number of rows that have been scanned. Then, and
/// if a listener panics, the image or volume is unchanged.
pub fn try_retain<R: RasterBuf>(
    raster: &mut R,
    connectivity: R::Connectivity,
    keep: Keep,
    limits: &Limits<'_>,
) -> Result<usize, Interrupted<u64>> {
    let shape = raster.planes(connectivity).shape;
    retain_runs(raster.rows_mut(), shape, keep, limits).map(|[_, after]| after)
}

/// Sets the pixels or voxels of all holes: of the components of unset pixels or voxels that do not
/// touch the border. Returns the number of holes.
///
/// | connectivity of set pixels or voxels | of unset ones |
/// | --- | --- |
/// | 4 | 8 |
/// | 8 | 4 |
/// | 6 | 26 |
/// | 18, 26 | 6 |
///
/// ```
/// use cc_label::Connectivity;
/// use cc_label::{BitmapBuf, Neighbors, Volume, fill_holes};
///
/// let mut image: BitmapBuf = "
///     X X X . X .
///     X . X . . X
///     X X X . X .".parse()?;
/// assert_eq!(fill_holes(&mut image, Connectivity::Four), 1);
/// assert_eq!(image.to_string(), "XXX.X.\nXXX..X\nXXX.X.");
/// let mut volume = Volume::from_fn(3, 3, 3, |x, y, z| (x, y, z) != (1, 1, 1))?;
/// assert_eq!(fill_holes(&mut volume, Neighbors::Six), 1);
/// assert_eq!(volume, Volume::from_fn(3, 3, 3, |_, _, _| true)?);
/// # Ok::<(), cc_label::BitmapError>(())
/// ```
pub fn fill_holes<R: RasterBuf>(raster: &mut R, connectivity: R::Connectivity) -> usize {
    unlimited(|limits| try_fill_holes(raster, connectivity, limits))
}

/// [`fill_holes`] within limits. A node is a row.
///
/// # Errors
/// As [`try_retain`].
pub fn try_fill_holes<R: RasterBuf>(
    raster: &mut R,
    connectivity: R::Connectivity,
    limits: &Limits<'_>,
) -> Result<usize, Interrupted<u64>> {
    let mut shape = raster.planes(connectivity).shape;
    shape.adjacency = shape.adjacency.background();
    let image = Inverted::new(raster.rows_mut());
    let done = retain_runs(image.0, shape, Keep::touching_border(), limits);
    done.map(|[before, after]| before - after)
}

/// An image that is inverted until this is dropped, also if a listener panics.
struct Inverted<'a>(&'a mut BitmapBuf);

impl<'a> Inverted<'a> {
    fn new(image: &'a mut BitmapBuf) -> Self {
        image.invert();
        Self(image)
    }
}

impl Drop for Inverted<'_> {
    fn drop(&mut self) {
        self.0.invert();
    }
}

/// Unsets the pixels of the components that are not kept. Returns the numbers of components before
/// and after.
fn retain_runs(
    image: &mut BitmapBuf,
    shape: Shape,
    keep: Keep,
    limits: &Limits<'_>,
) -> Result<[usize; 2], Interrupted<u64>> {
    let planes = Planes { rows: image.as_bitmap(), shape };
    let (mut band, watch) = (Band::new(), RowWatch::new(limits, shape.width));
    let all = 0..shape.row_count;
    let labeled = band.rows_of::<()>(planes, all.clone(), 1, &watch)?;
    let kept = keep.choose(&measure_runs(&labeled, shape));
    watch.check()?;
    for (words, (_, runs)) in image.rows_mut().zip(labeled.rows(all)) {
        let spans = &labeled.spans()[runs.clone()];
        for (&label, &[start, end]) in labeled.labels()[runs].iter().zip(spans) {
            if !kept[label as usize - 1] {
                clear(words, start as usize, end as usize);
            }
        }
    }
    Ok([kept.len(), kept.iter().filter(|&&kept| kept).count()])
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

/// Replaces the labels of components that are not kept by 0, and numbers the others from 1. Returns
/// their number.
pub(crate) fn renumber(
    labeled: &mut Labeled<'_>,
    planes: Planes<'_>,
    keep: Keep,
    watch: &RowWatch<'_>,
) -> Result<u32, Interrupted<u64>> {
    let kept = keep.choose(&measure_runs(labeled, planes.shape));
    let mut count = 0;
    let mut labels = vec![0; kept.len() + 1];
    for (label, _) in labels[1..].iter_mut().zip(kept).filter(|(_, kept)| *kept) {
        count += 1;
        *label = count;
    }
    labeled.replace(&labels, watch)?;
    Ok(count)
}

/// Sets the pixels of the components of equal values that are not kept to the background of
/// `empty`, whose values are those of `pixels`. Returns the number of those that are kept.
pub(crate) fn retain_values<V: Value>(
    segments: &mut Segments,
    pixels: &mut [V],
    empty: Numbers<'_, V>,
    keep: Keep,
    limits: &Limits<'_>,
) -> Result<usize, Interrupted<u64>> {
    let Numbers { background, shape: Shape { width, .. }, .. } = empty;
    let watch = RowWatch::new(limits, width);
    let count = segments.scan(Numbers { values: pixels, ..empty }, &watch)?;
    let mut found = vec![Found::default(); count as usize];
    // Values are read only if the rule depends on them.
    let has_values = keep.largest[1] < usize::MAX;
    let mut border = (usize::MAX, false);
    segments.for_each(width, |row, start, end, label| {
        if border.0 != row {
            border = (row, empty.shape.is_border(row));
        }
        let found = &mut found[label as usize - 1];
        found.add(start, end, width, border.1);
        if has_values {
            found.value = pixels[width * row + start].bits();
        }
    });
    let kept = keep.choose(&found);
    watch.check()?;
    if kept.contains(&false) {
        // Adjacent segments are written together.
        let mut removed = 0..0;
        segments.for_each(width, |row, start, end, label| {
            if !kept[label as usize - 1] {
                let (start, end) = (width * row + start, width * row + end);
                if removed.end != start {
                    pixels[removed.clone()].fill(background);
                    removed.start = start;
                }
                removed.end = end;
            }
        });
        pixels[removed].fill(background);
    }
    Ok(kept.iter().filter(|&&kept| kept).count())
}
