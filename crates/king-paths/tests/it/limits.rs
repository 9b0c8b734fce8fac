//! Queries that are stopped: what they know then, that they answer the same when they are asked
//! again, and that they check the clock often enough.

use std::cell::RefCell;
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use bitboard_core::{Interrupted, Limits, Progress, Random, SeededRng, StopReason, TryError};
use king_paths::grid::{
    CostMap, Distances, Ends, Grid, OctileCost, Point, ShortestPaths, StepKind,
};

use crate::common::check;
use crate::costs::{by_relaxation, random_map};
use crate::grid::{self, by_queue};
use crate::octile::{self, with_lengths};
use bitboard_core::__private::check::{Query, check as check_queries, queries, run};

/// What was known when a query stopped, or `None` if it was not stopped.
#[track_caller]
fn stopped<A, E: Debug, T: Debug>(result: Result<A, TryError<E, T>>) -> Result<A, T> {
    result.map_err(|error| match error {
        TryError::Interrupted(Interrupted { reason, partial, .. }) => {
            assert_eq!(reason, StopReason::Nodes);
            partial
        }
        error => panic!("{error:?}"),
    })
}

/// The answer, or the part of it that was known when the query stopped.
#[track_caller]
fn known<A: Debug, E: Debug>(result: Result<A, TryError<E, A>>) -> A {
    stopped(result).unwrap_or_else(|partial| partial)
}

fn random_grid(rng: &mut SeededRng) -> Grid {
    let (width, height, free) = (1 + rng.below(150), 1 + rng.below(60), 50 + rng.below(51));
    Grid::from_fn(width as usize, height as usize, |_, _| rng.below(100) < free).unwrap()
}

#[test]
fn a_stopped_query_knows_a_part_of_the_answer() {
    fn agree(seed: u64) {
        let mut rng = SeededRng::new(seed);
        let grid = random_grid(&mut rng);
        let cells: Vec<Point> = grid.iter().collect();
        let mut cell = || cells[rng.below(cells.len() as u64) as usize];
        let (from, to) = ([cell(), cell()], [cell(), cell()]);
        let nodes = 1 << rng.below(16);
        let limits = Limits::new().nodes(rng.below(nodes));
        for kind in StepKind::ALL {
            let all = grid.distances(&from, kind).unwrap();
            match stopped(grid.try_distances(&from, kind, &limits)) {
                Ok(found) => assert_eq!(found, all),
                Err(known) => {
                    // All cells up to a distance, and no others.
                    let reached = |cell| all.get(cell).filter(|&d| Some(d) <= known.max());
                    assert!(every_cell(&grid).all(|cell| known.get(cell) == reached(cell)));
                }
            }
            let paths = grid.shortest_paths(&from, &to, kind).unwrap();
            match stopped(grid.try_shortest_paths(&from, &to, kind, &limits)) {
                Ok(found) => assert_eq!(found, paths),
                Err(bound) => assert!(paths.distance().is_none_or(|distance| bound <= distance)),
            }
            #[cfg(feature = "bigint")]
            match paths.try_path_count_big(&limits) {
                Ok(found) => assert_eq!(found, paths.path_count_big()),
                Err(bound) => assert!(bound.partial <= paths.path_count_big()),
            }
        }
        for rule in &with_lengths() {
            let rule = *rule;
            let all = grid.octile_distances(&from, rule).unwrap();
            match stopped(grid.try_octile_distances(&from, rule, &limits)) {
                Ok(found) => assert_eq!(found, all),
                Err(known) => {
                    assert!(known.iter().all(|(cell, cost)| all.get(cell) == Some(cost)));
                    let whole = known.max().map_or(0, |max| max.to_f64() as u32);
                    let nearer = |&(_, cost): &(_, OctileCost)| cost < OctileCost::new(whole, 0);
                    assert!(all.iter().filter(nearer).all(|(cell, _)| known.get(cell).is_some()));
                }
            }
            let path = grid.octile_path(from[0], to[0], rule).unwrap();
            match stopped(grid.try_octile_path(from[0], to[0], rule, &limits)) {
                Ok(found) => assert_eq!(found, path),
                Err(bound) => assert!(path.is_none_or(|(cost, _)| bound <= cost)),
            }
        }
    }
    check(5, agree);
}

