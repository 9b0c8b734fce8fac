//! The neighbors of a cell of a grid: its rule of steps on its free cells, through its walls.

use super::map::Grid;
use super::rule::{
    Rule, RuleOf, StepKind, Way, bits_of, cells_of, entry, is_diagonal, targets_in, window,
    with_rule,
};
use super::size::Point;

impl Grid {
    /// The rule for a kind of steps.
    pub(super) fn rule(&self, kind: StepKind) -> RuleOf {
        let is_masked = self.walls.is_some() && kind != StepKind::Knight;
        if is_masked { RuleOf::Masked } else { RuleOf::Plain(kind) }
    }

    /// The free cells that one step from entry `place` leads to, as bits of the square around it.
    #[inline(always)]
    pub(super) fn targets_in<R: Rule>(&self, place: usize, way: Way) -> u64 {
        let free = window::<R>(&self.cells, place);
        match &self.walls {
            Some(walls) if const { R::IS_MASKED } => {
                free & walls.of_cell(place, way, |at| self.cells.row(at))
            }
            _ => targets_in::<R>(free),
        }
    }

    /// The entries of these cells, in the order of rows: each with whether the step is diagonal.
    #[inline(always)]
    pub(super) fn targets<R: Rule>(
        &self,
        place: usize,
        way: Way,
    ) -> impl Iterator<Item = (usize, bool)> {
        let stride = self.stride();
        let first = place.wrapping_sub(R::SIDE / 2 * (stride + 1));
        bits_of(self.targets_in::<R>(place, way))
            .map(move |bit| (entry(first, bit, R::SIDE, stride), is_diagonal::<R>(bit)))
    }

    /// The free cells that one step from a cell leads to, in the order of rows. The cell itself
    /// need not be free. A cell outside of the grid has no neighbors.
    ///
    /// ```
    /// use king_paths::grid::{Grid, StepKind};
    ///
    /// let grid: Grid = "
    ///     .#.
    ///     ...".parse()?;
    /// let neighbors = |kind| grid.neighbors((0, 0), kind).collect::<Vec<_>>();
    /// assert_eq!(neighbors(StepKind::King), [(0, 1), (1, 1)]);
    /// assert_eq!(neighbors(StepKind::NoCornerCut), [(0, 1)]);
    /// assert_eq!(neighbors(StepKind::Knight), [(2, 1)]);
    /// # Ok::<(), king_paths::grid::MapError>(())
    /// ```
    pub fn neighbors(&self, cell: Point, kind: StepKind) -> impl Iterator<Item = Point> + use<> {
        let is_inside = self.contains(cell.0, cell.1);
        let (targets, side) = with_rule!(self.rule(kind), R => {
            let targets = || self.targets_in::<R>(self.place(cell), (kind, false));
            (if is_inside { targets() } else { 0 }, R::SIDE)
        });
        cells_of(targets, side, cell)
    }
}
