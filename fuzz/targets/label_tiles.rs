//! Tiles of images and volumes, whose states may be damaged, and selected components.

#![no_main]

use arbitrary::Arbitrary;
use cc_label::{Component, Connectivity, Image, Labeler, Tile, Tiles, components, count};
use libfuzzer_sys::fuzz_target;

#[derive(Arbitrary, Debug)]
struct Input {
    width: u8,
    height: u8,
    connectivity: u8,
    words: Vec<u64>,
    /// Where the image or the volume is cut.
    cut: [u8; 3],
    /// Tile, byte and bits to change.
    damage: Vec<(u8, u16, u8)>,
    least: u8,
    limit: u8,
}

/// Where the contents of a state begin, after the checksum of them.
const BODY: usize = 24;

/// FNV-1a.
fn checksum(bytes: &[u8]) -> u64 {
    let step = |sum: u64, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

fuzz_target!(|input: Input| {
    let width = usize::from(input.width) + 1;
    let stride = width.div_ceil(64);
    let rows = (input.words.len() / stride).min(100);
    if rows == 0 {
        return;
    }
    let words = &input.words[..stride * rows];
    let connectivity = Connectivity::ALL[usize::from(input.connectivity % 3)];
    let height = usize::from(input.height) % rows + 1;
    let depth = rows / height;
    let words = words[..stride * height * depth].to_vec();
    let image = Image::from_words(words, (width, height, depth)).unwrap();
    check_selection(&input, &image, connectivity);
    check_tiles(&input, &image, connectivity);
});

/// Joins the tiles of an image or a volume.
fn check_tiles(input: &Input, image: &Image, connectivity: Connectivity) {
    let size: [usize; 3] = image.size().into();
    let mut states = Vec::new();
    for side in 0..8 {
        let (mut at, mut length) = ([0; 3], [0; 3]);
        for axis in 0..3 {
            let cut = usize::from(input.cut[axis]) % size[axis];
            (at[axis], length[axis]) =
                if side >> axis & 1 == 0 { (0, cut) } else { (cut, size[axis] - cut) };
        }
        if length.contains(&0) {
            continue;
        }
        let (at, whole) = (at.into(), image.size());
        let pixels = image.crop(at, length.into()).unwrap();
        let mut tile = Tile::new(&pixels, at, whole, connectivity).unwrap();
        states.push(tile.to_bytes());
        tile.take_complete();
        assert_eq!(Tile::open(&pixels, at, whole, connectivity).as_ref(), Ok(&tile));
    }
    let join = |states: &[Vec<u8>]| {
        let mut tiles = Tiles::new();
        for state in states {
            tiles.push(Tile::from_bytes(state)?)?;
        }
        tiles.finish()
    };
    let (joined, count) = (join(&states).unwrap(), count(image, connectivity));
    assert_eq!((joined.count(), joined.components().len()), (count as u64, count));
    for &(tile, byte, bits) in &input.damage {
        let tile = usize::from(tile) % states.len();
        let state = &mut states[tile];
        let byte = BODY + usize::from(byte) % (state.len() - BODY);
        state[byte] ^= bits;
        let sum = checksum(&state[BODY..]);
        state[BODY - 8..BODY].copy_from_slice(&sum.to_le_bytes());
    }
    // Refused, or joined to something.
    let _ = join(&states);
}

fn check_selection(input: &Input, image: &Image, connectivity: Connectivity) {
    let all = components(image, connectivity);
    let keep = |found: &Component| found.size() >= u64::from(input.least);
    let expected: Vec<_> = all.iter().copied().filter(keep).collect();
    let limit = usize::from(input.limit);
    let found = Labeler::new().select(image, connectivity, limit, keep);
    assert_eq!((found.count, found.matching), (all.len(), expected.len()));
    assert_eq!(found.components, expected[..limit.min(expected.len())]);
    assert_eq!(Labeler::new().threads(2).select(image, connectivity, limit, keep), found);
}
