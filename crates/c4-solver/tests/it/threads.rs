//! Searches with several threads.
//!
//! The ignored tests are the same at full size: `cargo test --release -p c4-solver --features
//! parallel --test it -- threads --ignored --nocapture`.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use bitboard_core::Random as _;
use c4_solver::{Board, Column, Limits, Position, Progress, SeededRng, Solver, StopReason};

/// A position on 7×6 with this number of stones, in which the player to move may win at once.
fn position(rng: &mut SeededRng, stones: u64) -> Position {
    loop {
        let mut position = Position::EMPTY;
        for _ in 0..200 {
            if position.ply() as u64 == stones {
                return position;
            }
            let column = Column::new(rng.below(7) as u32).unwrap();
            position = position.after(column).unwrap_or(position);
        }
    }
}

/// `count` positions with `least` to 36 stones, in random order.
fn positions(seed: u64, count: usize, least: u64) -> Vec<Position> {
    let mut rng = SeededRng::new(seed);
    let mut position = || {
        let stones = least + rng.below(37 - least);
        self::position(&mut rng, stones)
    };
    (0..count).map(|_| position()).collect()
}

fn solver(threads: usize) -> Solver {
    Solver::default().memory_bytes(16 << 20).threads(threads)
}

/// Solves the positions with one thread, then with 2, 3 and 8 threads by one solver each.
fn compare_scores(positions: &[Position]) {
    let mut single = solver(1);
    let scores: Vec<i32> = positions.iter().map(|&position| single.solve(&position)).collect();
    for threads in [2, 3, 8] {
        let mut several = solver(threads);
        for (&position, &score) in positions.iter().zip(&scores) {
            assert_eq!(several.solve(&position), score, "{threads} threads:\n{position}");
        }
        println!("{threads} threads: {} scores equal those of one thread", positions.len());
    }
}

#[test]
fn scores_do_not_depend_on_the_number_of_threads() {
    compare_scores(&positions(1, 400, 15));
}

#[test]
#[ignore = "takes minutes"]
fn ten_thousand_scores_do_not_depend_on_the_number_of_threads() {
    compare_scores(&positions(2, 10_000, 8));
}

/// Cancels `count` solves at random moments. The solver must be right after each of them.
fn cancel_at_random(count: usize, threads: usize) {
    let mut rng = SeededRng::new(threads as u64);
    let flag = AtomicBool::new(false);
    let limits = Limits::new().cancel(&flag);
    let mut solver = self::solver(threads);
    let mut single = self::solver(1);
    let mut cancelled = 0;
    for _ in 0..count {
        let stones = 8 + rng.below(8);
        let position = self::position(&mut rng, stones);
        let most = 1 << rng.below(14);
        let delay = Duration::from_micros(rng.below(most));
        let result = thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(delay);
                flag.store(true, Relaxed);
            });
            solver.try_solve(&position, &limits)
        });
        flag.store(false, Relaxed);
        match result {
            Ok(score) => {
                assert_eq!(single.solve(&position), score, "{threads} threads:\n{position}");
            }
            Err(stopped) => {
                assert_eq!(stopped.reason, StopReason::Cancelled, "{threads} threads");
                cancelled += 1;
            }
        }
        let stones = 17 + rng.below(20);
        let position = self::position(&mut rng, stones);
        let score = single.solve(&position);
        assert_eq!(solver.solve(&position), score, "{threads} threads:\n{position}");
    }
    println!("{threads} threads: {cancelled} of {count} solves cancelled");
    // On a fast or busy machine, most answers come before the thread that cancels.
    assert!(cancelled > 0);
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "WebAssembly has no threads")]
fn scores_are_right_after_cancelled_solves() {
    for threads in [1, 2, 8] {
        cancel_at_random(60, threads);
    }
}

#[test]
#[ignore = "takes minutes"]
fn scores_are_right_after_a_thousand_cancelled_solves() {
    for threads in [1, 2, 8] {
        cancel_at_random(1_000, threads);
    }
}

