//! Published numbers of solutions, through the puzzle files that come with the crate.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::common::stopped;
use meteor_puzzle::{
    Limits, Progress, SeededRng, Solver, Stage, StageProgress, StopReason, presets,
};

/// Whether counting takes minutes without optimization.
pub(crate) fn is_large(name: &str) -> bool {
    ["pentominoes-3x4x5", "pentominoes-2x5x6", "bedlam", "kanoodle-pyramid"].contains(&name)
}

#[test]
fn ready_puzzles_have_as_many_solutions_as_published() {
    for preset in presets::ALL.iter().filter(|preset| !is_large(preset.name())) {
        let file = preset.file();
        assert!(!file.title.is_empty() && !file.source.is_empty(), "{}", preset.name());
        let solver = Solver::new(file.puzzle.clone());
        assert_eq!(solver.count().ok(), file.solutions, "{}", preset.name());
        if file.distinct.is_some() {
            assert_eq!(solver.count_distinct().ok(), file.distinct, "{}", preset.name());
        }
    }
}

#[test]
fn without_memory_the_count_is_the_same() {
    for preset in presets::ALL {
        let file = preset.file();
        if file.solutions.unwrap() < 2_000 && file.puzzle.grid().axes() == 2 {
            let solver = Solver::new(file.puzzle.clone()).memory_bytes(0);
            assert_eq!(solver.count().ok(), file.solutions, "{}", preset.name());
        }
    }
}

#[test]
fn limits_hold() {
    let puzzle = presets::find("pentominoes-8x8-corners").unwrap().puzzle();
    let solver = Solver::new(puzzle);
    let stop =
        |memory, limits| stopped(solver.clone().memory_bytes(memory).try_count(&limits)).unwrap();
    for memory in [0, 1 << 20, 256 << 20] {
        assert_eq!(stop(memory, Limits::new().nodes(5_000)), StopReason::Nodes);
    }
    #[cfg(feature = "std")]
    {
        let time = std::time::Duration::from_millis(1);
        assert_eq!(stop(0, Limits::new().time(time)), StopReason::Time);
    }
    let flag = AtomicBool::new(true);
    assert_eq!(stop(256 << 20, Limits::new().cancel(&flag)), StopReason::Cancelled);
}

/// The time that a query takes to stop after it was cancelled in a stage.
fn runs_on(
    stage: Stage,
    memory: usize,
    ask: impl Fn(&Solver, &Limits<'_>) -> Option<StopReason>,
) -> Duration {
    let puzzle = presets::find("pentominoes-8x8-corners").unwrap().puzzle();
    let (flag, cancelled) = (AtomicBool::new(false), Mutex::new(None));
    let watch = |progress: &Progress| {
        let progress: &StageProgress = progress.detail().unwrap();
        assert!((0.0..=1.0).contains(&progress.done), "{progress:?}");
        if progress.stage == stage && !flag.swap(true, Ordering::Relaxed) {
            *cancelled.lock().unwrap() = Some(Instant::now());
        }
    };
    let solver = Solver::new(puzzle).memory_bytes(memory);
    let limits = Limits::new().cancel(&flag).on_progress(&watch);
    assert_eq!(ask(&solver, &limits), Some(StopReason::Cancelled), "{stage:?}");
    cancelled.lock().unwrap().unwrap().elapsed()
}

#[test]
fn every_engine_can_be_cancelled() {
    // Other processes may run at the same time.
    let most = Duration::from_secs(5);
    let (all, none) = (256 << 20, 0);
    let count = |solver: &Solver, limits: &Limits<'_>| stopped(solver.try_count(limits));
    let index = |solver: &Solver, limits: &Limits<'_>| stopped(solver.try_index(limits));
    let distinct =
        |solver: &Solver, limits: &Limits<'_>| stopped(solver.try_count_distinct(limits));
    assert!(runs_on(Stage::Graph, all, count) < most);
    assert!(runs_on(Stage::Counts, all, count) < most);
    assert!(runs_on(Stage::Graph, all, index) < most);
    assert!(runs_on(Stage::Counts, all, index) < most);
    assert!(runs_on(Stage::Search, none, count) < most);
    assert!(runs_on(Stage::Search, none, distinct) < most);
    #[cfg(feature = "parallel")]
    {
        let threads = |solver: &Solver, limits: &Limits<'_>| {
            stopped(solver.clone().threads(3).try_count(limits))
        };
        assert!(runs_on(Stage::Search, none, threads) < most);
    }
}

#[cfg(feature = "std")]
#[test]
fn time_is_for_the_whole_query() {
    let puzzle = presets::find("pentominoes-8x8-corners").unwrap().puzzle();
    let time = Duration::from_millis(20);
    // The graph takes a part of it until it exceeds the memory.
    let start = Instant::now();
    let counted = Solver::new(puzzle).memory_bytes(12 << 20).try_count(&Limits::new().time(time));
    assert_eq!(stopped(counted), Some(StopReason::Time));
    assert!(start.elapsed() < Duration::from_secs(5));
}

#[test]
fn samples_are_uniform() {
    // 18 solutions, 18,000 samples: chi-squared with 17 degrees of freedom is below 40.8 with
    // probability 0.999.
    let puzzle = presets::find("tetrahexes-4x7-parallelogram").unwrap().puzzle();
    let solver = Solver::new(puzzle.clone());
    let index = solver.try_index(&Limits::new()).unwrap();
    let mut rng = SeededRng::new(1);
    let mut times = [0u32; 18];
    for _ in 0..18_000 {
        let solution = index.sample(&mut rng).unwrap();
        times[index.rank(&solution).unwrap() as usize] += 1;
    }
    let chi: f64 = times.iter().map(|&n| (f64::from(n) - 1000.0).powi(2) / 1000.0).sum();
    assert!(chi < 40.8, "{chi}");
}
