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
//! - **Some components**, as in [`select`](super::select()). Only the components at the edges of a
//!   strip are kept. A thread joins its strip with the adjacent ones that are done, so strips are
//!   joined as a tree, by all threads.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::ops::Range;
use core::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use bitboard_core::{
    Connectivity, Interrupted, Limits, Progress, on_threads, thread_count, unlimited,
};

use super::band::Sets;
use super::bitmap::Bitmap;
use super::limits::Meter;
use super::measure::{Component, Located, Measure};
use super::select::{Chosen, Selected, try_select};
use super::strip::{Scanned, Strip, scan};

/// Pixels of an image for each thread that is started, because a thread takes time to start.
const PIXELS_PER_THREAD: usize = 1 << 19;
/// Strips for each thread, so that all end at about the same time.
const STRIPS_PER_THREAD: usize = 8;
/// The most pixels of a strip whose components are forgotten, so that they stay in the cache.
const PIXELS_PER_STRIP: usize = 1 << 22;

/// [`components`](super::components()) on all processors. The result is the same. If a thread
/// cannot be started, fewer are used.
///
/// ```
/// use cc_table::Connectivity;
/// use cc_table::image::{BitmapBuf, components, components_parallel};
///
/// let image = BitmapBuf::from_fn(1000, 1000, |x, y| (x ^ y) % 7 < 3)?;
/// let image = image.as_bitmap();
/// let found = components_parallel(image, Connectivity::Four);
/// assert_eq!(found, components(image, Connectivity::Four));
/// # Ok::<(), cc_table::image::BitmapError>(())
/// ```
#[must_use]
pub fn components_parallel(image: Bitmap<'_>, connectivity: Connectivity) -> Vec<Component> {
    unlimited(|limits| try_components_parallel(image, connectivity, limits))
}

/// [`components_parallel`] within limits, which the threads share. A node is a row.
///
/// # Errors
/// [`Interrupted`] if a limit is reached, with the number of rows that have been scanned.
pub fn try_components_parallel(
    image: Bitmap<'_>,
    connectivity: Connectivity,
    limits: &Limits<'_>,
) -> Result<Vec<Component>, Interrupted<Progress>> {
    try_components_on_threads(image, connectivity, 0, limits)
}

/// [`try_components_parallel`] on at most `threads` threads, or one for each core if it is 0. The
/// result does not depend on their number.
///
/// # Errors
/// As [`try_components_parallel`].
pub fn try_components_on_threads(
    image: Bitmap<'_>,
    connectivity: Connectivity,
    threads: usize,
    limits: &Limits<'_>,
) -> Result<Vec<Component>, Interrupted<Progress>> {
    let threads = useful_threads(image, threads);
    if threads <= 1 {
        return super::try_components(image, connectivity, limits);
    }
    let meter = Meter::new(limits, image.width());
    let rows = image.height().div_ceil(STRIPS_PER_THREAD * threads);
    let mut parts = for_each_strip(image, rows, threads, &meter, |rows, parts: &mut Vec<_>| {
        let top = rows.start;
        let scanned = scan(image, rows, top as u64, connectivity, &meter)?;
        parts.push((top, Part::new(scanned)));
        Ok(())
    })?
    .into_iter()
    .flatten()
    .collect::<Vec<_>>();
    parts.sort_unstable_by_key(|&(top, _)| top);
    let mut parts: Vec<Part> = parts.into_iter().map(|(_, part)| part).collect();
    join(&mut parts, connectivity);
    concatenate(parts, threads, &meter)
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
) -> Result<Selected<M>, Interrupted<Progress>> {
    let threads = useful_threads(image, threads);
    if threads <= 1 {
        return try_select(image, connectivity, limit, keep, limits);
    }
    let meter = Meter::new(limits, image.width());
    let most = (PIXELS_PER_STRIP / image.width()).max(1);
    let rows = image.height().div_ceil(STRIPS_PER_THREAD * threads).min(most);
    let waiting = Mutex::new(BTreeMap::new());
    let of_threads =
        for_each_strip(image, rows, threads, &meter, |rows, chosen: &mut Option<_>| {
            let chosen = chosen.get_or_insert_with(|| Chosen::new(limit, &keep));
            let top = rows.start as u64;
            let done = |found| chosen.add(found);
            let strip = Strip::of_rows(image, rows, top, connectivity, &meter, done)?;
            join_adjacent(&waiting, strip, chosen);
            Ok(())
        })?;
    let mut chosen = Chosen::new(limit, &keep);
    of_threads.into_iter().flatten().for_each(|of_thread| chosen.merge(of_thread));
    let whole = waiting.into_inner().unwrap_or_else(PoisonError::into_inner);
    whole.into_values().flat_map(Strip::finish).for_each(|found| chosen.add(found));
    Ok(chosen.finish())
}

