//! The lines between parts of an image: which components touch across them, and the Euler number.
//!
//! A line is horizontal or vertical and lies between two rows or columns of pixels. Its two sides
//! are the border runs of all tiles that end or begin there, in ascending order. Tiles need not be
//! in a grid, so a line may have gaps.
//!
//! **Components.** The pairs of runs that touch are found by a merge of the two sides.
//!
//! **Euler number.** Four times the Euler number is a sum over all windows of 2×2 pixels, those
//! that reach beyond the image included (Gray, "Local properties of binary images in two
//! dimensions", 1971):
//!
//! ```text
//! set pixels in the window           0    1    2 side by side    2 diagonal    3    4
//! 4-connected                        0    1    0                  2           -1    0
//! 8-connected                        0    1    0                 -2           -1    0
//! ```
//!
//! The Euler numbers of the single tiles are such sums too, where the pixels outside of the tile
//! are unset. So the sum of the Euler numbers of all tiles is wrong only for windows at lines:
//! there each tile has counted its own part of the window. The windows where no run starts or ends
//! on either side of the line have a difference of 0 in any case.
//!
//! A window at a corner of a tile lies on two lines. It is counted once, apart from the others: the
//! tiles with this corner have one pixel of it each, and if two pixels remain, they belong to one
//! tile.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use bitboard_core::Connectivity;

use super::forest::Sets;
use super::part::{Part, Run, Whole};

/// A border run in the image: where it starts and ends on its line, and the index of its component
/// among the open ones of all parts.
pub(super) type Placed = (u64, u64, u32);

/// The runs on the two sides of a line: above and below it, or to the left and to the right.
type Sides = [Vec<Placed>; 2];

/// The lines between the parts of an image, and the sets of open components.
pub(super) struct Seams {
    whole: Whole,
    /// For each part the index of its first open component among those of all parts.
    pub(super) begins: Vec<u32>,
    /// The open components of all parts. Those that touch are one set.
    pub(super) sets: Sets,
    /// The horizontal lines by their row, and the vertical ones by their column.
    lines: [BTreeMap<u64, Sides>; 2],
    /// The corners of tiles inside the image, with the pixels of the window there that are corners
    /// of tiles: above left, above right, below left, below right.
    corners: BTreeMap<(u64, u64), [bool; 4]>,
}

const HORIZONTAL: usize = 0;
const VERTICAL: usize = 1;

impl Seams {
    /// Joins the open components of the parts of an image. Calls `link` with the index of a
    /// component for each pair of runs that touch. `None` if there are too many components.
    pub(super) fn join<'a, M: 'a>(
        parts: impl Iterator<Item = &'a Part<M>>,
        whole: Whole,
        mut link: impl FnMut(u32),
    ) -> Option<Self> {
        let (lines, corners) = Default::default();
        let mut seams = Self { whole, begins: Vec::new(), sets: Sets::new(), lines, corners };
        for part in parts {
            let begin = seams.sets.len() as u32;
            seams.begins.push(begin);
            seams.sets.extend_to(begin.checked_add(part.open.len() as u32)?);
            seams.add(part, begin);
        }
        let reach = u64::from(whole.connectivity == Connectivity::Eight);
        for [before, after] in seams.lines.iter_mut().flat_map(BTreeMap::values_mut) {
            before.sort_unstable();
            after.sort_unstable();
            for_each_touching(before, after, reach, |a, b| {
                link(a);
                let (a, b) = (seams.sets.find(a), seams.sets.find(b));
                seams.sets.join(a, b);
            });
        }
        Some(seams)
    }

    fn add<M>(&mut self, Part { rect, borders, .. }: &Part<M>, begin: u32) {
        let (left, top) = (u64::from(rect.x), rect.y);
        let (right, bottom) = (rect.right(), rect.bottom());
        let [of_top, of_bottom, of_left, of_right] = borders;
        for (direction, line, side, from, runs) in [
            (HORIZONTAL, top, 1, left, of_top),
            (HORIZONTAL, bottom, 0, left, of_bottom),
            (VERTICAL, left, 1, top, of_left),
            (VERTICAL, right, 0, top, of_right),
        ] {
            let place = |run: &Run| {
                let (start, end) = (from + u64::from(run.start), from + u64::from(run.end));
                (start, end, begin + run.component)
            };
            self.lines[direction].entry(line).or_default()[side].extend(runs.iter().map(place));
        }
        let (width, height) = (u64::from(self.whole.width), self.whole.height);
        for (x, y, pixel) in
            [(right, bottom, 0), (left, bottom, 1), (right, top, 2), (left, top, 3)]
        {
            if x > 0 && x < width && y > 0 && y < height {
                self.corners.entry((x, y)).or_default()[pixel] = true;
            }
        }
    }

