//! Names and neighbors of the cells of grids.

use std::collections::HashSet;

use crate::common::{GRIDS, directions, middle};
use crate::space::shape;
use meteor_puzzle::{Coord, Grid, Piece, Puzzle};

fn neighbors(grid: Grid, cell: Coord) -> Vec<Coord> {
    directions(grid).iter().filter_map(|direction| grid.step(cell, direction)).collect()
}

#[test]
fn spheres_touch_where_their_centers_are_nearest() {
    let cells = (-2..3).flat_map(|z| (-4..5).flat_map(move |y| (-4..5).map(move |x| (x, y, z))));
    let cells: Vec<_> = cells.map(Coord::from).collect();
    for &cell in &cells {
        let touching = neighbors(Grid::Spheres, cell);
        assert_eq!(touching.len(), 12);
        for &other in &cells {
            let [a, b] = [cell, other].map(|cell| middle(Grid::Spheres, cell));
            let distance = (0..3).map(|axis| (a[axis] - b[axis]).powi(2)).sum::<f64>();
            let is_near = (distance - 1.0).abs() < 1e-6;
            assert_eq!(touching.contains(&other), is_near, "{cell} {other}");
        }
    }
    // The hollows of the layer before.
    let below = ["DNE", "DSE", "DSW", "DNW"].map(|d| Grid::Spheres.step((3, 5, 1), d).unwrap());
    let mut below = below.map(|cell| (cell.x, cell.y));
    below.sort_unstable();
    assert_eq!(below, [(3, 5), (3, 6), (4, 5), (4, 6)]);
}

#[test]
fn steps_over_the_edge_of_the_coordinates_lead_nowhere() {
    for grid in GRIDS {
        for at in [i32::MIN, i32::MAX] {
            for (x, y) in [(at, 0), (0, at), (at, at)] {
                let near = |other: &Coord| other.x.abs_diff(x) + other.y.abs_diff(y) <= 2;
                let cells = neighbors(grid, (x, y).into());
                assert!(cells.len() < directions(grid).len().max(6), "{grid} {x},{y}");
                assert!(cells.iter().all(near));
            }
        }
    }
    assert_eq!(Grid::Square.step((i32::MAX, 0), "E"), None);
    assert_eq!(Grid::Triangle.step((i32::MAX, i32::MAX), "V"), None);
}

#[test]
fn symmetries_of_the_plane_are_all_different() {
    // Cells in general position tell all symmetries apart, even up to translations.
    let cells = [(0, 0), (1, 0), (2, 0), (2, 1), (3, 1), (4, 1), (5, 1)];
    let board = (0..11).flat_map(|y| (0..11).map(move |x| (x, y)));
    for (grid, symmetries) in [(Grid::Square, 8), (Grid::AxialHexagon, 12), (Grid::Triangle, 12)] {
        let puzzle = Puzzle::new(grid, board.clone(), [Piece::new("A", cells)]).unwrap();
        let placements = puzzle.placements();
        let shapes: HashSet<_> = placements.iter().map(|p| shape(&puzzle, p)).collect();
        assert_eq!(shapes.len(), symmetries, "{grid}");
    }
}

#[test]
fn names_come_back() {
    for grid in GRIDS {
        assert_eq!(Grid::from_name(grid.name()), Some(grid));
    }
    assert_eq!(Grid::from_name("cuboid"), None);
}
