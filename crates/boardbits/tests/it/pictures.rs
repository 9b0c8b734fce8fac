//! The pictures in the READMEs of the libraries are what the crates draw. Each shows at a glance
//! what its crate does: the crate computes the answer, and its drawings and those of bitboard-core
//! show it.
//!
//! `SNAPSHOTS=overwrite cargo test -p boardbits --test it pictures` writes them.

use std::error::Error;
use std::path::Path;

use bitboard_core::svg::{Drawing, EMPTY, PALETTE, Sheet};
use bitboard_core::{
    Bitboard, Cell, Chess, Geometry, Lattice, OffsetHex, RowMajor, Slides, Steps, Word,
};
use c4_solver::{Column, Game, Outcome, Position, Solver};
use cc_label::{Connectivity, Image};
use havannah_uf::Record;
use meteor_puzzle::{Limits, Solver as PuzzleSolver, presets};
use snapbox::Data;

type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

const INK: &str = "#22211d";
const WALL: &str = "#4a4843";

#[test]
fn pictures_are_what_the_crates_draw() -> Result {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    if !crates.join("bitboard-core/docs").exists() {
        // The package of the program does not have them.
        return Ok(());
    }
    for (path, picture) in [
        ("bitboard-core/docs/boards.svg", boards()?),
        ("cc-label/docs/labels.svg", labels()?),
        ("king-paths/docs/layers.svg", layers()?),
        ("havannah-uf/docs/wins.svg", wins()?),
        ("c4-solver/docs/analysis.svg", analysis()?),
        ("meteor/docs/pentominoes-6x10.svg", packings()?),
    ] {
        snapbox::assert_data_eq!(picture, Data::read_from(&crates.join(path), None).raw());
    }
    Ok(())
}

/// Drawings beside one another.
fn side_by_side(drawings: &[Drawing]) -> String {
    Sheet::new(drawings, drawings.len()).to_string()
}

/// bitboard-core: sliding attacks on a chess board with its bit numbers, and floods on squares and
/// on hexagons.
fn boards() -> Result<String> {
    let maze: Bitboard<u64, RowMajor<8, 8>> = "
        . X . . . . . .
        . X . X X X X .
        . X . X . . X .
        . . . X . X X .
        X X . X . . . .
        . . . X X X X X
        . X . . . . . .
        . X . X X X X ."
        .parse()?;
    let rocks: Bitboard<u128, OffsetHex<8, 9>> = "
        . . . . . X . .
         . . X . . X . .
        . . . X . . . .
         . . . X X X X .
        . X X X . . . .
         . . . . . . . .
        . X . . X X X X
         . X . . . . . .
        . . X X . . . ."
        .parse()?;
    let (corner, center) = (Cell::new(0, 0), Cell::new(4, 4));
    Ok(side_by_side(&[
        attacks(),
        flood(maze, corner.ok_or("no corner")?, &Steps::ORTHOGONAL, "frontiers of a flood"),
        flood(rocks, center.ok_or("no center")?, &Steps::HEXAGON, "the same on hexagons"),
    ]))
}

/// The attacks of a queen among other pieces, with the numbers of the bits.
fn attacks() -> Drawing {
    let queen = Cell::<Chess>::D4;
    let pieces: Bitboard<u64, Chess> =
        [Cell::B6, Cell::D7, Cell::G4, Cell::F2, Cell::B2, Cell::H1].into_iter().collect();
    let mut drawing = Drawing::of::<Chess>();
    drawing.cells(Bitboard::from(queen).attacks(pieces, &Slides::QUEEN), PALETTE[4]);
    for cell in pieces {
        drawing.disc(cell.coords(), "#b5b1a5");
    }
    drawing.disc(queen.coords(), PALETTE[3]);
    for cell in Cell::<Chess>::all() {
        drawing.text(cell.coords(), &cell.index().to_string());
    }
    drawing.caption("attacks of a queen; bits of a u64");
    drawing
}

/// The cells that a flood reaches around walls, with their distances.
fn flood<W: Word, G: Geometry>(
    walls: Bitboard<W, G>,
    start: Cell<G>,
    steps: &Steps<G>,
    caption: &str,
) -> Drawing {
    let frontiers: Vec<_> = Bitboard::from(start).frontiers(!walls, steps).collect();
    let mut drawing = Drawing::of::<G>();
    drawing.cells(walls, WALL).caption(caption);
    for (distance, &frontier) in frontiers.iter().enumerate() {
        drawing.cells(frontier, &shade(distance, frontiers.len()));
        for cell in frontier {
            drawing.text(cell.coords(), &distance.to_string());
        }
    }
    drawing
}

/// From yellow to blue, light enough for dark text.
fn shade(step: usize, steps: usize) -> String {
    let [near, far] = [[255, 243, 160], [90, 185, 225]];
    let last = steps.max(2) - 1;
    let mix = |i: usize| (near[i] * (last - step) + far[i] * step) / last;
    format!("#{:02x}{:02x}{:02x}", mix(0), mix(1), mix(2))
}

/// cc-label: the labels of the components of an image, 4-connected and 8-connected.
fn labels() -> Result<String> {
    let image: Image = "
        X X . . . X X X . . X X
        X . . . . X . X . . . X
        . . . X . X X X . X . .
        . X X X . . . . X . . .
        . X . . . . . X . . X X
        . X X X . . X . . . X .
        . . . X . X . . X . X X
        X . . . X . . X X X . X
        X X . . . . . . X . . .
        . X X . . X X . . . X X"
        .parse()?;
    Ok(side_by_side(&[
        labeled(&image, Connectivity::FOUR, "4-connected")?,
        labeled(&image, Connectivity::EIGHT, "8-connected")?,
    ]))
}

