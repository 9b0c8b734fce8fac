//! Tours, open and closed, found, listed and counted, against a search that tries every move.

#![no_main]

use std::collections::BTreeSet;

use arbitrary::Arbitrary;
use knight_tours::Tours;
use libfuzzer_sys::fuzz_target;

#[derive(Arbitrary, Debug)]
struct Input {
    closed: bool,
    /// Whether moves are those of a knight, or between any two cells that share a bit.
    knight: bool,
    /// A cell for each bit.
    cells: u16,
    links: [u16; 12],
    /// The cells of the path that tours start with.
    path: Vec<u8>,
}

fuzz_target!(|input: Input| {
    let width = 4;
    // Seven cells, all linked, have 5,040 tours.
    let most = if input.knight { 12 } else { 7 };
    let cells: Vec<usize> = (0..16).filter(|i| input.cells >> i & 1 == 1).take(most).collect();
    let linked = |a: usize, b: usize| {
        if input.knight {
            let (dx, dy) = ((a % width).abs_diff(b % width), (a / width).abs_diff(b / width));
            dx * dx + dy * dy == 5
        } else {
            a != b && input.links[a % 12] >> (b % 12) & input.links[b % 12] >> (a % 12) & 1 == 1
        }
    };
    let mut tours = Tours::new(cells.iter().copied(), |a| {
        cells.iter().copied().filter(move |&b| linked(a, b)).collect::<Vec<_>>()
    });
    if input.closed {
        tours = tours.closed();
    }
    let path: Vec<usize> = input.path.iter().map(|&cell| usize::from(cell % 16)).collect();
    let is_path = path.iter().all(|cell| cells.contains(cell))
        && path.iter().collect::<BTreeSet<_>>().len() == path.len()
        && path.windows(2).all(|pair| linked(pair[0], pair[1]));
    let from_path = tours.clone().starting_with(&path);
    assert_eq!(from_path.is_ok(), is_path);

    let mut expected = BTreeSet::new();
    for &start in &cells {
        extend(&cells, &linked, &mut vec![start], &mut expected);
    }
    if input.closed {
        expected.retain(|tour| linked(tour[0], tour[tour.len() - 1]) && tour.len() > 2);
    }
    // A closed tour is counted once: it starts anywhere and runs in either direction.
    check(&tours, &expected, if input.closed { 2 * cells.len() } else { 1 });
    if let Ok(tours) = from_path
        && !path.is_empty()
    {
        expected.retain(|tour| tour.starts_with(&path));
        check(&tours, &expected, if input.closed && path.len() == 1 { 2 } else { 1 });
    }
});

/// Compares with the `expected` tours, each of which is there `times` times.
fn check(tours: &Tours<usize>, expected: &BTreeSet<Vec<usize>>, times: usize) {
    let found = tours.find();
    assert_eq!(found.is_some(), !expected.is_empty());
    assert!(found.is_none_or(|tour| expected.contains(&tour)));
    let listed: Vec<_> = tours.iter().collect();
    assert!(listed.iter().all(|tour| expected.contains(tour)));
    assert_eq!(listed.iter().collect::<BTreeSet<_>>().len(), listed.len());
    assert_eq!(times * listed.len(), expected.len());
    assert_eq!(tours.count(), Ok(listed.len() as u128));
}

/// Adds all tours that start with a path.
fn extend(
    cells: &[usize],
    linked: &impl Fn(usize, usize) -> bool,
    path: &mut Vec<usize>,
    tours: &mut BTreeSet<Vec<usize>>,
) {
    if path.len() == cells.len() {
        tours.insert(path.clone());
        return;
    }
    for &next in cells {
        if linked(path[path.len() - 1], next) && !path.contains(&next) {
            path.push(next);
            extend(cells, linked, path, tours);
            path.pop();
        }
    }
}
