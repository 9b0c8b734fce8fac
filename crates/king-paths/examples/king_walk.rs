//! Where a king can go while the enemy stands still: `cargo run -p king-paths --example king_walk`.

use bitboard_core::{Bitboard, Chess, Picture, Steps};
use king_paths::{
    Army, Colour, all_shortest_paths, cut_cells, distances, is_fortress, king_walk, safe_squares,
};

type Board = Bitboard<u64, Chess>;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let square = |name: &str| name.parse().map(Board::from_cell);
    let king = square("a1")?;
    let enemy = Army {
        pawns: square("c4")? | square("d5")? | square("g3")?,
        rooks: square("h5")?,
        kings: square("g7")?,
        ..Army::new(Colour::Black)
    };
    let safe = safe_squares(Board::EMPTY, &enemy);
    let walk = king_walk(king, Board::EMPTY, &enemy);
    let picture = [('k', king), ('p', enemy.pieces()), ('x', walk), ('-', safe)];
    println!("The king k, the enemy p, what the king can walk to x:\n");
    println!("{}\n", Picture::new('.', &picture));

    let goal = square("g4")?;
    let layers = all_shortest_paths(king, goal, safe, &Steps::KING);
    match layers.path(safe, &Steps::KING) {
        Some(path) => println!("To g4: {path}, one of {}", layers.count(safe, &Steps::KING)),
        None => println!("There is no way to g4."),
    }
    let cuts = cut_cells(king, goal, safe, &Steps::KING);
    println!("Every way there passes {}", names(cuts));
    let fortress = is_fortress(king, enemy.kings, Board::EMPTY, &enemy);
    println!("The enemy king sits {}", if fortress { "in a fortress" } else { "in the open" });
    println!("\nSteps to every square:\n\n{}", distances(king, safe, &Steps::KING));
    Ok(())
}

fn names(squares: Board) -> String {
    squares.iter().map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
}
