//! Walks back over all shortest paths: the straightest of them, and their number.
//!
//! The walk visits the cells of shortest paths only, from the last one to the first, by their
//! **levels**: distances rounded down. Every step is at least 1 long, so no cell is before another
//! of its level, and a level is complete when all later ones have been visited. Beyond the search,
//! time is that of the cells of shortest paths and of sorting each level. The straightest path
//! takes 32 bytes for each of these cells, a number of paths only those of some levels.
//!
//! # Why a path is straight
//!
//! [Ties](super#ties) are decided by diagonal steps, then turns, then the straight line between the
//! ends. The walk gives each cell its [`Rest`]: the fewest diagonal steps and turns from it to the
//! last cell, and the directions in which such paths begin.
//!
//! ```text
//! . . E      orthogonal steps: from b, paths with one turn begin up and to the right
//! b . .      a path from a comes to b upwards, so it goes on upwards: no turn at b
//! a . .
//! ```
//!
//! A path that comes in a direction in which no such path begins has one turn more. So a path with
//! one turn more that begins in that direction is as good, and the rest keeps these directions too.
//! Then a path is followed from the first cell on: of the directions that are left, the one to the
//! cell nearest to the straight line.
//!
//! Most paths need no walk: if a path with one turn exists, none is straighter.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use bitboard_core::Interrupted;
use bitboard_core::limits::Meter;

use super::size::Point;

/// Calls a function with each cell before one of a level, with its level, in the order of rows. The
/// rule is chosen inside, so a walk is compiled once and not for each rule.
pub(super) type Before<'a> = dyn Fn(u64, Point, &mut dyn FnMut((u64, Point))) + 'a;

/// The cells that wait for a visit, by their levels, with what the cells after them have passed on.
struct Waiting<V>(BTreeMap<u64, Vec<(u64, V)>>);

impl<V: Clone> Waiting<V> {
    fn new((level, ends): (u64, &[Point]), value: &V) -> Self {
        let ends = ends.iter().map(|&end| (order(end), value.clone())).collect();
        Self(BTreeMap::from([(level, ends)]))
    }

    fn push(&mut self, (level, cell): (u64, Point), value: V) {
        self.0.entry(level).or_default().push((order(cell), value));
    }

    /// Takes the cells of the last level in the order of rows, each with the sum of its values.
    fn take(&mut self, add: impl Fn(&mut V, &V)) -> Option<(u64, Vec<(u64, V)>)> {
        let (level, mut cells) = self.0.pop_last()?;
        cells.sort_unstable_by_key(|&(cell, _)| cell);
        cells.dedup_by(|next, cell| {
            let is_same = next.0 == cell.0;
            if is_same {
                add(&mut cell.1, &next.1);
            }
            is_same
        });
        Some((level, cells))
    }
}

/// A number of a cell in the order of rows. Sides are less than 2³².
fn order((x, y): Point) -> u64 {
    (y as u64) << 32 | x as u64
}

/// The cell of a number.
fn point(order: u64) -> Point {
    (order as u32 as usize, (order >> 32) as usize)
}

/// The rest of the straightest paths from a cell.
#[derive(Clone, Copy)]
struct Rest {
    diagonals: u32,
    turns: u32,
    /// The directions in which they begin, as bits. A path that comes in another direction has one
    /// turn more.
    first: u32,
    /// The directions in which paths begin that have one turn more.
    second: u32,
}

impl Rest {
    /// That of the last cell, where every direction ends.
    const LAST: Self = Self { diagonals: 0, turns: 0, first: u32::MAX, second: 0 };

    /// That of a cell from which a step leads here.
    fn after(self, direction: u32, is_diagonal: bool) -> Self {
        let turns = self.turns + u32::from(self.first & direction == 0);
        let diagonals = self.diagonals + u32::from(is_diagonal);
        Self { diagonals, turns, first: direction, second: 0 }
    }

    /// Combines the rests of two sets of paths from the same cell.
    fn add(&mut self, mut other: Self) {
        let cost = |rest: &Self| (rest.diagonals, rest.turns);
        if cost(&other) < cost(self) {
            core::mem::swap(self, &mut other);
        }
        if cost(&other) == cost(self) {
            self.first |= other.first;
            self.second |= other.second;
        } else if cost(&other) == (self.diagonals, self.turns + 1) {
            self.second |= other.first;
        }
    }

    /// The directions in which the straightest paths continue that come in some direction, 0 for
    /// those that begin here.
    fn next(self, direction: u32) -> u32 {
        match self.first & direction {
            0 => self.first | self.second & direction,
            kept => kept,
        }
    }
}

/// The direction of a step as a bit, and whether it is diagonal.
fn direction(from: Point, to: Point) -> (u32, bool) {
    // A step is at most two cells long.
    let (dx, dy) = (to.0 + 2 - from.0, to.1 + 2 - from.1);
    (1 << (5 * dy + dx), dx % 2 == 1 && dy % 2 == 1)
}

/// The distance of a cell from the line between two cells, times the length of the line.
fn from_line([start, end]: [Point; 2], (x, y): Point) -> i128 {
    let along = |a: usize, b: usize| a as i128 - b as i128;
    let (dx, dy) = (along(end.0, start.0), along(end.1, start.1));
    (dx * along(y, start.1) - dy * along(x, start.0)).abs()
}

