//! Images on several threads.
//!
//! The threads take **strips** of rows from a counter, so a thread that meets easy rows takes more
//! of them. What is left depends on the question:
//!
//! - **All components.** A strip is scanned as an image. Two components of different strips are one
//!   if they are joined along a seam, and all such components are at edges of strips, so union-find
//!   needs these only. The others keep their order. How many components precede a strip is a sum,
//!   so the threads copy the components of all strips to their final places at once:
//!
//!   ```text
//!   strip 0    a b c d          d touches e
//!   strip 1    e f g            e is added to d
//!   list       a b c d│f g      strip 1 begins at 4, without e
//!   ```
//!
//! - **Labels.** The same, without measures: a strip keeps its runs, and once the sums are known,
//!   each thread turns the numbers of a strip into labels and paints them.
//! - **Some components**, as in [`select`](super::select()). Only the open components of a strip
//!   are kept.
//!
//! A strip is a [`Part`] of the image, and strips are joined like tiles ([`Seams`]).

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;
use std::sync::{Mutex, PoisonError};

use bitboard_core::threads::{on_threads, thread_count};
use bitboard_core::{Connectivity, Interrupted, Limits, TryError};

use super::band::Band;
use super::bitmap::{Bitmap, BitmapError};
use super::labels::check_count;
use super::limits::RowWatch;
use super::measure::{Component, Located, Measure};
use super::paint::{Label, paint};
use super::part::{Borders, Part, Rect, scan_part};
use super::pass::Pass;
use super::raster::Raster;
use super::seams::Seams;
use super::select::{Chosen, Selected, try_select};

/// Pixels of an image for each thread that is started, because a thread takes time to start.
const PIXELS_PER_THREAD: usize = 1 << 19;
/// Strips for each thread, so that all end at about the same time.
const STRIPS_PER_THREAD: usize = 8;
/// The most pixels of a strip whose components are forgotten, so that the threads of a large image
/// end at about the same time.
const PIXELS_PER_STRIP: usize = 1 << 26;

/// [`try_components`](super::try_components) on at most `threads` threads, or one for each core if
/// it is 0. The result does not depend on their number. The threads share the limits. If a thread
/// cannot be started, fewer are used.
///
/// ```
/// use cc_table::{Connectivity, Limits};
/// use cc_table::labeling::{BitmapBuf, components, try_components_on_threads};
///
/// let image = BitmapBuf::from_fn(1000, 1000, |x, y| (x ^ y) % 7 < 3)?;
/// let image = image.as_bitmap();
/// let found = try_components_on_threads(image, Connectivity::Four, 0, &Limits::new());
/// assert_eq!(found, Ok(components(image, Connectivity::Four)));
/// # Ok::<(), cc_table::labeling::BitmapError>(())
/// ```
///
/// # Errors
/// As [`try_components`](super::try_components).
pub fn try_components_on_threads<'a>(
    image: impl Into<Bitmap<'a>>,
    connectivity: Connectivity,
    threads: usize,
    limits: &Limits<'_>,
) -> Result<Vec<Component>, Interrupted<u64>> {
    let image = image.into();
    let threads = useful_threads(image, threads);
    if threads <= 1 {
        return super::try_components(image, connectivity, limits);
    }
    let watch = RowWatch::new(limits, image.width());
    let strips = strips(image, image.height().div_ceil(STRIPS_PER_THREAD * threads));
    let parts = for_each(strips, threads, |rows, parts: &mut Vec<_>| {
        let (top, mut components) = (rows.start, Vec::new());
        let (mut pass, columns) = (Pass::in_plane(connectivity, top as u64), image.columns());
        let mut borders = Borders::new(Rect::rows(image, &rows, connectivity));
        watch.scan(rows, |y| {
            pass.row(image.row(y), columns, &mut components, |band| borders.add(band));
        })?;
        pass.finish(&mut components, &watch, |band| borders.add(band))?;
        let part = borders.into_part(|label| pass.final_label(label), |_| ());
        parts.push((top, (components, part)));
        Ok::<_, Interrupted<u64>>(())
    });
    let parts = parts.map_err(|stopped| watch.stopped(stopped.reason))?;
    let (mut lists, parts): (Vec<_>, Vec<_>) = in_order(parts).unzip();
    let absorbed = join(&parts);
    for (strip, absorbed) in absorbed.iter().enumerate() {
        for &(number, [first_strip, first]) in absorbed {
            let component: Component = lists[strip][number];
            lists[first_strip][first].merge(&component);
        }
    }
    concatenate(lists, absorbed, threads, &watch)
}

