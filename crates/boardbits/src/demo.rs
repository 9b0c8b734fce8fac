//! `boardbits demo`: five problems, one for each crate with an algorithm.

use std::time::Instant;

use anstyle::{AnsiColor, Style};
use bitboard_core::{Bitboard, Cell, Chess, Steps};
use c4_solver::{Column, Game, Solver};
use cc_table::{Connectivity, components};
use havannah_uf::{Hex, Record, RingRule};
use king_paths::shortest_paths;
use meteor_puzzle::presets;

use crate::commands::c4::show::{SCORE, draw};
use crate::commands::meteor::solve::colored;
use crate::context::{Context, Failure, Result};
use crate::help;
use crate::output::{Picture, tile};

/// Solve five problems, one with each algorithm crate
///
/// Prints each solution with the time that it took, and a command to try next.
#[derive(clap::Args)]
#[command(after_long_help = help::after(EXAMPLES, STATUSES))]
pub(crate) struct Demo {}

const EXAMPLES: &str = "\
$ boardbits demo
…
$ boardbits demo | grep Try
    Try: echo 000000002101800040 | boardbits components
…";

const STATUSES: help::Statuses = ["success", "stdout cannot be written", help::USAGE];

/// A problem of the demo.
struct Problem {
    title: &'static str,
    /// A command to try next.
    command: &'static str,
    /// Returns a picture of the solution, and the result in a line.
    solve: fn() -> Result<(String, String)>,
}

const PROBLEMS: [Problem; 5] = [
    Problem {
        title: "cc-table: the connected components of a 6×12 board",
        command: "echo 000000002101800040 | boardbits components",
        solve: solve_components,
    },
    Problem {
        title: "king-paths: all shortest paths of a king from e4 to a1 or h8",
        command: "boardbits paths --from e4 --to a1,h8",
        solve: solve_paths,
    },
    Problem {
        title: "havannah-uf: a game of Havannah that ends with a ring",
        command: "boardbits havannah gtp",
        solve: solve_havannah,
    },
    Problem {
        title: "c4-solver: the exact score of every column in Connect 4",
        command: "boardbits c4 play",
        solve: solve_connect4,
    },
    Problem {
        title: "meteor-puzzle: twelve pentominoes in a 6×10 rectangle",
        command: "boardbits meteor solve pentominoes-6x10 --all",
        solve: solve_pentominoes,
    },
];

pub(crate) fn run(_: &Demo, context: &mut Context) -> Result {
    let (bold, dimmed) = (Style::new().bold(), Style::new().dimmed());
    for Problem { title, command, solve } in PROBLEMS {
        let start = Instant::now();
        let (picture, result) = solve()?;
        let time = start.elapsed();
        let out = &mut context.out;
        writeln!(out, "{bold}{title}{bold:#}\n")?;
        picture.lines().try_for_each(|line| writeln!(out, "    {line}"))?;
        writeln!(out, "\n    {result}{dimmed} ({time:.1?}){dimmed:#}")?;
        writeln!(out, "    Try: {command}\n")?;
        out.flush()?;
    }
    Ok(())
}

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

fn solve_components() -> Result<(String, String)> {
    let board: Field = CELLS.parse().map_err(Failure::wrong)?;
    let found: Vec<Field> = components(board, Connectivity::Four).into_iter().collect();
    let result = format!("{} components", found.len());
    Ok((picture_components(board, &found).to_string(), result))
}

fn picture_components(board: Field, found: &[Field]) -> Picture {
    let dim = Style::new().dimmed();
    let mut picture = Picture::default();
    for y in 0..12 {
        for cell in (0..6).filter_map(|x| Cell::new(x, y)) {
            match found.iter().position(|component| component.contains(cell)) {
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

fn solve_paths() -> Result<(String, String)> {
    let corners = Board::from(Cell::A1) | Cell::H8;
    let paths = shortest_paths(Cell::E4, corners, Board::FULL, &Steps::KING);
    let distance = paths.layers().len() - 1;
    let result = format!("distance {distance}, {} shortest paths", paths.path_count());
    Ok((picture_paths(paths.layers(), corners).to_string(), result))
}

/// The board with the numbers of the layers.
fn picture_paths(layers: &[Board], targets: Board) -> Picture {
    let dim = Style::new().dimmed();
    let target = Style::new().fg_color(Some(AnsiColor::BrightRed.into())).bold();
    let mut picture = Picture::default();
    for y in (0..8).rev() {
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
    picture.add(PLAIN, "\n   ");
    picture.add(dim, "a b c d e f g h");
    picture.add(PLAIN, "\n");
    picture
}

/// Two players in turn. The last move closes the ring.
const GAME: &str = "4 17 3,3 2,2 4,3 5,2 5,4 6,4 6,5 7,7 5,6 5,7 4,5 4,6 3,4 2,3 3,5 4,4 6,6";

fn solve_havannah() -> Result<(String, String)> {
    let record = Record::parse_line(GAME).map_err(Failure::wrong)?;
    let mut game = havannah_uf::Game::new(record.base, RingRule::Any).map_err(Failure::wrong)?;
    for &played in &record.moves {
        game.play(played).map_err(Failure::wrong)?;
    }
    let winner = game.winner().ok_or_else(|| Failure::wrong("the game is not won"))?;
    let (wins, moves) = (game.wins(), record.moves.len());
    let result = format!("{winner} player wins with a {wins} in move {moves}");
    Ok((picture_havannah(&game).to_string(), result))
}

fn picture_havannah(game: &havannah_uf::Game) -> Picture {
    let ring = Style::new().fg_color(Some(AnsiColor::BrightGreen.into())).bold();
    let first = Style::new().fg_color(Some(AnsiColor::BrightYellow.into()));
    let second = Style::new().fg_color(Some(AnsiColor::BrightCyan.into()));
    let dim = Style::new().dimmed();
    let winning: Vec<Hex> =
        game.winning_stones().into_iter().flat_map(|stones| stones.cells).collect();
    let mut picture = Picture::default();
    let base = game.base();
    for y in 1..2 * base {
        picture.add(PLAIN, " ".repeat(base.abs_diff(y) as usize));
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

fn solve_connect4() -> Result<(String, String)> {
    let (mut solver, mut game) = (Solver::default(), Game::default());
    game.play_moves(MIDDLE).map_err(Failure::wrong)?;
    let analysis = solver.analyze(&game.position());
    let best = analysis.best_columns();
    let mut picture = draw(&game);
    for column in Column::all(7) {
        let style = if best.contains(column) { PLAIN.bold() } else { PLAIN };
        match analysis.score(column) {
            Some(score) => picture.add(style, format_args!("{score:>SCORE$}")),
            None => picture.add(PLAIN, format_args!("{:>SCORE$}", '-')),
        }
    }
    picture.add(PLAIN, "\n");
    let player = game.turn().symbol();
    let result = format!("{player} to move: positive columns win, 0 draws");
    Ok((picture.to_string(), result))
}

/// Fills the rectangle by search, and counts all solutions.
fn solve_pentominoes() -> Result<(String, String)> {
    let preset = presets::find("pentominoes-6x10");
    let puzzle = preset.ok_or_else(|| Failure::wrong("no preset"))?.puzzle();
    let solver = meteor_puzzle::Solver::new(puzzle);
    let first = solver.solutions().next();
    let first = first.ok_or_else(|| Failure::wrong("no solution"))?;
    let count = solver.count().map_err(Failure::wrong)?;
    let picture = solver.puzzle().picture(first.placements()).to_string();
    let picture = colored(solver.puzzle(), &picture);
    Ok((picture, format!("{count} solutions; this is the first")))
}
