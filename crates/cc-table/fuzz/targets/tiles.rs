//! Tiles whose states may be damaged, and selected components.

#![no_main]

use arbitrary::Arbitrary;
use bitboard_core::Limits;
use cc_table::Connectivity;
use cc_table::labeling::{
    Bitmap, Component, Tile, Tiles, components, euler_number, select, try_select_on_threads,
};
use libfuzzer_sys::fuzz_target;

#[derive(Arbitrary, Debug)]
struct Input {
    width: u8,
    eight: bool,
    words: Vec<u64>,
    /// Where the image is cut.
    cut: (u8, u8),
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
    let connectivity = if input.eight { Connectivity::Eight } else { Connectivity::Four };
    let width = usize::from(input.width) + 1;
    let stride = width.div_ceil(64);
    let height = (input.words.len() / stride).min(100);
    if height == 0 {
        return;
    }
    let image = Bitmap::new(&input.words[..stride * height], width, height).unwrap();
    let all = components(image, connectivity);
    check_selection(&input, image, connectivity, &all);

    let (x, y) = (usize::from(input.cut.0) % width, usize::from(input.cut.1) % height);
    let parts =
        [(0, 0, x, y), (x, 0, width - x, y), (0, y, x, height - y), (x, y, width - x, height - y)];
    let mut states = Vec::new();
    for (left, top, columns, rows) in parts.into_iter().filter(|part| part.2 > 0 && part.3 > 0) {
        let pixels = image.crop((left, top), (columns, rows)).unwrap();
        let (at, size) = ((left, top), (width, height));
        let mut tile = Tile::new(&pixels, at, size, connectivity).unwrap();
        let whole = tile.to_bytes();
        tile.take_complete();
        assert_eq!(Tile::open(&pixels, at, size, connectivity).as_ref(), Ok(&tile));
        states.push(whole);
    }
    let join = |states: &[Vec<u8>]| {
        let mut tiles = Tiles::new();
        for state in states {
            tiles.push(Tile::from_bytes(state)?)?;
        }
        tiles.finish()
    };
    let joined = join(&states).unwrap();
    assert_eq!(joined.count(), all.len() as u64);
    assert_eq!(joined.components().len(), all.len());
    assert_eq!(joined.euler_number(), euler_number(image, connectivity));
    for (tile, byte, bits) in input.damage {
        let tile = usize::from(tile) % states.len();
        let state = &mut states[tile];
        let byte = BODY + usize::from(byte) % (state.len() - BODY);
        state[byte] ^= bits;
        let sum = checksum(&state[BODY..]);
        state[BODY - 8..BODY].copy_from_slice(&sum.to_le_bytes());
    }
    // Refused, or joined to something.
    let _ = join(&states);
});

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