/// [`try_select`] on at most `threads` threads, or one for each core if it is 0. The result does
/// not depend on their number.
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
    let threads = useful_threads(image, threads);
    if threads <= 1 {
        return try_select(image, connectivity, limit, keep, limits);
    }
    let watch = RowWatch::new(limits, image.width());
    let most = (PIXELS_PER_STRIP / image.width()).max(1);
    let rows = image.height().div_ceil(STRIPS_PER_THREAD * threads).min(most);
    let of_threads = for_each(strips(image, rows), threads, |rows, found: &mut Option<_>| {
        let (chosen, parts) =
            found.get_or_insert_with(|| (Chosen::new(limit, &keep), Vec::<Part<_>>::new()));
        let rect = Rect::rows(image, &rows, connectivity);
        parts.push(scan_part(image, rows, rect, &watch, |found| chosen.add(found))?);
        Ok::<_, Interrupted<u64>>(())
    });
    let of_threads = of_threads.map_err(|stopped| watch.stopped(stopped.reason))?;
    let (mut chosen, mut parts) = (Chosen::new(limit, &keep), Vec::new());
    for (of_thread, of_thread_parts) in of_threads.into_iter().flatten() {
        chosen.merge(of_thread);
        parts.extend(of_thread_parts);
    }
    let mut open: Vec<Located<M>> =
        parts.iter().flat_map(|part| &part.open).map(|&(_, measure)| measure).collect();
    let link = |component: u32| open[component as usize].add_links(1);
    let whole = Rect::rows(image, &(0..image.height()), connectivity).whole;
    let mut seams = Seams::join(parts.iter(), whole, link).expect(FEW);
    seams.sets.flatten_and_merge(&mut open, &watch)?;
    open.into_iter().for_each(|found| chosen.add(found));
    Ok(chosen.finish())
}

/// [`Labeler::try_label`](super::Labeler::try_label) on several threads. `bands` is memory.
pub(super) fn label<L: Label>(
    bands: &mut Vec<Band>,
    image: Bitmap<'_>,
    connectivity: Connectivity,
    labels: &mut [L],
    threads: usize,
    watch: &RowWatch<'_>,
) -> Result<u32, TryError<BitmapError, u64>> {
    let rows = image.height().div_ceil(STRIPS_PER_THREAD * threads);
    bands.resize_with(image.height().div_ceil(rows), Band::new);
    let work = bands.iter_mut().zip(strips(image, rows));
    let labeled = for_each(work, threads, |(band, rows), found: &mut Vec<_>| {
        let (top, mut borders) = (rows.start, Borders::new(Rect::rows(image, &rows, connectivity)));
        let labeled = band.rows_of::<()>(image.planes(connectivity), rows, 0, watch)?;
        borders.add(&labeled);
        found.push((top, (labeled, borders.into_part(|label| label, |_| ()))));
        Ok::<_, Interrupted<u64>>(())
    });
    let labeled = labeled.map_err(|stopped| watch.stopped(stopped.reason))?;
    let (labeled, parts): (Vec<_>, Vec<_>) = in_order(labeled).unzip();
    let absorbed = join(&parts);
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
    let labels = labels.chunks_mut(rows * image.width());
    let work = labeled.into_iter().zip(labels).zip(strips(image, rows)).enumerate();
    for_each(work, threads, |(strip, ((mut labeled, labels), rows)), labels_of: &mut Vec<u32>| {
        // The labels of the numbers of this strip.
        labels_of.clear();
        let mut next = begins[strip];
        for &(number, first) in &absorbed[strip] {
            next = extend(labels_of, number, next);
            labels_of.push(label_of(first));
        }
        extend(labels_of, labeled.end() as usize, next);
        labeled.replace(labels_of, watch)?;
        paint(&labeled, image.rows(rows), labels, watch)
    })
    .map_err(|stopped| watch.stopped(stopped.reason))?;
    Ok(count)
}

