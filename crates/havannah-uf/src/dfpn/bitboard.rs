//! Boards that fit a word, whose winning cells are computed for the whole board at once.
//!
//! Cell (x, y) is bit (x − 1) + STRIDE · (y − 1), with STRIDE at least 2 · base − 1, so that cells
//! 1, STRIDE or STRIDE + 1 bits apart are neighbors, and cells off the board separate the rows: the
//! middle row has 2 · base − 1 cells, but the next row starts one cell later and the row before
//! ends one earlier. A group is three sets: its stones, the cells beside them, and the borders that
//! it touches.
//!
//! ```text
//! expand:
//!     for each corner and edge: to[border] = its cells, and the cells beside groups that touch it
//!     for each move: group = the stone and the groups beside it
//!         threats = cells beside the group that also are
//!             in to[] of a corner that it lacks, if it touches one                  (bridge)
//!             in to[] of two edges that it lacks, or of one if it touches two       (fork)
//!             where two runs of neighbors start: six shifts of the group            (loop)
//!             beside a stone of the group with five neighbors in it                 (filled ring)
//!         two threats: the move wins; one: the only answer; none: open
//! ```
//!
//! In a position that is searched, the player to move cannot win at once. So all threats after a
//! move are beside the group of the new stone, and the other groups need not be tested. The hashes
//! of the twelve images are updated with each stone.
//!
//! Cost: 14,000 instructions a node on base 4, 29,000 on base 5. Not for [`RingRule::Empty`], where
//! a stone of the other player can undo a threat.

use bitboard_core::{Symmetry, Word};

use super::position::{CANONICAL_STONES, Child, FAILED, NEW, NO_POINT, Point, REACHED, setting};
use crate::game::{Game, zobrist_keys};
use crate::hex::Hex;
use crate::rules::{Player, RingRule};

/// The number of images of a board.
const IMAGES: usize = Symmetry::HEXAGON.len();

/// Connected stones of a player.
#[derive(Clone, Copy)]
struct Group<W> {
    stones: W,
    /// The neighbors, with or without a stone.
    near: W,
    /// The corners and edges, as in `Hex::border`.
    borders: u16,
}

/// The state that a move changes, except the stones.
#[derive(Clone, Copy)]
struct Lists {
    /// For each player, where the groups are in `Bitboard::groups`.
    of: [(usize, usize); 2],
    /// The end of `Bitboard::groups`.
    end: usize,
}

/// A position on a board that fits a word. It needs a search: the player to move cannot win at
/// once, and the other player has at most one cell to win.
pub(super) struct Bitboard<W, const STRIDE: u32> {
    rule: RingRule,
    board: W,
    /// The cells of each corner and edge.
    borders: [W; 12],
    /// Each cell as a group of one stone.
    single: Vec<Group<W>>,
    /// For each cell and player, the hashes of the images of the stone.
    images: Vec<[[u64; IMAGES]; 2]>,
    /// [`setting`] for each attacker and player to move.
    settings: [[u64; 2]; 2],
    turn: Player,
    ply: usize,
    stones: [W; 2],
    /// The hashes of all images of the position.
    hashes: [u64; IMAGES],
    /// The groups of this position and of those before it.
    groups: Vec<Group<W>>,
    lists: Lists,
    log: Vec<(Point, Lists)>,
}

/// The empty cells where a stone of the player to move is connected to corners and edges, directly
/// or by a group.
struct Reach<W> {
    /// For each corner (0 to 5) and edge (6 to 11), the cells connected to it.
    to: [W; 12],
    /// For each corner, the cells connected to any other corner.
    corner_besides: [W; 6],
    /// For each edge, the cells connected to at least two other edges.
    edges_besides: [W; 6],
}

impl<W: Word, const STRIDE: u32> Bitboard<W, STRIDE> {
    pub(super) fn new(game: &Game) -> Self {
        let (base, rule) = (game.base(), game.rule());
        debug_assert!(2 * base - 1 <= STRIDE && rule != RingRule::Empty);
        let points = (STRIDE * (2 * base - 1)) as usize;
        let bit = |cell: Hex| W::ONE << Self::index(cell);
        let none = Group { stones: W::ZERO, near: W::ZERO, borders: 0 };
        let (mut board, mut borders) = (W::ZERO, [W::ZERO; 12]);
        let (mut single, mut images) = (vec![none; points], vec![[[0; IMAGES]; 2]; points]);
        for cell in Hex::all(base) {
            let at = Self::index(cell) as usize;
            board |= bit(cell);
            let near = cell.neighbors(base).fold(W::ZERO, |near, next| near | bit(next));
            single[at] = Group { stones: bit(cell), near, borders: cell.border(base) };
            for (border, cells) in borders.iter_mut().enumerate() {
                if cell.border(base) >> border & 1 == 1 {
                    *cells |= bit(cell);
                }
            }
            images[at] = Player::BOTH.map(|player| zobrist_keys(cell, base, player));
        }
        let settings = Player::BOTH
            .map(|attacker| Player::BOTH.map(|turn| setting(base, rule, attacker, turn)));
        let mut bitboard = Self {
            rule,
            board,
            borders,
            single,
            images,
            settings,
            turn: Player::First,
            ply: 0,
            stones: [W::ZERO; 2],
            hashes: [0; IMAGES],
            groups: Vec::new(),
            lists: Lists { of: [(0, 0); 2], end: 0 },
            log: Vec::new(),
        };
        for cell in game.stones() {
            if let Some(player) = game.stone(cell) {
                bitboard.turn = player;
                bitboard.play(Self::index(cell) as Point);
            }
        }
        bitboard.turn = game.turn();
        bitboard
    }

