//! Comparisons of rows of numbers: a word of bits tells in which of 64 columns two rows differ.
//!
//! A comparison of vectors gives a mask, whose bits are gathered by one instruction for each
//! register. Rows are compared with themselves, a column apart, with the background, and with
//! earlier rows, in one pass that is compiled for each instruction set. What follows works on words
//! of bits only.

use alloc::vec::Vec;
use core::array::from_fn;
use core::ops::Range;

use bitboard_core::dispatch::{SimdKernel, SimdLevel};
#[cfg(feature = "simd")]
use bitboard_core::simd::Register;
#[cfg(feature = "simd")]
use bitboard_core::simd::fearless_simd::{
    Simd, i8x64, i16x32, i32x16, i64x8, prelude::*, u8x64, u16x32, u32x16, u64x8,
};

use crate::image::{Connectivity, LabelError, Position, pack};
use crate::scan::Shape;
use crate::sealed::Sealed;

/// The value of a pixel: an integer of 8 to 64 bits, with or without a sign.
pub trait Value: Sealed + Copy + Ord + Default + Send + Sync {
    /// The value as an unsigned number; a negative one is extended by its sign.
    fn bits(self) -> u64;

    /// Returns in which of 64 columns two rows differ.
    #[cfg(feature = "simd")]
    fn differ<S: Simd>(simd: S, a: &[Self; 64], b: &[Self; 64]) -> u64;
}

macro_rules! impl_value {
    ($($type:ty: $vector:ident, $lanes:literal;)*) => {$(
        impl Sealed for $type {}
        impl Value for $type {
            fn bits(self) -> u64 {
                self as u64
            }

            #[cfg(feature = "simd")]
            #[inline(always)]
            fn differ<S: Simd>(simd: S, a: &[Self; 64], b: &[Self; 64]) -> u64 {
                let (a, b) = (a.as_chunks::<$lanes>().0, b.as_chunks::<$lanes>().0);
                let mut equal = 0;
                for i in 0..64 / $lanes {
                    let [a, b] = [&a[i], &b[i]].map(|row| $vector::from_slice(simd, row));
                    equal |= a.simd_eq(b).to_bitmask() << ($lanes * i);
                }
                !equal
            }
        }
    )*};
}

impl_value! {
    u8: u8x64, 64;
    i8: i8x64, 64;
    u16: u16x32, 32;
    i16: i16x32, 32;
    u32: u32x16, 16;
    i32: i32x16, 16;
    u64: u64x8, 8;
    i64: i64x8, 8;
}

/// The error of a size without pixels, or of one with too many.
fn too_large<P: Position>(size: P) -> LabelError {
    LabelError::PixelCount { size: size.axes(1).into() }
}

/// An image or a volume of numbers.
#[derive(Clone, Copy)]
pub(crate) struct Numbers<'a, V> {
    pub(crate) values: &'a [V],
    pub(crate) shape: Shape,
    /// The value of pixels that belong to no component.
    pub(crate) background: V,
}

impl<'a, V: Value> Numbers<'a, V> {
    /// Returns an error if the size is zero, or if the number of values differs from the size.
    pub(crate) fn new<P: Position>(
        values: &'a [V],
        size: P,
        background: V,
        connectivity: Connectivity,
    ) -> Result<Self, LabelError> {
        let sides @ [width, height, depth] = size.axes(1);
        let count = width.checked_mul(height).and_then(|plane| plane.checked_mul(depth));
        let expected = count.filter(|&count| count > 0).ok_or_else(|| too_large(size))?;
        let found = values.len();
        if found != expected {
            return Err(LabelError::Length { expected, found });
        }
        Ok(Self { values, shape: Shape::new(sides, connectivity), background })
    }

    /// [`new`](Self::new) for labels, which also fails if there are 2³² pixels or more.
    pub(crate) fn to_label<P: Position>(
        values: &'a [V],
        size: P,
        background: V,
        connectivity: Connectivity,
    ) -> Result<Self, LabelError> {
        let numbers = Self::new(values, size, background, connectivity)?;
        u32::try_from(values.len()).map_or(Err(too_large(size)), |_| Ok(numbers))
    }

    /// Returns some rows: any of an image, or all of some planes.
    pub(crate) fn rows(self, rows: Range<usize>) -> Self {
        let (width, row_count) = (self.shape.width, rows.len());
        let values = &self.values[width * rows.start..width * rows.end];
        Self { values, shape: Shape { row_count, ..self.shape }, ..self }
    }

