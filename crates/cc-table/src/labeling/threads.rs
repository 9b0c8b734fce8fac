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
//! - **Some components**, as in [`select`](super::select()). Only the components at the edges of a
//!   strip are kept. A thread joins its strip with the adjacent ones that are done, so strips are
//!   joined as a tree, by all threads.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;
use std::sync::{Mutex, PoisonError};

use bitboard_core::threads::{on_threads, thread_count};
use bitboard_core::{Connectivity, Interrupted, Limits, TryError};

use super::band::{Band, Sets};
use super::bitmap::{Bitmap, BitmapError};
use super::labels::check_count;
use super::limits::RowMeter;
use super::measure::{Component, Located, Measure};
use super::paint::{Label, paint};
use super::select::{Chosen, Selected, try_select};
use super::strip::{Edge, Scanned, Strip, scan};

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
/// use cc_table::Connectivity;
/// use cc_table::labeling::{BitmapBuf, components, try_components_on_threads};
/// use cc_table::Limits;
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
pub fn try_components_on_threads(
    image: Bitmap<'_>,
    connectivity: Connectivity,
    threads: usize,
    limits: &Limits<'_>,
) -> Result<Vec<Component>, Interrupted<u64>> {
    let threads = useful_threads(image, threads);
    if threads <= 1 {
        return super::try_components(image, connectivity, limits);
    }
    let meter = RowMeter::new(limits, image.width());
    let strips = strips(image, image.height().div_ceil(STRIPS_PER_THREAD * threads));
    let parts = for_each(strips, threads, |rows, parts: &mut Vec<_>| {
        let top = rows.start;
        let Scanned { components, first, last }: Scanned<Component> =
            scan(image, rows, top as u64, connectivity, &meter)?;
        parts.push((top, (components, Borders::new(first, last))));
        Ok::<_, Interrupted<u64>>(())
    });
    let parts = parts.map_err(|stopped| meter.stopped(stopped.reason))?;
    let (mut parts, borders): (Vec<_>, Vec<_>) = in_order(parts).unzip();
    let mut absorbed = vec![Vec::new(); parts.len()];
    join(&borders, connectivity, |[strip, number], [first_strip, first]| {
        let component = parts[strip][number];
        parts[first_strip][first].merge(&component);
        absorbed[strip].push(number);
    });
    drop(borders);
    let parts = parts.into_iter().zip(absorbed);
    concatenate(parts.map(|(components, absorbed)| Part { components, absorbed }), threads, &meter)
}

/// [`try_select`] on at most `threads` threads, or one for each core if it is 0. The result does
/// not depend on their number.
///
/// # Errors
/// As [`try_select`].
pub fn try_select_on_threads<M: Measure + Send>(
    image: Bitmap<'_>,
    connectivity: Connectivity,
    limit: usize,
    keep: impl Fn(&M) -> bool + Sync,
    threads: usize,
    limits: &Limits<'_>,
) -> Result<Selected<M>, Interrupted<u64>> {
    let threads = useful_threads(image, threads);
    if threads <= 1 {
        return try_select(image, connectivity, limit, keep, limits);
    }
    let meter = RowMeter::new(limits, image.width());
    let most = (PIXELS_PER_STRIP / image.width()).max(1);
    let rows = image.height().div_ceil(STRIPS_PER_THREAD * threads).min(most);
    let waiting = Mutex::new(BTreeMap::new());
    let of_threads = for_each(strips(image, rows), threads, |rows, chosen: &mut Option<_>| {
        let chosen = chosen.get_or_insert_with(|| Chosen::new(limit, &keep));
        let top = rows.start as u64;
        let done = |found| chosen.add(found);
        let strip = Strip::of_rows(image, rows, top, connectivity, &meter, done)?;
        join_adjacent(&waiting, strip, chosen);
        Ok::<_, Interrupted<u64>>(())
    });
    let of_threads = of_threads.map_err(|stopped| meter.stopped(stopped.reason))?;
    let mut chosen = Chosen::new(limit, &keep);
    of_threads.into_iter().flatten().for_each(|of_thread| chosen.merge(of_thread));
    let whole = waiting.into_inner().unwrap_or_else(PoisonError::into_inner);
    whole.into_values().flat_map(Strip::finish).for_each(|found| chosen.add(found));
    Ok(chosen.finish())
}

