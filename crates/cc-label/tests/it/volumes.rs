//! Volumes against a plain flood, voxel by voxel.

use bitboard_core::{Random, SeededRng};
use cc_label::__private::Value;
use cc_label::{
    BitOrder, Component, Connectivity, Image, LabelError, Labeler, Moments, Selected, components,
    count, euler_number, label, measure,
};

type Size = (usize, usize, usize);

/// The steps to the neighbors of a voxel.
fn steps(neighbors: Connectivity) -> Vec<[isize; 3]> {
    let most: isize = match neighbors {
        Connectivity::SIX => 1,
        Connectivity::EIGHTEEN => 2,
        Connectivity::TWENTY_SIX => 3,
    };
    let steps = (0..27).map(|i: isize| [i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1]);
    steps.filter(|step| (1..=most).contains(&step.iter().map(|d| d.abs()).sum())).collect()
}

/// The labels by a flood from each voxel in raster order, and the number of components.
fn flooded<V: Copy + Eq + Default>(
    voxels: &[V],
    (width, height, depth): Size,
    neighbors: Connectivity,
    periodic: [bool; 3],
) -> (u32, Vec<u32>) {
    let (mut labels, mut count) = (vec![0; voxels.len()], 0);
    let (sides, steps) = ([width, height, depth].map(|side| side as isize), steps(neighbors));
    for first in 0..voxels.len() {
        if voxels[first] == V::default() || labels[first] != 0 {
            continue;
        }
        count += 1;
        labels[first] = count;
        let mut open = vec![first];
        while let Some(at) = open.pop() {
            let at = [at % width, at / width % height, at / width / height];
            for step in &steps {
                let to = [0, 1, 2].map(|axis| match at[axis] as isize + step[axis] {
                    to if periodic[axis] => to.rem_euclid(sides[axis]),
                    to => to,
                });
                if (0..3).any(|axis| !(0..sides[axis]).contains(&to[axis])) {
                    continue;
                }
                let [x, y, z] = to.map(|at| at as usize);
                let to = (z * height + y) * width + x;
                if labels[to] == 0 && voxels[to] == voxels[first] {
                    labels[to] = count;
                    open.push(to);
                }
            }
        }
    }
    (count, labels)
}

/// Checks all queries of a volume against a flood.
fn check(size: Size, is_set: impl Fn(usize, usize, usize) -> bool) {
    let (width, height, depth) = size;
    let voxel = |i: usize| (i % width, i / width % height, i / width / height);
    let voxels: Vec<bool> =
        (0..width * height * depth).map(voxel).map(|(x, y, z)| is_set(x, y, z)).collect();
    let volume = Image::from_values(
        &voxels.iter().map(|&set| u8::from(set)).collect::<Vec<_>>(),
        (width, height, depth),
        |value| value > 0,
    )
    .unwrap();
    let mut labeler = Labeler::new();
    for neighbors in Connectivity::ALL {
        let (expected, expected_labels) = flooded(&voxels, size, neighbors, [false; 3]);
        let mut labels = vec![u32::MAX; voxels.len()];
        let mut found: Vec<Moments> = Vec::new();
        let labeled = labeler.label_and_measure(&volume, neighbors, &mut labels, &mut found);
        assert_eq!(labeled, Ok(expected), "{size:?} {neighbors:?}");
        assert!(labels == expected_labels, "{size:?} {neighbors:?}");
        assert_eq!(count(&volume, neighbors), expected as usize);
        let mut sums = vec![([0; 4], [usize::MAX; 3], [0; 3], [0; 6]); expected as usize];
        for (i, &label) in labels.iter().enumerate().filter(|&(_, &label)| label > 0) {
            let (x, y, z) = voxel(i);
            let at = [x, y, z];
            let (ones, lower, upper, squares) = &mut sums[label as usize - 1];
            for axis in 0..3 {
                ones[axis] += at[axis] as u64;
                lower[axis] = at[axis].min(lower[axis]);
                upper[axis] = at[axis].max(upper[axis]);
            }
            ones[3] += 1;
            for (sum, product) in squares.iter_mut().zip([x * x, y * y, z * z, x * y, x * z, y * z])
            {
                *sum += product as u128;
            }
        }
        for (found, (ones, lower, upper, squares)) in found.iter().zip(&sums) {
            let component = found.component();
            let [x, y, z] = component.sums().map(|sum| sum as u64);
            assert_eq!([x, y, z, component.size()], *ones);
            assert_eq!((component.lower(), component.upper()), ((*lower).into(), (*upper).into()));
            let [[xx, xy, xz], [_, yy, yz], [_, _, zz]] = found.products();
            assert_eq!([xx, yy, zz, xy, xz, yz], *squares);
            let sides = [width, height, depth];
            let is_at_border = (0..if depth > 1 { 3 } else { 2 })
                .any(|axis| lower[axis] == 0 || upper[axis] + 1 == sides[axis]);
            assert_eq!(component.touches_border(size), is_at_border);
        }
        let list: Vec<Component> = found.iter().map(|found| *found.component()).collect();
        assert_eq!(components(&volume, neighbors), list);
        assert!(measure::<Moments>(&volume, neighbors) == found);
        let is_large = |found: &Component| found.size() > 1;
        let Selected { count, matching, components, .. } =
            labeler.select(&volume, neighbors, 3, is_large);
        let large: Vec<_> = list.iter().filter(|found| is_large(found)).collect();
        assert_eq!((count, matching), (list.len(), large.len()));
        assert!(components.iter().eq(large.into_iter().take(3)));
    }
}

