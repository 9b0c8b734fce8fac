//! Images in tiles against the same images in one piece.

use std::collections::HashMap;

use bitboard_core::{Interrupted, Limits, Random, SeededRng, StopReason};
use cc_table::Connectivity;
use cc_table::labeling::{
    Bitmap, BitmapBuf, Joined, Labeler, RegionTree, TallComponent, Tile, TileError, Tiles,
    components,
};
use quickcheck::quickcheck;

/// A rectangle: first column and row, number of columns and rows.
type Rect = [usize; 4];

/// Divides a rectangle at random lines, so that lines of neighbors need not meet.
fn divide(rect: Rect, rng: &mut SeededRng, parts: &mut Vec<Rect>) {
    let [x, y, width, height] = rect;
    let at = |length: usize, rng: &mut SeededRng| 1 + rng.below(length as u64 - 1) as usize;
    match rng.below(5) {
        0 | 1 if width > 1 => {
            let left = at(width, rng);
            divide([x, y, left, height], rng, parts);
            divide([x + left, y, width - left, height], rng, parts);
        }
        2 | 3 if height > 1 => {
            let top = at(height, rng);
            divide([x, y, width, top], rng, parts);
            divide([x, y + top, width, height - top], rng, parts);
        }
        _ => parts.push(rect),
    }
}

fn cut(image: Bitmap<'_>, [x, y, width, height]: Rect) -> BitmapBuf {
    BitmapBuf::from_fn(width, height, |dx, dy| image.get((x + dx, y + dy)) == Some(true)).unwrap()
}

fn tile(image: Bitmap<'_>, rect: Rect, connectivity: Connectivity) -> Tile {
    let size = (image.width(), image.height());
    let pixels = cut(image, rect);
    let tile = Tile::new(&pixels, (rect[0], rect[1]), size, connectivity);
    tile.unwrap()
}

/// The same without complete components.
fn open(image: Bitmap<'_>, rect: Rect, connectivity: Connectivity) -> Tile {
    let size = (image.width(), image.height());
    let pixels = cut(image, rect);
    let tile = Tile::open(&pixels, (rect[0], rect[1]), size, connectivity);
    tile.unwrap()
}

fn labels(image: Bitmap<'_>, connectivity: Connectivity) -> Vec<u32> {
    let mut labels = vec![0; image.width() * image.height()];
    Labeler::new().label(image, connectivity, &mut labels).unwrap();
    labels
}

/// The labels of all pixels, tile by tile, renumbered in raster order.
fn painted(image: Bitmap<'_>, joined: &Joined, connectivity: Connectivity) -> Vec<u32> {
    let width = image.width();
    let mut all = vec![0; width * image.height()];
    for tile in joined.tiles() {
        let ((x, y), (columns, rows)) = (tile.at(), tile.size());
        let rect = [x, y, columns, rows];
        let pixels = cut(image, rect);
        for (i, label) in labels(pixels.as_bitmap(), connectivity).into_iter().enumerate() {
            let (dx, dy) = (i % rect[2], i / rect[2]);
            all[(rect[1] + dy) * width + rect[0] + dx] = tile.label(label);
        }
    }
    let mut numbers = HashMap::from([(0, 0)]);
    let renumber = |label| {
        let next = numbers.len() as u32;
        *numbers.entry(label).or_insert(next)
    };
    all.into_iter().map(renumber).collect()
}

type Statistics = (u64, [usize; 4], (u128, u128));

fn sorted(found: impl Iterator<Item = TallComponent>) -> Vec<Statistics> {
    let statistics =
        |c: TallComponent| (c.area(), [c.left(), c.right(), c.top(), c.bottom()], c.sums());
    let mut all: Vec<_> = found.map(statistics).collect();
    all.sort_unstable();
    all
}

fn check(image: &BitmapBuf, rng: &mut SeededRng) {
    let image = image.as_bitmap();
    let mut parts = Vec::new();
    while parts.len() < 2 {
        parts.clear();
        divide([0, 0, image.width(), image.height()], rng, &mut parts);
        if image.width() * image.height() == 1 {
            break;
        }
    }
    for connectivity in Connectivity::ALL {
        let expected = components(image, connectivity);
        let statistics = expected
            .iter()
            .map(|c| (c.area(), [c.left(), c.right(), c.top(), c.bottom()], c.sums()));
        let mut statistics: Vec<Statistics> = statistics.collect();
        statistics.sort_unstable();
        let tree = RegionTree::new(image, connectivity);
        let mut first = None;
        for _ in 0..2 {
            for i in (1..parts.len()).rev() {
                parts.swap(i, rng.below(i as u64 + 1) as usize);
            }
            let (mut tiles, mut complete) = (Tiles::new(), Vec::new());
            for &rect in &parts {
                let mut tile = tile(image, rect, connectivity);
                let bytes = tile.to_bytes();
                assert_eq!(Tile::from_bytes(&bytes).as_ref(), Ok(&tile));
                if rng.below(2) == 0 {
                    complete.extend(tile.take_complete().into_iter().map(|(_, c)| c));
                    assert!(tile.to_bytes().len() <= bytes.len());
                    assert_eq!(open(image, rect, connectivity), tile);
                }
                tiles.push(tile).unwrap();
            }
            let joined = tiles.finish().unwrap();
            assert_eq!(joined.count(), expected.len() as u64);
            assert_eq!(joined.euler_number(), tree.euler_number());
            assert_eq!(joined.hole_count(), tree.holes().len() as u64);
            let all = joined.components().iter().map(|&(_, c)| c).chain(complete);
            assert_eq!(sorted(all), statistics);
            assert_eq!(painted(image, &joined, connectivity), labels(image, connectivity));
            let tables = joined.tiles().to_vec();
            assert_eq!(*first.get_or_insert(tables.clone()), tables, "the order changed labels");
        }
    }
}