    /// The bit of a cell.
    fn index(cell: Hex) -> u32 {
        (cell.x - 1) + STRIDE * (cell.y - 1)
    }

    fn empty(&self) -> W {
        self.board & !(self.stones[0] | self.stones[1])
    }

    /// The groups of the player to move.
    fn own(&self) -> &[Group<W>] {
        let (start, end) = self.lists.of[self.turn.index()];
        &self.groups[start..end]
    }

    /// The cells by which the player to move reaches corners and edges.
    fn reach(&self, empty: W) -> Reach<W> {
        let mut to = self.borders;
        for group in self.own() {
            let mut borders = group.borders;
            while borders != 0 {
                to[borders.trailing_zeros() as usize] |= group.near;
                borders &= borders - 1;
            }
        }
        for cells in &mut to {
            *cells &= empty;
        }
        let mut reach = Reach { to, corner_besides: [W::ZERO; 6], edges_besides: [W::ZERO; 6] };
        for left_out in 0..6 {
            let (mut corner, mut edge, mut edges) = (W::ZERO, W::ZERO, W::ZERO);
            for other in (0..6).filter(|&other| other != left_out) {
                corner |= to[other];
                edges |= edge & to[6 + other];
                edge |= to[6 + other];
            }
            reach.corner_besides[left_out] = corner;
            reach.edges_besides[left_out] = edges;
        }
        reach
    }

    /// The group of a new stone of the player to move.
    fn joined(&self, point: usize) -> Group<W> {
        let mut joined = self.single[point];
        if (joined.near & self.stones[self.turn.index()]).is_zero() {
            return joined;
        }
        let stone = joined.stones;
        for group in self.own() {
            if !(group.near & stone).is_zero() {
                joined.stones |= group.stones;
                joined.near |= group.near;
                joined.borders |= group.borders;
            }
        }
        joined.near &= !joined.stones;
        joined
    }

    /// The empty cells where the player of a group that has not won would win by it.
    fn threats(&self, group: &Group<W>, reach: &Reach<W>, empty: W) -> W {
        let near = group.near & empty;
        let mut wins = W::ZERO;
        let (corner, edges) = (group.borders & 63, group.borders >> 6);
        if corner != 0 {
            wins |= reach.corner_besides[corner.trailing_zeros() as usize];
        }
        if edges != 0 {
            let first = edges.trailing_zeros() as usize;
            if edges.is_power_of_two() {
                wins |= reach.edges_besides[first];
            } else {
                let others = (0..6).filter(|&edge| edges >> edge & 1 == 0);
                wins |= others.fold(W::ZERO, |cells, edge| cells | reach.to[6 + edge]);
            }
        }
        // A ring has six stones. Counting takes more instructions.
        let from_fifth = (1..5).fold(group.stones, |stones, _| stones.without_lowest_bit());
        if !from_fifth.is_zero() {
            wins |= Self::loops(group.stones);
            if self.rule == RingRule::Any {
                wins |= Self::fills(group.stones);
            }
        }
        wins & near
    }

    /// The cells whose neighbor in each direction is in a set, in the order in which they lie
    /// around a cell.
    #[inline(always)]
    fn around(stones: W) -> [W; 6] {
        [
            stones >> 1,
            stones >> (STRIDE + 1),
            stones >> STRIDE,
            stones << 1,
            stones << (STRIDE + 1),
            stones << STRIDE,
        ]
    }

    /// The cells where a stone closes a loop with connected stones: these are two or three runs of
    /// its neighbors.
    #[inline(always)]
    fn loops(stones: W) -> W {
        let around = Self::around(stones);
        let (mut one, mut two, mut before) = (W::ZERO, W::ZERO, around[5]);
        for near in around {
            let starts = near & !before;
            two |= one & starts;
            one |= starts;
            before = near;
        }
        two
    }

