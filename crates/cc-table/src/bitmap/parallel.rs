use alloc::vec::Vec;

use rayon::prelude::*;

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

/// [`components`](super::components) on all processors: strips of rows by themselves, then joined along
/// their seams. The result is the same.
#[must_use]
pub fn components_parallel(image: Bitmap<'_>, connectivity: Connectivity) -> Vec<Component> {
    // Strips that are not worth a thread are not made.
    let rows = image.height().div_ceil(4 * rayon::current_num_threads()).max(64);
    let strips: Vec<Strip> = (0..image.height().div_ceil(rows))
        .into_par_iter()
        .map(|i| strip(image, connectivity, i * rows, ((i + 1) * rows).min(image.height())))
        .collect();
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
        // Each goes when it is copied, lest all be there twice.
        all.stats.extend_from_slice(&strip.components);
    }
    all.add_up();
    all.stats
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
