//! The Meteor puzzle: published facts, and other ways to the same solutions.

use std::collections::HashSet;

use meteor::bitboard_core::Random;
use meteor::classic::{Catalogue, Solution, count, solutions};
use meteor::{Placement, Solver, presets};

fn placements() -> Vec<Placement> {
    presets::find("meteor").unwrap().puzzle().placements()
}

#[test]
fn there_are_2098_solutions_and_1049_up_to_half_turns() {
    let all = solutions();
    assert_eq!((all.len(), count()), (2098, 2098));
    assert!(all.is_sorted_by(|a, b| a < b), "sorted, and no two are the same");
    let set: HashSet<_> = all.iter().copied().collect();
    assert!(all.iter().all(|solution| set.contains(&solution.turned())));
    assert!(all.iter().all(|&solution| solution != solution.turned()));
}

#[test]
fn the_general_solver_finds_the_same_solutions() {
    let solver = Solver::new(presets::find("meteor").unwrap().puzzle());
    let text = |found: meteor::Solution| found.picture(solver.puzzle()).to_string();
    let mut all: Vec<Solution> =
        solver.solutions().map(|found| text(found).parse().unwrap()).collect();
    all.sort_unstable();
    assert_eq!(all, solutions());
}

/// Counts the ways to fill the rest of the board by brute force, lowest free cell first.
fn fill(by_cell: &[Vec<Placement>], filled: u128, used: u16) -> usize {
    let next = (!filled).trailing_zeros() as usize;
    let Some(placements) = by_cell.get(next) else { return 1 };
    placements
        .iter()
        .filter(|placement| used >> placement.piece & 1 == 0 && filled & placement.cells == 0)
        .map(|placement| fill(by_cell, filled | placement.cells, used | 1 << placement.piece))
        .sum()
}

#[test]
fn brute_force_finds_as_many_solutions_of_some_beginnings() {
    let mut by_cell = vec![Vec::new(); 50];
    for placement in placements() {
        by_cell[placement.cells.trailing_zeros() as usize].push(placement);
    }
    let all = Catalogue::new();
    // Every ninth way to cover the first cell.
    for first in by_cell[0].iter().step_by(9) {
        let expected = all.with(&[*first]).count();
        assert_eq!(fill(&by_cell, first.cells, 1 << first.piece), expected);
    }
}

#[cfg(feature = "graph")]
#[test]
fn the_generated_graph_gives_the_same_solutions() {
    use meteor::classic::Graph;
    let (generated, new) = (Graph::generated(), Graph::new());
    assert_eq!(generated.to_bytes(), new.to_bytes());
    assert_eq!((generated.count(), new.count()), (2098, 2098));
    let mut all = meteor::classic::generated_solutions();
    all.sort_unstable();
    assert_eq!(all, solutions());
}

#[test]
fn the_catalogue_answers() {
    let all = Catalogue::new();
    for n in (0..2098).step_by(97) {
        assert_eq!(all.rank(all.nth(n).unwrap()), Some(n));
    }
    assert_eq!((all.nth(2098), all.with(&[]).count()), (None, 2098));
    // Follow the hints.
    let mut placed = Vec::new();
    while let Some(hint) = all.hint(&placed) {
        assert!(placements().contains(&hint));
        placed.push(hint);
        assert!(all.with(&placed).next().is_some());
    }
    assert_eq!(placed.len(), 10);
    assert_eq!(all.unique(&placed), Some(&all.as_slice()[0]));
    assert_eq!(all.unique(&[]), None);
    let nowhere = Placement { piece: usize::MAX, cells: u128::MAX };
    assert_eq!((all.with(&[nowhere]).count(), all.hint(&[nowhere])), (0, None));
    assert_eq!(all.rank(all.sample(&mut meteor::bitboard_core::SeededRng::new(5))), {
        let number = meteor::bitboard_core::SeededRng::new(5).below(2098);
        Some(number as usize)
    });
}

#[test]
fn each_solution_has_each_piece_once_and_where_it_can_lie() {
    let allowed: HashSet<_> = placements().into_iter().collect();
    assert_eq!(allowed.len(), 2596);
    for solution in solutions() {
        for piece in 0..10 {
            let cells = (0..50).filter(|&cell| usize::from(solution.piece(cell)) == piece);
            let cells = cells.fold(0, |cells, cell| cells | 1 << cell);
            assert!(allowed.contains(&Placement { piece, cells }));
        }
    }
}

#[test]
fn solutions_are_ordered_as_their_texts_are() {
    let all = solutions();
    for (a, b) in all.iter().zip(all.iter().rev()) {
        let digits = |s: &Solution| s.to_string().replace([' ', '\n'], "");
        assert_eq!(a.cmp(b), digits(a).cmp(&digits(b)));
        assert_eq!(a.turned().pieces().into_iter().rev().collect::<Vec<_>>(), a.pieces());
        assert_eq!(a.to_string().parse(), Ok(*a));
    }
}

#[test]
fn wrong_texts_of_solutions_are_refused() {
    let error = |text: &str| text.parse::<Solution>().unwrap_err().to_string();
    assert_eq!(error(""), "expected 50 digits, found 0");
    assert_eq!(error(&"1 ".repeat(51)), "expected 50 digits, found 51");
    assert_eq!(error("12x"), "cell 2: expected a digit, found 'x'");
}

#[test]
fn the_last_solution_prints_as_published() {
    // Computer Language Benchmarks Game, meteor-contest, the last of all 2,098.
    let published = "9 9 9 9 8 \n 9 6 6 8 5 \n6 6 8 8 5 \n 6 8 2 5 5 \n7 7 7 2 5 \n \
                     7 4 7 2 0 \n1 4 2 2 0 \n 1 4 4 0 3 \n1 4 0 0 3 \n 1 1 3 3 3 \n";
    assert_eq!(solutions().last().unwrap().to_string(), published);
}
