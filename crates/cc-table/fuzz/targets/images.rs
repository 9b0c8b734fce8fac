//! Components of images, by every way there is, against two passes pixel by pixel.

#![no_main]

use arbitrary::Arbitrary;
use cc_table::Connectivity;
use cc_table::bitmap::{
    Bitmap, BitmapBuf, Component, Labeller, Stream, components, components_of_both,
    components_parallel, count,
};
use libfuzzer_sys::fuzz_target;

#[derive(Arbitrary, Debug)]
struct Input {
    width: u8,
    eight: bool,
    /// What is past the width of each row is garbage that must be ignored.
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
        assert!(Bitmap::new(words, width, height).is_err());
    }
    if height == 0 {
        return;
    }
    let image = Bitmap::new(words, width, height).unwrap();
    let (connectivity, other) = match input.eight {
        true => (Connectivity::Eight, Connectivity::Four),
        false => (Connectivity::Four, Connectivity::Eight),
    };
    let set = |x: usize, y: usize| words[stride * y + x / 64] >> (x % 64) & 1 == 1;
    let (labels, expected) = plain(width, height, connectivity, set);
    let background = plain(width, height, other, |x, y| !set(x, y)).1;

    assert_eq!(components(image, connectivity), expected);
    assert_eq!(count(image, connectivity), expected.len());
    assert_eq!(components_parallel(image, connectivity), expected);
    assert_eq!(components_of_both(image, connectivity), (expected.clone(), background.clone()));
    let copy = BitmapBuf::from_fn(width, height, set).unwrap();
    assert_eq!(components(copy.as_bitmap(), other), plain(width, height, other, set).1);

    let mut labeller = Labeller::new();
    let mut written = vec![u32::MAX; width * height];
    // Its memory is used again.
    assert_eq!(labeller.label(image, other, &mut written).unwrap(), {
        plain(width, height, other, set).1.len() as u32
    });
    let labelled = labeller.label(image, connectivity, &mut written).unwrap();
    assert_eq!((labelled as usize, &written), (expected.len(), &labels));
    let mut found = vec![expected.first().copied().unwrap_or(Component {
        area: 1,
        left: 0,
        right: 0,
        top: 0,
        bottom: 0,
        sum_x: 0,
        sum_y: 0,
    })];
    labeller.components(image, connectivity, &mut found);
    assert_eq!(found, expected);
    let mut drawn = vec![0; width * height];
    for run in labeller.runs(image, connectivity) {
        drawn[width * run.y as usize..][run.start as usize..run.end as usize].fill(run.label);
    }
    assert_eq!(drawn, labels);

    let mut stream = Stream::new(width, connectivity).unwrap();
    let mut streamed = Vec::new();
    for row in words.chunks(stride) {
        stream.push_row(row, |found| streamed.push(found)).unwrap();
    }
    stream.finish(|found| streamed.push(found));
    let key = |c: &Component| (c.top, c.left, c.right, c.bottom, c.area, c.sum_x, c.sum_y);
    let mut expected = expected;
    expected.sort_by_key(key);
    streamed.sort_by_key(key);
    assert_eq!(streamed, expected);
});

/// The label of each pixel and the components, both in raster order.
fn plain(
    width: usize,
    height: usize,
    connectivity: Connectivity,
    set: impl Fn(usize, usize) -> bool,
) -> (Vec<u32>, Vec<Component>) {
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
        let before = &before[..if connectivity == Connectivity::Eight { 4 } else { 2 }];
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
    let mut found: Vec<Component> = Vec::new();
    for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
        if !set(x, y) {
            continue;
        }
        let i = width * y + x;
        let (cx, cy) = (x as u32, y as u64);
        let first = root(&mut parents, i);
        if first == i {
            let (sum_x, sum_y) = (0, 0);
            found.push(Component {
                area: 0,
                left: cx,
                right: cx,
                top: cy,
                bottom: cy,
                sum_x,
                sum_y,
            });
            labels[i] = found.len() as u32;
        } else {
            labels[i] = labels[first];
        }
        let c = &mut found[labels[i] as usize - 1];
        c.area += 1;
        (c.left, c.right) = (c.left.min(cx), c.right.max(cx));
        (c.top, c.bottom) = (c.top.min(cy), c.bottom.max(cy));
        c.sum_x += x as u128;
        c.sum_y += y as u128;
    }
    (labels, found)
}