fn every_cell(grid: &Grid) -> impl Iterator<Item = Point> + use<> {
    let (width, height) = (grid.width(), grid.height());
    (0..height).flat_map(move |y| (0..width).map(move |x| (x, y)))
}

/// Complete or not, an answer has only distances and paths that a plain search finds as well.
#[test]
fn paths_of_a_stopped_query_have_the_stated_lengths() {
    fn agree(seed: u64) {
        let mut rng = SeededRng::new(seed);
        let (width, height, free) = (1 + rng.below(20), 1 + rng.below(12), 50 + rng.below(51));
        let grid = Grid::from_fn(width as usize, height as usize, |_, _| rng.below(100) < free);
        let grid = grid.unwrap();
        let from = random_cells(&mut rng, &grid);
        if !from.iter().any(|&cell| grid.is_free(cell)) {
            return;
        }
        let nodes = 1 << rng.below(10);
        let limits = Limits::new().nodes(rng.below(nodes));
        for kind in StepKind::ALL {
            let expected = by_queue(&grid, &from, kind);
            let check = |known: &Distances<u32>| {
                for cell in every_cell(&grid) {
                    let Some(path) = known.path_to(cell) else {
                        assert_eq!(known.get(cell), None);
                        continue;
                    };
                    assert_eq!(expected.get(&cell).copied(), known.get(cell));
                    assert_eq!(path.len() as u32 - 1, expected[&cell]);
                    assert!(from.contains(&path[0]) && path.last() == Some(&cell));
                    grid::assert_path(&path, &grid, kind);
                }
            };
            check(&known(grid.try_distances(&from, kind, &limits)));
        }
        for rule in with_lengths() {
            let expected = octile::by_heap(&grid, &from, rule);
            let known = known(grid.try_octile_distances(&from, rule, &limits));
            for cell in every_cell(&grid) {
                let cost = known.get(cell);
                assert!(cost.is_none() || cost == expected.get(&cell).map(|&(_, cost)| cost));
                octile::assert_cells(known.path_to(cell), cost, &grid, cell, rule);
            }
        }
        let map = random_map(&mut rng, width as usize, height as usize, 20);
        let Ok(all) = map.distances(Ends::From(&from), StepKind::OneCornerCut) else { return };
        let known = known(map.try_distances(Ends::From(&from), StepKind::OneCornerCut, &limits));
        assert!(known.iter().all(|(cell, cost)| all.get(cell) == Some(cost)));
        let mut cheaper = all.iter().filter(|&(_, cost)| Some(cost) < known.max());
        assert!(cheaper.all(|(cell, _)| known.get(cell).is_some()));
        let query = (&map, &from[..], StepKind::OneCornerCut);
        let expected = by_relaxation(query, false, 1 << 32);
        for (cell, cost) in known.iter() {
            assert_eq!(cost << 32, expected[&cell]);
            let path = known.path_to(cell).unwrap();
            grid::assert_path(&path, map.grid(), StepKind::OneCornerCut);
            assert_eq!(path[1..].iter().map(|&cell| u64::from(map.cost(cell))).sum::<u64>(), cost);
        }
    }
    check(80, agree);
}

/// One to four cells of a grid, some of them twice.
fn random_cells(rng: &mut SeededRng, grid: &Grid) -> Vec<Point> {
    let free: Vec<Point> = grid.iter().collect();
    let mut cells = vec![*free.first().unwrap_or(&(0, 0))];
    cells.extend(
        (0..=rng.below(4))
            .map(|_| [grid.width(), grid.height()].map(|n| rng.below(n as u64) as usize))
            .map(Point::from),
    );
    cells.extend_from_within(rng.below(cells.len() as u64 + 1) as usize..);
    cells
}

