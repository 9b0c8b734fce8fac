//! Components that are painted later, and those of graphs, against labels.

use bitboard_core::{Random, SeededRng};
use cc_label::__private::label_graph;
use cc_label::{Connectivity, Image, LabelError, Labeler, Scanned};

type Size = (usize, usize, usize);

/// Checks counts, sizes, labels of all types, and labels that are replaced.
fn check(mut scanned: Scanned<'_>, labels: &[u32], kept: usize) {
    let count = *labels.iter().max().unwrap();
    assert_eq!(scanned.count(), count);
    let mut sizes = vec![0_u64; count as usize];
    labels.iter().filter(|&&label| label > 0).for_each(|&label| sizes[label as usize - 1] += 1);
    assert_eq!(scanned.sizes(), sizes);
    let mut found = vec![9_u64; labels.len()];
    scanned.paint(&mut found).unwrap();
    assert!(found.iter().zip(labels).all(|(&a, &b)| a == u64::from(b)));
    let mut few = vec![9_u8; labels.len()];
    let too_many = LabelError::TooManyComponents { max: 255, found: count };
    assert_eq!(scanned.paint(&mut few), if count > 255 { Err(too_many) } else { Ok(()) });
    let odd = scanned.paint(&mut vec![0_u32; labels.len() + 1]);
    assert_eq!(odd, Err(LabelError::Length { expected: labels.len(), found: labels.len() + 1 }));
    // The largest come last, and of equal sizes the first.
    let mut order: Vec<u32> = (1..=count).collect();
    order.sort_by_key(|&label| (sizes[label as usize - 1], std::cmp::Reverse(label)));
    if kept == 0 {
        // In the reverse order, without leaving any out.
        scanned.sort_by_size();
        scanned.paint(&mut found).unwrap();
        let new = |label| order.iter().rev().position(|&of| of == label).map_or(0, |at| at + 1);
        assert!(found.iter().zip(labels).all(|(&a, &b)| a == new(b) as u64));
        assert_eq!(scanned.count(), count);
        return;
    }
    let order = order.split_off(order.len().saturating_sub(kept));
    scanned.keep_largest(kept);
    assert_eq!(scanned.count() as usize, order.len());
    scanned.paint(&mut found).unwrap();
    let new = |label| order.iter().position(|&kept| kept == label).map_or(0, |at| at as u64 + 1);
    assert!(found.iter().zip(labels).all(|(&a, &b)| a == new(b)));
}

#[test]
fn scanned_components_are_those_of_labels() {
    let mut rng = SeededRng::new(8);
    let mut labeler = Labeler::new();
    for round in 0..80 {
        let depth = if round % 2 == 0 { 1 } else { 1 + rng.below(4) as usize };
        let size @ (width, height, _): Size =
            (1 + rng.below(140) as usize, 1 + rng.below(20) as usize, depth);
        // From single pixels far apart to a full image.
        let zeros = [2, 50, 90, 97][round / 2 % 4];
        let values: Vec<u16> = (0..width * height * depth)
            .map(|_| if rng.below(100) < zeros { 0 } else { 1 + rng.below(3) as u16 })
            .collect();
        let image = Image::from_values(&values, size, |value| value > 0).unwrap();
        let (mut labels, kept) = (vec![0_u32; values.len()], rng.below(5) as usize);
        for connectivity in Connectivity::ALL {
            labeler.label_values(&values, size, 0, connectivity, &mut labels).unwrap();
            let scanned = labeler.scan_values(&values, size, 0, connectivity).unwrap();
            check(scanned, &labels, kept);
            labeler.label(&image, connectivity, &mut labels).unwrap();
            check(labeler.scan(&image, connectivity), &labels, kept);
        }
    }
}

#[test]
fn graphs_of_all_neighbors_are_images() {
    let mut rng = SeededRng::new(9);
    for round in 0..60 {
        let size @ (width, height, depth) =
            (1 + rng.below(9) as usize, 1 + rng.below(9) as usize, 1 + rng.below(4) as usize);
        let set: Vec<bool> = (0..width * height * depth).map(|_| rng.below(2) == 0).collect();
        let image = Image::from_values(&set, size, |is_set| is_set).unwrap();
        let (mut expected, mut found) = (vec![0_u32; set.len()], vec![0; set.len()]);
        let directions = [(1, [0, 0, -1]), (2, [0, -1, 0]), (4, [-1, 0, 0])];
        let is_periodic = round % 2 == 0;
        let axes = [is_periodic; 3];
        let count = Labeler::new().label_periodic(&image, Connectivity::SIX, axes, &mut expected);
        let graph = vec![7; set.len()];
        let sides = [depth, height, width];
        let of_graph = label_graph(&graph, &set, sides, &directions, is_periodic, &mut found);
        assert_eq!((of_graph as usize, &found), (count.unwrap().len(), &expected));
        // Without bits, each pixel is a component.
        let graph = vec![8; set.len()];
        let alone = label_graph(&graph, &set, sides, &directions, is_periodic, &mut found);
        assert_eq!(alone as usize, set.iter().filter(|&&is_set| is_set).count());
    }
}
