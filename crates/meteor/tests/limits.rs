//! Limits: a query that is stopped gives no answer, and the next one gives the right answer.

#![cfg(feature = "std")]

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use meteor::polyform::{Limits, Puzzle, Solver, Stop, ready};

const THREADS: [usize; 3] = [1, 2, 8];

fn puzzle(name: &str) -> Puzzle {
    ready::find(name).unwrap().puzzle()
}

/// With as many threads as the features allow.
fn with_threads<'a>(solver: Solver<'a>, threads: usize) -> Solver<'a> {
    #[cfg(feature = "parallel")]
    return solver.threads(threads);
    #[cfg(not(feature = "parallel"))]
    {
        let _ = threads;
        solver
    }
}

/// What stops each query, if something does.
fn stops(solver: &Solver<'_>) -> [Option<Stop>; 8] {
    [
        solver.count().err(),
        solver.count_by_search().err(),
        solver.count_up_to_symmetry().err(),
        solver.first().err(),
        solver.unique().err(),
        solver.hint().err(),
        solver.index().err(),
        solver.solutions().find_map(Result::err),
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
    files.iter().map(|text| text.parse::<meteor::polyform::PuzzleFile>().unwrap().puzzle).collect()
}

#[test]
fn a_flag_set_before_the_call_stops_every_query_and_stays_set() {
    let flag = AtomicBool::new(true);
    for puzzle in all_sorts() {
        for (memory, threads) in [(0, 1), (0, 2), (0, 8), (1 << 20, 1), (1 << 20, 8)] {
            let limits = Limits::new().memory(memory).cancel(&flag);
            let solver = with_threads(Solver::new(&puzzle).limits(limits), threads);
            assert_eq!(stops(&solver), [Some(Stop::Cancelled); 8]);
            assert!(flag.load(Ordering::Relaxed));
        }
    }
}

#[test]
fn no_time_stops_every_query_and_endless_time_none() {
    for puzzle in all_sorts() {
        for (memory, threads) in [(0, 1), (0, 2), (0, 8), (1 << 20, 1), (1 << 20, 8)] {
            let limits = Limits::new().memory(memory);
            let solver = with_threads(Solver::new(&puzzle), threads);
            let solver = solver.limits(limits.time(Duration::ZERO));
            assert_eq!(stops(&solver), [Some(Stop::Time); 8]);
            assert_eq!(stops(&solver.limits(limits.time(Duration::MAX))), [None; 8]);
        }
    }
}

/// The fewest nodes with which a query is answered.
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
        let (puzzle, expected) = (puzzle(name), ready::find(name).unwrap().file().solutions);
        let ask = |threads, nodes| {
            let limits = Limits::new().memory(0).nodes(nodes);
            with_threads(Solver::new(&puzzle).limits(limits), threads).count()
        };
        let solver = Solver::new(&puzzle);
        let mut search = solver.solutions();
        assert_eq!(search.by_ref().count() as u128, expected.unwrap());
        let needed = search.nodes();
        assert!(needed > 4_000, "{needed}");
        for threads in THREADS {
            for nodes in [0, 1, 1_000, needed / 2, needed - 1] {
                assert_eq!(ask(threads, nodes), Err(Stop::Nodes), "{name} {threads} {nodes}");
            }
            for nodes in [needed, needed + 1, u64::MAX] {
                assert_eq!(ask(threads, nodes).ok(), expected, "{name} {threads} {nodes}");
            }
        }
    }
}

#[test]
fn a_limit_of_nodes_is_for_all_stages_of_a_query() {
    let puzzle = puzzle("tetrahexes-4x7-parallelogram");
    let ask = |memory, nodes| {
        let limits = Limits::new().memory(memory).nodes(nodes);
        Solver::new(&puzzle).limits(limits).count()
    };
    let search = nodes_needed(|nodes| ask(0, nodes).is_ok());
    // The graph takes nodes until it is too large, and then the search takes as many as without it.
    let both = nodes_needed(|nodes| ask(40 << 10, nodes).is_ok());
    assert!(both > search);
    let classes = |nodes| {
        let limits = Limits::new().nodes(nodes);
        Solver::new(&puzzle).limits(limits).count_up_to_symmetry()
    };
    let count = nodes_needed(|nodes| ask(256 << 20, nodes).is_ok());
    assert!(nodes_needed(|nodes| classes(nodes).is_ok()) > count);
}

