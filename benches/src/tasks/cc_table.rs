use cc_table::{Board, Connectivity};
use image::{GrayImage, Luma};
use imageproc::region_labelling::{self, connected_components};

use crate::baseline::components::{bit_by_bit, two_row_table};
use crate::random::Random;
use crate::task::{Builder, Role, Task};

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
        .engine(
            Role::Ours,
            "cc-table",
            |input| cc_table::components(Board::from_word(input.board), Connectivity::Four),
            |found| show(found.iter().map(|component| component.word())),
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
    ]
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
