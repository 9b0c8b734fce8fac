//! The Meteor puzzle: published facts, and other ways to the same solutions.

use std::collections::HashSet;

use crate::common::{mask, placement};
use meteor_puzzle::classic::{Solution, solutions};
use meteor_puzzle::{Placement, Solver, presets};

fn placements() -> Vec<Placement> {
    presets::find("meteor").unwrap().puzzle().placements()
}

#[test]
fn there_are_2098_solutions_and_1049_up_to_half_turns() {
    let all = solutions();
    assert_eq!(all.len(), 2098);
    assert!(all.is_sorted_by(|a, b| a < b), "sorted, and no two are the same");
    let set: HashSet<_> = all.iter().copied().collect();
    assert!(all.iter().all(|solution| set.contains(&solution.turned())));
    assert!(all.iter().all(|&solution| solution != solution.turned()));
}

/// Counts the ways to fill the rest of the board by brute force, lowest free cell first.
fn fill(by_cell: &[Vec<Placement>], filled: u128, used: u16) -> usize {
    let next = (!filled).trailing_zeros() as usize;
    let Some(placements) = by_cell.get(next) else { return 1 };
    placements
        .iter()
        .filter(|placement| used >> placement.piece & 1 == 0 && filled & mask(placement) == 0)
        .map(|placement| fill(by_cell, filled | mask(placement), used | 1 << placement.piece))
        .sum()
}

#[test]
fn brute_force_finds_as_many_solutions_of_some_beginnings() {
    let mut by_cell = vec![Vec::new(); 50];
    for placement in placements() {
        by_cell[mask(&placement).trailing_zeros() as usize].push(placement);
    }
    let all = solutions();
    // Every ninth way to cover the first cell.
    for first in by_cell[0].iter().step_by(9) {
        let has_piece = |cell: &usize, solution: &Solution| {
            !first.covers(*cell) || usize::from(solution.piece(*cell)) == first.piece
        };
        let agrees = |s: &&Solution| (0..50).all(|cell| has_piece(&cell, s));
        let expected = all.iter().filter(agrees).count();
        assert_eq!(fill(&by_cell, mask(first), 1 << first.piece), expected);
    }
}

#[test]
fn each_solution_has_each_piece_once_and_where_it_can_lie() {
    let allowed: HashSet<_> = placements().into_iter().collect();
    assert_eq!(allowed.len(), 2596);
    for solution in solutions() {
        for piece in 0..10 {
            let cells = (0..50).filter(|&cell| usize::from(solution.piece(cell)) == piece);
            let cells = cells.fold(0, |cells, cell| cells | 1 << cell);
            assert!(allowed.contains(&placement(piece, cells)));
        }
    }
}

#[test]
fn the_search_finds_the_same_solutions() {
    let solver = Solver::new(presets::find("meteor").unwrap().puzzle());
    let mut searched: Vec<_> = solver
        .solutions()
        .map(|found| (0..50).map(|cell| found.piece_at(cell).unwrap() as u8).collect::<Vec<_>>())
        .collect();
    searched.sort_unstable();
    let listed = solutions().into_iter().map(|solution| solution.pieces().to_vec());
    assert_eq!(searched, listed.collect::<Vec<_>>());
}

#[test]
fn solutions_are_ordered_as_their_texts_are() {
    let all = solutions();
    for (a, b) in all.iter().zip(all.iter().rev()) {
        let digits = |s: &Solution| s.to_string().replace([' ', '\n'], "");
        assert_eq!(a.cmp(b), digits(a).cmp(&digits(b)));
        assert_eq!(a.turned().pieces().into_iter().rev().collect::<Vec<_>>(), a.pieces());
    }
}

#[test]
fn the_last_solution_prints_as_published() {
    // Computer Language Benchmarks Game, meteor-contest, the last of all 2,098.
    let published = "9 9 9 9 8 \n 9 6 6 8 5 \n6 6 8 8 5 \n 6 8 2 5 5 \n7 7 7 2 5 \n \
                     7 4 7 2 0 \n1 4 2 2 0 \n 1 4 4 0 3 \n1 4 0 0 3 \n 1 1 3 3 3 \n";
    assert_eq!(solutions().last().unwrap().to_string(), published);
}
