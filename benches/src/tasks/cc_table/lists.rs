//! The components of boards, one board at a time.

use cc_table::Connectivity;

use super::inputs::{FIFTH, GAME, HALF, Kind, SEVENTY, show};
use crate::baseline::components::{bit_by_bit, two_row_table};
#[cfg(feature = "cc-table-rivals")]
use crate::rivals::images;
use crate::task::{Builder, Role, Task};

type Board = cc_table::Board<6, 12>;

/// A board of 6×12 cells, and the same board as an image for rivals.
struct Input {
    board: u128,
    #[cfg(feature = "cc-table-rivals")]
    image: image::GrayImage,
}

impl Input {
    fn new(board: u128) -> Self {
        Self {
            board,
            #[cfg(feature = "cc-table-rivals")]
            image: images::board(board),
        }
    }
}

pub(super) fn tasks() -> Vec<Task> {
    vec![
        task(GAME).charted().build(),
        task(FIFTH).build(),
        task(HALF).build(),
        task(SEVENTY).build(),
    ]
}

fn task((kind, boards): Kind) -> Builder<Input> {
    let name = format!("components of a 6×12 board, {kind}");
    let inputs = move || boards().into_iter().map(Input::new).collect();
    let describe = |input: &Input| format!("{:x}", input.board);
    let task = Builder::new("cc-table", name, "board", inputs, describe);
    let task = ours(task, "cc-table", || Connectivity::Four);
    let at_run_time = || std::hint::black_box(Connectivity::Four);
    let task = ours(task, "cc-table, connectivity at run time", at_run_time)
        .engine(
            Role::Baseline,
            "two-row table",
            |input| two_row_table(input.board),
            |(found, count)| show(found[1..count].iter().copied().filter(|&cells| cells != 0)),
        )
        .engine_with(
            Role::Baseline,
            "bit by bit",
            Vec::new,
            |found, input| bit_by_bit(input.board, found),
            |found, ()| show(found.iter().copied()),
        );
    #[cfg(feature = "cc-table-rivals")]
    let task = task.engine(
        Role::Rival,
        "imageproc",
        |input| images::imageproc(&input.image, Connectivity::Four),
        |labels| show(images::components_of_board(&labels).into_iter()),
    );
    task
}

/// Adds our engine.
fn ours(
    task: Builder<Input>,
    name: &'static str,
    connectivity: impl Fn() -> Connectivity + Copy + 'static,
) -> Builder<Input> {
    task.engine_with(
        Role::Ours,
        name,
        cc_table::Components::<6, 12>::new,
        move |found, input| {
            let board = Board::from_bits_truncate(input.board);
            cc_table::components_into(board, connectivity(), found);
        },
        |found, ()| show(found.iter().map(Board::bits)),
    )
}
