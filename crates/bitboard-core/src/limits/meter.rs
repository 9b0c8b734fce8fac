//! The nodes of a thread.
//!
//! A query with limits starts a [`Watch`]; each of its threads takes nodes from a [`Meter`] as it
//! goes: one for each cell, or as many of a list as it gets. The meter asks the watch for portions
//! of about a millisecond, so a node costs a comparison and a subtraction. A query without limits
//! runs the same code with a meter that never stops it.

#[cfg(feature = "std")]
use core::time::Duration;

#[cfg(feature = "std")]
use super::Instant;
use super::{StopReason, Watch};

/// The nodes of the first portion.
#[cfg(feature = "std")]
const FIRST: u64 = 16;
/// The time between checks.
#[cfg(feature = "std")]
const TARGET: Duration = Duration::from_millis(1);

/// Takes nodes from the limits of a query for one of its threads.
///
/// It gets them in portions. Each takes about a millisecond, in debug builds and on slow processors
/// too. A query without a time limit, cancel flag and listener has nothing to check and gets all
/// nodes at once. So do all queries without the feature `std`, because they have no clock.
///
/// It reports progress with each portion, so a report is ahead by the nodes that its portion still
/// has. When the meter is dropped, it gives these back.
///
/// ```
/// use bitboard_core::limits::Meter;
/// use bitboard_core::{Limits, StopReason};
///
/// /// Adds some numbers, each of which is a node.
/// fn sum(mut numbers: &[u64], limits: &Limits) -> Result<u64, StopReason> {
///     let watch = limits.start();
///     let (mut meter, mut sum) = (Meter::new(&watch), 0);
///     while !numbers.is_empty() {
///         let (some, rest) = numbers.split_at(meter.take(numbers.len())?);
///         sum += some.iter().sum::<u64>();
///         numbers = rest;
///     }
///     Ok(sum)
/// }
///
/// let limits = Limits::new().nodes(3);
/// assert_eq!(sum(&[1, 2, 3], &limits), Ok(6));
/// assert_eq!(sum(&[1, 2, 3, 4], &limits), Err(StopReason::Nodes));
/// ```
#[derive(Debug)]
pub struct Meter<'a> {
    watch: &'a Watch<'a>,
    /// The most nodes of a portion.
    most: u64,
    /// Nodes of the last portion that are not taken.
    left: u64,
    /// The nodes of the last portion by the clock; 0 before the first.
    #[cfg(feature = "std")]
    portion: u64,
    /// The time of the last check. The first check does not read the clock.
    #[cfg(feature = "std")]
    checked: Option<Instant>,
}

impl<'a> Meter<'a> {
    /// A meter for a query of one thread.
    #[must_use]
    pub const fn new(watch: &'a Watch<'a>) -> Self {
        Self::in_portions(watch, u64::MAX)
    }

    /// A meter whose portions have at most `most` nodes, so that no thread takes all of them; 0
    /// counts as 1.
    #[must_use]
    pub const fn in_portions(watch: &'a Watch<'a>, most: u64) -> Self {
        Self {
            watch,
            most: if most == 0 { 1 } else { most },
            left: 0,
            #[cfg(feature = "std")]
            portion: 0,
            #[cfg(feature = "std")]
            checked: None,
        }
    }

    /// Takes `nodes` nodes if the last portion has that many.
    #[inline(always)]
    pub fn take_whole(&mut self, nodes: usize) -> bool {
        let left = self.left.checked_sub(nodes as u64);
        self.left = left.unwrap_or(self.left);
        left.is_some()
    }

    /// Gets another portion, of at most `most` nodes, in addition to what is left of the last one.
    /// The progress is not reported, so a query can report its own.
    ///
    /// # Errors
    /// If the query must stop.
    #[inline]
    pub fn next_portion(&mut self, most: u64) -> Result<(), StopReason> {
        let most = self.most.min(most);
        #[cfg(feature = "std")]
        let most = if self.watch.may_stop_early() { self.portion_by_clock(most) } else { most };
        self.left += self.watch.grant(most)?;
        Ok(())
    }

    /// The number of nodes to the next check.
    #[cfg(feature = "std")]
    fn portion_by_clock(&mut self, most: u64) -> u64 {
        let portion = match self.portion {
            0 => FIRST,
            portion => {
                let now = Instant::now();
                self.checked.replace(now).map_or(portion, |checked| {
                    let elapsed = now.duration_since(checked).as_nanos().max(1);
                    let fitting = u128::from(portion) * TARGET.as_nanos() / elapsed;
                    u64::try_from(fitting).unwrap_or(u64::MAX).clamp(1, portion.saturating_mul(2))
                })
            }
        };
        self.portion = portion.min(most);
        self.portion
    }

    /// Checks the time and the cancel flag, for work that has no nodes.
    ///
    /// # Errors
    /// If the query must stop.
    #[inline]
    pub fn check(&self) -> Result<(), StopReason> {
        self.watch.check()
    }

    /// Begins a part of the query whose nodes take more or less time: gives back the nodes that are
    /// left, and lets the next portion be small.
    pub fn change_pace(&mut self) {
        self.watch.give_back(core::mem::take(&mut self.left));
        #[cfg(feature = "std")]
        {
            (self.portion, self.checked) = (0, None);
        }
    }

    #[inline(always)]
    fn take_left(&mut self, most: usize) -> usize {
        let taken = self.left.min(most as u64);
        self.left -= taken;
        taken as usize
    }

    /// Takes at most `most` nodes, and at least one if `most` is positive.
    ///
    /// # Errors
    /// If the query must stop.
    #[inline(always)]
    pub fn take(&mut self, most: usize) -> Result<usize, StopReason> {
        if self.left == 0 && most > 0 {
            self.refill(u64::MAX)?;
        }
        Ok(self.take_left(most))
    }

    /// [`take`](Self::take) for a thread that has work for `rest` nodes in all. It gets no portion
    /// that is larger, so reports never exceed its work.
    ///
    /// # Errors
    /// If the query must stop.
    #[inline(always)]
    pub fn take_of_rest(&mut self, rest: usize) -> Result<usize, StopReason> {
        if self.left == 0 && rest > 0 {
            self.refill(rest as u64)?;
        }
        Ok(self.take_left(rest))
    }

    /// Takes `nodes` nodes.
    ///
    /// # Errors
    /// If the query must stop. Some of the nodes may have been taken.
    #[inline(always)]
    pub fn take_all(&mut self, nodes: usize) -> Result<(), StopReason> {
        if self.take_whole(nodes) { Ok(()) } else { self.take_in_parts(nodes) }
    }

    #[cold]
    #[inline(never)]
    fn take_in_parts(&mut self, mut nodes: usize) -> Result<(), StopReason> {
        while nodes > 0 {
            nodes -= self.take(nodes)?;
        }
        Ok(())
    }

    /// Gets the next portion of nodes and reports progress.
    #[cold]
    #[inline(never)]
    fn refill(&mut self, most: u64) -> Result<(), StopReason> {
        self.next_portion(most)?;
        self.watch.report(|| self.watch.granted());
        Ok(())
    }
}

impl Drop for Meter<'_> {
    fn drop(&mut self) {
        self.watch.give_back(self.left);
    }
}
