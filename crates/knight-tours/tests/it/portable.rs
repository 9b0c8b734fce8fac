//! Random tours and counts are the same on every machine.

use bitboard_core::checksum::Checksum;

use crate::tours::knights;

#[test]
fn tours_are_the_same_everywhere() {
    let found = [(6, 6), (8, 8), (10, 12)].map(|size| {
        let tours = [knights(size).find(), knights(size).closed().find()].map(Option::unwrap);
        tours.map(|tour| Checksum::new().append(format!("{tour:?}").as_bytes()).value())
    });
    let expected = [
        [18_213_247_523_225_691_069, 1_383_619_175_075_625_633],
        [300_896_794_604_259_629, 5_319_611_878_427_033_829],
        [17_594_572_200_973_062_095, 9_987_363_560_806_761_949],
    ];
    assert_eq!(found, expected);
    let sum = (knights((5, 5)).iter().take(50))
        .fold(Checksum::new(), |sum, tour| sum.append(format!("{tour:?}").as_bytes()));
    assert_eq!(sum.value(), 17_513_481_854_299_513_249);
    assert_eq!(knights((6, 6)).closed().count(), Ok(9_862));
}