/// A volume whose voxels are set with a probability of `percent`.
fn noise((width, height, depth): Size, percent: u64, rng: &mut SeededRng) -> Image {
    Image::from_fn((width, height, depth), |_, _, _| rng.below(100) < percent).unwrap()
}

#[test]
fn volumes_are_made_from_values_words_and_bytes() {
    let mut rng = SeededRng::new(1);
    for (width, height, depth) in [(1, 1, 1), (63, 2, 3), (64, 3, 2), (65, 1, 4), (130, 2, 2)] {
        let expected = noise((width, height, depth), 40, &mut rng);
        let voxels = (0..depth).flat_map(|z| (0..height).map(move |y| (y, z)));
        let is_set: Vec<bool> = voxels
            .flat_map(|(y, z)| (0..width).map(move |x| (x, y, z)))
            .map(|voxel| expected.get(voxel).unwrap())
            .collect();
        let bytes: Vec<u8> = is_set.iter().map(|&set| u8::from(set)).collect();
        let made = Image::from_values(&bytes, (width, height, depth), |value| value != 0);
        assert_eq!(made.as_ref(), Ok(&expected));
        let wide: Vec<i64> = is_set.iter().map(|&set| if set { -5 } else { 5 }).collect();
        let made = Image::from_values(&wide, (width, height, depth), |value| value < 0);
        assert_eq!(made.as_ref(), Ok(&expected));
        let found = bytes.len() + 1;
        let longer = Image::from_values(&vec![0_u16; found], (width, height, depth), |_| true);
        assert_eq!(longer, Err(LabelError::Length { expected: bytes.len(), found }));
        let rows = || (0..depth).flat_map(|z| (0..height).map(move |y| (y, z)));
        let words: Vec<u64> =
            rows().flat_map(|(y, z)| expected.row(height * z + y)).copied().collect();
        let made = Image::from_words(words.clone(), (width, height, depth));
        assert_eq!(made.as_ref(), Ok(&expected));
        let row_bytes = |words: &[u64]| -> Vec<u8> {
            let bytes = words.iter().flat_map(|word| word.to_le_bytes());
            bytes.take(width.div_ceil(8)).collect()
        };
        let packed: Vec<u8> = words.chunks(width.div_ceil(64)).flat_map(row_bytes).collect();
        let order = BitOrder::LeastSignificantFirst;
        let made = Image::from_packed(&packed, (width, height, depth), width.div_ceil(8), order);
        assert_eq!(made.as_ref(), Ok(&expected));
        let mut inverted = expected.clone();
        inverted.invert();
        let mut by_rows = Image::new((width, height, depth)).unwrap();
        let mut by_voxels = by_rows.clone();
        for (y, z) in rows() {
            for voxel in (0..width).map(|x| (x, y, z)) {
                by_voxels.set(voxel, expected.get(voxel).unwrap()).unwrap();
            }
            let row: Vec<u64> = inverted.row(height * z + y).iter().map(|word| !word).collect();
            by_rows.set_row(height * z + y, &row).unwrap();
        }
        assert_eq!((&by_rows, &by_voxels), (&expected, &expected));
    }
    let plane: Image = "X.X\n..X".parse().unwrap();
    let volume = Image::from_fn((3, 2, 2), |x, y, z| plane.get((x, y)) == Some(z == 0)).unwrap();
    assert_eq!(format!("{plane:?}|{volume:#?}"), "Image(3×2)|Image(3×2×2)\nX.X\n..X\n\n.X.\nXX.");
    assert_eq!(
        (volume.plane(0).to_string(), volume.crop((0, 0, 0), (3, 2, 1))),
        (plane.to_string(), Ok(plane))
    );
}

