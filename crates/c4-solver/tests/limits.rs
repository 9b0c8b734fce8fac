//! Limits of time and nodes, cancellation, and what a solver does after them.
#![cfg(feature = "std")]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use c4_solver::{Builder, Position, Standard, StopReason};

/// The numbers of threads to test with.
const THREADS: &[usize] = if cfg!(feature = "parallel") { &[1, 2, 8] } else { &[1] };

fn builder(threads: usize) -> Builder {
    let builder = Builder::new(Standard::BOARD).table_bytes(1 << 20);
    #[cfg(feature = "parallel")]
    let builder = builder.threads(threads);
    let _ = threads;
    builder
}

/// Many cells are left in the first, few in the second: several threads and one.
fn positions() -> [(Position, i32); 2] {
    [("271713432331713132", -11), ("5554224333234511764415115", 4)]
        .map(|(moves, score)| (Position::from_moves(moves).unwrap(), score))
}

/// A position that takes seconds.
fn hard() -> Position {
    Position::from_moves("32164").unwrap()
}

#[test]
fn a_flag_set_before_the_call_cancels_it() {
    for &threads in THREADS {
        let flag = Arc::new(AtomicBool::new(true));
        let mut solver = builder(threads).cancel(flag.clone()).build();
        for position in positions().map(|(position, _)| position).into_iter().chain([hard()]) {
            let stopped = solver.try_solve(position).unwrap_err();
            assert_eq!(stopped.reason, StopReason::Cancelled, "{threads} threads");
        }
        assert_eq!(solver.nodes(), 0, "{threads} threads");
        flag.store(false, Relaxed);
        for (position, score) in positions() {
            assert_eq!(solver.try_solve(position), Ok(score), "{threads} threads");
        }
    }
}

#[test]
fn a_time_of_zero_stops_before_the_search() {
    for &threads in THREADS {
        let mut solver = builder(threads).time_limit(Duration::ZERO).build();
        for position in positions().map(|(position, _)| position).into_iter().chain([hard()]) {
            let stopped = solver.try_solve(position).unwrap_err();
            assert_eq!(stopped.reason, StopReason::Time, "{threads} threads");
        }
        assert_eq!(solver.nodes(), 0, "{threads} threads");
    }
}

#[test]
fn positions_that_need_no_search_are_answered_within_any_limits() {
    // Won at once; one empty cell; a full board.
    let flag = Arc::new(AtomicBool::new(true));
    let builder = builder(1).node_limit(0).time_limit(Duration::ZERO).cancel(flag);
    let mut solver = builder.build();
    assert_eq!(solver.try_solve(Position::from_moves("112233").unwrap()), Ok(18));
    let draw = "23163416124767223154467471272416755633";
    let mut position = Position::from_moves(draw).unwrap();
    for x in solver.principal_variation(position) {
        position = position.play(x).unwrap();
        if position.ply() >= 41 {
            assert_eq!(solver.try_solve(position), Ok(0), "{position}");
        }
    }
    assert!(position.is_full());
}

#[test]
fn a_time_limit_holds() {
    for &threads in THREADS {
        let mut solver = builder(threads).time_limit(Duration::from_millis(50)).build();
        let start = Instant::now();
        let stopped = solver.try_solve(hard()).unwrap_err();
        assert_eq!(stopped.reason, StopReason::Time, "{threads} threads");
        assert!(
            start.elapsed() < Duration::from_secs(5),
            "{threads} threads: {:?}",
            start.elapsed()
        );
        for (position, score) in positions() {
            assert_eq!(solver.solve(position), score, "{threads} threads");
        }
    }
}

#[test]
fn the_longest_time_is_no_limit() {
    for &threads in THREADS {
        let mut solver = builder(threads).time_limit(Duration::MAX).build();
        for (position, score) in positions() {
            assert_eq!(solver.try_solve(position), Ok(score), "{threads} threads");
        }
    }
}

#[test]
fn the_node_limit_holds_for_all_threads_together() {
    for &threads in THREADS {
        for limit in [0, 1, 100, 4_096, 10_000, 100_000] {
            let mut solver = builder(threads).node_limit(limit).build();
            let stopped = solver.try_solve(hard()).unwrap_err();
            assert_eq!(stopped.reason, StopReason::Nodes, "{threads} threads");
            let nodes = solver.nodes();
            assert!(nodes <= limit, "{threads} threads, limit {limit}: {nodes} nodes");
            assert!(nodes >= limit.min(4_096), "{threads} threads, limit {limit}: {nodes} nodes");
        }
        let mut solver = builder(threads).node_limit(u64::MAX).build();
        for (position, score) in positions() {
            assert_eq!(solver.try_solve(position), Ok(score), "{threads} threads");
        }
    }
}

#[test]
fn each_query_has_the_whole_node_limit() {
    for &threads in THREADS {
        let mut solver = builder(threads).node_limit(20_000).build();
        for _ in 0..3 {
            let before = solver.nodes();
            assert!(solver.try_solve(hard()).is_err());
            let nodes = solver.nodes() - before;
            assert!((1..=20_000).contains(&nodes), "{threads} threads: {nodes} nodes");
        }
    }
}

#[test]
fn bounds_of_a_stopped_search_hold_the_score() {
    let (position, score) = positions()[0];
    for &threads in THREADS {
        for limit in (0..2_000).step_by(100) {
            match builder(threads).node_limit(limit).build().try_solve(position) {
                Ok(found) => assert_eq!(found, score),
                Err(stopped) => assert!(stopped.low <= score && score <= stopped.high, "{stopped}"),
            }
        }
    }
}

#[test]
fn queries_without_limits_ignore_limits_that_have_stopped_a_search() {
    let (position, score) = positions()[0];
    for &threads in THREADS {
        let flag = Arc::new(AtomicBool::new(true));
        let mut fresh = builder(1).build();
        let limited = builder(threads).node_limit(0).time_limit(Duration::ZERO);
        let mut solver = limited.cancel(flag).build();
        assert!(solver.try_solve(hard()).is_err());
        assert_eq!(solver.solve(position), score, "{threads} threads");
        assert!(solver.try_solve(hard()).is_err());
        assert_eq!(solver.solve_weak(position), score.signum(), "{threads} threads");
        assert!(solver.try_solve(hard()).is_err());
        assert_eq!(solver.analyze(position), fresh.analyze(position), "{threads} threads");
        assert!(solver.try_solve(hard()).is_err());
        assert_eq!(solver.best_moves(position), fresh.best_moves(position), "{threads} threads");
        assert!(solver.try_solve(hard()).is_err());
        let line = fresh.principal_variation(position);
        assert_eq!(solver.principal_variation(position), line, "{threads} threads");
    }
}

#[test]
fn progress_counts_the_nodes_of_all_threads() {
    for &threads in THREADS {
        let reported = Arc::new(AtomicU64::new(0));
        let last = reported.clone();
        let listener = move |progress: c4_solver::Progress| {
            assert!(last.swap(progress.nodes, Relaxed) <= progress.nodes);
        };
        let mut solver = builder(threads).node_limit(500_000).progress(listener).build();
        assert!(solver.try_solve(hard()).is_err());
        let (reported, nodes) = (reported.load(Relaxed), solver.nodes());
        let most = 4_096 * threads as u64;
        assert!(reported.abs_diff(nodes) <= most, "{threads} threads: {reported} of {nodes} nodes");
    }
}
