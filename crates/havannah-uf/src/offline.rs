//! The other method of the analysis: whole games, from their end.
//!
//! A stone that is added cuts regions apart, a stone that is taken away joins them, and joining is
//! what a union-find can do. So [`first_win`] puts all stones on the board and takes them away from the
//! last to the first, with a union-find over the cells that are *not* a player's: as long as a region
//! that does not reach the border is left, there is a ring. Bridges and forks come from a second
//! union-find over the stones from the first to the last.

use alloc::vec;
use alloc::vec::Vec;

use crate::cell::Hex;
use crate::dense::Outcome;
use crate::error::PlayError;
use crate::rule::{Player, RingRule};
use crate::wins::Wins;

/// The largest base, for which [`first_win`] takes some 170 MB.
pub const MAX_BASE: u32 = 1024;

/// The first win of a game of two players in turn, whose stones may go on after it. Memory and time
/// are in proportion to the square of the base.
///
/// ```
/// use havannah_uf::{Hex, RingRule, Wins, offline};
///
/// let stones = [(1, 1), (3, 3), (1, 2), (2, 3), (2, 1)].map(|(x, y)| Hex { x, y });
/// let outcome = offline::first_win(2, RingRule::Any, &stones)?.unwrap();
/// assert_eq!((outcome.wins, outcome.ply), (Wins::BRIDGE, 3));
/// # Ok::<(), havannah_uf::PlayError>(())
/// ```
///
/// # Errors
/// [`PlayError`] for the first stone off the board or on another, or for a base of more than [`MAX_BASE`].
pub fn first_win(base: u32, rule: RingRule, stones: &[Hex]) -> Result<Option<Outcome>, PlayError> {
    if base > MAX_BASE {
        return Err(PlayError::BaseTooLarge { base, largest: MAX_BASE });
    }
    let mut seen = vec![false; cells(base)];
    for &cell in stones {
        if !cell.is_on_board(base) {
            return Err(PlayError::OffBoard { cell, base });
        }
        if core::mem::replace(&mut seen[index(base, cell)], true) {
            return Err(PlayError::Taken { cell });
        }
    }
    let outcomes = Player::BOTH.into_iter().filter_map(|player| {
        let borders = first_on_borders(base, stones, player);
        let ring = first_ring(base, rule, stones, player).map(|ply| (ply, Wins::RING));
        let ply = [borders, ring].into_iter().flatten().map(|(ply, _)| ply).min()?;
        let at_once = [borders, ring].into_iter().flatten().filter(|&(at, _)| at == ply);
        let wins = at_once.fold(Wins::NONE, |wins, (_, more)| wins | more);
        Some(Outcome { player, wins, ply: ply + 1 })
    });
    Ok(outcomes.min_by_key(|outcome| outcome.ply))
}

/// Cells are numbered x + 2 · base · y, and 0 is all that is off the board.
fn index(base: u32, cell: Hex) -> usize {
    cell.x as usize + 2 * base as usize * cell.y as usize
}

fn cells(base: u32) -> usize {
    4 * base as usize * base as usize
}

/// A union-find with path halving and union by size.
struct Sets {
    parent: Vec<u32>,
    size: Vec<u32>,
}

impl Sets {
    fn new(len: usize) -> Self {
        Self { parent: (0..len as u32).collect(), size: vec![1; len] }
    }

    fn find(&mut self, mut i: usize) -> usize {
        while self.parent[i] as usize != i {
            let parent = self.parent[i] as usize;
            self.parent[i] = self.parent[parent];
            i = parent;
        }
        i
    }

    /// The new root and the one that is none any more, if they were two.
    fn union(&mut self, a: usize, b: usize) -> Option<(usize, usize)> {
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            return None;
        }
        let (large, small) = if self.size[a] >= self.size[b] { (a, b) } else { (b, a) };
        self.parent[small] = large as u32;
        self.size[large] += self.size[small];
        Some((large, small))
    }
}