#[test]
fn wrong_volumes_are_refused() {
    const MAX: usize = usize::MAX;
    for size in [(0, 1, 1), (1, 0, 1), (1, 1, 0), (1 << 16, 1 << 8, 1 << 8), (MAX, MAX, MAX)] {
        let refused = Image::new((size.0, size.1, size.2));
        assert_eq!(refused, Err(LabelError::PixelCount { size }));
    }
    let (mut volume, size) = (Image::new((2, 3, 4)).unwrap(), (2, 3, 4));
    for voxel in [(2, 0, 0), (0, 3, 0), (0, 0, 4), (0, 0, MAX), (0, MAX, 0)] {
        let off = Err(LabelError::Outside { at: voxel, size });
        assert_eq!((volume.get(voxel), volume.set(voxel, true)), (None, off));
    }
    let off = Err(LabelError::Outside { at: (0, 1, 4), size });
    assert_eq!(volume.set_row(3 * 4 + 1, &[0]), off);
    let short = Image::from_packed(&[0; 9], (9, 3, 4), 2, BitOrder::LeastSignificantFirst);
    assert_eq!(short, Err(LabelError::Length { expected: 24, found: 9 }));
    let text = LabelError::Outside { at: (2, 0, 0), size }.to_string();
    assert_eq!(text, "expected a position in a volume of 2×3×4 voxels, found 2,0,0");
}

/// For each voxel of a volume of at most 64 its neighbors, as bits.
fn masks((width, height, depth): Size, neighbors: Connectivity) -> Vec<u64> {
    let sides = [width, height, depth].map(|side| side as isize);
    let index = |[x, y, z]: [isize; 3]| (z * sides[1] + y) * sides[0] + x;
    let at = |i: isize| [i % sides[0], i / sides[0] % sides[1], i / sides[0] / sides[1]];
    let is_inside = |at: &[isize; 3]| (0..3).all(|axis| (0..sides[axis]).contains(&at[axis]));
    let around = |i| {
        let to =
            steps(neighbors).into_iter().map(move |step| [0, 1, 2].map(|a| at(i)[a] + step[a]));
        to.filter(is_inside).fold(0, |mask, to| mask | 1 << index(to))
    };
    (0..sides.iter().product()).map(around).collect()
}

