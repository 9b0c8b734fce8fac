//! Components on several threads.

use alloc::vec::Vec;
use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::bitmap::Bitmap;
use super::component::Component;
use super::edge::Edge;
use super::pass::Pass;
use bitboard_core::Connectivity;

/// The components of some rows, and their first and last row.
struct Strip {
    components: Vec<Component>,
    first: Edge,
    last: Edge,
}

/// A thread is started for this many pixels.
const PIXELS_PER_THREAD: usize = 1 << 19;

/// [`components`](super::components) on all processors: the components of strips of rows are joined along
/// their seams. The result is the same. If a thread cannot be started, fewer are used.
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
    let worth = image.width() * image.height() / PIXELS_PER_THREAD;
    let threads = thread::available_parallelism().map_or(1, NonZero::get).min(worth);
    if threads <= 1 {
        return strip(image, connectivity, 0, image.height()).components;
    }
    let rows = image.height().div_ceil(4 * threads);
    let strips = strips(image, connectivity, rows, threads);
    let mut begins = Vec::with_capacity(strips.len());
    let mut total = 0;
    for strip in &strips {
        begins.push(total as u32);
        total += strip.components.len();
    }
    let mut all = Pass::new(connectivity);
    all.sets.extend_to(total as u32);
    for (pair, begin) in strips.windows(2).zip(begins.windows(2)) {
        let (above, below) = (&pair[0].last, &pair[1].first);
        above.join(begin[0], below, begin[1], connectivity, &mut all.sets);
    }
    let mut stats = Vec::with_capacity(total);
    for strip in strips {
        // Each strip is freed once it is copied, so that components are never all in memory twice.
        stats.extend_from_slice(&strip.components);
    }
    all.add_up(&mut stats);
    stats
}

/// The strips of `rows` rows, from the top.
fn strips(
    image: Bitmap<'_>,
    connectivity: Connectivity,
    rows: usize,
    threads: usize,
) -> Vec<Strip> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut strips = Vec::new();
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            let (top, bottom) = (i * rows, ((i + 1) * rows).min(image.height()));
            if top >= bottom {
                return strips;
            }
            strips.push((i, strip(image, connectivity, top, bottom)));
        }
    };
    let mut strips = thread::scope(|scope| {
        let start = |_| thread::Builder::new().spawn_scoped(scope, work).ok();
        let helpers: Vec<_> = (1..threads).map_while(start).collect();
        let mut strips = work();
        for helper in helpers {
            strips.extend(helper.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        strips
    });
    strips.sort_unstable_by_key(|&(i, _)| i);
    strips.into_iter().map(|(_, strip)| strip).collect()
}

fn strip(image: Bitmap<'_>, connectivity: Connectivity, top: usize, bottom: usize) -> Strip {
    let (mut pass, mut components) = (Pass::new(connectivity), Vec::new());
    pass.y = top as u64;
    pass.row(image.row(top), image.columns(), 0, &mut components);
    pass.end_band(&mut components);
    let mut first = Edge::of(&pass);
    for y in top + 1..bottom {
        pass.row(image.row(y), image.columns(), 0, &mut components);
    }
    pass.finish(&mut components);
    let mut last = Edge::of(&pass);
    first.renumber(&pass.sets);
    last.renumber(&pass.sets);
    Strip { components, first, last }
}
