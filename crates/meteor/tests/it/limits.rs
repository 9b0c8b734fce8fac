//! Limits: a query that is stopped gives no answer, and the next one gives the right answer.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::stopped;
use bitboard_core::__private::check::{check, queries, run};
use meteor_puzzle::{
    Limits, Progress, Puzzle, Random, SeededRng, Solver, Stage, StageProgress, StopReason, presets,
};

const THREADS: [usize; 3] = [1, 2, 8];

fn puzzle(name: &str) -> Puzzle {
    presets::find(name).unwrap().puzzle()
}

/// With the number of threads that the features allow.
fn with_threads(solver: Solver, threads: usize) -> Solver {
    #[cfg(feature = "parallel")]
    return solver.threads(threads);
    #[cfg(not(feature = "parallel"))]
    {
        let _ = threads;
        solver
    }
}

/// The limit that stops each query.
fn stops(solver: &Solver, limits: &Limits<'_>) -> [Option<StopReason>; 7] {
    [
        stopped(solver.try_count(limits)),
        stopped(solver.clone().memory_bytes(0).try_count(limits)),
        stopped(solver.try_count_distinct(limits)),
        stopped(solver.try_hint(limits)),
        stopped(solver.clone().memory_bytes(1 << 20).try_index(limits)),
        stopped(solver.solutions().try_next(limits)),
        solver.try_solutions(limits).find_map(stopped),
    ]
}

/// Puzzles with many solutions, one, and none; with nothing to fill, and with more pieces than fit.
fn all_sorts() -> Vec<Puzzle> {
    let files = [
        "board\n . . .\n . . .\n\npiece I ..9 walk E\n",
        "board\n I I\n\npiece I walk E\n",
        "board\n . .\n\npiece I 2 walk E\n",
        "board\n . . .\n\npiece I ..9 walk E\n",
    ];
    files.iter().map(|text| text.parse::<meteor_puzzle::PuzzleFile>().unwrap().puzzle).collect()
}

/// All queries with limits. By search, since a graph answers some queries without nodes.
#[test]
fn every_query_reports_its_nodes_and_stops_at_limits() {
    let solver = Solver::new(puzzle("pentominoes-3x20")).memory_bytes(0);
    let graph = solver.clone().memory_bytes(256 << 20);
    let soma = Solver::new(puzzle("soma"));
    let (solver, graph, soma) = (&solver, &graph, &soma);
    let queries = queries![
        |limits| "Solver::try_count, by search" stopped(solver.try_count(limits)),
        |limits| "Solver::try_count, by a graph" stopped(graph.try_count(limits)),
        |limits| "Solver::try_count, in space" stopped(soma.try_count(limits)),
        |limits| "Solver::try_count_distinct, in space" stopped(soma.try_count_distinct(limits)),
        |limits| "Solver::try_solutions, in space" soma.try_solutions(limits).find_map(stopped),
        |limits| "Solver::try_index, in space" stopped(soma.try_index(limits)),
        |limits| "Solver::try_count_distinct" stopped(solver.try_count_distinct(limits)),
        |limits| "Solver::try_hint" stopped(solver.try_hint(limits)),
        |limits| "Solver::try_index" stopped(graph.try_index(limits)),
        |limits| "Solver::try_solutions" solver.try_solutions(limits).find_map(stopped),
        |limits| "Solutions::try_next" stopped(solver.solutions().try_next(limits)),
    ];
    check(queries);
}

#[test]
fn a_flag_set_before_the_call_stops_every_query_and_stays_set() {
    let flag = AtomicBool::new(true);
    for puzzle in all_sorts() {
        for (memory, threads) in [(0, 1), (0, 2), (0, 8), (1 << 20, 1), (1 << 20, 8)] {
            let solver = with_threads(Solver::new(puzzle.clone()).memory_bytes(memory), threads);
            let limits = Limits::new().cancel(&flag);
            assert_eq!(stops(&solver, &limits), [Some(StopReason::Cancelled); 7]);
            assert!(flag.load(Ordering::Relaxed));
        }
    }
}

