//! Positions in the input: moves, or boards in several forms.

use std::fmt;

use bitboard_core::picture::rows;
use c4_solver::{AnySize, BoardSize, Column, Player, Position};
use serde_json::{Value, json};

use crate::context::{Context, Failure, Result};
use crate::input::Source;
use crate::json::{Query, parse, short};
use crate::output::{Output, counted};

/// The order of the cells of a board in one line.
#[derive(clap::ValueEnum, Clone, Copy, Default)]
enum Order {
    /// Row by row from the top (Kaggle ConnectX)
    #[default]
    Rows,
    /// Column by column from the left, each from the bottom (UCI connect-4)
    Columns,
}

/// How to read boards.
#[derive(clap::Args, Clone, Copy, Default)]
pub(crate) struct Boards {
    /// Order of the cells of a board in one line
    #[arg(long, value_enum, default_value = "rows", value_name = "ORDER")]
    cells: Order,
    /// The player to move on boards that do not name one: x or o
    ///
    /// By default x began, so the player to move follows from the stones. If o is to move with as
    /// many stones of each, o began.
    #[arg(long, value_parser = turn, value_name = "PLAYER")]
    turn: Option<Player>,
}

/// Parses a player.
fn turn(text: &str) -> Result<Player, String> {
    value(text).ok().flatten().ok_or_else(|| "expected x or o".to_owned())
}

/// A position of the input.
pub(super) enum Asked {
    /// The moves from the empty board, which are not checked.
    Moves(String),
    Board(Board),
}

/// A board of the input.
pub(super) struct Board {
    pub(super) position: Position<AnySize>,
    /// Row by row from the top.
    cells: Vec<Option<Player>>,
    /// The player to move, if it was given.
    turn: Option<Player>,
    /// The player who began, the first one of the position.
    pub(super) first: Player,
}

impl Asked {
    /// The position, if the moves are legal.
    pub(super) fn position(&self, board: AnySize) -> Result<Position<AnySize>> {
        match self {
            Self::Moves(moves) => Position::new(board).after_moves(moves).map_err(Failure::wrong),
            Self::Board(board) => Ok(board.position),
        }
    }

    /// The player to move on a board.
    fn turn(&self) -> Option<Player> {
        match self {
            Self::Moves(_) => None,
            Self::Board(Board { position, first, .. }) => Some(match first {
                Player::First => position.turn(),
                Player::Second => position.turn().other(),
            }),
        }
    }

    /// The object {"moves"} or {"board"}, to which an answer is added.
    pub(super) fn json(&self) -> Value {
        let Board { cells, turn, .. } = match self {
            Self::Moves(moves) => return json!({ "moves": moves }),
            Self::Board(board) => board,
        };
        let number = |&stone: &Option<Player>| stone.map_or(0, |player| player.index() + 1);
        let mut object = json!({ "board": cells.iter().map(number).collect::<Vec<_>>() });
        if let Some(turn) = turn {
            object["turn"] = turn.symbol().to_string().into();
        }
        object
    }
}

/// Writes the moves, or the rows of the board separated by `/`.
impl fmt::Display for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (cells, width) = match self {
            Self::Moves(moves) => return f.write_str(moves),
            Self::Board(board) => (&board.cells, board.position.board().width() as usize),
        };
        for (index, row) in cells.chunks(width).enumerate() {
            f.write_str(if index > 0 { "/" } else { "" })?;
            row.iter().try_for_each(|stone| write!(f, "{}", stone.map_or('.', Player::symbol)))?;
        }
        Ok(())
    }
}

/// Calls `answer` with each position of a source, on a board of this size.
pub(super) fn for_each_position(
    context: &mut Context,
    source: &Source,
    mut reader: Reader,
    mut answer: impl FnMut(&Asked, &mut Output) -> Result,
) -> Result {
    context.for_each_line(source, &mut |line, out| {
        let ended = reader.end_picture(line);
        if let Some(asked) = reader.read(line)? {
            answer(&asked, out)?;
        }
        ended
    })?;
    context.go_on(source, reader.finish())
}

