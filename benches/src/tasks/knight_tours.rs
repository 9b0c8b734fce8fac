//! Knight's tours.

use bitboard_core::{Bitboard, Cell, Chess, RowMajor, Steps};
use knight_tours::Tours;

use crate::baseline::tours::{count, knight, warnsdorff};
use crate::task::{Builder, Role, Task};

pub(super) fn tasks() -> Vec<Task> {
    vec![find(), counted()]
}

fn find() -> Task {
    let starts = || (0..64).map(|cell| (cell, chess(), knight(8))).collect();
    Builder::new("knight-tours", "knight's tour from each cell of 8×8", "tour", starts, |start| {
        format!("cell {}", start.0)
    })
    .engine(
        Role::Ours,
        "knight-tours",
        |(start, tours, _)| {
            let start = Cell::from_index(*start as u32)?;
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

fn chess() -> Tours<Cell<Chess>> {
    Tours::on_board(Bitboard::<u64, Chess>::FULL, &Steps::KNIGHT)
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
    let board = || vec![()];
    let name = "all knight's tours of 5×5, counted";
    Builder::new("knight-tours", name, "board", board, |()| "the board".to_owned())
        .engine(
            Role::Ours,
            "knight-tours",
            |()| {
                let board = Bitboard::<u64, RowMajor<5, 5>>::FULL;
                Tours::on_board(board, &Steps::KNIGHT).count()
            },
            |count| count.map_or_else(|error| error.to_string(), |count| count.to_string()),
        )
        .engine(Role::Baseline, "every move", |()| count(&knight(5)), |count| count.to_string())
        .charted()
        .build()
}
