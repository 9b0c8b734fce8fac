//! Reads a picture of a map, finds its islands, and draws the largest with its coast. Neighbors
//! touch by an edge or a corner.

use bitboard_core::{Bitboard, Chess, Steps};

const MAP: &str = "
    X X . . . . . .
    X X . . . X X .
    . . . . X X X .
    . . . . X X . .
    . X . . . . . .
    . . . . . . . X
    . . X X . . X X
    . . X . . . . X";

fn main() -> Result<(), bitboard_core::PictureError> {
    let land: Bitboard<u64, Chess> = MAP.parse()?;
    let mut islands: Vec<_> = land.components(&Steps::KING).collect();
    islands.sort_by_key(|island| std::cmp::Reverse(island.len()));
    println!(
        "{} islands of {:?} squares",
        islands.len(),
        islands.iter().map(|i| i.len()).collect::<Vec<_>>()
    );
    if let Some(&largest) = islands.first() {
        let coast = largest.dilate(&Steps::KING) - largest;
        let layers = [('X', largest), ('~', coast)];
        println!("{}", bitboard_core::Picture::new('.', &layers));
    }
    Ok(())
}
