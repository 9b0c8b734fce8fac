//! Holes of the components of a segmentation, all in one pass.
//!
//! The components of equal values and the components of background pixels are the nodes of a graph,
//! whose edges are contacts of pixels by the connectivity of the background. What touches the border
//! touches the outside, which is a node too. A node lies in a hole of a component if all ways from
//! the outside to it go through that component: if this is an **articulation node** between them.
//!
//! ```text
//! 7 7 7 7 7 7 7
//! 7 a a a a a 7      outside ── 7 ── a ── 2 ── b
//! 7 a 2 2 2 a 7
//! 7 a 2 b 2 a 7      2 separates b from the outside: b is in a hole of 2
//! 7 a 2 2 2 a 7      7 separates a, 2 and b: all are in a hole of 7
//! 7 a a a a a 7
//! 7 7 7 7 7 7 7
//! ```
//!
//! A depth-first search from the outside gives each node the first node, in the order of the search,
//! that its subtree reaches (Hopcroft and Tarjan, "Algorithm 447", 1973). If that of a child is not
//! before its parent, the parent separates the subtree from the outside, and the subtree is the
//! hole. Otherwise the child is separated by what separates its parent. So each node gets the
//! innermost node around it when it is found, and each hole its size when the search leaves it.
//!
//! The cost is that of labels of values, of components of the background, and of contacts. The memory
//! is a label for each pixel, and the nodes and their contacts. If each component of the background
//! inside has one value around it, and `max_size` is not between the sizes of it and its box, that
//! decides.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::{Range, RangeInclusive};

use super::contacts::touching;
use crate::image::{Connectivity, Image, LabelError, Position};
use crate::label::{Numbers, Segments, Value};
use crate::measure::Extent;
use crate::scan::band::{Band, Labeled};
use crate::scan::{Measure, Place, Planes, Shape};

/// Fills the holes of each component of equal values in an image or a volume of integers: pixels of
/// value `background` in a hole get the value of the component. Returns the number of components of
/// background pixels that were filled.
///
/// A hole of a component is a part of all other pixels that does not touch the border and has at
/// most `max_size` pixels. Other values in a hole stay, and count for its size. A pixel in holes of
/// several components gets the value of the innermost one. Values less than `background`, such as −1
/// of pixels that are not labeled yet, fill nothing.
///
/// Background pixels are connected as for [`fill_holes`](crate::fill_holes), and so are pixels of
/// different values. Other components in a hole are connected as components are: where one crosses
/// a ring at a corner, the ring is open.
///
/// ```
/// use cc_label::{Connectivity, fill_holes_values};
///
/// let mut labels: [u8; 20] = [
///     7, 7, 7, 7, 0, //
///     7, 2, 0, 7, 3, //
///     7, 7, 7, 7, 3, //
///     0, 0, 0, 0, 3,
/// ];
/// assert_eq!(fill_holes_values(&mut labels, (5, 4), 0, Connectivity::FOUR, u64::MAX)?, 1);
/// assert_eq!(labels[5..10], [7, 2, 7, 7, 3]);
/// # Ok::<(), cc_label::LabelError>(())
/// ```
///
/// # Errors
/// Those of the size and the number of values, as for
/// [`Labeler::label_values`](crate::Labeler::label_values).
pub fn fill_holes_values<V: Value>(
    values: &mut [V],
    size: impl Position,
    background: V,
    connectivity: Connectivity,
    max_size: u64,
) -> Result<usize, LabelError> {
    let numbers = Numbers::to_label(values, size, background, connectivity)?;
    let image = Image::from_values(values, size, |value| value == background)?;
    let mut band = Band::new();
    let gaps = Gaps::new(&image, connectivity.background(), &mut band);
    if !gaps.is_inside.contains(&true) {
        return Ok(0);
    }
    let fills = |value| Some(value).filter(|&value| value > background);
    // Most gaps have pixels of one value around them, and then they are holes of its component,
    // but for other components of the value, which are in the box of the gap.
    let is_known = |gap: &Extent| {
        let most = (gap.width() * gap.height() * gap.depth()) as u64;
        gap.size() > max_size || most <= max_size
    };
    let mut around = vec![Around::Nothing; gaps.extents.len()];
    let mut have_one = gaps.extents.iter().all(is_known);
    gaps.for_each(|pixels, gap| {
        if have_one && gaps.is_inside[gap] {
            around[gap].add(numbers, connectivity.background(), pixels);
            have_one = around[gap] != Around::Several;
        }
    });
    if have_one {
        return Ok(gaps.fill(values, |gap| match around[gap] {
            Around::One(value) if gaps.extents[gap].size() <= max_size => fills(value),
            _ => None,
        }));
    }
    // The outside is node 0; the components and the gaps between them follow.
    let (mut labels, mut segments) = (vec![0_u32; values.len()], Segments::new());
    let (width, components) = (numbers.shape.width, segments.scan(numbers) as usize);
    segments.paint(width, &mut labels);
    // A pixel of each component, and its size.
    let (mut pixel_of, mut sizes) = (vec![0; components + 1], vec![0; components + 1]);
    segments.for_each(width, |row, start, end, label| {
        pixel_of[label as usize] = width * row + start;
        sizes[label as usize] += (end - start) as u64;
    });
    sizes.extend(gaps.extents.iter().map(Extent::size));
    gaps.for_each(|pixels, gap| labels[pixels].fill((components + 1 + gap) as u32));
    let labels = Numbers::new(&labels, size, OUTSIDE, connectivity.background())?;
    let edges = Edges::new(labels, sizes.len());
    let around = &edges.around(&sizes, 1..=components as u32, max_size)[components + 1..];
    let value_of: Vec<V> = pixel_of.into_iter().map(|pixel| values[pixel]).collect();
    Ok(gaps.fill(values, |gap| match around[gap] {
        OUTSIDE => None,
        component => fills(value_of[component as usize]),
    }))
}

