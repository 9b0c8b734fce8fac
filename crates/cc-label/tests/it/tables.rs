//! Tables of labels against plain sums over pixels, and parts against the whole.

use std::collections::BTreeMap;

use bitboard_core::{Random, SeededRng};
use cc_label::regions::{Part, Properties, PropertyError, Source, Values};
use cc_label::{
    Connectivity, Image, LabelError, Labeler, Moments, WithEuler, euler_number, fill_holes,
};

type Size = (usize, usize, usize);
type Table = BTreeMap<String, Vec<f64>>;

fn reals(columns: Vec<(String, Values)>) -> Table {
    let real = |values| match values {
        Values::Integers(values) => values.iter().map(|&value| value as f64).collect(),
        Values::Reals(values) => values,
    };
    columns.into_iter().map(|(name, values)| (name, real(values))).collect()
}

fn assert_close(found: &Table, name: &str, row: usize, expected: f64) {
    let value = found[name][row];
    let is_close = (value - expected).abs() <= 1e-9 * expected.abs().max(1.0);
    let is_equal = is_close || value == expected || value.is_nan() && expected.is_nan();
    assert!(is_equal, "{name} {row}: expected {expected}, found {value}");
}

fn assert_columns(found: &Table, name: &str, expected: &[f64]) {
    assert_eq!(found[name].len(), expected.len(), "{name}");
    expected.iter().enumerate().for_each(|(row, &value)| assert_close(found, name, row, value));
}

/// The names that all numbers of axes have.
const ALL: [&str; 8] =
    ["label", "area", "num_pixels", "bbox", "area_bbox", "extent", "centroid", "centroid_local"];
const OF_LABELS: [&str; 2] = ["euler_number", "area_filled"];
const OF_INTENSITIES: [&str; 7] = [
    "intensity_mean",
    "intensity_min",
    "intensity_max",
    "intensity_std",
    "intensity_sum",
    "centroid_weighted",
    "centroid_weighted_local",
];

