//! The two-row table of "Fast Connected Components for 6x12 bitboard" (Tech.io) beside the
//! functions of this crate, on the board of the article: `cargo run -p cc-table --example
//! two_row_table`. docs/BENCHMARKS.md compares their times.

#[expect(unreachable_pub, reason = "the benches include this file, too")]
mod port;

use cc_table::{Board, Connectivity, components};

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
    let count = |board| {
        let (found, count) = port::two_row_table(board);
        found[1..count].iter().filter(|&&cells| cells != 0).count()
    };
    let mut plain = Vec::new();
    port::bit_by_bit(board.bits(), &mut plain);
    println!("Components of the article's board:");
    println!("  {} by a search bit by bit", plain.len());
    println!("  {} by the two-row table", count(board.bits()));
    println!("  {} without single cells", count(port::without_single_cells(board.bits())));
    println!("  {} by this crate", components(board, Connectivity::Four).len());
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
