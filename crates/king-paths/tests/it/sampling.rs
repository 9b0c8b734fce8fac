//! Random paths, with a fixed seed.

use std::collections::HashMap;

use bitboard_core::{Bitboard, Chess, Dilate, NoCornerCut, SeededRng, Steps};
use king_paths::shortest_paths;

type Board = Bitboard<u64, Chess>;

fn is_uniform<D: Dilate<Chess>>(from: u64, to: u64, within: u64, steps: &D) {
    let [from, to, within] = [from, to, within].map(Board::from_bits_truncate);
    let paths = shortest_paths(from, to, within, steps);
    let mut seen: HashMap<String, f64> =
        paths.paths().map(|path| (path.to_string(), 0.0)).collect();
    assert_eq!(seen.len() as u128, paths.path_count());
    let draws = 1000 * seen.len();
    for path in paths.sampler(&mut SeededRng::new(1)).take(draws) {
        *seen.get_mut(&path.to_string()).expect("a shortest path") += 1.0;
    }
    let chi_squared: f64 = seen.values().map(|n| (n - 1000.0).powi(2) / 1000.0).sum();
    // Mean and variance of the distribution are n and 2n for n degrees of freedom.
    let freedom = (seen.len() - 1) as f64;
    assert!((chi_squared - freedom).abs() < 4.0 * (2.0 * freedom).sqrt() + 1e-9, "{chi_squared}");
}

#[test]
fn every_path_is_as_likely_as_any_other() {
    is_uniform(1 << 28, 1 | 1 << 63, !0, &Steps::KING);
    is_uniform(1, 1 << 36, !0, &Steps::ORTHOGONAL);
    is_uniform(1, 1 << 63, !0, &Steps::KNIGHT);
    is_uniform(0xff, 1 << 35, !(1 << 19), &NoCornerCut);
    is_uniform(1, 1, !0, &Steps::KING);
}

#[test]
fn without_a_path_there_is_nothing_to_draw_from() {
    let paths = shortest_paths(Board::new(1), Board::new(4), Board::new(5), &Steps::KING);
    assert!(paths.sampler(SeededRng::new(1)).next().is_none());
}
