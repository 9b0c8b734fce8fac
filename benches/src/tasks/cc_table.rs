use cc_table::{Board, Connectivity, batch};
use image::{GrayImage, Luma};
use imageproc::region_labelling::{self, connected_components};

use crate::baseline::components::{bit_by_bit, two_row_table};
use crate::random::Random;
use crate::task::{Builder, Role, Task};

type Buffer = cc_table::Buffer<6, 12>;

/// A board of 6×12 cells, and the same as an image for those who want one.
struct Input {
    board: u128,
    image: GrayImage,
}

pub(super) fn tasks() -> Vec<Task> {
    let list = |name, inputs| {
        Builder::new("cc-table", name, "board", inputs, |input: &Input| {
            format!("{:x}", input.board)
        })
        .engine_with(
            Role::Ours,
            "cc-table",
            Buffer::new,
            |_| (),
            |found, input| {
                cc_table::components_into(Board::from_word(input.board), Connectivity::Four, found);
            },
            |found, ()| show(found.iter().map(bitboard_core::Bitboard::word)),
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
            |found, input| {
                bit_by_bit(input.board, found);
                found.clone()
            },
            |_, found| show(found.into_iter()),
            |_| None,
        )
        .engine(
            Role::Rival,
            "imageproc",
            |input| {
                connected_components(&input.image, region_labelling::Connectivity::Four, Luma([0]))
            },
            |labels| {
                let mut found = Vec::new();
                for (x, y, &Luma([label])) in
                    labels.enumerate_pixels().filter(|(_, _, l)| l.0[0] > 0)
                {
                    found.resize(found.len().max(label as usize), 0);
                    found[label as usize - 1] |= 1u128 << (x + 6 * y);
                }
                show(found.into_iter())
            },
        )
        .build()
    };
    vec![
        list("components of a 6×12 board, game boards", game),
        list("components of a 6×12 board, 20 % filled", fifth),
        list("components of a 6×12 board, 50 % filled", half),
        list_of_many(),
        count_of_many(),
        groups_of_many(),
    ]
}

/// Boards that are given all at once.
const MANY: usize = 400;

fn many(name: &'static str, inputs: fn() -> Vec<Vec<Board>>) -> Builder<Vec<Board>> {
    let task = Builder::new("cc-table", name, "board", inputs, |_| "all boards".into());
    task.units_per_input(MANY)
}

fn list_of_many() -> Task {
    let name = "components of many 6×12 boards at once, 50 % filled";
    many(name, || vec![boards(half())])
        .engine_with(
            Role::Ours,
            "cc-table",
            Vec::new,
            |_| (),
            |found, boards| {
                found.clear();
                batch::for_each(boards, Connectivity::Four, |i, component| {
                    found.push((i, component.word()));
                });
            },
            |found, ()| show_pairs(found),
            |_| None,
        )
        .engine_with(
            Role::Baseline,
            "two-row table",
            Vec::new,
            |_| (),
            |found, boards| {
                found.clear();
                for (i, board) in boards.iter().enumerate() {
                    let (components, count) = two_row_table(board.word());
                    let components = components[1..count].iter().filter(|&&cells| cells != 0);
                    found.extend(components.map(|&component| (i, component)));
                }
            },
            |found, ()| show_pairs(found),
            |_| None,
        )
        .build()
}

fn count_of_many() -> Task {
    let name = "number of components of many 6×12 boards, game boards";
    many(name, || vec![boards(game())])
        .engine_with(
            Role::Ours,
            "cc-table",
            || vec![0u8; MANY],
            |_| (),
            |counts, boards| batch::count(boards, Connectivity::Four, counts).is_ok(),
            |counts, _| format!("{counts:?}"),
            |_| None,
        )
        .engine_with(
            Role::Baseline,
            "two-row table",
            || vec![0u8; MANY],
            |_| (),
            |counts, boards| {
                for (count, board) in counts.iter_mut().zip(boards) {
                    let (components, found) = two_row_table(board.word());
                    *count = components[1..found].iter().filter(|&&cells| cells != 0).count() as u8;
                }
                true
            },
            |counts, _| format!("{counts:?}"),
            |_| None,
        )
        .build()
}

fn groups_of_many() -> Task {
    let name = "cells in groups of four and more of many 6×12 boards, game boards";
    many(name, || vec![boards(game())])
        .engine_with(
            Role::Ours,
            "cc-table",
            || vec![Board::EMPTY; MANY],
            |_| (),
            |masks, boards| batch::mask_at_least_four(boards, Connectivity::Four, masks).is_ok(),
            |masks, _| format!("{masks:?}"),
            |_| None,
        )
        .engine_with(
            Role::Baseline,
            "two-row table",
            || vec![Board::EMPTY; MANY],
            |_| (),
            |masks, boards| {
                for (mask, board) in masks.iter_mut().zip(boards) {
                    let (components, count) = two_row_table(board.word());
                    let large = components[1..count].iter().filter(|cells| cells.count_ones() >= 4);
                    *mask = Board::from_word(large.fold(0, |mask, cells| mask | cells));
                }
                true
            },
            |masks, _| format!("{masks:?}"),
            |_| None,
        )
        .build()
}

fn boards(inputs: Vec<Input>) -> Vec<Board> {
    inputs.iter().map(|input| Board::from_word(input.board)).collect()
}

/// Board and component, ascending.
fn show_pairs(found: &[(usize, u128)]) -> String {
    let mut found = found.to_vec();
    found.sort_unstable();
    format!("{found:x?}")
}

/// Components as ascending numbers.
fn show(components: impl Iterator<Item = u128>) -> String {
    let mut components: Vec<u128> = components.collect();
    components.sort_unstable();
    format!("{components:x?}")
}

fn input(board: u128) -> Input {
    let image = GrayImage::from_fn(6, 12, |x, y| Luma([(board >> (x + 6 * y) & 1) as u8]));
    Input { board, image }
}

fn fifth() -> Vec<Input> {
    let mut random = Random::new(20);
    (0..400).map(|_| input(random.mask(72, 20))).collect()
}

fn half() -> Vec<Input> {
    let mut random = Random::new(21);
    (0..400).map(|_| input(random.mask(72, 50))).collect()
}

/// Settled boards of five colours and skulls, columns of random height: one board for each colour.
fn game() -> Vec<Input> {
    let mut random = Random::new(22);
    let mut boards = Vec::new();
    for _ in 0..80 {
        let mut colours = [0u128; 6];
        for x in 0..6 {
            for y in 12 - random.below(13)..12 {
                colours[random.below(6)] |= 1 << (x + 6 * y);
            }
        }
        boards.extend(colours[..5].iter().map(|&board| input(board)));
    }
    boards
}
