//! Paired slices.

use std::time::{Duration, Instant};

use bench_schema::TaskInfo;

use super::Effort;
use super::build::Build;
use crate::statistics::{median, standard_error};
use crate::workspace::Result;

/// Tasks with long rounds stop after this time …
const LONGEST: Duration = Duration::from_secs(20);
/// … if they have at least this number of pairs.
const FEWEST_PAIRS: usize = 5;

/// One of two that are compared.
#[derive(Clone, Copy)]
pub(super) struct Side<'a> {
    pub(super) build: &'a Build,
    pub(super) engine: &'a str,
}

/// The measurement of pairs of slices.
pub(super) struct Paired {
    /// The times of the rounds in nanoseconds, of either side.
    pub(super) rounds: [Vec<f64>; 2],
    /// The time of the first side over that of the second: the median of the ratios of pairs.
    pub(super) ratio: f64,
    /// The standard error of the ratio, as a fraction of it.
    pub(super) error: f64,
    /// Nodes of a round of either side.
    pub(super) nodes: [Option<u64>; 2],
}

/// Runs pairs of slices. The two sides take turns in which runs first.
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
        for turn in 0..2 {
            let side = (pair + turn) % 2;
            let Side { build, engine } = sides[side];
            let slice = build.time(task, engine, effort.milliseconds)?;
            nodes[side] = slice.nodes;
            rounds[side].push(slice.round());
        }
        ratios.push(rounds[0][pair] / rounds[1][pair]);
    }
    let error = standard_error(&ratios);
    Ok(Paired { rounds, ratio: median(&ratios), error, nodes })
}
