//! Boards whose cells are all in arrays: the stones, and the union-find that finds the winner with
//! each stone.
//!
//! Each cell stores its **pattern** for each player: which of the six neighbors have a stone of the
//! player. The stones of a player form groups, the trees of a union-find. The root of a group has
//! the number of its stones and a bit for each corner and edge that the group touches. Placing a
//! stone looks up the runs of its pattern (see [`ring`](crate::ring)) and one root for each run:
//!
//! ```text
//! place(at):
//!     pattern = patterns[player][at]          six neighbors at once
//!     flip the bit of `at` in the patterns of the six neighbors
//!     info = 1 stone, borders of at
//!     for each run of the pattern:            at most three, by a table of 64 entries
//!         root = find(a stone of the run)
//!         if the root is known: loop = true
//!         else: join the groups, info = sum of the sizes, union of the borders
//!     bridge, fork = table[borders]           two corners, three edges; 4,096 entries
//!     ring = closes_ring(loop)
//! ```
//!
//! The union is by size, and `find` does not compress paths: a log of the links of a stone, at most
//! three, is enough to undo it. Trees are at most log₂ n deep. Sizes have 20 bits, so
//! that they cannot wrap. Cost: about 80 instructions for a stone. Source: Galler and Fischer, An
//! improved equivalence algorithm, 1964; union by size: Tarjan, 1975.
//!
//! Eight sizes of boards are compiled, so that the offsets of the neighbors are constants.
//! [`sizes`] is the only list of them. [`AnyBoard`] is a board of one of these sizes, chosen when a
//! game starts. Searches and batches of playouts choose the code for it once, by [`with_size`].

use alloc::boxed::Box;

use crate::hex::Hex;
use crate::ring::{RUNS, Rings, Runs};
use crate::rules::{Player, RingRule, Wins};

/// Calls a macro with arguments and the list of the sizes: the name of the variant, the distance
/// between rows, the number of points, that of points with a margin for patterns, and the bases for
/// which it is the smallest size. The distance is at least twice the base.
macro_rules! sizes {
    ([$($then:tt)+] $arguments:tt) => {
        $($then)+! {
            $arguments
            [By8 8 64 83 (0..=4)]
            [By10 10 128 151 (5)]
            [By16 16 256 291 (6..=8)]
            [By22 22 512 559 (9..=11)]
            [By32 32 1024 1091 (12..=16)]
            [By45 45 2048 2141 (17..=22)]
            [By64 64 4096 4227 (23..=32)]
            [By128 128 16384 16643 (_)]
        }
    };
}

