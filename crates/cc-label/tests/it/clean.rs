//! Cleaning against plain loops over label images.

use std::collections::HashMap;

use bitboard_core::{Random, SeededRng};
use cc_label::{
    Connectivity, Extent, Image, LabelError, Labeler, fill_holes, label, retain, retain_largest,
    retain_largest_values, retain_values,
};

type Size = (usize, usize, usize);

/// Conditions for components.
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

    fn is_met(&self, found: &Extent, size: Size) -> bool {
        self.least.is_none_or(|least| found.size() >= least)
            && self.most.is_none_or(|most| found.size() <= most)
            && self.touches_border.is_none_or(|touches| touches == found.touches_border(size))
    }

    /// The components of equal values that meet the conditions, and of these the largest.
    fn retain_values(
        &self,
        values: &mut [u8],
        size: Size,
        background: u8,
        connectivity: Connectivity,
    ) -> usize {
        let keep = |_, found: &Extent| self.is_met(found, size);
        let mut kept = retain_values(values, size, background, connectivity, keep).unwrap();
        for (count, per_value) in [(self.largest_of_each, true), (self.largest, false)] {
            if let Some(n) = count {
                kept = retain_largest_values(values, size, background, connectivity, n, per_value)
                    .unwrap();
            }
        }
        kept
    }

    /// The components that meet the conditions, and of these the largest.
    fn retain(&self, image: &mut Image, connectivity: Connectivity) -> usize {
        let size = image.size();
        let kept = retain(image, connectivity, |found| self.is_met(found, size));
        let largest = [self.largest, self.largest_of_each].into_iter().flatten().min();
        largest.map_or(kept, |count| retain_largest(image, connectivity, count))
    }

    /// Returns the new label of each label, 0 for components that are not kept.
    fn plain(&self, labels: &[u32], values: &[u8], size: Size) -> Vec<u32> {
        let (width, height, depth) = size;
        let mut found = vec![(0, false, 0); *labels.iter().max().unwrap() as usize + 1];
        for (i, &label) in labels.iter().enumerate() {
            let (x, y, z) = (i % width, i / width % height, i / width / height);
            let (count, is_at_border, value) = &mut found[label as usize];
            *count += 1;
            *value = values[i];
            *is_at_border |= x == 0 || x + 1 == width || y == 0 || y + 1 == height;
            *is_at_border |= depth > 1 && (z == 0 || z + 1 == depth);
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
    let mut rng = SeededRng::new(1);
    for round in 0..400 {
        let widths = [1, 2, 5, 63, 64, 65, 66, 129];
        let width = widths[rng.below(8) as usize];
        let depth = if round % 2 == 0 { 1 } else { 1 + rng.below(4) as usize };
        let size @ (_, height, _) = (width, 1 + rng.below(12) as usize, depth);
        let (percent, rule) = (rng.below(100), Rule::random(&mut rng));
        let values: Vec<u8> = (0..width * height * depth)
            .map(|_| if rng.below(100) < percent { 1 + rng.below(2) as u8 } else { 0 })
            .collect();
        let ones: Vec<u8> = values.iter().map(|&value| value.min(1)).collect();
        let context = format!("{size:?}, {rule:?}, {values:?}");
        let is_set = |x, y, z| values[width * (height * z + y) + x] > 0;
        let image = Image::from_fn(size, is_set).unwrap();
        for connectivity in Connectivity::ALL {
            let (labels, _) = label(&image, connectivity);
            let new = rule.plain(&labels, &ones, size);
            let is_kept = |x, y, z| new[labels[width * (height * z + y) + x] as usize] > 0;
            let mut kept = image.clone();
            let count = *new.iter().max().unwrap();
            assert_eq!(rule.retain(&mut kept, connectivity), count as usize, "{context}");
            assert_eq!(kept, Image::from_fn(size, is_kept).unwrap(), "{context}");

            for background in [0, 1] {
                let mut labels = vec![0_u32; values.len()];
                Labeler::new()
                    .label_values(&values, size, background, connectivity, &mut labels)
                    .unwrap();
                let new = rule.plain(&labels, &values, size);
                let is_kept = labels.iter().map(|&label| new[label as usize] > 0);
                let value = |(is_kept, &value)| if is_kept { value } else { background };
                let expected: Vec<u8> = is_kept.zip(&values).map(value).collect();
                let (mut pixels, count) =
                    (values.clone(), new.iter().filter(|&&new| new > 0).count());
                let kept = rule.retain_values(&mut pixels, size, background, connectivity);
                assert_eq!((kept, pixels), (count, expected), "{context}");
            }
        }
    }
}

#[test]
fn holes_are_filled_as_by_plain_loops() {
    let mut rng = SeededRng::new(1);
    for round in 0..200 {
        let depth = if round % 2 == 0 { 1 } else { 1 + rng.below(6) as usize };
        let size @ (width, height, _) =
            (1 + rng.below(70) as usize, 1 + rng.below(12) as usize, depth);
        let percent = 30 + rng.below(60);
        let image = Image::from_fn(size, |_, _, _| rng.below(100) < percent).unwrap();
        let mut background = image.clone();
        background.invert();
        let [faces, corners] = [Connectivity::Faces, Connectivity::Corners];
        for (connectivity, other) in Connectivity::ALL.into_iter().zip([corners, faces, faces]) {
            let (labels, _) = label(&background, other);
            let most = if round % 3 == 0 { rng.below(6) } else { u64::MAX };
            let inside = Rule { touches_border: Some(false), most: Some(most), ..Rule::default() };
            let new = inside.plain(&labels, &vec![0; labels.len()], size);
            let mut filled = image.clone();
            let count = new.iter().max().unwrap();
            assert_eq!(fill_holes(&mut filled, connectivity, most), *count as usize);
            let is_set = |x, y, z| {
                let label = labels[width * (height * z + y) + x];
                label == 0 || new[label as usize] > 0
            };
            assert_eq!(filled, Image::from_fn(size, is_set).unwrap());
        }
    }
}

#[test]
fn wrong_sizes_are_refused() {
    let all = |_, _: &Extent| true;
    let odd = retain_values(&mut [1_u8; 9], (2, 4), 0, Connectivity::FOUR, all);
    assert_eq!(odd, Err(LabelError::Length { expected: 8, found: 9 }));
    let odd = retain_largest_values(&mut [1_u8; 9], (2, 2, 2), 0, Connectivity::SIX, 1, true);
    assert_eq!(odd, Err(LabelError::Length { expected: 8, found: 9 }));
    let empty = retain_values(&mut [1_u8; 0], (0, 0), 0, Connectivity::FOUR, all);
    assert_eq!(empty, Err(LabelError::PixelCount { size: (0, 0, 1) }));
}
