//! Boards whose cells are all in arrays: the stones, and the union-find that finds the winner with
//! each stone.
//!
//! Each cell stores its **pattern** for each player: which of the six neighbors have a stone of the
//! player. A table lists the contiguous runs of such a pattern (see [`ring`](crate::ring)), and one
//! stone of each run is looked up in a union-find (see [`groups`](crate::groups)):
//!
//! ```text
//! place(at):
//!     pattern = patterns[player][at]          six neighbors at once
//!     flip the bit of `at` in the patterns of the six neighbors
//!     info, loop = connect(at, runs of the pattern)
//!     bridge, fork = table[borders of info]
//!     ring = closes_ring(loop)
//! ```
//!
//! Sizes of groups have 20 bits, so they do not wrap. Cost: about 80 instructions for a stone.
//!
//! Eight sizes of boards are compiled, so that the offsets of the neighbors are constants. `sizes`
//! is the only list of them. [`AnyBoard`] is a board of one of these sizes, chosen when a game
//! starts.

use crate::groups::{Groups, single};
use crate::hex::Hex;
use crate::ring::{RUNS, Rings, Runs};
use crate::rules::{Player, RingRule, Wins};

/// Defines [`AnyBoard`], and `with_board`, which evaluates an expression for a board of any size. A
/// line is a size: the bases for which it is the smallest, its name, the distance between rows (at
/// least twice the base), the number of points, and that of points with a margin for patterns.
macro_rules! sizes {
    ($($bases:pat => $name:ident $stride:literal $points:literal $padded:literal;)*) => {
        /// A board of the smallest size that fits.
        #[derive(Clone)]
        pub(crate) enum AnyBoard {
            $($name(Box<Board<$stride, $points, $padded>>),)*
        }

        impl AnyBoard {
            /// An empty board of the smallest size that holds a base of at most 64.
            pub(crate) fn new(base: u32) -> Self {
                match base {
                    $($bases => Self::$name(Board::new(base)),)*
                }
            }
        }

        /// `with_board!(any, board => board.cell(point))`
        macro_rules! with_board {
            ($any:expr, $board:ident => $body:expr) => {
                match $any {
                    $($crate::dense::AnyBoard::$name($board) => $body,)*
                }
            };
        }
        pub(crate) use with_board;
    };
}

sizes! {
    0..=4 => By8 8 64 83;
    5 => By10 10 128 151;
    6..=8 => By16 16 256 291;
    9..=11 => By22 22 512 559;
    12..=16 => By32 32 1024 1091;
    17..=22 => By45 45 2048 2141;
    23..=32 => By64 64 4096 4227;
    _ => By128 128 16384 16643;
}

impl AnyBoard {
    /// The stone on a cell of the board.
    #[inline]
    pub(crate) fn stone(&self, cell: Hex) -> Option<Player> {
        with_board!(self, board => board.stone(board.point(cell)))
    }

    /// The cell of a point.
    pub(crate) fn cell(&self, point: Point) -> Hex {
        with_board!(self, board => board.cell(point))
    }

    /// Places a stone on a cell of the board. Returns its point and how it wins; `None` if there is
    /// a stone already.
    #[inline(always)]
    pub(crate) fn place(
        &mut self,
        cell: Hex,
        player: Player,
        rule: RingRule,
        log: &mut impl FnMut(usize, u32),
    ) -> Option<(Point, Wins)> {
        with_board!(self, board => {
            let point = board.point(cell);
            board.is_empty(point).then(|| (point, board.place(point, player, rule, log)))
        })
    }

    /// Removes the stone placed last and returns its cell. `links` are its records, the last first.
    #[inline(always)]
    pub(crate) fn take_back(
        &mut self,
        point: Point,
        player: Player,
        links: impl Iterator<Item = (Point, u32)>,
    ) -> Hex {
        with_board!(self, board => {
            board.take_back(point, player, links);
            board.cell(point)
        })
    }

    /// The ways in which a stone on a cell of the board would win; none if it has a stone.
    #[inline(always)]
    pub(crate) fn would_win(&self, cell: Hex, player: Player, rule: RingRule) -> Wins {
        with_board!(self, board => {
            let point = board.point(cell);
            if board.is_empty(point) { board.would_win(point, player, rule) } else { Wins::NONE }
        })
    }
}

/// The index of a cell: (x − 1) + STRIDE · (y − 1).
pub(crate) type Point = u16;

/// States of cells in [`Board::stones`]: one of these or [`stone_of`] a player.
pub(crate) const EMPTY: u8 = 0;
const OUTSIDE: u8 = 3;

