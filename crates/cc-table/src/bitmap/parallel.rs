use alloc::vec::Vec;
use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::component::Component;
use super::image::Bitmap;
use super::pass::Pass;
use super::runs::for_each_link;
use crate::Connectivity;

/// The components of some rows by themselves, and where they touch the rows outside.
struct Strip {
    components: Vec<Component>,
    first: Edge,
    last: Edge,
}

/// A row: its pixels, and the numbers of the components of its runs.
struct Edge {
    pixels: Vec<u64>,
    numbers: Vec<u32>,
}

impl Edge {
    /// Right after the end of a band.
    fn of(pass: &Pass) -> Self {
        Self { pixels: pass.band.above().to_vec(), numbers: pass.carried.clone() }
    }
}

/// Fewer pixels are not worth a thread.
const PIXELS_PER_THREAD: usize = 1 << 19;

/// [`components`](super::components) on all processors: strips of rows by themselves, then joined along
/// their seams. The result is the same. If a thread cannot be started, there are fewer of them.
#[must_use]
pub fn components_parallel(image: Bitmap<'_>, connectivity: Connectivity) -> Vec<Component> {
    let worth = image.width() as usize * image.height() / PIXELS_PER_THREAD;
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
        for_each_link(&above.pixels, &below.pixels, connectivity, |a, b| {
            let a = all.sets.find(above.numbers[a] + begin[0]);
            let b = all.sets.find(below.numbers[b] + begin[1]);
            all.sets.join(a, b);
        });
    }
    all.stats.reserve_exact(total);
    for strip in strips {
        // Each is freed once it is copied, so that they are never all in memory twice.
        all.stats.extend_from_slice(&strip.components);
    }
    all.add_up();
    all.stats
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
    let mut pass = Pass::new(connectivity);
    pass.y = top as u64;
    pass.row(image.row(top), image.width(), 0);
    pass.end_band();
    let mut first = Edge::of(&pass);
    for y in top + 1..bottom {
        pass.row(image.row(y), image.width(), 0);
    }
    let components = pass.finish();
    let mut last = Edge::of(&pass);
    for number in first.numbers.iter_mut().chain(&mut last.numbers) {
        *number = pass.sets.parent(*number as usize);
    }
    Strip { components, first, last }
}
