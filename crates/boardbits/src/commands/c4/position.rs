//! Positions in the input, told apart by their first character: moves, JSON, or a picture of
//! several lines.

use std::fmt;

use bitboard_core::Player;
use c4_solver::{Board, Column, Position, PositionError};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Value, json};

use crate::context::{Context, Failure, Result};
use crate::input::Source;
use crate::json::{parse, short};
use crate::output::Output;

/// A position of the input.
pub(super) enum InputPosition {
    /// The moves from the empty board, which are not checked.
    Moves(String),
    Board(Position),
}

impl InputPosition {
    /// The position, if the moves are legal.
    pub(super) fn position(&self, board: Board) -> Result<Position> {
        match self {
            Self::Moves(moves) => Position::new(board).after_moves(moves).map_err(Failure::wrong),
            Self::Board(position) => Ok(*position),
        }
    }

    /// The object {"moves"} or {"board"}, to which an answer is added.
    pub(super) fn json(&self) -> Value {
        match self {
            Self::Moves(moves) => json!({ "moves": moves }),
            Self::Board(position) => json!({ "board": rows(position) }),
        }
    }
}

/// Writes the moves, or the rows of the board separated by `/`.
impl fmt::Display for InputPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Moves(moves) => f.write_str(moves),
            Self::Board(position) => f.write_str(&rows(position).join("/")),
        }
    }
}

/// The rows of a board as text, from the top.
fn rows(position: &Position) -> Vec<String> {
    position.to_string().lines().map(|row| row.replace(' ', "")).collect()
}

/// Calls `answer` with each position of a source.
pub(super) fn for_each_position(
    context: &mut Context,
    source: &Source,
    board: Board,
    mut answer: impl FnMut(&InputPosition, &mut Output) -> Result,
) -> Result {
    let mut reader = Reader::new(board);
    context.for_each_line(source, &mut |line, out| {
        // A wrong picture leaves the position after it answered.
        let answers = reader.read(line).into_iter().map(|read| answer(&read?, out));
        answers.fold(Ok(()), Result::and)
    })?;
    let last = reader.picture.take_position(board);
    let answered = last.map_or(Ok(()), |last| answer(&last?, &mut context.out));
    context.go_on(source, answered)
}

/// Reads positions line by line.
struct Reader {
    board: Board,
    number: usize,
    picture: Picture,
}

/// The lines of a picture.
#[derive(Default)]
struct Picture {
    text: String,
    first_line: usize,
    /// Whether a picture has just ended, so that a blank line is not the empty board.
    has_ended: bool,
}

impl Picture {
    /// The position of the lines so far, if there are any.
    fn take_position(&mut self, board: Board) -> Option<Result<InputPosition>> {
        let text = std::mem::take(&mut self.text);
        if text.is_empty() {
            return None;
        }
        self.has_ended = true;
        let position = Position::parse(board, &text).map_err(|error| {
            let reason = in_letters_of(&text, &error);
            Failure::Input(format!("the picture from line {}: {reason}", self.first_line))
        });
        Some(position.map(InputPosition::Board))
    }
}

/// The reason why a picture is wrong, in its letters.
fn in_letters_of(text: &str, error: &PositionError) -> String {
    let [first, second] = if text.contains(['R', 'r', 'Y', 'y']) { ["R", "Y"] } else { ["x", "o"] };
    match *error {
        PositionError::Stones { x, o } => format!(
            "expected as many stones of {first} as of {second}, or one more, found {x} of {first} and \
             {o} of {second}"
        ),
        PositionError::Symbol { line, column, found } => format!(
            "line {line}, column {column}: expected '.', '{first}' or '{second}', found {found:?}"
        ),
        ref error => error.to_string(),
    }
}

/// What a line can end and have: a picture, and a position of its own.
type Read = Vec<Result<InputPosition>>;

impl Reader {
    fn new(board: Board) -> Self {
        Self { board, number: 0, picture: Picture::default() }
    }

    /// The positions that a line completes. A picture ends with a blank line, a line that tells who
    /// is to move or has won, moves, or JSON. One with `/` is a line by itself.
    fn read(&mut self, line: &str) -> Read {
        self.number += 1;
        let (text, board) = (line.trim(), self.board);
        let first = text.chars().next();
        let is_json = first.is_some_and(|first| "{[".contains(first));
        if !(is_json || text.is_empty() || self.is_moves(text)) {
            if self.is_of_picture(text) {
                return self.read_picture(line).into_iter().collect();
            }
            let expected = "expected moves, JSON or a row of x, o and .";
            let wrong = Failure::wrong(format_args!("{expected}, found {:?}", short(text)));
            return vec![Err(wrong)];
        }
        let has_ended = std::mem::take(&mut self.picture.has_ended);
        let mut read: Read = self.picture.take_position(board).into_iter().collect();
        if is_json {
            read.push(from_json(board, text));
        } else if !text.is_empty() || !has_ended && read.is_empty() {
            read.push(moves(text));
        }
        self.picture.has_ended = text.is_empty();
        read
    }