/// The state of cells with a stone of the player.
pub(crate) const fn stone_of(player: Player) -> u8 {
    1 + player as u8
}

/// The stones on a board whose rows are `STRIDE` cells apart, at least twice the base, so that at
/// least one column is off the board. N is a power of two and at least STRIDE², and P is
/// N + 2 · STRIDE + 3. Both follow from STRIDE, but Rust cannot compute them as lengths of arrays.
///
/// Indices are masked to `< N`, so the compiler removes the bounds checks.
#[derive(Clone)]
pub(crate) struct Board<const STRIDE: usize, const N: usize, const P: usize> {
    /// For each player and cell, which of the six neighbors have a stone of the player. A cell is
    /// at its point + STRIDE + 1, so that all its neighbors exist.
    patterns: [[u8; P]; 2],
    /// The parent in the tree of the group; roots and empty cells are their own parents.
    parent: [Point; N],
    /// For roots, their info; for empty cells, that of a stone on them.
    info: [u32; N],
    /// Empty, off the board, or the player of the stone.
    stones: [u8; N],
}

/// [`Runs`], with the offset from a point to one stone of each run.
#[derive(Clone, Copy)]
struct Near {
    runs: [u16; 3],
    count: u8,
    middle: u8,
}

impl<const STRIDE: usize, const N: usize, const P: usize> Board<STRIDE, N, P> {
    /// The offsets of the six directions, modulo N.
    const AROUND: [usize; 6] = [1, STRIDE + 1, STRIDE, N - 1, N - STRIDE - 1, N - STRIDE];

    /// The runs of each pattern.
    const NEAR: [Near; 64] = {
        let mut table = [Near { runs: [0; 3], count: 0, middle: 0 }; 64];
        let mut pattern = 0;
        while pattern < 64 {
            let Runs { count, first, middle } = RUNS[pattern];
            let around = Self::AROUND;
            let mut runs = [0; 3];
            let mut run = 0;
            while run < count as usize {
                runs[run] = around[first[run] as usize] as u16;
                run += 1;
            }
            table[pattern] = Near { runs, count, middle };
            pattern += 1;
        }
        table
    };

    pub(crate) fn new(base: u32) -> Box<Self> {
        const { assert!(N.is_power_of_two() && N >= STRIDE * STRIDE && P == N + 2 * STRIDE + 3) };
        assert!(2 * base as usize <= STRIDE, "the base fits");
        let mut board = Box::new(Self {
            patterns: [[0; P]; 2],
            parent: std::array::from_fn(|point| point as Point),
            info: [0; N],
            stones: [OUTSIDE; N],
        });
        for point in 0..N {
            let cell = board.cell(point as Point);
            if cell.is_on_board(base) {
                board.info[point] = single(cell.border(base));
                board.stones[point] = EMPTY;
            }
        }
        board
    }

    /// Becomes equal to another board.
    #[inline]
    pub(crate) fn copy_from(&mut self, other: &Self) {
        // One array after the other: short copies do not need the slow start of long ones.
        for (to, from) in self.patterns.iter_mut().zip(&other.patterns) {
            to.copy_from_slice(from);
        }
        self.parent.copy_from_slice(&other.parent);
        self.info.copy_from_slice(&other.info);
        self.stones.copy_from_slice(&other.stones);
    }

    /// The point of a cell.
    #[inline]
    pub(crate) const fn point(&self, cell: Hex) -> Point {
        (cell.x as usize + STRIDE * cell.y as usize).wrapping_sub(STRIDE + 1) as Point
    }

    /// The inverse of [`point`](Self::point).
    #[inline]
    pub(crate) const fn cell(&self, point: Point) -> Hex {
        let point = point as usize;
        Hex { x: (point % STRIDE) as u32 + 1, y: (point / STRIDE) as u32 + 1 }
    }

    /// The states of all cells by their points.
    pub(crate) fn stones(&self) -> &[u8] {
        &self.stones
    }

    /// The stone on a point of the board.
    #[inline]
    pub(crate) fn stone(&self, point: Point) -> Option<Player> {
        match self.stones[point as usize & (N - 1)] {
            1 => Some(Player::First),
            2 => Some(Player::Second),
            _ => None,
        }
    }

    #[inline(always)]
    pub(crate) fn is_empty(&self, point: Point) -> bool {
        self.stones[point as usize & (N - 1)] == EMPTY
    }

    /// The neighbors of a point with a stone of the player, one bit for each direction.
    #[inline(always)]
    fn pattern(&self, point: usize, player: Player) -> u8 {
        self.patterns[player.index()][(point & (N - 1)) + STRIDE + 1] & 63
    }

