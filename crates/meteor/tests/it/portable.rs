//! Solutions in order, their numbers and their counts are the same on every machine.

use bitboard_core::checksum::Checksum;
use meteor_puzzle::{Limits, Solver, presets};

#[test]
fn solutions_are_the_same_everywhere() {
    let found = ["meteor", "pentominoes-3x20", "tetrahexes-4x7-parallelogram"].map(|name| {
        let puzzle = presets::find(name).unwrap().puzzle();
        let solver = Solver::new(puzzle.clone());
        let solutions = solver.solutions().take(20);
        let sum = solutions
            .fold(Checksum::new(), |sum, solution| sum.append(format!("{solution:?}").as_bytes()));
        let index = solver.try_index(&Limits::new()).unwrap();
        let middle = index.nth(index.len() / 2).unwrap();
        let middle = Checksum::new().append(format!("{middle:?}").as_bytes()).value();
        // By search alone.
        let count = Solver::new(puzzle).memory_bytes(0).count();
        (sum.value(), middle, count)
    });
    let expected = [
        (6_461_116_449_936_060_339, 2_483_872_003_424_972_320, Ok(2_098)),
        (1_583_271_164_806_961_719, 9_274_894_925_058_836_450, Ok(8)),
        (13_119_826_080_141_362_105, 5_797_865_113_801_545_251, Ok(18)),
    ];
    assert_eq!(found, expected);
}