/// Defines an enum with a variant for each size of a type such as [`Board`].
macro_rules! by_size {
    (
        ($(#[$doc:meta])* $enum:ident of $item:ident)
        $([$name:ident $stride:literal $points:literal $padded:literal $bases:tt])*
    ) => {
        $(#[$doc])*
        #[derive(Clone)]
        pub(crate) enum $enum {
            $($name(alloc::boxed::Box<$item<$stride, $points, $padded>>),)*
        }

        $(
            impl From<alloc::boxed::Box<$item<$stride, $points, $padded>>> for $enum {
                fn from(item: alloc::boxed::Box<$item<$stride, $points, $padded>>) -> Self {
                    Self::$name(item)
                }
            }
        )*
    };
}

/// Evaluates an expression for a value of any size: `with_size!(AnyBoard, board, board =>
/// board.cell(point))`.
macro_rules! with_size {
    ($enum:ident, $value:expr, $item:ident => $body:expr) => {
        $crate::dense::sizes!([$crate::dense::match_size] ($enum, $value, $item => $body))
    };
}

macro_rules! match_size {
    (
        ($enum:ident, $value:expr, $item:ident => $body:expr)
        $([$name:ident $stride:literal $points:literal $padded:literal $bases:tt])*
    ) => {
        match $value { $($enum::$name($item) => $body,)* }
    };
}

macro_rules! new_board {
    (
        ($base:ident)
        $([$name:ident $stride:literal $points:literal $padded:literal ($bases:pat)])*
    ) => {
        match $base { $($bases => AnyBoard::$name(Board::new($base)),)* }
    };
}

pub(crate) use {by_size, match_size, sizes, with_size};

sizes!([by_size] (
    /// A board of the smallest size that fits.
    AnyBoard of Board
));

impl AnyBoard {
    /// An empty board of the smallest size that holds a base of at most 64.
    pub(crate) fn new(base: u32) -> Self {
        sizes!([new_board](base))
    }

    /// The stone on a cell of the board.
    #[inline]
    pub(crate) fn stone(&self, cell: Hex) -> Option<Player> {
        with_size!(AnyBoard, self, board => board.stone(board.point(cell)))
    }

    /// The cell of a point.
    pub(crate) fn cell(&self, point: Point) -> Hex {
        with_size!(AnyBoard, self, board => board.cell(point))
    }

    /// Places a stone on a cell of the board. Returns its point and how it wins; `None` if there is
    /// a stone already.
    #[inline(always)]
    pub(crate) fn place(
        &mut self,
        cell: Hex,
        player: Player,
        rule: RingRule,
        log: &mut impl FnMut(Point, u32),
    ) -> Option<(Point, Wins)> {
        with_size!(AnyBoard, self, board => {
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
        with_size!(AnyBoard, self, board => {
            board.take_back(point, player, links);
            board.cell(point)
        })
    }

    /// The ways in which a stone on a cell of the board would win; none if it has a stone.
    #[inline(always)]
    pub(crate) fn would_win(&self, cell: Hex, player: Player, rule: RingRule) -> Wins {
        with_size!(AnyBoard, self, board => {
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

/// The bits of the borders in [`Board::info`]. The size is above them.
const BORDERS: u32 = 0xfff;

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
    /// For roots: the number of stones, above 12 bits for the corners and edges touched.
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
            parent: core::array::from_fn(|point| point as Point),
            info: [0; N],
            stones: [OUTSIDE; N],
        });
        for point in 0..N {
            let cell = board.cell(point as Point);
            if cell.is_on_board(base) {
                board.info[point] = 1 << 12 | u32::from(cell.border(base));
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

    #[inline(always)]
    fn find(&self, mut point: usize) -> usize {
        loop {
            let parent = usize::from(self.parent[point & (N - 1)]);
            if parent == point {
                return point;
            }
            point = parent;
        }
    }

    /// Places a stone on an empty point and returns how it wins. Calls `log` with each root that
    /// gets a parent, and the `info` of the parent before.
    #[inline(always)]
    pub(crate) fn place(
        &mut self,
        point: Point,
        player: Player,
        rule: RingRule,
        log: &mut impl FnMut(Point, u32),
    ) -> Wins {
        let at = point as usize & (N - 1);
        let pattern = self.pattern(at, player);
        self.toggle(at, player);
        self.stones[at] = stone_of(player);
        let near = &Self::NEAR[usize::from(pattern)];
        if near.count == 0 {
            return Wins::NONE;
        }
        // A single stone is never larger than the group that it joins.
        let mut root = self.find((at + usize::from(near.runs[0])) & (N - 1)) & (N - 1);
        let old = self.info[root];
        let mut info = join(old, self.info[at]);
        log(point, old);
        self.parent[at] = root as Point;
        let mut has_loop = false;
        if near.count > 1 {
            has_loop = self.join_run(at, near.runs[1], &mut root, &mut info, log);
            if near.count > 2 {
                has_loop |= self.join_run(at, near.runs[2], &mut root, &mut info, log);
            }
        }
        self.info[root] = info;
        let mut wins = Wins::of_borders(info);
        if self.closes_ring(at, player, rule, has_loop, near.middle) {
            wins |= Wins::RING;
        }
        wins
    }

    /// Joins the group of a further run to that of the stone; true if it is the same. `root` and
    /// `info` are those of the stone's group, and `info` is not stored yet.
    #[inline(always)]
    fn join_run(
        &mut self,
        at: usize,
        run: u16,
        root: &mut usize,
        info: &mut u32,
        log: &mut impl FnMut(Point, u32),
    ) -> bool {
        let other = self.find((at + usize::from(run)) & (N - 1)) & (N - 1);
        if other == *root {
            return true;
        }
        let other_info = self.info[other];
        let (large, small) = if *info >= other_info { (*root, other) } else { (other, *root) };
        self.info[*root] = *info;
        log(small as Point, self.info[large]);
        self.parent[small] = large as Point;
        *info = join(*info, other_info);
        *root = large;
        false
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
        let mut wins = Wins::of_borders(borders);
        if self.closes_ring(at, player, rule, has_loop, near.middle) {
            wins |= Wins::RING;
        }
        wins
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
pub(crate) fn no_log(_: Point, _: u32) {}

/// The info of two groups together.
#[inline(always)]
fn join(a: u32, b: u32) -> u32 {
    ((a & !BORDERS) + (b & !BORDERS)) | ((a | b) & BORDERS)
}
