//! Batches of random games on all cores.
//!
//! The games are cut into portions of 4,096, each with its own generator. Threads take the next
//! portion from a counter until there is none, and add their counts to a sum.

use core::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use bitboard_core::limits::unlimited;
use bitboard_core::threads::{on_threads, thread_count};
use bitboard_core::{Interrupted, Limits, SeededRng, StopReason};

use super::{Playouts, Statistics};

/// Games per seed of a parallel batch.
const PORTION: u64 = 4096;

/// The games of a [parallel batch](Playouts::batch_parallel).
///
/// ```
/// let batch = havannah_uf::Batch::new(10_000).seed(1);
/// assert_eq!((batch.games, batch.seed), (10_000, 1));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Batch {
    /// The number of games.
    pub games: u64,
    /// The seed of the random numbers.
    pub seed: u64,
    /// The number of threads; 0, the default, for one per core. The result does not depend on it.
    pub threads: usize,
}

impl Batch {
    /// Creates a batch of `games` games with seed 0 on all cores.
    #[must_use]
    pub const fn new(games: u64) -> Self {
        Self { games, seed: 0, threads: 0 }
    }

    /// Sets the seed of the random numbers.
    #[must_use]
    pub const fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Sets the number of threads; 0, the default, stands for one per core.
    #[must_use]
    pub const fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }
}

impl Playouts {
    /// Plays the games of a batch on its threads and counts their ends. Every 4,096 games share a
    /// generator, [`SeededRng`] with the seed of the batch plus the
    /// number of the portion, so the result does not depend on the number of threads.
    ///
    /// ```
    /// use havannah_uf::{Batch, Havannah, Playouts, RingRule};
    ///
    /// let playouts = Playouts::new(&Havannah::new(4, RingRule::Any)?);
    /// let statistics = playouts.batch_parallel(Batch::new(10_000).seed(1));
    /// assert_eq!(statistics.games(), 10_000);
    /// # Ok::<(), havannah_uf::BaseError>(())
    /// ```
    #[must_use]
    #[expect(clippy::result_large_err, reason = "a batch takes far longer than a copy")]
    pub fn batch_parallel(&self, batch: Batch) -> Statistics {
        unlimited(|limits| self.try_batch_parallel(batch, limits))
    }

    /// [`batch_parallel`](Self::batch_parallel) within limits. A game is a node. Each thread checks
    /// the limits, and reports progress, at least about every millisecond.
    ///
    /// ```
    /// use havannah_uf::{Batch, Havannah, Limits, Playouts, RingRule, StopReason};
    ///
    /// let playouts = Playouts::new(&Havannah::new(4, RingRule::Any)?);
    /// let batch = Batch::new(1_000_000).seed(1);
    /// let interrupted =
    ///     playouts.try_batch_parallel(batch, &Limits::new().nodes(5_000)).unwrap_err();
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
        batch: Batch,
        limits: &Limits<'_>,
    ) -> Result<Statistics, Interrupted<Statistics>> {
        let (Batch { games, seed, threads }, watch) = (batch, limits.start());
        if self.outcome.is_some() {
            return Ok(self.clone().batch(games, &mut SeededRng::new(seed)));
        }
        let portions = games.div_ceil(PORTION);
        let next = AtomicU64::new(0);
        let sum = Mutex::new((Statistics::default(), None::<StopReason>));
        let work = || {
            let mut meter = self.meter(&watch);
            loop {
                let portion = next.fetch_add(1, Ordering::Relaxed);
                if portion >= portions {
                    return;
                }
                // Playouts change the order of the empty cells, so each portion starts from a copy.
                let (mut playouts, mut rng) =
                    (self.clone(), SeededRng::new(seed.wrapping_add(portion)));
                let games = PORTION.min(games - portion * PORTION);
                let batch = playouts.metered_batch(games, &mut rng, &mut meter);
                let mut sum = sum.lock().unwrap_or_else(PoisonError::into_inner);
                match batch {
                    Ok(statistics) => sum.0 += statistics,
                    Err(Interrupted { reason, partial, .. }) => {
                        sum.0 += partial;
                        sum.1 = sum.1.or(Some(reason));
                        return;
                    }
                }
            }
        };
        let is_done = || next.load(Ordering::Relaxed) >= portions;
        let threads = thread_count(threads).min(usize::try_from(portions).unwrap_or(usize::MAX));
        on_threads(threads, is_done, work, work);
        match sum.into_inner().unwrap_or_else(PoisonError::into_inner) {
            (statistics, None) => Ok(statistics),
            (statistics, Some(reason)) => Err(Interrupted::new(reason, statistics)),
        }
    }
}
