//! A referee for boards of any size, whose memory grows with the stones: [`Referee`].
//!
//! A stone goes to `Tiles`, a hash table of bits, which returns the pattern of neighbors of its
//! player, and to `Stones`, the list of all stones with a union-find by size with path halving. As
//! on the boards in arrays, the borders of the group show bridges and forks, and
//! [`ring`](crate::ring) finds rings. This is the method of the analysis of Google Code Jam 2012,
//! round 3, problem B.

mod stones;

use core::fmt;

use self::stones::{Added, Stones, Tiles, bit};
use crate::hex::Hex;
use crate::ring::{RUNS, Rings};
use crate::rules::{BaseError, MIN_BASE, OutOfMemory, PlayError, Player, RingRule, Wins};

/// The number of stones for which memory is reserved at least, if it runs out.
const RESERVED: usize = 8;

/// A referee for the stones of one player, or of two in turn, on a board of any size.
///
/// Memory and time grow with the number of stones, at most 2³¹: a stone takes 16 to 32 bytes, and
/// each area of 8 × 4 cells with stones 21 to 43 bytes.
///
/// ```
/// use havannah_uf::{Hex, Referee, RingRule, Wins};
///
/// let mut referee = Referee::for_two(1_000_000, RingRule::Any)?;
/// let ring = [(501, 500), (501, 501), (500, 501), (499, 500), (499, 499), (500, 499)];
/// for (i, (x, y)) in (0..).zip(ring) {
///     let wins = referee.play(Hex { x, y })?;
///     assert_eq!(wins, if i == 5 { Wins::RING } else { Wins::NONE });
///     // The second player places stones elsewhere.
///     referee.play(Hex::new(100_000 + 2 * i, 100_000))?;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Referee {
    base: u32,
    rule: RingRule,
    players: u32,
    stones: Stones,
    tiles: Tiles,
    /// Memory is reserved for this number of stones.
    reserved: usize,
}

impl Referee {
    /// An empty board with `base` cells along an edge, for the stones of one player. A ring
    /// encloses an empty cell.
    ///
    /// ```
    /// use havannah_uf::{Hex, Referee, Wins};
    ///
    /// let mut referee = Referee::new(2)?;
    /// assert_eq!(referee.play(Hex::new(1, 1))?, Wins::NONE);
    /// assert_eq!(referee.play(Hex::new(1, 2))?, Wins::BRIDGE);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`BaseError`] if the base is less than 2.
    pub fn new(base: u32) -> Result<Self, BaseError> {
        // Without a second player, cells without an own stone are empty.
        Self::with_players(base, RingRule::NonOwn, 1)
    }

    /// An empty board with `base` cells along an edge, for two players in turn.
    ///
    /// ```
    /// use havannah_uf::{Hex, Player, Referee, RingRule};
    ///
    /// let mut referee = Referee::for_two(3, RingRule::Any)?;
    /// referee.play(Hex::new(3, 3))?;
    /// assert_eq!((referee.turn(), referee.ply()), (Player::Second, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`BaseError`] if the base is less than 2.
    pub fn for_two(base: u32, rule: RingRule) -> Result<Self, BaseError> {
        Self::with_players(base, rule, 2)
    }

    fn with_players(base: u32, rule: RingRule, players: u32) -> Result<Self, BaseError> {
        if base < MIN_BASE {
            return Err(BaseError { base, max: u32::MAX });
        }
        let (stones, tiles) = (Stones::new(), Tiles::new());
        Ok(Self { base, rule, players, stones, tiles, reserved: 0 })
    }

    /// The number of cells along an edge.
    #[must_use]
    pub fn base(&self) -> u32 {
        self.base
    }

    /// Reserves memory for `stones` more stones.
    ///
    /// ```
    /// use havannah_uf::Referee;
    ///
    /// let mut referee = Referee::new(1_000_000)?;
    /// referee.reserve(10_000)?;
    /// assert!(referee.reserve(usize::MAX).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`OutOfMemory`] if memory for them cannot be allocated. The referee does not change.
    #[cold]
    pub fn reserve(&mut self, stones: usize) -> Result<(), OutOfMemory> {
        let room = self.stones.reserve(stones)?.min(self.tiles.reserve(stones)?);
        self.reserved = self.ply() + room;
        Ok(())
    }