quickcheck! {
    fn tiles_in_any_order_are_the_image(seed: u64) -> bool {
        let mut rng = SeededRng::new(seed);
        let [width, height] = [150, 40].map(|most| 1 + rng.below(most) as usize);
        let percent = 20 + rng.below(60);
        let image = BitmapBuf::from_fn(width, height, |_, _| rng.below(100) < percent).unwrap();
        check(&image, &mut rng);
        true
    }
}

#[test]
fn long_components_cross_many_tiles() {
    let mut rng = SeededRng::new(1);
    let shapes: [fn(usize, usize) -> bool; 5] = [
        |_, _| true,
        |x, y| (x + y) % 2 == 0,
        |x, y| x == y || x + 1 == y,
        |x, y| y % 2 == 0 || (x == 0) == (y % 4 == 1) && (x == 0 || x == 69),
        |x, y| x.min(y).min(69 - x.min(69)) % 2 == 0,
    ];
    for shape in shapes {
        let image = BitmapBuf::from_fn(70, 70, shape).unwrap();
        for _ in 0..5 {
            check(&image, &mut rng);
        }
    }
}

/// A component's runs and bands end inside of a tile of many rows.
#[test]
fn tiles_of_several_bands() {
    let image = BitmapBuf::from_fn(130, 3000, |x, y| (x * 7 + y * y) % 5 < 2).unwrap();
    let image = image.as_bitmap();
    for connectivity in Connectivity::ALL {
        let mut tiles = Tiles::new();
        for rect in [[0, 0, 65, 3000], [65, 0, 65, 1500], [65, 1500, 65, 1500]] {
            tiles.push(tile(image, rect, connectivity)).unwrap();
        }
        let joined = tiles.finish().unwrap();
        assert_eq!(joined.count(), components(image, connectivity).len() as u64);
        assert_eq!(painted(image, &joined, connectivity), labels(image, connectivity));
    }
}

#[test]
fn tiles_that_do_not_make_an_image_are_named() {
    let pixels = BitmapBuf::from_fn(4, 4, |x, y| x == y).unwrap();
    let tile = |x, y, connectivity| Tile::new(&pixels, (x, y), (8, 8), connectivity).unwrap();
    let join = |places: &[(usize, usize)]| {
        let mut tiles = Tiles::new();
        for &(x, y) in places {
            tiles.push(tile(x, y, Connectivity::Four)).unwrap();
        }
        tiles.finish().map(|joined| joined.count())
    };
    assert_eq!(join(&[]), Ok(0));
    assert_eq!(join(&[(4, 4), (0, 4), (4, 0), (0, 0)]), Ok(16));
    assert_eq!(join(&[(0, 0), (4, 4), (0, 4)]), Err(TileError::Gap { x: 4, y: 0 }));
    assert_eq!(join(&[(0, 0), (4, 0)]), Err(TileError::Gap { x: 0, y: 4 }));
    assert_eq!(join(&[(4, 0), (0, 4), (4, 4)]), Err(TileError::Gap { x: 0, y: 0 }));
    let overlap = |x, y| Err(TileError::Overlap { x, y });
    assert_eq!(join(&[(0, 0), (4, 0), (0, 4), (4, 4), (0, 0)]), overlap(0, 0));
    assert_eq!(join(&[(0, 0), (4, 0), (1, 3), (4, 4)]), overlap(1, 3));
    assert_eq!(join(&[(0, 0), (3, 0), (0, 4), (4, 4)]), overlap(3, 0));
    let mut tiles = Tiles::new();
    tiles.push(tile(0, 0, Connectivity::Four)).unwrap();
    let wrong = tiles.push(tile(4, 0, Connectivity::Eight));
    assert_eq!(wrong, Err(TileError::Image { x: 4, y: 0 }));
    let other = Tile::new(&pixels, (4, 0), (8, 9), Connectivity::Four).unwrap();
    assert_eq!(tiles.push(other), Err(TileError::Image { x: 4, y: 0 }));
    for (at, size) in [
        ((5, 0), (8, 8)),
        ((0, 5), (8, 8)),
        ((usize::MAX, 0), (8, 8)),
        ((0, 0), (1 << 32, 8)),
        ((0, 0), (1 << 31, 1 << 34)),
    ] {
        let outside = Tile::new(&pixels, at, size, Connectivity::Four);
        let ((x, y), (width, height)) = (at, size);
        assert_eq!(outside, Err(TileError::Outside { x, y, width, height }));
    }
}

