//! Queries that do not need all components of a board.

use cc_table::bitboard_core::{Cell, Steps};
use cc_table::{Components, Connectivity};

use super::inputs::{EIGHTH, GAME, HALF, Kind, QUARTER, show};
use crate::baseline::components::{two_row_table, without_single_cells};
use crate::task::{Builder, Role, Task};

type Board = cc_table::Board<6, 12>;

pub(super) fn tasks() -> Vec<Task> {
    vec![
        of_two(GAME),
        of_two(EIGHTH),
        of_two(QUARTER),
        of_two(HALF),
        task(
            "component of a cell of a 6×12 board, 50 % filled",
            |board| {
                let cell = Cell::new(3, 6).expect("a cell of the board");
                Board::from(cell).flood(board, &Steps::ORTHOGONAL).bits()
            },
            |board| {
                let (found, count) = two_row_table(board);
                let of_cell = |cells: &&u128| **cells >> (3 + 6 * 6) & 1 == 1;
                found[1..count].iter().find(of_cell).copied().unwrap_or(0)
            },
        ),
        task(
            "size of the largest component of a 6×12 board, 50 % filled",
            |board| u128::from(cc_table::largest(board, Connectivity::Four).len()),
            |board| {
                let (found, count) = two_row_table(board);
                found[1..count]
                    .iter()
                    .map(|cells| u128::from(cells.count_ones()))
                    .max()
                    .unwrap_or(0)
            },
        ),
        task(
            "cells in components of four and more of a 6×12 board, 50 % filled",
            |board| cc_table::mask_at_least(board, Connectivity::Four, 4).bits(),
            |board| {
                let (found, count) = two_row_table(board);
                let large = found[1..count].iter().filter(|cells| cells.count_ones() >= 4);
                large.fold(0, |cells, group| cells | group)
            },
        ),
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

fn task(
    name: &'static str,
    ours: impl Fn(Board) -> u128 + Copy + 'static,
    table: impl Fn(u128) -> u128 + Copy + 'static,
) -> Task {
    let show = |answer: u128| format!("{answer:x}");
    Builder::new("cc-table", name, "board", HALF.1, |board| format!("{board:x}"))
        .engine(Role::Ours, "cc-table", move |&board| ours(Board::from_bits_truncate(board)), show)
        .engine(Role::Baseline, "two-row table", move |&board| table(board), show)
        .build()
}
