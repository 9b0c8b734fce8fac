//! Havannah for one player in two contest styles. Both look for a ring after every stone by searching
//! for cells that are cut off from the border; bridges and forks come from a union-find.

use std::collections::HashMap;

/// The six directions around a cell.
const AROUND: [(i32, i32); 6] = [(1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1)];

/// 1 = bridge, 2 = fork, 4 = ring.
pub type Wins = u8;

fn is_on_board(base: i32, (x, y): (i32, i32)) -> bool {
    x >= 1 && y >= 1 && x < 2 * base && y < 2 * base && (x - y).abs() < base
}

/// A bit for the corner or, above the corners, the edge that a cell lies on.
fn border(base: i32, (x, y): (i32, i32)) -> u16 {
    let side = 2 * base - 1;
    let corners = [(1, 1), (1, base), (base, side), (side, side), (side, base), (base, 1)];
    if let Some(corner) = corners.iter().position(|&corner| corner == (x, y)) {
        return 1 << corner;
    }
    let edges = [x == 1, y - x == base - 1, y == side, x == side, x - y == base - 1, y == 1];
    edges.iter().position(|&on| on).map_or(0, |edge| 64 << edge)
}

fn wins(borders: u16, ring: bool) -> Wins {
    u8::from((borders & 63).count_ones() >= 2)
        | u8::from((borders >> 6).count_ones() >= 3) << 1
        | u8::from(ring) << 2
}

/// Arrays over all cells of the board.
#[derive(Clone, Debug)]
pub struct Dense {
    base: i32,
    /// By x + 2S·y; 0 for an empty cell.
    parent: Vec<u32>,
    borders: Vec<u16>,
    seen: Vec<u32>,
    search: u32,
}

impl Dense {
    /// An empty board of base `base`.
    #[must_use]
    pub fn new(base: i32) -> Self {
        let cells = (4 * base * base) as usize;
        Self {
            base,
            parent: vec![0; cells],
            borders: vec![0; cells],
            seen: vec![0; cells],
            search: 0,
        }
    }

    fn index(&self, (x, y): (i32, i32)) -> usize {
        (x + 2 * self.base * y) as usize
    }

    fn find(&mut self, mut i: usize) -> usize {
        while self.parent[i] as usize != i {
            let parent = self.parent[i] as usize;
            self.parent[i] = self.parent[parent];
            i = parent;
        }
        i
    }

    /// Places a stone on an empty cell of the board.
    pub fn play(&mut self, cell: (i32, i32)) -> Wins {
        let i = self.index(cell);
        self.parent[i] = i as u32;
        self.borders[i] = border(self.base, cell);
        for (dx, dy) in AROUND {
            let next = (cell.0 + dx, cell.1 + dy);
            if is_on_board(self.base, next) && self.parent[self.index(next)] != 0 {
                let j = self.index(next);
                let (a, b) = (self.find(i), self.find(j));
                if a != b {
                    self.parent[a] = b as u32;
                    self.borders[b] |= self.borders[a];
                }
            }
        }
        let root = self.find(i);
        wins(self.borders[root], self.has_ring(cell))
    }

    /// Returns whether some empty cell beside the stone is cut off from the border.
    fn has_ring(&mut self, (x, y): (i32, i32)) -> bool {
        AROUND.iter().any(|(dx, dy)| {
            let start = (x + dx, y + dy);
            is_on_board(self.base, start)
                && self.parent[self.index(start)] == 0
                && !self.reaches_border(start)
        })
    }

    /// Returns whether some stone beside `cell` has six stones around it.
    fn fills(&self, (x, y): (i32, i32)) -> bool {
        let is_stone = |cell| is_on_board(self.base, cell) && self.parent[self.index(cell)] != 0;
        AROUND.iter().any(|(dx, dy)| {
            let (x, y) = (x + dx, y + dy);
            is_stone((x, y)) && AROUND.iter().all(|(dx, dy)| is_stone((x + dx, y + dy)))
        })
    }

    fn reaches_border(&mut self, start: (i32, i32)) -> bool {
        self.search += 1;
        let mut open = vec![start];
        while let Some(cell) = open.pop() {
            let i = self.index(cell);
            if self.seen[i] == self.search {
                continue;
            }
            self.seen[i] = self.search;
            for (dx, dy) in AROUND {
                let next = (cell.0 + dx, cell.1 + dy);
                if !is_on_board(self.base, next) {
                    return true;
                }
                if self.parent[self.index(next)] == 0 {
                    open.push(next);
                }
            }
        }
        false
    }
}

