//! All queries with limits: each reports progress, keeps its limits, and gives the same answer
//! after it was stopped as one that never was.
//!
//! The ignored test records how far each query runs over a limit, on an idle processor: `cargo test
//! --release -p c4-solver --features parallel,book --test it -- contract --ignored --nocapture`.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use c4_solver::{
    Analysis, Board, BookBuilder, Interrupted, Limits, Position, Progress, SeededRng, Solver,
    StopReason, Strength,
};

use bitboard_core::__private::check::*;
use bitboard_core::Random as _;

/// The limit of time.
const LIMIT: Duration = Duration::from_millis(10);

fn solver(threads: usize) -> Solver {
    let builder = Solver::new(Board::new(8, 7).unwrap());
    #[cfg(feature = "parallel")]
    let builder = builder.threads(threads);
    let _ = threads;
    builder
}

fn reason<T, P>(result: Result<T, Interrupted<P>>) -> Option<StopReason> {
    result.err().map(|stopped| stopped.reason)
}

/// All queries with limits, which take minutes without them. Each query of a solver has its solver.
fn queries(threads: usize) -> Vec<(&'static str, Query<'static>)> {
    let board = Board::new(8, 7).unwrap();
    let empty = Position::new(board);
    let all = Analysis::new(&empty).position_bounds();
    let strong = Strength::Strong { nodes: u64::MAX };
    macro_rules! of_solver {
        ($(|$solver:ident, $limits:ident| $name:literal $query:expr,)*) => {
            vec![$(($name, {
                let mut $solver = solver(threads);
                Box::new(move |$limits: &Limits<'_>| reason($query)) as Query<'static>
            })),*]
        };
    }
    let mut found = of_solver![
        |solver, limits| "Solver::try_solve" solver.try_solve(&empty, limits),
        |solver, limits| "Solver::try_solve_from" solver.try_solve_from(&empty, all, limits),
        |solver, limits| "Solver::try_solve_weak" solver.try_solve_weak(&empty, limits),
        |solver, limits| "Solver::try_solve_many" solver.try_solve_many(&[empty; 4], limits),
        |solver, limits| "Solver::try_analyze" solver.try_analyze(&empty, limits),
        |solver, limits| "Solver::try_best_moves" solver.try_best_moves(&empty, limits),
        |solver, limits| "Solver::try_principal_variation"
            solver.try_principal_variation(&empty, limits),
        |solver, limits| "Solver::try_choose, perfect"
            solver.try_choose(&empty, Strength::Perfect, &mut SeededRng::new(1), limits),
        |solver, limits| "Solver::try_choose, strong"
            solver.try_choose(&empty, strong, &mut SeededRng::new(1), limits),
    ];
    if threads == 1 {
        // In words of 128 bits.
        let wide = Position::new(Board::new(9, 8).unwrap());
        let [mut one, mut two] = [(); 2].map(|()| Solver::new(wide.board()));
        let (mut builder, mut of_book) = (BookBuilder::new(board, 5).unwrap(), solver(1));
        found.extend(queries![
            |limits| "Solver::try_solve, wide" reason(one.try_solve(&wide, limits)),
            |limits| "Solver::try_analyze, wide" reason(two.try_analyze(&wide, limits)),
            |limits| "Solver::try_solve_book" reason(of_book.try_solve_book(&mut builder, limits)),
        ]);
    }
    found
}

/// The numbers of threads to test with.
const THREADS: &[usize] = if cfg!(feature = "parallel") { &[1, 2] } else { &[1] };

/// The times of some calls within the limit, the shortest first.
fn times(name: &str, query: &mut Query<'_>, calls: usize) -> Vec<Duration> {
    let call = |_| {
        let start = Instant::now();
        let stopped = query(&Limits::new().time(LIMIT));
        assert_eq!(stopped, Some(StopReason::Time), "{name}");
        let elapsed = start.elapsed();
        if calls > 2 {
            // The system may throttle a process that never waits.
            std::thread::sleep(LIMIT);
        }
        elapsed
    };
    let mut times: Vec<_> = (0..calls).map(call).collect();
    times.sort_unstable();
    times
}

#[test]
fn a_limit_of_time_holds_for_every_query() {
    for &threads in THREADS {
        for (name, mut query) in queries(threads) {
            let time = times(name, &mut query, 2)[1];
            // Other processes may run at the same time.
            assert!(time < LIMIT + Duration::from_secs(5), "{name}, {threads} threads: {time:?}");
        }
    }
}

#[test]
fn every_query_reports_its_nodes_and_stops_soon() {
    check(queries(1));
}

#[cfg(feature = "parallel")]
#[test]
fn queries_on_threads_report_their_nodes_and_stop_soon() {
    const NODES: u64 = 10_000;
    for (name, mut query) in queries(2) {
        let (stopped, nodes) = run(&mut query, Limits::new().nodes(NODES), u64::MAX);
        assert_eq!(stopped, Some(StopReason::Nodes), "{name}");
        // The other threads of a batch do not report.
        assert!((NODES - 4_096..=NODES).contains(&nodes), "{name}: {nodes} nodes");
        // The others search on while the thread that reports has no processor.
        let (stopped, nodes) = run(&mut query, Limits::new(), 100);
        assert!(stopped == Some(StopReason::Cancelled) && nodes >= 100, "{name}: {nodes} nodes");
    }
}

#[test]
#[ignore = "needs an idle processor"]
fn a_limit_of_time_holds_within_ten_milliseconds() {
    let mut late = Vec::new();
    for &threads in THREADS {
        for (name, mut query) in queries(threads) {
            let times = times(name, &mut query, 100);
            let [ninth, time] = [times[89], times[99]];
            println!(
                "{name}, {threads} threads: {ninth:.1?} in 90 of 100 calls, at most {time:.1?}"
            );
            if time > LIMIT + Duration::from_millis(10) {
                late.push((name, threads, time));
            }
        }
    }
    assert!(late.is_empty(), "{late:?}");
}

/// Limits that stop most queries: after some nodes, or by a flag that is set after a report.
fn stopped_somewhere<T>(
    rng: &mut SeededRng,
    most: u64,
    mut query: impl FnMut(&Limits<'_>) -> Result<T, StopReason>,
) -> u32 {
    let nodes = rng.below(most);
    let flag = AtomicBool::new(false);
    let listener = |progress: &Progress| _ = flag.fetch_or(progress.nodes >= nodes, Relaxed);
    let by_nodes = query(&Limits::new().nodes(nodes)).err();
    let by_flag = query(&Limits::new().cancel(&flag).on_progress(&listener)).err();
    assert!([None, Some(StopReason::Nodes)].contains(&by_nodes));
    assert!([None, Some(StopReason::Cancelled)].contains(&by_flag));
    [by_nodes, by_flag].into_iter().flatten().count() as u32
}

#[test]
fn a_choice_is_the_same_after_interruptions() {
    let board = Board::new(6, 5).unwrap();
    let mut solver = Solver::new(board).memory_bytes(1 << 16);
    let mut fresh = solver_of(board);
    let mut rng = SeededRng::new(1);
    let mut stops = 0;
    for _ in 0..60 {
        let mut position = Position::new(board);
        for _ in 0..8 + rng.below(6) {
            let columns = position.non_losing_columns();
            let column = columns.iter().nth(rng.below(columns.len().max(1) as u64) as usize);
            position = column.and_then(|column| position.after(column).ok()).unwrap_or(position);
        }
        for strength in [Strength::Perfect, Strength::Casual] {
            let choose = |solver: &mut Solver, limits: &Limits<'_>| {
                solver.try_choose(&position, strength, &mut SeededRng::new(7), limits)
            };
            stops += stopped_somewhere(&mut rng, 200, |limits| {
                choose(&mut solver, limits).map_err(|stopped| {
                    assert!(
                        position.columns().iter().any(|column| Some(column) == stopped.partial)
                    );
                    stopped.reason
                })
            });
            let expected = choose(&mut fresh, &Limits::new());
            assert_eq!(choose(&mut solver, &Limits::new()), expected, "{position}");
        }
        // Columns that may still be best include those that are.
        let analysis = fresh.analyze(&position);
        if let Err(stopped) =
            solver_of(board).try_analyze(&position, &Limits::new().nodes(rng.below(500)))
        {
            let candidates = stopped.partial.best_columns();
            assert!(analysis.best_columns().iter().all(|column| candidates.contains(column)));
        }
    }
    assert!(stops > 60, "{stops} stops");
}

fn solver_of(board: Board) -> Solver {
    Solver::new(board).memory_bytes(1 << 16)
}

#[test]
fn books_are_the_same_after_interruptions() {
    let board = Board::new(5, 4).unwrap();
    let mut builder = BookBuilder::new(board, 4).unwrap();
    solver_of(board).solve_book(&mut builder);
    let book = builder.build().unwrap();
    let (mut rng, mut stops) = (SeededRng::new(2), 0);
    for _ in 0..10 {
        let (mut solver, mut builder) = (solver_of(board), BookBuilder::new(board, 4).unwrap());
        stops += stopped_somewhere(&mut rng, 20_000, |limits| {
            let result = solver.try_solve_book(&mut builder, limits);
            // Another process continues.
            let (bytes, missing) = (builder.checkpoint(), builder.missing());
            assert_eq!(result.is_ok(), missing == 0);
            builder = BookBuilder::new(board, 4).unwrap();
            builder.restore(&bytes).unwrap();
            assert_eq!(builder.missing(), missing);
            result.map_err(|stopped| stopped.reason)
        });
        solver.solve_book(&mut builder);
        assert_eq!(builder.build().unwrap().as_bytes(), book.as_bytes());
    }
    assert!(stops > 5, "{stops} stops");
}
