//! Images and volumes on several threads.
//!
//! The threads take **strips** from a counter, some rows of an image or planes of a volume. So a
//! thread that meets easy rows takes more of them.
//!
//! A strip is a [`Part`], and strips are joined like tiles ([`Seams`]): only the components that
//! reach an end of a strip can be joined.
//!
//! - **All components.** A strip is scanned as an image. Its components keep their order, without
//!   those that are joined with one of a strip before. How many components precede a strip is a
//!   sum, so the threads copy the components of all strips to their final places at once:
//!
//!   ```text
//!   strip 0    a b c d          d touches e
//!   strip 1    e f g            e is added to d
//!   list       a b c d│f g      strip 1 begins at 4, without e
//!   ```
//!
//! - **Labels.** The same, without measures: a strip keeps its runs, and once the sums are known,
//!   each thread turns the numbers of a strip into labels and paints them.
//! - **Some components** of an image, as in [`select`](crate::select()). Complete components leave
//!   a strip at once, and only open ones are kept.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;
use std::sync::{Mutex, PoisonError};

use bitboard_core::threads::{on_threads, thread_count};
use bitboard_core::{Connectivity, Interrupted, Limits, TryError};

use crate::band::Band;
use crate::bitmap::{Bitmap, BitmapError};
use crate::limits::RowWatch;
use crate::measure::{Located, Measure};
use crate::paint::{Label, check_count, paint};
use crate::part::{Block, Borders, Part, scan_part};
use crate::pass::Pass;
use crate::raster::{Planes, Raster};
use crate::seams::Seams;
use crate::select::{Chosen, Selected, try_select};

/// Pixels of an image for each thread that is started, because a thread takes time to start.
const PIXELS_PER_THREAD: usize = 1 << 19;
/// Strips for each thread, so that all end at about the same time.
const STRIPS_PER_THREAD: usize = 8;
/// The least length of a strip, in seams, if that leaves two strips for each thread: what touches
/// at seams is joined by one thread. A seam of a volume is a plane.
const SEAMS_PER_STRIP: usize = 64;
/// The most pixels of a strip whose components are forgotten, so that the threads of a large image
/// end at about the same time.
const PIXELS_PER_STRIP: usize = 1 << 26;

/// [`try_components`](crate::try_components) on at most `threads` threads, or one for each core if
/// it is 0. The result does not depend on their number. The threads share the limits. If a thread
/// cannot be started, fewer are used.
///
/// ```
/// use cc_label::{Connectivity, Limits};
/// use cc_label::{BitmapBuf, components, try_components_on_threads};
///
/// let image = BitmapBuf::from_fn(1000, 1000, |x, y| (x ^ y) % 7 < 3)?;
/// let found = try_components_on_threads(&image, Connectivity::Four, 0, &Limits::new());
/// assert_eq!(found, Ok(components(&image, Connectivity::Four)));
/// # Ok::<(), cc_label::BitmapError>(())
/// ```
///
/// # Errors
/// As [`try_components`](crate::try_components).
pub fn try_components_on_threads<R: Raster>(
    raster: R,
    connectivity: R::Connectivity,
    threads: usize,
    limits: &Limits<'_>,
) -> Result<Vec<R::Component>, Interrupted<u64>> {
    let planes = raster.planes(connectivity);
    let threads = useful_threads(planes, threads);
    if threads <= 1 {
        return super::try_components(raster, connectivity, limits);
    }
    let watch = RowWatch::new(limits, planes.shape.width);
    let scanned = map(strips(planes, threads), threads, &watch, |rows| {
        let (mut pass, mut borders) = (Pass::new(), Borders::new(Block::rows(planes, &rows)));
        let mut components = Vec::new();
        pass.planes(planes, rows, &mut components, &watch, |band| borders.add(band))?;
        Ok((components, borders.into_part(|label| pass.final_label(label), |_| ())))
    })?;
    let (mut lists, parts): (Vec<_>, Vec<_>) = scanned.into_iter().unzip();
    let absorbed = join(&parts, threads, &watch)?;
    for (strip, absorbed) in absorbed.iter().enumerate() {
        for &(number, [first_strip, first]) in absorbed {
            let component: R::Component = lists[strip][number];
            lists[first_strip][first].merge(&component);
        }
    }
    let len = lists.iter().zip(&absorbed).map(|(list, absorbed)| list.len() - absorbed.len()).sum();
    concatenate(lists, absorbed, bytemuck::zeroed_vec(len), threads, &watch)
}

