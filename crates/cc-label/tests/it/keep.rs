//! Cleaning against plain loops over label images.

use std::collections::HashMap;

use bitboard_core::{Connectivity, Random, SeededRng};
use cc_label::{BitmapBuf, BitmapError, Keep, Labeler, Neighbors, Volume, fill_holes, retain};

type Size = (usize, usize, usize);

/// The conditions of a [`Keep`].
#[derive(Debug, Default)]
struct Rule {
    least: Option<u64>,
    most: Option<u64>,
    largest: Option<usize>,
    largest_of_each: Option<usize>,
    touches_border: Option<bool>,
}

impl Rule {
    fn random(rng: &mut SeededRng) -> Self {
        let mut maybe = |most: u64| (rng.below(3) == 0).then(|| rng.below(most));
        Self {
            least: maybe(6),
            most: maybe(30),
            largest: maybe(5).map(|n| n as usize),
            largest_of_each: maybe(4).map(|n| n as usize),
            touches_border: maybe(2).map(|n| n == 1),
        }
    }

    fn keep(&self) -> Keep {
        let place = |touches| if touches { Keep::touching_border() } else { Keep::off_border() };
        [
            self.least.map(Keep::at_least),
            self.most.map(Keep::at_most),
            self.largest.map(Keep::largest),
            self.largest_of_each.map(Keep::largest_of_each_value),
            self.touches_border.map(place),
        ]
        .into_iter()
        .flatten()
        .fold(Keep::ALL, Keep::and)
    }

    /// Returns the new label of each label, 0 for components that are not kept.
    fn plain(&self, labels: &[u32], values: &[u8], size: Size, is_volume: bool) -> Vec<u32> {
        let (width, height, depth) = size;
        let mut found = vec![(0, false, 0); *labels.iter().max().unwrap() as usize + 1];
        for (i, &label) in labels.iter().enumerate() {
            let (x, y, z) = (i % width, i / width % height, i / width / height);
            let (count, is_at_border, value) = &mut found[label as usize];
            *count += 1;
            *value = values[i];
            *is_at_border |= x == 0 || x + 1 == width || y == 0 || y + 1 == height;
            *is_at_border |= is_volume && (z == 0 || z + 1 == depth);
        }
        let mut kept: Vec<usize> = (1..found.len()).collect();
        kept.retain(|&label| {
            let (count, is_at_border, _) = found[label];
            self.least.is_none_or(|least| count >= least)
                && self.most.is_none_or(|most| count <= most)
                && self.touches_border.is_none_or(|touches| touches == is_at_border)
        });
        kept.sort_by_key(|&label| u64::MAX - found[label].0);
        let mut of_values = HashMap::new();
        kept.retain(|&label| {
            let count = of_values.entry(found[label].2).or_insert(0);
            *count += 1;
            self.largest_of_each.is_none_or(|most| *count <= most)
        });
        kept.truncate(self.largest.unwrap_or(usize::MAX));
        kept.sort_unstable();
        let mut new = vec![0; found.len()];
        kept.iter().zip(1..).for_each(|(&label, number)| new[label] = number);
        new
    }
}

#[test]
fn components_are_kept_as_by_plain_loops() {
    let (mut rng, mut labeler) = (SeededRng::new(1), Labeler::new());
    for _ in 0..400 {
        let widths = [1, 2, 5, 63, 64, 65, 66, 129];
        let width = widths[rng.below(8) as usize];
        let size @ (_, height, depth) =
            (width, 1 + rng.below(6) as usize, 1 + rng.below(4) as usize);
        let (rows, percent, rule) = (height * depth, rng.below(100), Rule::random(&mut rng));
        let values: Vec<u8> = (0..width * rows)
            .map(|_| if rng.below(100) < percent { 1 + rng.below(2) as u8 } else { 0 })
            .collect();
        let ones: Vec<u8> = values.iter().map(|&value| value.min(1)).collect();
        let context = format!("{size:?}, {rule:?}, {values:?}");
        let (keep, mut labels) = (rule.keep(), vec![0_u32; values.len()]);
        let mut kept_labels = labels.clone();

        let image = BitmapBuf::from_fn(width, rows, |x, y| values[width * y + x] > 0).unwrap();
        let plane = (width, rows, 1);
        for connectivity in Connectivity::ALL {
            labeler.label(&image, connectivity, &mut labels).unwrap();
            let new = rule.plain(&labels, &ones, plane, false);
            let expected: Vec<u32> = labels.iter().map(|&label| new[label as usize]).collect();
            let count = *new.iter().max().unwrap();
            let kept = labeler.label_kept(&image, connectivity, keep, &mut kept_labels);
            assert_eq!((kept, &kept_labels), (Ok(count), &expected), "{context}");
            let mut kept = image.clone();
            assert_eq!(retain(&mut kept, connectivity, keep), count as usize, "{context}");
            let is_kept = |x, y| expected[width * y + x] > 0;
            assert_eq!(kept, BitmapBuf::from_fn(width, rows, is_kept).unwrap(), "{context}");

            let plane_size = (width, rows);
            labeler.label_values(&values, plane_size, 0, connectivity, &mut labels).unwrap();
            let new = rule.plain(&labels, &values, plane, false);
            let is_kept = labels.iter().map(|&label| u8::from(new[label as usize] > 0));
            let expected: Vec<u8> =
                is_kept.zip(&values).map(|(kept, value)| kept * value).collect();
            let (mut pixels, count) = (values.clone(), new.iter().filter(|&&new| new > 0).count());
            let kept = labeler.retain_values(&mut pixels, plane_size, 0, connectivity, keep);
            assert_eq!((kept, pixels), (Ok(count), expected), "{context}");
        }

        let is_set = |x, y, z| values[width * (height * z + y) + x] > 0;
        let volume = Volume::from_fn(width, height, depth, is_set).unwrap();
        for neighbors in Neighbors::ALL {
            labeler.label(&volume, neighbors, &mut labels).unwrap();
            let new = rule.plain(&labels, &ones, size, true);
            let expected: Vec<u32> = labels.iter().map(|&label| new[label as usize]).collect();
            let count = *new.iter().max().unwrap();
            let kept = labeler.label_kept(&volume, neighbors, keep, &mut kept_labels);
            assert_eq!((kept, &kept_labels), (Ok(count), &expected), "{context}");
            let mut kept = volume.clone();
            assert_eq!(retain(&mut kept, neighbors, keep), count as usize, "{context}");
            let is_kept = |x, y, z| expected[width * (height * z + y) + x] > 0;
            assert_eq!(kept, Volume::from_fn(width, height, depth, is_kept).unwrap(), "{context}");

            for background in [0, 1] {
                let labeled =
                    labeler.label_values(&values, size, background, neighbors, &mut labels);
                labeled.unwrap();
                let new = rule.plain(&labels, &values, size, true);
                let is_kept = labels.iter().map(|&label| new[label as usize] > 0);
                let value = |(is_kept, &value)| if is_kept { value } else { background };
                let expected: Vec<u8> = is_kept.zip(&values).map(value).collect();
                let (mut voxels, count) =
                    (values.clone(), new.iter().filter(|&&new| new > 0).count());
                let kept = labeler.retain_values(&mut voxels, size, background, neighbors, keep);
                assert_eq!((kept, voxels), (Ok(count), expected), "{context}");
            }
        }
    }
}

