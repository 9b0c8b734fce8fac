//! Labels of any size, measured in parts that are joined.
//!
//! Sizes, boxes, sums and minima are merged as those of components. Variances are merged by the
//! differences of the means (Chan, Golub and LeVeque, "Updating formulae and a pairwise algorithm for
//! computing sample variances", 1979). Cells of the Euler number are counted at corners, each by
//! the part before it (`sums`), so they are added.

use alloc::string::String;
use alloc::vec::Vec;
use core::array::from_fn;

use super::{Channel, Extras, Properties, Sums, Values};
use crate::image::{LabelError, Position};
use crate::label::Value;
use crate::measure::{Component, Extent};
use crate::scan::Measure;

/// The regions of a part of a label image or volume of any size, for each label. They are plain
/// numbers, which can be stored and sent.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Part {
    /// The labels, in ascending order.
    pub labels: Vec<i64>,
    /// For each label [`INTEGERS`](Self::INTEGERS) numbers: size, the corners of the box and the sums
    /// of x, y and z, and the Euler number.
    pub integers: Vec<i64>,
    /// For each label and channel [`REALS`](Self::REALS) numbers: sum, minimum, maximum, mean and
    /// sum of squared differences from the mean.
    pub reals: Vec<f64>,
}

impl Part {
    /// Integers of a label.
    pub const INTEGERS: usize = 11;
    /// Reals of a label and channel.
    pub const REALS: usize = 5;
}

impl Properties {
    /// Measures a part that begins `at` this place, whose size is `core`. On each axis on which it
    /// does not end, `labels` have one pixel more, the first of the part that follows; `size` is
    /// with these. Intensities are those of the core.
    ///
    /// # Errors
    /// As [`measure`](Self::measure).
    ///
    /// # Panics
    /// If the core is larger than the size.
    pub fn part<V: Value, P: Position>(
        &self,
        labels: &[V],
        size: P,
        core: P,
        at: P,
        intensities: &[f64],
    ) -> Result<Part, LabelError> {
        let mut block = self.block(labels, size, &[])?;
        let core = core.axes(1);
        assert!(block.core.iter().zip(core).all(|(&side, core)| core <= side));
        let (expected, found) = (core.iter().product::<usize>(), intensities.len());
        if found % expected.max(1) != 0 {
            return Err(LabelError::Length { expected, found });
        }
        (block.core, block.at, block.intensities) = (core, at.axes(0), intensities);
        let Sums { labels, rows, extras } = block.sums::<Component<u64>>(self.wanted())?;
        let mut part = Part { labels, ..Part::default() };
        for (at, row) in rows.iter().enumerate() {
            let euler = extras.euler_numbers.get(at).copied().unwrap_or(0);
            part.integers.push(row.size().cast_signed());
            let corners = row.lower.into_iter().chain(row.upper);
            part.integers.extend(corners.map(u64::cast_signed));
            part.integers.extend(row.sums().map(|sum| sum as i64));
            part.integers.push(euler);
            for at in extras.channel_count * at..extras.channel_count * (at + 1) {
                let channel = extras.channels.get(at).unwrap_or(&Channel::NONE);
                let [sum, _] = channel.differences;
                let mean = channel.first + sum / row.size() as f64;
                let squares = channel.variance(row.size()) * row.size() as f64;
                part.reals.extend([extras.sums[at], channel.min, channel.max, mean, squares]);
            }
        }
        Ok(part)
    }

    /// Joins the parts of a label image or volume, in any order, and returns the table of its
    /// regions.
    ///
    /// # Panics
    /// If a part is not one of [`part`](Self::part).
    #[must_use]
    pub fn join(&self, parts: &[Part]) -> Vec<(String, Values)> {
        let channel_count = |part: &Part| part.reals.len() / (Part::REALS * part.labels.len());
        let mut extras = Extras {
            channel_count: parts
                .iter()
                .find(|part| !part.labels.is_empty())
                .map_or(0, channel_count),
            ..Extras::default()
        };
        let mut order: Vec<(i64, usize, usize)> = Vec::new();
        for (number, part) in parts.iter().enumerate() {
            order.extend(part.labels.iter().enumerate().map(|(at, &label)| (label, number, at)));
        }
        order.sort_unstable();
        let (mut labels, mut rows) = (Vec::new(), Vec::<Component<u64>>::new());
        for (label, number, at) in order {
            let part = &parts[number];
            let integers: &[i64; Part::INTEGERS] =
                part.integers[Part::INTEGERS * at..].first_chunk().expect("integers of each label");
            let row = component(integers);
            let reals = part.reals.as_chunks::<{ Part::REALS }>().0;
            let channels = &reals[extras.channel_count * at..][..extras.channel_count];
            let sums = channels.iter().map(|reals| reals[0]);
            let channels = channels.iter().map(|&[_, min, max, mean, squares]| Channel {
                differences: [0.0, squares],
                ..Channel { min, max, first: mean, ..Channel::NONE }
            });
            if labels.last() == Some(&label) {
                let last = rows.len() - 1;
                let begin = extras.channel_count * last;
                for (to, channel) in extras.channels[begin..].iter_mut().zip(channels) {
                    to.merge(rows[last].size(), &channel, row.size());
                }
                extras.sums[begin..].iter_mut().zip(sums).for_each(|(to, sum)| *to += sum);
                rows[last].merge(&row);
                extras.euler_numbers[last] += integers[Part::INTEGERS - 1];
            } else {
                labels.push(label);
                rows.push(row);
                extras.euler_numbers.push(integers[Part::INTEGERS - 1]);
                extras.channels.extend(channels);
                extras.sums.extend(sums);
            }
        }
        self.with_labels(&rows, &extras, |index| labels[index])
    }
}

fn component(integers: &[i64; Part::INTEGERS]) -> Component<u64> {
    let [size, corners @ .., _] = integers.map(i64::cast_unsigned);
    let axes = |from: usize| from_fn(|axis| corners[from + axis]);
    let extent = Extent { size, lower: axes(0), upper: axes(3) };
    Component { extent, sums: axes(6).map(u128::from) }
}

impl Channel {
    /// Adds the intensities of `others` pixels to those of `pixels`.
    fn merge(&mut self, pixels: u64, other: &Self, others: u64) {
        if pixels == 0 {
            *self = *other;
        } else if others > 0 {
            let mean = |of: &Self, n: u64| of.first + of.differences[0] / n as f64;
            let (first, n) = (mean(self, pixels), others as f64);
            let difference = mean(other, others) - first;
            let squares = |of: &Self, n: u64| of.variance(n) * n as f64;
            let all = squares(self, pixels) + squares(other, others) + n * difference * difference;
            *self = Self {
                min: if other.min < self.min || other.min.is_nan() { other.min } else { self.min },
                max: if other.max > self.max || other.max.is_nan() { other.max } else { self.max },
                first,
                differences: [n * difference, all],
                places: self.places,
            };
        }
    }
}
