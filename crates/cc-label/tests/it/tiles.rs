//! Images and volumes in tiles against the same in one piece.

use std::collections::HashMap;

use bitboard_core::{Random, SeededRng};
use cc_label::__private::Rows;
use cc_label::{
    Component, Connectivity, Image, Tile, TileError, TiledComponents, Tiles, components, label,
};
use quickcheck::quickcheck;

/// A box: its first voxel and its size.
type Block = [[usize; 3]; 2];

/// Divides a box at random planes, so that those of neighbors need not meet.
fn divide([at, size]: Block, rng: &mut SeededRng, parts: &mut Vec<Block>) {
    let axis = rng.below(4) as usize;
    if axis > 2 || size[axis] < 2 {
        return parts.push([at, size]);
    }
    let (mut middle, [mut first, mut rest]) = (at, [size; 2]);
    first[axis] = 1 + rng.below(size[axis] as u64 - 1) as usize;
    rest[axis] -= first[axis];
    middle[axis] += first[axis];
    divide([at, first], rng, parts);
    divide([middle, rest], rng, parts);
}

fn cut(volume: &Image, [[x, y, z], [width, height, depth]]: Block) -> Image {
    let is_set = |dx, dy, dz| volume.get((x + dx, y + dy, z + dz)) == Some(true);
    Image::from_fn((width, height, depth), is_set).unwrap()
}

/// Connectivities of images of one plane and of volumes.
#[derive(Clone, Copy, Debug)]
struct Whole {
    connectivity: Connectivity,
    is_plane: bool,
}

const WHOLES: [Whole; 5] = [
    Whole { connectivity: Connectivity::FOUR, is_plane: true },
    Whole { connectivity: Connectivity::EIGHT, is_plane: true },
    Whole { connectivity: Connectivity::SIX, is_plane: false },
    Whole { connectivity: Connectivity::EIGHTEEN, is_plane: false },
    Whole { connectivity: Connectivity::TWENTY_SIX, is_plane: false },
];

type Statistics = (u64, [[usize; 3]; 2], [u128; 3]);

fn statistics<R: Rows>(c: &Component<R>) -> Statistics {
    (c.size(), [c.lower().into(), c.upper().into()], c.sums())
}

impl Whole {
    /// The tile of a part of a volume, and the same without complete components.
    fn tiles(self, volume: &Image, block: Block) -> [Tile; 2] {
        let (part, at, size) = (cut(volume, block), block[0].into(), volume.size());
        let tile = Tile::new(&part, at, size, self.connectivity).unwrap();
        [tile, Tile::open(&part, at, size, self.connectivity).unwrap()]
    }

    fn labels(self, volume: &Image) -> Vec<u32> {
        label(volume, self.connectivity).0
    }

    /// The components, sorted by their statistics.
    fn statistics(self, volume: &Image) -> Vec<Statistics> {
        let found = components(volume, self.connectivity);
        let mut all: Vec<Statistics> = found.iter().map(statistics).collect();
        all.sort_unstable();
        all
    }

    /// The labels of all voxels, tile by tile, renumbered in raster order.
    fn painted(self, volume: &Image, joined: &TiledComponents) -> Vec<u32> {
        let (width, height) = (volume.width(), volume.height());
        let mut all = vec![0; width * height * volume.depth()];
        for tile in joined.tiles() {
            let block: Block = [tile.at().into(), tile.size().into()];
            let [[x, y, z], [columns, rows, _]] = block;
            for (i, label) in self.labels(&cut(volume, block)).into_iter().enumerate() {
                let (dx, dy, dz) = (i % columns, i / columns % rows, i / columns / rows);
                all[((z + dz) * height + y + dy) * width + x + dx] = tile.label(label);
            }
        }
        let mut numbers = HashMap::from([(0, 0)]);
        let renumber = |label| {
            let next = numbers.len() as u32;
            *numbers.entry(label).or_insert(next)
        };
        all.into_iter().map(renumber).collect()
    }

    fn check(self, volume: &Image, rng: &mut SeededRng) {
        let whole: Block = [[0; 3], [volume.width(), volume.height(), volume.depth()]];
        let mut parts = Vec::new();
        while parts.len() < 2 {
            parts.clear();
            divide(whole, rng, &mut parts);
            if whole[1] == [1; 3] {
                break;
            }
        }
        let (expected, labels) = (self.statistics(volume), self.labels(volume));
        let mut first = None;
        for _ in 0..2 {
            for i in (1..parts.len()).rev() {
                parts.swap(i, rng.below(i as u64 + 1) as usize);
            }
            let (mut tiles, mut complete) = (Tiles::new(), Vec::new());
            for &block in &parts {
                let [mut tile, open] = self.tiles(volume, block);
                let bytes = tile.to_bytes();
                assert_eq!(Tile::from_bytes(&bytes).as_ref(), Ok(&tile));
                if rng.below(2) == 0 {
                    complete.extend(tile.take_complete().iter().map(|(_, c)| statistics(c)));
                    assert!(tile.to_bytes().len() <= bytes.len());
                    assert_eq!(open, tile);
                }
                tiles.push(tile).unwrap();
            }
            let joined = tiles.finish().unwrap();
            assert_eq!(joined.count(), expected.len() as u64, "{self:?} {volume:?} {parts:?}");
            let mut all = complete;
            all.extend(joined.components().iter().map(|(_, c)| statistics(c)));
            all.sort_unstable();
            assert_eq!(all, expected);
            assert_eq!(self.painted(volume, &joined), labels);
            let tables = joined.tiles().to_vec();
            assert_eq!(*first.get_or_insert(tables.clone()), tables, "the order changed labels");
        }
    }
}

