//! Scores against plain negamax, on boards of many sizes, late enough in the game for it.

#![no_main]

use std::collections::HashMap;

use arbitrary::Arbitrary;
use c4_solver::{Board, Column, Limits, Position, Solver};
use libfuzzer_sys::fuzz_target;

#[derive(Arbitrary, Debug)]
struct Input {
    shape: u8,
    /// Maximum number of empty cells.
    left: u8,
    threads: bool,
    nodes: u8,
    shuffle: u32,
    columns: Vec<u8>,
}

fuzz_target!(|input: Input| {
    match input.shape % 16 {
        0..=3 => check(Board::STANDARD, &input),
        4 => check(Board::new(6, 6).unwrap(), &input),
        5 => check(Board::new(8, 7).unwrap(), &input),
        6 => check(Board::new(5, 5).unwrap(), &input),
        7 => check(Board::new(9, 6).unwrap(), &input),
        8 => check(Board::new(4, 4).unwrap(), &input),
        9 => check(Board::new(5, 4).unwrap(), &input),
        10 => check(Board::new(3, 6).unwrap(), &input),
        11 => check(Board::new(10, 3).unwrap(), &input),
        12 => check(Board::new(16, 7).unwrap(), &input),
        13 => check(Board::new(9, 7).unwrap(), &input),
        14 => check(Board::new(6, 8).unwrap(), &input),
        // A board that takes every bit of its word.
        _ => check(Board::new(8, 7).unwrap(), &input),
    }
});

fn check(board: Board, input: &Input) {
    let mut position = Position::new(board);
    let most = 6 + u32::from(input.left % 7);
    let left = |position: Position| board.cells() - position.ply() as u32;
    // Wishes first, then a shuffle, until few enough cells are left.
    let shuffle = (0..400u32).map(|i| (i ^ input.shuffle).wrapping_mul(2_654_435_769) >> 24);
    for x in input.columns.iter().map(|&x| u32::from(x)).chain(shuffle) {
        if left(position) <= most {
            break;
        }
        position = position.after(column(x % board.width())).unwrap_or(position);
    }
    if left(position) > most {
        return;
    }
    let mut plain = Plain { board, scores: HashMap::new() };
    let threads = if input.threads { 2 } else { 1 };
    let mut solver = Solver::new(board).memory_bytes(1 << 14).threads(threads);
    // Further positions of the game, with the same transposition table.
    for step in 0..3 {
        let score = plain.score(position);
        assert_eq!(solver.solve(&position), score);
        assert_eq!(solver.solve_weak(&position), score.signum());
        assert_eq!(solver.solve(&position.mirror()), score);
        let children: Vec<_> =
            Column::all(board.width()).map(|column| plain.score_after(position, column)).collect();
        // A stopped query returns bounds, and another one continues from them.
        let limits = Limits::new().nodes(input.nodes.into());
        let analysis = solver.try_analyze(&position, &limits).unwrap_or_else(|stopped| {
            for (column, score) in Column::all(board.width()).zip(&children) {
                let bounds = stopped.partial.bounds(column);
                assert!(bounds.zip(*score).is_none_or(|(b, s)| b.low <= s && s <= b.high));
            }
            solver.try_analyze_from(stopped.partial, &Limits::new()).unwrap()
        });
        assert!(
            Column::all(board.width()).map(|column| analysis.score(column)).eq(children.clone())
        );
        let best = Column::all(board.width())
            .filter(|column| children[column.index() as usize] == Some(score))
            .collect();
        let found = solver.best_moves(&position);
        assert_eq!((found.score, found.columns), (score, best));
        assert_eq!(solver.solve_many(&[position, position.mirror()]), [score; 2]);
        let line = solver.principal_variation(&position);
        assert_eq!(line.len(), position.plies_to_end(score));
        for (i, &column) in line.iter().enumerate() {
            assert!(i + 1 == line.len() || position_after(position, &line[..=i]).is_some());
            let before = position_after(position, &line[..i]).unwrap();
            assert_eq!(plain.score_after(before, column), Some(plain.score(before)));
        }
        let wish = u32::from(input.columns.get(step).copied().unwrap_or(0));
        let next = (0..board.width())
            .find_map(|i| position.after(column((wish + i) % board.width())).ok());
        let Some(next) = next else { return };
        position = next;
    }
}

fn column(index: u32) -> Column {
    Column::new(index).unwrap()
}

fn position_after(position: Position, moves: &[Column]) -> Option<Position> {
    moves.iter().try_fold(position, |position, &column| position.after(column).ok())
}

/// Memoized negamax with a separate implementation of the rules.
struct Plain {
    board: Board,
    scores: HashMap<u128, i32>,
}

/// The stones of both players by column and row: `x` began.
type Cells = Vec<Vec<u8>>;

impl Plain {
    fn score(&mut self, position: Position) -> i32 {
        let (width, height) = (self.board.width(), self.board.height());
        let columns = Column::all(width).map(|column| {
            let stones = (0..height).map_while(|row| position.stone(column, row));
            stones.map(|player| b"xo"[player.index()]).collect()
        });
        let mut cells: Cells = columns.collect();
        let turn = b"xo"[position.turn().index()];
        self.negamax(&mut cells, turn, self.board.cells() as i32 - position.ply() as i32)
    }

    fn score_after(&mut self, position: Position, column: Column) -> Option<i32> {
        if !position.columns().contains(column) {
            return None;
        }
        let left = self.board.cells() as i32 - position.ply() as i32;
        Some(position.after(column).map_or((left + 1) / 2, |next| -self.score(next)))
    }

    fn negamax(&mut self, cells: &mut Cells, turn: u8, left: i32) -> i32 {
        let key = self.key(cells);
        if let Some(&score) = self.scores.get(&key) {
            return score;
        }
        let mut best = if left == 0 { 0 } else { i32::MIN };
        for x in 0..cells.len() {
            if cells[x].len() == self.board.height() as usize {
                continue;
            }
            cells[x].push(turn);
            let score = if has_four_through(cells, x) {
                (left + 1) / 2
            } else {
                -self.negamax(cells, turn ^ b'x' ^ b'o', left - 1)
            };
            cells[x].pop();
            best = best.max(score);
        }
        self.scores.insert(key, best);
        best
    }

    fn key(&self, cells: &Cells) -> u128 {
        let bits = self.board.height() + 1;
        cells.iter().fold(0, |key, column| {
            let stones = column.iter().fold(1, |bits, &stone| 2 * bits + u128::from(stone & 1));
            key << bits | stones
        })
    }
}

/// Returns whether the topmost stone of column `x` is in four in a row.
fn has_four_through(cells: &Cells, x: usize) -> bool {
    let y = cells[x].len() - 1;
    let stone = cells[x][y];
    [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|(dx, dy)| {
        let run = |sign: isize| {
            (1..4isize)
                .take_while(|i| {
                    let x = x.checked_add_signed(sign * i * dx);
                    let y = y.checked_add_signed(sign * i * dy);
                    let at = x.zip(y).and_then(|(x, y)| cells.get(x)?.get(y).copied());
                    at == Some(stone)
                })
                .count()
        };
        run(1) + run(-1) >= 3
    })
}