/// A set of cells is the same in any order, and with cells that are given twice.
#[test]
fn the_order_of_cells_and_duplicates_change_no_answer() {
    fn agree(seed: u64) {
        let mut rng = SeededRng::new(seed);
        let grid = random_grid(&mut rng);
        let [given, to] = [(); 2].map(|()| random_cells(&mut rng, &grid));
        let sorted = |mut cells: Vec<Point>| {
            cells.sort_unstable_by_key(|&(x, y)| (y, x));
            cells.dedup();
            cells
        };
        let (set, goals) = (sorted(given.clone()), sorted(to.clone()));
        for kind in StepKind::ALL {
            assert_eq!(grid.distances(&given, kind), grid.distances(&set, kind));
            let paths = grid.shortest_paths(&given, &to, kind).unwrap();
            assert_eq!(paths, grid.shortest_paths(&set, &goals, kind).unwrap());
            let same = grid.shortest_paths(&set, &goals, kind).unwrap();
            assert_eq!(paths.path_count(), same.path_count());
        }
        for rule in with_lengths() {
            let found = grid.octile_distances(&given, rule).unwrap();
            assert_eq!(found, grid.octile_distances(&set, rule).unwrap());
        }
        let cells: Vec<Point> = grid.iter().collect();
        let twice = cells.iter().rev().chain(&cells).copied();
        let mut copy = Grid::new(grid.width(), grid.height()).unwrap();
        assert_eq!(copy.set_all(twice, true).map(|()| copy), Ok(grid));
    }
    check(12, agree);
}

fn reason<A, E, T>(result: Result<A, TryError<E, T>>) -> Option<StopReason> {
    match result {
        Err(TryError::Interrupted(stopped)) => Some(stopped.reason),
        _ => None,
    }
}

#[cfg(feature = "bigint")]
fn reason_of<A, T>(result: Result<A, Interrupted<T>>) -> Option<StopReason> {
    result.err().map(|stopped| stopped.reason)
}

/// Queries about a grid, whose corners are free, and about paths in it.
fn grid_queries<'a>(grid: &'a Grid, many: &'a ShortestPaths<'_>) -> Vec<(&'static str, Query<'a>)> {
    let (from, to) = ((0, 0), (grid.width() - 1, grid.height() - 1));
    let (kind, rule) = (StepKind::NoCornerCut, StepKind::NoCornerCut);
    let map = CostMap::from_fn(grid.width(), grid.height(), |x, y| {
        (1 + (x + y) % 9) as u16 * u16::from(grid.is_free((x, y)))
    });
    let costs = std::rc::Rc::new(map.unwrap());
    let (lengths, paths) = (costs.clone(), costs.clone());
    queries![
        |limits| "Grid::try_distances" reason(grid.try_distances(&[from], kind, limits)),
        |limits| "Grid::try_shortest_paths" {
            reason(grid.try_shortest_paths(&[from], &[to], kind, limits))
        },
        |limits| "Grid::try_octile_distances" {
            reason(grid.try_octile_distances(&[from], rule, limits))
        },
        |limits| "Grid::try_octile_path" reason(grid.try_octile_path(from, to, rule, limits)),
        |limits| "CostMap::try_distances" reason(costs.try_distances(Ends::From(&[from]), kind, limits)),
        |limits| "CostMap::try_octile_distances" {
            reason(lengths.try_octile_distances(Ends::To(&[from]), kind, limits))
        },
        |limits| "CostMap::try_path" reason(paths.try_path(from, to, kind, limits)),
        |limits| "ShortestPaths::try_path_count_big" {
            #[cfg(feature = "bigint")]
            return reason_of(many.try_path_count_big(limits));
            #[cfg(not(feature = "bigint"))]
            reason(many.grid().try_distances(&[from], kind, limits))
        },
    ]
}

#[test]
#[ignore = "needs an idle processor and optimized code"]
fn a_limit_of_50_milliseconds_holds() {
    const LIMIT: Duration = Duration::from_millis(50);
    let mut rng = SeededRng::new(1);
    let large = Grid::from_fn(3000, 3000, |x, y| x + y == 0 || rng.below(100) < 75).unwrap();
    let open = Grid::from_fn(400, 400, |_, _| true).unwrap();
    let many = open.shortest_paths(&[(0, 0)], &[(399, 399)], StepKind::Orthogonal).unwrap();
    for (name, mut query) in grid_queries(&large, &many) {
        let run = |_| {
            let start = processor_time();
            let reason = query(&Limits::new().time(LIMIT));
            (processor_time() - start, reason)
        };
        let (time, reason) = (0..3).map(run).min_by_key(|&(time, _)| time).unwrap();
        match reason {
            None => assert!(time < LIMIT, "{name} ended after {time:?}"),
            Some(reason) => {
                assert_eq!(reason, StopReason::Time, "{name}");
                assert!(time < LIMIT + Duration::from_millis(10), "{name}: {time:?}");
            }
        }
    }
}

