//! Pairs of slices.
//!
//! Two engines run in short slices, each in a process of its own, and take turns in which of them runs
//! first. The result is the median of the ratios of neighboring slices, which the load of the machine
//! changes little.

use std::time::{Duration, Instant};

use super::program::{Engine, Programs, Task};
use crate::workspace::Result;

/// The thoroughness of measurements.
#[derive(Clone, Copy)]
pub(super) struct Effort {
    /// The length of a slice.
    milliseconds: u32,
    /// The fewest and the most pairs of slices.
    pairs: (usize, usize),
    /// The standard error of the ratio at which to stop between these.
    error: f64,
    /// The time after which to stop, if there are [`FEWEST_PAIRS`].
    seconds: u64,
}

impl Effort {
    pub(super) const QUICK: Self =
        Self { milliseconds: 20, pairs: (5, 11), error: 0.03, seconds: 3 };
    pub(super) const FULL: Self =
        Self { milliseconds: 30, pairs: (9, 31), error: 0.007, seconds: 6 };
    /// Two builds differ less than two engines, so it takes more pairs to tell them apart.
    pub(super) const AGAINST: Self =
        Self { milliseconds: 30, pairs: (21, 75), error: 0.004, seconds: 20 };
}

const FEWEST_PAIRS: usize = 3;

/// One of the two that are compared.
#[derive(Clone, Copy)]
pub(super) struct Side<'a> {
    pub(super) programs: &'a Programs,
    pub(super) task: &'a Task,
    pub(super) engine: &'a Engine,
}

/// The measurement of pairs of slices, for one unit.
pub(super) struct Paired {
    /// The median times of either side in nanoseconds.
    pub(super) times: [f64; 2],
    /// The time of the second side over that of the first: the median of the ratios of pairs.
    pub(super) ratio: f64,
    /// The standard error of the ratio within this run, as a fraction of it.
    pub(super) error: f64,
}

/// Runs pairs of slices.
pub(super) fn pairs(sides: [Side<'_>; 2], effort: Effort) -> Result<Paired> {
    let (mut times, mut ratios) = ([Vec::new(), Vec::new()], Vec::new());
    let (start, longest) = (Instant::now(), Duration::from_secs(effort.seconds));
    for pair in 0..effort.pairs.1 {
        let precise = pair >= effort.pairs.0 && standard_error(&ratios) < effort.error;
        if precise || pair >= FEWEST_PAIRS && start.elapsed() > longest {
            break;
        }
        for turn in 0..2 {
            let side = (pair + turn) % 2;
            let Side { programs, task, engine } = sides[side];
            times[side].push(programs.time(task, engine, effort.milliseconds)?);
        }
        ratios.push(times[1][pair] / times[0][pair]);
    }
    let error = standard_error(&ratios);
    Ok(Paired { times: times.map(|times| median(&times)), ratio: median(&ratios), error })
}

/// The standard error of the median of ratios, from their median deviation: a busy machine
/// makes many outliers, which barely change the median.
fn standard_error(ratios: &[f64]) -> f64 {
    let middle = median(ratios);
    let deviations: Vec<f64> = ratios.iter().map(|ratio| (ratio / middle - 1.0).abs()).collect();
    // For a normal distribution: σ = 1.4826 · median deviation, error of the median = 1.2533 · σ /
    // √n.
    1.4826 * 1.2533 * median(&deviations) / (ratios.len() as f64).sqrt()
}

/// The middle value, or the mean of the two in the middle; NaN if there is none.
pub(super) fn median(values: &[f64]) -> f64 {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    let (low, high) = (values.len().saturating_sub(1) / 2, values.len() / 2);
    values.get(low).zip(values.get(high)).map_or(f64::NAN, |(&a, &b)| f64::midpoint(a, b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outlier_barely_changes_ratio_and_error() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
        assert!(median(&[]).is_nan());
        let (clean, disturbed) = ([1.0, 1.01, 0.99, 1.0, 1.01], [1.0, 1.01, 0.99, 1.0, 9.0]);
        assert_eq!(median(&clean), median(&disturbed));
        assert!(standard_error(&disturbed) < 0.02);
    }
}
