//! Limits of time and nodes, cancellation, and what a solver does after them.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use c4_solver::{
    Analysis, Board, Bounds, Column, Interrupted, Limits, Position, Progress, SolveProgress,
    Solver, StopReason,
};

/// The numbers of threads to test with.
const THREADS: &[usize] = if cfg!(feature = "parallel") { &[1, 2, 8] } else { &[1] };

fn solver(threads: usize) -> Solver {
    let solver = Solver::default().memory_bytes(1 << 20);
    #[cfg(feature = "parallel")]
    let solver = solver.threads(threads);
    let _ = threads;
    solver
}

/// Many cells are left in the first, few in the second: several threads and one.
fn positions() -> [(Position, i32); 2] {
    [("6237266376111153366", 3), ("5554224333234511764415115", 4)]
        .map(|(moves, score)| (Position::from_moves(moves).unwrap(), score))
}

/// The position that takes longest.
fn hard() -> Position {
    Position::default()
}

/// The reasons why each kind of query stops.
fn reasons(solver: &mut Solver, position: &Position, limits: &Limits<'_>) -> [StopReason; 6] {
    fn reason<T, P>(result: Result<T, Interrupted<P>>) -> StopReason {
        result.map(|_| "an answer").map_err(|stopped| stopped.reason).unwrap_err()
    }
    [
        reason(solver.try_solve(position, limits)),
        reason(solver.try_solve_weak(position, limits)),
        reason(solver.try_analyze(position, limits)),
        reason(solver.try_best_moves(position, limits)),
        reason(solver.try_principal_variation(position, limits)),
        reason(solver.try_solve_many(&[*position; 3], limits)),
    ]
}

#[test]
fn a_flag_set_before_the_call_cancels_it() {
    let flag = AtomicBool::new(true);
    let limits = Limits::new().cancel(&flag);
    for &threads in THREADS {
        let mut solver = solver(threads);
        for position in positions().map(|(position, _)| position).into_iter().chain([hard()]) {
            let reasons = reasons(&mut solver, &position, &limits);
            assert_eq!(reasons, [StopReason::Cancelled; 6], "{threads} threads");
        }
        assert_eq!(solver.statistics().nodes, 0, "{threads} threads");
        flag.store(false, Relaxed);
        for (position, score) in positions() {
            assert_eq!(solver.try_solve(&position, &limits), Ok(score), "{threads} threads");
        }
        flag.store(true, Relaxed);
    }
}

#[test]
fn a_time_of_zero_stops_before_the_search() {
    let limits = Limits::new().time(Duration::ZERO);
    for &threads in THREADS {
        let mut solver = solver(threads);
        for position in positions().map(|(position, _)| position).into_iter().chain([hard()]) {
            let reasons = reasons(&mut solver, &position, &limits);
            assert_eq!(reasons, [StopReason::Time; 6], "{threads} threads");
        }
        assert_eq!(solver.statistics().nodes, 0, "{threads} threads");
    }
}

#[test]
fn positions_that_need_no_search_are_answered_within_any_limits() {
    // Won at once; one empty cell; a full board.
    let flag = AtomicBool::new(true);
    let limits = Limits::new().nodes(0).time(Duration::ZERO).cancel(&flag);
    let mut solver = solver(1);
    let won = Position::from_moves("112233").unwrap();
    assert_eq!(solver.try_solve(&won, &limits), Ok(18));
    assert_eq!(solver.try_solve_weak(&won, &limits), Ok(1));
    assert_eq!(solver.try_best_moves(&won, &limits).map(|best| best.score), Ok(18));
    assert_eq!(solver.try_principal_variation(&won, &limits).map(|line| line.len()), Ok(1));
    assert_eq!(solver.try_solve_many(&[won; 2], &limits), Ok(vec![18; 2]));
    let draw = "23163416124767223154467471272416755633";
    let mut position = Position::from_moves(draw).unwrap();
    for column in solver.principal_variation(&position) {
        position = position.after(column).unwrap();
        if position.ply() >= 41 {
            assert_eq!(solver.try_solve(&position, &limits), Ok(0), "{position}");
            let analysis = solver.try_analyze(&position, &limits).unwrap();
            assert_eq!(analysis.position_bounds().exact(), Some(0), "{position}");
        }
    }
    assert!(position.is_full());
}

