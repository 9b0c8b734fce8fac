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
//! - **Labels.** The same, but a strip keeps its runs. Once the sums are known ([`StripLabels`]),
//!   each thread turns the numbers of a strip into labels and paints them.
//! - **Some components** of an image, as in [`Labeler::select`](crate::Labeler::select). Complete
//!   components leave a strip at once, and only open ones are kept.
//!
//! Without the feature `parallel`, there is one thread.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;
#[cfg(feature = "parallel")]
use std::sync::{Mutex, PoisonError};

#[cfg(feature = "parallel")]
use bitboard_core::threads::{on_threads, thread_count};

#[cfg(feature = "parallel")]
use super::part::scan_part;
use super::part::{Block, Borders, Part, Seams};
#[cfg(feature = "parallel")]
use super::stream::{Chosen, Located, Selected};
use crate::scan::pass::Pass;
use crate::scan::{Measure, Planes, Shape};

/// Pixels of an image for each thread that is started, because a thread takes time to start.
#[cfg(feature = "parallel")]
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
    let scanned = map(strips(planes.shape, threads), threads, |rows| {
        let block = Block::rows(planes.shape, &rows);
        let (mut pass, mut borders) = (Pass::new(), Borders::new(block));
        let mut components: Vec<M> = Vec::new();
        pass.planes(planes, rows, &mut components, |band| borders.add(band));
        (components, borders.into_part(|label| pass.final_label(label), |_| ()))
    });
    let (lists, parts): (Vec<_>, Vec<_>) = scanned.into_iter().unzip();
    concatenate(lists, &join(&parts, threads, |(), ()| true), threads)
}