/// Checks the labels of a volume of at most 64 voxels against a flood.
fn check_small(
    labeler: &mut Labeler,
    set: u64,
    size: Size,
    neighbors: Connectivity,
    masks: &[u64],
) {
    let (width, height, depth) = size;
    let words = (0..height * depth).map(|row| set >> (width * row) & ((1 << width) - 1)).collect();
    let volume = Image::from_words(words, (width, height, depth)).unwrap();
    let mut labels = [0_u16; 64];
    let found = labeler.label(&volume, neighbors, &mut labels[..masks.len()]).unwrap();
    let (mut rest, mut expected) = (set, 0);
    while rest != 0 {
        expected += 1;
        let (mut component, mut open) = (0, rest & rest.wrapping_neg());
        while open != 0 {
            let voxel = open.trailing_zeros() as usize;
            component |= 1 << voxel;
            open = (open | masks[voxel] & set) & !component;
        }
        rest &= !component;
        let labeled =
            labels.iter().rev().fold(0, |bits, &label| bits << 1 | u64::from(label == expected));
        assert_eq!(labeled, component, "{size:?} {neighbors:?}\n{volume:#?}");
    }
    assert_eq!(found, u32::from(expected), "{size:?} {neighbors:?}\n{volume:#?}");
}

/// Every `step`-th volume of a size.
fn check_volumes(size: Size, step: usize) {
    let mut labeler = Labeler::new();
    for neighbors in Connectivity::ALL {
        let masks = masks(size, neighbors);
        for set in (0..1 << masks.len()).step_by(step) {
            check_small(&mut labeler, set, size, neighbors, &masks);
        }
    }
}

#[test]
fn all_volumes_of_up_to_12_voxels() {
    for (x, y, z) in
        [1, 2].into_iter().flat_map(|x| (1..=3).flat_map(move |y| [(x, y, 1), (x, y, 2)]))
    {
        check_volumes((x, y, z), 1);
    }
    check_volumes((3, 3, 2), 61);
}

#[test]
#[ignore = "takes seconds"]
fn all_volumes_of_18_voxels() {
    check_volumes((3, 3, 2), 1);
}

#[test]
fn samples_of_volumes_of_64_voxels() {
    let (mut labeler, mut rng) = (Labeler::new(), SeededRng::new(2));
    for size in [(4, 4, 4), (8, 4, 2), (5, 3, 4)] {
        for neighbors in Connectivity::ALL {
            let masks = masks(size, neighbors);
            for _ in 0..2_500 {
                let set = (rng.next_u64() & rng.next_u64() | rng.next_u64() & rng.next_u64())
                    >> (64 - masks.len());
                check_small(&mut labeler, set, size, neighbors, &masks);
            }
        }
    }
}

#[test]
fn noise_of_all_densities_and_sides_around_words() {
    let mut rng = SeededRng::new(3);
    // The second and the last but one are the densities at which 26 and 6 neighbors percolate.
    for (width, percent) in [(1, 50), (63, 10), (64, 60), (65, 25), (127, 5), (128, 31), (129, 90)]
    {
        for (height, depth) in [(1, 9), (9, 1), (7, 6), (1, 1), (2, 65)] {
            let size = (width, height, depth);
            let volume = noise(size, percent, &mut rng);
            check(size, |x, y, z| volume.get((x, y, z)).unwrap());
        }
    }
}

#[test]
fn volumes_of_more_runs_and_rows_than_a_band() {
    let mut rng = SeededRng::new(4);
    for (size, percent) in [((60, 40, 40), 31), ((60, 40, 40), 10), ((5, 3, 1200), 40)] {
        let volume = noise(size, percent, &mut rng);
        check(size, |x, y, z| volume.get((x, y, z)).unwrap());
    }
    // Combs that are joined in the last plane, the last rows, or not at all.
    check((40, 40, 50), |x, y, z| x % 2 == 0 && y % 2 == 0 || z == 49);
    check((40, 50, 40), |x, y, z| x % 2 == 0 && z % 2 == 0 || y == 49);
    check((40, 50, 40), |x, y, z| (x + y + z) % 2 == 0 && x % 3 < 2);
    // A spiral in each plane, and planes that are joined by single voxels.
    let ring = |x: usize, y: usize| x.min(y).min(40 - x).min(40 - y);
    check((41, 41, 21), |x, y, z| match z % 2 {
        0 => ring(x, y) % 2 == 0 || (x, y) == (20, ring(x, y)),
        _ => (x, y) == if z % 4 == 1 { (0, 0) } else { (20, 20) },
    });
}

