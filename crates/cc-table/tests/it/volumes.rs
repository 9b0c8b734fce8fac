//! Volumes against a plain flood, voxel by voxel.

use bitboard_core::{Random, SeededRng};
use cc_table::labeling::{BitOrder, BitmapBuf, BitmapError, Volume};

type Size = (usize, usize, usize);

/// A volume whose voxels are set with a probability of `percent`.
fn noise((width, height, depth): Size, percent: u64, rng: &mut SeededRng) -> Volume {
    Volume::from_fn(width, height, depth, |_, _, _| rng.below(100) < percent).unwrap()
}

#[test]
fn volumes_are_made_from_values_words_and_bytes() {
    let mut rng = SeededRng::new(1);
    for (width, height, depth) in [(1, 1, 1), (63, 2, 3), (64, 3, 2), (65, 1, 4), (130, 2, 2)] {
        let expected = noise((width, height, depth), 40, &mut rng);
        let voxels = (0..depth).flat_map(|z| (0..height).map(move |y| (y, z)));
        let is_set: Vec<bool> = voxels
            .flat_map(|(y, z)| (0..width).map(move |x| (x, y, z)))
            .map(|voxel| expected.get(voxel).unwrap())
            .collect();
        let bytes: Vec<u8> = is_set.iter().map(|&set| u8::from(set)).collect();
        let made = Volume::from_values(&bytes, width, height, depth, |value| value != 0);
        assert_eq!(made.as_ref(), Ok(&expected));
        let wide: Vec<i64> = is_set.iter().map(|&set| if set { -5 } else { 5 }).collect();
        let made = Volume::from_values(&wide, width, height, depth, |value| value < 0);
        assert_eq!(made.as_ref(), Ok(&expected));
        let found = bytes.len() + 1;
        let longer = Volume::from_values(&vec![0_u16; found], width, height, depth, |_| true);
        assert_eq!(longer, Err(BitmapError::Length { expected: bytes.len(), found }));
        let rows = || (0..depth).flat_map(|z| (0..height).map(move |y| (y, z)));
        let words: Vec<u64> = rows().flat_map(|(y, z)| expected.row(y, z)).copied().collect();
        let made = Volume::from_words(words.clone(), width, height, depth);
        assert_eq!(made.as_ref(), Ok(&expected));
        let row_bytes = |words: &[u64]| -> Vec<u8> {
            let bytes = words.iter().flat_map(|word| word.to_le_bytes());
            bytes.take(width.div_ceil(8)).collect()
        };
        let packed: Vec<u8> = words.chunks(width.div_ceil(64)).flat_map(row_bytes).collect();
        let order = BitOrder::LeastSignificantFirst;
        let made = Volume::from_packed(&packed, width, height, depth, order);
        assert_eq!(made.as_ref(), Ok(&expected));
        let mut inverted = expected.clone();
        inverted.invert();
        let mut by_rows = Volume::new(width, height, depth).unwrap();
        for (y, z) in rows() {
            let row: Vec<u64> = inverted.row(y, z).iter().map(|word| !word).collect();
            by_rows.set_row(y, z, &row).unwrap();
        }
        assert_eq!(by_rows, expected);
    }
    let plane: BitmapBuf = "X.X\n..X".parse().unwrap();
    let volume = Volume::from(plane.clone());
    assert_eq!((volume.depth(), volume.plane(0).to_string()), (1, plane.to_string()));
    assert_eq!(format!("{volume:#?}"), "Volume(3×2×1)\nplane 0\nX.X\n..X");
}

#[test]
fn wrong_volumes_are_refused() {
    const MAX: usize = usize::MAX;
    for size in [(0, 1, 1), (1, 0, 1), (1, 1, 0), (1 << 16, 1 << 8, 1 << 8), (MAX, MAX, MAX)] {
        let refused = Volume::new(size.0, size.1, size.2);
        assert_eq!(refused, Err(BitmapError::VolumeSize { size }));
    }
    let (mut volume, size) = (Volume::new(2, 3, 4).unwrap(), (2, 3, 4));
    for voxel in [(2, 0, 0), (0, 3, 0), (0, 0, 4), (0, 0, MAX), (0, MAX, 0)] {
        let off = Err(BitmapError::OffVolume { voxel, size });
        assert_eq!((volume.get(voxel), volume.set(voxel, true)), (None, off));
    }
    let text = BitmapError::OffVolume { voxel: (2, 0, 0), size }.to_string();
    assert_eq!(text, "expected a voxel of a volume of 2×3×4, found (2, 0, 0)");
}
