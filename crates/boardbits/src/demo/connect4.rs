use std::fmt::Write;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anstyle::Style;
use bitboard_core::Limits;
use c4_solver::{AnalysisProgress, Column, Game, Solver, Standard};
use indicatif::HumanCount;

use super::stage::Stage;
use crate::commands::c4::play::draw;

/// The middle of a game. Only one column saves the draw.
const MIDDLE: &str = "274552224131661";
/// An early position, for which the search takes about a second.
const EARLY: &str = "27455222";
/// The search of the early position ends after this time.
const LONGEST: Duration = Duration::from_millis(1500);
/// The time between two pictures of the counter.
const FRAME: Duration = Duration::from_millis(40);

/// Solves a position. On a live stage, a hard one with a counter of nodes.
pub(super) fn play(stage: &mut dyn Stage) -> io::Result<String> {
    let mut solver = Solver::new();
    let mut moves = MIDDLE;
    if stage.is_live() {
        moves = EARLY;
    }
    let game: Game = moves.parse().map_err(io::Error::other)?;
    let board = board(&game)?;
    let (skipped, nodes) = (AtomicBool::new(false), AtomicU64::new(0));
    let listener = |progress: &AnalysisProgress<Standard>| {
        nodes.store(progress.nodes, Ordering::Relaxed);
    };
    let limits = Limits::new().time(LONGEST).cancel(&skipped).on_progress(&listener);
    let mut search = || solver.try_analyze(&game.position(), &limits);
    let analysis = if stage.is_live() {
        let show = |stage: &mut dyn Stage| {
            let nodes = HumanCount(nodes.load(Ordering::Relaxed));
            stage.show(&format!("{board}\n    {nodes} nodes …\n"), FRAME)
        };
        thread::scope(|scope| {
            let search = thread::Builder::new().spawn_scoped(scope, search)?;
            while !search.is_finished() {
                let start = Instant::now();
                let wanted = show(stage);
                skipped.fetch_or(!matches!(wanted, Ok(true)), Ordering::Relaxed);
                wanted?;
                thread::sleep(FRAME.saturating_sub(start.elapsed()));
            }
            search.join().map_err(|_| io::Error::other("the search panicked"))
        })?
    } else {
        search()
    };
    let analysis = analysis.unwrap_or_else(|stopped| stopped.partial);
    let mut scores = String::new();
    let best = analysis.best_columns();
    for column in Column::all(7) {
        let style = if best.contains(column) { Style::new().bold() } else { Style::new() };
        // Writing to a string cannot fail.
        let _ = match analysis.score(column) {
            Some(score) => write!(scores, "{style}{score:>3}{style:#}"),
            None => write!(scores, "  -"),
        };
    }
    let nodes = solver.statistics().nodes;
    stage.show(&format!("{board}{scores}\n"), Duration::ZERO)?;
    let player = game.position().turn().symbol();
    Ok(format!("{player} to move: positive columns win, 0 draws ({} nodes)", HumanCount(nodes)))
}

fn board(game: &Game) -> io::Result<String> {
    let mut picture = Vec::new();
    draw(game, &mut picture)?;
    String::from_utf8(picture).map_err(io::Error::other)
}