/// Compares a table with sums over the pixels of each label.
fn check(labels: &[i64], size @ (width, height, depth): Size, spacing: &[f64]) {
    let axes = spacing.len();
    let intensities: Vec<f64> = (0..labels.len()).map(|i| (i * i % 17) as f64 - 3.0).collect();
    let mut names: Vec<&str> =
        ALL.iter().chain(&OF_LABELS).chain(&OF_INTENSITIES).copied().collect();
    if axes > 1 {
        names.extend(["inertia_tensor", "inertia_tensor_eigvals"]);
    }
    let source = Source::Intensities { channels: None };
    let properties = Properties::new(&names, axes, source).unwrap().spacing(spacing).unwrap();
    let found = reals(properties.measure(labels, size, &intensities).unwrap());
    // What is not asked for is not measured, and changes nothing.
    for name in &names {
        let alone = Properties::new(&[name], axes, source).unwrap().spacing(spacing).unwrap();
        for (name, values) in reals(alone.measure(labels, size, &intensities).unwrap()) {
            assert_columns(&found, &name, &values);
        }
        if OF_LABELS.contains(name) || *name == "label" {
            continue;
        }
        // Label 0 is measured as others are.
        let raised: Vec<i64> = labels.iter().map(|label| label + 1).collect();
        let raised = reals(alone.measure(&raised, size, &intensities).unwrap());
        let alone = alone.background(true);
        for (name, values) in reals(alone.measure(labels, size, &intensities).unwrap()) {
            assert_columns(&raised, &name, &values);
        }
    }
    let pairs: Vec<f64> = intensities.iter().flat_map(|&value| [value, 2.0 * value]).collect();
    for name in OF_INTENSITIES {
        let source = Source::Intensities { channels: Some(2) };
        let of_pairs = Properties::new(&[name], axes, source).unwrap().spacing(spacing).unwrap();
        for (name, values) in reals(of_pairs.measure(labels, size, &pairs).unwrap()) {
            let (name, channel) = name.rsplit_once('-').unwrap();
            let is_double = channel == "1" && name.starts_with("intensity");
            let expected =
                found[name].iter().map(|value| if is_double { 2.0 * value } else { *value });
            assert_eq!(format!("{values:?}"), format!("{:?}", expected.collect::<Vec<_>>()));
        }
    }
    let backwards: Vec<f64> = spacing.iter().rev().copied().collect();
    let reversed = Properties::new(&names, axes, source).unwrap().reversed(true);
    let reversed = reversed.spacing(&backwards).unwrap();
    for (name, values) in reals(reversed.measure(labels, size, &intensities).unwrap()) {
        let axis = |at: usize| at / axes * axes + axes - 1 - at % axes;
        let mut parts = name.split('-');
        let first = parts.next().unwrap().to_string();
        let other = parts.fold(first, |name, at| format!("{name}-{}", axis(at.parse().unwrap())));
        let has_order = name.starts_with("inertia_tensor_eigvals");
        assert_columns(&found, if has_order { &name } else { &other }, &values);
    }
    let mut known: Vec<i64> = labels.iter().copied().filter(|&label| label > 0).collect();
    known.sort_unstable();
    known.dedup();
    assert_eq!(found["label"], known.iter().map(|&label| label as f64).collect::<Vec<_>>());
    for (row, &label) in known.iter().enumerate() {
        let pixels: Vec<usize> = (0..labels.len()).filter(|&i| labels[i] == label).collect();
        let n = pixels.len() as f64;
        // By axes, the first of which are left out.
        let place = |i: usize| {
            let all = [i / width / height, i / width % height, i % width];
            all[3 - axes..].iter().map(|&at| at as f64).collect::<Vec<_>>()
        };
        let pixel: f64 = spacing.iter().product();
        assert_close(&found, "num_pixels", row, n);
        assert_close(&found, "area", row, n * pixel);
        let (mut box_area, mut lower, mut means) = (1.0, Vec::new(), Vec::new());
        let sum: f64 = pixels.iter().map(|&i| intensities[i]).sum();
        for (axis, &side) in spacing.iter().enumerate() {
            let along: Vec<f64> = pixels.iter().map(|&i| place(i)[axis]).collect();
            let first = along.iter().copied().fold(f64::INFINITY, f64::min);
            let end = along.iter().copied().fold(0.0, f64::max) + 1.0;
            let mean = along.iter().sum::<f64>() / n;
            assert_close(&found, &format!("bbox-{axis}"), row, first);
            assert_close(&found, &format!("bbox-{}", axis + axes), row, end);
            assert_close(&found, &format!("centroid-{axis}"), row, mean * side);
            let local = (mean - first) * side;
            assert_close(&found, &format!("centroid_local-{axis}"), row, local);
            if sum != 0.0 {
                let weights = pixels.iter().zip(&along).map(|(&i, at)| intensities[i] * at);
                let mean = weights.sum::<f64>() / sum;
                let name = format!("centroid_weighted-{axis}");
                assert_close(&found, &name, row, mean * side);
                let name = format!("centroid_weighted_local-{axis}");
                assert_close(&found, &name, row, (mean - first) * side);
            }
            box_area *= end - first;
            lower.push(first);
            means.push(mean);
        }
        assert_close(&found, "area_bbox", row, box_area * pixel);
        assert_close(&found, "extent", row, n / box_area);
        let of: Vec<f64> = pixels.iter().map(|&i| intensities[i]).collect();
        let variance = of.iter().map(|value| (value - sum / n).powi(2)).sum::<f64>() / n;
        assert_close(&found, "intensity_sum", row, sum);
        assert_close(&found, "intensity_mean", row, sum / n);
        assert_close(&found, "intensity_std", row, variance.sqrt());
        assert_close(
            &found,
            "intensity_min",
            row,
            of.iter().copied().fold(f64::INFINITY, f64::min),
        );
        assert_close(&found, "intensity_max", row, of.iter().copied().fold(-9.0, f64::max));
        let (mut trace, mut eigenvalues) = (0.0, 0.0);
        for i in (0..axes).filter(|_| axes > 1) {
            for j in 0..axes {
                let covariance = |i: usize, j: usize| {
                    let of = |k: usize, pixel| (place(pixel)[k] - means[k]) * spacing[k];
                    pixels.iter().map(|&pixel| of(i, pixel) * of(j, pixel)).sum::<f64>() / n
                };
                let others = (0..axes).filter(|&axis| axis != i).map(|axis| covariance(axis, axis));
                let entry = if i == j { others.sum() } else { -covariance(i, j) };
                assert_close(&found, &format!("inertia_tensor-{i}-{j}"), row, entry);
                trace += if i == j { entry } else { 0.0 };
            }
            eigenvalues += found[&format!("inertia_tensor_eigvals-{i}")][row];
        }
        assert!((trace - eigenvalues).abs() < 1e-9 * trace.max(1.0));
        let image = Image::from_fn(size, |x, y, z| labels[width * (height * z + y) + x] == label);
        let mut image = image.unwrap();
        let by = if depth > 1 { Connectivity::TWENTY_SIX } else { Connectivity::EIGHT };
        assert_close(&found, "euler_number", row, euler_number(&image, by) as f64);
        fill_holes(&mut image, Connectivity::FOUR, u64::MAX);
        let rows = (0..height * depth).flat_map(|row| image.row(row));
        let filled = rows.map(|word| f64::from(word.count_ones())).sum::<f64>();
        assert_close(&found, "area_filled", row, filled * pixel);
    }
}

