//! Batches on all cores.

use core::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use rand_core::{Rng, SeedableRng};

use super::{Playouts, Statistics};
use crate::threads;

/// Games per seed.
const PORTION: u64 = 4096;

impl Playouts {
    /// Plays `games` games on all cores and counts how they end. Every 4,096 games have a generator of their own,
    /// seeded with `seed` plus the number of the portion, so the result does not depend on the number of threads.
    #[must_use]
    pub fn batch_parallel<R: SeedableRng + Rng>(&self, games: u64, seed: u64) -> Statistics {
        if self.outcome.is_some() {
            return self.clone().batch(games, &mut R::seed_from_u64(seed));
        }
        let portions = games.div_ceil(PORTION);
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let (next, sum) = (AtomicU64::new(0), Mutex::new(Statistics::default()));
        let work = || {
            loop {
                let portion = next.fetch_add(1, Ordering::Relaxed);
                if portion >= portions {
                    break;
                }
                let games = PORTION.min(games - portion * PORTION);
                let mut rng = R::seed_from_u64(seed.wrapping_add(portion));
                // Playouts leave the empty cells in another order, so each portion starts from a copy.
                let batch = self.clone().batch(games, &mut rng);
                *sum.lock().unwrap_or_else(PoisonError::into_inner) += batch;
            }
        };
        threads::run(cores.min(usize::try_from(portions).unwrap_or(cores)), work);
        sum.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}