/// Adds consecutive labels from `next` until there are `len`. Returns the label after the last.
fn extend(labels: &mut Vec<u32>, len: usize, next: u32) -> u32 {
    let end = next + (len - labels.len()) as u32;
    labels.extend(next..end);
    end
}

/// Returns how many threads pay for an image if at most `threads` are wanted.
pub(super) fn useful_threads(image: Bitmap<'_>, threads: usize) -> usize {
    thread_count(threads).min(image.width() * image.height() / PIXELS_PER_THREAD)
}

/// The strips of `rows` rows of an image, from the top.
fn strips(image: Bitmap<'_>, rows: usize) -> impl Iterator<Item = Range<usize>> + use<> {
    let height = image.height();
    (0..height).step_by(rows).map(move |top| top..(top + rows).min(height))
}

/// Calls `work` with all items on several threads. Returns what each of them has collected.
fn for_each<T, R: Default + Send, E: Send>(
    items: impl Iterator<Item = T> + Send,
    threads: usize,
    work: impl Fn(T, &mut R) -> Result<(), E> + Sync,
) -> Result<Vec<R>, E> {
    let items = Mutex::new(items);
    let work = || {
        let mut collected = R::default();
        loop {
            let item = items.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(item) = item else { return Ok(collected) };
            work(item, &mut collected)?;
        }
    };
    on_threads(threads, || false, work, work).into_iter().collect()
}

/// Returns what the threads have collected, in ascending order of the keys.
fn in_order<T>(of_threads: Vec<Vec<(usize, T)>>) -> impl Iterator<Item = T> {
    let mut all: Vec<_> = of_threads.into_iter().flatten().collect();
    all.sort_unstable_by_key(|&(key, _)| key);
    all.into_iter().map(|(_, value)| value)
}

const FEW: &str = "an image has fewer than 2^32 pixels";

/// Joins strips. Returns for each strip the numbers of its components that are joined with some of
/// strips before, in ascending order. Each comes with the first of these: its strip and its number.
fn join(parts: &[Part<()>]) -> Vec<Vec<(usize, [usize; 2])>> {
    let whole = parts[0].rect.whole;
    let Seams { mut sets, begins, .. } = Seams::join(parts.iter(), whole, |_| ()).expect(FEW);
    let mut absorbed = vec![Vec::new(); parts.len()];
    for (strip, part) in parts.iter().enumerate() {
        for (&(number, ()), open) in part.open.iter().zip(begins[strip]..) {
            let root = sets.find(open);
            if root != open {
                let first = begins.partition_point(|&begin| begin <= root) - 1;
                let (first_number, ()) = parts[first].open[(root - begins[first]) as usize];
                absorbed[strip].push((number as usize, [first, first_number as usize]));
            }
        }
    }
    absorbed
}

/// Copies the components of all strips into one list, without those that were absorbed.
fn concatenate(
    lists: Vec<Vec<Component>>,
    absorbed: Vec<Vec<(usize, [usize; 2])>>,
    threads: usize,
    watch: &RowWatch<'_>,
) -> Result<Vec<Component>, Interrupted<u64>> {
    let lists: Vec<_> = lists.into_iter().zip(absorbed).collect();
    let lengths = lists.iter().map(|(components, absorbed)| components.len() - absorbed.len());
    let mut all: Vec<Component> = bytemuck::zeroed_vec(lengths.clone().sum());
    let mut places = Vec::with_capacity(lists.len());
    let mut rest = &mut all[..];
    for length in lengths {
        let (place, after) = rest.split_at_mut(length);
        places.push(place);
        rest = after;
    }
    // Each list is freed once it is copied, so that few components are in memory twice.
    for_each(lists.into_iter().zip(places), threads, |((from, absorbed), mut to), _: &mut ()| {
        let mut begin = 0;
        for end in absorbed.iter().map(|&(number, _)| number).chain([from.len()]) {
            let (place, rest) = to.split_at_mut(end - begin);
            watch.numbers(end - begin, |numbers| {
                let some = begin + numbers.start..begin + numbers.end;
                place[numbers].copy_from_slice(&from[some]);
            })?;
            (to, begin) = (rest, end + 1);
        }
        Ok::<_, Interrupted<u64>>(())
    })?;
    Ok(all)
}
