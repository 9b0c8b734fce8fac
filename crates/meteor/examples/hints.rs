//! Solves a puzzle hint by hint, each piece that is placed making a new puzzle: `cargo run --example hints`.

use meteor::polyform::{Grid, Piece, Puzzle, Solver};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let pieces = [
        Piece::from_picture("L", "X .\nX .\nX X")?,
        Piece::from_picture("T", "X X X\n. X .")?,
        Piece::from_walk("I", Grid::Square, ["E", "E"])?,
        Piece::from_walk("D", Grid::Square, ["E"])?.used(1..=2),
    ];
    let mut puzzle =
        Puzzle::from_picture(Grid::Square, ". . . .\n. . . .\n. . . .\n. . . #", pieces)?;
    println!("{} solutions", Solver::new(&puzzle).count()?);
    while let Some(hint) = Solver::new(&puzzle).hint()? {
        let name = puzzle.pieces()[hint.piece].name().to_owned();
        let cells = puzzle.cells().iter().enumerate();
        let cells: Vec<_> =
            cells.filter(|(i, _)| hint.cells >> i & 1 != 0).map(|(_, &cell)| cell).collect();
        puzzle = puzzle.with_placed(&name, cells)?;
        println!("{}", puzzle.picture(puzzle.placed()));
    }
    Ok(())
}
