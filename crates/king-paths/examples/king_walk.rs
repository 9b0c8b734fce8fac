//! Prints the squares that a king can reach while the enemy does not move:
//! `cargo run -p king-paths --example king_walk`.

use bitboard_core::{Bitboard, Cell, Chess, Picture, Steps};
use king_paths::chess::{Color, Pieces, is_fortress, king_walk, safe_squares};
use king_paths::{distances, shortest_paths};

type Board = Bitboard<u64, Chess>;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let enemy = Pieces {
        pawns: Board::from_names("c4 d5 g3")?,
        rooks: Cell::H5.into(),
        kings: Cell::G7.into(),
        ..Pieces::new(Color::Black)
    };
    let safe = safe_squares(Board::EMPTY, &enemy);
    let walk = king_walk(Cell::A1, Board::EMPTY, &enemy);
    let picture = [('k', Cell::A1.into()), ('p', enemy.all()), ('x', walk), ('-', safe)];
    println!("The king k, the enemy p, squares that the king can reach x:\n");
    println!("{}\n", Picture::new('.', &picture));

    let paths = shortest_paths(Cell::A1, Cell::G4, safe, &Steps::KING);
    match paths.path() {
        Some(path) => println!("To g4: {path}, one of {}", paths.path_count()),
        None => println!("There is no path to g4."),
    }
    let cells = paths.articulation_cells().iter().map(|cell| cell.to_string());
    println!("Every path there passes {}", cells.collect::<Vec<_>>().join(" "));
    let fortress = is_fortress(Cell::A1, enemy.kings, Board::EMPTY, &enemy);
    println!("The enemy king {} a fortress", if fortress { "has" } else { "does not have" });
    println!("\nMoves to every square:\n\n{}", distances(Cell::A1, safe, &Steps::KING));
    Ok(())
}
