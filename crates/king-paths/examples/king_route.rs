//! A route for White's king that avoids attacked squares, read from a FEN:
//! `cargo run -p king-paths --example king_route -- "FEN" TARGET`.

use bitboard_core::{Bitboard, Cell, Chess, Picture, Steps};
use king_paths::chess::{Color, Pieces, safe_squares};
use king_paths::shortest_paths;

type Error = Box<dyn std::error::Error>;

const FEN: &str = "4k3/6r1/8/1b2p3/3p2p1/8/8/K7 w - - 0 1";

/// The pieces of both sides, White first.
fn read(fen: &str) -> Result<[Pieces<u64, Chess>; 2], Error> {
    let mut sides = [Color::White, Color::Black].map(Pieces::new);
    for (y, row) in (0..8).rev().zip(fen.split([' ', '/'])) {
        let mut x = 0;
        for symbol in row.chars() {
            if let Some(empty) = symbol.to_digit(10) {
                x += empty as usize;
                continue;
            }
            let side = &mut sides[usize::from(symbol.is_ascii_lowercase())];
            let pieces = match symbol.to_ascii_lowercase() {
                'p' => &mut side.pawns,
                'n' => &mut side.knights,
                'b' => &mut side.bishops,
                'r' => &mut side.rooks,
                'q' => &mut side.queens,
                'k' => &mut side.kings,
                _ => return Err(format!("expected a piece, found {symbol:?}").into()),
            };
            *pieces |= Cell::new(x, y).ok_or("a row has more than eight squares")?;
            x += 1;
        }
    }
    Ok(sides)
}

fn main() -> Result<(), Error> {
    let mut args = std::env::args().skip(1);
    let [white, black] = read(&args.next().unwrap_or(FEN.into()))?;
    let target: Cell<Chess> = args.next().unwrap_or("h8".into()).parse()?;

    let safe = safe_squares(white.all() - white.kings, &black);
    let paths = shortest_paths(white.kings, target, safe | white.kings, &Steps::KING);
    let route = paths.path().ok_or_else(|| format!("the king cannot reach {target}"))?;
    let attacked = black.attacks(white.all() | black.all());
    let picture: [(char, Bitboard<u64, Chess>); 5] = [
        ('K', white.kings),
        ('*', route.to_set()),
        ('w', white.all()),
        ('b', black.all()),
        ('-', attacked),
    ];
    println!("{}\n", Picture::new('.', &picture));
    let (moves, count) = (route.len() - 1, paths.path_count());
    println!("{route}: {moves} moves, one of {count} shortest routes");
    Ok(())
}