/// The components of the background.
struct Gaps<'a> {
    runs: Labeled<'a>,
    width: usize,
    extents: Vec<Extent>,
    /// Whether each does not touch the border.
    is_inside: Vec<bool>,
}

impl<'a> Gaps<'a> {
    fn new(image: &Image, connectivity: Connectivity, band: &'a mut Band) -> Self {
        let planes = Planes::new(image, connectivity);
        let Shape { width, height, row_count, adjacency } = planes.shape;
        let runs = band.rows_of::<()>(planes, 0..row_count, 1);
        let mut extents: Vec<Extent> =
            vec![Extent::empty(adjacency.is_plane()); runs.end() as usize - 1];
        runs.add_to(0..row_count, Place::new(0, height as u64), &mut extents, 1);
        let is_inside = extents.iter().map(|gap| !gap.touches_border(image.size())).collect();
        Self { runs, width, extents, is_inside }
    }

    /// Calls `each` with the pixels of each run and the number of its gap, from 0.
    fn for_each(&self, mut each: impl FnMut(Range<usize>, usize)) {
        for (row, runs) in self.runs.rows(0..self.runs.height()) {
            let spans = self.runs.spans()[runs.clone()].iter().zip(&self.runs.labels()[runs]);
            for (span, &gap) in spans {
                let [start, end] = span.map(|column| self.width * row + column as usize);
                each(start..end, gap as usize - 1);
            }
        }
    }

    /// Fills gaps with their values. Returns how many have one.
    fn fill<V: Value>(&self, values: &mut [V], value: impl Fn(usize) -> Option<V>) -> usize {
        self.for_each(|pixels, gap| {
            if let Some(value) = value(gap) {
                values[pixels].fill(value);
            }
        });
        (0..self.extents.len()).filter(|&gap| value(gap).is_some()).count()
    }
}

/// The values around a component of the background that does not touch the border.
#[derive(Clone, Copy, PartialEq)]
enum Around<V> {
    Nothing,
    One(V),
    Several,
}

impl<V: Value> Around<V> {
    /// Adds the pixels around those of a run. Those of background are of the same component.
    fn add(&mut self, numbers: Numbers<'_, V>, connectivity: Connectivity, straight: Range<usize>) {
        let Shape { width, height, adjacency, .. } = numbers.shape;
        let wide = straight.start - 1..straight.end + 1;
        let (is_diagonal, plane) = (connectivity != Connectivity::Faces, width * height);
        let other = if is_diagonal { &wide } else { &straight };
        for z in if adjacency.is_plane() { 1..2 } else { 0..3 } {
            for y in 0..3 {
                let pixels = match (y == 1, z == 1) {
                    (true, true) => &wide,
                    (false, false) if !is_diagonal => continue,
                    _ => other,
                };
                let moved = |at: usize| at + plane * z + width * y - plane - width;
                for &value in &numbers.values[moved(pixels.start)..moved(pixels.end)] {
                    if value != numbers.background {
                        *self = match *self {
                            Self::Nothing => Self::One(value),
                            Self::One(known) if known == value => continue,
                            _ => Self::Several,
                        };
                    }
                }
            }
        }
    }
}

