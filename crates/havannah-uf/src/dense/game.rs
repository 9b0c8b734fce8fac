//! A game on a board whose cells are all in memory, with undo.

use alloc::vec::Vec;

use crate::cell::Hex;
use crate::dense::board::{Log, Point};
use crate::dense::boards::{Boards, with_board};
use crate::dense::structure;
use crate::error::PlayError;
use crate::rule::{Player, RingRule};
use crate::symmetry::Symmetry;
use crate::wins::Wins;
use crate::zobrist::key;

/// A board has between 2 and 64 cells along an edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no board of base {base}: bases are {} to {}", Havannah::MIN_BASE, Havannah::MAX_BASE)]
pub struct BaseError {
    /// What was asked for.
    pub base: u32,
}

/// Why nobody can swap.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SwapError {
    /// The game is played without the swap rule.
    #[error("the game is played without the swap rule")]
    NotAllowed,
    /// One swaps right after the first stone, and once.
    #[error("swapping comes right after the first stone")]
    TooLate,
}

/// What a player does in a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Places a stone.
    Stone(Hex),
    /// Takes over the first stone.
    Swap,
}

/// How a game has ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// Whose stones win.
    pub player: Player,
    /// In which ways.
    pub wins: Wins,
    /// The number of the winning stone, from 1.
    pub ply: usize,
}

#[derive(Clone, Copy, Debug)]
struct Placed {
    point: Point,
    wins: Wins,
    /// How many entries of `Game::links` belong to it.
    links: u8,
}

/// A game of Havannah for two, on a board with 2 to 64 cells along an edge.
///
/// Each cell knows which of its six neighbors have a stone of each player; a table tells the runs of
/// such a pattern, and only one stone of each run is looked up in a union-find (by size, without path
/// compression, so that a log of the links takes moves back). Two runs of one group are a loop.
///
/// ```
/// use havannah_uf::{Havannah, Hex, RingRule, Wins};
///
/// let mut game = Havannah::new(3, RingRule::Any)?;
/// for (x, y) in [(1, 1), (2, 1), (2, 2), (2, 4), (3, 3), (4, 5), (4, 4), (5, 4)] {
///     assert_eq!(game.play(Hex { x, y })?, Wins::NONE);
/// }
/// let corner = Hex { x: 5, y: 5 };
/// assert_eq!(game.would_win(corner, game.turn()), Wins::BRIDGE);
/// assert_eq!(game.play(corner)?, Wins::BRIDGE);
/// assert!(game.winner().is_some());
/// game.undo();
/// assert!(game.winner().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Havannah {
    pub(crate) boards: Boards,
    base: u32,
    rule: RingRule,
    placed: Vec<Placed>,
    /// The root that got a parent, and what the parent knew before.
    links: Vec<(Point, u32)>,
    hash: u64,
    swap_rule: bool,
    swapped: bool,
}

struct Links<'a> {
    links: &'a mut Vec<(Point, u32)>,
}

impl Log for Links<'_> {
    #[inline(always)]
    fn link(&mut self, child: Point, parent_info: u32) {
        self.links.push((child, parent_info));
    }
}

impl Havannah {
    /// The smallest base.
    pub const MIN_BASE: u32 = 2;
    /// The largest base.
    pub const MAX_BASE: u32 = 64;

    /// An empty board with `base` cells along an edge, without the swap rule.
    ///
    /// # Errors
    /// [`BaseError`] if the base is not within 2 to 64.
    pub fn new(base: u32, rule: RingRule) -> Result<Self, BaseError> {
        if !(Self::MIN_BASE..=Self::MAX_BASE).contains(&base) {
            return Err(BaseError { base });
        }
        let boards = Boards::new(base);
        let cells = Hex::count(base) as usize;
        Ok(Self {
            boards,
            base,
            rule,
            placed: Vec::with_capacity(cells),
            links: Vec::with_capacity(cells),
            hash: 0,
            swap_rule: false,
            swapped: false,
        })
    }

    /// The same game with the swap rule: right after the first stone, the other player may take it
    /// over with [`swap`](Self::swap).
    #[must_use]
    pub fn with_swap_rule(mut self) -> Self {
        self.swap_rule = true;
        self
    }

    /// The number of cells along an edge.
    #[must_use]
    pub fn base(&self) -> u32 {
        self.base
    }

    /// Which rings count.
    #[must_use]
    pub fn rule(&self) -> RingRule {
        self.rule
    }

    /// Places a stone of the player whose turn it is, and says how it wins.
    ///
    /// # Errors
    /// [`PlayError`] if the cell does not exist or is taken, or if somebody has won.
    pub fn play(&mut self, cell: Hex) -> Result<Wins, PlayError> {
        if !cell.is_on_board(self.base) {
            return Err(PlayError::OffBoard { cell, base: self.base });
        }
        if !self.wins().is_empty() {
            return Err(PlayError::Over { cell });
        }
        let (player, rule) = (self.turn(), self.rule);
        let before = self.links.len();
        let (point, wins) = with_board!(&mut self.boards, board => {
            let point = board.point(cell);
            if !board.is_empty(point) {
                return Err(PlayError::Taken { cell });
            }
            (point, board.place(point, player, rule, &mut Links { links: &mut self.links }))
        });
        let links = (self.links.len() - before) as u8;
        self.placed.push(Placed { point, wins, links });
        self.hash ^= key(cell, player);
        Ok(wins)
    }

