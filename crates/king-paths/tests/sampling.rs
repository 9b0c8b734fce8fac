//! Random paths, with a fixed seed.
#![cfg(feature = "rand")]

use std::collections::HashMap;
use std::convert::Infallible;

use bitboard_core::{Bitboard, Chess, Dilate, NoCornerCut, Steps};
use king_paths::all_shortest_paths;
use rand_core::TryRng;

/// SplitMix64 (Steele, Lea and Flood, 2014).
struct SplitMix(u64);

impl TryRng for SplitMix {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok((self.try_next_u64()? >> 32) as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        Ok(z ^ z >> 31)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for byte in bytes {
            *byte = self.try_next_u64()? as u8;
        }
        Ok(())
    }
}

type Board = Bitboard<u64, Chess>;

fn is_uniform<D: Dilate<Chess>>(from: u64, to: u64, within: u64, steps: &D) {
    let [from, to, within] = [from, to, within].map(Board::from_bits_truncate);
    let layers = all_shortest_paths(from, to, within, steps);
    let sampler = layers.sampler(within, steps).expect("there is a path");
    let mut seen: HashMap<String, f64> =
        layers.paths(within, steps).map(|path| (path.to_string(), 0.0)).collect();
    assert_eq!(seen.len() as u128, sampler.total());
    let mut rng = SplitMix(1);
    let draws = 1000 * seen.len();
    for _ in 0..draws {
        *seen.get_mut(&sampler.sample(&mut rng).to_string()).expect("a shortest path") += 1.0;
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
fn a_sampler_with_other_cells_than_the_layers_is_refused() {
    let (a1, c1, all) = (Board::new(1), Board::new(4), Board::FULL);
    let layers = all_shortest_paths(a1, c1, all, &Steps::KING);
    // No path leads through these cells: drawing one would never end.
    assert!(layers.sampler(a1 | c1, &Steps::KING).is_none());
}

#[test]
fn without_a_path_there_is_nothing_to_draw_from() {
    let layers = all_shortest_paths(Board::new(1), Board::new(4), Board::new(5), &Steps::KING);
    assert!(layers.sampler(Board::new(5), &Steps::KING).is_none());
}