/// Images of one plane have an engine of their own.
#[test]
fn an_empty_plane_changes_nothing() {
    let mut rng = SeededRng::new(5);
    for (width, height) in [(1, 1), (64, 30), (100, 20), (300, 300)] {
        let plane = noise((width, height, 1), 55, &mut rng);
        let is_set = |x, y, z| z == 0 && plane.get((x, y)) == Some(true);
        let volume = Image::from_fn((width, height, 2), is_set).unwrap();
        for connectivity in Connectivity::ALL {
            let found = measure::<Moments>(&plane, connectivity);
            assert_eq!(measure::<Moments>(&volume, connectivity), found);
            let (mut labels, count) = label(&plane, connectivity);
            labels.resize(2 * labels.len(), 0);
            assert_eq!(label(&volume, connectivity), (labels, count));
            assert_eq!(euler_number(&volume, connectivity), euler_number(&plane, connectivity));
        }
    }
}

/// Checks the labels of a volume of numbers against a flood. The values are below 4; `value` makes
/// them those of another type.
fn check_values<V: Value>(numbers: &[u8], size: Size, background: u8, value: impl Fn(u8) -> V) {
    let voxels: Vec<V> = numbers.iter().map(|&number| value(number)).collect();
    // The background is 0 in the flood.
    let shifted: Vec<u8> = numbers.iter().map(|&number| (number + 4 - background) % 4).collect();
    for neighbors in Connectivity::ALL {
        let (count, expected) = flooded(&shifted, size, neighbors, [false; 3]);
        let mut labels = vec![9_u32; voxels.len()];
        let background = value(background);
        let found = Labeler::new().label_values(&voxels, size, background, neighbors, &mut labels);
        assert_eq!(found, Ok(count), "{size:?} {neighbors:?}");
        assert!(labels == expected, "{size:?} {neighbors:?} {numbers:?}");
    }
}

#[test]
fn volumes_of_numbers_are_labeled_as_by_a_flood() {
    let mut rng = SeededRng::new(6);
    for set in 0..1_u32 << 16 {
        // All volumes of 2×2×2 voxels with four values.
        let numbers: Vec<u8> = (0..8).map(|voxel| (set >> (2 * voxel) & 3) as u8).collect();
        if set % 13 == 0 {
            check_values(&numbers, (2, 2, 2), (set % 5 / 4) as u8, u16::from);
        }
    }
    let mut sizes = vec![(20, 7, 9), (63, 3, 4), (64, 4, 3), (65, 1, 6), (129, 5, 5), (200, 6, 1)];
    sizes.extend([(3, 3, 3); 200]);
    sizes.extend([(70, 3, 3); 20]);
    sizes.extend([(192, 4, 3); 40]);
    for size in sizes {
        // Long runs have stretches of several words.
        let (values, repeat) =
            (2 + rng.below(3), 1 + rng.below(if size.0 == 192 { 90 } else { 12 }));
        let mut value = 0;
        let mut next = || {
            value = if rng.below(repeat) == 0 { rng.below(values) as u8 } else { value };
            value
        };
        let numbers: Vec<u8> = (0..size.0 * size.1 * size.2).map(|_| next()).collect();
        check_values(&numbers, size, 0, |number| number);
        check_values(&numbers, size, 1, |number| u32::from(number) << 30);
        check_values(&numbers, size, 2, |number| i64::from(number) - 2);
    }
}

#[test]
fn wrong_volumes_of_numbers_are_refused() {
    let label = |voxels: &[u8], size, labels: usize| {
        let labels = &mut vec![0_u16; labels];
        Labeler::new().label_values(voxels, size, 0, Connectivity::SIX, labels)
    };
    let size = (0, 2, 2);
    assert_eq!(label(&[], size, 0), Err(LabelError::PixelCount { size }));
    let length = |found| Err(LabelError::Length { expected: 8, found });
    assert_eq!(label(&[1; 7], (2, 2, 2), 8), length(7));
    assert_eq!(label(&[1; 8], (2, 2, 2), 9), length(9));
    let checkered: Vec<u8> = (0..1 << 17).map(|i| ((i ^ i >> 6 ^ i >> 12) & 1) as u8 + 1).collect();
    let many = Err(LabelError::TooManyComponents { max: 65_535, found: 1 << 17 });
    assert_eq!(label(&checkered, (64, 64, 32), 1 << 17), many);
}