fn random(rng: &mut SeededRng, size: Size) -> Vec<i64> {
    let (most, spread) = (1 + rng.below(6), [1, 1, 1_000_003, 1 << 40][rng.below(4) as usize]);
    let labels = (0..size.0 * size.1 * size.2).map(|_| (rng.below(most) as i64 - 1) * spread);
    labels.collect()
}

#[test]
fn tables_are_those_of_plain_sums() {
    let mut rng = SeededRng::new(3);
    for round in 0..120 {
        let axes = 1 + round % 3;
        let width = if round % 10 == 0 { 60 + rng.below(10) } else { 1 + rng.below(9) } as usize;
        let height = if axes == 1 { 1 } else { 1 + rng.below(9) as usize };
        // A volume of one plane has no plane around it for the plain Euler number.
        let depth = if axes < 3 { 1 } else { 2 + rng.below(4) as usize };
        let size = (width, height, depth);
        let spacing = if round % 2 == 0 { [1.0; 3] } else { [0.5, 2.0, 3.0] };
        check(&random(&mut rng, size), size, &spacing[..axes]);
    }
}

/// The values are those of scikit-image 0.26.
#[test]
fn tables_of_scikit_image() {
    // All squares of 2×2 pixels. Label 9 has as many pixels as its box has columns and rows.
    let image = "
        111..22222..
        1.1..2...2.3
        111..2.2.23.
        ...4.2...23.
        44444222233.
        .4..4....5..
        .44.45.55555
        4...4..5.5..
        6.777.......
        66.77..88888
        6.6.7..88.88
        999....88888
        9.9..998888.
        999......88.";
    let volume = "
        11.2 1112 ...2
        11.. 3.22 3.32
        1... 33.2 3333";
    let of_image = "
        area_filled 9 16 5 13 9 5 6 21 11
        eccentricity 0 0.43952 0.96555 0.54827 0.94454 0.80047 0.8165 0.27588 0.91965
        equivalent_diameter_area 3.19154 4.51352 2.52313 4.06843 3.38514 2.52313 2.76395 5.04627 3.56825
        axis_major_length 3.4641 6.63325 5.13556 5.91492 6.80871 3.75839 3.65148 5.43929 7.88923
        axis_minor_length 3.4641 5.95819 1.33641 4.94665 2.23596 2.25267 2.10819 5.2282 3.09839
        euler_number 0 1 1 1 2 1 1 0 1
        orientation -0.7854 -0.7854 -0.44803 -1.45267 -1.51336 0.85635 0.7854 -1.46339 1.5708
        perimeter 8 15.41421 4.41421 10.62132 7.65685 4.82843 5.41421 15.24264 8
        perimeter_crofton 12.94751 29.68726 9.94067 22.33282 15.85906 9.38531 9.15527 19.42126 17.52515";
    let of_volume = "
        axis_major_length 3.94833 3.19085 4.84942
        axis_minor_length 1.61932 1.52215 1.77478
        equivalent_diameter_area 2.4814 2.37338 2.58076
        inertia_tensor_eigvals-0 1.08764 0.90456 1.39806
        inertia_tensor_eigvals-1 0.91057 0.62492 1.33333
        inertia_tensor_eigvals-2 0.43929 0.51133 0.37971";
    for (pixels, size, axes, expected) in
        [(image, (12, 14, 1), 2, of_image), (volume, (4, 3, 3), 3, of_volume)]
    {
        let pixels = pixels.bytes().filter(|pixel| !pixel.is_ascii_whitespace());
        let labels: Vec<u8> = pixels.map(|pixel| pixel.saturating_sub(b'0')).collect();
        for line in expected.trim().lines() {
            let (name, expected) = line.trim().split_once(' ').unwrap();
            let names = [name.split('-').next().unwrap()];
            let properties = Properties::new(&names, axes, Source::Labels).unwrap();
            let found = &reals(properties.measure(&labels, size, &[]).unwrap())[name];
            let expected: Vec<f64> =
                expected.split(' ').map(|value| value.parse().unwrap()).collect();
            let is_close = found.iter().zip(&expected).all(|(a, b)| (a - b).abs() < 1e-5);
            assert!(is_close && found.len() == expected.len(), "{name}: {found:?}");
        }
    }
}