#[test]
fn no_time_stops_every_query_and_endless_time_none() {
    for puzzle in all_sorts() {
        for (memory, threads) in [(0, 1), (0, 2), (0, 8), (1 << 20, 1), (1 << 20, 8)] {
            let solver = with_threads(Solver::new(puzzle.clone()).memory_bytes(memory), threads);
            let limits = Limits::new().time(Duration::ZERO);
            assert_eq!(stops(&solver, &limits), [Some(StopReason::Time); 7]);
            assert_eq!(stops(&solver, &Limits::new().time(Duration::MAX)), [None; 7]);
        }
    }
}

/// The minimum number of nodes that answers a query.
fn nodes_needed(answers: impl Fn(u64) -> bool) -> u64 {
    let (mut less, mut enough) = (0, 1 << 20);
    assert!(answers(enough));
    while enough - less > 1 {
        let middle = less.midpoint(enough);
        if answers(middle) {
            enough = middle;
        } else {
            less = middle;
        }
    }
    enough
}

#[test]
fn a_limit_of_nodes_is_the_same_for_any_number_of_threads() {
    for name in ["pentominoes-3x20", "tetrahexes-4x7-parallelogram"] {
        let (puzzle, expected) = (puzzle(name), presets::find(name).unwrap().file().solutions);
        let ask = |threads, nodes| {
            let solver = with_threads(Solver::new(puzzle.clone()).memory_bytes(0), threads);
            let watch = |progress: &Progress| assert!(progress.nodes <= nodes, "{progress:?}");
            solver.try_count(&Limits::new().nodes(nodes).on_progress(&watch))
        };
        let solver = Solver::new(puzzle.clone());
        let mut search = solver.solutions();
        assert_eq!(search.by_ref().count() as u128, expected.unwrap());
        let needed = search.nodes();
        assert!(needed > 4_000, "{needed}");
        for threads in THREADS {
            for nodes in [0, 1, 1_000, needed / 2, needed - 1] {
                assert_eq!(
                    stopped(ask(threads, nodes)),
                    Some(StopReason::Nodes),
                    "{name} {threads} {nodes}"
                );
            }
            for nodes in [needed, needed + 1, u64::MAX] {
                assert_eq!(ask(threads, nodes).ok(), expected, "{name} {threads} {nodes}");
            }
        }
    }
}

#[test]
fn a_limit_of_nodes_in_space_is_the_same_for_any_number_of_threads() {
    let ask = |threads, nodes| {
        let solver = with_threads(Solver::new(puzzle("soma")), threads);
        solver.try_count(&Limits::new().nodes(nodes))
    };
    let needed = nodes_needed(|nodes| ask(1, nodes).is_ok());
    // More would be searched without the symmetries, and if another item were covered next.
    assert!((1_001..4_500).contains(&needed), "{needed}");
    for threads in THREADS {
        for nodes in [0, 1, needed / 2, needed - 1] {
            assert_eq!(stopped(ask(threads, nodes)), Some(StopReason::Nodes), "{threads} {nodes}");
        }
        for nodes in [needed, needed + 1, u64::MAX] {
            assert_eq!(ask(threads, nodes), Ok(11_520), "{threads} {nodes}");
        }
    }
}

/// Each query of a puzzle with 53,332 moves is cancelled at its first report, which is before the
/// first node.
#[test]
fn the_preparation_of_a_search_in_space_checks_the_limits() {
    let mut text = String::from("grid cubes\n\nboard\n");
    for layer in 0..8 {
        text += if layer > 0 { "  -\n" } else { "" };
        text += &"  . . . .\n".repeat(4);
    }
    let mut rng = SeededRng::new(1);
    for piece in 0..60 {
        let steps = (0..4).map(|_| ["N", "E", "S", "W", "U", "D"][rng.below(6) as usize]);
        let walk = steps.collect::<Vec<_>>().join(" ");
        text += &format!("\npiece p{piece} ..1 walk {walk}\n");
    }
    let puzzle = text.parse::<meteor_puzzle::PuzzleFile>().unwrap().puzzle;
    let solver = Solver::new(puzzle);
    for threads in THREADS {
        let solver = &with_threads(solver.clone(), threads);
        let queries = queries![
            |limits| "Solver::try_count" stopped(solver.try_count(limits)),
            |limits| "Solver::try_count_distinct" stopped(solver.try_count_distinct(limits)),
            |limits| "Solver::try_hint" stopped(solver.try_hint(limits)),
            |limits| "Solver::try_index" stopped(solver.try_index(limits)),
            |limits| "Solutions::try_next" stopped(solver.solutions().try_next(limits)),
        ];
        for (name, mut query) in queries {
            let stopped = run(&mut query, Limits::new(), 0);
            assert_eq!(stopped, (Some(StopReason::Cancelled), 0), "{name}");
        }
    }
}

