//! Queries that do not need all components of a board.

use cc_table::{Components, Connectivity};

use super::inputs::{EIGHTH, GAME, HALF, Kind, show};
use crate::baseline::components::{two_row_table, without_single_cells};
use crate::task::{Builder, Role, Task};

type Board = cc_table::Board<6, 12>;

pub(super) fn tasks() -> Vec<Task> {
    vec![
        of_two(GAME),
        of_two(EIGHTH),
        of_two(HALF),
        four(),
    ]
}

/// The optimization that the article proposes: single cells are removed before the table.
fn of_two((kind, boards): Kind) -> Task {
    let name = format!("components of two and more of a 6×12 board, {kind}");
    Builder::new("cc-table", name, "board", boards, |board| format!("{board:x}"))
        .engine_with(
            Role::Ours,
            "cc-table",
            Components::new,
            |found, &board| {
                let board = Board::from_bits_truncate(board);
                cc_table::components_at_least_into(board, Connectivity::Four, 2, found);
            },
            |found, ()| show(found.iter().map(Board::bits)),
        )
        .engine(
            Role::Baseline,
            "two-row table",
            |&board| two_row_table(board),
            |(found, count)| show(found[1..count].iter().copied().filter(|c| c.count_ones() > 1)),
        )
        .engine(
            Role::Baseline,
            "two-row table, single cells removed",
            |&board| two_row_table(without_single_cells(board)),
            |(found, count)| show(found[1..count].iter().copied().filter(|&cells| cells != 0)),
        )
        .build()
}

/// All cells that count in Smash the Code.
fn four() -> Task {
    let show = |answer: u128| format!("{answer:x}");
    let name = "cells in components of four and more of a 6×12 board, 50 % filled";
    Builder::new("cc-table", name, "board", HALF.1, |board| format!("{board:x}"))
        .engine(
            Role::Ours,
            "cc-table",
            |&board| {
                let board = Board::from_bits_truncate(board);
                cc_table::mask_at_least(board, Connectivity::Four, 4).bits()
            },
            show,
        )
        .engine(
            Role::Baseline,
            "two-row table",
            |&board| {
                let (found, count) = two_row_table(board);
                let large = found[1..count].iter().filter(|cells| cells.count_ones() >= 4);
                large.fold(0, |cells, group| cells | group)
            },
            show,
        )
        .build()
}
