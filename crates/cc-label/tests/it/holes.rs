//! Holes of segmentations against floods around each component.

use bitboard_core::{Random, SeededRng};
use cc_label::{Connectivity, LabelError, Labeler, fill_holes_values};

type Size = (usize, usize, usize);

/// The places around one of an image or a volume whose coordinates differ in at most `axes` axes.
fn around(place: usize, (width, height, depth): Size, axes: usize) -> Vec<usize> {
    let at = [place % width, place / width % height, place / width / height];
    let mut found = Vec::new();
    for code in 0..27 {
        let step = [code % 3, code / 3 % 3, code / 9];
        let moved: Vec<_> = (0..3).map(|axis| (at[axis] + step[axis]).wrapping_sub(1)).collect();
        let count = step.iter().filter(|&&step| step != 1).count();
        let is_inside = moved.iter().zip([width, height, depth]).all(|(&at, side)| at < side);
        if (1..=axes).contains(&count) && is_inside {
            found.push(width * (height * moved[2] + moved[1]) + moved[0]);
        }
    }
    found
}

/// In how many axes places of components may differ, and those of the background.
fn axes(connectivity: Connectivity, depth: usize) -> [usize; 2] {
    let most = if depth == 1 { 2 } else { 3 };
    match connectivity {
        Connectivity::Faces => [1, most],
        Connectivity::Edges => [2, 1],
        Connectivity::Corners => [most, 1],
    }
}

/// Fills by a flood for each component. With `through_corners`, other components in a hole are
/// connected as components are.
fn plain(
    values: &[u8],
    size @ (width, height, depth): Size,
    connectivity: Connectivity,
    max_size: u64,
    through_corners: bool,
) -> Vec<u8> {
    let mut labels = vec![0_u32; values.len()];
    let count =
        Labeler::new().label_values(values, size, 0, connectivity, &mut labels).unwrap() as usize;
    let near = axes(connectivity, depth)
        .map(|axes| (0..values.len()).map(|place| around(place, size, axes)).collect::<Vec<_>>());
    let [own, other] = near;
    let is_border = |place: usize| {
        let (x, y, z) = (place % width, place / width % height, place / width / height);
        let at_end = |at: usize, side: usize| at == 0 || at + 1 == side;
        at_end(x, width) || at_end(y, height) || depth > 1 && at_end(z, depth)
    };
    let (mut filled, mut best) = (values.to_vec(), vec![u64::MAX; values.len()]);
    for component in 1..=count as u32 {
        let mut is_seen = vec![false; values.len()];
        for start in 0..values.len() {
            if is_seen[start] || labels[start] == component {
                continue;
            }
            is_seen[start] = true;
            let (mut part, mut next) = (vec![start], 0);
            while let Some(&place) = part.get(next) {
                next += 1;
                let corners = own[place].iter().filter(|&&to| {
                    through_corners && labels[place] != 0 && labels[to] == labels[place]
                });
                for &to in other[place].iter().chain(corners) {
                    if labels[to] != component && !is_seen[to] {
                        is_seen[to] = true;
                        part.push(to);
                    }
                }
            }
            let pixels = part.len() as u64;
            if pixels > max_size || part.iter().any(|&place| is_border(place)) {
                continue;
            }
            let value = values[labels.iter().position(|&label| label == component).unwrap()];
            for place in part {
                // The smallest hole is the innermost.
                if values[place] == 0 && pixels < best[place] {
                    (best[place], filled[place]) = (pixels, value);
                }
            }
        }
    }
    filled
}

/// Whether two values may cross: whether each has two pixels in a square or a cube.
fn has_crossings(values: &[u8], size @ (width, height, _): Size) -> bool {
    (0..values.len()).any(|place| {
        let at = |place: usize| [place % width, place / width % height, place / width / height];
        let here = at(place);
        let cube: Vec<u8> = around(place, size, 3)
            .into_iter()
            .filter(|&other| at(other).iter().zip(here).all(|(&a, b)| a >= b))
            .chain([place])
            .map(|place| values[place])
            .collect();
        let twice = |value| cube.iter().filter(|&&other| other == value).count() > 1;
        (1..6).filter(|&value| twice(value)).count() > 1
    })
}