#[test]
fn a_limit_of_nodes_is_for_all_stages_of_a_query() {
    let puzzle = puzzle("tetrahexes-4x7-parallelogram");
    let ask = |memory, nodes| {
        Solver::new(puzzle.clone()).memory_bytes(memory).try_count(&Limits::new().nodes(nodes))
    };
    let search = nodes_needed(|nodes| ask(0, nodes).is_ok());
    // The graph takes nodes until it is too large, and then the search takes the same number as
    // without it.
    let both = nodes_needed(|nodes| ask(40 << 10, nodes).is_ok());
    assert!(both > search);
    let distinct =
        |nodes| Solver::new(puzzle.clone()).try_count_distinct(&Limits::new().nodes(nodes));
    let count = nodes_needed(|nodes| ask(256 << 20, nodes).is_ok());
    assert!(nodes_needed(|nodes| distinct(nodes).is_ok()) > count);
}

/// `cargo test [--release] -p meteor-puzzle -- --ignored --nocapture fifty` prints how long queries
/// with a limit of 50 ms take, at most, in 100 calls each.
#[test]
#[ignore = "measures for a minute"]
fn fifty_milliseconds() {
    const LIMIT: Duration = Duration::from_millis(50);
    let solver = |name, memory| Solver::new(puzzle(name)).memory_bytes(memory);
    let wide = solver("pentominoes-6x10", 1 << 30);
    let by_search = solver("dominoes-8x8", 0);
    type Query<'a> = (&'a str, &'a dyn Fn(&Limits<'_>) -> Option<StopReason>);
    let queries: [Query; 6] = [
        ("count", &|limits| stopped(wide.try_count(limits))),
        ("count by search", &|limits| stopped(by_search.try_count(limits))),
        ("count with 2 threads", &|limits| {
            stopped(with_threads(by_search.clone(), 2).try_count(limits))
        }),
        ("distinct count", &|limits| stopped(wide.try_count_distinct(limits))),
        ("index", &|limits| stopped(wide.try_index(limits))),
        ("solutions", &|limits| by_search.try_solutions(limits).find_map(stopped)),
    ];
    for (name, query) in queries {
        let times = [(); 100].map(|()| {
            let start = Instant::now();
            let reason = query(&Limits::new().time(LIMIT));
            assert!(reason.is_none_or(|reason| reason == StopReason::Time));
            start.elapsed()
        });
        println!("{name}: {:?}", times.into_iter().max().unwrap());
    }
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "WebAssembly has no threads")]
fn after_random_cancellation_the_same_solver_counts_right() {
    let flag = AtomicBool::new(false);
    let (mut rng, mut cancelled, mut answered) = (SeededRng::new(1), 0, 0);
    for threads in THREADS {
        let narrow = "pentominoes-3x20";
        for (name, memory, count) in [(narrow, 0, 8), (narrow, 256 << 20, 8), ("soma", 0, 11_520)] {
            let limits = Limits::new().cancel(&flag);
            let solver = with_threads(Solver::new(puzzle(name)).memory_bytes(memory), threads);
            flag.store(false, Ordering::Relaxed);
            let start = std::time::Instant::now();
            assert_eq!(solver.count(), Ok(count));
            // Some are cancelled too late.
            let longest = start.elapsed().as_micros() as u64 * 5 / 4;
            for round in 0..34 {
                let pause = Duration::from_micros(rng.below(longest.max(1)));
                flag.store(false, Ordering::Relaxed);
                let counted = thread::scope(|scope| {
                    scope.spawn(|| {
                        thread::sleep(pause);
                        flag.store(true, Ordering::Relaxed);
                    });
                    solver.try_count(&limits)
                });
                match counted {
                    Err(_) => {
                        assert_eq!(stopped(counted), Some(StopReason::Cancelled));
                        cancelled += 1;
                    }
                    Ok(found) => {
                        assert_eq!(found, count);
                        answered += 1;
                    }
                }
                if round % 4 == 0 {
                    flag.store(false, Ordering::Relaxed);
                    assert_eq!(solver.count(), Ok(count));
                }
            }
        }
    }
    assert_eq!(cancelled + answered, 306);
    // On a busy machine most answers come before the thread that cancels.
    assert!(cancelled > 0);
}

