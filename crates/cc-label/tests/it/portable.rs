//! Files and answers are the same on every machine. The files were written on x86-64; with
//! `SNAPSHOTS=overwrite` in the environment, they are written again.

use bitboard_core::checksum::Checksum;
use bitboard_core::{Random, SeededRng};
use cc_label::{Connectivity, Image, Labeler, Tile, Tiles, components, label};

const TILE: &[u8] = include_bytes!("portable/tile");
#[cfg(feature = "serde")]
const TABLES: &[u8] = include_bytes!("portable/tables");

fn check(name: &str, found: &[u8], expected: &[u8]) {
    if std::env::var("SNAPSHOTS").is_ok_and(|value| value == "overwrite") {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/portable/");
        std::fs::write([folder, name].concat(), found).unwrap();
    } else {
        assert!(found == expected, "{name}: expected {expected:x?}, found {found:x?}");
    }
}

fn noise(size: (usize, usize, usize), percent: u64) -> Image {
    let mut rng = SeededRng::new(1);
    Image::from_fn(size, |_, _, _| rng.below(100) < percent).unwrap()
}

/// The two halves of a small volume.
fn tiles() -> [Tile; 2] {
    let volume = noise((14, 5, 3), 40);
    [0, 7].map(|left| {
        let is_set = |x, y, z| volume.get((left + x, y, z)) == Some(true);
        let half = Image::from_fn((7, 5, 3), is_set).unwrap();
        Tile::new(&half, (left, 0, 0), (14, 5, 3), Connectivity::EIGHTEEN).unwrap()
    })
}

#[test]
fn a_tile_has_the_same_bytes_everywhere() {
    let [left, right] = tiles();
    check("tile", &left.to_bytes(), TILE);
    let join = |left: Tile| {
        let mut tiles = Tiles::new();
        [right.clone(), left].into_iter().for_each(|tile| tiles.push(tile).unwrap());
        tiles.finish().unwrap()
    };
    let (read, expected) = (join(Tile::from_bytes(TILE).unwrap()), join(left));
    assert_eq!(read.tiles(), expected.tiles());
    assert!(read.components() == expected.components());
}

/// A serialized image, and the labels of the tiles.
#[test]
#[cfg(feature = "serde")]
fn serialized_values_have_the_same_bytes_everywhere() {
    let mut joined = Tiles::new();
    tiles().into_iter().for_each(|tile| joined.push(tile).unwrap());
    let tables = joined.finish().unwrap().tiles().to_vec();
    let value = (noise((70, 2, 1), 50), tables);
    check("tables", &bincode::serialize(&value).unwrap(), TABLES);
    let read: (Image, Vec<cc_label::TileLabels>) = bincode::deserialize(TABLES).unwrap();
    assert_eq!(read, value);
}

#[test]
fn labels_and_runs_are_the_same_everywhere() {
    let sum = |words: &mut dyn Iterator<Item = u64>| {
        words.fold(Checksum::new(), |sum, word| sum.append(&word.to_le_bytes())).value()
    };
    let found = [
        ((333, 200, 1), Connectivity::FOUR),
        ((333, 200, 1), Connectivity::EIGHT),
        ((70, 30, 20), Connectivity::SIX),
        ((70, 30, 20), Connectivity::TWENTY_SIX),
    ]
    .map(|(size, connectivity)| {
        let image = noise(size, 45);
        let (labels, count) = label(&image, connectivity);
        let runs = Labeler::new().runs(&image, connectivity).count();
        let largest = components(&image, connectivity).iter().map(|c| c.size()).max();
        (count, sum(&mut labels.iter().map(|&label| label.into())), runs, largest)
    });
    let expected = [
        (5_823, 12_618_246_166_188_194_661, 16_487, Some(130)),
        (547, 5_842_621_367_031_188_691, 16_487, Some(27_583)),
        (756, 3_161_412_771_870_466_014, 10_503, Some(17_930)),
        (1, 6_456_465_351_480_037_476, 10_503, Some(19_083)),
    ];
    assert_eq!(found, expected);
}
