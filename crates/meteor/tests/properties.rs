//! The solver against an oracle on random small puzzles.

mod common;

use common::{Small, Turning, naive, plain};
use meteor::polyform::{Limits, Solver, Uniqueness};
use quickcheck::quickcheck;

quickcheck! {
    fn the_search_finds_what_the_oracle_finds(small: Small) -> bool {
        let mut found: Vec<_> =
            Solver::new(&small.0).solutions().map(|solution| plain(&solution.unwrap())).collect();
        found.sort();
        found == naive(&small.0)
    }

    fn counts_agree(small: Small) -> bool {
        let (solver, expected) = (Solver::new(&small.0), naive(&small.0).len() as u128);
        solver.count() == Ok(expected) && solver.count_by_search() == Ok(expected)
    }

    fn counts_agree_on_boards_that_can_be_turned(turning: Turning) -> bool {
        let expected = naive(&turning.0).len() as u128;
        Solver::new(&turning.0).count() == Ok(expected)
    }

    fn threads_share_the_search(small: Small, threads: u8) -> bool {
        threads_agree(&small, usize::from(threads % 5) + 1)
    }

    fn the_index_has_all_solutions_in_order(small: Small) -> bool {
        let solver = Solver::new(&small.0);
        let all: Vec<_> = solver.solutions().map(Result::unwrap).collect();
        // By the graph, and without memory for it.
        [256 << 20, 0].into_iter().all(|memory| {
            let solver = Solver::new(&small.0).limits(Limits::new().memory(memory));
            let index = solver.index().unwrap();
            index.len() == all.len() as u128
                && index.nth(index.len()) == Ok(None)
                && all.iter().enumerate().step_by(1 + all.len() / 50).all(|(n, solution)| {
                    let n = n as u128;
                    index.nth(n).unwrap().as_ref() == Some(solution)
                        && index.rank(solution) == Ok(Some(n))
                })
        })
    }

    fn one_solution_is_told_from_several(small: Small) -> bool {
        let all = naive(&small.0);
        match Solver::new(&small.0).unique().unwrap() {
            Uniqueness::None => all.is_empty(),
            Uniqueness::One(only) => all == [plain(&only)],
            Uniqueness::Several(a, b) => all.len() > 1 && a != b,
        }
    }

    fn a_hint_keeps_the_puzzle_solvable(small: Small) -> bool {
        let solver = Solver::new(&small.0);
        match solver.hint().unwrap() {
            None => naive(&small.0).iter().all(|s| s.len() == small.0.placed().len()),
            Some(hint) => {
                let next = common::place(&small.0, hint.piece, hint.cells);
                Solver::new(&next).first().unwrap().is_some()
            }
        }
    }
}

fn threads_agree(small: &Small, threads: usize) -> bool {
    #[cfg(feature = "parallel")]
    {
        let solver = Solver::new(&small.0);
        let alone = solver.count_by_search();
        solver.threads(threads).count_by_search() == alone
    }
    #[cfg(not(feature = "parallel"))]
    {
        let _ = (small, threads);
        true
    }
}
