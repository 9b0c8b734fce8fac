use alloc::vec::Vec;

use rayon::prelude::*;

use super::component::Component;
use super::image::Bitmap;
use super::pass::{Pass, Run};
use super::sets::Sets;
use crate::Connectivity;

/// The components of some rows by themselves, and where they touch the rows outside.
struct Strip {
    components: Vec<Component>,
    /// The runs of the first and the last row, with the numbers of their components.
    first: Vec<Run>,
    last: Vec<Run>,
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
    let mut sets = Sets::default();
    let mut stats = Vec::new();
    let mut begins = Vec::with_capacity(strips.len());
    for strip in &strips {
        begins.push(stats.len() as u32);
        stats.extend_from_slice(&strip.components);
        strip.components.iter().for_each(|_| {
            sets.push();
        });
    }
    let reach = u32::from(connectivity == Connectivity::Eight);
    for (pair, begin) in strips.windows(2).zip(begins.windows(2)) {
        join_seam(&mut sets, (&pair[0].last, begin[0]), (&pair[1].first, begin[1]), reach);
    }
    let mut pass = Pass::new(connectivity);
    (pass.sets, pass.stats) = (sets, stats);
    pass.finish()
}

fn strip(image: Bitmap<'_>, connectivity: Connectivity, top: usize, bottom: usize) -> Strip {
    let mut pass = Pass::new(connectivity);
    pass.y = top as u64;
    let mut first = Vec::new();
    for y in top..bottom {
        pass.row(image.row(y), image.width(), 0);
        if y == top {
            first.clone_from(&pass.above);
        }
    }
    let mut numbers = Vec::with_capacity(pass.sets.len());
    let mut count = 0;
    for set in 0..pass.sets.len() {
        if pass.sets.is_root(set) {
            numbers.push(count);
            count += 1;
        } else {
            let root = pass.sets.find(set as u32) as usize;
            numbers.push(numbers[root]);
        }
    }
    let mut last = pass.above.clone();
    for run in first.iter_mut().chain(&mut last) {
        run.set = numbers[run.set as usize];
    }
    Strip { components: pass.finish(), first, last }
}

fn join_seam(sets: &mut Sets, above: (&[Run], u32), below: (&[Run], u32), reach: u32) {
    let mut i = 0;
    for run in below.0 {
        while i < above.0.len() && above.0[i].end + reach <= run.start {
            i += 1;
        }
        let touching = above.0[i..].iter().take_while(|other| other.start < run.end + reach);
        for other in touching {
            let (a, b) = (sets.find(other.set + above.1), sets.find(run.set + below.1));
            if a != b {
                sets.join(a, b);
            }
        }
    }
}