    /// Returns the values of a row.
    #[inline(always)]
    pub(crate) fn row(self, row: usize) -> &'a [V] {
        &self.values[self.shape.width * row..self.shape.width * (row + 1)]
    }
}

/// The columns of some consecutive rows, as bits. Bits past the width are clear.
#[derive(Clone, Debug)]
pub(crate) struct Columns {
    /// Number of words of a row.
    words: usize,
    /// The rows.
    rows: Range<usize>,
    /// The columns that differ from the column to the left, and the first one.
    starts: Vec<u64>,
    /// Those that differ from the background.
    set: Vec<u64>,
    /// Those that are equal to each of the four earlier rows.
    equal: Vec<u64>,
}

impl Columns {
    pub(crate) const fn new() -> Self {
        Self { words: 0, rows: 0..0, starts: Vec::new(), set: Vec::new(), equal: Vec::new() }
    }

    /// Compares the next rows with themselves, with the background and with those earlier rows that
    /// `compared` chooses. Returns the starts of these rows, or nothing if `row` is among those
    /// that were compared last.
    ///
    /// Narrow rows are compared some at a time.
    #[inline(always)]
    pub(crate) fn advance<V: Value>(
        &mut self,
        numbers: Numbers<'_, V>,
        row: usize,
        compared: [bool; 4],
        simd_level: SimdLevel,
    ) -> &[u64] {
        const PIXELS: usize = 1 << 9;
        if self.rows.contains(&row) {
            return &[];
        }
        let end = numbers.shape.row_count.min(row + (PIXELS / numbers.shape.width).max(1));
        (self.rows, self.words) = (row..end, numbers.shape.width.div_ceil(64));
        let words = self.words * self.rows.len();
        self.starts.resize(words, 0);
        self.set.resize(words, 0);
        self.equal.resize(4 * words, 0);
        simd_level.run(Comparison { numbers, compared, columns: self });
        &self.starts
    }

    /// Returns the columns of a row that differ from the one to the left.
    #[inline(always)]
    pub(crate) fn starts(&self, row: usize) -> &[u64] {
        &self.starts[self.words * (row - self.rows.start)..][..self.words]
    }

    /// Returns the columns of a row that are not background.
    #[inline(always)]
    pub(crate) fn set(&self, row: usize) -> &[u64] {
        &self.set[self.words * (row - self.rows.start)..][..self.words]
    }

    /// Returns the columns of a row that are equal to each of `N` earlier rows. None is equal in an
    /// earlier row that does not exist.
    #[inline(always)]
    pub(crate) fn equal<const N: usize>(&self, row: usize) -> [&[u64]; N] {
        let first = 4 * (row - self.rows.start);
        from_fn(|k| &self.equal[self.words * (first + k)..][..self.words])
    }

    /// Forgets all rows.
    pub(crate) fn clear(&mut self) {
        self.rows = 0..0;
    }
}

struct Comparison<'a, V> {
    numbers: Numbers<'a, V>,
    compared: [bool; 4],
    columns: &'a mut Columns,
}

impl<V: Value> SimdKernel for Comparison<'_, V> {
    type Output = ();

    fn scalar(self) {
        self.run(differ_one_by_one);
    }

    #[cfg(feature = "simd")]
    #[inline(always)]
    fn vectors<S: Simd, R: Register<S>>(self, simd: S) {
        self.run(
            #[inline(always)]
            |a, b| V::differ(simd, a, b),
        );
    }
}