/// [`try_select`] of an image on at most `threads` threads, or one for each core if it is 0. The
/// result does not depend on their number.
///
/// # Errors
/// As [`try_select`].
pub fn try_select_on_threads<'a, M: Measure<Connectivity = Connectivity> + Send>(
    image: impl Into<Bitmap<'a>>,
    connectivity: Connectivity,
    limit: usize,
    keep: impl Fn(&M) -> bool + Sync,
    threads: usize,
    limits: &Limits<'_>,
) -> Result<Selected<M>, Interrupted<u64>> {
    let image = image.into();
    let planes = image.planes(connectivity);
    let threads = useful_threads(planes, threads);
    if threads <= 1 {
        return try_select(image, connectivity, limit, keep, limits);
    }
    let watch = RowWatch::new(limits, image.width());
    let chosen = Mutex::new(Chosen::new(limit, &keep));
    let parts = map(strips(planes, threads), threads, &watch, |rows| {
        let (block, mut of_strip) = (Block::rows(planes, &rows), Chosen::new(limit, &keep));
        let part = scan_part(planes, rows, block, &watch, |found| of_strip.add(found))?;
        chosen.lock().unwrap_or_else(PoisonError::into_inner).merge(of_strip);
        Ok(part)
    })?;
    let mut chosen = chosen.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut open: Vec<Located<M>> =
        parts.iter().flat_map(|part| &part.open).map(|&(_, measure)| measure).collect();
    let parts: Vec<_> = parts.iter().collect();
    let mut seams = Seams::new(&parts).expect(FEW);
    seams.join(&parts, |component| open[component as usize].add_links(1));
    seams.sets.flatten_and_merge(&mut open, &watch)?;
    open.into_iter().for_each(|found| chosen.add(found));
    Ok(chosen.finish())
}

/// [`Labeler::try_label`](crate::Labeler::try_label) on several threads. `bands` is memory.
pub(crate) fn label<L: Label>(
    bands: &mut Vec<Band>,
    planes: Planes<'_>,
    labels: &mut [L],
    threads: usize,
    watch: &RowWatch<'_>,
) -> Result<u32, TryError<BitmapError, u64>> {
    let strips = || strips(planes, threads);
    bands.resize_with(strips().count(), Band::new);
    let work = bands.iter_mut().zip(strips());
    let scanned = map(work, threads, watch, |(band, rows)| {
        let mut borders = Borders::new(Block::rows(planes, &rows));
        let labeled = band.rows_of::<()>(planes, rows, 0, watch)?;
        borders.add(&labeled);
        Ok((labeled, borders.into_part(|label| label, |_| ())))
    })?;
    let (labeled, parts): (Vec<_>, Vec<_>) = scanned.into_iter().unzip();
    let absorbed = join(&parts, threads, watch)?;
    // The label of the first component of each strip.
    let mut begins = Vec::with_capacity(labeled.len());
    let mut end = 1;
    for (labeled, absorbed) in labeled.iter().zip(&absorbed) {
        begins.push(end);
        end += labeled.end() - absorbed.len() as u32;
    }
    let count = end - 1;
    check_count::<L>(count)?;
    let label_of = |[strip, number]: [usize; 2]| {
        let before = absorbed[strip].partition_point(|&(absorbed, _)| absorbed < number);
        begins[strip] + (number - before) as u32
    };
    let places = split(labels, strips().map(|rows| rows.len() * planes.shape.width));
    let work = labeled.into_iter().zip(strips().zip(places)).enumerate();
    map(work, threads, watch, |(strip, (mut labeled, (rows, labels)))| {
        // The labels of the numbers of this strip.
        let (mut labels_of, mut next) = (Vec::with_capacity(labeled.end() as usize), begins[strip]);
        for &(number, first) in &absorbed[strip] {
            next = extend(&mut labels_of, number, next);
            labels_of.push(label_of(first));
        }
        extend(&mut labels_of, labeled.end() as usize, next);
        labeled.replace(&labels_of, watch)?;
        paint(&labeled, planes.rows.rows(rows), labels, watch)
    })?;
    Ok(count)
}

/// Splits a slice into consecutive parts of these lengths.
fn split<T>(mut rest: &mut [T], lengths: impl Iterator<Item = usize>) -> Vec<&mut [T]> {
    lengths.map(|length| rest.split_off_mut(..length).expect("room for all parts")).collect()
}

/// Adds consecutive labels from `next` until there are `len`. Returns the label after the last.
fn extend(labels: &mut Vec<u32>, len: usize, next: u32) -> u32 {
    let end = next + (len - labels.len()) as u32;
    labels.extend(next..end);
    end
}

/// Returns how many threads pay for an image or a volume if at most `threads` are wanted.
pub(crate) fn useful_threads(planes: Planes<'_>, threads: usize) -> usize {
    let pixels = planes.shape.width * planes.shape.row_count;
    thread_count(threads).min(pixels / PIXELS_PER_THREAD)
}