    /// Flips the bit for a stone of the player in the patterns of the six neighbors of a point.
    #[inline(always)]
    fn toggle(&mut self, point: usize, player: Player) {
        let patterns = &mut self.patterns[player.index()];
        let point = point & (N - 1);
        patterns[point] ^= 1 << 1; // by (−1, −1); from there this one is in direction 1
        patterns[point + 1] ^= 1 << 2;
        patterns[point + STRIDE] ^= 1 << 0;
        patterns[point + STRIDE + 2] ^= 1 << 3;
        patterns[point + 2 * STRIDE + 1] ^= 1 << 5;
        patterns[point + 2 * STRIDE + 2] ^= 1 << 4;
    }

    /// Places a stone on an empty point and returns how it wins. Calls `log` with each root that
    /// gets a parent, and the info of the parent before.
    #[inline(always)]
    pub(crate) fn place(
        &mut self,
        point: Point,
        player: Player,
        rule: RingRule,
        log: &mut impl FnMut(usize, u32),
    ) -> Wins {
        let at = point as usize & (N - 1);
        let pattern = self.pattern(at, player);
        self.toggle(at, player);
        self.stones[at] = stone_of(player);
        let near = &Self::NEAR[usize::from(pattern)];
        if near.count == 0 {
            return Wins::NONE;
        }
        let run = |_: &Self, i: usize| (at + usize::from(near.runs[i])) & (N - 1);
        let (info, has_loop) = self.connect(at, self.info[at], near.count, run, log);
        let ring = self.closes_ring(at, player, rule, has_loop, near.middle);
        Wins::of_borders(info) | Wins::RING.when(ring)
    }

    /// Removes the stone placed last. `links` are its records, the last first.
    #[inline]
    pub(crate) fn take_back(
        &mut self,
        point: Point,
        player: Player,
        links: impl Iterator<Item = (Point, u32)>,
    ) {
        for (child, parent_info) in links {
            let child_at = child as usize & (N - 1);
            self.info[self.parent[child_at] as usize & (N - 1)] = parent_info;
            self.parent[child_at] = child;
        }
        let at = point as usize & (N - 1);
        self.stones[at] = EMPTY;
        self.toggle(at, player);
    }

    /// The structures with which a stone on an empty point would win.
    #[inline]
    pub(crate) fn would_win(&self, point: Point, player: Player, rule: RingRule) -> Wins {
        let at = point as usize & (N - 1);
        let near = &Self::NEAR[usize::from(self.pattern(at, player))];
        let mut borders = self.info[at];
        let mut roots = [usize::MAX; 3];
        let mut has_loop = false;
        for (run, offset) in near.runs.iter().take(usize::from(near.count)).enumerate() {
            let root = self.find((at + usize::from(*offset)) & (N - 1)) & (N - 1);
            has_loop |= roots[0] == root || roots[1] == root;
            roots[run] = root;
            borders |= self.info[root];
        }
        let ring = self.closes_ring(at, player, rule, has_loop, near.middle);
        Wins::of_borders(borders) | Wins::RING.when(ring)
    }
}

impl<const STRIDE: usize, const N: usize, const P: usize> Groups for Board<STRIDE, N, P> {
    #[inline(always)]
    fn parent(&self, stone: usize) -> usize {
        usize::from(self.parent[stone & (N - 1)])
    }

    #[inline(always)]
    fn info(&self, root: usize) -> u32 {
        self.info[root & (N - 1)]
    }

    #[inline(always)]
    fn set_parent(&mut self, stone: usize, parent: usize) {
        self.parent[stone & (N - 1)] = parent as Point;
    }

    #[inline(always)]
    fn set_info(&mut self, root: usize, info: u32) {
        self.info[root & (N - 1)] = info;
    }
}

impl<const STRIDE: usize, const N: usize, const P: usize> Rings for Board<STRIDE, N, P> {
    type Cell = usize;

    #[inline(always)]
    fn pattern_beside(&self, cell: usize, direction: usize, player: Player) -> u8 {
        self.pattern(cell + Self::AROUND[direction], player)
    }

    fn hex(&self, cell: usize) -> Hex {
        self.cell(cell as Point)
    }

    fn has(&self, cell: Hex, player: Player) -> bool {
        self.stones[self.point(cell) as usize & (N - 1)] == stone_of(player)
    }

    fn is_on_board(&self, cell: Hex) -> bool {
        self.stones[self.point(cell) as usize & (N - 1)] != OUTSIDE
    }
}

/// The log of stones that are never removed. One function, so that boards are compiled once for it.
#[inline(always)]
pub(crate) fn no_log(_: usize, _: u32) {}
