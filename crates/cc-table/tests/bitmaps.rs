//! Images against a plain flood, pixel by pixel.
#![cfg(feature = "alloc")]

use cc_table::Connectivity;
use cc_table::bitmap::{
    Bitmap, BitmapBuf, BitmapError, Component, Labeller, Stream, components, components_of_both,
    count,
};

const BOTH: [Connectivity; 2] = [Connectivity::Four, Connectivity::Eight];

/// Labels by flood, in raster order, and the components.
fn plain(pixels: &[Vec<bool>], connectivity: Connectivity) -> (Vec<u32>, Vec<Component>) {
    let (height, width) = (pixels.len(), pixels[0].len());
    let mut labels = vec![0; width * height];
    let mut found: Vec<Component> = Vec::new();
    for start in 0..labels.len() {
        if labels[start] != 0 || !pixels[start / width][start % width] {
            continue;
        }
        let label = found.len() as u32 + 1;
        let (x, y) = (start % width, start / width);
        let mut component = Component {
            area: 0,
            left: x as u32,
            right: x as u32,
            top: y as u64,
            bottom: y as u64,
            sum_x: 0,
            sum_y: 0,
        };
        labels[start] = label;
        let mut stack = vec![(x, y)];
        while let Some((x, y)) = stack.pop() {
            component.area += 1;
            component.left = component.left.min(x as u32);
            component.right = component.right.max(x as u32);
            component.bottom = component.bottom.max(y as u64);
            component.sum_x += x as u128;
            component.sum_y += y as u128;
            for (dx, dy) in
                [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1isize)]
            {
                if connectivity == Connectivity::Four && dx != 0 && dy != 0 {
                    continue;
                }
                let (Some(x), Some(y)) = (x.checked_add_signed(dx), y.checked_add_signed(dy))
                else {
                    continue;
                };
                if x < width && y < height && pixels[y][x] && labels[y * width + x] == 0 {
                    labels[y * width + x] = label;
                    stack.push((x, y));
                }
            }
        }
        found.push(component);
    }
    (labels, found)
}

fn check(width: usize, height: usize, set: impl Fn(usize, usize) -> bool) {
    let pixels: Vec<Vec<bool>> =
        (0..height).map(|y| (0..width).map(|x| set(x, y)).collect()).collect();
    let mut image = BitmapBuf::from_fn(width, height, &set).unwrap();
    if !width.is_multiple_of(64) {
        // What is past the width is ignored.
        for y in 0..height {
            *image.row_mut(y).last_mut().unwrap() |= u64::MAX << (width % 64);
        }
    }
    let image = image.as_bitmap();
    let mut labeller = Labeller::new();
    let mut again = Vec::new();
    for connectivity in BOTH {
        let (labels, expected) = plain(&pixels, connectivity);
        assert_eq!(components(image, connectivity), expected, "{width}×{height}");
        assert_eq!(count(image, connectivity), expected.len());
        labeller.components(image, connectivity, &mut again);
        assert_eq!(again, expected, "{width}×{height}");
        let mut found = vec![u32::MAX; width * height];
        let number = labeller.label(image, connectivity, &mut found).unwrap();
        assert_eq!(number as usize, expected.len());
        assert_eq!(found, labels);
        let mut painted = vec![0; width * height];
        for run in labeller.runs(image, connectivity) {
            let row = width * run.y as usize;
            painted[row + run.start as usize..row + run.end as usize].fill(run.label);
        }
        assert_eq!(painted, labels);
        let mut streamed = Vec::new();
        let mut stream = Stream::new(width, connectivity).unwrap();
        for y in 0..height {
            stream.push_row(image.row(y), |component| streamed.push(component)).unwrap();
        }
        stream.finish(|component| streamed.push(component));
        let key = |c: &Component| (c.top, c.left, c.right, c.bottom, c.area, c.sum_x, c.sum_y);
        streamed.sort_unstable_by_key(key);
        let mut sorted = expected.clone();
        sorted.sort_unstable_by_key(key);
        assert_eq!(streamed, sorted);
        #[cfg(feature = "parallel")]
        assert_eq!(cc_table::bitmap::components_parallel(image, connectivity), expected);

        let inverse: Vec<Vec<bool>> =
            pixels.iter().map(|row| row.iter().map(|pixel| !pixel).collect()).collect();
        let other = BOTH[usize::from(connectivity == Connectivity::Four)];
        let both = (expected, plain(&inverse, other).1);
        assert_eq!(components_of_both(image, connectivity), both);
    }
}