#[cfg(feature = "parallel")]
#[test]
fn slabs_of_many_threads_are_joined() {
    let (mut rng, mut on_threads) = (SeededRng::new(7), Labeler::new().threads(8));
    // A thread is started for each 2¹⁹ voxels, so two or three threads work.
    for (size, percent) in [((110, 100, 100), 31), ((65, 1, 24_500), 60), ((1300, 600, 2), 10)] {
        let volume = noise(size, percent, &mut rng);
        for neighbors in Connectivity::ALL {
            let mut expected = vec![0_u32; size.0 * size.1 * size.2];
            let count = Labeler::new().label(&volume, neighbors, &mut expected);
            let list = components(&volume, neighbors);
            let mut labels = vec![9_u32; expected.len()];
            assert_eq!(on_threads.label(&volume, neighbors, &mut labels), count);
            assert!(labels == expected, "{size:?} {neighbors:?}");
            let mut found: Vec<Component> = Vec::new();
            on_threads.measure(&volume, neighbors, &mut found);
            assert!(found == list, "{size:?} {neighbors:?}");
            let answer = on_threads.label_and_measure(&volume, neighbors, &mut labels, &mut found);
            assert_eq!(answer, count);
            assert!(labels == expected && found == list, "{size:?} {neighbors:?}");
            // Strips of small volumes have tests in the library.
            if neighbors == Connectivity::EIGHTEEN {
                check_other_threads(&mut on_threads, &volume, &expected, neighbors);
            }
        }
    }
}

/// Periodic edges, and the labels as numbers: on several threads as on one.
#[cfg(feature = "parallel")]
fn check_other_threads(
    on_threads: &mut Labeler,
    volume: &Image,
    numbers: &[u32],
    neighbors: Connectivity,
) {
    let (mut one, size) = (Labeler::new(), volume.size());
    let [mut expected, mut labels] = [(); 2].map(|()| vec![9_u32; numbers.len()]);
    let all = [true; 3];
    let sizes = one.label_periodic(volume, neighbors, all, &mut expected);
    assert_eq!(on_threads.label_periodic(volume, neighbors, all, &mut labels), sizes);
    assert!(labels == expected, "{size:?} {neighbors:?}");
    let few: Vec<u8> = numbers.iter().map(|n| (n % 3) as u8).collect();
    let count = one.label_values(&few, size, 1, neighbors, &mut expected);
    assert_eq!(on_threads.label_values(&few, size, 1, neighbors, &mut labels), count);
    assert!(labels == expected, "{size:?} {neighbors:?}");
    let found = on_threads.contacts(&labels, size, neighbors);
    assert!(found == cc_label::contacts(&labels, size, neighbors), "{size:?} {neighbors:?}");
}

#[test]
fn edges_that_meet() {
    let mut rng = SeededRng::new(8);
    let mut sizes = vec![(65, 7, 5), (64, 20, 9), (130, 2, 2), (1, 9, 9), (40, 40, 40)];
    for _ in 0..400 {
        sizes.push((
            1 + rng.below(5) as usize,
            1 + rng.below(4) as usize,
            1 + rng.below(4) as usize,
        ));
    }
    for (i, size) in sizes.into_iter().enumerate() {
        let volume = noise(size, [10, 20, 35, 50][i % 4], &mut rng);
        let rows = (0..size.2).flat_map(|z| (0..size.1).map(move |y| (y, z)));
        let voxels: Vec<bool> = rows
            .flat_map(|(y, z)| (0..size.0).map(move |x| (x, y, z)))
            .map(|voxel| volume.get(voxel).unwrap())
            .collect();
        for axes in 0..8 {
            let periodic = [0, 1, 2].map(|axis| axes >> axis & 1 == 1);
            for neighbors in Connectivity::ALL {
                let (count, expected) = flooded(&voxels, size, neighbors, periodic);
                let mut labels = vec![9_u32; voxels.len()];
                let sizes =
                    Labeler::new().label_periodic(&volume, neighbors, periodic, &mut labels);
                let sizes = sizes.unwrap();
                assert!(labels == expected, "{size:?} {neighbors:?} {periodic:?}\n{volume:#?}");
                assert_eq!(sizes.len(), count as usize);
                let mut counted = vec![0; sizes.len() + 1];
                labels.iter().for_each(|&label| counted[label as usize] += 1);
                assert_eq!(counted[1..], sizes);
            }
        }
    }
}

