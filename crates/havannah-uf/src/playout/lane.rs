//! A board for playouts.

use alloc::boxed::Box;

use bitboard_core::Random;

use crate::dense::{Board, Boards, NoLog, Point};
use crate::game::Havannah;
use crate::hex::Hex;
use crate::player::Player;
use crate::rule::RingRule;
use crate::wins::Wins;

/// A position, a board to play on from it, and the empty cells.
#[derive(Clone, Debug)]
pub(crate) struct Lane<const STRIDE: usize, const N: usize, const P: usize> {
    position: Board<STRIDE, N, P>,
    board: Board<STRIDE, N, P>,
    /// The first `count` are the empty points of the position, in any order.
    empty: [Point; N],
    count: usize,
    rule: RingRule,
}

impl<const STRIDE: usize, const N: usize, const P: usize> Lane<STRIDE, N, P> {
    /// The number of choices from one random word.
    const CHOICES: u32 = match N {
        0..=256 => 4,
        257..=4096 => 3,
        _ => 2,
    };

    fn new(board: &Board<STRIDE, N, P>, base: u32, rule: RingRule) -> Box<Self> {
        let mut lane = Box::new(Self {
            position: board.clone(),
            board: board.clone(),
            empty: [0; N],
            count: 0,
            rule,
        });
        lane.list_empty(base);
        lane
    }

    fn list_empty(&mut self, base: u32) {
        self.count = 0;
        for cell in Hex::all(base) {
            let point = self.position.point(cell);
            if self.position.is_empty(point) {
                self.empty[self.count] = point;
                self.count += 1;
            }
        }
    }

    /// Resets the board to the position.
    #[inline]
    pub(crate) fn reset(&mut self) {
        self.board.copy_from(&self.position);
    }

    /// Makes a move in the position, and resets the board to it.
    pub(crate) fn advance(&mut self, point: Point, player: Player) {
        self.position.place(point, player, self.rule, &mut NoLog);
        if let Some(at) = self.empty[..self.count].iter().position(|&empty| empty == point) {
            self.count -= 1;
            self.empty.swap(at, self.count);
        }
        self.reset();
    }

    /// The empty points of the position.
    pub(crate) fn empty(&self) -> &[Point] {
        &self.empty[..self.count]
    }

    pub(crate) fn board(&self) -> &Board<STRIDE, N, P> {
        &self.board
    }

    pub(crate) fn rule(&self) -> RingRule {
        self.rule
    }

    pub(crate) fn cell(&self, point: Point) -> Hex {
        self.board.cell(point)
    }

    pub(crate) fn point(&self, cell: Hex) -> Point {
        self.board.point(cell)
    }

    /// Places a stone on an empty point of the board.
    #[inline]
    pub(crate) fn place(&mut self, point: Point, player: Player) -> Wins {
        self.board.place(point, player, self.rule, &mut NoLog)
    }

    /// Plays from the position until a player wins or the board is full. Returns the number of stones played, and
    /// how the last one wins.
    #[inline]
    pub(crate) fn play_out(&mut self, turn: Player, rng: &mut impl Random) -> (usize, Wins) {
        self.reset();
        self.play_on::<false>(turn, rng)
    }

    /// Plays on from the board. With `PLACED`, stones may have been placed since the last reset. Their points are
    /// chosen as well, and skipped.
    #[inline(always)]
    pub(crate) fn play_on<const PLACED: bool>(
        &mut self,
        turn: Player,
        rng: &mut impl Random,
    ) -> (usize, Wins) {
        let Self { board, empty, count, rule, .. } = self;
        let (mut word, mut choices) = (0, 0);
        let mut player = turn;
        let mut left = *count;
        while left > 0 {
            if choices == 0 {
                (word, choices) = (rng.next_u64(), Self::CHOICES);
            }
            choices -= 1;
            let product = u128::from(word) * left as u128;
            word = product as u64;
            let chosen = (product >> 64) as usize & (N - 1);
            left -= 1;
            let point = empty[chosen];
            empty.swap(chosen, left & (N - 1));
            if PLACED && !board.is_empty(point) {
                continue;
            }
            let wins = board.place(point, player, *rule, &mut NoLog);
            if !wins.is_empty() {
                return (*count - left, wins);
            }
            player = player.other();
        }
        (*count, Wins::NONE)
    }

    /// The winner of a random game that starts from the board, after stones have been placed.
    #[inline]
    pub(crate) fn winner_at_random(
        &mut self,
        turn: Player,
        rng: &mut impl Random,
    ) -> Option<Player> {
        let (chosen, wins) = self.play_on::<true>(turn, rng);
        let last = self.empty[self.count - chosen.max(1)];
        if wins.is_empty() { None } else { self.board.stone(last) }
    }
}

/// A lane of the smallest size that fits.
#[derive(Clone, Debug)]
pub(crate) enum Lanes {
    By8(Box<Lane<8, 64, 83>>),
    By10(Box<Lane<10, 128, 151>>),
    By16(Box<Lane<16, 256, 291>>),
    By22(Box<Lane<22, 512, 559>>),
    By32(Box<Lane<32, 1024, 1091>>),
    By45(Box<Lane<45, 2048, 2141>>),
    By64(Box<Lane<64, 4096, 4227>>),
    By128(Box<Lane<128, 16384, 16643>>),
}

impl Lanes {
    pub(crate) fn new(game: &Havannah) -> Self {
        let (base, rule) = (game.base(), game.rule());
        match game.boards() {
            Boards::By8(board) => Self::By8(Lane::new(board, base, rule)),
            Boards::By10(board) => Self::By10(Lane::new(board, base, rule)),
            Boards::By16(board) => Self::By16(Lane::new(board, base, rule)),
            Boards::By22(board) => Self::By22(Lane::new(board, base, rule)),
            Boards::By32(board) => Self::By32(Lane::new(board, base, rule)),
            Boards::By45(board) => Self::By45(Lane::new(board, base, rule)),
            Boards::By64(board) => Self::By64(Lane::new(board, base, rule)),
            Boards::By128(board) => Self::By128(Lane::new(board, base, rule)),
        }
    }
}

/// Evaluates an expression for the lane of any size.
macro_rules! with_lane {
    ($lanes:expr, $lane:ident => $body:expr) => {
        match $lanes {
            $crate::playout::lane::Lanes::By8($lane) => $body,
            $crate::playout::lane::Lanes::By10($lane) => $body,
            $crate::playout::lane::Lanes::By16($lane) => $body,
            $crate::playout::lane::Lanes::By22($lane) => $body,
            $crate::playout::lane::Lanes::By32($lane) => $body,
            $crate::playout::lane::Lanes::By45($lane) => $body,
            $crate::playout::lane::Lanes::By64($lane) => $body,
            $crate::playout::lane::Lanes::By128($lane) => $body,
        }
    };
}
pub(crate) use with_lane;
