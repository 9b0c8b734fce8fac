//! Components and inputs of images, computed in every way, against two passes pixel by pixel.

#![no_main]

use arbitrary::Arbitrary;
use cc_label::__private::Rows;
use cc_label::{
    BitOrder, Component, Connectivity, Image, Labeler, RegionTree, Stream, components, count,
    euler_number,
};
use libfuzzer_sys::fuzz_target;

#[derive(Arbitrary, Debug)]
struct Input {
    width: u8,
    eight: bool,
    /// Bits past the width of each row are random and must be cleared or refused.
    words: Vec<u64>,
}

fuzz_target!(|input: Input| {
    let width = usize::from(input.width) + 1;
    let stride = width.div_ceil(64);
    // More rows than a band has, and strips for several threads.
    let height = (input.words.len() / stride).min(200);
    let words = &input.words[..stride * height];
    let wrong = [(0, height), (width, 0), (width, height + 1), (usize::MAX, 2), (1 << 32, 1)];
    for (width, height) in wrong {
        assert!(Image::from_words(words.to_vec(), (width, height)).is_err());
    }
    if height == 0 {
        return;
    }
    let image = &Image::from_words(words.to_vec(), (width, height)).unwrap();
    let is_clear = image
        == &Image::from_fn((width, height), |x, y, _| {
            words[stride * y + x / 64] >> (x % 64) & 1 == 1
        })
        .unwrap();
    assert!(is_clear);
    let _ = Image::borrowed(words, (width, height));
    let (connectivity, other) = match input.eight {
        true => (Connectivity::EIGHT, Connectivity::FOUR),
        false => (Connectivity::FOUR, Connectivity::EIGHT),
    };
    let set = |x: usize, y: usize| words[stride * y + x / 64] >> (x % 64) & 1 == 1;
    let (labels, expected) = plain(width, height, connectivity, set);

    let found = components(image, connectivity);
    assert_eq!(all_statistics(&found), expected);
    assert_eq!(count(image, connectivity), expected.len());
    let mut on_threads: Vec<Component> = Vec::new();
    Labeler::new().threads(0).measure(image, connectivity, &mut on_threads);
    assert_eq!(on_threads, found);
    let copy = Image::from_fn((width, height), |x, y, _| set(x, y)).unwrap();
    let others = plain(width, height, other, set).1;
    assert_eq!(all_statistics(&components(&copy, other)), others);
    check_inputs(&copy, words);

    let mut labeler = Labeler::new();
    let mut written = vec![u32::MAX; width * height];
    // Its memory is reused.
    assert_eq!(labeler.label(image, other, &mut written).unwrap() as usize, others.len());
    let labeled = labeler.label(image, connectivity, &mut written).unwrap();
    assert_eq!((labeled as usize, &written), (expected.len(), &labels));
    let mut narrow = vec![0_u16; width * height];
    if labeler.label(image, connectivity, &mut narrow).is_ok() {
        assert!(narrow.iter().zip(&labels).all(|(&a, &b)| u32::from(a) == b));
    } else {
        assert!(labeled > 65_535);
    }
    let mut again: Vec<Component> = found.iter().take(1).copied().collect();
    labeler.measure(image, connectivity, &mut again);
    assert_eq!(again, found);
    let mut drawn = vec![0; width * height];
    for run in labeler.runs(image, connectivity) {
        drawn[width * run.y..][run.start..run.end].fill(run.label);
    }
    assert_eq!(drawn, labels);

    let mut stream = Stream::new(width, connectivity).unwrap();
    let mut streamed = Vec::new();
    for row in words.chunks(stride) {
        stream.push_row(row, |found| streamed.push(found)).unwrap();
    }
    stream.finish(|found| streamed.push(found));
    let mut sorted = expected.clone();
    sorted.sort();
    let sort = |found: &[Component<u64>]| {
        let mut found: Vec<_> = found.iter().map(statistics).collect();
        found.sort();
        found
    };
    assert_eq!(sort(&streamed), sorted);

    let tree = RegionTree::new(image, connectivity);
    assert_eq!(all_statistics(tree.components()), expected);
    assert_eq!(tree.euler_number(), euler_number(image, connectivity));
});

/// Area, left, right, top, bottom, and the sums of columns, rows and planes.
type Statistics = (u64, usize, usize, usize, usize, [u128; 3]);

fn statistics<R: Rows>(c: &Component<R>) -> Statistics {
    (c.area(), c.left(), c.right(), c.top(), c.bottom(), c.sums())
}

fn all_statistics(components: &[Component]) -> Vec<Statistics> {
    components.iter().map(statistics).collect()
}

/// The image again, from its text, JSON, and from the bytes of its words.
fn check_inputs(image: &Image, words: &[u64]) {
    assert_eq!(image.to_string().parse().as_ref(), Ok(image));
    let (width, height) = (image.width(), image.height());
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let stride = 8 * width.div_ceil(64);
    let order = BitOrder::LeastSignificantFirst;
    let found = Image::from_packed(&bytes, (width, height), stride, order);
    assert_eq!(found.as_ref(), Ok(image));
    let json = serde_json::to_string(image).unwrap();
    assert_eq!(&serde_json::from_str::<Image>(&json).unwrap(), image);
}

/// The label of each pixel and the components, both in raster order.
fn plain(
    width: usize,
    height: usize,
    connectivity: Connectivity,
    set: impl Fn(usize, usize) -> bool,
) -> (Vec<u32>, Vec<Statistics>) {
    // First pass: each pixel points to one that was there before and touches it.
    let mut parents: Vec<usize> = (0..width * height).collect();
    fn root(parents: &mut [usize], mut i: usize) -> usize {
        while parents[i] != i {
            parents[i] = parents[parents[i]];
            i = parents[i];
        }
        i
    }
    for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
        let before = [(-1, 0), (0, -1), (-1, -1), (1, -1)];
        let before = &before[..if connectivity != Connectivity::FOUR { 4 } else { 2 }];
        for &(dx, dy) in before {
            let at = (x.checked_add_signed(dx), y.checked_add_signed(dy));
            let (Some(ox), Some(oy)) = at else { continue };
            if ox < width && set(x, y) && set(ox, oy) {
                let a = root(&mut parents, width * y + x);
                let b = root(&mut parents, width * oy + ox);
                // The earlier pixel is the root, so that roots come first in raster order.
                parents[a.max(b)] = a.min(b);
            }
        }
    }
    // Second pass: labels and sums.
    let mut labels = vec![0; width * height];
    let mut found: Vec<Statistics> = Vec::new();
    for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
        if !set(x, y) {
            continue;
        }
        let i = width * y + x;
        let first = root(&mut parents, i);
        if first == i {
            found.push((0, x, x, y, y, [0; 3]));
            labels[i] = found.len() as u32;
        } else {
            labels[i] = labels[first];
        }
        let (area, left, right, _, bottom, sums) = &mut found[labels[i] as usize - 1];
        *area += 1;
        (*left, *right) = ((*left).min(x), (*right).max(x));
        *bottom = (*bottom).max(y);
        *sums = [sums[0] + x as u128, sums[1] + y as u128, 0];
    }
    (labels, found)
}