fn check(values: &[u8], size: Size, max_size: u64) -> [bool; 2] {
    let (mut is_filled, mut is_simple) = (false, false);
    for connectivity in Connectivity::ALL {
        let expected = plain(values, size, connectivity, max_size, true);
        let mut found = values.to_vec();
        let count = fill_holes_values(&mut found, size, 0, connectivity, max_size).unwrap();
        assert_eq!(found, expected, "{size:?} {connectivity:?} {max_size} {values:?}");
        assert_eq!(count > 0, found != values);
        is_filled |= count > 0;
        if !has_crossings(values, size) {
            is_simple = true;
            assert_eq!(found, plain(values, size, connectivity, max_size, false));
        }
        // Another background.
        let mut moved: Vec<i64> = values.iter().map(|&value| i64::from(value) - 7).collect();
        fill_holes_values(&mut moved, size, -7, connectivity, max_size).unwrap();
        assert!(moved.iter().zip(&expected).all(|(&a, &b)| a == i64::from(b) - 7));
    }
    [is_filled, is_simple]
}

#[test]
fn values_less_than_the_background_fill_nothing() {
    for (inner, others) in [(4, 0), (4, 9), (0, 9)] {
        let mut values = [-1_i32; 49];
        for (place, value) in
            [(16, 0), (17, 0), (18, 0), (23, 0), (24, inner), (25, 0), (40, others)]
        {
            values[place] = value;
        }
        let before = values;
        let count = fill_holes_values(&mut values, (7, 7), 0, Connectivity::FOUR, u64::MAX);
        assert_eq!((count, values), (Ok(0), before));
    }
}

#[test]
fn holes_of_values_are_those_of_floods() {
    let mut rng = SeededRng::new(5);
    let mut below = |n: u64| rng.below(n) as usize;
    let mut counts = [0; 2];
    for round in 0..200 {
        let depth = if round % 2 == 0 { 1 } else { 3 + below(3) };
        let width = if below(30) == 0 { 62 + below(6) } else { 1 + below(9) };
        let size = (width, 1 + below(8), depth);
        let (most, zeros) = (2 + below(3) as u64, below(60) as u64);
        let mut values: Vec<u8> = (0..size.0 * size.1 * size.2)
            .map(|_| if below(100) < zeros as usize { 0 } else { below(most) as u8 + 1 })
            .collect();
        // Boxes within boxes, and what breaks them.
        for value in (1..5).filter(|_| round % 3 > 0) {
            for (place, to) in values.iter_mut().enumerate() {
                let at = [place % size.0, place / size.0 % size.1, place / size.0 / size.1];
                let far = at.iter().zip([size.0, size.1, size.2]);
                let far = far.map(|(&at, side)| at.min(side - 1 - at));
                let far = if depth == 1 { far.take(2).min() } else { far.min() };
                if far == Some(value - 1) && below(40) > 0 {
                    *to = if value % 2 == round % 2 { 0 } else { 1 + (value * round % 5) as u8 };
                }
            }
        }
        let max_size = if below(2) == 0 { u64::MAX } else { below(20) as u64 };
        let seen = check(&values, size, max_size);
        counts[0] += usize::from(seen[0]);
        counts[1] += usize::from(seen[1] && seen[0]);
    }
    assert!(counts.iter().all(|&count| count > 15), "{counts:?}");
}

#[test]
fn nested_rings_fill_what_is_between_them() {
    let size = (11, 11, 1);
    let ring = |place: usize| {
        let (x, y) = (place % 11, place / 11);
        x.min(10 - x).min(y).min(10 - y)
    };
    let mut values: Vec<u8> = (0..121).map(|place| [0, 3, 0, 5, 0, 0][ring(place)]).collect();
    let before = values.clone();
    assert_eq!(fill_holes_values(&mut values, size, 0, Connectivity::EIGHT, 9), Ok(1));
    let expected = |rings: [u8; 6]| (0..121).map(|place| rings[ring(place)]).collect::<Vec<u8>>();
    assert_eq!(values, expected([0, 3, 0, 5, 5, 5]));
    values = before;
    assert_eq!(fill_holes_values(&mut values, size, 0, Connectivity::EIGHT, u64::MAX), Ok(2));
    assert_eq!(values, expected([0, 3, 3, 5, 5, 5]));
    // A component of the same value counts for the size of the hole.
    values = expected([0, 3, 0, 3, 3, 3]);
    for (max_size, count) in [(48, 0), (49, 1)] {
        assert_eq!(
            fill_holes_values(&mut values, size, 0, Connectivity::FOUR, max_size),
            Ok(count)
        );
    }
    let odd = fill_holes_values(&mut [1_u8; 9], (2, 4), 0, Connectivity::FOUR, 1);
    assert_eq!(odd, Err(LabelError::Length { expected: 8, found: 9 }));
}