/// Random games of two players in the style of [`Dense`]: arrays over all cells, and a search for a ring
/// after every stone; a ring goes round any cell.
#[derive(Clone, Debug)]
pub struct Playout {
    base: i32,
    cells: Vec<(i32, i32)>,
    /// For each player, by x + 2S·y; 0 for a cell without a stone of the player.
    players: [Dense; 2],
}

impl Playout {
    /// An empty board of base `base`.
    #[must_use]
    pub fn new(base: i32) -> Self {
        let all = (1..2 * base).flat_map(|y| (1..2 * base).map(move |x| (x, y)));
        let cells = all.filter(|&cell| is_on_board(base, cell)).collect();
        Self { base, cells, players: [Dense::new(base), Dense::new(base)] }
    }

    /// Plays a game of moves chosen by `below(n)`, a number below n for n empty cells. Says how many
    /// stones it took and how the last one wins, 0 for a draw.
    pub fn play(&mut self, mut below: impl FnMut(usize) -> usize) -> (usize, Wins) {
        for player in &mut self.players {
            player.parent.fill(0);
            player.borders.fill(0);
        }
        for left in (1..=self.cells.len()).rev() {
            self.cells.swap(below(left), left - 1);
            let cell = self.cells[left - 1];
            let stones = self.cells.len() - left + 1;
            let player = &mut self.players[1 - stones % 2];
            let mut wins = player.play(cell);
            if wins & 4 == 0 && player.fills(cell) {
                wins |= 4;
            }
            if wins != 0 {
                return (stones, wins);
            }
        }
        (self.cells.len(), 0)
    }

    /// The number of cells along an edge.
    #[must_use]
    pub fn base(&self) -> i32 {
        self.base
    }
}

/// A map of stones, for boards that are too large for arrays. Rings are detected by the neighbors of the
/// stone, as in the analysis of the contest.
#[derive(Clone, Debug)]
pub struct Mapped {
    base: i32,
    /// The parent and the borders of each stone.
    stones: HashMap<(i32, i32), ((i32, i32), u16)>,
}

impl Mapped {
    /// An empty board of base `base`.
    #[must_use]
    pub fn new(base: i32) -> Self {
        Self { base, stones: HashMap::new() }
    }

    fn find(&mut self, cell: (i32, i32)) -> (i32, i32) {
        let parent = self.stones[&cell].0;
        if parent == cell {
            return cell;
        }
        let root = self.find(parent);
        if let Some(stone) = self.stones.get_mut(&cell) {
            stone.0 = root;
        }
        root
    }

    /// Places a stone on an empty cell of the board.
    pub fn play(&mut self, cell: (i32, i32)) -> Wins {
        let around = AROUND.map(|(dx, dy)| {
            let next = (cell.0 + dx, cell.1 + dy);
            self.stones.contains_key(&next).then(|| self.find(next))
        });
        let ring = (0..6).any(|i| {
            (i + 1..6).any(|j| {
                around[i].is_some()
                    && around[i] == around[j]
                    && (i + 1..j).any(|k| around[k].is_none())
                    && (j + 1..i + 6).any(|k| around[k % 6].is_none())
            })
        });
        let mut borders = border(self.base, cell);
        for root in around.into_iter().flatten() {
            borders |= self.stones[&root].1;
            self.stones.insert(root, (cell, 0));
        }
        self.stones.insert(cell, (cell, borders));
        wins(borders, ring)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use havannah_uf::{Hex, Referee};

    #[test]
    fn both_judge_as_the_referee_does() {
        let mut random = Random::new(3);
        for base in 2..9 {
            for _ in 0..100 {
                let side = 2 * base - 1;
                let mut cells: Vec<_> = (1..=side)
                    .flat_map(|x| (1..=side).map(move |y| (x, y)))
                    .filter(|&cell| is_on_board(base, cell))
                    .collect();
                random.shuffle(&mut cells);
                let (mut dense, mut mapped) = (Dense::new(base), Mapped::new(base));
                let mut referee = Referee::new(base as u32).unwrap();
                for (x, y) in cells {
                    let expected =
                        referee.play(Hex { x: x as u32, y: y as u32 }).unwrap().to_string();
                    let names = |wins: Wins| {
                        let names = ["bridge", "fork", "ring"].into_iter().enumerate();
                        let names: Vec<_> =
                            names.filter(|(i, _)| wins >> i & 1 == 1).map(|(_, n)| n).collect();
                        if names.is_empty() { "none".to_owned() } else { names.join("-") }
                    };
                    let (a, b) = (dense.play((x, y)), mapped.play((x, y)));
                    assert_eq!((names(a), names(b)), (expected.clone(), expected.clone()));
                    if expected != "none" {
                        break;
                    }
                }
            }
        }
    }
}