/// The same numbers in every run.
fn hash(x: usize, y: usize, salt: usize) -> usize {
    let mut h = ((x + 1) * 0x9e37_79b9) ^ ((y + 1) * 0x85eb_ca6b) ^ (salt * 0xc2b2_ae35);
    h = (h ^ h >> 15).wrapping_mul(0x2c1b_3c6d_27d4_eb4f);
    h = (h ^ h >> 29).wrapping_mul(0x9fb2_1c65_1e98_df25);
    h ^ h >> 32
}

#[test]
fn noise_of_every_density_and_awkward_sizes() {
    for (salt, density) in [1, 10, 30, 45, 50, 60, 80, 95].into_iter().enumerate() {
        for width in [1, 2, 63, 64, 65, 127, 128, 129, 200] {
            for height in [1, 2, 40, 150] {
                check(width, height, |x, y| hash(x, y, salt) % 100 < density);
            }
        }
    }
}

#[test]
fn images_of_more_runs_and_rows_than_are_added_up_at_once() {
    for density in [30, 50, 58, 70] {
        check(400, 500, |x, y| hash(x, y, density) % 100 < density);
    }
    check(3, 5000, |x, y| hash(x, y, 7) % 10 < 6);
    check(70, 3000, |_, y| y == 2999);
    // Combs into one another: every tooth is a set of its own until the last row.
    check(300, 1500, |x, y| x % 2 == 0 || y == 1499);
    check(300, 1500, |x, y| x % 2 == 0 && y > 0 || y == 0 && x % 4 == 0 || x % 4 == 1 && y == 1200);
    check(40_000, 4, |x, y| x % 2 == 0 || y == 3);
}

#[test]
fn empty_and_full() {
    for (width, height) in [(1, 1), (64, 3), (100, 100), (128, 70)] {
        check(width, height, |_, _| false);
        check(width, height, |_, _| true);
    }
}

#[test]
fn stripes_boards_combs_and_spirals() {
    check(130, 90, |x, y| (x + y) % 2 == 0);
    check(130, 90, |x, _| x % 2 == 0);
    check(130, 90, |_, y| y % 2 == 0);
    check(130, 90, |x, y| x % 2 == 0 || y == 89);
    check(130, 90, |x, y| x % 2 == 0 || y == 0);
    // Nested arches: every row joins sets that were apart.
    check(129, 90, |x, y| {
        (x.min(128 - x)) % 2 == 0 && y >= 64 - x.min(128 - x).min(64) || {
            let ring = 64 - x.min(128 - x).min(64);
            ring % 2 == 1 && y == 80
        }
    });
    // A snake, and a spiral of concentric rings joined by steps.
    check(70, 70, |x, y| y % 2 == 0 || x == if y % 4 == 1 { 69 } else { 0 });
    check(99, 99, |x, y| {
        let ring = x.min(y).min(98 - x).min(98 - y);
        ring % 2 == 0 && (x, y) != (ring, ring + 1) || ring % 2 == 1 && (x, y) == (ring, ring + 1)
    });
}

#[test]
fn wide_images() {
    check(70_000, 3, |x, y| hash(x / 3, y, 9) & 1 == 0);
}

#[test]
fn a_tall_stream_needs_little_memory_and_forgets_nothing() {
    let mut stream = Stream::new(100, Connectivity::Four).unwrap();
    let (mut area, mut number) = (0, 0);
    for y in 0..200_000 {
        // One column goes all the way.
        let row = [hash(0, y, 1) as u64 | 1, hash(1, y, 1) as u64 >> 28];
        stream
            .push_row(&row, |component| {
                area += component.area;
                number += 1;
            })
            .unwrap();
    }
    let before = number;
    let mut tallest = 0;
    stream.finish(|component| {
        area += component.area;
        tallest = tallest.max(component.height());
        number += 1;
    });
    assert!(before > number / 2, "{before} of {number} before the end");
    assert_eq!(tallest, 200_000);
    let set: u64 = (0..200_000)
        .map(|y| {
            u64::from(
                (hash(0, y, 1) as u64 | 1).count_ones() + (hash(1, y, 1) as u64 >> 28).count_ones(),
            )
        })
        .sum();
    assert_eq!(area, set);
}