/// Returns how many threads pay for an image if at most `threads` are wanted.
fn useful_threads(image: Bitmap<'_>, threads: usize) -> usize {
    thread_count(threads).min(image.width() * image.height() / PIXELS_PER_THREAD)
}

/// Calls `work` with strips of `rows` rows on several threads. Returns what each of them has
/// collected.
fn for_each_strip<R: Default + Send>(
    image: Bitmap<'_>,
    rows: usize,
    threads: usize,
    meter: &Meter<'_>,
    work: impl Fn(Range<usize>, &mut R) -> Result<(), Interrupted<Progress>> + Sync,
) -> Result<Vec<R>, Interrupted<Progress>> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut collected = R::default();
        loop {
            let top = next.fetch_add(1, Ordering::Relaxed) * rows;
            if top >= image.height() {
                return Ok::<_, Interrupted<Progress>>(collected);
            }
            work(top..(top + rows).min(image.height()), &mut collected)?;
        }
    };
    let of_threads: Result<Vec<R>, _> =
        on_threads(threads, || false, work, work).into_iter().collect();
    // All threads have ended, so this counts the rows of all.
    of_threads.map_err(|stopped| meter.stopped(stopped.reason))
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

/// The components of a strip, and its edges, whose numbers are those of `open`.
struct Part {
    scanned: Scanned<Component>,
    /// The components at the edges, in ascending order.
    open: Vec<u32>,
    /// Those that were added to a component of a strip above.
    absorbed: Vec<u32>,
}

impl Part {
    fn new(mut scanned: Scanned<Component>) -> Self {
        let mut open: Vec<u32> = [&scanned.first.numbers[..], &scanned.last.numbers[..]].concat();
        open.sort_unstable();
        open.dedup();
        for number in scanned.first.numbers.iter_mut().chain(&mut scanned.last.numbers) {
            *number = open.partition_point(|open| open < number) as u32;
        }
        Self { scanned, open, absorbed: Vec::new() }
    }
}

/// Adds components that are joined along a seam to the first of them.
fn join(parts: &mut [Part], connectivity: Connectivity) {
    let mut sets = Sets::new();
    let mut begins = Vec::with_capacity(parts.len());
    for part in &*parts {
        let begin = sets.len() as u32;
        begins.push(begin);
        sets.extend_to(begin + part.open.len() as u32);
    }
    for (pair, begin) in parts.windows(2).zip(begins.windows(2)) {
        let (above, below) = (&pair[0].scanned.last, &pair[1].scanned.first);
        above.join(begin[0], below, begin[1], connectivity, &mut sets);
    }
    for i in 0..parts.len() {
        for j in 0..parts[i].open.len() {
            let (number, root) = (begins[i] + j as u32, sets.find(begins[i] + j as u32));
            if number == root {
                continue;
            }
            let absorbed = parts[i].open[j];
            let component = parts[i].scanned.components[absorbed as usize];
            parts[i].absorbed.push(absorbed);
            let first = begins.partition_point(|&begin| begin <= root) - 1;
            let Part { scanned, open, .. } = &mut parts[first];
            let place = open[(root - begins[first]) as usize];
            scanned.components[place as usize].merge(&component);
        }
    }
}

/// Copies the components of all parts into one list, without those that were absorbed.
fn concatenate(
    parts: Vec<Part>,
    threads: usize,
    meter: &Meter<'_>,
) -> Result<Vec<Component>, Interrupted<Progress>> {
    let lengths = parts.iter().map(|part| part.scanned.components.len() - part.absorbed.len());
    let mut list: Vec<Component> = bytemuck::zeroed_vec(lengths.clone().sum());
    let mut places = Vec::with_capacity(parts.len());
    let mut rest = &mut list[..];
    for length in lengths {
        let (place, after) = rest.split_at_mut(length);
        places.push(place);
        rest = after;
    }
    let work = Mutex::new(parts.into_iter().zip(places));
    let copy = || {
        loop {
            let next = work.lock().unwrap_or_else(PoisonError::into_inner).next();
            // Each part is freed once it is copied, so that few components are in memory twice.
            let Some((part, place)) = next else { return Ok(()) };
            part.copy_to(place, meter)?;
        }
    };
    let done: Result<(), Interrupted<Progress>> =
        on_threads(threads, || false, copy, copy).into_iter().collect();
    done?;
    Ok(list)
}

impl Part {
    fn copy_to(
        &self,
        mut to: &mut [Component],
        meter: &Meter<'_>,
    ) -> Result<(), Interrupted<Progress>> {
        let components = &self.scanned.components;
        let mut from = 0;
        let ends = self.absorbed.iter().map(|&number| number as usize);
        for end in ends.chain([components.len()]) {
            let (place, rest) = to.split_at_mut(end - from);
            meter.numbers(end - from, |numbers| {
                let some = from + numbers.start..from + numbers.end;
                place[numbers].copy_from_slice(&components[some]);
            })?;
            (to, from) = (rest, end + 1);
        }
        Ok(())
    }
}