#[test]
fn any_number_of_threads_is_accepted() {
    let position = Position::from_moves("271713432331713132").unwrap();
    for threads in [0, 1, usize::MAX] {
        assert_eq!(solver(threads).solve(&position), -11, "{threads} threads");
    }
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "WebAssembly does not catch panics")]
fn a_panic_of_the_listener_ends_the_other_threads() {
    let listener = |_: &Progress| panic!("a fault of this listener");
    let limits = Limits::new().on_progress(&listener);
    let mut solver = Solver::default().memory_bytes(1 << 20).threads(2);
    let start = Instant::now();
    let solve = || solver.try_solve(&Position::EMPTY, &limits);
    assert!(catch_unwind(AssertUnwindSafe(solve)).is_err());
    let solve = || solver.try_solve_many(&[Position::EMPTY; 3], &limits);
    assert!(catch_unwind(AssertUnwindSafe(solve)).is_err());
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    for (moves, score) in [("271713432331713132", -11), ("5554224333234511764415115", 4)] {
        assert_eq!(solver.solve(&Position::from_moves(moves).unwrap()), score, "{moves}");
    }
}

#[test]
fn threads_may_share_a_table_of_128_bits() {
    let (board, mut rng) = (Board::new(9, 7).unwrap(), SeededRng::new(3));
    let positions: Vec<_> = (0..200)
        .map(|_| {
            let mut position = Position::new(board);
            while position.ply() < 43 {
                let column = Column::new(rng.below(9) as u32).unwrap();
                let is_stuck = position.columns() == position.winning_columns();
                position = if is_stuck { Position::new(board) } else { position };
                position = position.after(column).unwrap_or(position);
            }
            position
        })
        .collect();
    let solver = |threads| Solver::new(board).memory_bytes(1 << 16).threads(threads);
    let mut single = solver(1);
    let scores: Vec<i32> = positions.iter().map(|position| single.solve(position)).collect();
    for threads in [2, 3, 8] {
        let mut several = solver(threads);
        for (position, &score) in positions.iter().zip(&scores).take(100) {
            assert_eq!(several.solve(position), score, "{threads} threads:\n{position}");
        }
        several.clear();
        assert_eq!(several.solve_many(&positions), scores, "{threads} threads");
    }
}

#[test]
fn a_batch_has_the_scores_of_its_positions() {
    let positions = positions(4, 400, 15);
    let mut single = solver(1);
    let scores: Vec<i32> = positions.iter().map(|position| single.solve(position)).collect();
    for threads in [1, 2, 3, 8] {
        assert_eq!(solver(threads).solve_many(&positions), scores, "{threads} threads");
    }
    assert_eq!(Solver::default().solve_many(&positions), scores);
    assert!(Solver::default().solve_many(&[]).is_empty());
}

/// Runs itself again with stacks that no thread can have.
#[test]
fn the_calling_thread_reports() {
    let caller = thread::current().id();
    let reports = AtomicU64::new(0);
    let listener = |_: &Progress| {
        assert_eq!(thread::current().id(), caller);
        reports.fetch_add(1, Relaxed);
    };
    let positions = positions(8, 40, 10);
    solver(3).try_solve_many(&positions, &Limits::new().on_progress(&listener)).unwrap();
    assert!(reports.into_inner() > 0);
}

#[test]
#[cfg_attr(target_pointer_width = "32", ignore = "every stack size of 32 bits can be allocated")]
fn threads_that_cannot_be_started_are_left_out() {
    if std::env::var_os("RUST_MIN_STACK").is_some() {
        assert!(thread::Builder::new().spawn(|| ()).is_err());
        let position = Position::from_moves("271713432331713132").unwrap();
        assert_eq!(solver(8).solve(&position), -11);
        assert_eq!(solver(8).solve_many(&[position; 3]), [-11; 3]);
        return;
    }
    let mut command = std::process::Command::new(std::env::current_exe().unwrap());
    let name = "threads::threads_that_cannot_be_started_are_left_out";
    let output = command
        .args(["--exact", name])
        .env("RUST_MIN_STACK", (1u64 << 60).to_string())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}