#[test]
fn what_is_no_image_is_refused() {
    assert_eq!(Bitmap::new(&[], 0, 5).err(), Some(BitmapError::Empty { width: 0, height: 5 }));
    assert_eq!(BitmapBuf::new(5, 0).err(), Some(BitmapError::Empty { width: 5, height: 0 }));
    let error = Bitmap::new(&[0; 3], 65, 2).unwrap_err();
    assert_eq!(error.to_string(), "3 words; 2 rows of 65 pixels take 4");
    for (width, height) in [(1 << 16, 1 << 16), (usize::MAX, 2), (1 << 32, 1)] {
        assert_eq!(
            Bitmap::new(&[], width, height).err(),
            Some(BitmapError::TooLarge { width, height })
        );
    }
    let image = Bitmap::new(&[0; 2], 64, 2).unwrap();
    let error = Labeller::new().label(image, Connectivity::Four, &mut [0; 127]);
    assert_eq!(error, Err(BitmapError::Length { expected: 128, found: 127 }));
    let mut stream = Stream::new(65, Connectivity::Four).unwrap();
    assert!(stream.push_row(&[0], |_| ()).is_err());
    assert!(Stream::new(0, Connectivity::Four).is_err());
    assert!(Stream::new(1 << 30, Connectivity::Four).is_err());
}

#[test]
fn sizes_near_the_largest_are_refused() {
    const MAX: usize = usize::MAX;
    for (width, height) in [(MAX, MAX), (MAX, 1), (1, MAX), (MAX / 2 + 1, 2), (1 << 16, 1 << 16)] {
        let too_large = BitmapError::TooLarge { width, height };
        assert_eq!(BitmapBuf::new(width, height).unwrap_err(), too_large);
        assert_eq!(BitmapBuf::from_fn(width, height, |_, _| true).unwrap_err(), too_large);
        assert_eq!(Bitmap::new(&[], width, height).unwrap_err(), too_large);
    }
    // 32 GiB, for each row takes a word.
    let (width, height) = (1, u32::MAX as usize);
    match BitmapBuf::new(width, height) {
        Ok(image) => assert_eq!(image.as_bitmap().height(), height),
        Err(error) => assert_eq!(error, BitmapError::OutOfMemory { width, height }),
    }
    for width in [1 << 30, u32::MAX as usize, MAX] {
        let refused = Stream::new(width, Connectivity::Four).map(|_| ());
        assert_eq!(refused, Err(BitmapError::TooLarge { width, height: 1 }));
    }
}

/// A product that wraps to 0 is not row 0.
#[test]
#[should_panic(expected = "of an image of 2 rows")]
fn a_row_far_below_the_image_is_refused() {
    let image = BitmapBuf::new(65, 2).unwrap();
    let _ = image.as_bitmap().row(1 << (usize::BITS - 1));
}

#[test]
fn rows_wider_than_their_runs_are_counted_first() {
    let width = 64 * 5000 + 1;
    for (every, offset) in [(2, 0), (2, 1), (64, 63), (width, width - 1), (width, 0)] {
        check(width, 3, |x, y| (x + y) % every == offset % every);
    }
    check(width, 3, |x, y| hash(x, y, 0) % 100 < 50);
}

#[cfg(feature = "parallel")]
#[test]
fn strips_of_many_threads_are_joined() {
    let image = BitmapBuf::from_fn(2000, 1500, |x, y| hash(x, y, 7) % 100 < 60).unwrap();
    for connectivity in BOTH {
        let expected = components(image.as_bitmap(), connectivity);
        let found = cc_table::bitmap::components_parallel(image.as_bitmap(), connectivity);
        assert!(found == expected);
    }
}
