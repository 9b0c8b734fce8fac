//! Port of the analysis of Google Code Jam 2012, round 3, problem B ("Havannah"): the winner by
//! union-find on a map of stones, and the two alternatives that the analysis names, binary search
//! for bridges and forks and the game backwards for rings.

use std::collections::HashMap;

/// The six directions around a cell.
pub const AROUND: [(i32, i32); 6] = [(1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1)];

/// 1 = bridge, 2 = fork, 4 = ring.
pub type Wins = u8;
/// A ring.
const RING: Wins = 4;

/// Returns whether a board has the cell.
#[must_use]
pub fn is_on_board(base: i32, (x, y): (i32, i32)) -> bool {
    x >= 1 && y >= 1 && x < 2 * base && y < 2 * base && (x - y).abs() < base
}

/// A bit for the corner or, above the corners, the edge that a cell lies on: `checkType` of the
/// analysis.
#[must_use]
pub fn border(base: i32, (x, y): (i32, i32)) -> u16 {
    let side = 2 * base - 1;
    let corners = [(1, 1), (1, base), (base, side), (side, side), (side, base), (base, 1)];
    if let Some(corner) = corners.iter().position(|&corner| corner == (x, y)) {
        return 1 << corner;
    }
    let edges = [x == 1, y - x == base - 1, y == side, x == side, x - y == base - 1, y == 1];
    edges.iter().position(|&on| on).map_or(0, |edge| 64 << edge)
}

/// The wins by the borders of a group, and by a ring.
#[must_use]
pub fn wins(borders: u16, ring: bool) -> Wins {
    u8::from((borders & 63).count_ones() >= 2)
        | u8::from((borders >> 6).count_ones() >= 3) << 1
        | if ring { RING } else { 0 }
}

/// A map of stones, for boards that are too large for arrays. The neighbors of a stone show rings.
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

/// The first stone that wins, counted from 1, and how.
pub type Win = Option<(usize, Wins)>;

/// By [`Mapped`], stone by stone.
#[must_use]
pub fn online(base: i32, stones: &[(i32, i32)]) -> Win {
    let mut board = Mapped::new(base);
    (1..).zip(stones).find_map(|(number, &cell)| {
        let wins = board.play(cell);
        (wins != 0).then_some((number, wins))
    })
}

/// Bridges and forks by union-find, rings by the game backwards: the remark at the end of the
/// analysis.
#[must_use]
pub fn backwards(base: i32, stones: &[(i32, i32)]) -> Win {
    let mut groups = Sets::new(base);
    let mut borders = vec![0; groups.parent.len()];
    let mut is_stone = vec![false; groups.parent.len()];
    let by_borders = (1..).zip(stones).find_map(|(number, &cell)| {
        let here = index(base, cell);
        (is_stone[here], borders[here]) = (true, border(base, cell));
        for next in neighbors(base, cell).map(|next| index(base, next)) {
            if is_stone[next] {
                let (a, b) = (groups.find(here), groups.find(next));
                groups.parent[a] = b as u32;
                borders[b] |= borders[a];
            }
        }
        let wins = wins(borders[groups.find(here)], false);
        (wins != 0).then_some((number, wins))
    });
    earlier(by_borders, first_ring(base, stones))
}

/// Bridges and forks by binary search over the moves, rings by the game backwards: "some
/// competitors used this".
#[must_use]
pub fn binary_search(base: i32, stones: &[(i32, i32)]) -> Win {
    let numbers: Vec<usize> = (1..=stones.len()).collect();
    let at = numbers.partition_point(|&number| wins_of_groups(base, &stones[..number]) == 0);
    let number = numbers.get(at).copied();
    let by_borders = number.map(|number| (number, wins_of_groups(base, &stones[..number])));
    earlier(by_borders, first_ring(base, stones))
}

/// The earlier of two wins, or both if the same stone makes them.
fn earlier(a: Win, b: Win) -> Win {
    match (a, b) {
        (Some((i, a)), Some((j, b))) if i == j => Some((i, a | b)),
        (Some((i, _)), Some((j, _))) => {
            if i < j {
                a
            } else {
                b
            }
        }
        _ => a.or(b),
    }
}

/// The bridges and forks of all groups, by a search through each.
fn wins_of_groups(base: i32, stones: &[(i32, i32)]) -> Wins {
    let mut rest = vec![false; cells(base)];
    stones.iter().for_each(|&cell| rest[index(base, cell)] = true);
    let mut found = 0;
    let mut open = Vec::new();
    for &cell in stones {
        let mut borders = 0;
        open.push(cell);
        while let Some(cell) = open.pop() {
            if std::mem::take(&mut rest[index(base, cell)]) {
                borders |= border(base, cell);
                open.extend(neighbors(base, cell));
            }
        }
        found |= wins(borders, false);
    }
    found
}

/// The first stone after which stones enclose an empty cell. The game is played backwards: a cell
/// that becomes empty joins the regions beside it, and a region that does not reach the border is
/// enclosed.
fn first_ring(base: i32, stones: &[(i32, i32)]) -> Win {
    let mut regions =
        Regions { base, sets: Sets::new(base), is_empty: vec![false; cells(base)], enclosed: 0 };
    let mut is_stone = vec![false; cells(base)];
    stones.iter().for_each(|&cell| is_stone[index(base, cell)] = true);
    let all = (1..2 * base).flat_map(|y| (1..2 * base).map(move |x| (x, y)));
    all.filter(|&cell| is_on_board(base, cell) && !is_stone[index(base, cell)])
        .for_each(|cell| regions.empty(cell));
    let mut first = None;
    for (before, &cell) in stones.iter().enumerate().rev() {
        if regions.enclosed > 0 {
            first = Some((before + 1, RING));
        }
        regions.empty(cell);
    }
    first
}

/// The empty cells while stones are removed.
struct Regions {
    base: i32,
    /// Index 0 is outside.
    sets: Sets,
    is_empty: Vec<bool>,
    /// The number of regions that do not reach the border.
    enclosed: usize,
}

impl Regions {
    /// Empties a cell.
    fn empty(&mut self, cell: (i32, i32)) {
        let here = index(self.base, cell);
        self.is_empty[here] = true;
        self.enclosed += 1;
        for (dx, dy) in AROUND {
            let next = (cell.0 + dx, cell.1 + dy);
            let next = if is_on_board(self.base, next) { index(self.base, next) } else { 0 };
            if next == 0 || self.is_empty[next] {
                let (a, b) = (self.sets.find(here), self.sets.find(next));
                self.sets.parent[a] = b as u32;
                self.enclosed -= usize::from(a != b);
            }
        }
    }
}

/// A union-find with path halving over all cells.
#[derive(Clone, Debug)]
struct Sets {
    parent: Vec<u32>,
}

impl Sets {
    fn new(base: i32) -> Self {
        Self { parent: (0..cells(base) as u32).collect() }
    }

    fn find(&mut self, mut i: usize) -> usize {
        while self.parent[i] as usize != i {
            let parent = self.parent[i] as usize;
            self.parent[i] = self.parent[parent];
            i = parent;
        }
        i
    }
}

/// The number of indices.
fn cells(base: i32) -> usize {
    (4 * base * base) as usize
}

/// The index of a cell of the board. Index 0 is not a cell.
fn index(base: i32, (x, y): (i32, i32)) -> usize {
    (x + 2 * base * y) as usize
}

fn neighbors(base: i32, (x, y): (i32, i32)) -> impl Iterator<Item = (i32, i32)> {
    let around = AROUND.into_iter().map(move |(dx, dy)| (x + dx, y + dy));
    around.filter(move |&cell| is_on_board(base, cell))
}
