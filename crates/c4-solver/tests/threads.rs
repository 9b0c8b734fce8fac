//! Searches with several threads.
//!
//! The ignored tests are the same at full size:
//! `cargo test --release -p c4-solver --features parallel --test threads -- --ignored --nocapture`.
#![cfg(feature = "parallel")]

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use c4_solver::{Builder, Position, Solver, Standard, StopReason};

/// A linear congruential generator.
struct Random(u64);

impl Random {
    /// A number below `limit`.
    fn below(&mut self, limit: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as u32 % limit
    }

    /// A position on 7×6 with this number of stones, in which the player to move may win at once.
    fn position(&mut self, stones: u32) -> Position {
        loop {
            let mut position = Position::EMPTY;
            for _ in 0..200 {
                if position.ply() == stones {
                    return position;
                }
                position = position.play(self.below(7)).unwrap_or(position);
            }
        }
    }

    /// `count` positions with `least` to 36 stones, in random order.
    fn positions(&mut self, count: usize, least: u32) -> Vec<Position> {
        let mut position = || {
            let stones = least + self.below(37 - least);
            self.position(stones)
        };
        (0..count).map(|_| position()).collect()
    }
}

fn solver(threads: usize) -> Solver {
    Builder::new(Standard::BOARD).table_bytes(16 << 20).threads(threads).build()
}

/// Solves the positions with one thread, then with 2, 3 and 8 threads by one solver each.
fn compare_scores(positions: &[Position]) {
    let mut single = solver(1);
    let scores: Vec<i32> = positions.iter().map(|&position| single.solve(position)).collect();
    for threads in [2, 3, 8] {
        let mut several = solver(threads);
        for (&position, &score) in positions.iter().zip(&scores) {
            assert_eq!(several.try_solve(position), Ok(score), "{threads} threads:\n{position}");
        }
        println!("{threads} threads: {} scores equal those of one thread", positions.len());
    }
}

#[test]
fn scores_do_not_depend_on_the_number_of_threads() {
    compare_scores(&Random(1).positions(400, 15));
}

#[test]
#[ignore = "takes minutes"]
fn ten_thousand_scores_do_not_depend_on_the_number_of_threads() {
    compare_scores(&Random(2).positions(10_000, 8));
}

/// Cancels `count` solves at random moments. The solver must be right after each of them.
fn cancel_at_random(count: usize, threads: usize) {
    let mut random = Random(threads as u64);
    let flag = Arc::new(AtomicBool::new(false));
    let builder = Builder::new(Standard::BOARD).table_bytes(16 << 20).threads(threads);
    let mut solver = builder.cancel(flag.clone()).build();
    let mut single = self::solver(1);
    let mut cancelled = 0;
    for _ in 0..count {
        let stones = 8 + random.below(8);
        let position = random.position(stones);
        let most = 1 << random.below(14);
        let delay = Duration::from_micros(random.below(most).into());
        let result = thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(delay);
                flag.store(true, Relaxed);
            });
            solver.try_solve(position)
        });
        flag.store(false, Relaxed);
        match result {
            Ok(score) => {
                assert_eq!(single.solve(position), score, "{threads} threads:\n{position}");
            }
            Err(stopped) => {
                assert_eq!(stopped.reason, StopReason::Cancelled, "{threads} threads");
                cancelled += 1;
            }
        }
        let stones = 17 + random.below(20);
        let position = random.position(stones);
        let score = single.solve(position);
        assert_eq!(solver.try_solve(position), Ok(score), "{threads} threads:\n{position}");
    }
    println!("{threads} threads: {cancelled} of {count} solves cancelled");
    assert!(cancelled > count / 4);
}

#[test]
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
        assert_eq!(solver(threads).solve(position), -11, "{threads} threads");
    }
}

#[test]
fn a_panic_of_the_listener_ends_the_other_threads() {
    let listening = Arc::new(AtomicBool::new(true));
    let flag = listening.clone();
    let builder = Builder::new(Standard::BOARD).table_bytes(1 << 20).threads(2);
    let panics = move |_| assert!(!flag.load(Relaxed), "a fault of this listener");
    let mut solver = builder.progress(panics).build();
    let start = Instant::now();
    assert!(catch_unwind(AssertUnwindSafe(|| solver.solve(Position::EMPTY))).is_err());
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    listening.store(false, Relaxed);
    for (moves, score) in [("271713432331713132", -11), ("5554224333234511764415115", 4)] {
        assert_eq!(solver.try_solve(Position::from_moves(moves).unwrap()), Ok(score), "{moves}");
    }
}

/// Runs itself again with stacks that no thread can have.
#[test]
fn threads_that_cannot_be_started_are_left_out() {
    if std::env::var_os("RUST_MIN_STACK").is_some() {
        assert!(thread::Builder::new().spawn(|| ()).is_err());
        let position = Position::from_moves("271713432331713132").unwrap();
        assert_eq!(solver(8).try_solve(position), Ok(-11));
        return;
    }
    let mut command = std::process::Command::new(std::env::current_exe().unwrap());
    let name = "threads_that_cannot_be_started_are_left_out";
    let output = command
        .args(["--exact", name])
        .env("RUST_MIN_STACK", (1u64 << 60).to_string())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}