quickcheck! {
    fn tiles_in_any_order_are_the_whole(seed: u64) -> bool {
        let mut rng = SeededRng::new(seed);
        for whole in WHOLES {
            let most = match whole {
                Whole { is_plane: true, .. } => [140, 12, 1],
                Whole { is_plane: false, .. } => [12, 6, 6],
            };
            let [mut width, height, depth] = most.map(|most| 1 + rng.below(most) as usize);
            if rng.below(4) == 0 {
                width = 63 + rng.below(3) as usize;
            }
            let percent = 20 + rng.below(60);
            let is_set = |_, _, _| rng.below(100) < percent;
            let volume = Image::from_fn((width, height, depth), is_set).unwrap();
            whole.check(&volume, &mut rng);
        }
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
        for whole in WHOLES {
            let [width, height, depth] = match whole {
                Whole { is_plane: true, .. } => [70, 70, 1],
                // The shape in two of the three planes of axes.
                Whole { is_plane: false, .. } => [13, 11, 65],
            };
            let is_set = |x, y, z| shape(x + z, y) && shape(y, z);
            let volume = Image::from_fn((width, height, depth), is_set).unwrap();
            for _ in 0..2 {
                whole.check(&volume, &mut rng);
            }
        }
    }
}

/// A component's runs and bands end inside of a tile of many rows.
#[test]
fn tiles_of_several_bands() {
    let is_set = |x, y, z| (x * 7 + y * y + z * z) % 5 < 2;
    for (whole, size, cuts) in [
        (WHOLES[0], [130, 3000, 1], [65, 1500, 1]),
        (WHOLES[1], [130, 3000, 1], [65, 1500, 1]),
        (WHOLES[2], [65, 40, 90], [65, 40, 45]),
        (WHOLES[4], [65, 40, 90], [33, 20, 90]),
    ] {
        let volume = Image::from_fn((size[0], size[1], size[2]), is_set).unwrap();
        let mut tiles = Tiles::new();
        for x in (0..size[0]).step_by(cuts[0]) {
            for y in (0..size[1]).step_by(cuts[1]) {
                for z in (0..size[2]).step_by(cuts[2]) {
                    let at = [x, y, z];
                    let len = |axis: usize| cuts[axis].min(size[axis] - at[axis]);
                    let [tile, _] = whole.tiles(&volume, [at, [len(0), len(1), len(2)]]);
                    tiles.push(tile).unwrap();
                }
            }
        }
        let joined = tiles.finish().unwrap();
        assert_eq!(joined.count(), whole.statistics(&volume).len() as u64);
        assert_eq!(whole.painted(&volume, &joined), whole.labels(&volume));
    }
}

