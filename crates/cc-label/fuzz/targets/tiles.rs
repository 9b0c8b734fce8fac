//! Tiles of images and volumes, whose states may be damaged, and selected components.

#![no_main]

use arbitrary::Arbitrary;
use bitboard_core::Limits;
use cc_label::Connectivity;
use cc_label::{
    Bitmap, Component, Neighbors, Raster, Tile, Tiles, Volume, components, count, euler_number,
    select, try_select_on_threads,
};
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
    let number = usize::from(input.connectivity % 5);
    if number < 2 {
        let connectivity = Connectivity::ALL[number];
        let image = Bitmap::new(words, width, rows).unwrap();
        check_selection(&input, image, connectivity, &components(image, connectivity));
        check_tiles(&input, image, [width, rows, 1], connectivity, |at, size| {
            let pixels = image.crop((at[0], at[1]), (size[0], size[1])).unwrap();
            (pixels, (at[0], at[1]), (width, rows))
        });
        return;
    }
    let height = usize::from(input.height) % rows + 1;
    let depth = rows / height;
    let words = words[..stride * height * depth].to_vec();
    let volume = Volume::from_words(words, width, height, depth).unwrap();
    let size @ [width, height, depth] = [width, height, depth];
    check_tiles(&input, &volume, size, Neighbors::ALL[number - 2], |at, size| {
        let is_set = |x, y, z| volume.get((at[0] + x, at[1] + y, at[2] + z)) == Some(true);
        let voxels = Volume::from_fn(size[0], size[1], size[2], is_set).unwrap();
        (voxels, at.into(), (width, height, depth))
    });
});

/// Joins the tiles of an image or a volume. `part` returns those of a box, its place and the whole
/// size.
fn check_tiles<R: Raster, P: Raster<Connectivity = R::Connectivity, Position = R::Position>>(
    input: &Input,
    raster: R,
    size: [usize; 3],
    connectivity: R::Connectivity,
    part: impl Fn([usize; 3], [usize; 3]) -> (P, R::Position, R::Position),
) {
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
        let (pixels, at, whole) = part(at, length);
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
    let (joined, count) = (join(&states).unwrap(), count(&raster, connectivity));
    assert_eq!((joined.count(), joined.components().len()), (count as u64, count));
    assert_eq!(joined.euler_number(), euler_number(&raster, connectivity));
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

fn check_selection(
    input: &Input,
    image: Bitmap<'_>,
    connectivity: Connectivity,
    all: &[Component],
) {
    let keep = |found: &Component| found.area() >= u64::from(input.least);
    let expected: Vec<_> = all.iter().copied().filter(keep).collect();
    let limit = usize::from(input.limit);
    let found = select(image, connectivity, limit, keep);
    assert_eq!((found.count, found.matching), (all.len(), expected.len()));
    assert_eq!(found.components, expected[..limit.min(expected.len())]);
    let limits = Limits::new();
    let other = try_select_on_threads(image, connectivity, limit, keep, 2, &limits);
    assert_eq!(other, Ok(found));
}
