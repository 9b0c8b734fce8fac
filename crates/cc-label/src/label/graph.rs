//! Components of a graph on the pixels of an image or a volume, each with a bit for some neighbors:
//! what Python needs for images whose neighbors are connected by another rule than equality.

use alloc::vec::Vec;

use crate::scan::forest::{join, label_sets};

/// Writes the label of each pixel that is `set`. It is connected to its neighbor in a direction, by
/// plane, row and column, if it has the bit of the direction and the neighbor is set. If the image
/// `is_periodic`, pixels at opposite borders are neighbors. Returns the number of components, which
/// count from 1 in raster order.
///
/// # Panics
/// If the lengths differ from the size: planes, rows and columns.
pub fn label_graph(
    graph: &[u32],
    set: &[bool],
    size @ [depth, height, width]: [usize; 3],
    directions: &[(u32, [isize; 3])],
    is_periodic: bool,
    labels: &mut [u32],
) -> u32 {
    let pixels = depth * height * width;
    assert!(graph.len() == pixels && set.len() == pixels && labels.len() == pixels);
    // Number 0 is the parent of all pixels that are not set.
    let numbers = (1..).zip(set).map(|(number, &is_set)| if is_set { number } else { 0 });
    let mut parents: Vec<u32> = [0].into_iter().chain(numbers).collect();
    for pixel in (0..pixels).filter(|&pixel| set[pixel]) {
        let place = [pixel / width / height, pixel / width % height, pixel % width];
        for &(bit, offset) in directions {
            let (mut at, mut is_inside) = (place, graph[pixel] & bit != 0);
            for ((at, offset), side) in at.iter_mut().zip(offset).zip(size) {
                let moved = at.cast_signed() + offset;
                is_inside &= is_periodic || (0..side.cast_signed()).contains(&moved);
                *at = moved.rem_euclid(side.cast_signed()).cast_unsigned();
            }
            let other = (at[0] * height + at[1]) * width + at[2];
            if is_inside && set[other] {
                join(&mut parents, other + 1, pixel + 1);
            }
        }
    }
    let count = label_sets(&mut parents, 0..pixels + 1, 0) - 1;
    labels.copy_from_slice(&parents[1..]);
    count
}
