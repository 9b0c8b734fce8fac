//! Random games on a board of any size: [`Simulator`].
//!
//! A simulator has a position, a board that is reset to it before each game, and the list of its
//! empty cells:
//!
//! ```text
//! play_out:
//!     copy the position to the board          array by array, because short copies start faster
//!     left = number of empty cells
//!     while left > 0:
//!         i = random number below left
//!         left -= 1, swap empty[i] and empty[left]
//!         place a stone on empty[left]; if it wins: stop
//! ```
//!
//! The list of empty cells is not restored, because the next game may start from any order of them.
//! One random word serves two to four moves: it is multiplied by the number of empty cells, the
//! upper half of the product is the choice, and the lower half is the next word (Brackett-Rozinsky
//! and Lemire, Batched Ranged Random Integer Generation, 2024). Each choice is within 2⁻²⁸ of
//! uniform.
//!
//! Cost: 90 to 93 instructions a stone up to base 10, of which the union-find takes most. The size
//! of the board is chosen once, by [`simulator`].

use bitboard_core::{Random, SeededRng};

use crate::dense::{Board, Point, no_log, with_board};
use crate::game::Game;
use crate::hex::Hex;
use crate::rules::{Player, RingRule, Wins};

/// A position, a board to play on from it, and the empty cells.
pub(crate) trait Simulator: Send + Sync {
    /// Resets the board to the position.
    fn reset(&mut self);

    /// Makes a move in the position, and resets the board to it.
    fn advance(&mut self, point: Point, player: Player);

    /// Places a stone on an empty point of the board.
    fn place(&mut self, point: Point, player: Player) -> Wins;

    /// The ways in which a stone on an empty point of the board would win.
    fn would_win(&self, point: Point, player: Player) -> Wins;

    /// Plays from the position until a player wins or the board is full. Returns the number of
    /// stones played, and how the last one wins.
    fn play_out(&mut self, turn: Player, rng: &mut dyn Random) -> (usize, Wins);

    /// Plays games from the position, and passes the results of `play_out` to `end`.
    fn play_games(
        &mut self,
        games: u64,
        turn: Player,
        rng: &mut SeededRng,
        end: &mut dyn FnMut(usize, Wins),
    );

    /// The winner of a random game that starts from the board, after stones have been placed.
    fn winner_at_random(&mut self, turn: Player, rng: &mut SeededRng) -> Option<Player>;

    /// The empty points of the position.
    fn empty(&self) -> &[Point];

    /// The states of all points of the board.
    fn stones(&self) -> &[u8];

    fn rule(&self) -> RingRule;

    fn cell(&self, point: Point) -> Hex;

    fn point(&self, cell: Hex) -> Point;

    fn clone_box(&self) -> Box<dyn Simulator>;
}

impl Clone for Box<dyn Simulator> {
    fn clone(&self) -> Self {
        self.clone_box()
    }
}

/// The simulator of a position.
pub(crate) fn simulator(game: &Game) -> Box<dyn Simulator> {
    with_board!(game.board(), board => Box::new(SizedSimulator::new(board, game.rule())))
}

/// A [`Simulator`] on a board of one size.
#[derive(Clone)]
struct SizedSimulator<const STRIDE: usize, const N: usize, const P: usize> {
    position: Board<STRIDE, N, P>,
    board: Board<STRIDE, N, P>,
    /// The first `count` are the empty points of the position, in any order.
    empty: [Point; N],
    count: usize,
    rule: RingRule,
}

impl<const STRIDE: usize, const N: usize, const P: usize> SizedSimulator<STRIDE, N, P> {
    /// The number of choices from one random word.
    const CHOICES: u32 = match N {
        0..=256 => 4,
        257..=4096 => 3,
        _ => 2,
    };

    fn new(board: &Board<STRIDE, N, P>, rule: RingRule) -> Self {
        let (mut empty, mut count) = ([0; N], 0);
        for point in (0..N as Point).filter(|&point| board.is_empty(point)) {
            empty[count] = point;
            count += 1;
        }
        Self { position: board.clone(), board: board.clone(), empty, count, rule }
    }

    /// Plays on from the board. With `PLACED`, stones may have been placed since the last reset.
    /// Their points are chosen as well, and skipped.
    #[inline(always)]
    fn play_on<const PLACED: bool>(
        &mut self,
        turn: Player,
        rng: &mut (impl Random + ?Sized),
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
            let wins = board.place(point, player, *rule, &mut no_log);
            if !wins.is_empty() {
                return (*count - left, wins);
            }
            player = player.other();
        }
        (*count, Wins::NONE)
    }
}

impl<const STRIDE: usize, const N: usize, const P: usize> Simulator
    for SizedSimulator<STRIDE, N, P>
{
    #[inline]
    fn reset(&mut self) {
        self.board.copy_from(&self.position);
    }

    fn advance(&mut self, point: Point, player: Player) {
        self.reset();
        self.place(point, player);
        self.position.copy_from(&self.board);
        if let Some(at) = self.empty().iter().position(|&empty| empty == point) {
            self.count -= 1;
            self.empty.swap(at, self.count);
        }
    }

    #[inline(never)]
    fn place(&mut self, point: Point, player: Player) -> Wins {
        self.board.place(point, player, self.rule, &mut no_log)
    }

    fn would_win(&self, point: Point, player: Player) -> Wins {
        self.board.would_win(point, player, self.rule)
    }

    fn play_out(&mut self, turn: Player, rng: &mut dyn Random) -> (usize, Wins) {
        self.reset();
        self.play_on::<false>(turn, rng)
    }

    fn play_games(
        &mut self,
        games: u64,
        turn: Player,
        rng: &mut SeededRng,
        end: &mut dyn FnMut(usize, Wins),
    ) {
        for _ in 0..games {
            self.reset();
            let (stones, wins) = self.play_on::<false>(turn, rng);
            end(stones, wins);
        }
    }

    fn winner_at_random(&mut self, turn: Player, rng: &mut SeededRng) -> Option<Player> {
        let (chosen, wins) = self.play_on::<true>(turn, rng);
        let last = self.empty[self.count - chosen.max(1)];
        if wins.is_empty() { None } else { self.board.stone(last) }
    }

    fn empty(&self) -> &[Point] {
        &self.empty[..self.count]
    }

    fn stones(&self) -> &[u8] {
        self.board.stones()
    }

    fn rule(&self) -> RingRule {
        self.rule
    }

    fn cell(&self, point: Point) -> Hex {
        self.board.cell(point)
    }

    fn point(&self, cell: Hex) -> Point {
        self.board.point(cell)
    }

    fn clone_box(&self) -> Box<dyn Simulator> {
        Box::new(self.clone())
    }
}