/// The strips of an image or a volume, in ascending order.
fn strips(planes: Planes<'_>, threads: usize) -> impl Iterator<Item = Range<usize>> + use<> {
    let (rows, seam) = (planes.shape.row_count, planes.shape.seam());
    let most = (PIXELS_PER_STRIP / planes.shape.width).max(1);
    let few = (SEAMS_PER_STRIP * seam).min(rows.div_ceil(2 * threads));
    let strip = rows.div_ceil(STRIPS_PER_THREAD * threads).max(few).min(most);
    let strip = strip.next_multiple_of(seam);
    (0..rows).step_by(strip).map(move |top| top..rows.min(top + strip))
}

/// Calls `work` with all items on several threads. Returns its results in the order of the items.
fn map<T, R: Send>(
    items: impl Iterator<Item = T> + Send,
    threads: usize,
    watch: &RowWatch<'_>,
    work: impl Fn(T) -> Result<R, Interrupted<u64>> + Sync,
) -> Result<Vec<R>, Interrupted<u64>> {
    let items = Mutex::new(items.enumerate());
    let work = || {
        let mut results = Vec::new();
        loop {
            let item = items.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((number, item)) = item else { return Ok(results) };
            results.push((number, work(item)?));
        }
    };
    let of_threads = on_threads(threads, || false, work, work).into_iter();
    let of_threads: Result<Vec<_>, Interrupted<u64>> = of_threads.collect();
    // After one thread has stopped, others have scanned rows.
    let of_threads = of_threads.map_err(|stopped| watch.stopped(stopped.reason))?;
    let mut results: Vec<_> = of_threads.into_iter().flatten().collect();
    results.sort_unstable_by_key(|&(number, _)| number);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

const FEW: &str = "an image has fewer than 2^32 pixels";

/// The numbers of the components of a strip that are joined with some of strips before, in
/// ascending order. Each comes with the first of these: its strip and its number.
type Absorbed = Vec<(usize, [usize; 2])>;

/// Joins strips. The runs at the seams are compared by all threads, and the components that touch
/// are joined by one.
fn join(
    strips: &[Part<()>],
    threads: usize,
    watch: &RowWatch<'_>,
) -> Result<Vec<Absorbed>, Interrupted<u64>> {
    let strips: Vec<_> = strips.iter().collect();
    let Seams { begins, mut sets, seams } = Seams::new(&strips).expect(FEW);
    let pairs = map(seams.iter(), threads, watch, |seam| {
        watch.check()?;
        let mut pairs = Vec::new();
        seam.for_each_pair(&strips, |a, b| {
            // Most pairs of large components come several times in a row.
            if pairs.last() != Some(&[a, b]) {
                pairs.push([a, b]);
            }
        });
        Ok(pairs)
    })?;
    pairs.into_iter().flatten().for_each(|[a, b]| sets.join(a, b));
    let mut absorbed = vec![Vec::new(); strips.len()];
    for ((strip, &begin), absorbed) in strips.iter().zip(&begins).zip(&mut absorbed) {
        for (&(number, ()), index) in strip.open.iter().zip(begin..) {
            let root = sets.find(index);
            if root != index {
                let first = begins.partition_point(|&begin| begin <= root) - 1;
                let (first_number, ()) = strips[first].open[(root - begins[first]) as usize];
                absorbed.push((number as usize, [first, first_number as usize]));
            }
        }
    }
    Ok(absorbed)
}

/// Copies the components of all strips into the list `all`, without those that were absorbed.
fn concatenate<M: Measure + Send>(
    lists: Vec<Vec<M>>,
    absorbed: Vec<Absorbed>,
    mut all: Vec<M>,
    threads: usize,
    watch: &RowWatch<'_>,
) -> Result<Vec<M>, Interrupted<u64>> {
    let lists: Vec<_> = lists.into_iter().zip(absorbed).collect();
    let lengths = lists.iter().map(|(components, absorbed)| components.len() - absorbed.len());
    let places = split(&mut all, lengths);
    // Each list is freed once it is copied, so that few components are in memory twice.
    map(lists.into_iter().zip(places), threads, watch, |((from, absorbed), mut to)| {
        let mut begin = 0;
        for end in absorbed.iter().map(|&(number, _)| number).chain([from.len()]) {
            let (place, rest) = to.split_at_mut(end - begin);
            watch.numbers(end - begin, |numbers| {
                let some = begin + numbers.start..begin + numbers.end;
                place[numbers].copy_from_slice(&from[some]);
            })?;
            (to, begin) = (rest, end + 1);
        }
        Ok(())
    })?;
    Ok(all)
}