#[test]
fn progress_is_reported_in_the_thread_of_the_caller() {
    let puzzle = puzzle("pentominoes-3x20");
    let caller = thread::current().id();
    for threads in THREADS {
        let nodes = Mutex::new(Vec::new());
        let watch = |progress: &Progress| {
            assert_eq!(thread::current().id(), caller);
            nodes.lock().unwrap().push(progress.nodes);
        };
        let solver = with_threads(Solver::new(puzzle.clone()).memory_bytes(0), threads);
        assert_eq!(solver.try_count(&Limits::new().on_progress(&watch)), Ok(8));
        assert!(nodes.lock().unwrap().is_sorted());
    }
}

#[test]
fn progress_is_a_part_of_each_stage() {
    // By search, by graph, and in space.
    let (narrow, wide) = ("pentominoes-3x20", "pentominoes-4x15");
    for (name, memory, count) in [(narrow, 0, 8), (wide, 1 << 28, 1472), ("soma", 0, 11_520)] {
        let reports = Mutex::new(Vec::new());
        let watch = |progress: &Progress| {
            reports.lock().unwrap().push(*progress.detail::<StageProgress>().unwrap());
        };
        let solver = with_threads(Solver::new(puzzle(name)).memory_bytes(memory), 1);
        assert_eq!(solver.try_count(&Limits::new().on_progress(&watch)), Ok(count));
        let reports = reports.into_inner().unwrap();
        assert!(reports.iter().all(|progress| (0.0..=1.0).contains(&progress.done)), "{reports:?}");
        let search = reports.iter().filter(|progress| progress.stage == Stage::Search);
        assert!(search.map(|progress| progress.done).is_sorted(), "{reports:?}");
        assert!(reports.iter().any(|progress| progress.done > 0.0), "{reports:?}");
    }
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "WebAssembly does not catch panics")]
fn a_panic_of_the_callback_reaches_the_caller() {
    let puzzle = puzzle("pentominoes-3x20");
    let watch = |_: &Progress| panic!("the callback");
    for threads in THREADS {
        let limits = Limits::new().on_progress(&watch);
        let solver = with_threads(Solver::new(puzzle.clone()).memory_bytes(0), threads);
        let count = std::panic::AssertUnwindSafe(|| solver.try_count(&limits));
        let panic = std::panic::catch_unwind(count).unwrap_err();
        assert_eq!(panic.downcast_ref::<&str>(), Some(&"the callback"));
        assert_eq!(solver.count(), Ok(8));
    }
}

#[test]
fn the_largest_integers_are_limits_too() {
    let puzzle = puzzle("tetrahexes-4x7-parallelogram");
    let limits = Limits::new().nodes(u64::MAX).time(Duration::MAX);
    for memory in [0, usize::MAX] {
        let solver = with_threads(Solver::new(puzzle.clone()).memory_bytes(memory), usize::MAX);
        assert_eq!(solver.try_count(&limits), Ok(18));
    }
    let index = Solver::new(puzzle).memory_bytes(usize::MAX).try_index(&limits).unwrap();
    assert_eq!(index.nth(u128::MAX), None);
}
