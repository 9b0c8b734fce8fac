//! Tours against published counts and an independent enumeration.

use std::collections::HashSet;
use std::hash::Hash;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use bitboard_core::{
    Bitboard, Cell, Chess, Dilate, Geometry, Interrupted, Limits, Moves, NoCornerCut, Progress,
    Random, RowMajor, SeededRng, Steps, StopReason, TryError, Wide, Word,
};
use knight_tours::{CountError, PathError, Tours};

const KNIGHT: [(i32, i32); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The tours of a rectangle by leaps.
pub(crate) fn leapers((width, height): (i32, i32), leaps: &[(i32, i32)]) -> Tours<(i32, i32)> {
    let cells = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    Tours::new(cells, |(x, y)| leaps.iter().map(move |(dx, dy)| (x + dx, y + dy)))
}

pub(crate) fn knights(size: (i32, i32)) -> Tours<(i32, i32)> {
    leapers(size, &KNIGHT)
}

/// Fails unless `tour` visits every cell of `within` once by single moves.
#[track_caller]
fn assert_tour<W: Word, G: Geometry>(
    tour: &[Cell<G>],
    within: Bitboard<W, G>,
    moves: &Moves<G>,
    closed: bool,
) {
    assert_eq!(tour.len(), within.len() as usize);
    assert_eq!(tour.iter().copied().collect::<Bitboard<W, G>>(), within);
    let is_move = |from: Cell<G>, to: Cell<G>| {
        from != to && moves.dilate_within(Bitboard::from_cell(from), within).contains(to)
    };
    assert!(tour.windows(2).all(|pair| is_move(pair[0], pair[1])));
    assert!(!closed || is_move(tour[tour.len() - 1], tour[0]));
}

/// OEIS A165134 (directed open tours of n×n) and A001230 (closed tours of 2n×2n).
#[test]
fn knights_tours_of_squares() {
    assert_eq!(knights((3, 3)).count(), Ok(0));
    assert_eq!(knights((4, 4)).count(), Ok(0));
    assert_eq!(knights((5, 5)).count(), Ok(1_728));
    assert_eq!(knights((5, 5)).closed().count(), Ok(0));
    assert_eq!(knights((6, 6)).closed().count(), Ok(9_862));
}

/// OEIS A165134.
#[test]
fn open_knights_tours_of_6_by_6() {
    assert_eq!(knights((6, 6)).count(), Ok(6_637_920));
}

/// McKay, "Knight's tours of an 8×8 chessboard" (1997). Takes minutes and about 2 GB of memory.
#[test]
#[ignore = "takes minutes and about 2 GB of memory"]
fn closed_knights_tours_of_8_by_8() {
    let tours = knights((8, 8)).closed().memory_bytes(8 << 30).threads(0);
    assert_eq!(tours.count(), Ok(13_267_364_410_532));
}

/// Counts of more than 64 bits, and of more than 128. A chain of n diamonds has 2 ways
/// through each, and 4 through the last one.
#[test]
fn large_counts_are_exact_or_refused() {
    // Diamonds: from each waist through both sides in two orders, to the next waist.
    let chain = |diamonds: u32| {
        let edges = move |v: u32| {
            let (diamond, part) = (v / 3, v % 3);
            let own = 3 * diamond;
            let mut around = match part {
                0 => vec![own + 1, own + 2],
                1 => vec![own, own + 2, own + 3],
                _ => vec![own, own + 1, own + 3],
            };
            if part == 0 && diamond > 0 {
                around.extend([own - 1, own - 2]);
            }
            around.retain(|&u| u <= 3 * diamonds);
            around
        };
        Tours::new(0..=3 * diamonds, edges).starting_with(&[0]).unwrap()
    };
    for diamonds in [1, 2, 30, 46, 47, 48, 62, 63, 64, 119, 126] {
        let count = chain(diamonds).count();
        assert_eq!(count, Ok(1 << (diamonds + 1)), "{diamonds}");
    }
    assert_eq!(chain(127).count(), Err(CountError::Overflow));
    assert_eq!(chain(300).count(), Err(CountError::Overflow));
}

#[test]
fn threads_do_not_change_counts() {
    for threads in [0, 1, 2, 5] {
        assert_eq!(knights((7, 6)).closed().threads(threads).count(), Ok(1_067_638));
        assert_eq!(knights((5, 5)).threads(threads).count(), Ok(1_728));
    }
    let tours = knights((7, 7)).threads(3);
    let stopped = tours.try_count(&Limits::new().nodes(1_000_000));
    assert!(matches!(stopped, Err(TryError::Interrupted(_))));
    assert!(matches!(tours.memory_bytes(1 << 20).count(), Err(CountError::OutOfMemory { .. })));
}

/// Schwenk, "Which rectangular chessboards have a knight's tour?", Mathematics Magazine 64 (1991).
#[test]
fn counts_report_their_progress() {
    let tours = Tours::on_board(Bitboard::<u64, RowMajor<6, 6>>::FULL, &Steps::KNIGHT).closed();
    for threads in [1, 2] {
        let tours = tours.clone().threads(threads);
        let (most, calls) = (AtomicU64::new(0), AtomicU64::new(0));
        let listener = |progress: &Progress| {
            most.fetch_max(progress.nodes, Relaxed);
            calls.fetch_add(1, Relaxed);
        };
        assert_eq!(tours.try_count(&Limits::new().on_progress(&listener)), Ok(9_862));
        let (most, calls) = (most.into_inner(), calls.into_inner());
        assert!(calls > 10 && most > 1_000, "{calls} calls, {most} nodes");
        // A thread can hold nodes that another one needs.
        if threads == 1 {
            let counted = tours.try_count(&Limits::new().nodes(most));
            assert_eq!(counted, Ok(9_862), "{most} nodes");
        }
    }
}

#[test]
fn closed_knights_tours_exist_where_schwenk_says() {
    for (m, n) in (1..=9).flat_map(|m| (m..=9).map(move |n| (m, n))).chain([(3, 10), (4, 60)]) {
        let none =
            m % 2 == 1 && n % 2 == 1 || [1, 2, 4].contains(&m) || m == 3 && [4, 6, 8].contains(&n);
        for size in [(m, n), (n, m)] {
            let tour = knights(size).closed().find();
            assert_eq!(tour.is_none(), none || (m, n) == (1, 1), "{size:?}");
        }
    }
}

/// Cull and De Curtins, "Knight's tour revisited", Fibonacci Quarterly 16 (1978), for sides of at
/// least 5; Conrad, Hindrichs, Morsy and Wegener, "Solution of the knight's Hamiltonian path
/// problem on chessboards", Discrete Applied Mathematics 50 (1994), for all.
#[test]
fn open_knights_tours_exist_where_conrad_says() {
    for (m, n) in (1..=9).flat_map(|m| (m..=9).map(move |n| (m, n))).chain([(3, 40), (4, 41)]) {
        let exists = match m {
            1 => n == 1,
            2 => false,
            3 => ![3, 5, 6].contains(&n),
            4 => n != 4,
            _ => true,
        };
        for size in [(m, n), (n, m)] {
            assert_eq!(knights(size).find().is_some(), exists, "{size:?}");
        }
    }
}

#[test]
fn the_proof_that_a_long_strip_has_no_tour_takes_few_nodes() {
    for size in [(4, 100), (100, 4)] {
        let limits = Limits::new().nodes(2_000_000);
        assert_eq!(knights(size).closed().try_find(&limits), Ok(None), "{size:?}");
    }
}

#[test]
fn articulation_cells_prove_that_there_is_no_tour() {
    // Three rooms of 20×20 cells at a junction, which a search could not decide.
    let in_room = |x: i32, y: i32| (0..20).contains(&x) && (0..20).contains(&y);
    let rooms = |x: i32, y: i32| in_room(x, y) || in_room(x - 21, y) || in_room(x - 10, y - 21);
    let junction = [(20, 19), (20, 20)];
    let cells = (0..41).flat_map(|y| (0..41).map(move |x| (x, y)));
    let cells = cells.filter(|&(x, y)| rooms(x, y) || junction.contains(&(x, y)));
    let tours = Tours::new(cells, |(x, y)| [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]);
    let none = Limits::new().nodes(0);
    assert_eq!(tours.try_find(&none), Ok(None));
    assert_eq!(tours.closed().try_find(&none), Ok(None));
}

/// Twice the undirected tours in the table of Kraitchik, "Le problème du cavalier" (1927).
#[test]
fn knights_tours_of_rectangles() {
    assert_eq!(knights((4, 5)).count(), Ok(164));
    assert_eq!(knights((6, 4)).count(), Ok(1_488));
    assert_eq!(knights((5, 6)).closed().count(), Ok(8));
    // Also counted by an earlier program of ours that merged states.
    assert_eq!(knights((6, 8)).closed().count(), Ok(55_488_142));
}

/// OEIS A169696 (directed open tours of 3×n) and A070030 (closed tours of 3×2n).
#[test]
fn knights_tours_of_strips() {
    assert_eq!(knights((3, 4)).count(), Ok(16));
    assert_eq!(knights((3, 7)).count(), Ok(104));
    assert_eq!(knights((3, 8)).count(), Ok(792));
    assert_eq!(knights((3, 10)).closed().count(), Ok(16));
    assert_eq!(knights((3, 12)).closed().count(), Ok(176));
    assert_eq!(knights((12, 3)).closed().count(), Ok(176));
}

/// OEIS A003763 (Hamiltonian cycles of 2n×2n grids) and A096969 (directed paths of n×n grids).
#[test]
fn wazir_tours_of_squares() {
    let wazirs = |n| leapers((n, n), &[(1, 0), (0, 1), (-1, 0), (0, -1)]);
    assert_eq!(wazirs(4).closed().count(), Ok(6));
    assert_eq!(wazirs(6).closed().count(), Ok(1_072));
    assert_eq!(wazirs(8).closed().count(), Ok(4_638_576));
    assert_eq!(wazirs(2).count(), Ok(8));
    assert_eq!(wazirs(3).count(), Ok(40));
    assert_eq!(wazirs(4).count(), Ok(552));
    assert_eq!(wazirs(5).count(), Ok(8_648));
}

/// The tours by plain recursion, without any pruning.
fn all_tours<C: Copy + Eq>(
    cells: &[C],
    are_adjacent: &dyn Fn(C, C) -> bool,
    path: &[C],
) -> Vec<Vec<C>> {
    if path.len() == cells.len() {
        return vec![path.to_vec()];
    }
    let next = cells.iter().copied().filter(|cell| !path.contains(cell));
    let next = next.filter(|&cell| path.last().is_none_or(|&last| are_adjacent(last, cell)));
    next.flat_map(|cell| all_tours(cells, are_adjacent, &[path, &[cell]].concat())).collect()
}

fn check<C: Copy + Ord + Hash + std::fmt::Debug>(tours: &Tours<C>, expected: &[Vec<C>]) {
    let found: Vec<Vec<C>> = tours.iter().collect();
    let expected_set: HashSet<&Vec<C>> = expected.iter().collect();
    assert_eq!(found.len(), expected.len());
    assert!(found.iter().all(|tour| expected_set.contains(tour)));
    assert_eq!(found.iter().collect::<HashSet<_>>().len(), found.len());
    assert_eq!(tours.count(), Ok(expected.len() as u128));
    assert_eq!(tours.find().is_some(), !expected.is_empty());
}

#[test]
fn random_boards_have_the_tours_of_plain_recursion() {
    type Board = Bitboard<u64, RowMajor<4, 4>>;
    let mut rng = SeededRng::new(5);
    let (mut with_tours, mut with_closed) = (0, 0);
    for round in 0..600 {
        let within: Board = Cell::all().filter(|_| rng.below(100) < 35 + round % 3 * 20).collect();
        if within.len() > 11 {
            continue;
        }
        let cells: Vec<_> = within.iter().collect();
        let moves = [Steps::KING, Steps::ORTHOGONAL, Steps::KNIGHT][rng.below(3) as usize];
        let rule = Moves::Steps(moves);
        let are_adjacent =
            |a: Cell<_>, b: Cell<_>| Board::from_cell(a).neighbors(&moves).contains(b);
        let tours = Tours::on_board(within, &rule);
        if cells.is_empty() {
            assert_eq!(tours.count(), Ok(0));
            continue;
        }
        let open = all_tours(&cells, &are_adjacent, &[]);
        check(&tours, &open);
        with_tours += usize::from(!open.is_empty());

        // A closed tour starts at the first cell and goes to the lesser of its neighbors.
        let closes =
            |tour: &&Vec<Cell<_>>| tour.len() > 2 && are_adjacent(tour[tour.len() - 1], tour[0]);
        let closed: Vec<_> = open.iter().filter(closes).cloned().collect();
        let once = closed.iter().filter(|t| t[0] == cells[0] && t[1] < t[t.len() - 1]);
        check(&tours.clone().closed(), &once.cloned().collect::<Vec<_>>());
        with_closed += usize::from(!closed.is_empty());

        // With the first cells of some tour, or of some path.
        let length = 1 + rng.below(4) as usize;
        let path: Vec<_> = match open.first() {
            Some(tour) => tour[..length.min(tour.len())].to_vec(),
            None => vec![cells[rng.below(cells.len() as u64) as usize]],
        };
        let starts = |tour: &&Vec<_>| tour.starts_with(&path);
        let starting = tours.clone().starting_with(&path).unwrap();
        check(&starting, &open.iter().filter(starts).cloned().collect::<Vec<_>>());
        let expected: Vec<_> = closed.iter().filter(starts).cloned().collect();
        // With one cell given, a cycle still comes in one direction.
        let expected: Vec<_> =
            expected.into_iter().filter(|t| path.len() > 1 || t[1] < t[t.len() - 1]).collect();
        check(&starting.closed(), &expected);
    }
    assert!(with_tours > 50 && with_closed > 15, "{with_tours} {with_closed}");
}

#[test]
fn tours_are_found_on_large_boards() {
    type Board = Bitboard<u64, Chess>;
    let knight = Moves::Steps(Steps::KNIGHT);
    for start in Cell::all() {
        let tours = Tours::on_board(Board::FULL, &knight).starting_with(&[start]).unwrap();
        let tour = tours.find().unwrap();
        assert_eq!(tour[0], start);
        assert_tour(&tour, Board::FULL, &knight, false);
        let tour = tours.closed().find().unwrap();
        assert_eq!(tour[0], start);
        assert_tour(&tour, Board::FULL, &knight, true);
    }
    type Large = Bitboard<Wide<7>, RowMajor<20, 21>>;
    let knight = Moves::Steps(Steps::KNIGHT);
    for closed in [false, true] {
        let tours = Tours::on_board(Large::FULL, &knight);
        let tours = if closed { tours.closed() } else { tours };
        assert_tour(&tours.find().unwrap(), Large::FULL, &knight, closed);
    }
    let corner: Moves<_> = NoCornerCut::KING.into();
    let holes = !Board::from_names("b2 g7 d4").unwrap();
    assert_tour(&Tours::on_board(holes, &corner).find().unwrap(), holes, &corner, false);
}

#[test]
fn a_board_of_2500_cells_has_a_closed_tour() {
    let tours = knights((50, 50));
    for tours in [tours.clone(), tours.closed()] {
        let tour = tours.find().unwrap();
        assert_eq!(tour.iter().collect::<HashSet<_>>().len(), 2_500);
        let is_leap = |a: (i32, i32), b: (i32, i32)| KNIGHT.contains(&(a.0 - b.0, a.1 - b.1));
        assert!(tour.windows(2).all(|pair| is_leap(pair[0], pair[1])));
    }
}

#[test]
fn limits_stop_and_paths_are_checked() {
    let tours = knights((8, 8));
    let stopped = tours.clone().closed().try_count(&Limits::new().nodes(1_000));
    assert!(matches!(
        stopped,
        Err(TryError::Interrupted(Interrupted { reason: StopReason::Nodes, .. }))
    ));
    // No closed tour exists on 4×n boards; proving it takes a sweep.
    let stopped = knights((4, 12)).closed().try_find(&Limits::new().nodes(100));
    assert_eq!(stopped.unwrap_err().reason, StopReason::Nodes);
    let path = |path: &[(i32, i32)]| tours.clone().starting_with(path).map(drop);
    assert_eq!(path(&[(0, 0), (1, 2), (0, 0)]), Err(PathError::Cell { number: 3 }));
    assert_eq!(path(&[(0, 0), (1, 1)]), Err(PathError::Move { number: 2 }));
}

#[test]
fn threads_need_no_more_memory_than_one() {
    let tours = Tours::on_board(Bitboard::<u64, RowMajor<6, 6>>::FULL, &Steps::KNIGHT);
    let count = |memory, threads| tours.clone().memory_bytes(memory).threads(threads).count();
    let enough = (12..).map(|i| 1 << i).find(|&memory| count(memory, 1).is_ok()).unwrap();
    let step = enough / 32;
    let least = (128..=256).map(|n| n * step).find(|&memory| count(memory, 1).is_ok()).unwrap();
    for threads in [2, 3, 8] {
        assert_eq!(count(least + 2 * step, threads), Ok(6_637_920), "{threads} threads");
    }
}

#[test]
fn a_count_in_little_memory_is_right_or_refused() {
    let mut refused = 0;
    for kibibytes in (6..18).map(|k| 1 << k) {
        match knights((6, 6)).closed().memory_bytes(kibibytes << 10).count() {
            Ok(count) => assert_eq!(count, 9_862),
            Err(error) => {
                assert!(matches!(error, CountError::OutOfMemory { .. }), "{error}");
                refused += 1;
            }
        }
    }
    assert!((1..12).contains(&refused), "{refused}");
}

#[test]
fn a_path_may_cut_the_board_in_two() {
    // A row of nine cells, entered in the middle.
    let row = Tours::new(0..9, |i: i32| [i - 1, i + 1]);
    for path in [&[4, 3][..], &[4, 5, 6], &[2, 3]] {
        let tours = row.clone().starting_with(path).unwrap();
        assert_eq!((tours.count(), tours.find()), (Ok(0), None), "{path:?}");
        assert_eq!(tours.closed().count(), Ok(0), "{path:?}");
    }
    let mut rng = SeededRng::new(6);
    for _ in 0..400 {
        let n = 6 + rng.below(3) as usize;
        let edges: Vec<Vec<bool>> =
            (0..n).map(|_| (0..n).map(|_| rng.below(5) == 0).collect()).collect();
        let are_adjacent = |a: usize, b: usize| a.abs_diff(b) == 1 || edges[a.min(b)][a.max(b)];
        let tours = Tours::new(0..n, |a| (0..n).filter(move |&b| a != b && are_adjacent(a, b)));
        let mut path = vec![rng.below(n as u64) as usize];
        for _ in 0..rng.below(4) {
            let last = path[path.len() - 1];
            let next: Vec<_> =
                (0..n).filter(|b| !path.contains(b) && are_adjacent(last, *b)).collect();
            if !next.is_empty() {
                path.push(next[rng.below(next.len() as u64) as usize]);
            }
        }
        let cells: Vec<_> = (0..n).collect();
        let open = all_tours(&cells, &are_adjacent, &path);
        let closed = open.iter().filter(|tour| are_adjacent(tour[n - 1], tour[0]));
        let closed = closed.filter(|tour| path.len() > 1 || tour[1] < tour[n - 1]);
        let tours = tours.starting_with(&path).unwrap();
        check(&tours.clone().closed(), &closed.cloned().collect::<Vec<_>>());
        check(&tours, &open);
    }
}

#[test]
#[should_panic(expected = "both ways")]
fn one_way_moves_are_refused() {
    let up = Moves::Steps(Steps::from_offsets(&[(0, 1)]));
    let _ = Tours::on_board(Bitboard::<u64, Chess>::FULL, &up);
}

#[test]
fn a_cell_that_is_given_twice_counts_once() {
    let triangle = |i: u32| (0..3).filter(move |&j| j != i);
    let tours = Tours::new([1, 1, 0, 2, 0], triangle);
    assert_eq!(tours.count(), Ok(6));
    assert_eq!(tours.find().map(|tour| tour.len()), Some(3));
    assert_eq!(tours.closed().starting_with(&[2]).unwrap().count(), Ok(1));
}

#[test]
fn small_boards() {
    type Board = Bitboard<u64, Chess>;
    let king = Moves::Steps(Steps::KING);
    let on = |names: &str| Tours::on_board(Board::from_names(names).unwrap(), &king);
    assert_eq!(on("").count(), Ok(0));
    assert_eq!(on("").find(), None);
    assert_eq!(on("a1").count(), Ok(1));
    assert_eq!(on("a1").closed().count(), Ok(0));
    assert_eq!(on("a1 a2").count(), Ok(2));
    assert_eq!(on("a1 a2").closed().count(), Ok(0));
    assert_eq!(on("a1 a2 b1").closed().count(), Ok(1));
    assert_eq!(on("a1 c1").count(), Ok(0));
}