/// Tiles of an image that is larger than any memory.
#[test]
fn positions_and_labels_have_64_bits() {
    // One pixel, away from the borders of the tile.
    let pixels = BitmapBuf::from_fn(3, 3, |x, y| x == 1 && y == 1).unwrap();
    let (width, height) = ((1 << 32) - 1, 1_usize << 31);
    let (at, size) = ((width - 3, height - 3), (width, height));
    let mut tile = Tile::new(&pixels, at, size, Connectivity::Four).unwrap();
    let complete = tile.take_complete();
    assert_eq!(complete.len(), 1);
    let (number, component) = complete[0];
    assert_eq!((number, component.left(), component.top()), (0, width - 2, height - 2));
    assert_eq!(component.sums(), ((width - 2) as u128, (height - 2) as u128));
}

#[test]
fn damaged_states_are_refused() {
    let image = BitmapBuf::from_fn(20, 20, |x, y| (x * y) % 3 == 0).unwrap();
    let tile = tile(image.as_bitmap(), [3, 4, 10, 9], Connectivity::Eight);
    let bytes = tile.to_bytes();
    for length in 0..bytes.len() {
        assert_eq!(Tile::from_bytes(&bytes[..length]), Err(TileError::Damaged), "{length} bytes");
    }
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << (at % 8);
        let read = Tile::from_bytes(&damaged);
        assert!(matches!(read, Err(TileError::Damaged | TileError::Version { .. })), "byte {at}");
    }
    assert_eq!(Tile::from_bytes(&[&bytes[..], &[0]].concat()), Err(TileError::Damaged));
}

/// States with the right checksum and wrong contents are refused, or joined without a panic.
#[test]
fn forged_states_do_no_harm() {
    const BODY: usize = 24;
    let checksum = |bytes: &[u8]| {
        let step = |sum: u64, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
    };
    let image = BitmapBuf::from_fn(8, 8, |x, y| (x + y) % 3 != 0).unwrap();
    let [left, right] =
        [[0, 0, 4, 8], [4, 0, 4, 8]].map(|rect| tile(image.as_bitmap(), rect, Connectivity::Four));
    let bytes = left.to_bytes();
    let (mut read, mut refused) = (0, 0);
    for at in BODY..bytes.len() {
        for bit in 0..8 {
            let mut forged = bytes.clone();
            forged[at] ^= 1 << bit;
            let sum: u64 = checksum(&forged[BODY..]);
            forged[BODY - 8..BODY].copy_from_slice(&sum.to_le_bytes());
            match Tile::from_bytes(&forged) {
                Ok(tile) => {
                    let mut tiles = Tiles::new();
                    let pushed = tiles.push(right.clone()).and_then(|()| tiles.push(tile));
                    read += usize::from(pushed.and_then(|()| tiles.finish()).is_ok());
                }
                Err(error) => {
                    assert_eq!(error, TileError::Damaged);
                    refused += 1;
                }
            }
        }
    }
    assert!(read > 0 && refused > read, "{read} joined, {refused} refused");
}

/// Runs of a border have pixels between them that are not set.
#[test]
fn forged_states_with_runs_that_touch_are_refused() {
    // After the checksum: the image, the tile and the numbers of components and runs.
    const BODY: usize = 24;
    const RUNS: usize = BODY + 69;
    let image = BitmapBuf::from_fn(4, 2, |x, _| x % 3 == 0).unwrap();
    // The lower border has the runs 0..1 and 3..4.
    let bytes = tile(image.as_bitmap(), [0, 0, 4, 1], Connectivity::Four).to_bytes();
    let with_start = |start: u32| {
        let mut forged = bytes.clone();
        forged[RUNS + 12..][..4].copy_from_slice(&start.to_le_bytes());
        let step = |sum: u64, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        let sum: u64 = forged[BODY..].iter().fold(0xcbf2_9ce4_8422_2325, step);
        forged[BODY - 8..BODY].copy_from_slice(&sum.to_le_bytes());
        forged
    };
    assert_eq!(with_start(3), bytes);
    assert!(Tile::from_bytes(&with_start(2)).is_ok());
    for start in [0, 1, 4] {
        assert_eq!(Tile::from_bytes(&with_start(start)), Err(TileError::Damaged), "{start}");
    }
}

#[test]
fn a_stopped_tile_says_how_far_it_came() {
    let image = BitmapBuf::from_fn(100, 100, |x, y| (x ^ y) % 3 == 0).unwrap();
    let (image, size) = (&image, (100, 100));
    let new =
        |nodes| Tile::try_new(image, (0, 0), size, Connectivity::Four, &Limits::new().nodes(nodes));
    let stopped = Interrupted::new(StopReason::Nodes, 99);
    assert_eq!(new(99), Err(stopped.into()));
    assert_eq!(new(100).ok(), Tile::new(image, (0, 0), size, Connectivity::Four).ok());
}