#[test]
fn a_time_limit_holds() {
    let limits = Limits::new().time(Duration::from_millis(10));
    for &threads in THREADS {
        let mut solver = solver(threads);
        let start = Instant::now();
        let reasons = reasons(&mut solver, &hard(), &limits);
        assert_eq!(reasons, [StopReason::Time; 6], "{threads} threads");
        let time = start.elapsed();
        assert!(time < Duration::from_secs(5), "{threads} threads: {time:?}");
        for (position, score) in positions() {
            assert_eq!(solver.solve(&position), score, "{threads} threads");
        }
    }
}

#[test]
fn the_longest_time_is_no_limit() {
    let limits = Limits::new().time(Duration::MAX).nodes(u64::MAX);
    for &threads in THREADS {
        let mut solver = solver(threads);
        for (position, score) in positions() {
            assert_eq!(solver.try_solve(&position, &limits), Ok(score), "{threads} threads");
        }
    }
}

#[test]
fn the_node_limit_holds_for_all_threads_together() {
    for &threads in THREADS {
        for limit in [0, 1, 100, 4_096, 10_000, 100_000] {
            let limits = Limits::new().nodes(limit);
            let mut solver = solver(threads);
            let stopped = solver.try_solve(&hard(), &limits).unwrap_err();
            assert_eq!(stopped.reason, StopReason::Nodes, "{threads} threads");
            let nodes = solver.statistics().nodes;
            assert!(nodes <= limit, "{threads} threads, limit {limit}: {nodes} nodes");
            assert!(nodes >= limit.min(4_096), "{threads} threads, limit {limit}: {nodes} nodes");
            let stopped = solver.try_solve_many(&[hard(); 4], &limits).unwrap_err();
            assert_eq!(stopped.reason, StopReason::Nodes, "{threads} threads");
            let nodes = solver.statistics().nodes - nodes;
            assert!(nodes <= limit, "{threads} threads, limit {limit}: {nodes} nodes");
        }
    }
}

#[test]
fn each_query_has_the_whole_node_limit() {
    let limits = Limits::new().nodes(20_000);
    for &threads in THREADS {
        let mut solver = solver(threads);
        for _ in 0..3 {
            let before = solver.statistics().nodes;
            assert!(solver.try_solve(&hard(), &limits).is_err());
            let nodes = solver.statistics().nodes - before;
            assert!((1..=20_000).contains(&nodes), "{threads} threads: {nodes} nodes");
        }
    }
}

#[test]
fn bounds_of_a_stopped_search_hold_the_score() {
    let (position, score) = positions()[0];
    for &threads in THREADS {
        for limit in (0..4_000).step_by(200) {
            match solver(threads).try_solve(&position, &Limits::new().nodes(limit)) {
                Ok(found) => assert_eq!(found, score),
                Err(Interrupted { partial, .. }) => {
                    assert!(partial.low <= score && score <= partial.high, "{partial}");
                }
            }
            match solver(threads).try_solve_weak(&position, &Limits::new().nodes(limit)) {
                Ok(found) => assert_eq!(found, score.signum()),
                Err(Interrupted { partial: Bounds { low, high, .. }, .. }) => {
                    assert!(-1 <= low && low <= score.signum(), "{low}");
                    assert!(score.signum() <= high && high <= 1, "{high}");
                }
            }
        }
    }
}

