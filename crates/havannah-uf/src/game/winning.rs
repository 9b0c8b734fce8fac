//! The stones that make a win, found by breadth-first searches (BFS) in the stones of the winner.
//!
//! ```text
//! bridge: a BFS from each corner of the group; the shortest path to another corner
//! fork:   a BFS from the stones on each edge; the stone with the least sum of three distances,
//!         with its paths to those three edges
//! ring:   for each cell that the rule accepts inside: the shortest way from the last stone back to
//!         it that crosses a ray from that cell an odd number of times, by a BFS over pairs of a
//!         stone and the parity of crossings; the shortest of all
//! ```
//!
//! Cost: linear in the cells of the board for each BFS; a ring needs one for each cell. Only games
//! that are over are searched.

use std::collections::{BTreeMap, VecDeque};

use super::Game;
use crate::hex::Hex;
use crate::rules::{Player, RingRule, Wins};

/// The stones of a bridge, a fork or a ring.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct WinningStones {
    /// [`Wins::BRIDGE`], [`Wins::FORK`] or [`Wins::RING`].
    pub way: Wins,
    /// The cells of the stones. Those of a bridge and a ring are in order: each touches the next.
    pub cells: Vec<Hex>,
}

impl Game {
    /// The stones that win, for each way in which the last stone wins: a shortest path between two
    /// corners, the fewest stones that connect three edges, a shortest loop. Empty if no player has
    /// won.
    ///
    /// ```
    /// use havannah_uf::{Game, Hex, RingRule, Wins};
    ///
    /// let mut game = Game::new(3, RingRule::Any)?;
    /// for cell in "1,1 2,1 2,2 2,4 3,3 4,5 4,4 5,4 3,2 3,1 5,5".split(' ') {
    ///     game.play(cell.parse::<Hex>()?)?;
    /// }
    /// let picture = "
    ///   x o o
    ///  . x x .
    /// . . x . .
    ///  o . x o
    ///   . o x";
    /// assert_eq!(format!("\n{game}"), picture);
    /// let winning = game.winning_stones();
    /// assert_eq!((winning.len(), winning[0].way), (1, Wins::BRIDGE));
    /// let bridge = [5, 4, 3, 2, 1].map(|i| Hex::new(i, i));
    /// assert!(winning[0].cells == bridge || winning[0].cells.iter().rev().eq(&bridge));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn winning_stones(&self) -> Vec<WinningStones> {
        let (Some(player), Some(last)) = (self.winner(), self.stones().next_back()) else {
            return Vec::new();
        };
        let group = Group { game: self, player, base: self.base() };
        let cells = |way| match way {
            Wins::BRIDGE => group.bridge(last),
            Wins::FORK => group.fork(last),
            _ => group.ring(last),
        };
        self.wins().iter().map(|way| WinningStones { way, cells: cells(way) }).collect()
    }
}

/// The stones of a player, as a graph.
struct Group<'a> {
    game: &'a Game,
    player: Player,
    base: u32,
}

/// The distance of each stone from a set of stones, and the stone before it on a shortest path.
struct Distances(BTreeMap<Hex, (u32, Option<Hex>)>);

impl Distances {
    /// A shortest path from `cell` to the set.
    fn path(&self, cell: Hex) -> impl Iterator<Item = Hex> + '_ {
        std::iter::successors(Some(cell), |cell| self.0[cell].1)
    }
}