#[test]
fn holes_are_filled_as_by_plain_loops() {
    let (mut rng, mut labeler) = (SeededRng::new(1), Labeler::new());
    let inside = Rule { touches_border: Some(false), ..Rule::default() };
    for _ in 0..200 {
        let size @ (width, height, depth) =
            (1 + rng.below(70) as usize, 1 + rng.below(8) as usize, 1 + rng.below(6) as usize);
        let (rows, percent) = (height * depth, 30 + rng.below(60));
        let mut volume =
            Volume::from_fn(width, height, depth, |_, _, _| rng.below(100) < percent).unwrap();
        let mut image = BitmapBuf::from_fn(width, rows, |x, y| {
            volume.get((x, y % height, y / height)) == Some(true)
        })
        .unwrap();
        let mut labels = vec![0_u32; width * rows];
        let holes = |labels: &[u32], size, is_volume| {
            let new = inside.plain(labels, &vec![0; labels.len()], size, is_volume);
            let is_hole = labels.iter().map(|&label| new[label as usize] > 0).collect::<Vec<_>>();
            (new.into_iter().max().unwrap() as usize, is_hole)
        };
        let (mut background, before) = (image.clone(), image.clone());
        background.invert();
        for (connectivity, other) in
            [(Connectivity::Four, Connectivity::Eight), (Connectivity::Eight, Connectivity::Four)]
        {
            labeler.label(&background, other, &mut labels).unwrap();
            let (count, is_hole) = holes(&labels, (width, rows, 1), false);
            image.clone_from(&before);
            assert_eq!(fill_holes(&mut image, connectivity), count);
            let is_set = |x, y| before.get((x, y)) == Some(true) || is_hole[width * y + x];
            assert_eq!(image, BitmapBuf::from_fn(width, rows, is_set).unwrap());
        }
        let (mut background, before) = (volume.clone(), volume.clone());
        background.invert();
        for (neighbors, other) in
            Neighbors::ALL.into_iter().zip([Neighbors::TwentySix, Neighbors::Six, Neighbors::Six])
        {
            labeler.label(&background, other, &mut labels).unwrap();
            let (count, is_hole) = holes(&labels, size, true);
            volume.clone_from(&before);
            assert_eq!(fill_holes(&mut volume, neighbors), count);
            let is_set = |x, y, z| {
                before.get((x, y, z)) == Some(true) || is_hole[width * (height * z + y) + x]
            };
            assert_eq!(volume, Volume::from_fn(width, height, depth, is_set).unwrap());
        }
    }
}

#[test]
fn wrong_sizes_are_refused() {
    let (mut labeler, image) =
        (Labeler::new(), BitmapBuf::from_fn(300, 1, |x, _| x % 2 == 0).unwrap());
    let (four, all) = (Connectivity::Four, Keep::ALL);
    let short = labeler.label_kept(&image, four, all, &mut [0_u32; 9]);
    assert_eq!(short, Err(BitmapError::Length { expected: 300, found: 9 }));
    let odd = labeler.retain_values(&mut [1_u8; 9], (2, 4), 0, four, all);
    assert_eq!(odd, Err(BitmapError::Length { expected: 8, found: 9 }));
    let (six, size) = (Neighbors::Six, (2, 2, 2));
    let odd = labeler.retain_values(&mut [1_u8; 9], size, 0, six, all);
    assert_eq!(odd, Err(BitmapError::Length { expected: 8, found: 9 }));
    let empty = labeler.retain_values(&mut [1_u8; 0], (0, 0), 0, four, all);
    assert_eq!(empty, Err(BitmapError::PixelCount { size: (0, 0, 1) }));
}
