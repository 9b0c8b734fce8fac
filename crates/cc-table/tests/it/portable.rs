//! Components and chains are the same on every machine.

use bitboard_core::checksum::Checksum;
use bitboard_core::{Random, SeededRng};
use cc_table::chain::{Block, Field, Pair, Placement, Rotation, Rules};
use cc_table::{Board, Connectivity};

#[test]
fn components_are_the_same_everywhere() {
    let mut rng = SeededRng::new(1);
    let mut sum = Checksum::new();
    for _ in 0..1_000 {
        let bits = u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
        let board = Board::<8, 16>::from_bits_truncate(bits);
        for connectivity in [Connectivity::Four, Connectivity::Eight] {
            for component in &cc_table::components(board, connectivity) {
                sum = sum.append(&component.bits().to_le_bytes());
            }
        }
    }
    assert_eq!(sum.value(), 13_026_231_125_097_727_193);
}

#[test]
fn chains_are_the_same_everywhere() {
    let mut rng = SeededRng::new(2);
    let (mut field, mut sum) = (Field::default(), Checksum::new());
    for _ in 0..2_000 {
        let [first, second] = [(); 2].map(|()| Block::Color(1 + rng.below(4) as u8));
        let rotation = if rng.below(2) == 0 { Rotation::Up } else { Rotation::Down };
        let placement = Placement { column: rng.below(6) as usize, rotation };
        match field.drop_pair(Pair { first, second }, placement, &Rules::PUYO_PUYO_TSU) {
            Ok(_) => {
                sum = sum.append(format!("{:?}", field.play(&Rules::PUYO_PUYO_TSU)).as_bytes());
            }
            Err(_) => field = Field::default(),
        }
        sum = sum.append(field.to_string().as_bytes());
    }
    assert_eq!(sum.value(), 9_351_459_384_075_836_700);
}