#[test]
fn labels_that_are_too_large_are_background() {
    let properties = Properties::new(&["label", "area"], 1, Source::Labels).unwrap();
    let found = properties.measure(&[u64::MAX, 5, 1 << 63, 5, 2], (5, 1), &[]).unwrap();
    let found = reals(found);
    assert_eq!((&found["label"][..], &found["area"][..]), (&[2.0, 5.0][..], &[1.0, 2.0][..]));
}

#[test]
fn tables_of_components_are_those_of_their_labels() {
    let mut rng = SeededRng::new(4);
    for _ in 0..40 {
        let size = (1 + rng.below(70) as usize, 1 + rng.below(20) as usize);
        let image = Image::from_fn(size, |_, _, _| rng.below(2) == 0).unwrap();
        let (mut labels, mut found) =
            (vec![0_u32; size.0 * size.1], Vec::<WithEuler<Moments>>::new());
        let mut labeler = Labeler::new();
        labeler.label_and_measure(&image, Connectivity::EIGHT, &mut labels, &mut found).unwrap();
        let names = ALL.iter().chain(&["num_holes", "orientation", "eccentricity"]);
        let names: Vec<_> = names.chain(&["axis_major_length", "axis_minor_length"]).collect();
        let of = |source| Properties::new(&names, 2, source).unwrap().spacing(&[1.5, 1.0]).unwrap();
        let table = of(Source::Labels).measure(&labels, size, &[]).unwrap();
        assert_eq!(of(Source::Components).table(&found), table);
    }
}

