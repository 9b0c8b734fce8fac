//! Boards that are transposed, mirrored and rotated have as many tours, at about the same cost.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use bitboard_core::{Chess, Limits, Progress, Random, SeededRng, Symmetry};
use knight_tours::Tours;

type Point = (usize, usize);

const KNIGHT: &[(isize, isize)] = &[(1, 2), (2, 1)];
const KING: &[(isize, isize)] = &[(0, 1), (1, 0), (1, 1)];
const WAZIR: &[(isize, isize)] = &[(0, 1), (1, 0)];
const ZEBRA: &[(isize, isize)] = &[(2, 3), (3, 2)];

/// The tours of a board, row by row, and those of its images.
fn images(size: Point, cells: &[Point], leaps: &[(isize, isize)]) -> Vec<Tours<Point>> {
    let image = |turn: Symmetry| {
        let mut cells: Vec<Point> = cells.iter().map(|&cell| place(turn, size, cell)).collect();
        cells.sort_unstable_by_key(|&(x, y)| (y, x));
        Tours::new(cells, |(x, y)| {
            let signs = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
            let offsets = leaps.iter().flat_map(move |(a, b)| signs.map(|(s, t)| (s * a, t * b)));
            offsets.filter_map(move |(dx, dy)| {
                Some((x.checked_add_signed(dx)?, y.checked_add_signed(dy)?))
            })
        })
    };
    turns().into_iter().map(image).collect()
}

/// The symmetries of a rectangle, which need not keep its sides, the identity first.
fn turns() -> Vec<Symmetry> {
    Symmetry::all::<Chess>().collect()
}

/// The size of the image of a rectangle.
fn size_of(turn: Symmetry, (width, height): Point) -> Point {
    let (width, height) = turn.apply_vector((width as i64, height as i64));
    (width.unsigned_abs() as usize, height.unsigned_abs() as usize)
}

/// The place of a cell in the image of a rectangle.
fn place(turn: Symmetry, size: Point, (x, y): Point) -> Point {
    // Twice the distance from the center, which may lie between cells.
    let from_center = |at: usize, side: usize| 2 * at as i64 - (side as i64 - 1);
    let image = turn.apply_vector((from_center(x, size.0), from_center(y, size.1)));
    let (width, height) = size_of(turn, size);
    let at = |distance: i64, side: usize| ((distance + side as i64 - 1) / 2) as usize;
    (at(image.0, width), at(image.1, height))
}

fn rectangle((width, height): Point) -> Vec<Point> {
    (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).collect()
}

#[test]
fn a_count_of_tours_costs_the_same_when_turned() {
    compare_counts(3);
}

/// Compares every `step`th orientation with the first.
fn compare_counts(step: usize) {
    let mut rng = SeededRng::new(11);
    let mut boards = Vec::new();
    for (size, leaps) in [
        ((6, 5), KNIGHT),
        ((9, 3), KNIGHT),
        ((4, 3), KNIGHT),
        ((7, 4), KING),
        ((30, 2), KING),
        ((8, 5), WAZIR),
        ((20, 3), WAZIR),
        ((8, 6), ZEBRA),
    ] {
        boards.push((size, rectangle(size), leaps));
    }
    for round in 0..6 {
        let size = [(7, 5), (10, 4), (6, 6)][round % 3];
        let cells = rectangle(size).into_iter().filter(|_| rng.below(8) > 0).collect();
        boards.push((size, cells, [KNIGHT, KING, WAZIR][(round + round / 3) % 3]));
    }
    for (size, cells, leaps) in boards {
        for closed in [false, true] {
            let tours = images(size, &cells, leaps);
            let tours: Vec<_> = tours
                .into_iter()
                .map(|tours| if closed { tours.closed() } else { tours })
                .collect();
            // The number of reported nodes is the smallest limit with which the count succeeds.
            let nodes = AtomicU64::new(16);
            let listener = |progress: &Progress| nodes.store(progress.nodes, Relaxed);
            let expected = tours[0].try_count(&Limits::new().on_progress(&listener)).unwrap();
            let nodes = nodes.into_inner().max(16);
            for tours in tours.iter().step_by(step) {
                let found = tours.try_count(&Limits::new().nodes(2 * nodes));
                assert_eq!(found, Ok(expected), "{size:?} {leaps:?} {closed}, {nodes} nodes");
            }
        }
    }
}

#[test]
fn a_tour_is_found_when_turned() {
    a_closed_tour_is_found(3);
}

/// Looks for tours in every `step`th orientation.
fn a_closed_tour_is_found(step: usize) {
    for (size, leaps, exists) in [
        ((40, 3), WAZIR, true),
        ((50, 3), WAZIR, true),
        ((49, 3), WAZIR, false),
        ((50, 4), WAZIR, true),
        ((24, 2), KING, true),
        ((100, 4), KING, true),
        ((40, 10), KING, true),
        ((30, 20), WAZIR, true),
        ((30, 4), KNIGHT, false),
        ((12, 3), KNIGHT, true),
        ((40, 5), KNIGHT, true),
    ] {
        let cells = rectangle(size);
        for tours in images(size, &cells, leaps).into_iter().step_by(step) {
            let limits = Limits::new().nodes(5_000 * cells.len() as u64);
            let found = tours.closed().try_find(&limits).unwrap();
            assert_eq!(found.is_some(), exists, "{size:?} {leaps:?}");
        }
    }
}

#[test]
fn a_tour_from_a_cell_takes_few_nodes_when_turned() {
    a_tour_is_found_from(4);
}

#[test]
#[ignore = "takes seconds"]
fn all_positions_of_boards() {
    compare_counts(1);
    a_closed_tour_is_found(1);
    a_tour_is_found_from(1);
}

/// Looks for tours in every `step`th orientation.
fn a_tour_is_found_from(step: usize) {
    for (i, (size, leaps, start)) in [
        ((10, 5), KNIGHT, (6, 4)),
        ((10, 5), KNIGHT, (3, 0)),
        ((100, 5), ZEBRA, (70, 1)),
        ((100, 5), ZEBRA, (29, 3)),
    ]
    .into_iter()
    .enumerate()
    {
        let tours = images(size, &rectangle(size), leaps);
        // From the starts in turn in other orientations.
        for (turn, tours) in turns().into_iter().zip(tours).skip(i % step).step_by(step) {
            let start = place(turn, size, start);
            let limits = Limits::new().nodes(60_000_000);
            let found = tours.starting_with(&[start]).unwrap().try_find(&limits).unwrap();
            assert_eq!(found.unwrap()[0], start, "{size:?}, {turn:?}");
        }
    }
}