/// An image with a color, a number and a border for each component.
fn labeled(image: &Image, connectivity: Connectivity, name: &str) -> Result<Drawing> {
    let (width, height) = (image.width(), image.height());
    let (labels, count) = cc_label::label(image, connectivity);
    let mut drawing = Drawing::new(Lattice::Square, width, height);
    for (i, &label) in labels.iter().enumerate() {
        let (x, y) = (i % width, i / width);
        if label == 0 {
            drawing.cell((x, y), EMPTY);
        } else {
            drawing
                .cell((x, y), LIGHT[label as usize % LIGHT.len()])
                .text((x, y), &label.to_string());
        }
    }
    drawing.borders(|(x, y)| Some(labels[y * width + x]).filter(|&label| label > 0));
    drawing.caption(&format!("{count} components, {name}"));
    Ok(drawing)
}

/// The colors of the palette on which dark text is easy to read.
const LIGHT: [&str; 7] =
    [PALETTE[4], PALETTE[3], PALETTE[1], PALETTE[7], PALETTE[6], PALETTE[10], PALETTE[11]];

/// king-paths: all shortest paths of a king around walls, and of a knight.
fn layers() -> Result<String> {
    let walls: Bitboard<u64, Chess> = "
        . . . . . . X .
        . . X . . . X .
        . . X . . . . .
        . . X X X X . .
        . . . . . X . .
        . X X . . X . .
        . . . X . . . .
        . . . X . . . ."
        .parse()?;
    let (from, to) = (Cell::A1, Cell::H7);
    let king = king_paths::shortest_paths(from, to, !walls, &Steps::KING);
    let knight =
        king_paths::shortest_paths(from, Cell::G7, Bitboard::<u64, Chess>::FULL, &Steps::KNIGHT);
    let caption = |distance: Option<u32>, count| {
        let distance = distance.ok_or("expected a path")?;
        Ok::<_, &str>(format!("distance {distance}, {count} shortest paths"))
    };
    let mut drawings = [king.drawing(), knight.drawing()];
    drawings[0].caption(&format!("king: {}", caption(king.distance(), king.path_count())?));
    drawings[1].caption(&format!("knight: {}", caption(knight.distance(), knight.path_count())?));
    Ok(side_by_side(&drawings))
}

/// havannah-uf: games that the last move, which is outlined, wins by a ring, a bridge and a fork.
fn wins() -> Result<String> {
    Ok(side_by_side(&[win(RING, "ring")?, win(BRIDGE, "bridge")?, win(FORK, "fork")?]))
}

/// The end of a game.
fn win(record: &str, caption: &str) -> Result<Drawing> {
    let game = Record::parse_line(record)?.replay()?;
    let last = game.stones().next_back().ok_or("expected a move")?;
    let mut drawing = game.drawing(false);
    drawing.outline((last.x as usize - 1, last.y as usize - 1), INK).caption(caption);
    Ok(drawing)
}

/// Games between two Monte Carlo players.
const RING: &str = "4 13 5,6 3,2 7,7 4,1 6,7 4,7 7,6 2,2 7,4 7,5 6,5 6,4 5,5";
const BRIDGE: &str =
    "4 21 4,7 1,1 6,6 1,4 7,7 5,7 7,4 1,2 1,3 2,3 2,4 6,5 5,5 4,5 5,4 6,4 5,3 6,3 4,1 5,2 4,2";
const FORK: &str =
    "4 21 1,1 3,1 3,2 2,4 4,7 2,2 2,1 5,3 4,2 4,1 5,2 1,2 3,3 3,4 4,4 4,5 5,5 5,6 6,5 7,5 7,6";

/// c4-solver: the score of each move of a position, and the rest of the game if both players play
/// perfectly.
fn analysis() -> Result<String> {
    let mut game = Game::from_moves("22431175441637")?;
    let (mut solver, position) = (Solver::default(), game.position());
    let analysis = solver.analyze(&position);
    let mut scores = position.drawing();
    for (column, bounds) in analysis.iter() {
        let score = bounds.exact().ok_or("expected a score")?;
        let fill = ["#f2b8b5", "#dad7cb", "#a8dab5"][(score.signum() + 1) as usize];
        let label = if score == 0 { "0".to_owned() } else { format!("{score:+}") };
        scores.cell(landing(position, column), fill).text(landing(position, column), &label);
    }
    for column in analysis.best_columns() {
        scores.outline(landing(position, column), INK);
    }
    scores.caption("score of each move");

    let moves = solver.principal_variation(&position);
    let mut numbers = Vec::new();
    for &column in &moves {
        numbers.push(landing(game.position(), column));
        game.play(column)?;
    }
    let mut line = game.drawing();
    for (number, (x, y)) in (1..).zip(numbers) {
        line.text((x, y), &number.to_string());
    }
    if game.outcome() != Some(Outcome::Won(position.turn())) {
        return Err("expected a win of the player to move".into());
    }
    line.caption(&format!("perfect play: a win in {} moves", moves.len()));
    Ok(side_by_side(&[scores, line]))
}

/// Column and row of the cell that a stone falls to.
fn landing(position: Position, column: Column) -> (usize, usize) {
    let row = (0..).take_while(|&row| position.stone(column, row).is_some()).count();
    (column.index() as usize, row)
}

/// meteor-puzzle: solutions of the pentomino rectangle 6×10, evenly spread among all.
fn packings() -> Result<String> {
    let puzzle = presets::find("pentominoes-6x10").ok_or("expected the puzzle")?.puzzle();
    let index = PuzzleSolver::new(puzzle.clone()).try_index(&Limits::new())?;
    let solutions: Vec<_> = (0..12).filter_map(|i| index.nth(i * index.len() / 12)).collect();
    Ok(meteor_puzzle::SolutionSheet::new(&puzzle, &solutions).columns(4).to_string())
}