/// Reads positions line by line. A picture may take several lines.
pub(super) struct Reader {
    board: AnySize,
    boards: Boards,
    /// The cells of the picture that is being read.
    cells: Vec<Option<Player>>,
    /// The width of the picture whose last row was the line before, and the player to move, if it
    /// is known. Numbers of columns and the player to move may come below.
    after_picture: Option<(usize, Option<Player>)>,
    /// The number of rows that are left of a picture with a wrong row.
    wrong_rows: usize,
}

/// The fields of a position, those of an answer, which can be read again, and those of an
/// observation of Kaggle ConnectX.
const FIELDS: [&str; 15] = [
    "moves",
    "board",
    "rows",
    "turn",
    "score",
    "scores",
    "line",
    "bounds",
    "expected",
    "column",
    "stopped",
    "status",
    "mark",
    "remainingOverageTime",
    "step",
];

impl Reader {
    pub(super) fn new(board: AnySize, boards: Boards) -> Self {
        Self { board, boards, cells: Vec::new(), after_picture: None, wrong_rows: 0 }
    }

    /// The position that a line has or completes. `None` for other lines of a picture.
    pub(super) fn read(&mut self, line: &str) -> Result<Option<Asked>> {
        let after_picture = std::mem::take(&mut self.after_picture);
        // Most lines are moves. Digits can be something else only within and after a picture.
        let is_alone = after_picture.is_none() && self.cells.is_empty() && self.wrong_rows == 0;
        let is_digits = self.is_board_of_digits(line);
        if is_alone && !is_digits && line.bytes().all(|symbol| symbol.is_ascii_digit()) {
            return self.moves(line).map(Some);
        }
        if let Some(query) = Query::parse(line, &FIELDS)? {
            return self.query(&query).map(Some);
        }
        let order = self.boards.cells;
        if is_digits {
            let cells = line.trim().bytes().map(|digit| player((digit - b'0').into())).collect();
            return self.board(cells, order, None).map(Some);
        }
        if line.trim_start().starts_with('[') {
            let (cells, order) = self.list(&parse(line, "list")?, order)?;
            return self.board(cells, order, None).map(Some);
        }
        if line.contains(',') {
            return self.board(values(line.split(','))?, order, None).map(Some);
        }
        let is_within = !self.cells.is_empty();
        let is_legend = after_picture.is_some_and(|(width, _)| is_legend(line, width));
        if is_rule(line) || is_legend || is_within && line.is_empty() {
            self.after_picture = after_picture;
            let turn = after_picture.and_then(|(_, turn)| turn);
            return match turn.zip(line.trim().strip_suffix(" to move")) {
                Some((turn, found)) if !found.starts_with(turn.symbol()) => {
                    Err(Failure::wrong(format_args!(
                        "expected {} to move, found {found}; --turn {found} says that o began",
                        turn.symbol()
                    )))
                }
                _ => Ok(None),
            };
        }
        let found = symbols(line).count();
        let (width, count) = (self.board.width() as usize, self.board.cells() as usize);
        let is_whole = self.is_whole(line);
        let is_row = !is_whole && line.chars().all(|symbol| "xoXO.| ".contains(symbol));
        if self.wrong_rows > 0 && is_row {
            self.wrong_rows = if line.is_empty() { 0 } else { self.wrong_rows - 1 };
            self.after_picture = Some((found, None));
            return Ok(None);
        }
        self.wrong_rows = 0;
        if !is_within && !self.is_picture(line) {
            return self.moves(line).map(Some);
        }
        let plain = line.replace('|', " ");
        let len = if is_whole && !has_rows(line) { found } else { width };
        let mut cells = std::mem::take(&mut self.cells);
        for row in rows(&plain) {
            let read = row.read(len, ".xo".chars(), |_, symbol| cells.push(player(symbol)));
            // The number of the line is that of the input.
            read.map_err(|error| {
                let left = count.saturating_sub(cells.len() + 1) / width;
                self.wrong_rows = if is_whole { 0 } else { left };
                Failure::Input(error.to_string().trim_start_matches("line 1, ").to_owned())
            })?;
        }
        if cells.len() < count && !is_whole {
            self.cells = cells;
            return Ok(None);
        }
        let order = if len == count { order } else { Order::Rows };
        let asked = self.board(cells, order, None);
        if is_within || self.board.height() == 1 {
            // --turn is stronger than a line below the picture.
            let turn = asked.as_ref().ok().filter(|_| self.boards.turn.is_none());
            let turn = turn.and_then(Asked::turn);
            self.after_picture = Some((width, turn));
        }
        asked.map(Some)
    }

