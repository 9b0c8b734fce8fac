//! Batches on all cores.

use core::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use bitboard_core::{Interrupted, Limits, Pace, Progress, SeededRng, StopReason, unlimited};

use super::playouts::{Playouts, games_per_check};
use super::statistics::Statistics;
use crate::threads;

/// Games per seed.
const PORTION: u64 = 4096;

impl Playouts {
    /// Plays `games` games on all cores and counts their ends. Every 4,096 games share a generator,
    /// [`SeededRng`] with `seed` plus the number of the portion, so the result does not depend on the number of
    /// threads.
    ///
    /// ```
    /// use havannah_uf::{Havannah, Playouts, RingRule};
    ///
    /// let playouts = Playouts::new(&Havannah::new(4, RingRule::Any)?);
    /// let statistics = playouts.batch_parallel(10_000, 1);
    /// assert_eq!(statistics.games(), 10_000);
    /// # Ok::<(), havannah_uf::BaseError>(())
    /// ```
    #[must_use]
    #[expect(clippy::result_large_err, reason = "a batch takes far longer than a copy")]
    pub fn batch_parallel(&self, games: u64, seed: u64) -> Statistics {
        unlimited(|limits| self.try_batch_parallel(games, seed, limits))
    }

    /// [`batch_parallel`](Self::batch_parallel) within limits. A game is a node. Each thread checks the limits, and
    /// reports progress, at least about every millisecond.
    ///
    /// ```
    /// use havannah_uf::bitboard_core::{Limits, StopReason};
    /// use havannah_uf::{Havannah, Playouts, RingRule};
    ///
    /// let playouts = Playouts::new(&Havannah::new(4, RingRule::Any)?);
    /// let limits = Limits::new().nodes(5_000);
    /// let interrupted = playouts.try_batch_parallel(1_000_000, 1, &limits).unwrap_err();
    /// assert_eq!(interrupted.reason, StopReason::Nodes);
    /// assert_eq!(interrupted.partial.games(), 5_000);
    /// # Ok::<(), havannah_uf::BaseError>(())
    /// ```
    ///
    /// # Errors
    /// [`Interrupted`] with the statistics so far.
    #[expect(clippy::result_large_err, reason = "a batch takes far longer than a copy")]
    pub fn try_batch_parallel(
        &self,
        games: u64,
        seed: u64,
        limits: &Limits<'_>,
    ) -> Result<Statistics, Interrupted<Statistics>> {
        let watch = limits.start();
        if self.outcome().is_some() {
            let counted = self.clone().batch(games, &mut SeededRng::new(seed));
            return Ok(counted);
        }
        let portions = games.div_ceil(PORTION);
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let next = AtomicU64::new(0);
        let sum = Mutex::new((Statistics::default(), None::<StopReason>));
        let work = || {
            let mut pace = Pace::new(games_per_check(self.base()));
            loop {
                let portion = next.fetch_add(1, Ordering::Relaxed);
                if portion >= portions {
                    break;
                }
                // Playouts change the order of the empty cells, so each portion starts from a copy.
                let (mut playouts, mut rng) =
                    (self.clone(), SeededRng::new(seed.wrapping_add(portion)));
                let mut left = PORTION.min(games - portion * PORTION);
                while left > 0 {
                    let granted = watch.grant_up_to(left, &mut pace);
                    let batch = granted.map(|games| playouts.batch(games, &mut rng));
                    let mut sum = sum.lock().unwrap_or_else(PoisonError::into_inner);
                    match batch {
                        Ok(batch) => sum.0 += batch,
                        Err(reason) => {
                            sum.1 = sum.1.or(Some(reason));
                            return;
                        }
                    }
                    left -= granted.unwrap_or(0);
                    watch.report(|| Progress::new(sum.0.games()));
                }
            }
        };
        threads::run(cores.min(usize::try_from(portions).unwrap_or(cores)), work);
        match sum.into_inner().unwrap_or_else(PoisonError::into_inner) {
            (statistics, None) => Ok(statistics),
            (statistics, Some(reason)) => Err(Interrupted::new(reason, statistics)),
        }
    }
}
