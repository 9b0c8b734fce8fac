//! The components of boards, one board at a time.

use cc_table::Connectivity;

use super::inputs::{fifth, game, half, seventy, show};
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

    fn all(boards: Vec<u128>) -> Vec<Self> {
        boards.into_iter().map(Self::new).collect()
    }
}

pub(super) fn tasks() -> Vec<Task> {
    vec![
        task("components of a 6×12 board, game boards", || Input::all(game())).charted().build(),
        task("components of a 6×12 board, 20 % filled", || Input::all(fifth())).build(),
        task("components of a 6×12 board, 50 % filled", || Input::all(half())).build(),
        task("components of a 6×12 board, 70 % filled", || Input::all(seventy())).build(),
    ]
}

fn task(name: &'static str, inputs: fn() -> Vec<Input>) -> Builder<Input> {
    let describe = |input: &Input| format!("{:x}", input.board);
    let task = Builder::new("cc-table", name, "board", inputs, describe)
        .engine_with(
            Role::Ours,
            "cc-table",
            cc_table::Components::<6, 12>::new,
            |_| (),
            |found, input| {
                cc_table::components_into(
                    Board::from_bits_truncate(input.board),
                    Connectivity::Four,
                    found,
                );
            },
            |found, ()| show(found.iter().map(Board::bits)),
            |_| None,
        )
        .engine_with(
            Role::Ours,
            "cc-table, connectivity at run time",
            cc_table::Components::<6, 12>::new,
            |_| (),
            |found, input| {
                cc_table::components_into(
                    Board::from_bits_truncate(input.board),
                    std::hint::black_box(Connectivity::Four),
                    found,
                );
            },
            |found, ()| show(found.iter().map(Board::bits)),
            |_| None,
        )
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
            |_| (),
            |found, input| bit_by_bit(input.board, found),
            |found, ()| show(found.iter().copied()),
            |_| None,
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