/// In a drawn position the first answer is that the player to move does not win. A search that is
/// stopped later says so.
#[test]
fn a_stopped_weak_search_keeps_the_outcome_it_has_excluded() {
    let board = Board::new(5, 4).unwrap();
    for moves in ["", "2", "11"] {
        let position = Position::new(board).after_moves(moves).unwrap();
        let mut highs = Vec::new();
        for limit in (0..).map(|step| 50 * step) {
            let mut solver = Solver::new(board).memory_bytes(1 << 16);
            match solver.try_solve_weak(&position, &Limits::new().nodes(limit)) {
                Ok(score) => {
                    assert_eq!(score, 0, "{moves:?}");
                    break;
                }
                Err(Interrupted { partial, .. }) => highs.push(partial.high),
            }
        }
        assert!(highs.is_sorted_by(|a, b| a >= b), "{moves:?}: {highs:?}");
        assert!(highs[0] == 1 && highs.last() == Some(&0), "{moves:?}: {highs:?}");
    }
}

/// Checks that bounds hold the scores that an unlimited query found.
fn check(found: &Analysis, right: &Analysis) {
    for column in Column::all(8) {
        let (bounds, score) = (found.bounds(column), right.score(column));
        assert_eq!(bounds.is_some(), score.is_some(), "{found}");
        if let (Some(bounds), Some(score)) = (bounds, score) {
            assert!(bounds.low <= score && score <= bounds.high, "{found} for {right}");
        }
    }
    let (bounds, score) = (found.position_bounds(), right.position_bounds().low);
    assert!(bounds.low <= score && score <= bounds.high, "{found} for {right}");
}

#[test]
fn bounds_of_stopped_analyses_hold_the_scores_and_can_be_resumed() {
    for moves in ["6237266376111153366", "774244461373511764776", "27312163745262"] {
        let position = Position::from_moves(moves).unwrap();
        let right = solver(1).analyze(&position);
        for &threads in THREADS {
            for limit in [0, 1, 10, 100, 300, 1_000, 3_000] {
                let mut solver = solver(threads);
                if let Err(stopped) = solver.try_best_moves(&position, &Limits::new().nodes(limit))
                {
                    check(&stopped.partial, &right);
                    let resumed = solver.try_analyze_from(stopped.partial, &Limits::new()).unwrap();
                    check(&resumed, &right);
                    assert!(resumed.iter().all(|(_, bounds)| bounds.exact().is_some()));
                }
                solver.clear();
                let mut result = solver.try_analyze(&position, &Limits::new().nodes(limit));
                let mut stops = 0;
                while let Err(stopped) = result {
                    check(&stopped.partial, &right);
                    stops += 1;
                    // With few nodes a query may not get further than the one before.
                    let limits = Limits::new().nodes((limit + 20) << stops);
                    result = solver.try_analyze_from(stopped.partial, &limits);
                }
                assert_eq!(result, Ok(right.clone()), "{threads} threads, limit {limit}");
            }
        }
    }
}

#[test]
fn stopped_queries_for_the_best_columns_rule_others_out() {
    let mut most = 0;
    for moves in ["6237266376111153366", "774244461373511764776", "27312163745262"] {
        let position = Position::from_moves(moves).unwrap();
        let score = solver(1).solve(&position);
        let worse = |analysis: &Analysis| analysis.iter().filter(|(_, of)| of.high < score).count();
        let before = worse(&Analysis::new(&position));
        for limit in (0..).step_by(20) {
            let limits = Limits::new().nodes(limit);
            let Err(stopped) = solver(1).try_best_moves(&position, &limits) else { break };
            let found = stopped.partial;
            let best = found.position_bounds();
            // No column is better than the position.
            assert!(found.iter().all(|(_, of)| of.high <= best.high.max(of.low)), "{found}");
            most = most.max(worse(&found) - before);
        }
    }
    assert!(most > 0);
}

#[test]
fn lines_of_stopped_queries_are_the_first_moves() {
    let (position, _) = positions()[0];
    let line = solver(1).principal_variation(&position);
    for limit in (0..4_000).step_by(100) {
        match solver(1).try_principal_variation(&position, &Limits::new().nodes(limit)) {
            Ok(found) => assert_eq!(found, line),
            Err(stopped) => assert!(line.starts_with(&stopped.partial)),
        }
    }
}

