//! The published facts of the puzzle.

use std::collections::HashSet;

use bitboard_core::Steps;
#[cfg(feature = "graph")]
use meteor::Graph;
use meteor::{Catalogue, PIECES, Search, count, placements, solutions};

#[test]
fn there_are_2596_placements() {
    let all = placements();
    assert_eq!(all.iter().map(Vec::len).sum::<usize>(), 2596);
    assert_eq!(all.len(), PIECES.len());
    for placement in all.iter().flatten() {
        assert_eq!(placement.cells.len(), 5);
        assert_eq!(placement.cells.components(&Steps::HEXAGON).count(), 1);
    }
}

#[test]
fn there_are_2098_solutions_and_1049_up_to_half_turns() {
    let all = solutions();
    assert_eq!(all.len(), 2098);
    assert!(all.is_sorted_by(|a, b| a < b), "sorted, and no two are the same");
    let set: HashSet<_> = all.iter().copied().collect();
    assert!(all.iter().all(|solution| set.contains(&solution.turned())));
    let mut search = Search::new();
    search.run();
    assert_eq!(search.solutions().len(), 1049);
    assert!(search.nodes() <= 286_490);
    assert_eq!(count(), 2098);
}

#[test]
fn the_search_finds_the_same_solutions() {
    let mut search = Search::new();
    search.run();
    let turned = search.solutions().iter().map(|solution| solution.turned());
    let mut all: Vec<_> = search.solutions().iter().copied().chain(turned).collect();
    all.sort_unstable();
    assert_eq!(all, solutions());
}

#[cfg(feature = "graph")]
#[test]
fn the_generated_graph_gives_the_same_solutions() {
    let (generated, new) = (Graph::generated(), Graph::new());
    assert_eq!(generated.to_bytes(), new.to_bytes());
    let sorted = |graph: &Graph| {
        let mut all = graph.solutions();
        all.sort_unstable();
        all
    };
    assert_eq!(sorted(&generated), sorted(&new));
    assert_eq!((generated.count(), new.count()), (2098, 2098));
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
        placed.push(hint);
        assert!(all.with(&placed).next().is_some());
    }
    assert_eq!(placed.len(), 10);
    assert_eq!(all.unique(&placed), Some(&all.as_slice()[0]));
    assert_eq!(all.unique(&[]), None);
    // The highest numbers are drawn again.
    let mut numbers = [u64::MAX, 5 * 2098 + 7].into_iter();
    assert_eq!(Some(all.sample(|| numbers.next().unwrap())), all.nth(7));
}

#[test]
fn each_solution_has_each_piece_once_and_where_it_can_lie() {
    let allowed = placements();
    for solution in solutions() {
        for (piece, placements) in allowed.iter().enumerate() {
            let covers = |cells: meteor::Board| {
                (0..50).all(|i| {
                    let cell = bitboard_core::Cell::from_index(i as u32).unwrap();
                    cells.contains(cell) == (usize::from(solution.piece(i)) == piece)
                })
            };
            assert!(placements.iter().any(|placement| covers(placement.cells)));
        }
    }
}

#[test]
fn solutions_are_ordered_as_their_texts_are() {
    let all = solutions();
    for (a, b) in all.iter().zip(all.iter().rev()) {
        assert_eq!(
            a.cmp(b),
            a.to_string().replace([' ', '\n'], "").cmp(&b.to_string().replace([' ', '\n'], ""))
        );
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
