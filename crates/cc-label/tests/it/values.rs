//! Images of numbers against a flood of single pixels, and against bitmaps.

use bitboard_core::{Random, SeededRng};
use cc_label::__private::Value;
use cc_label::{Connectivity, Image, LabelError, Labeler};
use quickcheck::quickcheck;

/// The labels by a flood from each pixel in raster order.
fn flooded<V: Value>(pixels: &[V], width: usize, connectivity: Connectivity) -> (u32, Vec<u32>) {
    let height = pixels.len() / width;
    let (mut labels, mut count) = (vec![0; pixels.len()], 0);
    for first in 0..pixels.len() {
        if pixels[first] == V::default() || labels[first] != 0 {
            continue;
        }
        count += 1;
        labels[first] = count;
        let mut open = vec![first];
        while let Some(at) = open.pop() {
            let (x, y) = ((at % width) as i64, (at / width) as i64);
            for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
                let (x, y) = (x + dx, y + dy);
                let is_inside = (0..width as i64).contains(&x) && (0..height as i64).contains(&y);
                if !is_inside || connectivity == Connectivity::FOUR && dx * dy != 0 {
                    continue;
                }
                let other = y as usize * width + x as usize;
                if labels[other] == 0 && pixels[other] == pixels[first] {
                    labels[other] = count;
                    open.push(other);
                }
            }
        }
    }
    (count, labels)
}

fn check<V: Value>(pixels: &[V], width: usize) {
    for connectivity in Connectivity::ALL {
        let (count, expected) = flooded(pixels, width, connectivity);
        let mut labels = vec![9_u32; pixels.len()];
        let size = (width, pixels.len() / width);
        let found =
            Labeler::new().label_values(pixels, size, V::default(), connectivity, &mut labels);
        assert_eq!(found, Ok(count));
        assert_eq!(labels, expected, "{width} columns, {connectivity:?}");
        let mut wide = vec![9_i64; pixels.len()];
        let found =
            Labeler::new().label_values(pixels, size, V::default(), connectivity, &mut wide);
        assert_eq!(found, Ok(count));
        assert!(wide.iter().zip(&expected).all(|(&label, &other)| label == i64::from(other)));
    }
}

quickcheck! {
    fn labels_are_those_of_a_flood(seed: u64) -> bool {
        let mut rng = SeededRng::new(seed);
        let (width, height) = (1 + rng.below(150) as usize, 1 + rng.below(12) as usize);
        let (values, repeat) = (2 + rng.below(6), 1 + rng.below(9));
        let mut value = 0;
        let pixels: Vec<u64> = (0..width * height)
            .map(|_| {
                if rng.below(repeat) == 0 {
                    value = rng.below(values);
                }
                value
            })
            .collect();
        check(&pixels, width);
        check(&pixels.iter().map(|&value| value as u8).collect::<Vec<_>>(), width);
        check(&pixels.iter().map(|&value| -(value as i16) << 8).collect::<Vec<_>>(), width);
        check(&pixels.iter().map(|&value| (value as u32) << 24).collect::<Vec<_>>(), width);
        true
    }
}

#[test]
fn widths_around_a_word() {
    for width in [1, 2, 63, 64, 65, 127, 128, 129] {
        let patterns: [fn(usize, usize) -> u16; 4] = [
            |_, _| 300,
            |x, y| ((x + y) % 3) as u16,
            |x, y| ((x / 2 + y) % 2 * 256) as u16,
            |x, y| (x * y % 7) as u16,
        ];
        for pattern in patterns {
            let pixels: Vec<u16> = (0..7 * width).map(|i| pattern(i % width, i / width)).collect();
            check(&pixels, width);
        }
    }
}

#[test]
fn two_values_are_a_bitmap() {
    let mut rng = SeededRng::new(2);
    let pixels: Vec<u8> = (0..300 * 200).map(|_| 255 * u8::from(rng.below(5) < 2)).collect();
    let image = Image::from_luma(&pixels, (300, 200), 300, 128).unwrap();
    for connectivity in Connectivity::ALL {
        let [mut labels, mut expected] = [(); 2].map(|()| vec![0_u32; pixels.len()]);
        Labeler::new().label(&image, connectivity, &mut expected).unwrap();
        Labeler::new().label_values(&pixels, (300, 200), 0, connectivity, &mut labels).unwrap();
        assert_eq!(labels, expected);
    }
}

#[test]
fn wrong_images_are_refused() {
    let mut labels = [0_u16; 6];
    let mut label = |pixels: &[u8], size| {
        Labeler::new().label_values(pixels, size, 0, Connectivity::FOUR, &mut labels)
    };
    for (width, height) in [(3, 0), (0, 3)] {
        assert_eq!(
            label(&[], (width, height)),
            Err(LabelError::PixelCount { size: (width, height, 1) })
        );
    }
    let (width, height) = (usize::MAX, 2);
    assert_eq!(
        label(&[], (width, height)),
        Err(LabelError::PixelCount { size: (width, height, 1) })
    );
    assert_eq!(label(&[1; 5], (3, 2)), Err(LabelError::Length { expected: 6, found: 5 }));
    assert_eq!(label(&[1; 4], (2, 2)), Err(LabelError::Length { expected: 4, found: 6 }));
    let pixels: Vec<u8> = (0..1 << 17).map(|i| (i % 2 + i / 512 % 2 * 2 + 1) as u8).collect();
    let mut labels = vec![0_u16; pixels.len()];
    let (four, size) = (Connectivity::FOUR, (512, 256));
    let found = Labeler::new().label_values(&pixels, size, 0, four, &mut labels);
    assert_eq!(found, Err(LabelError::TooManyComponents { max: 65_535, found: 1 << 17 }));
}