    /// Returns the image's Euler number minus the sum over the tiles.
    pub(super) fn euler_number(&self) -> i64 {
        let mut sum = 0;
        for (direction, lines) in self.lines.iter().enumerate() {
            for (&line, sides) in lines {
                let is_corner = |at: u64| {
                    let corner = if direction == HORIZONTAL { (at, line) } else { (line, at) };
                    self.corners.contains_key(&corner)
                };
                sum += self.along(sides, is_corner);
            }
        }
        for (&corner, &of_corner) in &self.corners {
            let pixels = self.window(corner);
            let single = pixels.iter().zip(&of_corner).filter(|&(&set, &own)| set && own).count();
            let rest = pixels.iter().zip(&of_corner).filter(|&(&set, &own)| set && !own).count();
            // Of two pixels side by side, one alone counts 1.
            sum += self.quad(pixels) - single as i64 - i64::from(rest == 1);
        }
        // The sums of the tiles and that of the image are multiples of 4, and so is the difference.
        sum / 4
    }

    /// Returns four times the difference of a line, without the windows at corners of tiles.
    fn along(&self, [before, after]: &Sides, is_corner: impl Fn(u64) -> bool) -> i64 {
        if before.is_empty() || after.is_empty() {
            return 0;
        }
        let mut ends: Vec<u64> =
            before.iter().chain(after).flat_map(|&(start, end, _)| [start, end]).collect();
        ends.sort_unstable();
        ends.dedup();
        let mut sum = 0;
        for at in ends.into_iter().filter(|&at| !is_corner(at)) {
            let [a, b] = [before, after].map(|side| [is_set_before(side, at), is_set(side, at)]);
            let of_one = |[left, right]: [bool; 2]| i64::from(left != right);
            sum += self.quad([a[0], a[1], b[0], b[1]]) - of_one(a) - of_one(b);
        }
        sum
    }

    /// Returns the pixels of the window at a corner of a tile. A pixel there is in a border run of
    /// the horizontal line, of the vertical one, or both.
    fn window(&self, (x, y): (u64, u64)) -> [bool; 4] {
        let empty = Sides::default();
        let [above, below] = self.lines[HORIZONTAL].get(&y).unwrap_or(&empty);
        let [left, right] = self.lines[VERTICAL].get(&x).unwrap_or(&empty);
        [
            is_set_before(above, x) || is_set_before(left, y),
            is_set(above, x) || is_set_before(right, y),
            is_set_before(below, x) || is_set(left, y),
            is_set(below, x) || is_set(right, y),
        ]
    }

    /// Returns what a window adds to four times the Euler number; the pixels are in two rows.
    fn quad(&self, [a, b, c, d]: [bool; 4]) -> i64 {
        match (u8::from(a) + u8::from(b) + u8::from(c) + u8::from(d), self.whole.connectivity) {
            (1, _) => 1,
            (3, _) => -1,
            (2, connectivity) if a == d => match connectivity {
                Connectivity::Four => 2,
                Connectivity::Eight => -2,
            },
            _ => 0,
        }
    }
}

/// Returns whether a pixel of a side is set.
fn is_set(side: &[Placed], at: u64) -> bool {
    let runs = side.partition_point(|&(start, ..)| start <= at);
    runs > 0 && side[runs - 1].1 > at
}

/// Returns whether the pixel before `at` is set.
fn is_set_before(side: &[Placed], at: u64) -> bool {
    at.checked_sub(1).is_some_and(|at| is_set(side, at))
}

/// Calls `touch` with the components of runs on the two sides of a line that overlap, or meet at a
/// corner if `reach` is 1.
pub(super) fn for_each_touching(
    a: &[Placed],
    b: &[Placed],
    reach: u64,
    mut touch: impl FnMut(u32, u32),
) {
    let (mut i, mut j) = (0, 0);
    while let (Some(&(start_a, end_a, of_a)), Some(&(start_b, end_b, of_b))) = (a.get(i), b.get(j))
    {
        if start_a < end_b + reach && start_b < end_a + reach {
            touch(of_a, of_b);
        }
        // The run that ends first touches no later one, or only one beside a run that it touches.
        if end_a < end_b { i += 1 } else { j += 1 }
    }
}