#[test]
fn bounds_of_a_stopped_batch_hold_the_scores() {
    let (positions, scores): (Vec<_>, Vec<_>) = positions().into_iter().cycle().take(12).unzip();
    for &threads in THREADS {
        for limit in [0, 50, 500, 4_000] {
            match solver(threads).try_solve_many(&positions, &Limits::new().nodes(limit)) {
                Ok(found) => assert_eq!(found, scores),
                Err(stopped) => {
                    for (bounds, score) in stopped.partial.iter().zip(&scores) {
                        assert!(bounds.low <= *score && *score <= bounds.high, "{bounds}");
                    }
                }
            }
        }
    }
}

#[test]
fn queries_after_a_stopped_one_find_the_same_answers() {
    let (position, score) = positions()[0];
    let limits = Limits::new().nodes(1_000);
    for &threads in THREADS {
        let (mut fresh, mut solver) = (solver(1), solver(threads));
        let stop = |solver: &mut Solver| assert!(solver.try_solve(&hard(), &limits).is_err());
        stop(&mut solver);
        assert_eq!(solver.solve(&position), score, "{threads} threads");
        stop(&mut solver);
        assert_eq!(solver.solve_weak(&position), score.signum(), "{threads} threads");
        stop(&mut solver);
        assert_eq!(solver.analyze(&position), fresh.analyze(&position), "{threads} threads");
        stop(&mut solver);
        assert_eq!(solver.best_moves(&position), fresh.best_moves(&position), "{threads} threads");
        stop(&mut solver);
        let line = fresh.principal_variation(&position);
        assert_eq!(solver.principal_variation(&position), line, "{threads} threads");
    }
}

#[test]
fn progress_counts_the_nodes_of_all_threads() {
    for &threads in THREADS {
        let reported = AtomicU64::new(0);
        let listener = |progress: &Progress| {
            assert!(reported.swap(progress.nodes, Relaxed) <= progress.nodes);
        };
        let limits = Limits::new().nodes(500_000).on_progress(&listener);
        let mut solver = solver(threads);
        assert!(solver.try_solve(&hard(), &limits).is_err());
        let (reported, nodes) = (reported.load(Relaxed), solver.statistics().nodes);
        let most = if threads == 1 { 4_096 } else { 0 };
        assert!(nodes - reported <= most, "{threads} threads: {reported} of {nodes} nodes");
    }
}

#[test]
fn progress_has_bounds_and_a_test_of_the_same_time() {
    // With a time limit, reports are frequent.
    let time = Duration::from_secs(600);
    for &threads in THREADS {
        for (position, score) in positions() {
            let snapshots = Mutex::new(Vec::new());
            let listener = |progress: &Progress| {
                snapshots.lock().unwrap().push(*progress.detail::<SolveProgress>().unwrap());
            };
            let limits = Limits::new().time(time).on_progress(&listener);
            let all = Analysis::new(&position).position_bounds();
            let found = solver(threads).try_solve_from(&position, all, &limits);
            assert_eq!(found, Ok(score), "{threads} threads");
            let mut before = all;
            for SolveProgress { column, bounds, beta, .. } in snapshots.into_inner().unwrap() {
                let beta = beta.unwrap();
                assert_eq!(column, None);
                let Bounds { low, high, .. } = bounds;
                assert!(low <= score && score <= high, "{threads} threads: {bounds}");
                assert!(low < beta && beta <= high, "{beta} within {bounds}");
                assert!(before.low <= low && high <= before.high, "{bounds} after {before}");
                before = bounds;
            }
        }
    }
}

#[test]
fn limits_are_checked_by_the_clock() {
    // At a node a microsecond, 4,096 nodes take four milliseconds; in a debug build, several
    // hundred.
    let first = AtomicU64::new(u64::MAX);
    let listener = |progress: &Progress| _ = first.fetch_min(progress.nodes, Relaxed);
    let limits = Limits::new().nodes(50_000);
    let mut watched = solver(1);
    let watching = limits.clone().time(Duration::from_secs(600)).on_progress(&listener);
    let stopped = watched.try_solve(&hard(), &watching);
    assert!(first.into_inner() < 4_096);
    // The clock does not change the search, in which the table grows several times.
    let mut plain = solver(1);
    assert_eq!(plain.try_solve(&hard(), &limits), stopped);
    assert_eq!(plain.statistics().nodes, 50_000);
    assert_eq!(watched.statistics(), plain.statistics());
}

