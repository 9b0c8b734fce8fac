//! The problems of the demo, one for each crate. Each shows pictures, the last of them the
//! solution, and returns the result in one line.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anstyle::{AnsiColor, Style};
use bitboard_core::{Bitboard, Cell, Chess, Limits, Progress, Steps};
use c4_solver::{AnySize, Column, Game, SolverBuilder};
use cc_table::{Connectivity, components};
use havannah_uf::{Havannah, Hex, Record, RingRule};
use indicatif::HumanCount;
use king_paths::shortest_paths;
use meteor_puzzle::{Placement, Puzzle, presets};

use super::Stage;
use crate::commands::c4::play::draw;
use crate::context::{Failure, Result};
use crate::output::{Picture, tile};

const PLAIN: Style = Style::new();

const CELLS: &str = "
    . . X X . .
    X . . X . X
    X X . X X X
    . . . . . .
    X . X . X X
    . X . X . X
    X X . X X .
    . X X . X .
    . . . . . .
    X X X . X X
    X . X . . X
    X X X . X X";

type Field = cc_table::Board<6, 12>;

/// Floods every component from its first cell.
pub(super) fn play_components(stage: &mut Stage) -> Result<String> {
    let board: Field = CELLS.parse().map_err(Failure::wrong)?;
    let found: Vec<Field> = components(board, Connectivity::Four).into_iter().collect();
    let first = |component: &Field| component.first().map_or(Field::EMPTY, Field::from_cell);
    let mut floods: Vec<Field> = found.iter().map(first).collect();
    stage.show(&picture_components(board, &[]), Duration::from_millis(150));
    while floods != found {
        stage.show(&picture_components(board, &floods), Duration::from_millis(70));
        for (flood, component) in floods.iter_mut().zip(&found) {
            *flood = (*flood | flood.neighbors(&Steps::ORTHOGONAL)) & *component;
        }
    }
    stage.show(&picture_components(board, &found), Duration::ZERO);
    Ok(format!("{} components", found.len()))
}

fn picture_components(board: Field, floods: &[Field]) -> Picture {
    let dim = Style::new().dimmed();
    let mut picture = Picture::default();
    for y in 0..12 {
        picture.add(PLAIN, "    ");
        for cell in (0..6).filter_map(|x| Cell::new(x, y)) {
            match floods.iter().position(|flood| flood.contains(cell)) {
                Some(i) => picture.add(tile(i), format_args!("{} ", char::from(b'A' + i as u8))),
                None if board.contains(cell) => picture.add(PLAIN, "X "),
                None => picture.add(dim, ". "),
            }
        }
        picture.add(PLAIN, "\n");
    }
    picture
}

type Board = Bitboard<u64, Chess>;

/// Shows the layers of shortest paths, one more in each picture.
pub(super) fn play_paths(stage: &mut Stage) -> Result<String> {
    let corners = Board::from(Cell::A1) | Cell::H8;
    let paths = shortest_paths(Cell::E4, corners, Board::FULL, &Steps::KING);
    let layers = paths.layers();
    for shown in 0..layers.len() {
        stage.show(&picture_paths(&layers[..shown], corners), Duration::from_millis(140));
    }
    stage.show(&picture_paths(layers, corners), Duration::ZERO);
    Ok(format!("distance {}, {} shortest paths", layers.len() - 1, paths.path_count()))
}

/// The board with the numbers of the layers.
fn picture_paths(layers: &[Board], targets: Board) -> Picture {
    let dim = Style::new().dimmed();
    let target = Style::new().fg_color(Some(AnsiColor::BrightRed.into())).bold();
    let mut picture = Picture::default();
    for y in (0..8).rev() {
        picture.add(PLAIN, "    ");
        picture.add(dim, y + 1);
        picture.add(PLAIN, "  ");
        for cell in (0..8).filter_map(|x| Cell::new(x, y)) {
            match layers.iter().position(|layer| layer.contains(cell)) {
                Some(i) => picture.add(tile(i), format_args!("{} ", i + 1)),
                None if targets.contains(cell) => picture.add(target, "x "),
                None => picture.add(dim, ". "),
            }
        }
        picture.add(PLAIN, "\n");
    }
    picture.add(PLAIN, "\n       ");
    picture.add(dim, "a b c d e f g h");
    picture.add(PLAIN, "\n");
    picture
}

/// Two players in turn. The last move closes the ring.
const GAME: &str = "4 17 3,3 2,2 4,3 5,2 5,4 6,4 6,5 7,7 5,6 5,7 4,5 4,6 3,4 2,3 3,5 4,4 6,6";

/// Plays the game move by move, and marks the ring.
pub(super) fn play_havannah(stage: &mut Stage) -> Result<String> {
    let record = Record::parse_line(GAME).map_err(Failure::wrong)?;
    let mut game = Havannah::new(record.base, RingRule::Any).map_err(Failure::wrong)?;
    for &played in &record.moves {
        stage.show(&picture_havannah(&game), Duration::from_millis(45));
        game.play(played).map_err(Failure::wrong)?;
    }
    stage.show(&picture_havannah(&game), Duration::ZERO);
    let winner = game.winner().ok_or_else(|| Failure::wrong("the game is not won"))?;
    Ok(format!("{winner} player wins with a {} in move {}", game.wins(), record.moves.len()))
}