#[test]
fn tiles_that_do_not_make_an_image_are_named() {
    let pixels = Image::from_fn((4, 4), |x, y, _| x == y).unwrap();
    let tile = |x, y, connectivity| Tile::new(&pixels, (x, y), (8, 8), connectivity).unwrap();
    let join = |places: &[(usize, usize)]| {
        let mut tiles = Tiles::new();
        for &(x, y) in places {
            tiles.push(tile(x, y, Connectivity::FOUR)).unwrap();
        }
        tiles.finish().map(|joined| joined.count())
    };
    let size = (8, 8, 1);
    let gap = |x, y| Err(TileError::Gap { at: (x, y, 0), size });
    assert_eq!(join(&[]), Ok(0));
    assert_eq!(join(&[(4, 4), (0, 4), (4, 0), (0, 0)]), Ok(16));
    assert_eq!(join(&[(0, 0), (4, 4), (0, 4)]), gap(4, 0));
    assert_eq!(join(&[(0, 0), (4, 0)]), gap(0, 4));
    assert_eq!(join(&[(4, 0), (0, 4), (4, 4)]), gap(0, 0));
    let overlap = |x, y| Err(TileError::Overlap { at: (x, y, 0), size });
    assert_eq!(join(&[(0, 0), (4, 0), (0, 4), (4, 4), (0, 0)]), overlap(0, 0));
    assert_eq!(join(&[(0, 0), (4, 0), (1, 3), (4, 4)]), overlap(1, 3));
    assert_eq!(join(&[(0, 0), (3, 0), (0, 4), (4, 4)]), overlap(3, 0));
    let mut tiles = Tiles::new();
    tiles.push(tile(0, 0, Connectivity::FOUR)).unwrap();
    let wrong = tiles.push(tile(4, 0, Connectivity::EIGHT));
    assert_eq!(wrong, Err(TileError::Image { at: (4, 0, 0), size }));
    let other = Tile::new(&pixels, (4, 0), (8, 9), Connectivity::FOUR).unwrap();
    assert_eq!(tiles.push(other), Err(TileError::Image { at: (4, 0, 0), size: (8, 9, 1) }));
    for (at, size) in [
        ((5, 0), (8, 8)),
        ((0, 5), (8, 8)),
        ((usize::MAX, 0), (8, 8)),
        #[cfg(target_pointer_width = "64")]
        ((0, 0), (1 << 32, 8)),
        #[cfg(target_pointer_width = "64")]
        ((0, 0), (1 << 31, 1 << 34)),
    ] {
        let outside = Tile::new(&pixels, at, size, Connectivity::FOUR);
        let (at, size) = ((at.0, at.1, 0), (size.0, size.1, 1));
        assert_eq!(outside, Err(TileError::Outside { at, size }));
    }
    let brick = |at| Tile::new(&Image::new((2, 2, 2)).unwrap(), at, (2, 2, 4), Connectivity::SIX);
    for (places, expected) in [
        (&[2][..], "no tile has the voxel 0,0,0"),
        (&[0], "no tile has the voxel 0,0,2"),
        (&[0, 2, 1], "the tile at 0,0,1 overlaps another"),
        (&[3], "the tile at 0,0,3 is not inside a volume of 2×2×4 voxels"),
    ] {
        let mut bricks = Tiles::new();
        let pushed = places.iter().try_for_each(|&z| bricks.push(brick((0, 0, z))?));
        let error = pushed.and_then(|()| bricks.finish()).unwrap_err();
        assert_eq!(error.to_string(), expected);
    }
}

/// Tiles of an image that is larger than any memory.
#[test]
#[cfg(target_pointer_width = "64")]
fn positions_and_labels_have_64_bits() {
    // One pixel, away from the borders of the tile.
    let pixels = Image::from_fn((3, 3), |x, y, _| x == 1 && y == 1).unwrap();
    let (width, height) = ((1 << 32) - 1, 1_usize << 31);
    let (at, size) = ((width - 3, height - 3), (width, height));
    let mut tile = Tile::new(&pixels, at, size, Connectivity::FOUR).unwrap();
    let complete = tile.take_complete();
    assert_eq!(complete.len(), 1);
    let (number, component) = complete[0];
    assert_eq!((number, component.lower()), (0, (width - 2, height - 2, 0)));
    assert_eq!(component.sums(), [width - 2, height - 2, 0].map(|sum| sum as u128));
    // Sums of more than 64 bits, of rows and of planes.
    let (cube, far) = (Image::from_fn((3, 3, 3), |_, _, _| true).unwrap(), 1_usize << 60);
    for (at, size) in [((0, far, 0), (3, far + 4, 3)), ((0, 0, far), (3, 3, far + 4))] {
        let tile = Tile::new(&cube, at, size, Connectivity::SIX).unwrap();
        assert_eq!(Tile::from_bytes(&tile.to_bytes()), Ok(tile));
    }
}

#[test]
fn damaged_states_are_refused() {
    let volume = Image::from_fn((20, 20, 3), |x, y, z| (x * y + z) % 3 == 0).unwrap();
    let [tile, _] = WHOLES[3].tiles(&volume, [[3, 4, 1], [5, 6, 2]]);
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
    let volume = Image::from_fn((8, 3, 2), |x, y, z| (x + y + z) % 3 != 0).unwrap();
    let [[left, _], [right, _]] = [0, 4].map(|x| WHOLES[2].tiles(&volume, [[x, 0, 0], [4, 3, 2]]));
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
                    // With 32 bits, some positions are too large.
                    let is_large = cfg!(target_pointer_width = "32")
                        && matches!(error, TileError::TooLarge { .. });
                    assert!(error == TileError::Damaged || is_large, "{error}");
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
    const RUNS: usize = BODY + 97;
    let image = Image::from_fn((4, 2), |x, _, _| x % 3 == 0).unwrap();
    // The lower border has the runs 0..1 and 3..4.
    let [tile, _] = WHOLES[0].tiles(&image, [[0; 3], [4, 1, 1]]);
    let bytes = tile.to_bytes();
    let with_start = |start: u32| {
        let mut forged = bytes.clone();
        forged[RUNS + 20..][..4].copy_from_slice(&start.to_le_bytes());
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