impl Group<'_> {
    fn is_own(&self, cell: Hex) -> bool {
        self.game.stone(cell) == Some(self.player)
    }

    fn neighbors(&self, cell: Hex) -> impl Iterator<Item = Hex> + '_ {
        cell.neighbors(self.base).filter(|&next| self.is_own(next))
    }

    /// The BFS from some stones through the stones of the player.
    fn distances(&self, from: impl Iterator<Item = Hex>) -> Distances {
        let mut open: VecDeque<Hex> = from.collect();
        let mut found = BTreeMap::new();
        found.extend(open.iter().map(|&cell| (cell, (0, None))));
        while let Some(cell) = open.pop_front() {
            let steps = found[&cell].0 + 1;
            for next in self.neighbors(cell) {
                found.entry(next).or_insert_with(|| {
                    open.push_back(next);
                    (steps, Some(cell))
                });
            }
        }
        Distances(found)
    }

    /// The stones of the group of `last`.
    fn stones(&self, last: Hex) -> Vec<Hex> {
        let from_last = self.distances([last].into_iter());
        Hex::all(self.base).filter(|cell| from_last.0.contains_key(cell)).collect()
    }

    /// The shortest path between two corners of the group of `last`.
    fn bridge(&self, last: Hex) -> Vec<Hex> {
        let mut corners = self.stones(last);
        corners.retain(|cell| cell.border(self.base) & 0x3f != 0);
        let paths = corners.iter().flat_map(|&from| {
            let distances = self.distances([from].into_iter());
            let others = corners.iter().filter(move |&&to| to != from);
            others.map(|&to| distances.path(to).collect()).collect::<Vec<Vec<_>>>()
        });
        paths.min_by_key(Vec::len).unwrap_or_default()
    }

    /// The stones of the fork in the group of `last`.
    fn fork(&self, last: Hex) -> Vec<Hex> {
        let stones = self.stones(last);
        let edges = (6..12).filter_map(|edge| {
            let mut on =
                stones.iter().copied().filter(|cell| cell.border(self.base) >> edge & 1 == 1);
            let first = on.next()?;
            Some(self.distances([first].into_iter().chain(on)))
        });
        let edges: Vec<_> = edges.collect();
        // The three paths meet in a stone.
        let meetings = stones.iter().filter_map(|&stone| Some((nearest(&edges, stone)?, stone)));
        let Some(((_, three), stone)) = meetings.min_by_key(|&((total, _), _)| total) else {
            return Vec::new();
        };
        let fork: Vec<_> = three.iter().flat_map(|&edge| edges[edge].path(stone)).collect();
        Hex::all(self.base).filter(|cell| fork.contains(cell)).collect()
    }

    /// The shortest loop through `last` around a cell that the rule accepts.
    fn ring(&self, last: Hex) -> Vec<Hex> {
        let counts = |&cell: &Hex| match self.game.rule() {
            RingRule::Any => cell != last,
            RingRule::NonOwn => !self.is_own(cell),
            RingRule::Empty => self.game.stone(cell).is_none(),
        };
        let mut best = Vec::new();
        for inside in Hex::all(self.base).filter(counts) {
            // Cells of the border are not enclosed.
            if inside.around(self.base).contains(&None) {
                continue;
            }
            let limit = if best.is_empty() { usize::MAX } else { best.len() };
            if let Some(found) = self.loop_around(last, inside, limit) {
                best = found;
            }
        }
        best
    }

    /// The shortest loop of fewer than `limit` stones through `last` around `inside`: a path from
    /// `last` to itself that crosses the line from `inside` to the border an odd number of times.
    /// It is found by BFS over stones with the parity of crossings.
    fn loop_around(&self, last: Hex, inside: Hex, limit: usize) -> Option<Vec<Hex>> {
        let side = 2 * self.base as usize;
        let index = |cell: Hex, odd: bool| {
            2 * (cell.x as usize + side * cell.y as usize) + usize::from(odd)
        };
        let mut before: Vec<Option<(Hex, bool)>> = vec![None; 2 * side * side];
        let mut layer = vec![(last, false)];
        let mut steps = 0;
        while !layer.is_empty() && steps + 1 < limit {
            steps += 1;
            let mut next_layer = Vec::new();
            for (cell, odd) in layer {
                for next in self.neighbors(cell).filter(|&next| next != inside) {
                    let next_odd = odd ^ crosses(cell, next, inside);
                    if (next, next_odd) == (last, false) || before[index(next, next_odd)].is_some()
                    {
                        continue;
                    }
                    before[index(next, next_odd)] = Some((cell, odd));
                    if (next, next_odd) == (last, true) {
                        let back = |&(cell, odd): &(Hex, bool)| before[index(cell, odd)];
                        let walk = std::iter::successors(Some((cell, odd)), back);
                        return Some(walk.map(|(cell, _)| cell).collect());
                    }
                    next_layer.push((next, next_odd));
                }
            }
            layer = next_layer;
        }
        None
    }
}

/// The sum of the distances of a stone from the three nearest edges, and these; `None` if there are
/// fewer.
fn nearest(edges: &[Distances], stone: Hex) -> Option<(u32, [usize; 3])> {
    let mut others: Vec<usize> = (0..edges.len()).collect();
    let (mut total, mut three) = (0, [0; 3]);
    for edge in &mut three {
        let i = (0..others.len()).min_by_key(|&i| edges[others[i]].0[&stone].0)?;
        *edge = others.remove(i);
        total += edges[*edge].0[&stone].0;
    }
    Some((total, three))
}

/// Returns whether the step crosses the line that goes from `inside`, between its row and the next,
/// towards larger x.
fn crosses(a: Hex, b: Hex, inside: Hex) -> bool {
    let (upper, lower) = if a.y < b.y { (a, b) } else { (b, a) };
    upper.y == inside.y && lower.y == inside.y + 1 && upper.x > inside.x
}