    /// Takes back the last stone or swap and says what it was; `None` on an empty board.
    pub fn undo(&mut self) -> Option<Move> {
        if self.swapped && self.placed.len() == 1 {
            self.recolor();
            return Some(Move::Swap);
        }
        let Placed { point, links, .. } = self.placed.pop()?;
        let player = self.turn();
        let kept = self.links.len() - usize::from(links);
        let links = self.links.drain(kept..).rev();
        let cell = with_board!(&mut self.boards, board => {
            board.take_back(point, player, links);
            board.cell(point)
        });
        self.hash ^= key(cell, player);
        Some(Move::Stone(cell))
    }

    /// The second player takes over the first stone: it changes its color, and it is the turn of the
    /// first player again.
    ///
    /// # Errors
    /// [`SwapError`] without the swap rule, or at another time.
    pub fn swap(&mut self) -> Result<(), SwapError> {
        if !self.swap_rule {
            return Err(SwapError::NotAllowed);
        }
        if !self.can_swap() {
            return Err(SwapError::TooLate);
        }
        self.recolor();
        Ok(())
    }

    /// Gives the only stone to the other player.
    fn recolor(&mut self) {
        let Some(&Placed { point, .. }) = self.placed.first() else { return };
        let (before, rule) = (self.turn().other(), self.rule);
        self.swapped = !self.swapped;
        let after = self.turn().other();
        with_board!(&mut self.boards, board => {
            board.take_back(point, before, core::iter::empty());
            // One stone is never linked to anything.
            board.place(point, after, rule, &mut Links { links: &mut self.links });
        });
        let cell = self.cell(point);
        self.hash ^= key(cell, before) ^ key(cell, after);
    }

    /// Whether [`swap`](Self::swap) is allowed now.
    #[must_use]
    pub fn can_swap(&self) -> bool {
        self.swap_rule && !self.swapped && self.placed.len() == 1
    }

    /// Whether the second player has taken over the first stone.
    #[must_use]
    pub fn has_swapped(&self) -> bool {
        self.swapped
    }

    /// How many stones lie on the board.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.placed.len()
    }

    /// Whose stone comes next.
    #[must_use]
    pub fn turn(&self) -> Player {
        Player::at(self.placed.len() + usize::from(self.swapped))
    }

    /// How the last stone wins.
    #[must_use]
    pub fn wins(&self) -> Wins {
        self.placed.last().map_or(Wins::NONE, |placed| placed.wins)
    }

    /// Whose stones have won.
    #[must_use]
    pub fn winner(&self) -> Option<Player> {
        (!self.wins().is_empty()).then(|| self.turn().other())
    }

    /// Who has won, how, and with which stone.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let player = self.winner()?;
        Some(Outcome { player, wins: self.wins(), ply: self.ply() })
    }

    /// Whether somebody has won or the board is full.
    #[must_use]
    pub fn is_over(&self) -> bool {
        !self.wins().is_empty() || self.placed.len() as u64 == Hex::count(self.base)
    }

    /// The stone on a cell; `None` too if the board has no such cell.
    #[must_use]
    pub fn stone(&self, cell: Hex) -> Option<Player> {
        if !cell.is_on_board(self.base) {
            return None;
        }
        with_board!(&self.boards, board => board.stone(board.point(cell)))
    }

    /// The cells of all stones in the order in which they came.
    pub fn stones(&self) -> impl DoubleEndedIterator<Item = Hex> + ExactSizeIterator + '_ {
        self.placed.iter().map(|placed| self.cell(placed.point))
    }

    /// The empty cells row by row; none when the game is over.
    pub fn legal_moves(&self) -> impl Iterator<Item = Hex> + '_ {
        let base = if self.is_over() { 0 } else { self.base };
        Hex::all(base).filter(|&cell| self.stone(cell).is_none())
    }

    /// How a stone of `player` on an empty cell would win, whoever's turn it is. [`Wins::NONE`] where
    /// no stone can be placed.
    ///
    /// It changes and allocates nothing.
    #[must_use]
    pub fn would_win(&self, cell: Hex, player: Player) -> Wins {
        if !cell.is_on_board(self.base) {
            return Wins::NONE;
        }
        with_board!(&self.boards, board => {
            let point = board.point(cell);
            if board.is_empty(point) { board.would_win(point, player, self.rule) } else { Wins::NONE }
        })
    }

    /// The cells with which `player` would win, and how; none when somebody has won.
    pub fn winning_cells(&self, player: Player) -> impl Iterator<Item = (Hex, Wins)> + '_ {
        self.legal_moves()
            .map(move |cell| (cell, self.would_win(cell, player)))
            .filter(|(_, wins)| !wins.is_empty())
    }

    /// The stones that win, one list for each way: a shortest path between two corners, the fewest
    /// stones that connect three edges, a shortest loop in its order. Empty if nobody has won.
    #[must_use]
    pub fn win_structure(&self) -> Vec<(Wins, Vec<Hex>)> {
        let (Some(player), Some(last)) = (self.winner(), self.stones().next_back()) else {
            return Vec::new();
        };
        structure::of(self, player, last, self.wins())
    }

    /// A hash of the stones and their colors. It does not depend on the order of the moves, nor on
    /// the base, rule, or swap.
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The least [`hash`](Self::hash) of the twelve images of the board. It takes time in proportion
    /// to the stones.
    #[must_use]
    pub fn canonical_hash(&self) -> u64 {
        let hash_of = |symmetry: Symmetry| {
            let stones = (usize::from(self.swapped)..).map(Player::at).zip(self.stones());
            stones.fold(0, |hash, (player, cell)| {
                hash ^ key(symmetry.apply_on_board(cell, self.base), player)
            })
        };
        Symmetry::all().map(hash_of).min().unwrap_or(0)
    }

    fn cell(&self, point: Point) -> Hex {
        with_board!(&self.boards, board => board.cell(point))
    }
}