    /// Ends the picture that is being read, unless the line continues it.
    fn end_picture(&mut self, line: &str) -> Result {
        if self.cells.is_empty() && self.wrong_rows == 0 {
            return Ok(());
        }
        if line.trim().is_empty() {
            self.wrong_rows = 0;
            return Ok(());
        }
        let is_row = line.contains(['.', '|']) || symbols(line).all(is_stone);
        let is_moves = !is_row && symbols(line).all(|symbol| self.is_column(symbol));
        let is_list = line.contains(',') || line.trim_start().starts_with(['{', '[']);
        if !(is_moves || is_list || self.is_board_of_digits(line) || self.is_whole(line)) {
            return Ok(());
        }
        let unfinished = self.finish();
        self.cells.clear();
        self.wrong_rows = 0;
        if unfinished.is_err() {
            self.after_picture = Some((self.board.width() as usize, None));
        }
        unfinished
    }

    /// The position and the score of a line `POSITION SCORE` or of an object with a score.
    pub(super) fn read_scored(&mut self, line: &str) -> Result<(Asked, i32)> {
        self.cells.clear();
        self.wrong_rows = 0;
        let (position, score) = match Query::parse(line, &["moves", "board", "turn", "score"])? {
            Some(query) => {
                let score = i32::try_from(query.number("score")?).map_err(Failure::wrong)?;
                (self.query(&query)?, score)
            }
            None => {
                // The line of the empty board begins with a blank.
                let (text, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
                let expected = || {
                    let found = short(line);
                    Failure::wrong(format_args!("expected MOVES SCORE, found {found:?}"))
                };
                let score = rest.trim().parse().map_err(|_| expected())?;
                (self.read(text)?.ok_or_else(expected)?, score)
            }
        };
        Ok((position, score))
    }

    /// Fails if the input ends within a picture.
    pub(super) fn finish(&self) -> Result {
        if self.cells.is_empty() {
            return Ok(());
        }
        let found = self.cells.len() / self.board.width() as usize;
        let expected = self.board.height();
        Err(Failure::Input(format!("expected {expected} rows of the last picture, found {found}")))
    }

    fn query(&self, query: &Query) -> Result<Asked> {
        let turn = turn_of(query)?;
        let forms = ["moves", "board", "rows"];
        let mut found = forms.into_iter().filter(|name| query.value(name).is_some());
        if let (Some(first), Some(second)) = (found.next(), found.next()) {
            let expected = "expected one of moves, board and rows";
            return Err(Failure::Input(format!("{expected}, found {first} and {second}")));
        }
        for (name, order) in [("board", self.boards.cells), ("rows", Order::Rows)] {
            if let Some(board) = query.value(name) {
                let (cells, order) = self
                    .list(board, order)
                    .map_err(|error| Failure::Input(format!("{name}: {error}")))?;
                return self.board(cells, order, turn);
            }
        }
        let moves = query.needed("moves")?;
        let count = moves.chars().count();
        match turn {
            Some(turn) if turn != Player::at(count % 2) => Err(Failure::wrong(format_args!(
                "turn: {} cannot be to move after {}",
                turn.symbol(),
                counted(count as u128, "move")
            ))),
            _ => self.moves(moves),
        }
    }

    /// The cells of a list or a text, and their order: that of one line, or rows.
    fn list(&self, list: &Value, order: Order) -> Result<(Vec<Option<Player>>, Order)> {
        let rows: Vec<Value> = match list {
            Value::Array(rows) if rows.first().is_some_and(is_row) => rows.clone(),
            Value::String(text) if text.trim_end().trim_end_matches('/').contains(['/', '\n']) => {
                let text = text.trim_end().trim_end_matches('/');
                text.split(['/', '\n']).map(Value::from).collect()
            }
            line => return Ok((cells_of(line)?, order)),
        };
        let (width, height) = (self.board.width() as usize, self.board.height() as usize);
        if rows.len() != height {
            let found = rows.len();
            return Err(Failure::Input(format!("expected {height} rows, found {found}")));
        }
        let mut cells = Vec::new();
        for (row, number) in rows.iter().zip(1..) {
            let found =
                cells_of(row).map_err(|error| Failure::Input(format!("row {number}: {error}")))?;
            if found.len() != width {
                let found = found.len();
                let reason = format!("row {number}: expected {width} cells, found {found}");
                return Err(Failure::Input(reason));
            }
            cells.extend(found);
        }
        Ok((cells, Order::Rows))
    }

    /// The moves of a line of text.
    ///
    /// A blank after moves is refused: `4 4` may be two moves, or a position and its score.
    fn moves(&self, line: &str) -> Result<Asked> {
        let moves = line.trim_end();
        if moves.contains(char::is_whitespace) {
            return Err(Failure::wrong(format_args!(
                "expected moves without blanks, found {:?}; `c4 solve --check` reads MOVES SCORE",
                short(moves)
            )));
        }
        if self.boards.turn.is_some() {
            let found = short(moves);
            return Err(Failure::wrong(format_args!("--turn: expected a board, found {found:?}")));
        }
        Ok(Asked::Moves(moves.to_owned()))
    }

    /// The position with these cells.
    fn board(
        &self,
        cells: Vec<Option<Player>>,
        order: Order,
        turn: Option<Player>,
    ) -> Result<Asked> {
        let (board, count) = (self.board, self.board.cells() as usize);
        let turn = turn.or(self.boards.turn);
        let (width, height) = (board.width() as usize, board.height() as usize);
        if cells.len() != count {
            let found = cells.len();
            let expected = format_args!("expected {count} cells ({width}×{height}), found {found}");
            return Err(Failure::wrong(expected));
        }
        let cells: Vec<_> = match order {
            Order::Rows => cells,
            Order::Columns => {
                let index = |i: usize| i % width * height + height - 1 - i / width;
                (0..count).map(|i| cells[index(i)]).collect()
            }
        };
        let stones = |player| cells.iter().filter(|&&stone| stone == Some(player)).count();
        let first = match turn.map(|turn| (turn, stones(turn), stones(turn.other()))) {
            None => Player::First,
            Some((turn, own, other)) if own == other => turn,
            Some((turn, own, other)) if own + 1 == other => turn.other(),
            Some((turn, own, other)) => {
                let (turn, next) = (turn.symbol(), turn.other().symbol());
                let found = format_args!("{own} {turn} and {other} {next}");
                let expected = format_args!("turn: {turn} cannot be to move with {found}");
                return Err(Failure::wrong(expected));
            }
        };
        let position = Position::from_cells(board, |column: Column, row| {
            let cell = (height - 1 - row as usize) * width + column.index() as usize;
            // The first player of the crate is the one who began.
            cells[cell].map(|player| if player == first { Player::First } else { Player::Second })
        });
        let position = position.map_err(Failure::wrong)?;
        Ok(Asked::Board(Board { position, cells, turn, first }))
    }

    /// Whether a line is a board or a row of one: it has a symbol that no column has.
    fn is_picture(&self, line: &str) -> bool {
        let (width, cells) = (self.board.width() as usize, self.board.cells() as usize);
        line.contains(['.', '|'])
            || [width, cells].contains(&symbols(line).count())
                && symbols(line).all(|symbol| is_stone(symbol) && !self.is_column(symbol))
    }

    /// Whether a line is a board by itself: rows separated by `/`, or as many cells as no row has.
    fn is_whole(&self, line: &str) -> bool {
        let (width, found) = (self.board.width() as usize, symbols(line).count());
        let is_long = found > width && (found >= 2 * width || self.board.height() == 1);
        has_rows(line) || is_long && (line.contains(['.', '|']) || symbols(line).all(is_stone))
    }

    /// Whether a line is a board of digits, 0, 1 and 2. Moves have no 0, two columns of many do not
    /// have a move for each cell, and one column has no 2. A full board of two columns is as good as
    /// the moves with these digits: both are drawn.
    fn is_board_of_digits(&self, line: &str) -> bool {
        let (text, width) = (line.trim(), self.board.width() as usize);
        let cells = self.board.cells() as usize;
        text.len() >= cells.min(2 * width)
            && text.bytes().all(|digit| matches!(digit, b'0'..=b'2'))
            && (text.contains('0')
                || text.len() == cells && (width > 2 || width == 1 && text.contains('2')))
    }

    fn is_column(&self, symbol: char) -> bool {
        Column::from_symbol(symbol).is_some_and(|column| column.index() < self.board.width())
    }
}

/// The symbols of a row or of rows in one line.
fn symbols(line: &str) -> impl Iterator<Item = char> + Clone {
    line.chars().filter(|&symbol| !symbol.is_whitespace() && !"|/".contains(symbol))
}

/// Whether a line has rows separated by `/`.
fn has_rows(line: &str) -> bool {
    line.trim_end_matches(|symbol: char| symbol == '/' || symbol.is_whitespace()).contains('/')
}

fn is_stone(symbol: char) -> bool {
    matches!(symbol, 'x' | 'o' | 'X' | 'O')
}

/// Whether a line is what `c4 show` prints below a board of this width, or blank.
fn is_legend(line: &str, width: usize) -> bool {
    let symbols = line.chars().filter(|symbol| !symbol.is_whitespace());
    let text = line.trim();
    symbols.eq(Column::all(width as u32).map(Column::symbol))
        || ["", "x to move", "o to move", "x has won", "o has won", "drawn"].contains(&text)
}

/// The player of a symbol of a picture.
fn player(symbol: usize) -> Option<Player> {
    symbol.checked_sub(1).map(Player::at)
}

/// Whether a line is a rule above, between or below the rows of a picture.
fn is_rule(line: &str) -> bool {
    let text = line.trim();
    text.len() > 1 && text.chars().all(|symbol| "+-=|_ ".contains(symbol))
}

/// The player to move that the fields of a query name.
fn turn_of(query: &Query) -> Result<Option<Player>> {
    let turn = query.text("turn")?.map(turn).transpose();
    let turn = turn.map_err(|error| Failure::Input(format!("turn: {error}")))?;
    let mark = match query.value("mark").map(Value::as_u64) {
        None => None,
        Some(Some(mark @ 1..=2)) => player(mark as usize),
        Some(_) => return Err(Failure::Input("mark: expected 1 or 2".to_owned())),
    };
    // An answer of `c4 show`, which also names results.
    let status = query.text("status")?.and_then(|status| status.strip_suffix(" to move"));
    let status = status.map(value).transpose()?.flatten();
    let named = [(turn, "turn"), (mark, "mark"), (status, "status")];
    let mut named = named.into_iter().filter_map(|(player, name)| Some((player?, name)));
    let Some((player, name)) = named.next() else { return Ok(None) };
    match named.find(|&(other, _)| other != player) {
        None => Ok(Some(player)),
        Some((other, by)) => Err(Failure::Input(format!(
            "expected one player to move, found {} ({name}) and {} ({by})",
            player.symbol(),
            other.symbol()
        ))),
    }
}

/// The stone that a value of a board stands for.
fn value(text: &str) -> Result<Option<Player>> {
    match text.trim() {
        "." | "b" | "0" => Ok(None),
        "x" | "X" | "1" => Ok(Some(Player::First)),
        "o" | "O" | "2" | "-1" => Ok(Some(Player::Second)),
        _ => Err(Failure::wrong(format_args!(
            "expected x, o or . (or 1, 2 or -1, and 0 or b), found {:?}",
            short(text)
        ))),
    }
}

/// The stones that values of a board stand for.
fn values<T: AsRef<str>>(cells: impl Iterator<Item = T>) -> Result<Vec<Option<Player>>> {
    let cells = cells.zip(1..).map(|(cell, number)| {
        let cell = value(cell.as_ref());
        cell.map_err(|error| Failure::Input(format!("cell {number}: {error}")))
    });
    cells.collect()
}

/// Whether a value of a list is a row of a board.
fn is_row(value: &Value) -> bool {
    match value {
        Value::Array(_) => true,
        Value::String(text) => text.chars().count() > 1 && text != "-1",
        _ => false,
    }
}

/// The stones of a list, or of the symbols of a text.
fn cells_of(row: &Value) -> Result<Vec<Option<Player>>> {
    match row {
        Value::Array(cells) => values(cells.iter().map(|cell| match cell {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        })),
        Value::String(text) => {
            values(text.split_whitespace().flat_map(str::chars).map(String::from))
        }
        found => {
            let found = short(&found.to_string());
            Err(Failure::Input(format!("expected a list or text, found {found}")))
        }
    }
}