    /// The number of stones on the board.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.stones.len()
    }

    /// The player to move; with one player, always the first.
    #[must_use]
    pub fn turn(&self) -> Player {
        self.owner(self.stones.len())
    }

    /// The player whose stone is on a cell.
    #[must_use]
    pub fn stone(&self, cell: Hex) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| self.has(cell, player))
    }

    /// The player who has placed stone number `stone`, counted from 0.
    fn owner(&self, stone: usize) -> Player {
        if self.players > 1 { Player::at(stone) } else { Player::First }
    }

    /// Places a stone of the player to move, and returns the ways in which it wins. After a win,
    /// bridges and forks are reported again for each stone of their group, rings only if another
    /// ring closes.
    ///
    /// ```
    /// use havannah_uf::{Hex, PlayError, Referee, Wins};
    ///
    /// let mut referee = Referee::new(3)?;
    /// for (x, y) in [(3, 2), (4, 3), (4, 4), (3, 4), (2, 3)] {
    ///     assert_eq!(referee.play(Hex { x, y })?, Wins::NONE);
    /// }
    /// assert_eq!(referee.play(Hex::new(2, 2))?, Wins::RING);
    /// let cell = Hex::new(2, 2);
    /// assert_eq!(referee.play(cell), Err(PlayError::Taken { cell }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`PlayError`] if the cell is off the board or has a stone, or if memory for the stone
    /// cannot be allocated.
    pub fn play(&mut self, cell: Hex) -> Result<Wins, PlayError> {
        let base = self.base;
        let borders = if cell.is_inside(base) {
            0
        } else if cell.is_on_board(base) {
            cell.border(base)
        } else {
            return Err(PlayError::OffBoard { cell, base });
        };
        let stone = self.stones.len();
        if stone >= self.reserved {
            self.reserve(RESERVED)?;
        }
        let player = self.owner(stone);
        if self.players > 1 && self.has(cell, player.other()) {
            return Err(PlayError::Taken { cell });
        }
        let Some(added) = self.tiles.add(cell, player as u32, stone as u32) else {
            return Err(PlayError::Taken { cell });
        };
        self.stones.push(bit(cell), added.before, borders);
        // One cell is on one border at most.
        let wins =
            if added.pattern == 0 { Wins::NONE } else { self.connect(cell, stone, player, &added) };
        Ok(wins)
    }

    /// Connects the last stone with its neighbors, and returns the ways in which it wins.
    #[inline]
    fn connect(&mut self, cell: Hex, stone: usize, player: Player, added: &Added) -> Wins {
        let runs = &RUNS[added.pattern];
        let mut root = self.group(cell, runs.first[0], player, added);
        self.stones.join(stone, root);
        let mut has_loop = false;
        for &direction in &runs.first[1..usize::from(runs.count)] {
            let near = self.group(cell, direction, player, added);
            match self.stones.union(root, near) {
                Some(larger) => root = larger,
                None => has_loop = true,
            }
        }
        let ring = self.closes_ring(cell, player, self.rule, has_loop, runs.middle);
        Wins::of_borders(self.stones.borders(root).into()) | Wins::RING.when(ring)
    }

    /// The root of the group of a neighbor of the last stone.
    #[inline]
    fn group(&mut self, cell: Hex, direction: u8, player: Player, added: &Added) -> usize {
        let near = cell.step(direction.into());
        let last = self.tiles.last(near, player as u32, added);
        let stone = self.stones.in_tile(last, bit(near));
        self.stones.find(stone)
    }
}

impl fmt::Debug for Referee {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { base, rule, players, .. } = self;
        let mut fields = f.debug_struct("Referee");
        fields.field("base", base).field("rule", rule).field("players", players);
        fields.field("stones", &self.ply()).finish_non_exhaustive()
    }
}

impl Rings for Referee {
    type Cell = Hex;

    #[inline]
    fn pattern_beside(&self, cell: Hex, direction: usize, player: Player) -> u8 {
        self.tiles.pattern(cell.step(direction), player as u32) as u8
    }

    fn hex(&self, cell: Hex) -> Hex {
        cell
    }

    #[inline]
    fn has(&self, cell: Hex, player: Player) -> bool {
        self.tiles.has(cell, player as u32)
    }

    fn is_on_board(&self, cell: Hex) -> bool {
        cell.is_on_board(self.base)
    }
}
