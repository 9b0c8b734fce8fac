//! Costs, counts and random paths are the same on every machine.

use bitboard_core::checksum::Checksum;
use bitboard_core::{Random, SeededRng};
use king_paths::grid::{CostMap, Grid, StepKind};

fn sum(answers: impl IntoIterator<Item = String>) -> u64 {
    answers.into_iter().fold(Checksum::new(), |sum, text| sum.append(text.as_bytes())).value()
}

#[test]
fn paths_are_the_same_everywhere() {
    let mut rng = SeededRng::new(1);
    let mut grid = Grid::from_fn(90, 60, |_, _| rng.below(100) < 85).unwrap();
    let (from, to) = ((0, 0), (89, 59));
    grid.set_all([from, to], true).unwrap();
    let found = [StepKind::King, StepKind::Orthogonal, StepKind::NoCornerCut].map(|kind| {
        let paths = grid.shortest_paths(&[from], &[to], kind).unwrap();
        let random = paths.sampler(SeededRng::new(2)).take(20);
        let random = sum(random.map(|path| format!("{path:?}")));
        let pass = paths.must_pass().count();
        (paths.distance(), paths.path_count().unwrap(), paths.cells().count(), pass, random)
    });
    let expected = [
        (Some(89), 2_986_484_848_872_780_964_742, 1_168, 2, 1_244_227_223_162_733_339),
        (
            Some(148),
            111_955_635_757_770_561_978_400_571_168_336,
            3_029,
            2,
            12_535_237_849_094_740_752,
        ),
        (Some(93), 992_880_861_568_848, 290, 19, 6_252_963_959_038_253_770),
    ];
    assert_eq!(found, expected);

    let text = grid.to_string();
    assert_eq!(text.parse().as_ref(), Ok(&grid));
    let path = grid.octile_planner().unwrap().path(from, to).unwrap();
    let costs = CostMap::from_fn(90, 60, |x, y| rng.below(9 + (x * y) as u64 % 7) as u16).unwrap();
    let distances = costs.octile_distances(&[to], StepKind::King).unwrap();
    let distances = sum(distances.iter().map(|distance| format!("{distance:?}")));
    let expected =
        [6_834_986_284_825_299_014, 15_527_561_568_895_269_090, 4_725_302_749_868_428_917];
    assert_eq!([sum([text]), sum([format!("{path:?}")]), distances], expected);
}
