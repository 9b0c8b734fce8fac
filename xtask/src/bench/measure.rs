//! Paired slices.

use std::time::{Duration, Instant};

use benches::slice::TaskInfo;

use super::Effort;
use super::build::Build;
use crate::Result;

/// Rounds of seconds are not repeated for longer than this …
const LONGEST: Duration = Duration::from_secs(20);
/// … if there are so many pairs of them.
const FEWEST_PAIRS: usize = 5;

/// One of two that are compared.
#[derive(Clone, Copy)]
pub(super) struct Side<'a> {
    pub(super) build: &'a Build,
    pub(super) engine: &'a str,
}

/// What pairs of slices have shown.
pub(super) struct Paired {
    /// The time of a round in nanoseconds, median, of either side.
    pub(super) rounds: [f64; 2],
    /// The time of the first side over that of the second: the median of the ratios of pairs.
    pub(super) ratio: f64,
    /// Nodes of a round of either side.
    pub(super) nodes: [Option<u64>; 2],
}

/// Runs pairs of slices, the two sides taking turns in who comes first.
pub(super) fn pairs(task: &TaskInfo, sides: [Side<'_>; 2], effort: Effort) -> Result<Paired> {
    let (mut rounds, mut ratios) = ([Vec::new(), Vec::new()], Vec::new());
    let mut nodes = [None; 2];
    let start = Instant::now();
    for pair in 0..effort.pairs.1 {
        let precise = pair >= effort.pairs.0 && standard_error(&ratios) < effort.error;
        let late = pair >= FEWEST_PAIRS && start.elapsed() > LONGEST;
        if precise || late {
            break;
        }
        let mut times = [0.0; 2];
        for turn in 0..2 {
            let side = (pair + turn) % 2;
            let Side { build, engine } = sides[side];
            let slice = build.time(task, engine, effort.milliseconds)?;
            times[side] = slice.round();
            nodes[side] = slice.nodes;
            rounds[side].push(times[side]);
        }
        ratios.push(times[0] / times[1]);
    }
    let [first, second] = &mut rounds;
    Ok(Paired { rounds: [median(first), median(second)], ratio: median(&mut ratios), nodes })
}

/// The standard error of the median of ratios, from their median deviation: outliers, of which a busy
/// machine makes many, count little.
fn standard_error(ratios: &[f64]) -> f64 {
    let middle = median(&mut ratios.to_vec());
    let mut deviations: Vec<f64> =
        ratios.iter().map(|ratio| (ratio / middle - 1.0).abs()).collect();
    // For a normal distribution: σ = 1.4826 · median deviation, error of the median = 1.2533 · σ / √n.
    1.4826 * 1.2533 * median(&mut deviations) / (ratios.len() as f64).sqrt()
}

/// The middle one, or the mean of the two in the middle; there must be one at least.
fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 {
        values[middle]
    } else {
        f64::midpoint(values[middle - 1], values[middle])
    }
}
