//! Turned and reflected boards, fields and images have the turned and reflected answers.

use bitboard_core::{Random, SeededRng, Symmetry};
use cc_table::chain::{Field, Rules};
use cc_table::{
    Board, Connectivity, components, components_at_least, count, largest, mask_at_least,
};

/// Boards of every density.
fn boards<const W: usize, const H: usize>() -> impl Iterator<Item = Board<W, H>> {
    let mut rng = SeededRng::new((256 * W + H) as u64);
    (0..400).map(move |i| {
        let cells = bitboard_core::Cell::all();
        cells.filter(|_| rng.below(20) < i % 20).collect()
    })
}

/// The words of boards, in order.
fn words<const W: usize, const H: usize>(boards: impl Iterator<Item = Board<W, H>>) -> Vec<u128> {
    sorted(boards.map(Board::bits).collect())
}

fn sorted(mut words: Vec<u128>) -> Vec<u128> {
    words.sort_unstable();
    words
}

/// Compares all answers for a board with those for its image.
fn check<const W: usize, const H: usize, const V: usize, const G: usize>(
    board: Board<W, H>,
    image: &dyn Fn(Board<W, H>) -> Board<V, G>,
) {
    for connectivity in Connectivity::ALL {
        let expected = components(board, connectivity);
        let found = components(image(board), connectivity);
        let [found, expected] = [words(found.iter()), words(expected.iter().map(image))];
        assert_eq!(found, expected, "{connectivity:?} {:#x}", board.bits());
        assert_eq!(count(image(board), connectivity), count(board, connectivity));
        let largest =
            [largest(board, connectivity).len(), largest(image(board), connectivity).len()];
        assert_eq!(largest[0], largest[1]);
        for size in [2, 4, 5] {
            let cells = image(mask_at_least(board, connectivity, size));
            assert_eq!(mask_at_least(image(board), connectivity, size), cells);
            let many = components_at_least(board, connectivity, size).len();
            assert_eq!(components_at_least(image(board), connectivity, size).len(), many);
        }
    }
}

fn check_turned<const W: usize, const H: usize>() {
    for board in boards::<W, H>() {
        for symmetry in [Symmetry::MIRROR, Symmetry::FLIP, Symmetry::ROTATE_180] {
            check(board, &|cells| cells.transform(symmetry).unwrap());
        }
    }
}

fn check_transposed<const W: usize, const H: usize>() {
    for board in boards::<W, H>() {
        check(board, &|cells| -> Board<H, W> {
            Board::from_coords(&cells.iter().map(|c| (c.y(), c.x())).collect::<Vec<_>>())
        });
    }
}

#[test]
fn turned_boards() {
    check_turned::<6, 12>();
}

#[test]
fn transposed_boards() {
    // By the automaton and by floods.
    check_transposed::<6, 8>();
    check_transposed::<8, 6>();
}

#[test]
fn mirrored_fields_have_mirrored_chains() {
    let mut rng = SeededRng::new(9);
    for fill in (1..8).cycle().take(700) {
        let (mut field, mut mirrored) = (Field::EMPTY, Field::EMPTY);
        let colors = 2 + rng.below(4);
        for (x, y) in (0..6).flat_map(|x| (0..13).map(move |y| (x, y))) {
            if rng.below(8) < fill {
                let block = cc_table::chain::Block::Color(1 + rng.below(colors) as u8);
                field.set((x, y), Some(block)).unwrap();
                mirrored.set((5 - x, y), Some(block)).unwrap();
            }
        }
        for rules in [Rules::SMASH_THE_CODE, Rules::PUYO_PUYO_TSU] {
            let (mut field, mut mirrored) = (field, mirrored);
            assert_eq!(field.play(&rules), mirrored.play(&rules));
            for (x, y) in (0..6).flat_map(|x| (0..13).map(move |y| (x, y))) {
                assert_eq!(field.get((x, y)), mirrored.get((5 - x, y)));
            }
        }
    }
}
