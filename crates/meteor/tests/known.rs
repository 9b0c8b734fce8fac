//! Published numbers of solutions, through the puzzle files that come with the crate.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use meteor::polyform::{Limits, Progress, Solver, Stage, Stop, ready};

#[test]
fn ready_puzzles_have_as_many_solutions_as_published() {
    for ready in ready::ALL {
        let file = ready.file();
        assert!(!file.title.is_empty() && !file.source.is_empty(), "{}", ready.name);
        let solver = Solver::new(&file.puzzle);
        assert_eq!(solver.count().ok(), file.solutions, "{}", ready.name);
        if file.classes.is_some() {
            assert_eq!(solver.count_up_to_symmetry().ok(), file.classes, "{}", ready.name);
        }
    }
}

#[test]
fn without_memory_the_count_is_the_same() {
    for ready in ready::ALL {
        let file = ready.file();
        if file.solutions.unwrap() < 2_000 {
            let solver = Solver::new(&file.puzzle).limits(Limits::new().memory(0));
            assert_eq!(solver.count().ok(), file.solutions, "{}", ready.name);
        }
    }
}

#[test]
fn limits_hold() {
    let puzzle = ready::find("pentominoes-8x8-corners").unwrap().puzzle();
    let stop = |limits| Solver::new(&puzzle).limits(limits).count().unwrap_err();
    for memory in [0, 1 << 20, 256 << 20] {
        assert_eq!(stop(Limits::new().memory(memory).nodes(5_000)), Stop::Nodes);
    }
    #[cfg(feature = "std")]
    {
        let time = std::time::Duration::from_millis(20);
        assert_eq!(stop(Limits::new().memory(0).time(time)), Stop::Time);
    }
    let flag = AtomicBool::new(true);
    assert_eq!(stop(Limits::new().cancel(&flag)), Stop::Cancelled);
}

/// How long a question goes on after it was cancelled in a stage.
fn runs_on(
    stage: Stage,
    limits: Limits<'_>,
    ask: impl Fn(&Solver<'_>) -> Option<Stop>,
) -> Duration {
    let puzzle = ready::find("pentominoes-8x8-corners").unwrap().puzzle();
    let (flag, cancelled) = (AtomicBool::new(false), Mutex::new(None));
    let watch = |progress: Progress| {
        assert!((0.0..=1.0).contains(&progress.done), "{progress:?}");
        if progress.stage == stage && !flag.swap(true, Ordering::Relaxed) {
            *cancelled.lock().unwrap() = Some(Instant::now());
        }
    };
    let solver = Solver::new(&puzzle).limits(limits.cancel(&flag).watch(&watch));
    assert_eq!(ask(&solver), Some(Stop::Cancelled), "{stage:?}");
    cancelled.lock().unwrap().unwrap().elapsed()
}

#[test]
fn every_engine_can_be_cancelled() {
    let second = Duration::from_secs(1);
    let (all, none) = (Limits::new(), Limits::new().memory(0));
    assert!(runs_on(Stage::Graph, all, |solver| solver.count().err()) < second);
    assert!(runs_on(Stage::Families, all, |solver| solver.count().err()) < second);
    assert!(runs_on(Stage::Graph, all, |solver| solver.index().err()) < second);
    assert!(runs_on(Stage::Families, all, |solver| solver.index().err()) < second);
    assert!(runs_on(Stage::Search, none, |solver| solver.count().err()) < second);
    assert!(runs_on(Stage::Search, none, |solver| solver.count_up_to_symmetry().err()) < second);
    #[cfg(feature = "parallel")]
    assert!(
        runs_on(Stage::Search, none, |solver| solver.clone().threads(3).count().err()) < second
    );
}

#[cfg(feature = "std")]
#[test]
fn time_is_for_the_whole_question() {
    let puzzle = ready::find("pentominoes-8x8-corners").unwrap().puzzle();
    let time = Duration::from_millis(200);
    // The graph takes a part of it, and then the memory is not enough.
    let limits = Limits::new().memory(12 << 20).time(time);
    let start = Instant::now();
    assert_eq!(Solver::new(&puzzle).limits(limits).count(), Err(Stop::Time));
    assert!(start.elapsed() < 5 * time);
}

#[test]
fn samples_are_uniform() {
    // 18 solutions, 18,000 samples: chi-squared with 17 degrees of freedom is below 40.8 with probability 0.999.
    let puzzle = ready::find("tetrahexes-4x7-parallelogram").unwrap().puzzle();
    let solver = Solver::new(&puzzle);
    let index = solver.index().unwrap();
    let mut state = 1u64;
    let mut random = || {
        // SplitMix64, Steele, Lea and Flood (2014).
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    let mut times = [0u32; 18];
    for _ in 0..18_000 {
        let solution = index.sample(&mut random).unwrap().unwrap();
        times[index.rank(&solution).unwrap().unwrap() as usize] += 1;
    }
    let chi: f64 = times.iter().map(|&n| (f64::from(n) - 1000.0).powi(2) / 1000.0).sum();
    assert!(chi < 40.8, "{chi}");
}
