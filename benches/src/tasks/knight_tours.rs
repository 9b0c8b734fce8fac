//! Knight's tours.

use bitboard_core::{Bitboard, Cell, Chess, RowMajor, Steps};
use knight_tours::Tours;

use crate::baseline::tours::{knight, warnsdorff};
use crate::task::{Builder, Role, Task};

pub(super) fn tasks() -> Vec<Task> {
    vec![find(), counted()]
}

fn find() -> Task {
    let tours = || Tours::on_board(Bitboard::<u64, Chess>::FULL, &Steps::KNIGHT);
    let starts = move || (0..64).map(|cell| (cell, tours(), knight(8))).collect();
    Builder::new("knight-tours", "knight's tour from each cell of 8×8", "tour", starts)
        .engine(
            Role::Ours,
            "knight-tours",
            |(start, tours, _)| {
                let start = Cell::<Chess>::from_index(*start as u32)?;
                tours.clone().starting_with(&[start]).ok()?.find()
            },
            |tour| {
                let tour = tour.unwrap_or_default();
                show(&tour.iter().map(|cell| cell.index() as usize).collect::<Vec<_>>())
            },
        )
        .engine(
            Role::Baseline,
            "Warnsdorff 1823, with steps back",
            |(start, _, neighbors)| warnsdorff(neighbors, *start),
            |tour| show(&tour.unwrap_or_default()),
        )
        .charted()
        .build()
}

/// Whether these cells are a tour of 8×8, and where it starts.
fn show(tour: &[usize]) -> String {
    let neighbors = knight(8);
    let mut cells = tour.to_vec();
    cells.sort_unstable();
    let is_tour = cells.into_iter().eq(0..64)
        && tour.windows(2).all(|pair| neighbors[pair[0]].contains(&pair[1]));
    format!("a tour: {is_tour}, from {:?}", tour.first())
}

fn counted() -> Task {
    let board = || vec![Bitboard::<u64, RowMajor<5, 5>>::FULL];
    Builder::new("knight-tours", "all knight's tours of 5×5, counted", "board", board)
        .engine(
            Role::Ours,
            "knight-tours",
            |&board| Tours::on_board(board, &Steps::KNIGHT).count(),
            |count| format!("{count:?}"),
        )
        .charted()
        .build()
}
