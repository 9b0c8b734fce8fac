//! Images and volumes of numbers and bits: labels, contacts, cleaning and periodic edges, against
//! floods voxel by voxel.

#![no_main]

use std::collections::BTreeMap;
use std::iter::repeat_n;

use arbitrary::Arbitrary;
use cc_label::{
    Connectivity, Extent, Image, Labeler, contacts, count, fill_holes, retain, retain_largest,
    retain_largest_values, retain_values,
};
use libfuzzer_sys::fuzz_target;

#[derive(Arbitrary, Debug)]
struct Input {
    width: u8,
    height: u8,
    connectivity: u8,
    periodic: [bool; 3],
    background: u8,
    keep: Rule,
    /// A value in two bits, and one less than how often it is repeated.
    values: Vec<u8>,
}

/// Conditions for components.
#[derive(Arbitrary, Debug)]
struct Rule {
    least: Option<u8>,
    most: Option<u8>,
    largest: Option<u8>,
    largest_of_each: Option<u8>,
    touches_border: Option<bool>,
}

fuzz_target!(|input: Input| {
    let all = input.values.iter().flat_map(|&v| repeat_n(v & 3, usize::from(v >> 2) + 1));
    let values: Vec<u8> = all.take(3_000).collect();
    let width = usize::from(input.width) + 1;
    let rows = values.len() / width;
    if rows == 0 {
        return;
    }
    let height = usize::from(input.height) % rows + 1;
    let depth = rows / height;
    let values = &values[..width * height * depth];
    let shape =
        Shape { size: [width, height, depth], axes: usize::from(input.connectivity % 3) + 1 };
    check(&input, &shape, values);
});

struct Shape {
    size: [usize; 3],
    /// The number of axes in which voxels that touch can differ.
    axes: usize,
}

impl Shape {
    fn place(&self, voxel: usize) -> [usize; 3] {
        let [width, height, _] = self.size;
        [voxel % width, voxel / width % height, voxel / width / height]
    }

    /// The voxels around a voxel, with the number of axes in which the steps to them differ from 0.
    fn around(&self, voxel: usize, periodic: [bool; 3]) -> impl Iterator<Item = (usize, usize)> {
        let ([width, height, _], at) = (self.size, self.place(voxel));
        (0..27).filter_map(move |step| {
            let mut to = [step % 3, step / 3 % 3, step / 9];
            let axes = to.iter().filter(|&&step| step != 1).count();
            for axis in 0..3 {
                let (next, length) = (at[axis] + to[axis], self.size[axis]);
                if !periodic[axis] && !(1..=length).contains(&next) {
                    return None;
                }
                to[axis] = (next + length - 1) % length;
            }
            Some((to[0] + width * (to[1] + height * to[2]), axes))
        })
    }

    /// Labels of voxels that have the same value and touch, in raster order.
    fn label(&self, values: &[u8], axes: usize, periodic: [bool; 3], background: u8) -> Vec<u32> {
        let (mut labels, mut last) = (vec![0; values.len()], 0);
        for first in 0..values.len() {
            if labels[first] > 0 || values[first] == background {
                continue;
            }
            last += 1;
            labels[first] = last;
            let mut todo = vec![first];
            while let Some(voxel) = todo.pop() {
                for (next, differing) in self.around(voxel, periodic) {
                    if differing <= axes && labels[next] == 0 && values[next] == values[voxel] {
                        labels[next] = last;
                        todo.push(next);
                    }
                }
            }
        }
        labels
    }

    fn is_at_border(&self, voxel: usize) -> bool {
        let (at, axes) = (self.place(voxel), if self.size[2] == 1 { 2 } else { 3 });
        (0..axes).any(|axis| at[axis] == 0 || at[axis] + 1 == self.size[axis])
    }

    /// The number of contacts of each pair by the number of axes in which voxels differ.
    fn contacts(&self, values: &[u8]) -> BTreeMap<(u8, u8), [u64; 3]> {
        let mut pairs = BTreeMap::new();
        for (voxel, &a) in values.iter().enumerate() {
            for (next, axes) in self.around(voxel, [false; 3]) {
                // Each pair is met from both sides.
                if (1..=self.axes).contains(&axes) && 0 < a && a < values[next] {
                    pairs.entry((a, values[next])).or_insert([0; 3])[axes - 1] += 1;
                }
            }
        }
        pairs
    }
}

impl Rule {
    fn is_met(&self, found: &Extent, size: (usize, usize, usize)) -> bool {
        self.least.is_none_or(|least| found.size() >= least.into())
            && self.most.is_none_or(|most| found.size() <= most.into())
            && self.touches_border.is_none_or(|touches| touches == found.touches_border(size))
    }