#[test]
fn parts_are_joined_to_the_whole() {
    let mut rng = SeededRng::new(5);
    let names: Vec<_> = ALL.iter().chain(&["euler_number"]).chain(&OF_INTENSITIES[..5]).collect();
    for round in 0..60 {
        let axes = 1 + round % 3;
        let side =
            |rng: &mut SeededRng, is_used| if is_used { 1 + rng.below(12) as usize } else { 1 };
        let size = [side(&mut rng, true), side(&mut rng, axes > 1), side(&mut rng, axes > 2)];
        let [width, height, depth] = size;
        let labels = random(&mut rng, (width, height, depth));
        let intensities: Vec<f64> =
            (0..labels.len()).map(|_| 1e6 + rng.below(100) as f64).collect();
        let whole = Properties::new(&names, axes, Source::Intensities { channels: None }).unwrap();
        let expected = reals(whole.measure(&labels, (width, height, depth), &intensities).unwrap());
        let properties =
            Properties::new(&names, axes, Source::Chunks { intensities: true }).unwrap();
        let cuts = size.map(|side| {
            if side > 1 {
                vec![0, 1 + rng.below(side as u64 - 1) as usize, side]
            } else {
                vec![0, side]
            }
        });
        let ranges =
            cuts.map(|cuts| cuts.windows(2).map(|cut| (cut[0], cut[1])).collect::<Vec<_>>());
        let mut parts = vec![Part::default()];
        for &(z, z_end) in &ranges[2] {
            for &(y, y_end) in &ranges[1] {
                for &(x, x_end) in &ranges[0] {
                    let part = |values: &[i64], more: usize| {
                        let end = |end: usize, side: usize| side.min(end + more);
                        let mut found = Vec::new();
                        for z in z..end(z_end, depth) {
                            for y in y..end(y_end, height) {
                                let row = width * (height * z + y);
                                found.extend_from_slice(&values[row + x..row + end(x_end, width)]);
                            }
                        }
                        let size =
                            (end(x_end, width) - x, end(y_end, height) - y, end(z_end, depth) - z);
                        (found, size)
                    };
                    let ((block, size), (_, core)) = (part(&labels, 1), part(&labels, 0));
                    let index: Vec<i64> = (0..labels.len() as i64).collect();
                    let of: Vec<f64> =
                        part(&index, 0).0.iter().map(|&i| intensities[i as usize]).collect();
                    let part = properties.part(&block, size, core, (x, y, z), &of).unwrap();
                    parts.insert(rng.below(parts.len() as u64 + 1) as usize, part);
                }
            }
        }
        let found = reals(properties.join(&parts));
        assert_eq!(found["label"], expected["label"]);
        for (name, column) in &expected {
            for (row, &value) in column.iter().enumerate() {
                assert_close(&found, name, row, value);
            }
        }
    }
}

#[test]
fn wrong_properties_are_refused() {
    let new = |name, axes, source| Properties::new(&[name], axes, source).map(|_| ());
    assert_eq!(new("area", 1, Source::Labels), Ok(()));
    for (name, axes, source, message) in [
        (
            "volume",
            2,
            Source::Tiles,
            "unknown property 'volume' in properties; the properties are label",
        ),
        (
            "perimeter",
            3,
            Source::Labels,
            "unknown property 'perimeter' in properties; the properties of volumes",
        ),
        (
            "orientation",
            1,
            Source::Labels,
            "unknown property 'orientation' in properties; the properties of one row",
        ),
        ("intensity_sum", 2, Source::Labels, "intensity_sum needs intensities"),
        ("intensity_sum", 2, Source::Components, "unknown property 'intensity_sum'"),
        ("euler_number", 3, Source::Components, "unknown property 'euler_number'"),
        (
            "perimeter",
            2,
            Source::Chunks { intensities: true },
            "unknown property 'perimeter' in properties; the properties of chunks",
        ),
    ] {
        let error = new(name, axes, source).unwrap_err();
        assert!(error.to_string().starts_with(message), "{error}");
    }
    let perimeter = Properties::new(&["perimeter"], 2, Source::Labels).unwrap();
    assert!(perimeter.clone().spacing(&[2.0, 2.0]).is_ok());
    let name = "perimeter".into();
    let error = perimeter.clone().spacing(&[2.0, 1.0]).unwrap_err();
    assert_eq!(error, PropertyError::Anisotropic { name });
    for odd in [&[1.0][..], &[1.0, 0.0], &[1.0, f64::NAN], &[1.0, -1.0]] {
        let error = perimeter.clone().spacing(odd).unwrap_err();
        assert!(matches!(error, PropertyError::Spacing { axes: 2, .. }));
    }
    let found = perimeter.measure(&[1_u8; 5], (2, 3), &[]);
    assert_eq!(found, Err(LabelError::Length { expected: 6, found: 5 }));
    let found = perimeter.measure(&[1_u8; 6], (2, 3), &[1.0]);
    assert_eq!(found, Err(LabelError::Length { expected: 6, found: 1 }));
}
