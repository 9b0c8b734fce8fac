//! Contacts of labels against plain loops.

use std::collections::BTreeMap;

use bitboard_core::{Random, SeededRng};
use cc_label::__private::Value;
use cc_label::{Connectivity, LabelError, contacts};

/// The numbers of common faces, edges and corners of each pair, by loops over voxels and neighbors.
fn plain<V: Value>(
    labels: &[V],
    (width, height, depth): (usize, usize, usize),
    neighbors: Connectivity,
) -> BTreeMap<(V, V), [u64; 3]> {
    let axes = match neighbors {
        Connectivity::SIX => 1,
        Connectivity::EIGHTEEN => 2,
        Connectivity::TWENTY_SIX => 3,
    };
    let label = |x: usize, y: usize, z: usize| {
        let is_inside = x < width && y < height && z < depth;
        if is_inside { labels[(z * height + y) * width + x] } else { V::default() }
    };
    let mut pairs = BTreeMap::new();
    for i in 0..labels.len() {
        let (x, y, z) = (i % width, i / width % height, i / width / height);
        for step in 0..27 {
            let [dx, dy, dz] = [step % 3, step / 3 % 3, step / 9];
            let differing = [dx, dy, dz].iter().filter(|&&d| d != 1).count();
            let (a, b) = (
                label(x, y, z),
                label((x + dx).wrapping_sub(1), (y + dy).wrapping_sub(1), (z + dz).wrapping_sub(1)),
            );
            // Each pair is met from both sides.
            if (1..=axes).contains(&differing) && V::default() != a && V::default() != b && a < b {
                pairs.entry((a, b)).or_insert([0; 3])[differing - 1] += 1;
            }
        }
    }
    pairs
}

fn check<V: Value + std::fmt::Debug>(labels: &[V], size: (usize, usize, usize)) {
    for neighbors in Connectivity::ALL {
        let found = contacts(labels, size, neighbors).unwrap();
        let counts = found.iter().map(|c| (c.labels, [c.faces, c.edges, c.corners]));
        let expected: Vec<_> = plain(labels, size, neighbors).into_iter().collect();
        assert_eq!(counts.collect::<Vec<_>>(), expected, "{size:?}, {neighbors:?}");
    }
    // An image is a volume of one plane.
    let plane = (size.0, size.1 * size.2);
    for (connectivity, neighbors) in
        [(Connectivity::FOUR, Connectivity::SIX), (Connectivity::EIGHT, Connectivity::EIGHTEEN)]
    {
        let of_volume = contacts(labels, (plane.0, plane.1, 1), neighbors);
        assert_eq!(contacts(labels, plane, connectivity), of_volume);
    }
}

#[test]
fn contacts_are_those_of_plain_loops() {
    let mut rng = SeededRng::new(1);
    for round in 0..90 {
        let widths = [1, 2, 3, 62, 63, 64, 65, 127, 128, 129];
        let size =
            (widths[rng.below(10) as usize], 1 + rng.below(5) as usize, 1 + rng.below(4) as usize);
        let (values, repeat) = (2 + rng.below([5, 400][round % 2]), 1 + rng.below(9));
        let mut value = 0;
        let labels: Vec<u64> = (0..size.0 * size.1 * size.2)
            .map(|_| {
                value = if rng.below(repeat) == 0 { rng.below(values) } else { value };
                value
            })
            .collect();
        check(&labels, size);
        check(&labels.iter().map(|&value| value as u8).collect::<Vec<_>>(), size);
        check(&labels.iter().map(|&value| -(value as i16)).collect::<Vec<_>>(), size);
        check(&labels.iter().map(|&value| value.rotate_right(9)).collect::<Vec<_>>(), size);
    }
}

/// More pairs than the table of recent ones, each of them many times.
#[test]
fn contacts_of_many_pairs() {
    let mut rng = SeededRng::new(2);
    let labels: Vec<u32> = (0..48 * 48 * 48).map(|_| rng.below(400) as u32).collect();
    let found = contacts(&labels, (48, 48, 48), Connectivity::SIX).unwrap();
    let counts = found.iter().map(|c| (c.labels, [c.faces, c.edges, c.corners]));
    assert!(counts.eq(plain(&labels, (48, 48, 48), Connectivity::SIX)));
}

/// More contacts of one pair than the table of recent ones counts.
#[test]
fn contacts_of_one_pair() {
    let (width, height) = (1100, 1000);
    let labels: Vec<u8> = (0..width * height).map(|i| 1 + ((i / width + i) % 2) as u8).collect();
    let found = contacts(&labels, (width, height), Connectivity::EIGHT).unwrap();
    assert_eq!((found.len(), found[0].labels, found[0].edges), (1, (1, 2), 0));
    assert_eq!(found[0].faces, ((width - 1) * height + width * (height - 1)) as u64);
    // Stripes touch by corners, too.
    let labels: Vec<u8> = (0..width * height).map(|i| 1 + (i / width % 2) as u8).collect();
    let found = contacts(&labels, (width, height), Connectivity::EIGHT).unwrap();
    let (straight, diagonal) = (width * (height - 1), 2 * (width - 1) * (height - 1));
    assert_eq!((found[0].faces, found[0].edges), (straight as u64, diagonal as u64));
}

#[test]
fn wrong_sizes_are_refused() {
    let of = |labels: &[u8], size| contacts(labels, size, Connectivity::SIX).unwrap_err();
    for size in [(0, 1, 1), (1, 0, 1), (1, 1, 0), (usize::MAX, 2, 2)] {
        assert_eq!(of(&[], size), LabelError::PixelCount { size });
    }
    assert_eq!(of(&[1; 5], (2, 1, 3)), LabelError::Length { expected: 6, found: 5 });
    let empty = contacts(&[0_u8; 0], (0, 1), Connectivity::FOUR);
    assert_eq!(empty, Err(LabelError::PixelCount { size: (0, 1, 1) }));
}
