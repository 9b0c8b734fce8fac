//! Derived figures of a task.

use bench_schema::{EngineInfo, Figures, Pairs, Role, TaskRecord};

use crate::statistics::median;

/// An engine with its figures.
#[derive(Clone, Copy)]
pub(crate) struct Engine<'a> {
    pub(crate) info: &'a EngineInfo,
    pub(crate) figures: &'a Figures,
}

/// The engines of a task, ours first.
pub(crate) fn engines(record: &TaskRecord) -> impl Iterator<Item = Engine<'_>> + Clone {
    let engines = record.task.engines.iter().zip(&record.figures);
    engines.map(|(info, figures)| Engine { info, figures })
}

/// The time of our engine in nanoseconds: the median of all its slices.
pub(crate) fn our_time(record: &TaskRecord) -> f64 {
    let pairs = record.figures.iter().filter_map(|figures| figures.pairs.as_ref());
    let times: Vec<f64> = pairs.flat_map(|pairs| pairs.ours.iter().copied()).collect();
    match (times.is_empty(), record.figures.first()) {
        (true, Some(alone)) => alone.time(),
        (true, None) => f64::NAN,
        (false, _) => median(&times),
    }
}

/// The engine of a role with the least time in comparison with ours.
pub(crate) fn best(record: &TaskRecord, role: Role) -> Option<Engine<'_>> {
    let all = engines(record).skip(1).filter(|engine| engine.info.role == role);
    all.min_by(|a, b| a.speed_up().total_cmp(&b.speed_up()))
}

/// Figures of one engine.
pub(crate) trait Time {
    /// The time in nanoseconds: the median of its slices.
    fn time(&self) -> f64;
}

impl Time for Figures {
    fn time(&self) -> f64 {
        if self.times.is_empty() { f64::NAN } else { median(&self.times) }
    }
}

impl Engine<'_> {
    /// The time of this engine over ours, 1 for ours.
    pub(crate) fn speed_up(&self) -> f64 {
        self.figures.pairs.as_ref().map_or(1.0, |pairs| 1.0 / pairs.ratio)
    }

    /// The standard error of the speed-up, as a fraction of it.
    pub(crate) fn error(&self) -> f64 {
        self.figures.pairs.as_ref().map_or(0.0, |pairs: &Pairs| pairs.error)
    }
}
