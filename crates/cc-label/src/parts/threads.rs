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
//! - **Labels** (`label::strips`). The same, without measures: a strip keeps its runs, and once the
//!   sums are known, each thread turns the numbers of a strip into labels and paints them.
//! - **Some components** of an image, as in [`Labeler::select`](crate::Labeler::select). Complete components leave
//!   a strip at once, and only open ones are kept.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;
use std::sync::{Mutex, PoisonError};

use bitboard_core::threads::{on_threads, thread_count};

use super::Located;
use super::part::{Block, Borders, Part, scan_part};
use super::seams::Seams;
use super::select::{Chosen, Selected};
use crate::scan::Measure;
use crate::scan::pass::Pass;
use crate::scan::planes::Planes;

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

/// Measures the components of an image on several threads.
pub(crate) fn measure<M: Measure>(planes: Planes<'_>, threads: usize) -> Vec<M> {
    let scanned = map(strips(planes, threads), threads, |rows| {
        let (mut pass, mut borders) = (Pass::new(), Borders::new(Block::rows(planes, &rows)));
        let mut components: Vec<M> = Vec::new();
        pass.planes(planes, rows, &mut components, |band| borders.add(band));
        (components, borders.into_part(|label| pass.final_label(label), |_| ()))
    });
    let (mut lists, parts): (Vec<_>, Vec<_>) = scanned.into_iter().unzip();
    let absorbed = join(&parts, threads);
    for (strip, absorbed) in absorbed.iter().enumerate() {
        for &(number, [first_strip, first]) in absorbed {
            let component = lists[strip][number];
            lists[first_strip][first].merge(&component);
        }
    }
    let len = lists.iter().zip(&absorbed).map(|(list, absorbed)| list.len() - absorbed.len()).sum();
    concatenate(lists, absorbed, bytemuck::zeroed_vec(len), threads)
}

/// [`Labeler::select`](crate::Labeler::select) on several threads.
pub(crate) fn select<M: Measure>(
    planes: Planes<'_>,
    limit: usize,
    keep: impl Fn(&M) -> bool + Sync,
    threads: usize,
) -> Selected<M> {
    let chosen = Mutex::new(Chosen::new(limit, &keep));
    let parts = map(strips(planes, threads), threads, |rows| {
        let (block, mut of_strip) = (Block::rows(planes, &rows), Chosen::new(limit, &keep));
        let part = scan_part(planes, rows, block, |found| of_strip.add(found));
        chosen.lock().unwrap_or_else(PoisonError::into_inner).merge(of_strip);
        part
    });
    let mut chosen = chosen.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut open: Vec<Located<M>> =
        parts.iter().flat_map(|part| &part.open).map(|&(_, measure)| measure).collect();
    let parts: Vec<_> = parts.iter().collect();
    let mut seams = Seams::new(&parts).expect(FEW);
    seams.join(&parts, |component| open[component as usize].add_links(1));
    seams.sets.flatten_and_merge(&mut open);
    open.into_iter().for_each(|found| chosen.add(found));
    chosen.finish()
}

/// Splits a slice into consecutive parts of these lengths.
pub(crate) fn split<T>(mut rest: &mut [T], lengths: impl Iterator<Item = usize>) -> Vec<&mut [T]> {
    lengths.map(|length| rest.split_off_mut(..length).expect("room for all parts")).collect()
}

/// Returns how many threads pay for an image if at most `threads` are wanted, or one for each core
/// if it is 0; `None` if it is one.
pub(crate) fn useful(planes: Planes<'_>, threads: usize) -> Option<usize> {
    let pixels = planes.shape.width * planes.shape.row_count;
    let most = pixels / PIXELS_PER_THREAD;
    if threads == 1 || most <= 1 {
        return None;
    }
    Some(thread_count(threads).min(most)).filter(|&threads| threads > 1)
}

/// The strips of an image or a volume, in ascending order.
pub(crate) fn strips(
    planes: Planes<'_>,
    threads: usize,
) -> impl Iterator<Item = Range<usize>> + use<> {
    let (rows, seam) = (planes.shape.row_count, planes.shape.seam());
    let most = (PIXELS_PER_STRIP / planes.shape.width).max(1);
    let few = (SEAMS_PER_STRIP * seam).min(rows.div_ceil(2 * threads));
    let strip = rows.div_ceil(STRIPS_PER_THREAD * threads).max(few).min(most);
    let strip = strip.next_multiple_of(seam);
    (0..rows).step_by(strip).map(move |top| top..rows.min(top + strip))
}

/// Calls `work` with all items on several threads. Returns its results in the order of the items.
pub(crate) fn map<T, R: Send>(
    items: impl Iterator<Item = T> + Send,
    threads: usize,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let items = Mutex::new(items.enumerate());
    let work = || {
        let mut results = Vec::new();
        loop {
            let item = items.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((number, item)) = item else { return results };
            results.push((number, work(item)));
        }
    };
    let of_threads = on_threads(threads, || false, work, work).into_iter();
    let mut results: Vec<_> = of_threads.flatten().collect();
    results.sort_unstable_by_key(|&(number, _)| number);
    results.into_iter().map(|(_, result)| result).collect()
}

const FEW: &str = "an image has fewer than 2^32 pixels";

/// The numbers of the components of a strip that are joined with some of strips before, in
/// ascending order. Each comes with the first of these: its strip and its number.
pub(crate) type Absorbed = Vec<(usize, [usize; 2])>;

/// Joins strips. The runs at the seams are compared by all threads, and the components that touch
/// are joined by one.
pub(crate) fn join(strips: &[Part<()>], threads: usize) -> Vec<Absorbed> {
    let strips: Vec<_> = strips.iter().collect();
    let Seams { begins, mut sets, seams } = Seams::new(&strips).expect(FEW);
    let pairs = map(seams.iter(), threads, |seam| {
        let mut pairs = Vec::new();
        seam.for_each_pair(&strips, |a, b| {
            // Most pairs of large components come several times in a row.
            if pairs.last() != Some(&[a, b]) {
                pairs.push([a, b]);
            }
        });
        pairs
    });
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
    absorbed
}

/// Copies the components of all strips into the list `all`, without those that were absorbed.
fn concatenate<M: Measure + Send>(
    lists: Vec<Vec<M>>,
    absorbed: Vec<Absorbed>,
    mut all: Vec<M>,
    threads: usize,
) -> Vec<M> {
    let lists: Vec<_> = lists.into_iter().zip(absorbed).collect();
    let lengths = lists.iter().map(|(components, absorbed)| components.len() - absorbed.len());
    let places = split(&mut all, lengths);
    // Each list is freed once it is copied, so that few components are in memory twice.
    map(lists.into_iter().zip(places), threads, |((from, absorbed), mut to)| {
        let mut begin = 0;
        for end in absorbed.iter().map(|&(number, _)| number).chain([from.len()]) {
            let (place, rest) = to.split_at_mut(end - begin);
            place.copy_from_slice(&from[begin..end]);
            (to, begin) = (rest, end + 1);
        }
    });
    all
}