/// [`Labeler::try_label`](super::Labeler::try_label) on several threads. `bands` is memory.
pub(super) fn label<L: Label>(
    bands: &mut Vec<Band>,
    image: Bitmap<'_>,
    connectivity: Connectivity,
    labels: &mut [L],
    threads: usize,
    meter: &RowMeter<'_>,
) -> Result<u32, TryError<BitmapError, u64>> {
    let rows = image.height().div_ceil(STRIPS_PER_THREAD * threads);
    bands.resize_with(image.height().div_ceil(rows), || Band::new(connectivity));
    let work = bands.iter_mut().zip(strips(image, rows));
    let numbered = for_each(work, threads, |(band, rows), found: &mut Vec<_>| {
        let top = rows.start;
        let numbered = band.rows_of::<()>(image, rows, connectivity, 0, meter)?;
        let borders = Borders::new(Edge::first(&numbered, image, top), Edge::last(&numbered));
        found.push((top, (numbered, borders)));
        Ok::<_, Interrupted<u64>>(())
    });
    let numbered = numbered.map_err(|stopped| meter.stopped(stopped.reason))?;
    let (numbered, borders): (Vec<_>, Vec<_>) = in_order(numbered).unzip();
    let mut absorbed = vec![Vec::new(); numbered.len()];
    join(&borders, connectivity, |[strip, number], first| absorbed[strip].push((number, first)));
    // The label of the first component of each strip.
    let mut begins = Vec::with_capacity(numbered.len());
    let mut end = 1;
    for (numbered, absorbed) in numbered.iter().zip(&absorbed) {
        begins.push(end);
        end += numbered.end() - absorbed.len() as u32;
    }
    let count = end - 1;
    check_count::<L>(count)?;
    let label_of = |[strip, number]: [usize; 2]| {
        let before = absorbed[strip].partition_point(|&(absorbed, _)| absorbed < number);
        begins[strip] + (number - before) as u32
    };
    let labels = labels.chunks_mut(rows * image.width());
    let work = numbered.into_iter().zip(labels).zip(strips(image, rows)).enumerate();
    for_each(work, threads, |(strip, ((mut numbered, labels), rows)), places: &mut Vec<u32>| {
        // The labels of the numbers of this strip.
        places.clear();
        let mut next = begins[strip];
        for &(number, first) in &absorbed[strip] {
            next = extend(places, number, next);
            places.push(label_of(first));
        }
        extend(places, numbered.end() as usize, next);
        numbered.replace(places, meter)?;
        paint(&numbered, image.rows(rows), labels, meter)
    })
    .map_err(|stopped| meter.stopped(stopped.reason))?;
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

/// Joins a strip with those of `waiting` above and below it, until there is none. Then the strip
/// waits there.
fn join_adjacent<M: Measure, F: Fn(&M) -> bool>(
    waiting: &Mutex<BTreeMap<u64, Strip<Located<M>>>>,
    mut strip: Strip<Located<M>>,
    chosen: &mut Chosen<'_, M, F>,
) {
    loop {
        strip.take_complete().into_iter().for_each(|found| chosen.add(found));
        let mut waiting = waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let above = waiting.range(..strip.top()).next_back();
        let above = above.filter(|(_, above)| above.bottom() == strip.top()).map(|(&top, _)| top);
        let above = above.and_then(|top| waiting.remove(&top));
        let below = waiting.remove(&strip.bottom());
        if above.is_none() && below.is_none() {
            waiting.insert(strip.top(), strip);
            return;
        }
        // Other threads may join other strips meanwhile.
        drop(waiting);
        const ADJACENT: &str = "adjacent strips of one image";
        if let Some(above) = above {
            strip = above.join(strip).expect(ADJACENT);
        }
        if let Some(below) = below {
            strip = strip.join(below).expect(ADJACENT);
        }
    }
}

/// The edges of a strip, with indices of `open` in place of numbers.
struct Borders {
    first: Edge,
    last: Edge,
    /// The numbers of the components at the edges, in ascending order.
    open: Vec<u32>,
}

impl Borders {
    fn new(mut first: Edge, mut last: Edge) -> Self {
        let mut open: Vec<u32> = [&first.numbers[..], &last.numbers[..]].concat();
        open.sort_unstable();
        open.dedup();
        for number in first.numbers.iter_mut().chain(&mut last.numbers) {
            *number = open.partition_point(|open| open < number) as u32;
        }
        Self { first, last, open }
    }
}

/// Calls `absorb` for each component that is joined along seams to components before it, with the
/// first of them, each as its strip and its number. They come in raster order.
fn join(
    strips: &[Borders],
    connectivity: Connectivity,
    mut absorb: impl FnMut([usize; 2], [usize; 2]),
) {
    let mut sets = Sets::new();
    let mut begins = Vec::with_capacity(strips.len());
    for strip in strips {
        let begin = sets.len() as u32;
        begins.push(begin);
        sets.extend_to(begin + strip.open.len() as u32);
    }
    for (pair, begin) in strips.windows(2).zip(begins.windows(2)) {
        let (above, below) = (&pair[0].last, &pair[1].first);
        above.join(begin[0], below, begin[1], connectivity, &mut sets, |_| ());
    }
    for (strip, borders) in strips.iter().enumerate() {
        for (&number, open) in borders.open.iter().zip(begins[strip]..) {
            let root = sets.find(open);
            if root != open {
                let first = begins.partition_point(|&begin| begin <= root) - 1;
                let first_number = strips[first].open[(root - begins[first]) as usize];
                absorb([strip, number as usize], [first, first_number as usize]);
            }
        }
    }
}

/// The components of a strip.
struct Part {
    components: Vec<Component>,
    /// The numbers of those that were added to others, in ascending order.
    absorbed: Vec<usize>,
}

/// Copies the components of all parts into one list, without those that were absorbed.
fn concatenate(
    parts: impl Iterator<Item = Part>,
    threads: usize,
    meter: &RowMeter<'_>,
) -> Result<Vec<Component>, Interrupted<u64>> {
    let parts: Vec<Part> = parts.collect();
    let lengths = parts.iter().map(|part| part.components.len() - part.absorbed.len());
    let mut list: Vec<Component> = bytemuck::zeroed_vec(lengths.clone().sum());
    let mut places = Vec::with_capacity(parts.len());
    let mut rest = &mut list[..];
    for length in lengths {
        let (place, after) = rest.split_at_mut(length);
        places.push(place);
        rest = after;
    }
    // Each part is freed once it is copied, so that few components are in memory twice.
    for_each(parts.into_iter().zip(places), threads, |(part, place), _: &mut ()| {
        part.copy_to(place, meter)
    })?;
    Ok(list)
}

impl Part {
    fn copy_to(
        &self,
        mut to: &mut [Component],
        meter: &RowMeter<'_>,
    ) -> Result<(), Interrupted<u64>> {
        let mut from = 0;
        for end in self.absorbed.iter().copied().chain([self.components.len()]) {
            let (place, rest) = to.split_at_mut(end - from);
            meter.numbers(end - from, |numbers| {
                let some = from + numbers.start..from + numbers.end;
                place[numbers].copy_from_slice(&self.components[some]);
            })?;
            (to, from) = (rest, end + 1);
        }
        Ok(())
    }
}