/// The Euler number of a volume, cell by cell.
fn cells(volume: &Image, neighbors: Connectivity) -> i64 {
    let sides = [volume.width(), volume.height(), volume.depth()].map(|side| side as isize);
    let is_set = |at: [isize; 3]| {
        let [x, y, z] = at.map(|at| usize::try_from(at).unwrap_or(usize::MAX));
        volume.get((x, y, z)) == Some(true)
    };
    let corners = (0..=sides[0])
        .flat_map(|x| (0..=sides[1]).flat_map(move |y| (0..=sides[2]).map(move |z| [x, y, z])));
    corners
        .map(|at| {
            // The cells that start at this corner, by the axes along which they have an extent.
            let of_axes = |axes: u8| {
                let around = (0..8_u8).filter(|step| match neighbors {
                    Connectivity::SIX => step & !axes == 0,
                    _ => step & axes == 0,
                });
                let set: Vec<u8> = around
                    .filter(|step| {
                        is_set([0, 1, 2].map(|axis| at[axis] - isize::from(step >> axis & 1)))
                    })
                    .collect();
                let cells = match neighbors {
                    Connectivity::SIX => i64::from(set.len() == 1 << axes.count_ones()),
                    Connectivity::EIGHTEEN if matches!(*set, [a, b] if a ^ b == 7) => 2,
                    _ => i64::from(!set.is_empty()),
                };
                if axes.count_ones().is_multiple_of(2) { cells } else { -cells }
            };
            (0..8).map(of_axes).sum::<i64>()
        })
        .sum()
}

#[test]
fn euler_numbers_are_those_of_cells() {
    let mut rng = SeededRng::new(9);
    for (i, size) in [(63, 4, 5), (64, 3, 3), (65, 1, 4), (1, 7, 7), (130, 5, 1), (5, 6, 7)]
        .into_iter()
        .cycle()
        .take(24)
        .enumerate()
    {
        let volume = noise(size, [10, 40, 60, 90][i / 6], &mut rng);
        for neighbors in Connectivity::ALL {
            assert_eq!(
                euler_number(&volume, neighbors),
                cells(&volume, neighbors),
                "{neighbors:?}"
            );
        }
    }
    let of = |is_set: fn(usize, usize, usize) -> bool| {
        let volume = Image::from_fn((5, 5, 5), is_set).unwrap();
        Connectivity::ALL.map(|neighbors| euler_number(&volume, neighbors))
    };
    assert_eq!(of(|_, _, _| true), [1; 3]);
    // A shell, a ring, and two voxels with a common edge or corner.
    assert_eq!(of(|x, y, z| [x, y, z].iter().any(|at| at % 4 == 0)), [2; 3]);
    assert_eq!(of(|x, y, z| z == 2 && (x % 4 == 0 || y % 4 == 0)), [0; 3]);
    assert_eq!(of(|x, y, z| (1..3).contains(&x) && x == y && z == 2), [2, 1, 1]);
    assert_eq!(of(|x, y, z| (1..3).contains(&x) && x == y && y == z), [2, 2, 1]);
}

