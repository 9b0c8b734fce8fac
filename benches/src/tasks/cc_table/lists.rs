//! The components of boards, one board at a time.

use cc_table::Connectivity;

use super::inputs::{FIFTH, GAME, HALF, Kind, SEVENTY, show};
use crate::baseline::components::{bit_by_bit, two_row_table};
use crate::task::{Builder, Role, Task};

type Board = cc_table::Board<6, 12>;

pub(super) fn tasks() -> Vec<Task> {
    vec![
        task(GAME).charted().build(),
        task(FIFTH).build(),
        task(HALF).build(),
        task(SEVENTY).build(),
    ]
}

fn task((kind, boards): Kind) -> Builder<u128> {
    let name = format!("components of a 6×12 board, {kind}");
    let task = Builder::new("cc-table", name, "board", boards, |board| format!("{board:x}"));
    task.engine_with(
        Role::Ours,
        "cc-table",
        cc_table::Components::<6, 12>::new,
        |found, &board| {
            let board = Board::from_bits_truncate(board);
            cc_table::components_into(board, Connectivity::Four, found);
        },
        |found, ()| show(found.iter().map(Board::bits)),
    )
        .engine(
            Role::Baseline,
            "two-row table",
            |&board| two_row_table(board),
            |(found, count)| show(found[1..count].iter().copied().filter(|&cells| cells != 0)),
        )
        .engine_with(
            Role::Baseline,
            "bit by bit",
            Vec::new,
            |found, &board| bit_by_bit(board, found),
            |found, ()| show(found.iter().copied()),
        )
}