#[test]
fn an_analysis_reports_outcomes_before_scores() {
    for &threads in THREADS {
        for (position, _) in &positions() {
            let (reports, bounds) = (Mutex::new(Vec::new()), Mutex::new([None; 7]));
            let start = Analysis::new(position);
            let listener = |progress: &Progress| {
                let progress: &SolveProgress = progress.detail().unwrap();
                let (column, found) = (progress.column.unwrap(), progress.bounds);
                let before = bounds.lock().unwrap()[column.index() as usize].replace(found);
                let before = before.or(start.bounds(column)).unwrap();
                assert!(before.low <= found.low && found.high <= before.high, "{found}");
                match progress.beta {
                    Some(beta) => assert!(found.low < beta && beta <= found.high, "{beta} {found}"),
                    None => reports.lock().unwrap().push((column, found)),
                }
            };
            let limits = Limits::new().time(Duration::from_secs(600)).on_progress(&listener);
            let analysis = solver(threads).try_analyze(position, &limits).unwrap();
            let reports = reports.into_inner().unwrap();
            // First who wins, for each column whose score is not known, then the scores.
            let open: Vec<Column> =
                position.columns().iter().filter(|&column| start.score(column).is_none()).collect();
            let (outcomes, scores) = reports.split_at(open.len());
            for &(column, bounds) in outcomes {
                let sign = analysis.score(column).unwrap().signum();
                assert_eq!([bounds.low.signum(), bounds.high.signum()], [sign; 2], "{column}");
            }
            let exact = outcomes.iter().filter(|(_, bounds)| bounds.exact().is_some());
            let mut solved: Vec<Column> = exact.chain(scores).map(|&(column, _)| column).collect();
            solved.sort_unstable();
            assert_eq!(solved, open);
            for &(column, bounds) in scores {
                assert_eq!(bounds.exact(), analysis.score(column), "{column}");
            }
        }
    }
}

#[cfg(feature = "book")]
#[test]
fn an_analysis_takes_columns_from_the_book() {
    let book = c4_solver::Book::embedded(Board::STANDARD);
    let mut solver = Solver::default().book(book.unwrap());
    let seven = Position::from_moves("4444412").unwrap();
    assert!(solver.analyze(&seven).iter().all(|(_, bounds)| bounds.exact().is_some()));
    assert_eq!(solver.statistics().nodes, 0);
    // After eight stones the book has the score of the position, not those of its columns.
    let eight = Position::from_moves("44444123").unwrap();
    let score = solver.solve(&eight);
    let stopped = solver.try_analyze(&eight, &Limits::new().nodes(1)).unwrap_err();
    assert_eq!(stopped.partial.position_bounds().exact(), Some(score));
    let columns = eight.columns().iter().filter_map(|column| stopped.partial.bounds(column));
    assert!(columns.max_by_key(|bounds| bounds.high).is_some_and(|bounds| bounds.high == score));
}

#[cfg(feature = "book")]
#[test]
fn positions_of_a_batch_that_are_in_the_book_are_answered_within_any_limits() {
    let nine = Position::from_moves("444441235").unwrap();
    let eight = Position::from_moves("44444123").unwrap();
    for &threads in THREADS {
        let book = c4_solver::Book::embedded(Board::STANDARD);
        let solver = Solver::default().book(book.unwrap());
        #[cfg(feature = "parallel")]
        let solver = solver.threads(threads);
        let mut solver = solver;
        let score = solver.solve(&eight);
        let positions = [nine, eight, nine, Position::EMPTY];
        let stopped = solver.try_solve_many(&positions, &Limits::new().nodes(0)).unwrap_err();
        let known: Vec<_> = stopped.partial.iter().map(|bounds| bounds.exact()).collect();
        assert_eq!(known, [None, Some(score), None, Some(1)], "{threads} threads");
    }
}
