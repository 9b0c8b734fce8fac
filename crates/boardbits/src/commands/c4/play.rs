//! `boardbits c4 play`.

use std::io::Write;
use std::path::PathBuf;

use anstyle::Style;
use c4_solver::{Board, Game, Position, Solver, notation};

use super::board::{OnBoard, Size, builder};
use super::show::{draw, status};
use crate::context::{Context, Result};
use crate::input::{Lines, Source};
use crate::output::Output;

/// Play against the solver
///
/// Each turn shows the board, and below it the score of each column for the player to move: positive columns win, 0 draws.
///
/// Type a column to play, `u` to take your last move back, `h` for a hint (the best columns and how the game goes on),
/// `q` to quit.
#[derive(clap::Args)]
pub(crate) struct Play {
    /// Let the program begin
    #[arg(long)]
    second: bool,
    /// Do not show the scores
    #[arg(long)]
    blind: bool,
    #[command(flatten)]
    size: Size,
    /// Look positions up in this opening book first
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
}

pub(crate) fn run(args: &Play, context: &mut Context) -> Result {
    args.size.with(Job { args, context })
}

struct Job<'a> {
    args: &'a Play,
    context: &'a mut Context,
}

impl OnBoard for Job<'_> {
    fn run<B: Board>(self, board: B) -> Result {
        let Self { args, context } = self;
        let mut solver = builder(board, args.book.as_deref(), true)?.build();
        let mut game = Game::new(board);
        let mut lines = Lines::open(&Source::Stdin)?;
        let out = &mut context.out;
        loop {
            let my_turn = game.position().ply() % 2 == u32::from(!args.second);
            if game.outcome().is_none() && my_turn {
                let (_, best) = solver.best_moves(game.position());
                if let Some(&x) = best.iter().min_by_key(|&&x| x.abs_diff(board.width() / 2)) {
                    writeln!(out, "\nI play {}.", notation::symbol(x))?;
                    // The solver plays by the rules.
                    let _ = game.play(x);
                }
                continue;
            }
            writeln!(out)?;
            draw(&game, out)?;
            if game.outcome().is_none() && !args.blind {
                scores(&mut solver, game.position(), out)?;
            }
            write!(out, "{} > ", status(&game))?;
            let Some(line) = lines.next_line(out)? else { break };
            match line.text {
                Ok(text) if turn(text.trim(), &mut game, &mut solver, args.second, out)? => {}
                Ok(_) => break,
                Err(error) => writeln!(out, "{error}")?,
            }
        }
        Ok(writeln!(out)?)
    }
}

/// Does what the player types. False if that is to stop.
fn turn<B: Board>(
    line: &str,
    game: &mut Game<B>,
    solver: &mut Solver<B>,
    second: bool,
    out: &mut Output,
) -> std::io::Result<bool> {
    let mut symbols = line.chars();
    match (symbols.next(), symbols.next()) {
        (None, _) => {}
        (Some('q'), None) => return Ok(false),
        // On boards with so many columns, the letters are columns in their capital form only.
        (Some('u'), None) => {
            // Back to a position where it is the player's turn.
            while game.undo().is_some() && game.position().ply() % 2 != u32::from(second) {}
        }
        (Some('h'), None) if game.outcome().is_none() => {
            let (score, best) = solver.best_moves(game.position());
            let best: Vec<String> =
                best.into_iter().map(|x| notation::symbol(x).to_string()).collect();
            let rest = solver.principal_variation(game.position()).into_iter();
            let rest: String = rest.map(notation::symbol).collect();
            writeln!(out, "best: {}; score {score}: {rest}", best.join(" or "))?;
        }
        (Some(symbol), None) => match notation::column(symbol.to_ascii_lowercase()) {
            Some(x) => {
                if let Err(error) = game.play(x) {
                    writeln!(out, "{error}")?;
                }
            }
            None => {
                writeln!(out, "{symbol:?} is no column; h for a hint, u to take back, q to quit")?;
            }
        },
        _ => writeln!(out, "one column, please; h for a hint, u to take back, q to quit")?,
    }
    Ok(true)
}

/// Writes the score of each column below it, as soon as it is known.
fn scores<B: Board>(
    solver: &mut Solver<B>,
    position: Position<B>,
    out: &mut Output,
) -> std::io::Result<()> {
    let bold = Style::new().bold();
    for x in 0..position.board().width() {
        let score = match position.play(x) {
            Ok(next) => -solver.solve(next),
            Err(_) if position.can_play(x) => position.win_score(),
            Err(_) => {
                write!(out, "  -")?;
                continue;
            }
        };
        if score > 0 {
            write!(out, "{bold}{score:>3}{bold:#}")?;
        } else {
            write!(out, "{score:>3}")?;
        }
        out.flush()?;
    }
    writeln!(out)
}
