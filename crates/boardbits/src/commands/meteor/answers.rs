use std::io::{self, Write};

use meteor::{Placement, Puzzle, Solution};

use crate::output::Output;
use crate::output::tile;

/// Prints answers, as text or as JSON lines.
pub(super) struct Answers<'a> {
    puzzle: &'a Puzzle,
    json: bool,
    /// The number of answers so far.
    count: u64,
    solutions: u64,
}

#[derive(serde::Serialize)]
struct Line<'a> {
    solution: u64,
    picture: Vec<&'a str>,
    pieces: Vec<Piece<'a>>,
}

#[derive(serde::Serialize)]
struct Piece<'a> {
    piece: &'a str,
    cells: Vec<(i32, i32)>,
}

impl<'a> Answers<'a> {
    pub(super) fn new(puzzle: &'a Puzzle, json: bool) -> Self {
        Self { puzzle, json, count: 0, solutions: 0 }
    }

    /// A picture or, in JSON, picture and pieces, numbered as they are printed.
    pub(super) fn solution(&mut self, solution: &Solution, out: &mut Output) -> io::Result<()> {
        let picture = solution.picture(self.puzzle).to_string();
        if self.json {
            let pieces = solution.placements().iter().map(|&p| self.piece(p)).collect();
            let picture = picture.lines().collect();
            let line = Line { solution: self.solutions, picture, pieces };
            serde_json::to_writer(&mut *out, &line)?;
            writeln!(out)?;
        } else {
            if self.count > 0 {
                writeln!(out)?;
            }
            out.write_all(colored(self.puzzle, &picture).as_bytes())?;
        }
        self.solutions += 1;
        self.count += 1;
        out.flush_if_due()
    }

    pub(super) fn word(&mut self, word: &str, out: &mut Output) -> io::Result<()> {
        self.count += 1;
        if self.json { writeln!(out, "{{\"answer\":\"{word}\"}}") } else { writeln!(out, "{word}") }
    }

    /// A piece and its cells.
    pub(super) fn placement(
        &self,
        placement: Option<Placement>,
        out: &mut Output,
    ) -> io::Result<()> {
        let Some(placement) = placement else {
            return if self.json {
                writeln!(out, "{{\"answer\":\"none\"}}")
            } else {
                writeln!(out, "none")
            };
        };
        let piece = self.piece(placement);
        if self.json {
            serde_json::to_writer(&mut *out, &piece)?;
        } else {
            write!(out, "{}", piece.piece)?;
            piece.cells.iter().try_for_each(|(x, y)| write!(out, " {x},{y}"))?;
        }
        writeln!(out)
    }

    fn piece(&self, placement: Placement) -> Piece<'a> {
        let piece = self.puzzle.pieces()[placement.piece].name();
        Piece { piece, cells: self.puzzle.coords(&placement).collect() }
    }
}

/// A picture with each piece in its color.
pub(super) fn colored(puzzle: &Puzzle, picture: &str) -> String {
    let symbols: Vec<_> = (0..puzzle.pieces().len()).map(|piece| puzzle.symbol(piece)).collect();
    let mut text = String::new();
    for c in picture.chars() {
        match symbols.iter().position(|&symbol| symbol == c) {
            Some(piece) => {
                let style = tile(piece);
                text.push_str(&format!("{style}{c}{style:#}"));
            }
            None => text.push(c),
        }
    }
    text
}