/// The straightest of the shortest paths if it has at most one turn between straight steps, or
/// between diagonal steps and straight ones. Then no other path has fewer diagonal steps or turns,
/// if the length of a step depends on its direction only.
fn with_one_turn(start: Point, end: (u64, Point), before: &Before<'_>) -> Option<Vec<Point>> {
    let along = |a: usize, b: usize| a as isize - b as isize;
    let (dx, dy) = (along(end.1.0, start.0), along(end.1.1, start.1));
    let both = dx.abs().min(dy.abs());
    let diagonal = (both * dx.signum(), both * dy.signum());
    for leg in [diagonal, (dx, 0)] {
        let rest = (dx - leg.0, dy - leg.1);
        let step = |leg: (isize, isize)| (leg.0.signum(), leg.1.signum());
        let after = |cell: Point, step: (isize, isize)| {
            (cell.0.wrapping_add_signed(step.0), cell.1.wrapping_add_signed(step.1))
        };
        let mut orders = [[leg, rest], [rest, leg]];
        let [first, other] = orders.map(|legs| {
            let first = after(start, step(legs[0]));
            (from_line([start, end.1], first), first.1, first.0)
        });
        if other < first {
            orders.reverse();
        }
        for legs in orders {
            let (mut path, mut at) = (Vec::from([end.1]), Some(end));
            for leg in legs.into_iter().rev() {
                let (dx, dy) = step(leg);
                for _ in 0..leg.0.abs().max(leg.1.abs()) {
                    at = at.and_then(|(level, cell)| {
                        let (wanted, mut found) = (after(cell, (-dx, -dy)), None);
                        before(level, cell, &mut |from| {
                            found = found.or((from.1 == wanted).then_some(from));
                        });
                        found
                    });
                    path.extend(at.map(|(_, cell)| cell));
                    if at.is_none() {
                        break;
                    }
                }
            }
            if at.is_some() {
                path.reverse();
                return Some(path);
            }
        }
    }
    None
}

/// The straightest of the shortest paths from a set of cells to `ends`, which are of a level.
/// `before` finds the cells before one of a level, and `level_after` the level of a cell after it.
/// `is_plain` says that the length of a step depends on its direction only.
pub(super) fn straightest(
    from: &[Point],
    (level, ends): (u64, &[Point]),
    before: &Before<'_>,
    level_after: &dyn Fn(u64, Point) -> u64,
    is_plain: bool,
) -> Vec<Point> {
    if let (true, [start], [end]) = (is_plain, from, ends)
        && let Some(path) = with_one_turn(*start, (level, *end), before)
    {
        return path;
    }
    let mut waiting = Waiting::new((level, ends), &Rest::LAST);
    // From the last level to the first, each in the order of rows.
    let mut rests: Vec<(u64, u64, Rest)> = Vec::new();
    while let Some((level, cells)) = waiting.take(|rest, other| rest.add(*other)) {
        for (cell, rest) in cells {
            rests.push((level, cell, rest));
            let cell = point(cell);
            before(level, cell, &mut |from| {
                let (direction, is_diagonal) = direction(from.1, cell);
                waiting.push(from, rest.after(direction, is_diagonal));
            });
        }
    }
    // Paths begin at level 0.
    let starts = &rests[rests.partition_point(|&(level, ..)| level > 0)..];
    let start = starts.iter().min_by_key(|(.., rest)| (rest.diagonals, rest.turns));
    let Some(&(mut level, start, mut rest)) = start else { return Vec::new() };
    let start = point(start);
    let square = |a: usize, b: usize| (a.abs_diff(b) as u128).pow(2);
    let far = |&&(x, y): &&Point| square(x, start.0) + square(y, start.1);
    let line = [start, ends.iter().min_by_key(far).copied().unwrap_or(start)];
    let (mut path, mut cell, mut last) = (Vec::from([start]), start, 0);
    while rest.first != Rest::LAST.first {
        let next = rest.next(last);
        let steps = (0..25).filter(|bit| next >> bit & 1 == 1);
        let steps = steps.map(|bit| (bit, (cell.0 + bit % 5 - 2, cell.1 + bit / 5 - 2)));
        let Some((bit, next)) = steps.min_by_key(|&(_, next)| from_line(line, next)) else { break };
        level = level_after(level, next);
        let key = |&(level, cell, _): &(u64, u64, Rest)| (!level, cell);
        let Ok(at) = rests.binary_search_by_key(&(!level, order(next)), key) else { break };
        (cell, last, rest) = (next, 1 << bit, rests[at].2);
        path.push(cell);
    }
    path
}

/// The number of shortest paths to `ends`, which are of a level, as [`straightest`]. `None` if an
/// addition fails. `visit` gets the number of paths from each cell to the ends: by levels, from the
/// last one to the first, each in the order of rows.
///
/// A count that is stopped returns a lower bound.
pub(super) fn count<N: Clone>(
    (level, ends): (u64, &[Point]),
    one: N,
    before: &Before<'_>,
    add: impl Fn(N, &N) -> Option<N>,
    mut visit: impl FnMut(&Option<N>),
    meter: &mut Meter<'_>,
) -> Result<Option<N>, Interrupted<Option<N>>> {
    let both = |a: &mut Option<N>, b: &Option<N>| {
        *a = a.take().zip(b.as_ref()).and_then(|(a, b)| add(a, b));
    };
    let (mut waiting, mut total) = (Waiting::new((level, ends), &Some(one)), None);
    while let Some((level, cells)) = waiting.take(both) {
        for (cell, number) in cells {
            visit(&number);
            if level == 0 {
                match &mut total {
                    None => total = Some(number),
                    Some(total) => both(total, &number),
                }
                continue;
            }
            meter.take_all(1).map_err(|reason| {
                // Each path has one step from a cell that waits to one that does not.
                let numbers = waiting.0.values().flatten().filter_map(|(_, n)| n.clone());
                let bound = numbers.reduce(|sum, n| add(sum.clone(), &n).unwrap_or(sum));
                Interrupted::new(reason, bound)
            })?;
            before(level, point(cell), &mut |from| waiting.push(from, number.clone()));
        }
    }
    Ok(total.flatten())
}
