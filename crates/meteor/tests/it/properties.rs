//! The solver against an oracle on random small puzzles.

use crate::common::{Small, Turning, mask, naive, place, plain, stopped, without};
use meteor_puzzle::{CountError, Limits, Placement, Puzzle, Solver, StopReason, TryError};
use quickcheck::quickcheck;

quickcheck! {
    fn the_search_finds_what_the_oracle_finds(small: Small) -> bool {
        let mut found: Vec<_> =
            Solver::new(small.0.clone()).solutions().map(|solution| plain(&solution)).collect();
        found.sort();
        found == naive(&small.0)
    }

    fn counts_agree(small: Small) -> bool {
        let (solver, expected) = (Solver::new(small.0.clone()), naive(&small.0).len() as u128);
        solver.count() == Ok(expected) && solver.memory_bytes(0).count() == Ok(expected)
    }

    fn counts_agree_on_boards_that_can_be_turned(turning: Turning) -> bool {
        let expected = naive(&turning.0).len() as u128;
        Solver::new(turning.0.clone()).count() == Ok(expected)
    }

    fn threads_share_the_search(small: Small, threads: u8) -> bool {
        threads_agree(&small, usize::from(threads % 5) + 1)
    }

    fn the_index_has_all_solutions_in_order(small: Small) -> bool {
        let solver = Solver::new(small.0.clone());
        let all: Vec<_> = solver.solutions().collect();
        let without_memory = solver.clone().memory_bytes(0).try_index(&Limits::new());
        let index = solver.try_index(&Limits::new()).unwrap();
        without_memory.map(|index| index.len()) == Err(TryError::Failed(CountError::OutOfMemory))
            && index.len() == all.len() as u128
            && index.nth(index.len()).is_none()
            && index.iter().eq(all.iter().cloned())
            && all.iter().enumerate().step_by(1 + all.len() / 50).all(|(n, solution)| {
                let n = n as u128;
                index.nth(n).as_ref() == Some(solution) && index.rank(solution) == Some(n)
            })
    }

    fn a_search_in_slices_finds_the_same_solutions_in_order(small: Small, nodes: u8) -> bool {
        let all: Vec<_> = Solver::new(small.0.clone()).solutions().map(|s| plain(&s)).collect();
        in_slices(&small.0, 1 + u64::from(nodes % 20)) == all
    }

    fn placed_and_removed_pieces_leave_the_right_solutions(small: Small, wishes: Vec<u8>) -> bool {
        let mut solver = Solver::new(small.0.clone());
        let mut placed: Vec<Placement> = small.0.placed().to_vec();
        let all = naive(&without(&small.0));
        wishes.iter().take(6).all(|&wish| {
            let placements = solver.puzzle().placements();
            match placements.get(usize::from(wish)) {
                Some(&placement) => {
                    solver.change(|puzzle| puzzle.place(placement)).unwrap();
                    placed.push(placement);
                }
                None if wish % 2 == 0 => assert_eq!(solver.change(Puzzle::undo), placed.pop()),
                None => {
                    let first = placed.first().copied();
                    let removed = solver.change(|puzzle| first.is_some_and(|p| puzzle.remove(p)));
                    assert_eq!(removed, first.is_some());
                    placed.drain(..usize::from(removed));
                }
            }
            assert_eq!(solver.puzzle().placed(), placed);
            let left = naive(solver.puzzle());
            assert!(left.iter().all(|solution| all.binary_search(solution).is_ok()));
            solver.count() == Ok(left.len() as u128)
        })
    }

    fn placements_and_coordinates_agree(small: Small) -> bool {
        let puzzle = without(&small.0);
        puzzle.placements().iter().all(|placement| {
            let name = puzzle.pieces()[placement.piece].name();
            puzzle.placement(name, puzzle.coords(placement)) == Ok(*placement)
        })
    }

    fn a_hint_keeps_the_puzzle_solvable(small: Small) -> bool {
        let solver = Solver::new(small.0.clone());
        match solver.try_hint(&Limits::new()).unwrap() {
            None => naive(&small.0).iter().all(|s| s.len() == small.0.placed().len()),
            Some(hint) => {
                let next = place(&small.0, hint);
                Solver::new(next).solutions().next().is_some()
            }
        }
    }
}

/// The solutions of a puzzle, found in slices of a few nodes.
pub(crate) fn in_slices(puzzle: &Puzzle, nodes: u64) -> Vec<Vec<(usize, u128)>> {
    let (mut solutions, mut found) = (Solver::new(puzzle.clone()).solutions(), Vec::new());
    loop {
        let before = solutions.nodes();
        match solutions.try_next(&Limits::new().nodes(nodes)) {
            Ok(Some(solution)) => {
                assert_eq!(solutions.board(), solution.placements());
                found.push(plain(&solution));
            }
            Ok(None) => return found,
            stop => {
                assert_eq!(stopped(stop), Some(StopReason::Nodes));
                assert_eq!(solutions.nodes(), before + nodes);
                let cells = solutions.board().iter().map(|p| mask(p).count_ones()).sum::<u32>();
                let union = solutions.board().iter().fold(0, |cells, p| cells | mask(p));
                assert_eq!(union.count_ones(), cells, "the pieces are disjoint");
            }
        }
    }
}

fn threads_agree(small: &Small, threads: usize) -> bool {
    #[cfg(feature = "parallel")]
    {
        let solver = Solver::new(small.0.clone());
        let solver = solver.memory_bytes(0);
        let alone = solver.count();
        solver.threads(threads).count() == alone
    }
    #[cfg(not(feature = "parallel"))]
    {
        let _ = (small, threads);
        true
    }
}
