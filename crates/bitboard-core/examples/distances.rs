//! Prints the number of moves that a piece needs to each square.
//!
//! ```sh
//! cargo run --example distances -- knight e4
//! ```

use std::error::Error;

use bitboard_core::{Bitboard, Cell, Chess, Dilate, Slides, Steps};

type Board = Bitboard<u64, Chess>;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let piece = arguments.next().unwrap_or_else(|| "knight".to_owned());
    let start = arguments.next().unwrap_or_else(|| "a1".to_owned());
    let start: Cell<Chess> = start.parse()?;
    match piece.as_str() {
        "king" => print(start, &Steps::KING),
        "knight" => print(start, &Steps::KNIGHT),
        "rook" => print(start, &Slides::ROOK),
        "bishop" => print(start, &Slides::BISHOP),
        "queen" => print(start, &Slides::QUEEN),
        _ => return Err(format!("{piece}: king, knight, rook, bishop or queen").into()),
    }
    Ok(())
}

/// Prints the board with rank 8 on top: a number for each square, `.` for squares that the piece
/// cannot reach.
fn print<D: Dilate<Chess>>(start: Cell<Chess>, moves: &D) {
    // The squares that are reached first with 0, 1, 2 … moves.
    let frontiers: Vec<Board> = Board::from(start).frontiers(Board::FULL, moves).collect();
    for y in (0..8).rev() {
        let squares = (0..8).filter_map(|x| Cell::new(x, y)).map(|square| {
            let number = frontiers.iter().position(|frontier| frontier.contains(square));
            number.map_or(".".to_owned(), |number| number.to_string())
        });
        println!("{}", squares.collect::<Vec<_>>().join(" "));
    }
}
