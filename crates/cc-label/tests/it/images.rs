//! Images against a plain flood, pixel by pixel.

use cc_label::__private::Rows;
use cc_label::{
    BitOrder, Component, Connectivity, Extent, Image, LabelError, Labeler, Stream, components,
    count, label, measure,
};

/// Area, left, right, top, bottom, and the sums of columns, rows and planes.
type Statistics = (u64, usize, usize, usize, usize, [u128; 3]);

fn statistics<R: Rows>(c: &Component<R>) -> Statistics {
    (c.area(), c.left(), c.right(), c.top(), c.bottom(), c.sums())
}

fn all_statistics(components: &[Component]) -> Vec<Statistics> {
    components.iter().map(statistics).collect()
}

/// Labels by flood, in raster order, and the components.
fn plain(pixels: &[Vec<bool>], connectivity: Connectivity) -> (Vec<u32>, Vec<Statistics>) {
    let (height, width) = (pixels.len(), pixels[0].len());
    let mut labels = vec![0; width * height];
    let mut found: Vec<Statistics> = Vec::new();
    for start in 0..labels.len() {
        if labels[start] != 0 || !pixels[start / width][start % width] {
            continue;
        }
        let label = found.len() as u32 + 1;
        let (x, y) = (start % width, start / width);
        let mut component: Statistics = (0, x, x, y, y, [0; 3]);
        labels[start] = label;
        let mut stack = vec![(x, y)];
        while let Some((x, y)) = stack.pop() {
            let (area, left, right, _, bottom, [sum_x, sum_y, _]) = &mut component;
            *area += 1;
            *left = (*left).min(x);
            *right = (*right).max(x);
            *bottom = (*bottom).max(y);
            *sum_x += x as u128;
            *sum_y += y as u128;
            for (dx, dy) in
                [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1isize)]
            {
                if connectivity == Connectivity::FOUR && dx != 0 && dy != 0 {
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
    check_image(width, height, &set);
}

fn check_image(width: usize, height: usize, set: &dyn Fn(usize, usize) -> bool) {
    let pixels: Vec<Vec<bool>> =
        (0..height).map(|y| (0..width).map(|x| set(x, y)).collect()).collect();
    let image = Image::from_fn((width, height), |x, y, _| set(x, y)).unwrap();
    check_inputs(&image, &pixels);
    let mut words: Vec<u64> = (0..height).flat_map(|y| image.row(y)).copied().collect();
    if !width.is_multiple_of(64) {
        // Bits past the width are cleared.
        for row in words.chunks_mut(width.div_ceil(64)) {
            *row.last_mut().unwrap() |= u64::MAX << (width % 64);
        }
    }
    assert_eq!(Image::from_words(words.clone(), (width, height)).as_ref(), Ok(&image));
    let padding = Image::borrowed(&words, (width, height)).err();
    let is_padded = matches!(padding, Some(LabelError::Padding { row: 0 }));
    assert_eq!(is_padded, !width.is_multiple_of(64));
    let image = &image.as_borrowed();
    let mut labeler = Labeler::new();
    let mut again: Vec<Component> = Vec::new();
    for connectivity in Connectivity::ALL {
        let (labels, expected) = plain(&pixels, connectivity);
        let found = components(image, connectivity);
        assert_eq!(all_statistics(&found), expected, "{width}×{height}");
        assert_eq!(count(image, connectivity), expected.len());
        labeler.measure(image, connectivity, &mut again);
        assert_eq!(again, found, "{width}×{height}");
        let mut written = vec![u32::MAX; width * height];
        let number = labeler.label(image, connectivity, &mut written).unwrap();
        assert_eq!(number as usize, expected.len());
        assert_eq!(written, labels);
        assert_eq!(label(image, connectivity), (written, number));
        check_narrow_labels(&mut labeler, image, connectivity, &labels, number);
        let mut painted = vec![0; width * height];
        for run in labeler.runs(image, connectivity) {
            let row = width * run.y;
            painted[row + run.start..row + run.end].fill(run.label);
        }
        assert_eq!(painted, labels);
        let mut streamed = Vec::new();
        let mut stream = Stream::new(width, connectivity).unwrap();
        for row in words.chunks(width.div_ceil(64)) {
            // Bits past the width are ignored.
            stream.push_row(row, |component| streamed.push(component)).unwrap();
        }
        stream.finish(|component| streamed.push(component));
        let mut streamed: Vec<_> = streamed.iter().map(statistics).collect();
        streamed.sort_unstable();
        let mut sorted = expected.clone();
        sorted.sort_unstable();
        assert_eq!(streamed, sorted);
        let extents: Vec<Extent> = measure(image, connectivity);
        let extents = extents.iter().map(|e| (e.area(), e.left(), e.right(), e.top(), e.bottom()));
        let boxes = found.iter().map(|c| (c.area(), c.left(), c.right(), c.top(), c.bottom()));
        assert!(extents.eq(boxes));
        #[cfg(feature = "parallel")]
        assert_eq!(on_threads(image, connectivity), found);
    }
}

/// The components by threads, one for each core.
#[cfg(feature = "parallel")]
fn on_threads(image: &Image<&[u64]>, connectivity: Connectivity) -> Vec<Component> {
    let mut found = Vec::new();
    Labeler::new().threads(0).measure(image, connectivity, &mut found);
    found
}

/// The same image from text and from bytes with some padding.
fn check_inputs(image: &Image, pixels: &[Vec<bool>]) {
    let (height, width) = (pixels.len(), pixels[0].len());
    if width * height < 100_000 {
        assert_eq!(image.to_string().parse().as_ref(), Ok(image));
        for (y, row) in pixels.iter().enumerate() {
            assert!(row.iter().enumerate().all(|(x, &set)| image.get((x, y)) == Some(set)));
        }
    }
    let stride = width + 3;
    let mut luma = vec![255; stride * (height - 1) + width];
    for (to, row) in luma.chunks_mut(stride).zip(pixels) {
        to.iter_mut().zip(row).for_each(|(to, &set)| *to = if set { 100 } else { 99 });
    }
    let found = Image::from_luma(&luma, (width, height), stride, 100);
    assert_eq!(found.as_ref(), Ok(image));
    let stride = width.div_ceil(8) + 1;
    for order in [BitOrder::MostSignificantFirst, BitOrder::LeastSignificantFirst] {
        let mut bytes = vec![0xff; stride * height - 1];
        for (to, row) in bytes.chunks_mut(stride).zip(pixels) {
            for (x, &set) in row.iter().enumerate() {
                let bit = match order {
                    BitOrder::MostSignificantFirst => 0x80 >> (x % 8),
                    BitOrder::LeastSignificantFirst => 1 << (x % 8),
                };
                to[x / 8] = to[x / 8] & !bit | if set { bit } else { 0 };
            }
        }
        let found = Image::from_packed(&bytes, (width, height), stride, order);
        assert_eq!(found.as_ref(), Ok(image));
    }
}

/// Labels of other types are the same numbers, or refused.
fn check_narrow_labels(
    labeler: &mut Labeler,
    image: &Image<&[u64]>,
    connectivity: Connectivity,
    labels: &[u32],
    count: u32,
) {
    let mut signed = vec![-1_i32; labels.len()];
    assert_eq!(labeler.label(image, connectivity, &mut signed), Ok(count));
    assert!(signed.iter().zip(labels).all(|(&a, &b)| a as u32 == b));
    let mut narrow = vec![7_u16; labels.len()];
    let found = labeler.label(image, connectivity, &mut narrow);
    if count > 65_535 {
        assert_eq!(found, Err(LabelError::TooManyComponents { max: 65_535, found: count }));
    } else {
        assert_eq!(found, Ok(count));
        assert!(narrow.iter().zip(labels).all(|(&a, &b)| u32::from(a) == b));
    }
}

/// The same numbers in every run.
fn hash(x: usize, y: usize, salt: usize) -> usize {
    let [x, y, salt] = [x, y, salt].map(|n| n as u64);
    let mut h = ((x + 1) * 0x9e37_79b9) ^ ((y + 1) * 0x85eb_ca6b) ^ (salt * 0xc2b2_ae35);
    h = (h ^ h >> 15).wrapping_mul(0x2c1b_3c6d_27d4_eb4f);
    h = (h ^ h >> 29).wrapping_mul(0x9fb2_1c65_1e98_df25);
    (h ^ h >> 32) as usize
}

#[test]
fn noise_of_every_density_and_awkward_sizes() {
    for (salt, density) in [1, 30, 50, 60, 95].into_iter().enumerate() {
        for width in [1, 63, 64, 65, 128, 129, 200] {
            for height in [1, 2, 90] {
                check(width, height, |x, y| hash(x, y, salt) % 100 < density);
            }
        }
    }
}

#[test]
fn images_of_more_runs_and_rows_than_are_added_up_at_once() {
    for density in [50, 58] {
        check(400, 500, |x, y| hash(x, y, density) % 100 < density);
    }
    check(3, 5000, |x, y| hash(x, y, 7) % 10 < 6);
    check(70, 3000, |_, y| y == 2999);
    // Combs into one another: every tooth is a separate set until the last row.
    check(300, 1500, |x, y| x % 2 == 0 || y == 1499);
    check(300, 1500, |x, y| x % 2 == 0 && y > 0 || y == 0 && x % 4 == 0 || x % 4 == 1 && y == 1200);
    check(40_000, 4, |x, y| x % 2 == 0 || y == 3);
}

/// Runs of up to 400 pixels and sparse rows, so that a run and its first link are in different
/// words.
#[test]
fn runs_that_touch_others_some_words_after_their_start() {
    for salt in 0..10 {
        for width in [64, 128, 200, 640, 1000] {
            check(width, 12, |x, y| {
                let length = 1 + hash(0, y, salt) % 400;
                let x = x + hash(2, y, salt) % 400;
                match hash(1, y, salt) % 3 {
                    0 => hash(x, y, salt).is_multiple_of(200),
                    1 => (x / length).is_multiple_of(2),
                    _ => !x.is_multiple_of(length),
                }
            });
        }
    }
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
    let mut stream = Stream::new(100, Connectivity::FOUR).unwrap();
    let (mut area, mut number) = (0, 0);
    for y in 0..200_000 {
        // One column goes all the way.
        let row = [hash(0, y, 1) as u64 | 1, hash(1, y, 1) as u64 >> 28];
        stream
            .push_row(&row, |component| {
                area += component.area();
                number += 1;
            })
            .unwrap();
    }
    let before = number;
    let mut tallest = 0;
    stream.finish(|component| {
        area += component.area();
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
fn wrong_sizes_are_refused() {
    assert_eq!(
        Image::borrowed(&[], (0, 5)).err(),
        Some(LabelError::PixelCount { size: (0, 5, 1) })
    );
    assert_eq!(Image::new((5, 0)).err(), Some(LabelError::PixelCount { size: (5, 0, 1) }));
    let error = Image::borrowed(&[0; 3], (65, 2)).unwrap_err();
    assert_eq!(error.to_string(), "expected 4 elements, found 3");
    for (width, height) in [
        (1 << 16, 1 << 16),
        (usize::MAX, 2),
        #[cfg(target_pointer_width = "64")]
        (1 << 32, 1),
    ] {
        assert_eq!(
            Image::borrowed(&[], (width, height)).err(),
            Some(LabelError::PixelCount { size: (width, height, 1) })
        );
    }
    let image = Image::borrowed(&[0; 2], (64, 2)).unwrap();
    let error = Labeler::new().label(&image, Connectivity::FOUR, &mut [0_u32; 127]);
    assert_eq!(error, Err(LabelError::Length { expected: 128, found: 127 }));
    let mut stream = Stream::new(65, Connectivity::FOUR).unwrap();
    assert!(stream.push_row(&[0], |_| ()).is_err());
    check_wrong_bytes();
}

fn check_wrong_bytes() {
    const MAX: usize = usize::MAX;
    let short = LabelError::Length { expected: 7, found: 6 };
    assert_eq!(Image::from_luma(&[0; 6], (3, 2), 4, 1), Err(short));
    let stride = LabelError::Stride { expected: 3, found: 2 };
    assert_eq!(Image::from_luma(&[0; 6], (3, 2), 2, 1), Err(stride));
    for (width, height, stride) in [(0, 0, 0), (0, 5, 0), (5, 0, 9), (MAX, MAX, MAX), (1, MAX, MAX)]
    {
        assert!(Image::from_luma(&[0; 9], (width, height), stride, 1).is_err());
        let order = BitOrder::LeastSignificantFirst;
        assert!(Image::from_packed(&[0; 9], (width, height), stride, order).is_err());
    }
    let mut image = Image::new((65, 2)).unwrap();
    let (width, height) = (65, 2);
    for (x, y) in [(65, 0), (0, 2), (MAX, MAX)] {
        let off = LabelError::Outside { at: (x, y, 0), size: (width, height, 1) };
        assert_eq!((image.get((x, y)), image.set((x, y), true)), (None, Err(off)));
    }
    let length = LabelError::Length { expected: 2, found: 1 };
    assert_eq!(image.set_row(1, &[1]), Err(length));
    assert!(image.set_row(2, &[1, 1]).is_err());
    image.set_row(1, &[1, !0]).unwrap();
    image.invert();
    assert_eq!(image.row(1), [!1, 0]);
    for (text, expected) in [
        ("", "expected 1 to 2³² − 1 pixels, found an image of 0×0 pixels"),
        ("\nX.\n\n.", "line 4, column 1: expected a row of 2 cells, found 1"),
        ("x./. #", "line 1, column 6: expected '.' or 'X', found '#'"),
    ] {
        assert_eq!(text.parse::<Image>().unwrap_err().to_string(), expected);
    }
}

#[test]
fn sizes_near_the_largest_are_refused() {
    const MAX: usize = usize::MAX;
    for (width, height) in [
        (MAX, MAX),
        // With 32 bits, a row or a column of this length is allowed.
        #[cfg(target_pointer_width = "64")]
        (MAX, 1),
        #[cfg(target_pointer_width = "64")]
        (1, MAX),
        (MAX / 2 + 1, 2),
        (1 << 16, 1 << 16),
    ] {
        let too_large = LabelError::PixelCount { size: (width, height, 1) };
        assert_eq!(Image::new((width, height)).unwrap_err(), too_large);
        assert_eq!(Image::from_fn((width, height), |_, _, _| true).unwrap_err(), too_large);
        assert_eq!(Image::borrowed(&[], (width, height)).unwrap_err(), too_large);
    }
    // 32 GiB, for each row takes a word.
    let (width, height) = (1, u32::MAX as usize);
    match Image::new((width, height)) {
        Ok(image) => assert_eq!(image.height(), height),
        Err(error) => assert_eq!(error, LabelError::OutOfMemory { size: (width, height, 1) }),
    }
    for found in [0, 1 << 30, u32::MAX as usize, MAX] {
        let refused = Stream::new(found, Connectivity::FOUR).map(|_| ());
        assert_eq!(refused, Err(LabelError::StreamWidth { found }));
    }
}

/// A product that wraps to 0 is not row 0.
#[test]
#[should_panic(expected = "of an image of 2 rows")]
fn a_row_far_below_the_image_is_refused() {
    let image = Image::new((65, 2)).unwrap();
    let _ = image.row(1 << (usize::BITS - 1));
}

#[test]
fn rows_wider_than_their_runs_are_counted_first() {
    let width = 64 * 4200 + 1;
    for (every, offset) in [(2, 0), (64, 63), (width, width - 1)] {
        check(width, 2, |x, y| (x + y) % every == offset % every);
    }
    check(width, 2, |x, y| hash(x, y, 0) % 100 < 50);
}

#[cfg(feature = "parallel")]
#[test]
fn strips_of_many_threads_are_joined() {
    let image = Image::from_fn((2000, 1500), |x, y, _| hash(x, y, 7) % 100 < 60).unwrap();
    for connectivity in Connectivity::ALL {
        let expected = components(&image, connectivity);
        let found = on_threads(&image.as_borrowed(), connectivity);
        assert!(found == expected);
    }
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "WebAssembly does not catch panics")]
fn a_panic_of_the_callback_leaves_the_stream_usable() {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    // A bar at the right, which is not the first component, and single pixels in every other row.
    let mut stream = Stream::new(3, Connectivity::FOUR).unwrap();
    let mut panics = 0;
    let mut areas = Vec::new();
    for y in 0..10_000 {
        let row = [if y % 2 == 0 { 0b101 } else { 0b100 }];
        let pushed = catch_unwind(AssertUnwindSafe(|| {
            stream.push_row(&row, |found| {
                assert!(panics > 0, "the first call");
                areas.push(found.area());
            })
        }));
        panics += usize::from(pushed.is_err());
    }
    stream.finish(|found| areas.push(found.area()));
    assert_eq!(panics, 1);
    // Only the component that was complete at the panic is lost.
    assert_eq!(areas.iter().filter(|&&area| area == 10_000).count(), 1);
    assert!(areas.iter().all(|&area| area == 1 || area == 10_000));
    assert!(areas.len() > 4_000);
}

#[test]
fn parts_of_images_are_those_of_their_pixels() {
    for salt in 0..60 {
        let (width, height) = (1 + hash(0, 0, salt) % 200, 1 + hash(1, 0, salt) % 12);
        let image = Image::from_fn((width, height), |x, y, _| hash(x, y, salt) % 100 < 60).unwrap();
        let (left, top) = (hash(2, 0, salt) % width, hash(3, 0, salt) % height);
        let right = left + 1 + hash(4, 0, salt) % (width - left);
        let bottom = top + 1 + hash(5, 0, salt) % (height - top);
        let set = |x: usize, y: usize| image.get((left + x, top + y)) == Some(true);
        let expected = Image::from_fn((right - left, bottom - top), |x, y, _| set(x, y)).unwrap();
        let cropped = image.crop((left, top), (right - left, bottom - top));
        assert_eq!(cropped, Ok(expected));
        for (wide, tall) in [(1, 0), (0, 1)] {
            let beyond = image.crop((left, top), (width - left + wide, height - top + tall));
            assert!(matches!(beyond, Err(LabelError::Outside { .. })));
        }
    }
}

#[test]
fn positions_are_compared_with_sizes_and_pictures_are_drawn() {
    let mut image: Image = "X.X\n..X".parse().unwrap();
    let found = components(&image, Connectivity::FOUR);
    assert_eq!(found[1].right(), image.width() - 1);
    assert_eq!(found[1].bottom(), image.height() - 1);
    assert_eq!(image.crop((found[1].left(), 0), (1, 2)).unwrap().to_string(), "X\nX");
    image.set((1, 0), true).unwrap();
    assert_eq!(format!("{image:#?}|{image:?}"), "Image(3×2)\nXXX\n..X|Image(3×2)");
}

#[test]
fn the_sides_of_a_box_are_its_columns_and_rows() {
    for (width, height) in [(1, 1), (1, 5), (7, 1), (3, 4)] {
        let (columns, rows) = (2..2 + width, 6..6 + height);
        let is_set = |x, y| columns.contains(&x) && rows.contains(&y);
        let image = Image::from_fn((12, 12), |x, y, _| is_set(x, y)).unwrap();
        let extents: Vec<Extent> = measure(&image, Connectivity::FOUR);
        let found = components(&image, Connectivity::FOUR);
        let sides = (width, height);
        assert_eq!((extents.len(), extents[0].width(), extents[0].height()), (1, sides.0, sides.1));
        assert_eq!((found.len(), found[0].width(), found[0].height()), (1, sides.0, sides.1));
    }
}