/// No query loses nodes: those that it has reported are enough for it.
#[test]
fn all_queries_report_progress_and_keep_their_nodes() {
    let open = Grid::from_fn(150, 150, |_, _| true).unwrap();
    let mut rng = SeededRng::new(3);
    let rough = |x: usize, y: usize| x.max(y) < 9 || x.min(y) > 140 || rng.below(100) < 80;
    let rough = Grid::from_fn(150, 150, rough).unwrap();
    let many = open.shortest_paths(&[(0, 0)], &[(149, 149)], StepKind::Orthogonal).unwrap();
    let planner = RefCell::new(rough.octile_planner().unwrap());
    let (from, to) = ((0, 0), (149, 149));
    let mut queries = grid_queries(&rough, &many);
    let planner = &planner;
    queries.extend(queries![
        |limits| "OctilePlanner::try_path"
            reason(planner.borrow_mut().try_path(from, to, limits)),
        |limits| "OctilePlanner::try_cost"
            reason(planner.borrow_mut().try_cost(from, to, limits)),
    ]);
    for (name, query) in &mut queries {
        let (reason, total) = run(query, Limits::new(), u64::MAX);
        assert!(reason.is_none() && total >= 64, "{name}: {reason:?} after {total} nodes");
        let limits = Limits::new().nodes(total);
        assert_eq!(run(query, limits, u64::MAX).0, None, "{name}, {total} nodes");
        // The last portion of a query may be larger than all before, and not used.
        let limits = Limits::new().nodes(total / 3);
        let stopped = (Some(StopReason::Nodes), total / 3);
        assert_eq!(run(query, limits, u64::MAX), stopped, "{name}");
    }
    check_queries(queries);
}

/// The time that this thread had the processor, whatever other programs do. Elsewhere, the time of
/// the clock.
fn processor_time() -> Duration {
    let schedule = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let on_processor = schedule.and_then(|text| text.split(' ').next()?.parse().ok());
    on_processor.map_or_else(
        || std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default(),
        Duration::from_nanos,
    )
}

#[test]
fn progress_never_exceeds_the_limit_of_nodes() {
    let grid = Grid::from_fn(300, 300, |_, _| true).unwrap();
    for limit in [1_000, 20_000, 89_000] {
        let most = AtomicU64::new(0);
        let listener = |progress: &Progress| {
            most.fetch_max(progress.nodes, Ordering::Relaxed);
        };
        let limits = Limits::new().nodes(limit).on_progress(&listener);
        let _ = grid.try_distances(&[(0, 0)], StepKind::King, &limits);
        assert!((1..=limit).contains(&most.into_inner()), "{limit}");
    }
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "WebAssembly does not catch panics")]
fn a_planner_is_right_after_a_panic_of_the_listener() {
    let mut rng = SeededRng::new(1);
    let walls: Vec<bool> = (0..400 * 400).map(|_| rng.below(100) < 25).collect();
    let (from, to) = ((0, 0), (399, 399));
    // Without walls near the corners.
    let is_free = |x: usize, y: usize| x.max(y) < 5 || x.min(y) > 394 || !walls[y * 400 + x];
    let grid = Grid::from_fn(400, 400, is_free).unwrap();
    let expected = grid.octile_planner().unwrap().cost(to, from).unwrap();
    assert!(expected.is_some());
    let mut panics = 0;
    for report in 1..8 {
        let mut planner = grid.octile_planner().unwrap();
        let reports = AtomicU64::new(0);
        let listener = |_: &Progress| {
            if reports.fetch_add(1, Ordering::Relaxed) + 1 == report {
                resume_unwind(Box::new("a fault of the listener"));
            }
        };
        let limits = Limits::new().on_progress(&listener);
        let result = catch_unwind(AssertUnwindSafe(|| planner.try_cost(from, to, &limits)));
        panics += u32::from(result.is_err());
        assert_eq!(planner.cost(to, from).unwrap(), expected, "report {report}");
    }
    assert!(panics > 0);
}
