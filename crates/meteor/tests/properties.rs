//! The search against one without islands or symmetry.

use meteor::{Board, Placement, placements, solutions};

/// Counts the ways to fill the rest of the board, next free cell first and nothing else.
fn count(by_cell: &[Vec<Placement>], filled: Board, used: u16) -> u64 {
    let Some(next) = (!filled).first() else { return 1 };
    by_cell[next.index() as usize]
        .iter()
        .filter(|placement| used >> placement.piece & 1 == 0)
        .filter(|placement| filled.is_disjoint(placement.cells))
        .map(|placement| count(by_cell, filled | placement.cells, used | 1 << placement.piece))
        .sum()
}

#[test]
fn a_plain_search_goes_on_from_some_beginnings_to_as_many_solutions() {
    let mut by_cell = vec![Vec::new(); 50];
    for placement in placements().into_iter().flatten() {
        by_cell[placement.cells.first().unwrap().index() as usize].push(placement);
    }
    let all = solutions();
    // Every ninth way to cover the first cell.
    for first in by_cell[0].iter().step_by(9) {
        let begins = |solution: &&meteor::Solution| {
            first
                .cells
                .iter()
                .all(|cell| usize::from(solution.piece(cell.index() as usize)) == first.piece)
        };
        let expected = all.iter().filter(begins).count() as u64;
        assert_eq!(count(&by_cell, first.cells, 1 << first.piece), expected);
    }
}