    /// The cells next to a stone with five neighbors in a set: one of them is its sixth neighbor.
    #[inline(always)]
    fn fills(stones: W) -> W {
        // The cells with at most one neighbor that is not in the set.
        let (mut missing, mut two) = (W::ZERO, W::ZERO);
        for near in Self::around(stones) {
            two |= missing & !near;
            missing |= !near;
        }
        Self::around(stones & missing & !two).into_iter().fold(W::ZERO, |cells, near| cells | near)
    }

    /// The position after a stone of the player to move that does not win.
    #[inline(always)]
    fn child(&self, attacker: Player, point: Point, reach: &Reach<W>, empty: W) -> Child {
        let group = self.joined(usize::from(point));
        let empty = empty & !group.stones;
        let threats = self.threats(&group, reach, empty);
        let other = self.turn.other();
        let (numbers, forced) = if !threats.without_lowest_bit().is_zero() {
            // The other player cannot prevent both.
            (FAILED, NO_POINT)
        } else if !threats.is_zero() {
            (NEW, threats.trailing_zeros() as Point)
        } else if empty.is_zero() {
            // The attacker has not won.
            (if other == attacker { FAILED } else { REACHED }, NO_POINT)
        } else {
            (NEW, NO_POINT)
        };
        let images = &self.images[usize::from(point)][self.turn.index()];
        let hash = if self.ply < CANONICAL_STONES {
            let hashes = self.hashes.iter().zip(images);
            hashes.map(|(hash, image)| hash ^ image).min().unwrap_or(0)
        } else {
            self.hashes[0] ^ images[0]
        };
        let key = hash ^ self.settings[attacker.index()][other.index()];
        Child { key, numbers, point, forced }
    }

    /// Places or removes a stone of the player to move.
    fn toggle(&mut self, point: Point) {
        let (player, at) = (self.turn.index(), usize::from(point));
        self.stones[player] ^= self.single[at].stones;
        for (hash, image) in self.hashes.iter_mut().zip(&self.images[at][player]) {
            *hash ^= image;
        }
    }

    /// The player to move.
    pub(super) fn turn(&self) -> Player {
        self.turn
    }

    /// A hash of the position, the attacker and the player to move.
    pub(super) fn key(&self, attacker: Player) -> u64 {
        let is_canonical = self.ply <= CANONICAL_STONES;
        let images = &self.hashes[..if is_canonical { IMAGES } else { 1 }];
        let hash = images.iter().copied().min().unwrap_or(0);
        hash ^ self.settings[attacker.index()][self.turn.index()]
    }

    /// Appends the positions after all moves, or after the move `forced`. Stops after a move that
    /// is known to win.
    pub(super) fn expand(&self, attacker: Player, forced: Point, children: &mut Vec<Child>) {
        let (empty, first) = (self.empty(), children.len());
        let reach = self.reach(empty);
        // Positions that are images of one another are one child.
        let has_images = self.ply < CANONICAL_STONES;
        let mut moves = if forced == NO_POINT { empty } else { W::ONE << u32::from(forced) };
        while !moves.is_zero() {
            let point = moves.trailing_zeros() as Point;
            moves = moves.without_lowest_bit();
            let child = self.child(attacker, point, &reach, empty);
            if !has_images || children[first..].iter().all(|other| other.key != child.key) {
                children.push(child);
            }
            if child.numbers == FAILED {
                break;
            }
        }
    }

    /// Makes a move.
    pub(super) fn play(&mut self, point: Point) {
        let (player, at) = (self.turn.index(), usize::from(point));
        let joined = self.joined(at);
        self.log.push((point, self.lists));
        let ((start, end), first) = (self.lists.of[player], self.lists.end);
        self.groups.truncate(first);
        for i in start..end {
            let group = self.groups[i];
            if (group.stones & joined.stones).is_zero() {
                self.groups.push(group);
            }
        }
        self.groups.push(joined);
        self.lists.end = self.groups.len();
        self.lists.of[player] = (first, self.lists.end);
        self.toggle(point);
        self.ply += 1;
        self.turn = self.turn.other();
    }

    /// Undoes the last move.
    pub(super) fn undo(&mut self) {
        let Some((point, lists)) = self.log.pop() else { return };
        self.lists = lists;
        self.turn = self.turn.other();
        self.ply -= 1;
        self.toggle(point);
    }

    /// The cell of a point.
    pub(super) fn cell(point: Point) -> Hex {
        let point = u32::from(point);
        Hex { x: point % STRIDE + 1, y: point / STRIDE + 1 }
    }

    /// The point of a cell of the board.
    pub(super) fn point(cell: Hex) -> Point {
        Self::index(cell) as Point
    }
}
