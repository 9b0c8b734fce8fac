//! Distances by steps of any kind and cost against relaxation until nothing changes.

use std::collections::HashMap;

use bitboard_core::{Random, SeededRng};
use king_paths::grid::{CostDistances, CostStep, Grid, GridError, Point, StepKind};

use crate::common::check;

/// The least costs, by trying all steps from all cells again and again.
pub(crate) fn by_relaxation(
    grid: &Grid,
    from: &[Point],
    steps: &[CostStep],
) -> HashMap<Point, u64> {
    let start = from.iter().copied().filter(|&cell| grid.is_free(cell));
    let mut costs: HashMap<Point, u64> = start.map(|cell| (cell, 0)).collect();
    let mut changed = true;
    while changed {
        changed = false;
        for (x, y) in grid.iter() {
            let Some(&cost) = costs.get(&(x, y)) else { continue };
            for &(dx, dy, step) in steps {
                let (Some(x), Some(y)) = (x.checked_add_signed(dx), y.checked_add_signed(dy))
                else {
                    continue;
                };
                let cost = cost + u64::from(step);
                if grid.is_free((x, y)) && costs.get(&(x, y)).is_none_or(|&old| cost < old) {
                    costs.insert((x, y), cost);
                    changed = true;
                }
            }
        }
    }
    costs
}

/// Checks that the path to a cell begins in `from` and has its cost, and that a cell without a cost
/// has no path.
#[track_caller]
pub(crate) fn assert_cost(found: &CostDistances, cell: Point, from: &[Point], steps: &[CostStep]) {
    let Some(path) = found.path_to(cell) else {
        assert_eq!(found.get(cell), None);
        return;
    };
    assert!(from.contains(&path[0]) && path[path.len() - 1] == cell);
    assert_eq!(found.previous_cell(cell), path.iter().rev().nth(1).copied());
    let cheapest = |pair: &[Point]| {
        let leads = |&&(dx, dy, _): &&CostStep| {
            pair[0].0.checked_add_signed(dx) == Some(pair[1].0)
                && pair[0].1.checked_add_signed(dy) == Some(pair[1].1)
        };
        steps.iter().filter(leads).map(|&(_, _, cost)| u64::from(cost)).min().unwrap()
    };
    assert_eq!(Some(path.windows(2).map(cheapest).sum()), found.get(cell));
}

#[test]
fn distances_and_paths_agree_with_relaxation() {
    fn agree(seed: u64) {
        let mut rng = SeededRng::new(seed);
        let (width, height) = (1 + rng.below(12) as usize, 1 + rng.below(12) as usize);
        let grid = Grid::from_fn(width, height, |_, _| rng.below(4) > 0).unwrap();
        // Some steps cost nothing, and some are far too long.
        let longest = [0, 3, 1_000, u64::from(u32::MAX)][rng.below(4) as usize];
        let steps: Vec<CostStep> = (0..rng.below(9))
            .map(|_| {
                let mut offset = || rng.below(7) as isize - 3;
                (offset(), offset(), rng.below(longest + 1) as u32)
            })
            .chain([(isize::MAX, isize::MIN, 1)])
            .collect();
        let from =
            [(); 2].map(|()| (rng.below(12) as usize % width, rng.below(12) as usize % height));
        let expected = by_relaxation(&grid, &from, &steps);
        let found = grid.cost_distances(&from, &steps).unwrap();
        let mut entries: Vec<_> = expected.iter().map(|(&cell, &cost)| (cell, cost)).collect();
        entries.sort_unstable_by_key(|&((x, y), _)| (y, x));
        assert_eq!(found.iter().collect::<Vec<_>>(), entries);
        assert_eq!(found.max(), entries.iter().map(|&(_, cost)| cost).max());
        for cell in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
            assert_cost(&found, cell, &from, &steps);
        }
        assert_eq!(found.get((width, 0)), None);
        assert_eq!(found.previous_cell((0, height)), None);
    }
    check(300, agree);
}

/// Steps that all cost 1 are those of the other queries.
#[test]
fn steps_of_one_kind_have_their_distances() {
    let mut rng = SeededRng::new(3);
    let grid = Grid::from_fn(70, 40, |_, _| rng.below(4) > 0).unwrap();
    let kings: Vec<CostStep> = (0..9)
        .map(|i| (i % 3 - 1, i / 3 - 1, 1))
        .filter(|&(dx, dy, _)| (dx, dy) != (0, 0))
        .collect();
    let found = grid.cost_distances(&[(3, 4), (60, 2)], &kings).unwrap();
    let expected = grid.distances(&[(3, 4), (60, 2)], StepKind::King).unwrap();
    let expected = expected.iter().map(|(cell, steps)| (cell, u64::from(steps)));
    assert!(found.iter().eq(expected));
}

#[test]
fn too_many_steps_are_an_error() {
    let grid = Grid::from_fn(2, 2, |_, _| true).unwrap();
    let steps = [(0, 1, 1); 256];
    assert!(grid.cost_distances(&[(0, 0)], &steps[1..]).is_ok());
    let error = grid.cost_distances(&[(0, 0)], &steps).unwrap_err();
    assert_eq!(error.to_string(), "expected at most 255 steps, found 256");
    let off = GridError::OffGrid { x: 2, y: 0, width: 2, height: 2 };
    assert_eq!(grid.cost_distances(&[(2, 0)], &[]), Err(off));
}
