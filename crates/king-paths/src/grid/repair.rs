//! Distances after changes of the map.
//!
//! Two passes touch only the cells whose distances change, and their neighbors (Ramalingam and
//! Reps, 1996). The first one, in the order of the old distances, forgets each distance that no
//! neighbor supports any more. The second one is Dijkstra's algorithm (1959) from the neighbors of
//! what has changed. Both take cells by their distances rounded down. Every step is at least 1
//! long, so no cell depends on another of its level.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::mem;

use super::costs::CostMap;
use super::distances::{Cost, Distances};
use super::map::{Grid, position};
use super::rule::{Rule, with_rule};
use super::size::{GridError, Point};

impl Grid {
    /// Repairs distances that were computed before cells of this grid were set, such as a door that
    /// opens. They are then those that [`distances`](Self::distances) or
    /// [`octile_distances`](Self::octile_distances) finds, except that no cell is reached if no
    /// cell of their set is free. `changed` are all cells that were set, and one of each two
    /// between which a wall or a step was; if some are missing, distances can be wrong. The time is
    /// O(n log n) for n cells whose distances change.
    ///
    /// ```
    /// use king_paths::grid::{Grid, StepKind};
    ///
    /// let mut grid: Grid = "..#..\n..#..\n.....".parse()?;
    /// let mut distances = grid.distances(&[(0, 0)], StepKind::King)?;
    /// grid.set((2, 1), true)?;
    /// grid.update_distances(&mut distances, &[(2, 1)])?;
    /// assert_eq!(distances, grid.distances(&[(0, 0)], StepKind::King)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GridError::OffGrid`] if a cell lies outside; [`GridError::OtherMap`] if the distances are
    /// those of a stopped search, of a grid of another size or of costs. Then nothing is changed.
    pub fn update_distances<C: Cost>(
        &self,
        distances: &mut Distances<C>,
        changed: &[Point],
    ) -> Result<(), GridError> {
        distances.check_map(self, 0)?;
        self.check(changed)?;
        distances.repair(self, changed);
        Ok(())
    }
}

impl CostMap {
    /// Repairs distances that were computed before costs of this map were set, as
    /// [`Grid::update_distances`].
    ///
    /// ```
    /// use king_paths::grid::{CostMap, Ends, StepKind};
    ///
    /// let mut map: CostMap = "1.91".parse()?;
    /// let mut goals = map.distances(Ends::To(&[(3, 0)]), StepKind::King)?;
    /// map.set((2, 0), 4)?;
    /// map.update_distances(&mut goals, &[(2, 0)])?;
    /// assert_eq!(goals.get((0, 0)), Some(6));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Grid::update_distances`], and [`GridError::Overflow`] if a length may overflow.
    pub fn update_distances<C: Cost>(
        &self,
        distances: &mut Distances<C>,
        changed: &[Point],
    ) -> Result<(), GridError> {
        let grid = self.grid();
        distances.check_map(grid, self.costs.len())?;
        grid.check(changed)?;
        if C::IS_OCTILE {
            self.check_sum()?;
        }
        for &cell in changed {
            distances.costs[grid.place(cell)] = self.cost(cell);
        }
        distances.repair(grid, changed);
        Ok(())
    }
}

impl<C: Cost> Distances<C> {
    fn check_map(&self, grid: &Grid, costs: usize) -> Result<(), GridError> {
        let is_same =
            (self.width, self.height, self.costs.len()) == (grid.width, grid.height, costs);
        if self.is_complete && is_same { Ok(()) } else { Err(GridError::OtherMap) }
    }

    fn repair(&mut self, grid: &Grid, changed: &[Point]) {
        let mut entries = mem::take(&mut self.entries);
        (self.rule, self.walls) = (grid.rule(self.kind), grid.walls.clone());
        with_rule!(self.rule, R => repair::<R, C>(grid, self, &mut entries, changed));
        self.entries = entries;
    }
}

/// Cells that wait with their distances, by their distances rounded down.
type Waiting<C> = BTreeMap<u64, Vec<(C, usize)>>;

fn push<C: Cost>(waiting: &mut Waiting<C>, distance: C, place: usize) {
    if distance != C::NEVER {
        waiting.entry(distance.floor_of_sum(C::ZERO)).or_default().push((distance, place));
    }
}

/// Repairs the entries of `distances`, which are apart from it.
fn repair<R: Rule, C: Cost>(
    grid: &Grid,
    distances: &Distances<C>,
    entries: &mut [C],
    changed: &[Point],
) {
    let Distances { from, costs, is_way_back, kind, .. } = distances;
    let reach = R::SIDE / 2;
    let after_it = |place: usize| grid.targets::<R>(place, (*kind, *is_way_back));
    let before_it = |place: usize| grid.targets::<R>(place, (*kind, !*is_way_back));
    let after = |cost: C, is_diagonal: bool, from: usize, to: usize| {
        let weight = costs.get(if *is_way_back { from } else { to });
        cost.after(is_diagonal, weight.map_or(1, |&weight| weight.into()))
    };
    for &cell in changed {
        if grid.is_free(cell) && position(from, cell).is_some() {
            entries[grid.place(cell)] = C::ZERO;
        }
    }
    // A cell can begin or end a step that was not there, or pass one that cut its corner.
    let mut open: Vec<usize> = Vec::new();
    for &(x, y) in changed {
        let rows = y.saturating_sub(reach)..grid.height.min(y + reach + 1);
        for y in rows {
            open.extend(
                (x.saturating_sub(reach)..grid.width.min(x + reach + 1))
                    .map(|x| grid.place((x, y))),
            );
        }
    }
    open.sort_unstable();
    open.dedup();
    let mut waiting = Waiting::new();
    open.iter().for_each(|&place| push(&mut waiting, entries[place], place));
    while let Some((_, cells)) = waiting.pop_first() {
        for (old, place) in cells {
            if entries[place] != old {
                continue;
            }
            let is_free = grid.cells.contains(place);
            let supports = |(near, is_diagonal): (usize, bool)| {
                entries[near] < old && after(entries[near], is_diagonal, near, place) <= old
            };
            if is_free && (old == C::ZERO || before_it(place).any(supports)) {
                continue;
            }
            entries[place] = C::NEVER;
            open.push(place);
            for (next, _) in after_it(place).filter(|&(next, _)| is_free && entries[next] > old) {
                push(&mut waiting, entries[next], next);
            }
        }
    }
    for &place in open.iter().filter(|&&place| grid.cells.contains(place)) {
        let near = before_it(place).filter(|&(near, _)| entries[near] < entries[place]);
        let found = near.map(|(near, is_diagonal)| after(entries[near], is_diagonal, near, place));
        entries[place] = found.min().map_or(entries[place], |best| best.min(entries[place]));
        push(&mut waiting, entries[place], place);
    }
    while let Some((_, cells)) = waiting.pop_first() {
        for (cost, place) in cells {
            if entries[place] != cost {
                continue;
            }
            for (next, is_diagonal) in after_it(place) {
                let found = after(cost, is_diagonal, place, next);
                if found < entries[next] {
                    entries[next] = found;
                    push(&mut waiting, found, next);
                }
            }
        }
    }
}
