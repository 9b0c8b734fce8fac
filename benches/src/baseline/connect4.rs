//! The Connect 4 solver of part 6 of Pascal Pons' tutorial: bitboards, plain alpha-beta with the full
//! window, center columns first, no table.

const WIDTH: u32 = 7;
const HEIGHT: u32 = 6;
const COLUMNS: [u32; 7] = [3, 2, 4, 1, 5, 0, 6];

/// A position: the stones of the player to move, and all stones; bit = y + 7·x.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    current: u64,
    mask: u64,
    moves: i32,
}

impl Position {
    /// The position after moves `1`–`7`, which must be legal and not end the game.
    #[must_use]
    pub fn from_moves(moves: &str) -> Self {
        let empty = Self { current: 0, mask: 0, moves: 0 };
        moves.bytes().fold(empty, |position, column| position.play(u32::from(column - b'1')))
    }

    fn can_play(self, column: u32) -> bool {
        self.mask & 1 << (HEIGHT - 1) << (column * (HEIGHT + 1)) == 0
    }

    fn play(self, column: u32) -> Self {
        Self {
            current: self.current ^ self.mask,
            mask: self.mask | (self.mask + (1 << (column * (HEIGHT + 1)))),
            moves: self.moves + 1,
        }
    }

    fn is_winning_move(self, column: u32) -> bool {
        let bottom = 1u64 << (column * (HEIGHT + 1));
        let cells = ((1 << HEIGHT) - 1) << (column * (HEIGHT + 1));
        alignment(self.current | ((self.mask + bottom) & cells))
    }
}

fn alignment(stones: u64) -> bool {
    [HEIGHT + 1, HEIGHT, HEIGHT + 2, 1].iter().any(|shift| {
        let pairs = stones & stones >> shift;
        pairs & pairs >> (2 * shift) != 0
    })
}

/// The exact score, and how many positions were searched for it.
#[must_use]
pub fn solve(position: Position) -> (i32, u64) {
    let cells = (WIDTH * HEIGHT) as i32;
    let mut nodes = 0;
    (negamax(position, -cells / 2, cells / 2, &mut nodes), nodes)
}

fn negamax(position: Position, mut alpha: i32, mut beta: i32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let cells = (WIDTH * HEIGHT) as i32;
    if position.moves == cells {
        return 0;
    }
    for column in 0..WIDTH {
        if position.can_play(column) && position.is_winning_move(column) {
            return (cells + 1 - position.moves) / 2;
        }
    }
    let most = (cells - 1 - position.moves) / 2;
    if beta > most {
        beta = most;
        if alpha >= beta {
            return beta;
        }
    }
    for column in COLUMNS.into_iter().filter(|&column| position.can_play(column)) {
        let score = -negamax(position.play(column), -beta, -alpha, nodes);
        if score >= beta {
            return score;
        }
        alpha = alpha.max(score);
    }
    alpha
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_the_published_ones() {
        for (moves, score) in [
            ("2252576253462244111563365343671351441", -1),
            ("7422341735647741166133573473242566", 1),
            ("67152117737262713366376314254", 6),
            ("5554224333234511764415115", 4),
        ] {
            assert_eq!(solve(Position::from_moves(moves)).0, score, "{moves}");
        }
    }
}