fn picture_havannah(game: &Havannah) -> Picture {
    let ring = Style::new().fg_color(Some(AnsiColor::BrightGreen.into())).bold();
    let first = Style::new().fg_color(Some(AnsiColor::BrightYellow.into()));
    let second = Style::new().fg_color(Some(AnsiColor::BrightCyan.into()));
    let dim = Style::new().dimmed();
    let winning: Vec<Hex> =
        game.winning_stones().into_iter().flat_map(|stones| stones.cells).collect();
    let mut picture = Picture::default();
    let base = game.base();
    for y in 1..2 * base {
        picture.add(PLAIN, " ".repeat(4 + base.abs_diff(y) as usize));
        for cell in Hex::all(base).filter(|cell| cell.y == y) {
            let (symbol, style) = match game.stone(cell) {
                Some(player) if winning.contains(&cell) => {
                    (player.symbol().to_ascii_uppercase(), ring)
                }
                Some(player) => (player.symbol(), [first, second][player.index()]),
                None => ('.', dim),
            };
            picture.add(style, format_args!("{symbol} "));
        }
        picture.add(PLAIN, "\n");
    }
    picture
}

/// The middle of a game. Only one column saves the draw.
const MIDDLE: &str = "274552224131661";
/// An early position, for which the search takes about a second.
const EARLY: &str = "27455222";
/// The search of the early position ends after this time.
const LONGEST: Duration = Duration::from_millis(1500);
/// The time between two pictures of the counter.
const FRAME: Duration = Duration::from_millis(40);

/// Solves a position. If the search is shown, a hard one with a counter of nodes.
pub(super) fn play_connect4(stage: &mut Stage) -> Result<String> {
    let board = AnySize::new(7, 6).map_err(Failure::wrong)?;
    let solver = SolverBuilder::new(board).build_any();
    let mut solver = solver.map_err(Failure::wrong)?;
    let mut game = Game::new(board);
    game.play_moves(if stage.is_shown { EARLY } else { MIDDLE }).map_err(Failure::wrong)?;
    let mut picture = draw(&game);
    let shown = Mutex::new((&mut *stage, Instant::now()));
    let show = |progress: &Progress| {
        let mut shown = shown.lock().unwrap_or_else(PoisonError::into_inner);
        if shown.1.elapsed() >= FRAME {
            let mut picture = picture.clone();
            picture.add(PLAIN, format_args!("\n    {} nodes …\n", HumanCount(progress.nodes)));
            shown.0.show(&picture, FRAME);
            shown.1 = Instant::now();
        }
    };
    let limits = Limits::new().time(LONGEST).on_progress(&show);
    let analysis = solver.try_analyze(&game.position(), &limits);
    let analysis = analysis.unwrap_or_else(|stopped| stopped.partial);
    let best = analysis.best_columns();
    for column in Column::all(7) {
        let style = if best.contains(column) { PLAIN.bold() } else { PLAIN };
        match analysis.score(column) {
            Some(score) => picture.add(style, format_args!("{score:>3}")),
            None => picture.add(PLAIN, "  -"),
        }
    }
    picture.add(PLAIN, "\n");
    let nodes = solver.statistics().nodes;
    stage.show(&picture, Duration::ZERO);
    let player = game.turn().symbol();
    Ok(format!("{player} to move: positive columns win, 0 draws ({} nodes)", HumanCount(nodes)))
}

/// Number of pictures of the search.
const PICTURES: usize = 24;
/// Nodes of the search that are recorded; the first solution takes fewer.
const MOST_NODES: usize = 20_000;

/// Fills the rectangle by search, and counts all solutions.
pub(super) fn play_pentominoes(stage: &mut Stage) -> Result<String> {
    let preset = presets::find("pentominoes-6x10");
    let puzzle = preset.ok_or_else(|| Failure::wrong("no preset"))?.puzzle();
    let solver = meteor_puzzle::Solver::new(puzzle);
    let puzzle = solver.puzzle();
    let mut search = solver.solutions();
    let mut boards = Vec::new();
    let solution = loop {
        let found = search.try_next(&Limits::new().nodes(1));
        if let Ok(found) = found {
            break found;
        }
        if boards.len() < MOST_NODES {
            boards.push(search.board());
        }
    };
    let step = boards.len().div_ceil(PICTURES).max(1);
    for board in boards.iter().step_by(step) {
        stage.show(&picture_pentominoes(puzzle, board), Duration::from_millis(35));
    }
    if let Some(solution) = solution {
        stage.show(&picture_pentominoes(puzzle, solution.placements()), Duration::ZERO);
    }
    let count = solver.count().map_err(Failure::wrong)?;
    let count = HumanCount(u64::try_from(count).unwrap_or(u64::MAX));
    Ok(format!("{count} solutions; this is the first"))
}

fn picture_pentominoes(puzzle: &Puzzle, board: &[Placement]) -> Picture {
    let symbols: Vec<_> = (0..puzzle.pieces().len()).map(|piece| puzzle.symbol(piece)).collect();
    let mut picture = Picture::default();
    for line in puzzle.picture(board).to_string().lines() {
        picture.add(PLAIN, "    ");
        for symbol in line.split(' ') {
            let piece = symbols.iter().position(|&known| symbol == known.to_string());
            let style = piece.map_or(PLAIN, tile);
            picture.add(style, format_args!("{symbol} "));
        }
        picture.add(PLAIN, "\n");
    }
    picture
}