impl<V: Value> Comparison<'_, V> {
    #[inline(always)]
    fn run(self, differ: impl Fn(&[V; 64], &[V; 64]) -> u64) {
        let Self { numbers, compared, columns: Columns { words, rows, starts, set, equal } } = self;
        let (words, background) = (*words, [numbers.background; 64]);
        let valid = (1 << (numbers.shape.width % 64)) - 1;
        let outputs = starts.chunks_exact_mut(words).zip(set.chunks_exact_mut(words));
        let outputs = outputs.zip(equal.chunks_exact_mut(4 * words));
        for (row, ((starts, set), equal)) in rows.clone().zip(outputs) {
            let earlier = numbers.shape.earlier(row);
            let row = numbers.row(row);
            let (blocks, begin) = (row.as_chunks::<64>().0, row.len() / 64 * 64);
            let (mut copy, mut other_copy) = ([V::default(); 64], [V::default(); 64]);
            // The last block may be narrower.
            let last = block(row, begin, &mut copy);
            for (set, here) in set.iter_mut().zip(blocks) {
                *set = differ(here, &background);
            }
            if let Some(set) = set.get_mut(blocks.len()) {
                *set = differ(last, &background) & valid;
            }
            for (k, equal) in equal.chunks_exact_mut(words).enumerate() {
                let Some(earlier) = earlier[k].filter(|_| compared[k]) else {
                    equal.fill(0);
                    continue;
                };
                let earlier = numbers.row(earlier);
                let pairs = blocks.iter().zip(earlier.as_chunks().0);
                for (equal, (here, there)) in equal.iter_mut().zip(pairs) {
                    *equal = !differ(here, there);
                }
                if let Some(equal) = equal.get_mut(blocks.len()) {
                    *equal = !differ(last, block(earlier, begin, &mut other_copy)) & valid;
                }
            }
            if let ([_, starts @ ..], [_, blocks @ ..]) = (&mut *starts, blocks) {
                let pairs = blocks.iter().zip(row[63..].as_chunks().0);
                for (starts, (here, left)) in starts.iter_mut().zip(pairs) {
                    *starts = differ(here, left);
                }
            }
            if let (Some(starts), Some(left)) = (starts.get_mut(blocks.len()), begin.checked_sub(1))
            {
                *starts = differ(last, block(row, left, &mut other_copy)) & valid;
            }
            // The first column has none to its left.
            let first = differ(block(row, 1, &mut other_copy), blocks.first().unwrap_or(last));
            starts[0] = (first << 1 | 1) & if blocks.is_empty() { valid } else { !0 };
        }
    }
}

/// Returns 64 columns of a row, which are copied if there are fewer.
#[inline(always)]
fn block<'a, V: Copy>(row: &'a [V], begin: usize, copy: &'a mut [V; 64]) -> &'a [V; 64] {
    let rest = &row[begin..];
    if let Some(block) = rest.first_chunk() {
        return block;
    }
    copy[..rest.len()].copy_from_slice(rest);
    copy
}

/// Returns in which columns two rows differ, without vectors.
fn differ_one_by_one<V: Value>(a: &[V; 64], b: &[V; 64]) -> u64 {
    let mut bytes = [0; 64];
    for i in 0..64 {
        bytes[i] = u8::from(a[i] != b[i]);
    }
    pack(SimdLevel::SCALAR, &bytes)
}

#[cfg(test)]
mod tests {
    use bitboard_core::{Random as _, SeededRng};

    use super::*;

    #[test]
    fn all_instructions_compare_as_loops_do() {
        let mut rng = SeededRng::new(1);
        for width in (1..200).chain([640]) {
            let values: Vec<u8> = (0..6 * width).map(|_| rng.below(3) as u8).collect();
            check(&values, width);
            check(&values.iter().map(|&value| -i16::from(value)).collect::<Vec<_>>(), width);
            check(&values.iter().map(|&value| u32::from(value) << 30).collect::<Vec<_>>(), width);
            check(&values.iter().map(|&value| i64::from(value) << 40).collect::<Vec<_>>(), width);
        }
    }

    fn check<V: Value>(values: &[V], width: usize) {
        let (shape, background) = (Shape::new([width, 3, 2], Connectivity::SIX), values[0]);
        let numbers = Numbers { values, shape, background };
        for simd_level in SimdLevel::available() {
            let mut columns = Columns::new();
            for row in 0..6 {
                columns.advance(numbers, row, [true, false, true, true], simd_level);
                let (here, earlier) = (numbers.row(row), numbers.shape.earlier(row));
                let bit = |words: &[u64], x: usize| words[x / 64] >> (x % 64) & 1 == 1;
                let (starts, set, equal) =
                    (columns.starts(row), columns.set(row), columns.equal::<4>(row));
                for x in 0..width.next_multiple_of(64) {
                    let is_inside = x < width;
                    assert_eq!(
                        bit(starts, x),
                        is_inside && (x == 0 || here[x] != here[x - 1]),
                        "{width} {row} {x} {simd_level:?}"
                    );
                    assert_eq!(bit(set, x), is_inside && here[x] != background);
                    for (k, equal) in equal.into_iter().enumerate() {
                        let other = earlier[k].filter(|_| k != 1 && is_inside);
                        let expected = other.is_some_and(|other| numbers.row(other)[x] == here[x]);
                        assert_eq!(bit(equal, x), expected);
                    }
                }
            }
        }
    }
}