/// Random numbers: SplitMix64, Steele, Lea and Flood (2014).
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[test]
fn after_random_cancellation_the_same_solver_counts_right() {
    let puzzle = puzzle("pentominoes-3x20");
    let flag = AtomicBool::new(false);
    let (mut state, mut cancelled, mut answered) = (1, 0, 0);
    for threads in THREADS {
        for memory in [0, 256 << 20] {
            let limits = Limits::new().memory(memory).cancel(&flag);
            let solver = with_threads(Solver::new(&puzzle).limits(limits), threads);
            flag.store(false, Ordering::Relaxed);
            let start = std::time::Instant::now();
            assert_eq!(solver.count(), Ok(8));
            // Some are cancelled too late.
            let longest = start.elapsed().as_micros() as u64 * 5 / 4;
            for round in 0..34 {
                let pause = Duration::from_micros(random(&mut state) % longest.max(1));
                flag.store(false, Ordering::Relaxed);
                let counted = thread::scope(|scope| {
                    scope.spawn(|| {
                        thread::sleep(pause);
                        flag.store(true, Ordering::Relaxed);
                    });
                    solver.count()
                });
                match counted {
                    Err(stop) => {
                        assert_eq!(stop, Stop::Cancelled);
                        cancelled += 1;
                    }
                    Ok(count) => {
                        assert_eq!(count, 8);
                        answered += 1;
                    }
                }
                if round % 4 == 0 {
                    flag.store(false, Ordering::Relaxed);
                    assert_eq!(solver.count(), Ok(8));
                }
            }
        }
    }
    assert_eq!(cancelled + answered, 204);
    assert!(cancelled > 20, "{cancelled}");
}

#[test]
fn progress_is_reported_in_the_thread_of_the_caller() {
    let puzzle = puzzle("pentominoes-3x20");
    let caller = thread::current().id();
    for threads in THREADS {
        let nodes = Mutex::new(Vec::new());
        let watch = |progress: meteor::polyform::Progress| {
            assert_eq!(thread::current().id(), caller);
            nodes.lock().unwrap().push(progress.nodes);
        };
        let limits = Limits::new().memory(0).watch(&watch);
        assert_eq!(with_threads(Solver::new(&puzzle).limits(limits), threads).count(), Ok(8));
        assert!(nodes.lock().unwrap().is_sorted());
    }
}

#[test]
fn a_panic_of_the_callback_reaches_the_caller() {
    let puzzle = puzzle("pentominoes-3x20");
    let watch = |_: meteor::polyform::Progress| panic!("the callback");
    for threads in THREADS {
        let limits = Limits::new().memory(0).watch(&watch);
        let solver = with_threads(Solver::new(&puzzle).limits(limits), threads);
        let count = std::panic::AssertUnwindSafe(|| solver.count());
        let panic = std::panic::catch_unwind(count).unwrap_err();
        assert_eq!(panic.downcast_ref::<&str>(), Some(&"the callback"));
        assert_eq!(solver.limits(Limits::new().memory(0)).count(), Ok(8));
    }
}

#[test]
fn the_largest_integers_are_limits_too() {
    let puzzle = puzzle("tetrahexes-4x7-parallelogram");
    let limits = Limits::new().nodes(u64::MAX).memory(usize::MAX).time(Duration::MAX);
    let solver = with_threads(Solver::new(&puzzle).limits(limits), usize::MAX);
    assert_eq!((solver.count(), solver.count_by_search()), (Ok(18), Ok(18)));
    let index = solver.index().unwrap();
    assert_eq!(index.nth(u128::MAX), Ok(None));
}
