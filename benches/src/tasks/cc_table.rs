//! Boards of 6×12 cells, one at a time and thousands at once, and chains of falling blocks.
//!
//! There are thousands of inputs, because the branch predictor memorizes the branches of a few
//! hundred, which favors code with many branches.

use cc_table::batch::Batch;
use cc_table::chain::{Block, COLUMNS, Field, Pair, Placement, ROWS, Rotation, Rules};
use cc_table::{Components, Connectivity};

use crate::baseline::components::{bit_by_bit, two_row_table, without_single_cells};
use crate::random::Random;
use crate::task::{Builder, Role, Task};

type Board = cc_table::Board<6, 12>;

pub(super) fn tasks() -> Vec<Task> {
    vec![
        components(GAME).charted().build(),
        components(FIFTH).build(),
        components(HALF).build(),
        components(SEVENTY).build(),
        components_of_two(GAME),
        components_of_two(EIGHTH),
        cells_in_groups(),
        many("components", GAME, find_all, |cells| cells != 0).charted().build(),
        many("components", HALF, find_all, |cells| cells != 0).build(),
        many("components of four and more", GAME, find_groups, |cells| cells.count_ones() >= 4)
            .charted()
            .build(),
        chain(),
    ]
}

/// The name of a kind of boards, and the boards.
type Kind = (&'static str, fn() -> Vec<u128>);

const GAME: Kind = ("game boards", game);
const EIGHTH: Kind = ("12 % filled", || random(12));
const FIFTH: Kind = ("20 % filled", || random(20));
const HALF: Kind = ("50 % filled", || random(50));
const SEVENTY: Kind = ("70 % filled", || random(70));

/// Number of boards in a round.
const BOARDS: usize = 4000;

/// Settled boards of five colors and skulls, columns of random height: one board for each color.
fn game() -> Vec<u128> {
    let mut random = Random::new(22);
    let mut boards = Vec::new();
    for _ in 0..BOARDS / 5 {
        let mut colors = [0u128; 6];
        for x in 0..6 {
            for y in 12 - random.below(13)..12 {
                colors[random.below(6)] |= 1 << (x + 6 * y);
            }
        }
        boards.extend_from_slice(&colors[..5]);
    }
    boards
}

fn random(percent: usize) -> Vec<u128> {
    let mut random = Random::new(percent as u64);
    (0..BOARDS).map(|_| random.mask(72, percent)).collect()
}

/// Components as ascending numbers.
fn show(components: impl Iterator<Item = u128>) -> String {
    let mut components: Vec<u128> = components.collect();
    components.sort_unstable();
    format!("{components:x?}")
}

fn components((kind, boards): Kind) -> Builder<u128> {
    let name = format!("components of a 6×12 board, {kind}");
    Builder::new("cc-table", name, "board", boards)
        .engine_with(
            Role::Ours,
            "cc-table",
            Components::new,
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

/// The optimization that the article proposes: single cells are removed before the table.
fn components_of_two((kind, boards): Kind) -> Task {
    let name = format!("components of two and more of a 6×12 board, {kind}");
    Builder::new("cc-table", name, "board", boards)
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
fn cells_in_groups() -> Task {
    let show = |answer: u128| format!("{answer:x}");
    let name = "cells in components of four and more of a 6×12 board, 50 % filled";
    let ours = |&board: &u128| {
        let board = Board::from_bits_truncate(board);
        cc_table::mask_at_least(board, Connectivity::Four, 4).bits()
    };
    let table = |&board: &u128| {
        let (found, count) = two_row_table(board);
        let large = found[1..count].iter().filter(|cells| cells.count_ones() >= 4);
        large.fold(0, |cells, group| cells | group)
    };
    Builder::new("cc-table", name, "board", HALF.1)
        .engine(Role::Ours, "cc-table", ours, show)
        .engine(Role::Baseline, "two-row table", table, show)
        .build()
}

/// Boards by number, and a component that each has.
type Found = Vec<(usize, u128)>;

fn find_all(found: &mut Found, boards: &[Board]) {
    Batch::new().for_each(boards, Connectivity::Four, |i, component| {
        found.push((i, component.bits()));
    });
}

fn find_groups(found: &mut Found, boards: &[Board]) {
    Batch::new().for_each_at_least(boards, Connectivity::Four, 4, |i, group| {
        found.push((i, group.bits()));
    });
}

/// A task on thousands of boards at once, with the widest vectors that the processor has.
fn many(
    what: &str,
    (kind, boards): Kind,
    ours: impl Fn(&mut Found, &[Board]) + Copy + 'static,
    is_wanted: impl Fn(u128) -> bool + Copy + 'static,
) -> Builder<Vec<Board>> {
    let show = |found: &Found, ()| {
        let mut found = found.clone();
        found.sort_unstable();
        format!("{found:x?}")
    };
    let name = format!("{what} of many 6×12 boards, {kind}");
    let inputs = move || vec![boards().into_iter().map(Board::from_bits_truncate).collect()];
    let ours = move |found: &mut Found, boards: &Vec<Board>| {
        found.clear();
        ours(found, boards);
    };
    let table = move |found: &mut Found, boards: &Vec<Board>| {
        found.clear();
        for (i, board) in boards.iter().enumerate() {
            let (components, count) = two_row_table(board.bits());
            let components = components[1..count].iter().copied();
            found.extend(components.filter(|&cells| is_wanted(cells)).map(|cells| (i, cells)));
        }
    };
    Builder::new("cc-table", name, "board", inputs)
        .units_per_input(|_| BOARDS)
        .engine_with(Role::Ours, "cc-table", Found::new, ours, show)
        .engine_with(Role::Baseline, "two-row table", Found::new, table, show)
}

/// The answers are the number of steps, the score, and the field at the end.
fn chain() -> Task {
    Builder::new("cc-table", "chain of a field in play, scored", "field", played)
        .written(|field| format!("{}\n", field.line()).into_bytes())
        .engine(
            Role::Ours,
            "cc-table",
            |&field| {
                let mut field = field;
                let outcome = field.play(&Rules::SMASH_THE_CODE);
                (outcome.steps, outcome.score, field)
            },
            |(steps, score, field)| format!("{steps} {score} {}", field.line()),
        )
        .charted()
        .build()
}

/// Fields of games in which every pair falls into a random column, each after a drop and before its
/// chain.
fn played() -> Vec<Field> {
    let mut random = Random::new(30);
    let mut fields = Vec::new();
    let mut now = Field::EMPTY;
    while fields.len() < 2000 {
        let mut block = || Block::Color(1 + random.below(5) as u8);
        let pair = Pair { first: block(), second: block() };
        let placement =
            Placement { column: random.below(COLUMNS), rotation: Rotation::ALL[random.below(4)] };
        let is_full = (0..COLUMNS).all(|x| now.height(x) >= ROWS - 1);
        if now.drop_pair(pair, placement, &Rules::SMASH_THE_CODE).is_ok() {
            fields.push(now);
            now.play(&Rules::SMASH_THE_CODE);
        } else if is_full {
            now = Field::EMPTY;
        }
        if random.below(8) == 0 {
            // A row of skulls from the opponent.
            for x in 0..COLUMNS {
                let y = now.height(x);
                if y < ROWS {
                    now.set((x, y), Block::Skull).expect("a cell of the field");
                }
            }
        }
    }
    fields
}
