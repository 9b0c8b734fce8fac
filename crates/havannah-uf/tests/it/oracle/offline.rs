//! The second method of the analysis of Google Code Jam 2012, round 3, problem B: whole games, from
//! their end.
//!
//! Adding a stone splits regions; removing a stone joins them, which a union-find supports.
//! [`first_win`] places all stones and removes them from the last to the first, with a union-find
//! over the cells that are *not* the player's. While a region does not reach the border, there is a
//! ring. Bridges and forks come from a second union-find over the stones from the first to the
//! last.

use havannah_uf::{Hex, Outcome, Player, RingRule, Wins};

/// The first win of a game of two players in turn. Stones after the win are allowed. All stones are
/// on different cells of the board.
pub(crate) fn first_win(base: u32, rule: RingRule, stones: &[Hex]) -> Option<Outcome> {
    let outcomes = Player::BOTH.into_iter().filter_map(|player| {
        let borders = first_on_borders(base, stones, player);
        let ring = first_ring(base, rule, stones, player).map(|ply| (ply, Wins::RING));
        let ply = [borders, ring].into_iter().flatten().map(|(ply, _)| ply).min()?;
        let at_once = [borders, ring].into_iter().flatten().filter(|&(at, _)| at == ply);
        let wins = at_once.map(|(_, wins)| wins).collect();
        Some((ply, Outcome::Won { player, wins, number: ply + 1 }))
    });
    outcomes.min_by_key(|&(ply, _)| ply).map(|(_, outcome)| outcome)
}

/// A bit for the corner (0 to 5) or the edge (6 to 11) of a cell.
fn border(cell: Hex, base: u32) -> u16 {
    let (Hex { x, y }, side) = (cell, 2 * base - 1);
    let corners = [(1, 1), (1, base), (base, side), (side, side), (side, base), (base, 1)];
    if let Some(corner) = corners.iter().position(|&corner| corner == (x, y)) {
        return 1 << corner;
    }
    let edges = [x == 1, y + 1 == x + base, y == side, x == side, x + 1 == y + base, y == 1];
    edges.iter().position(|&on| on).map_or(0, |edge| 1 << (6 + edge))
}

fn wins_of_borders(borders: u16) -> Wins {
    let bridge = (borders & 0x3f).count_ones() >= 2;
    let fork = (borders >> 6).count_ones() >= 3;
    [(bridge, Wins::BRIDGE), (fork, Wins::FORK)]
        .into_iter()
        .filter(|way| way.0)
        .map(|way| way.1)
        .collect()
}

/// The index of a cell: x + 2 · base · y. Index 0 stands for all cells off the board.
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

    /// The new root and the former root, if the sets were different.
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
        (own[here], borders[here]) = (true, border(cell, base));
        for next in cell.neighbors(base) {
            let next = index(base, next);
            if own[next]
                && let Some((large, small)) = groups.union(here, next)
            {
                borders[large] |= borders[small];
            }
        }
        let wins = wins_of_borders(borders[groups.find(here)]);
        if !wins.is_empty() {
            return Some((ply, wins));
        }
    }
    None
}

/// The cells without a stone of one player, while stones are removed.
struct Regions {
    base: u32,
    rule: RingRule,
    own: Vec<bool>,
    sets: Sets,
    /// For the root of a region, the number of its cells that the rule accepts.
    counting: Vec<u32>,
    /// The number of enclosed cells that the rule accepts.
    enclosed: u64,
    /// The number of own stones with six own neighbors.
    full: u64,
}

impl Regions {
    /// Opens a cell: it joins the regions next to it and, at the border, that of index 0.
    fn open(&mut self, cell: Hex, counts: bool) {
        let here = index(self.base, cell);
        self.own[here] = false;
        self.counting[here] = u32::from(counts);
        self.enclosed += u64::from(counts);
        let neighbors: Vec<Hex> = cell.neighbors(self.base).collect();
        if neighbors.len() < 6 {
            self.join(here, 0);
        }
        for next in neighbors {
            if !self.own[index(self.base, next)] {
                self.join(here, index(self.base, next));
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
            self.counting[large] += std::mem::take(&mut self.counting[small]);
        }
    }

    /// Accepts a cell that was the other player's and is now empty.
    fn count(&mut self, cell: Hex) {
        let root = self.sets.find(index(self.base, cell));
        if root != self.sets.find(0) {
            self.counting[root] += 1;
            self.enclosed += 1;
        }
    }

    fn is_full(&self, cell: Hex) -> bool {
        let is_own = |cell: Hex| self.own[index(self.base, cell)];
        is_own(cell) && cell.neighbors(self.base).filter(|&next| is_own(next)).count() == 6
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
    // The player has all cells at first. The others are removed one at a time.
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
            let around = cell.neighbors(base);
            let full = around.chain([cell]).filter(|&near| regions.is_full(near)).count();
            regions.full -= full as u64;
            regions.open(cell, true);
        } else if rule == RingRule::Empty {
            regions.count(cell);
        }
    }
    first
}
