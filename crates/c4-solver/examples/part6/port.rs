//! Port of the Connect 4 solver of Pascal Pons' tutorial, part 6 ("Bitboard"): alpha-beta, center
//! columns first, no table. The strong solver searches the whole window of scores, the weak one
//! only win, draw or loss. [`Arrays`] is the position of part 2 that the bitboard replaced; the
//! search visits the same nodes with both.

const WIDTH: u32 = 7;
const HEIGHT: u32 = 6;
const COLUMNS: [u32; 7] = [3, 2, 4, 1, 5, 0, 6];

/// What the search needs of a position.
pub trait Play: Copy {
    /// The empty board.
    const EMPTY: Self;

    /// Number of stones.
    fn moves(&self) -> i32;
    /// Returns whether the column has an empty cell.
    fn can_play(self, column: u32) -> bool;
    /// The position after a stone in a column that has an empty cell.
    #[must_use]
    fn play(self, column: u32) -> Self;
    /// Returns whether a stone in the column makes four in a row.
    fn is_winning_move(self, column: u32) -> bool;

    /// The position after moves `1`–`7`, which must be legal and not end the game.
    #[must_use]
    fn from_moves(moves: &str) -> Self {
        moves.bytes().fold(Self::EMPTY, |position, column| position.play(u32::from(column - b'1')))
    }
}

/// A position as bitboards: the stones of the player to move, and all stones; bit = y + 7·x.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    /// The stones of the player to move.
    pub current: u64,
    /// All stones.
    pub mask: u64,
    moves: i32,
}

impl Position {
    /// The bottom cell of each column.
    pub const BOTTOM: u64 = 0x0000_0408_1020_4081;

    /// A different number for each position: a bit above the stones of each column marks its
    /// height.
    #[must_use]
    pub fn key(&self) -> u64 {
        self.current + self.mask + Self::BOTTOM
    }
}

impl Play for Position {
    const EMPTY: Self = Self { current: 0, mask: 0, moves: 0 };

    fn moves(&self) -> i32 {
        self.moves
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

/// A position as an array of cells: 0 is empty, 1 and 2 are the players.
#[derive(Clone, Copy, Debug)]
pub struct Arrays {
    cells: [[u8; HEIGHT as usize]; WIDTH as usize],
    heights: [u8; WIDTH as usize],
    moves: i32,
}

impl Play for Arrays {
    const EMPTY: Self = Self {
        cells: [[0; HEIGHT as usize]; WIDTH as usize],
        heights: [0; WIDTH as usize],
        moves: 0,
    };

    fn moves(&self) -> i32 {
        self.moves
    }

    fn can_play(self, column: u32) -> bool {
        u32::from(self.heights[column as usize]) < HEIGHT
    }

    fn play(mut self, column: u32) -> Self {
        let height = &mut self.heights[column as usize];
        self.cells[column as usize][usize::from(*height)] = 1 + self.moves as u8 % 2;
        *height += 1;
        self.moves += 1;
        self
    }

    fn is_winning_move(self, column: u32) -> bool {
        let player = 1 + self.moves as u8 % 2;
        let (x, y) = (column as i32, i32::from(self.heights[column as usize]));
        let is_own = |x: i32, y: i32| {
            (0..WIDTH as i32).contains(&x)
                && (0..HEIGHT as i32).contains(&y)
                && self.cells[x as usize][y as usize] == player
        };
        if y >= 3 && (1..=3).all(|down| is_own(x, y - down)) {
            return true;
        }
        // Along a row and both diagonals.
        [-1, 0, 1].into_iter().any(|slope| {
            let run = |side: i32| {
                (1..=3).take_while(|i| is_own(x + side * i, y + side * i * slope)).count()
            };
            run(-1) + run(1) >= 3
        })
    }
}

/// The exact score, and how many positions were searched for it.
#[must_use]
pub fn solve(position: impl Play) -> (i32, u64) {
    let half = (WIDTH * HEIGHT) as i32 / 2;
    let mut nodes = 0;
    (negamax(position, -half, half, &mut nodes), nodes)
}

/// 1 for a win, 0 for a draw, -1 for a loss, and how many positions were searched for it.
#[must_use]
pub fn solve_weak(position: impl Play) -> (i32, u64) {
    let mut nodes = 0;
    // A winning move of the position itself returns its exact score.
    (negamax(position, -1, 1, &mut nodes).signum(), nodes)
}

fn negamax(position: impl Play, mut alpha: i32, mut beta: i32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let cells = (WIDTH * HEIGHT) as i32;
    if position.moves() == cells {
        return 0;
    }
    for column in 0..WIDTH {
        if position.can_play(column) && position.is_winning_move(column) {
            return (cells + 1 - position.moves()) / 2;
        }
    }
    let most = (cells - 1 - position.moves()) / 2;
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
