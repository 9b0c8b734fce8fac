//! A referee for boards of any size, whose memory grows with the stones: [`Referee`].
//!
//! A stone goes to `Tiles`, a hash table of bits, which returns the pattern of neighbors of its
//! player, and to `Stones`, the list of all stones. [`groups`](crate::groups) and
//! [`ring`](crate::ring) find the winner, as on the boards in arrays. This is the method of the
//! analysis of Google Code Jam 2012, round 3, problem B.

mod stones;

use std::fmt;

use self::stones::{Added, Stones, Tiles, bit};
use crate::groups::{Groups, single};
use crate::hex::Hex;
use crate::ring::{RUNS, Rings};
use crate::rules::{BaseError, MIN_BASE, PlayError, Player, RingRule, Wins};

/// A referee for the stones of one player, or of two in turn, on a board of any size.
///
/// Memory and time grow with the number of stones, at most 2³²: a stone takes 16 to 32 bytes, and
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
}

impl Referee {
    /// An empty board with `base` cells along an edge, for the stones of one player. A ring
    /// encloses an empty cell.
    ///
    /// # Errors
    /// [`BaseError`] if the base is less than 2.
    pub fn new(base: u32) -> Result<Self, BaseError> {
        // Without a second player, cells without an own stone are empty.
        Self::with_players(base, RingRule::NonOwn, 1)
    }

    /// An empty board with `base` cells along an edge, for two players in turn.
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
        Ok(Self { base, rule, players, stones: Stones::new(), tiles: Tiles::new() })
    }

    /// The number of cells along an edge.
    #[must_use]
    pub fn base(&self) -> u32 {
        self.base
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
    /// [`PlayError`] if the cell is off the board or has a stone.
    ///
    /// # Panics
    /// If there are 2³² stones.
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
        let player = self.owner(stone);
        if self.players > 1 && self.has(cell, player.other()) {
            return Err(PlayError::Taken { cell });
        }
        let number = u32::try_from(stone).expect("there are fewer than 2³² stones");
        let Some(added) = self.tiles.add(cell, player as u32, number) else {
            return Err(PlayError::Taken { cell });
        };
        let info = single(borders);
        self.stones.push(bit(cell), added.before, info);
        // One cell is on one border at most.
        if added.pattern == 0 {
            return Ok(Wins::NONE);
        }
        Ok(self.connect(cell, stone, info, player, &added))
    }

    /// Connects the last stone with its neighbors, and returns the ways in which it wins.
    #[inline]
    fn connect(
        &mut self,
        cell: Hex,
        stone: usize,
        info: u32,
        player: Player,
        added: &Added,
    ) -> Wins {
        let Self { stones, tiles, .. } = self;
        let runs = &RUNS[added.pattern];
        let run = |stones: &Stones, i: usize| {
            let near = cell.step(runs.first[i].into());
            stones.in_tile(tiles.last(near, player as u32, added), bit(near))
        };
        let (info, has_loop) = stones.connect(stone, info, runs.count, run, &mut |_, _| {});
        let ring = self.closes_ring(cell, player, self.rule, has_loop, runs.middle);
        Wins::of_borders(info) | Wins::RING.when(ring)
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