    /// Adds a line to the picture, and returns the position if it is the last one.
    fn read_picture(&mut self, line: &str) -> Option<Result<InputPosition>> {
        if self.picture.text.is_empty() {
            self.picture.first_line = self.number;
        }
        self.picture.text.push_str(line);
        self.picture.text.push('\n');
        let is_last = is_status(line) || line.contains('/');
        if is_last { self.picture.take_position(self.board) } else { None }
    }

    /// Returns whether a line can be of a picture.
    fn is_of_picture(&self, text: &str) -> bool {
        let is_symbol =
            |symbol: char| ".xXoOrRyY-_+=|/?".contains(symbol) || symbol.is_whitespace();
        let is_box = |symbol| ('─'..='╿').contains(&symbol);
        is_status(text) || self.is_legend(text) || text.chars().all(|c| is_symbol(c) || is_box(c))
    }

    /// Returns whether a line has the symbols of all columns.
    fn is_legend(&self, text: &str) -> bool {
        let symbols = text.chars().filter(|symbol| symbol.is_alphanumeric());
        symbols.eq(Column::all(self.board.width()).map(Column::symbol))
    }

    /// Returns whether a line begins with a digit or a column, and is not of a picture: the numbers
    /// of the columns, the player to move, or a row. `o` and `x` are columns of wide boards too.
    fn is_moves(&self, text: &str) -> bool {
        let mut columns = Column::all(self.board.width()).map(Column::symbol);
        let is_move = |first: char| first.is_ascii_digit() || columns.any(|column| column == first);
        let may_be_legend = !self.picture.text.is_empty() || text.contains(char::is_whitespace);
        let is_of_picture =
            may_be_legend && (self.is_legend(text) || is_status(text)) || self.is_row(text);
        text.starts_with(is_move) && !text.contains('/') && !is_of_picture
    }

    /// Returns whether a line has a stone or an empty cell for each column.
    fn is_row(&self, text: &str) -> bool {
        let mut symbols = text.chars().filter(|symbol| !symbol.is_whitespace());
        symbols.clone().count() == self.board.width() as usize
            && symbols.all(|symbol| ".xXoOrRyY-_".contains(symbol))
    }
}

/// Returns whether a line is the last one of a picture of `c4 show`.
fn is_status(line: &str) -> bool {
    ["to move", "has won", "drawn"].iter().any(|end| line.trim_end().ends_with(end))
}

/// The moves of a text.
///
/// A blank after moves is refused: `4 4` may be two moves, or a position and its score.
fn moves(text: &str) -> Result<InputPosition> {
    if text.contains(char::is_whitespace) {
        return Err(Failure::wrong(format_args!(
            "expected moves without blanks, found {:?}; `c4 solve --check` reads MOVES SCORE",
            short(text)
        )));
    }
    Ok(InputPosition::Moves(text.to_owned()))
}

/// The position and the score of a line `MOVES SCORE` (or a picture in one line in place of moves),
/// or of an object with a score.
pub(super) fn read_scored(board: Board, line: &str) -> Result<(InputPosition, i32)> {
    if line.trim_start().starts_with('{') {
        let score = parse::<JsonPosition>(line, "object")?.score.and_then(|score| score.as_i64());
        let score = score.and_then(|score| i32::try_from(score).ok());
        let score = score.ok_or_else(|| Failure::wrong("the field \"score\" is missing"))?;
        return Ok((from_json(board, line.trim())?, score));
    }
    // The line of the empty board begins with a blank.
    let (text, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let score = rest.trim().parse().map_err(|_| {
        Failure::wrong(format_args!("expected MOVES SCORE, found {:?}", short(line)))
    })?;
    let input = match text.contains('/') {
        true => InputPosition::Board(Position::parse(board, text).map_err(Failure::wrong)?),
        false => InputPosition::Moves(text.to_owned()),
    };
    Ok((input, score))
}

/// A position as JSON, and the fields of answers and of observations of Kaggle ConnectX, which are
/// not used.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonPosition {
    moves: Option<String>,
    #[serde(alias = "rows")]
    board: Option<Value>,
    turn: Option<Value>,
    mark: Option<Value>,
    score: Option<Value>,
    #[serde(rename = "scores")]
    _scores: Option<IgnoredAny>,
    #[serde(rename = "line")]
    _line: Option<IgnoredAny>,
    #[serde(rename = "bounds")]
    _bounds: Option<IgnoredAny>,
    #[serde(rename = "expected")]
    _expected: Option<IgnoredAny>,
    #[serde(rename = "column")]
    _column: Option<IgnoredAny>,
    #[serde(rename = "stopped")]
    _stopped: Option<IgnoredAny>,
    #[serde(rename = "status")]
    _status: Option<IgnoredAny>,
    #[serde(rename = "remainingOverageTime")]
    _time: Option<IgnoredAny>,
    #[serde(rename = "step")]
    _step: Option<IgnoredAny>,
}

