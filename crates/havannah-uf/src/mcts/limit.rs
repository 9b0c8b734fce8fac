#[cfg(feature = "std")]
use std::time::{Duration, Instant};

/// When a search ends. Without any limit, it ends after 10,000 playouts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limit {
    playouts: Option<u64>,
    #[cfg(feature = "std")]
    time: Option<Duration>,
}

impl Limit {
    /// Stops each thread after `playouts` playouts. With 0, the search only looks one move ahead.
    #[must_use]
    pub fn playouts(playouts: u64) -> Self {
        Self {
            playouts: Some(playouts),
            #[cfg(feature = "std")]
            time: None,
        }
    }

    /// Stops each thread after `time`, checked every 64 playouts.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn time(time: Duration) -> Self {
        Self { playouts: None, time: Some(time) }
    }

    /// Stops at whichever of both limits is reached first.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            playouts: min(self.playouts, other.playouts),
            #[cfg(feature = "std")]
            time: min(self.time, other.time),
        }
    }

    /// The limit of a search that starts now.
    pub(super) fn start(self) -> Deadline {
        #[cfg(feature = "std")]
        let default = if self.time.is_some() { u64::MAX } else { 10_000 };
        #[cfg(not(feature = "std"))]
        let default = 10_000;
        Deadline {
            playouts: self.playouts.unwrap_or(default),
            // A time too large for the clock is no limit.
            #[cfg(feature = "std")]
            end: self.time.and_then(|time| Instant::now().checked_add(time)),
        }
    }
}

fn min<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

/// Playouts between two checks of the clock.
#[cfg(feature = "std")]
const PLAYOUTS_PER_CHECK: u64 = 64;

/// When each thread of a running search ends.
pub(super) struct Deadline {
    playouts: u64,
    #[cfg(feature = "std")]
    end: Option<Instant>,
}

impl Deadline {
    /// Whether a thread that has made `playouts` playouts must stop.
    pub(super) fn is_reached(&self, playouts: u64) -> bool {
        #[cfg(feature = "std")]
        if let Some(end) = self.end
            && playouts % PLAYOUTS_PER_CHECK == PLAYOUTS_PER_CHECK - 1
            && Instant::now() >= end
        {
            return true;
        }
        playouts >= self.playouts
    }
}
