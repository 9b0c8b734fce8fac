//! Batches on all cores.

use rand_core::SeedableRng;
use rayon::prelude::*;

use super::{Playouts, Statistics};

/// How many games a seed is good for.
const PORTION: u64 = 4096;

impl Playouts {
    /// Plays `games` games on the threads of Rayon's pool and counts how they end. Every 4,096 games have a
    /// generator of their own, seeded with `seed` plus the number of the portion, so the result does not
    /// depend on the number of threads.
    #[must_use]
    pub fn batch_parallel<R: SeedableRng + rand_core::Rng>(
        &self,
        games: u64,
        seed: u64,
    ) -> Statistics {
        let portions = games.div_ceil(PORTION);
        (0..portions)
            .into_par_iter()
            .map_init(
                || self.clone(),
                |playouts, portion| {
                    let games = PORTION.min(games - portion * PORTION);
                    playouts.batch(games, &mut R::seed_from_u64(seed.wrapping_add(portion)))
                },
            )
            .reduce(Statistics::default, |mut sum, more| {
                sum += more;
                sum
            })
    }
}