/// The number of the outside.
const OUTSIDE: u32 = 0;

/// Which nodes touch.
struct Edges {
    /// For each node the place of its first neighbor, and the end.
    begins: Vec<usize>,
    neighbors: Vec<u32>,
}

impl Edges {
    /// The contacts of labels, of which those at the border touch the outside.
    fn new(labels: Numbers<'_, u32>, nodes: usize) -> Self {
        let mut outside = at_border(labels.values, labels.shape.size());
        outside.sort_unstable();
        outside.dedup();
        let outside = outside.into_iter().map(|label| [label, OUTSIDE]);
        let edges: Vec<_> = touching(labels).chain(outside).collect();
        let mut begins = vec![0; nodes + 1];
        for &node in edges.as_flattened() {
            begins[node as usize] += 1;
        }
        let mut sum = 0;
        for begin in &mut begins {
            sum += *begin;
            *begin = sum;
        }
        // Each list is filled from its end.
        let mut neighbors = vec![0; sum];
        for [a, b] in edges {
            for (node, neighbor) in [(a, b), (b, a)] {
                begins[node as usize] -= 1;
                neighbors[begins[node as usize]] = neighbor;
            }
        }
        Self { begins, neighbors }
    }

    /// Returns for each node the innermost component of which it is in a hole of at most `max_size`
    /// pixels, or [`OUTSIDE`].
    fn around(&self, sizes: &[u64], components: RangeInclusive<u32>, max_size: u64) -> Vec<u32> {
        let step = |node: u32, number: u32| {
            let edges = self.begins[node as usize]..self.begins[node as usize + 1];
            Step { node, edges, number, low: number, size: sizes[node as usize] }
        };
        let (mut numbers, mut parents) = (vec![u32::MAX; sizes.len()], vec![OUTSIDE; sizes.len()]);
        let (mut is_hole, mut order) = (vec![false; sizes.len()], vec![OUTSIDE]);
        let mut path = vec![step(OUTSIDE, 0)];
        numbers[OUTSIDE as usize] = 0;
        while let Some(top) = path.last_mut() {
            if let Some(edge) = top.edges.next() {
                let next = self.neighbors[edge];
                let number = &mut numbers[next as usize];
                if *number == u32::MAX {
                    *number = order.len() as u32;
                    parents[next as usize] = top.node;
                    order.push(next);
                    path.push(step(next, *number));
                } else {
                    top.low = top.low.min(*number);
                }
                continue;
            }
            let Some(Step { node, low, size, .. }) = path.pop() else { break };
            if let Some(parent) = path.last_mut() {
                parent.low = parent.low.min(low);
                parent.size += size;
                is_hole[node as usize] =
                    low >= parent.number && components.contains(&parent.node) && size <= max_size;
            }
        }
        let mut around = vec![OUTSIDE; sizes.len()];
        for node in order.into_iter().skip(1).map(|node| node as usize) {
            let parent = parents[node];
            around[node] = if is_hole[node] { parent } else { around[parent as usize] };
        }
        around
    }
}

/// A node on the path of the search.
struct Step {
    node: u32,
    /// The edges that are not followed yet.
    edges: Range<usize>,
    /// The number of nodes that were found before.
    number: u32,
    /// The least number that the subtree reaches.
    low: u32,
    /// Number of pixels of the subtree so far.
    size: u64,
}

/// Returns the labels at the border of an image or a volume.
fn at_border(labels: &[u32], [width, height, depth]: [usize; 3]) -> Vec<u32> {
    let mut found = Vec::new();
    for (z, plane) in labels.chunks_exact(width * height).enumerate() {
        if depth > 1 && (z == 0 || z + 1 == depth) {
            found.extend_from_slice(plane);
            continue;
        }
        found.extend_from_slice(&plane[..width]);
        found.extend_from_slice(&plane[width * (height - 1)..]);
        found.extend(plane.chunks_exact(width).flat_map(|row| [row[0], row[width - 1]]));
    }
    found
}
