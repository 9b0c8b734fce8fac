//! Games in the input, told apart by the first character of a line: moves, JSON, or records.

use havannah_uf::{Hex, Notation, Player, Record};
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::RingOption;
use crate::context::{Context, Failure, Result};
use crate::input::Lines;
use crate::json;
use crate::options::{Input, Names, number};
use crate::output::Output;

/// Maximum size of records, in bytes.
const MAX_RECORDS: usize = 1 << 28;

/// Games from a file.
#[derive(clap::Args)]
pub(super) struct Games {
    #[command(flatten)]
    input: Input,
    /// Lines are moves such as `b5 swap c5` on a board with this number of cells along an edge
    #[arg(long, value_name = "CELLS", value_parser = number(2..=u32::MAX))]
    base: Option<u32>,
    #[command(flatten)]
    ring: RingOption,
    /// Notation of cells in moves and records: column G of base 4 is G1 to G4 (little-golem), G4 to
    /// G7 (grid, as in OpenSpiel) or 7,4 to 7,7 (pair)
    #[arg(long, default_value = "little-golem", value_name = "NOTATION", value_parser = NOTATIONS.parser())]
    coordinates: Notation,
}

static NOTATIONS: Names<Notation> = Names(&[
    ("little-golem", Notation::LittleGolem),
    ("grid", Notation::Grid),
    ("pair", Notation::Pair),
]);

/// A game, and the notation of its answer.
type Read = Result<(Record, Notation)>;

impl Games {
    /// Answers each game by itself. A game that is wrong is reported with its line or, if it is a
    /// record, its number.
    pub(super) fn for_each<F>(&self, context: &mut Context, mut answer: F) -> Result
    where
        F: FnMut(Record, Notation, &mut Output) -> Result,
    {
        let source = self.input.source();
        let mut lines = Lines::open(&source)?;
        let mut answer = |read: Read, out: &mut Output| {
            let (mut record, notation) = read?;
            record.rule = self.ring.ring.or(record.rule);
            answer(record, notation, out)
        };
        while let Some(line) = lines.next_line(&mut context.out)? {
            let place = format!("{source}:{}", line.number);
            let text = line.text.map(str::to_owned).map_err(Failure::wrong);
            if let Ok(text) = &text
                && text.trim_start().starts_with('(')
            {
                let records = rest_of(text, &mut lines, context)?;
                for (number, game) in (1..).zip(Record::split_games(&records)) {
                    let record = Record::parse_hgf(game, self.coordinates).map_err(Failure::wrong);
                    let read = record.map(|record| (record, self.coordinates));
                    let answered = answer(read, &mut context.out);
                    context.go_on(format_args!("{source}: game {number}"), answered)?;
                }
                break;
            }
            let answered = answer(text.and_then(|text| self.read(&text)), &mut context.out);
            context.go_on(place, answered)?;
        }
        if lines.count() == 0 {
            context.complain(&source, "empty input");
        }
        Ok(())
    }

    /// Reads a line of moves or JSON.
    fn read(&self, line: &str) -> Read {
        match json::query::<GameQuery>(line)? {
            None => self.read_moves(line),
            Some(GameQuery { game: Some(game), board: None, .. }) => self.read_moves(&game),
            Some(GameQuery { game: None, board: Some(rows), last_move, .. }) => {
                let record = from_board(&rows, last_move.as_deref()).map_err(Failure::Input)?;
                Ok((record, Notation::Grid))
            }
            Some(_) => Err(Failure::wrong("expected one of game and board")),
        }
    }

    /// Reads `S M x,y …` or, with a base, moves in the notation of the options.
    fn read_moves(&self, text: &str) -> Read {
        let (record, notation) = match self.base {
            Some(base) => (Record::parse_moves(text, base, self.coordinates), self.coordinates),
            None if text.trim_start().starts_with(|first: char| first.is_ascii_alphabetic()) => {
                return Err(Failure::wrong("expected --base CELLS for moves without their base"));
            }
            None => (Record::parse_line(text), Notation::Pair),
        };
        Ok((record.map_err(Failure::wrong)?, notation))
    }
}

/// A line in JSON: moves, or an observation of Havannah in Kaggle's environments, which are those
/// of OpenSpiel. What follows from the board is not used.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GameQuery {
    game: Option<String>,
    board: Option<Vec<Vec<Option<Stone>>>>,
    last_move: Option<String>,
    #[serde(rename = "board_size")]
    _base: Option<IgnoredAny>,
    #[serde(rename = "current_player")]
    _turn: Option<IgnoredAny>,
    #[serde(rename = "is_terminal")]
    _is_over: Option<IgnoredAny>,
    #[serde(rename = "winner")]
    _winner: Option<IgnoredAny>,
    #[serde(rename = "move_number")]
    _moves: Option<IgnoredAny>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Stone {
    X,
    O,
}

/// A game that leads to a board of rows from the top, each with its cells from the left.
fn from_board(rows: &[Vec<Option<Stone>>], last: Option<&str>) -> Result<Record, String> {
    let base = rows.len().div_ceil(2) as u32;
    let mut cells = Hex::all(base).peekable();
    let mut stones = Vec::new();
    for (y, row) in (1..).zip(rows) {
        let expected: Vec<Hex> = std::iter::from_fn(|| cells.next_if(|cell| cell.y == y)).collect();
        if row.len() != expected.len() {
            let (expected, found) = (expected.len(), row.len());
            return Err(format!("board: row {y}: expected {expected} cells, found {found}"));
        }
        let placed =
            expected.into_iter().zip(row).filter_map(|(cell, stone)| Some((cell, (*stone)?)));
        stones.extend(placed.map(|(cell, stone)| match stone {
            Stone::X => (cell, Player::First),
            Stone::O => (cell, Player::Second),
        }));
    }
    let last = last.map(|word| Notation::Grid.parse(word, base)).transpose();
    let last = last.map_err(|error| format!("last_move: {error}"))?;
    Record::from_stones(base, stones, last).map_err(|error| format!("board: {error}"))
}

/// The text of the input from its line `first`.
fn rest_of(first: &str, lines: &mut Lines, context: &mut Context) -> Result<String> {
    let mut text = first.to_owned();
    while let Some(line) = lines.next_line(&mut context.out)? {
        text.push('\n');
        text.push_str(line.text.map_err(Failure::wrong)?);
        if text.len() > MAX_RECORDS {
            return Err(Failure::wrong(format_args!("records longer than {MAX_RECORDS} bytes")));
        }
    }
    Ok(text)
}