/// Reads an object, or a list of cells or rows.
fn from_json(board: Board, text: &str) -> Result<InputPosition> {
    if text.starts_with('[') {
        return from_cells(board, &parse(text, "list")?, None).map(InputPosition::Board);
    }
    let JsonPosition { moves: played, board: cells, turn, mark, .. } = parse(text, "object")?;
    match (played, cells) {
        (Some(text), None) => moves(text.trim()),
        (None, Some(cells)) => {
            let turn = turn.as_ref().or(mark.as_ref()).filter(|turn| !turn.is_null());
            let turn = turn.map(|turn| match cell(turn)? {
                0 => Err(Failure::wrong("turn: expected x, o, 1 or 2, found no player")),
                player => Ok(Player::at((player != 1).into())),
            });
            from_cells(board, &cells, turn.transpose()?).map(InputPosition::Board)
        }
        _ => Err(Failure::wrong("expected one of moves and board")),
    }
}

/// The position of a list of cells, a list of rows, or a picture. The player to move, if it is
/// given, tells with the stones who began.
fn from_cells(board: Board, cells: &Value, turn: Option<Player>) -> Result<Position> {
    let list = match cells {
        Value::String(picture) => {
            let turn = match turn {
                None => "",
                Some(Player::First) => "\nx to move",
                Some(Player::Second) => "\no to move",
            };
            return Position::parse(board, &format!("{picture}{turn}"))
                .map_err(|error| Failure::Input(format!("board: {error}")));
        }
        Value::Array(list) => list,
        found => {
            let found = short(&found.to_string());
            return Err(Failure::wrong(format_args!("board: expected a list, found {found}")));
        }
    };
    if list.first().is_some_and(|row| row.as_str().is_some_and(|row| row.len() > 2)) {
        let rows: Vec<&str> = list.iter().filter_map(Value::as_str).collect();
        return from_cells(board, &rows.join("\n").into(), turn);
    }
    let is_rows = list.first().is_some_and(Value::is_array);
    let mut found = Vec::new();
    for (number, row) in (1..).zip(list) {
        let row = row.as_array().map_or(std::slice::from_ref(row), Vec::as_slice);
        let expected = if is_rows { board.width() as usize } else { 1 };
        if row.len() != expected {
            let length = row.len();
            let reason = format_args!("row {number}: expected {expected} cells, found {length}");
            return Err(Failure::wrong(reason));
        }
        let cells = row.iter().map(cell).collect::<Result<Vec<_>>>();
        found.extend(cells.map_err(|error| Failure::Input(format!("cell {number}: {error}")))?);
    }
    let lead: i64 = found.iter().map(|&cell| [0, 1, -1, -1][cell as usize & 3]).sum();
    let second_began = turn.is_some_and(|turn| lead < i64::from(turn == Player::Second));
    if second_began {
        found.iter_mut().for_each(|cell| *cell = [0, 2, 1, 1][*cell as usize & 3]);
    }
    let position = Position::from_rows(board, &found).map_err(Failure::wrong)?;
    if turn.is_some_and(|turn| (position.turn() == turn) == second_began) {
        return Err(Failure::wrong("turn: expected the player with fewer stones, found the other"));
    }
    Ok(position)
}

/// The stone that a value stands for: 0 for none, 1 for the player who began, 2 or -1 for the
/// other.
fn cell(value: &Value) -> Result<i64> {
    let found = match value {
        Value::Number(number) => number.as_i64().filter(|number| (-1..=2).contains(number)),
        Value::String(text) => match text.trim() {
            "." | "b" | "0" | "" => Some(0),
            "x" | "X" | "R" | "1" => Some(1),
            "o" | "O" | "Y" | "2" | "-1" => Some(2),
            _ => None,
        },
        _ => None,
    };
    let found = found.ok_or_else(|| short(&value.to_string()));
    found.map_err(|found| {
        Failure::Input(format!("expected 0, 1, 2 or -1, or x, o or ., found {found}"))
    })
}