/// The first stone that makes a bridge or fork.
fn first_on_borders(base: u32, stones: &[Hex], player: Player) -> Option<(usize, Wins)> {
    let mut groups = Sets::new(cells(base));
    let mut borders = vec![0; cells(base)];
    let mut own = vec![false; cells(base)];
    for (ply, &cell) in stones.iter().enumerate().filter(|&(ply, _)| Player::at(ply) == player) {
        let here = index(base, cell);
        (own[here], borders[here]) = (true, cell.border(base));
        for next in cell.around(base).into_iter().flatten() {
            let next = index(base, next);
            if own[next]
                && let Some((large, small)) = groups.union(here, next)
            {
                borders[large] |= borders[small];
            }
        }
        let wins = Wins::of_borders(borders[groups.find(here)]);
        if !wins.is_empty() {
            return Some((ply, wins));
        }
    }
    None
}

/// What one player's stones leave, while stones are taken away.
struct Regions {
    base: u32,
    rule: RingRule,
    own: Vec<bool>,
    sets: Sets,
    /// For the root of a region, how many of its cells count.
    counting: Vec<u32>,
    /// How many cells that count are cut off from the border.
    enclosed: u64,
    /// How many own stones have six around them.
    full: u64,
}

impl Regions {
    /// Cells that are not the player's join this region and, with the border, the root of 0.
    fn open(&mut self, cell: Hex, counts: bool) {
        let here = index(self.base, cell);
        self.own[here] = false;
        self.counting[here] = u32::from(counts);
        self.enclosed += u64::from(counts);
        for next in cell.around(self.base) {
            match next {
                None => self.join(here, 0),
                Some(next) if !self.own[index(self.base, next)] => {
                    self.join(here, index(self.base, next));
                }
                Some(_) => {}
            }
        }
    }

    fn join(&mut self, a: usize, b: usize) {
        let outside = self.sets.find(0);
        let before = [a, b].map(|i| self.sets.find(i));
        if let Some((large, small)) = self.sets.union(a, b) {
            if before.contains(&outside) {
                let joined = if before[0] == outside { before[1] } else { before[0] };
                self.enclosed -= u64::from(self.counting[joined]);
                self.counting[joined] = 0;
            }
            self.counting[large] += core::mem::take(&mut self.counting[small]);
        }
    }

    /// A cell that was the other player's has become empty.
    fn count(&mut self, cell: Hex) {
        let root = self.sets.find(index(self.base, cell));
        if root != self.sets.find(0) {
            self.counting[root] += 1;
            self.enclosed += 1;
        }
    }

    fn is_full(&self, cell: Hex) -> bool {
        let is_own = |next: Option<Hex>| next.is_some_and(|next| self.own[index(self.base, next)]);
        self.own[index(self.base, cell)] && cell.around(self.base).into_iter().all(is_own)
    }

    fn has_ring(&self) -> bool {
        self.enclosed > 0 || self.rule == RingRule::Any && self.full > 0
    }
}

/// The first stone after which there is a ring.
fn first_ring(base: u32, rule: RingRule, stones: &[Hex], player: Player) -> Option<usize> {
    let mut regions = Regions {
        base,
        rule,
        own: vec![true; cells(base)],
        sets: Sets::new(cells(base)),
        counting: vec![0; cells(base)],
        enclosed: 0,
        full: 0,
    };
    // All cells are the player's at first, and those that are not are opened one after the other.
    let mut owner = vec![None; cells(base)];
    for (ply, &cell) in stones.iter().enumerate() {
        owner[index(base, cell)] = Some(Player::at(ply));
    }
    for cell in Hex::all(base) {
        let owner = owner[index(base, cell)];
        if owner != Some(player) {
            regions.open(cell, rule != RingRule::Empty || owner.is_none());
        }
    }
    regions.full = Hex::all(base).filter(|&cell| regions.is_full(cell)).count() as u64;
    let mut first = None;
    for (ply, &cell) in stones.iter().enumerate().rev() {
        if regions.has_ring() {
            first = Some(ply);
        }
        if Player::at(ply) == player {
            let around = cell.around(base).into_iter().flatten();
            let full = around.chain([cell]).filter(|&near| regions.is_full(near)).count();
            regions.full -= full as u64;
            regions.open(cell, true);
        } else if rule == RingRule::Empty {
            regions.count(cell);
        }
    }
    first
}
