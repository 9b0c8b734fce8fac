//! The two-row table of "Fast Connected Components for 6x12 bitboard" (Tech.io) beside the
//! functions of this crate, on the same boards: `cargo run --release -p cc-table --example
//! two_row_table`.

#[expect(unreachable_pub, reason = "the benches include this file, too")]
mod port;

use std::hint::black_box;
use std::time::Instant;

use cc_table::batch::Batch;
use cc_table::bitboard_core::{Random, SeededRng};
use cc_table::{Board, Components, Connectivity, components, components_at_least, components_into};

/// The board of the article's remark on running components: one ends while another keeps the
/// component alive.
const PICTURE: &str = "
    X X X . . .
    X . X . . .
    . . X . . .
    . . X . . .
    . . . . . .
    . . . . . .
    . . . . . .
    . . . . . .
    . . . . . .
    . . . . . .
    . . . . . .
    . . . . . .";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    show_entry(0b010101, 0b100111);
    let board: Board<6, 12> = PICTURE.parse()?;
    let (found, count) = port::two_row_table(board.bits());
    let table = found[1..count].iter().filter(|&&cells| cells != 0).count();
    let ours = components(board, Connectivity::Four).len();
    println!("Components of the article's board: {table} by the table, {ours} by this crate.\n");
    for percent in [12, 25, 50] {
        compare(percent);
    }
    Ok(())
}

/// Prints the entry of two rows as the article does. Bit 0 is the left column.
fn show_entry(first: u32, second: u32) {
    let row = |cells: u32| -> String {
        (0..6).map(|x| if cells >> x & 1 == 1 { '1' } else { '0' }).collect()
    };
    let entry = port::entry(first | second << 6);
    println!("The entry of the rows\n  {}\n  {}", row(first), row(second));
    for (index, cells) in entry.index.into_iter().zip(entry.row) {
        println!("  continues runs {index:03b}, cells {}", row(cells.into()));
    }
    println!();
}

/// Times all on random boards. They are many, because the branch predictor memorizes a few
/// hundred.
fn compare(percent: u64) {
    let mut random = SeededRng::new(percent);
    let mut cell = || u128::from(random.below(100) < percent);
    let boards: Vec<u128> =
        (0..4_000).map(|_| (0..72).fold(0, |board, bit| board | cell() << bit)).collect();
    println!("{} boards, {percent} % filled, in ns per board:", boards.len());
    let mut plain = Vec::new();
    let mut ours = Components::<6, 12>::new();
    let connectivity = Connectivity::Four;
    time("search bit by bit", &boards, |board| port::bit_by_bit(board, &mut plain));
    time("two-row table", &boards, |board| {
        black_box(port::two_row_table(board));
    });
    time("components_into", &boards, |board| {
        components_into(Board::from_bits_truncate(board), connectivity, &mut ours);
    });
    let all: Vec<Board<6, 12>> =
        boards.iter().map(|&bits| Board::from_bits_truncate(bits)).collect();
    best("Batch::for_each", all.len(), || {
        Batch::new().for_each(&all, connectivity, |_, component| {
            black_box(component);
        });
    });
    println!("  those of two cells and more:");
    let mut large = Vec::new();
    time("two-row table, single cells removed", &boards, |board| {
        black_box(port::two_row_table(port::without_single_cells(board)));
    });
    time("components_at_least", &boards, |board| {
        large.clear();
        large.extend(components_at_least(
            Board::<6, 12>::from_bits_truncate(board),
            2,
            connectivity,
        ));
    });
    println!();
}

/// Prints the best of five rounds: an interruption makes a round longer.
fn time(name: &str, boards: &[u128], mut solve: impl FnMut(u128)) {
    best(name, boards.len(), || boards.iter().for_each(|&board| solve(black_box(board))));
}

fn best(name: &str, boards: usize, mut round: impl FnMut()) {
    let rounds = (0..5).map(|_| {
        let start = Instant::now();
        round();
        start.elapsed().as_nanos() as f64 / boards as f64
    });
    println!("  {name:<36}{:>6.1}", rounds.fold(f64::INFINITY, f64::min));
}