#[test]
fn transposed_and_mirrored_volumes_have_the_same_components() {
    let (mut rng, sides) = (SeededRng::new(9), [67, 21, 13]);
    let mut value = 0;
    let mut next = || {
        value = if rng.below(3) == 0 { rng.below(3) as u8 } else { value };
        value
    };
    let numbers: Vec<u8> = (0..sides.iter().product()).map(|_| next()).collect();
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    for neighbors in Connectivity::ALL {
        let (_, expected) = flooded(&numbers, (67, 21, 13), neighbors, [false; 3]);
        for (order, mirrored) in orders.iter().flat_map(|order| (0..8).map(move |m| (order, m))) {
            let [width, height, depth] = order.map(|axis| sides[axis]);
            // The place of each voxel in the volume as it was.
            let places: Vec<usize> = (0..numbers.len())
                .map(|i| {
                    let mut at = [0; 3];
                    let turned = [i % width, i / width % height, i / width / height];
                    for (&axis, to) in order.iter().zip(turned) {
                        at[axis] =
                            if mirrored >> axis & 1 == 1 { sides[axis] - 1 - to } else { to };
                    }
                    (at[2] * sides[1] + at[1]) * sides[0] + at[0]
                })
                .collect();
            let turned: Vec<u8> = places.iter().map(|&place| numbers[place]).collect();
            let mut labels = vec![0_u32; turned.len()];
            let size = (width, height, depth);
            Labeler::new().label_values(&turned, size, 0, neighbors, &mut labels).unwrap();
            // Each label has one label of the other volume, and the other way round.
            let mut pairs: Vec<_> = places
                .iter()
                .zip(&labels)
                .map(|(&place, &label)| (expected[place], label))
                .collect();
            pairs.sort_unstable();
            pairs.dedup();
            assert!(pairs.iter().enumerate().all(|(i, pair)| pair.0 == i as u32), "{order:?}");
            pairs.sort_unstable_by_key(|pair| pair.1);
            assert!(pairs.iter().enumerate().all(|(i, pair)| pair.1 == i as u32), "{order:?}");
        }
    }
}

/// A cell of the Hilbert curve in a cube of side 2^`order` (Skilling, "Programming the Hilbert
/// curve", 2004).
fn hilbert(order: u32, index: usize) -> [usize; 3] {
    let bit = |axis: u32, bit: u32| (index >> (3 * bit + 2 - axis) & 1) << bit;
    let mut at = [0, 1, 2].map(|axis| (0..order).map(|i| bit(axis, i)).sum::<usize>());
    let last = at[2] >> 1;
    at = [at[0] ^ last, at[1] ^ at[0], at[2] ^ at[1]];
    for low in (1..order).map(|bit| (1 << bit) - 1) {
        for axis in (0..3).rev() {
            if at[axis] & (low + 1) != 0 {
                at[0] ^= low;
            } else {
                let different = (at[0] ^ at[axis]) & low;
                at[0] ^= different;
                at[axis] ^= different;
            }
        }
    }
    at
}

#[test]
fn hilbert_curves_are_one_component() {
    // Cells are two voxels apart, and the voxel between two is set if the curve goes there.
    let curve = |order: u32, hole: usize| {
        let (side, cells) = ((2 << order) - 1, 1 << (3 * order));
        let mut set = vec![0_u8; side * side * side];
        for i in 0..cells {
            let (here, next) = (hilbert(order, i), hilbert(order, (i + 1).min(cells - 1)));
            assert!((0..3).map(|axis| here[axis].abs_diff(next[axis])).sum::<usize>() <= 1);
            let place = |at: [usize; 3]| (at[2] * side + at[1]) * side + at[0];
            set[place(here.map(|at| 2 * at))] = 1;
            set[place([0, 1, 2].map(|axis| here[axis] + next[axis]))] = u8::from(i != hole);
        }
        (side, set)
    };
    let (side, set) = curve(3, 300);
    check((side, side, side), |x, y, z| set[(z * side + y) * side + x] == 1);
    for (hole, expected) in [(usize::MAX, 1), (100_000, 2)] {
        let (side, set) = curve(6, hole);
        let volume = Image::from_values(&set, (side, side, side), |value| value == 1).unwrap();
        let found = components(&volume, Connectivity::SIX);
        let voxels: u64 = found.iter().map(|c| c.size()).sum();
        assert_eq!((found.len(), voxels), (expected, (2 << 18) - expected as u64));
    }
}
