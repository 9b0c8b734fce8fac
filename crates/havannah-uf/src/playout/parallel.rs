//! Batches on all cores.

use core::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use bitboard_core::{Interrupted, Limits, Progress, SeededRng, StopReason};

use super::playouts::Playouts;
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
    pub fn batch_parallel(&self, games: u64, seed: u64) -> Statistics {
        let counted = self.try_batch_parallel(games, seed, &Limits::new());
        counted.unwrap_or_else(|interrupted| interrupted.partial)
    }

    /// [`batch_parallel`](Self::batch_parallel) within limits. A game is a node. The limits are checked, and progress
    /// is reported, every 4,096 games of a thread.
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
            loop {
                let portion = next.fetch_add(1, Ordering::Relaxed);
                if portion >= portions {
                    break;
                }
                let wanted = PORTION.min(games - portion * PORTION);
                let granted = watch.grant(wanted);
                // Playouts change the order of the empty cells, so each portion starts from a copy.
                let mut rng = SeededRng::new(seed.wrapping_add(portion));
                let batch = self.clone().batch(*granted.as_ref().unwrap_or(&0), &mut rng);
                let mut sum = sum.lock().unwrap_or_else(PoisonError::into_inner);
                sum.0 += batch;
                watch.report(|| Progress::new(sum.0.games()));
                if granted != Ok(wanted) {
                    sum.1 = sum.1.or(Some(granted.err().unwrap_or(StopReason::Nodes)));
                    break;
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