    /// The labels of the components to keep, without gaps, and their number.
    fn plain(&self, shape: &Shape, labels: &[u32], values: &[u8]) -> (Vec<u32>, u32) {
        let mut sizes = vec![0; last(labels) as usize + 1];
        let (mut is_at_border, mut value_of) = (vec![false; sizes.len()], vec![0; sizes.len()]);
        for (voxel, label) in labels.iter().map(|&label| label as usize).enumerate() {
            sizes[label] += 1;
            is_at_border[label] |= shape.is_at_border(voxel);
            value_of[label] = values[voxel];
        }
        let mut kept: Vec<usize> = (1..sizes.len()).collect();
        kept.retain(|&label| {
            self.least.is_none_or(|least| sizes[label] >= u64::from(least))
                && self.most.is_none_or(|most| sizes[label] <= u64::from(most))
                && self.touches_border.is_none_or(|touches| touches == is_at_border[label])
        });
        kept.sort_by_key(|&label| u64::MAX - sizes[label]);
        let mut room = [self.largest_of_each.map_or(usize::MAX, usize::from); 4];
        kept.retain(|&label| {
            let room = &mut room[usize::from(value_of[label])];
            let is_kept = *room > 0;
            *room = room.saturating_sub(1);
            is_kept
        });
        kept.truncate(self.largest.map_or(usize::MAX, usize::from));
        kept.sort_unstable();
        let number = |label| kept.binary_search(&(label as usize)).map_or(0, |i| i as u32 + 1);
        (labels.iter().map(|&label| number(label)).collect(), kept.len() as u32)
    }
}

fn last(labels: &[u32]) -> u32 {
    labels.iter().copied().max().unwrap_or(0)
}

fn check(input: &Input, shape: &Shape, values: &[u8]) {
    let mut labels = vec![u32::MAX; values.len()];
    let (background, rule, axes, inside) =
        (input.background % 4, &input.keep, shape.axes, [false; 3]);
    let (size, connectivity) = (shape.size.into(), Connectivity::ALL[axes - 1]);
    let is_met = |found: &Extent| rule.is_met(found, size);

    let expected = shape.label(values, axes, inside, background);
    let found = Labeler::new().label_values(values, size, background, connectivity, &mut labels);
    assert_eq!((found, &labels), (Ok(last(&expected)), &expected));
    let (kept, number) = rule.plain(shape, &expected, values);
    let mut cleaned = values.to_vec();
    let found =
        retain_values(&mut cleaned, size, background, connectivity, |_, found| is_met(found));
    let mut found = found.unwrap();
    for (count, per_value) in [(rule.largest_of_each, true), (rule.largest, false)] {
        if let Some(n) = count.map(usize::from) {
            let kept =
                retain_largest_values(&mut cleaned, size, background, connectivity, n, per_value);
            found = kept.unwrap();
        }
    }
    let value = |(&kept, &value): (&u32, &u8)| if kept > 0 { value } else { background };
    let kept: Vec<u8> = kept.iter().zip(values).map(value).collect();
    assert_eq!((found, cleaned), (number as usize, kept));

    let pairs = shape.contacts(values);
    let found = contacts(values, size, connectivity).unwrap();
    assert!(found.iter().map(|c| (c.labels, [c.faces, c.edges, c.corners])).eq(pairs));
    let wide = |value: u8| i64::from(value) << 40;
    let of_wide =
        contacts(&values.iter().map(|&v| wide(v)).collect::<Vec<_>>(), size, connectivity);
    let numbers = found.iter().map(|c| ((wide(c.labels.0), wide(c.labels.1)), c.faces, c.edges));
    assert!(of_wide.unwrap().iter().map(|c| (c.labels, c.faces, c.edges)).eq(numbers));

    let bits: Vec<u8> = values.iter().map(|&value| u8::from(value > 0)).collect();
    let make = |bits: &[u8]| Image::from_values(bits, size, |bit| bit > 0).unwrap();
    let image = make(&bits);
    let expected = shape.label(&bits, axes, inside, 0);
    assert_eq!(count(&image, connectivity), last(&expected) as usize);
    let (kept, number) = rule.plain(shape, &expected, &bits);
    let mut cleaned = image.clone();
    let mut found = retain(&mut cleaned, connectivity, is_met);
    for count in [rule.largest_of_each, rule.largest].into_iter().flatten() {
        found = retain_largest(&mut cleaned, connectivity, count.into());
    }
    assert_eq!(found, number as usize);
    assert_eq!(cleaned, make(&kept.iter().map(|&label| u8::from(label > 0)).collect::<Vec<_>>()));

    let expected = shape.label(&bits, axes, input.periodic, 0);
    let mut sizes = vec![0; last(&expected) as usize + 1];
    expected.iter().for_each(|&label| sizes[label as usize] += 1);
    let found = Labeler::new().label_periodic(&image, connectivity, input.periodic, &mut labels);
    assert_eq!((found.as_deref(), labels), (Ok(&sizes[1..]), expected));

    // Holes are the components of background off the border.
    let of_background = shape.label(&bits, if axes == 1 { 3 } else { 1 }, inside, 1);
    let mut is_hole = vec![true; last(&of_background) as usize + 1];
    for (voxel, &label) in of_background.iter().enumerate() {
        is_hole[label as usize] &= !shape.is_at_border(voxel);
    }
    let mut filled = image.clone();
    let holes = is_hole[1..].iter().filter(|&&is_hole| is_hole).count();
    assert_eq!(fill_holes(&mut filled, connectivity, u64::MAX), holes);
    let is_set = |(&bit, &label): (&u8, &u32)| bit | u8::from(label > 0 && is_hole[label as usize]);
    assert_eq!(filled, make(&bits.iter().zip(&of_background).map(is_set).collect::<Vec<_>>()));
}