/// [`Labeler::select`](crate::Labeler::select) on several threads.
#[cfg(feature = "parallel")]
pub(crate) fn select<M: Measure>(
    planes: Planes<'_>,
    limit: usize,
    keep: impl Fn(&M) -> bool + Sync,
    threads: usize,
) -> Selected<M> {
    let chosen = Mutex::new(Chosen::new(limit, &keep));
    let parts = map(strips(planes.shape, threads), threads, |rows| {
        let (block, mut of_strip) = (Block::rows(planes.shape, &rows), Chosen::new(limit, &keep));
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
#[cfg_attr(not(feature = "parallel"), allow(unused_variables, reason = "there is one thread"))]
pub(crate) fn useful(shape: Shape, threads: usize) -> Option<usize> {
    #[cfg(feature = "parallel")]
    {
        let most = shape.width * shape.row_count / PIXELS_PER_THREAD;
        if threads != 1 && most > 1 {
            return Some(thread_count(threads).min(most)).filter(|&threads| threads > 1);
        }
    }
    None
}

/// The strips of an image or a volume, in ascending order; all rows for one thread.
pub(crate) fn strips(
    shape: Shape,
    threads: usize,
) -> impl Iterator<Item = Range<usize>> + Clone + use<> {
    let (rows, seam) = (shape.row_count, shape.seam());
    let most = (PIXELS_PER_STRIP / shape.width).max(1);
    let few = (SEAMS_PER_STRIP * seam).min(rows.div_ceil(2 * threads));
    let strip = rows.div_ceil(STRIPS_PER_THREAD * threads).max(few).min(most);
    let strip = if threads == 1 { rows } else { strip.next_multiple_of(seam) };
    (0..rows).step_by(strip).map(move |top| top..rows.min(top + strip))
}

/// Calls `work` with all items on several threads. Returns its results in the order of the items.
#[cfg(feature = "parallel")]
pub(crate) fn map<T, R: Send>(
    items: impl Iterator<Item = T> + Send,
    threads: usize,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    if threads == 1 {
        return items.map(work).collect();
    }
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

/// Calls `work` with all items.
#[cfg(not(feature = "parallel"))]
pub(crate) fn map<T, R>(
    items: impl Iterator<Item = T>,
    _threads: usize,
    work: impl Fn(T) -> R,
) -> Vec<R> {
    items.map(work).collect()
}

const FEW: &str = "an image has fewer than 2^32 pixels";

/// The numbers of the components of a strip that are joined with some of strips before, in
/// ascending order. Each comes with the first of these: its strip and its number.
type Absorbed = Vec<(usize, [usize; 2])>;

/// Joins strips. The runs at the seams are compared by all threads, and the components that touch
/// are joined by one, if `are_equal` is true of their measures.
fn join<M: Copy + Sync>(
    strips: &[Part<M>],
    threads: usize,
    are_equal: impl Fn(M, M) -> bool + Sync,
) -> Vec<Absorbed> {
    let measures: Vec<M> =
        strips.iter().flat_map(|strip| &strip.open).map(|&(_, measure)| measure).collect();
    let strips: Vec<_> = strips.iter().collect();
    let Seams { begins, mut sets, seams } = Seams::new(&strips).expect(FEW);
    let pairs = map(seams.iter(), threads, |seam| {
        let mut pairs = Vec::new();
        seam.for_each_pair(&strips, |a, b| {
            // Most pairs of large components come several times in a row.
            if pairs.last() != Some(&[a, b])
                && are_equal(measures[a as usize], measures[b as usize])
            {
                pairs.push([a, b]);
            }
        });
        pairs
    });
    pairs.into_iter().flatten().for_each(|[a, b]| sets.join(a, b));
    let mut absorbed = vec![Vec::new(); strips.len()];
    for ((strip, &begin), absorbed) in strips.iter().zip(&begins).zip(&mut absorbed) {
        for (&(number, _), index) in strip.open.iter().zip(begin..) {
            let root = sets.find(index);
            if root != index {
                let first = begins.partition_point(|&begin| begin <= root) - 1;
                let (first_number, _) = strips[first].open[(root - begins[first]) as usize];
                absorbed.push((number as usize, [first, first_number as usize]));
            }
        }
    }
    absorbed
}

/// Returns a list that will be written to. Zeroed memory is not touched before that.
fn room<M: Measure>(len: usize) -> Vec<M> {
    #[cfg(feature = "parallel")]
    {
        bytemuck::zeroed_vec(len)
    }
    #[cfg(not(feature = "parallel"))]
    {
        vec![M::empty(true); len]
    }
}

/// Merges the components of all strips into one list.
fn concatenate<M: Measure>(
    mut lists: Vec<Vec<M>>,
    absorbed: &[Absorbed],
    threads: usize,
) -> Vec<M> {
    for (strip, absorbed) in absorbed.iter().enumerate() {
        for &(number, [first_strip, first]) in absorbed {
            let component = lists[strip][number];
            lists[first_strip][first].merge(&component);
        }
    }
    let lengths: Vec<_> =
        lists.iter().zip(absorbed).map(|(list, absorbed)| list.len() - absorbed.len()).collect();
    let mut all = room(lengths.iter().sum());
    let places = split(&mut all, lengths.into_iter());
    // Each list is freed once it is copied, so that few components are in memory twice.
    let lists = lists.into_iter().zip(absorbed);
    map(lists.zip(places), threads, |((from, absorbed), mut to)| {
        let mut begin = 0;
        for end in absorbed.iter().map(|&(number, _)| number).chain([from.len()]) {
            let (place, rest) = to.split_at_mut(end - begin);
            place.copy_from_slice(&from[begin..end]);
            (to, begin) = (rest, end + 1);
        }
    });
    all
}

/// The labels of the components of strips: from 1 in raster order.
pub(crate) struct StripLabels {
    /// Number of components.
    pub(crate) count: u32,
    /// The label of the first component of each strip that was not absorbed.
    begins: Vec<u32>,
    absorbed: Vec<Absorbed>,
}

impl StripLabels {
    /// Joins strips, each with its number of components. Components that touch are one if
    /// `are_equal` is true of their measures.
    pub(crate) fn new<M: Copy + Sync>(
        strips: &[Part<M>],
        counts: impl Iterator<Item = u32>,
        threads: usize,
        are_equal: impl Fn(M, M) -> bool + Sync,
    ) -> Self {
        let absorbed = join(strips, threads, are_equal);
        let (mut count, mut begins) = (0, Vec::with_capacity(strips.len()));
        for (of_strip, absorbed) in counts.zip(&absorbed) {
            begins.push(count + 1);
            count += of_strip - absorbed.len() as u32;
        }
        Self { count, begins, absorbed }
    }

    /// Returns the labels of the `count` components of a strip, by number.
    pub(crate) fn of(&self, strip: usize, count: u32) -> Vec<u32> {
        let mut labels = Vec::with_capacity(count as usize);
        // Those up to before `number` that were not absorbed have consecutive labels.
        let mut next = self.begins[strip];
        let mut extend_to = |labels: &mut Vec<u32>, number: usize| {
            let end = next + (number - labels.len()) as u32;
            labels.extend(next..end);
            next = end;
        };
        for &(number, first) in &self.absorbed[strip] {
            extend_to(&mut labels, number);
            labels.push(self.label(first));
        }
        extend_to(&mut labels, count as usize);
        labels
    }

    /// Returns the label of a component that was not absorbed, given its strip and its number.
    fn label(&self, [strip, number]: [usize; 2]) -> u32 {
        let before = self.absorbed[strip].partition_point(|&(absorbed, _)| absorbed < number);
        self.begins[strip] + (number - before) as u32
    }

    /// Merges the components of the strips, by number, into those by label.
    pub(crate) fn merge<M: Measure>(&self, lists: Vec<Vec<M>>, threads: usize) -> Vec<M> {
        concatenate(lists, &self.absorbed, threads)
    }
}
