//! The threads of a step, which replace the groups of a level one by one.
//!
//! A thread takes a group from the [`Pool`], replaces it, and adds the new blocks to the pool. A
//! group for which there is not enough memory goes back, because it may fit alone.

use alloc::vec::Vec;
#[cfg(not(feature = "std"))]
use core::cell::RefCell as Lock;
#[cfg(feature = "std")]
use std::sync::Mutex as Lock;

use bitboard_core::limits::Meter;
#[cfg(feature = "std")]
use bitboard_core::threads::{on_threads, thread_count};

use super::{Block, Level, Memory, NARROW, Replaced, Slots, Stop, Work};

/// The most nodes between limit checks, so that no thread takes all of them.
const MOST: u64 = 1 << 18;

impl Level {
    /// Replaces all blocks, on several threads with the feature `std`. After an error, the blocks
    /// that are left still wait.
    pub(super) fn step(
        &mut self,
        work: &Work<'_>,
        threads: usize,
        tours: &mut u128,
    ) -> Result<(), Stop> {
        let shared = Shared(Lock::new(Pool { level: self, tours, stop: None }));
        let replace = || work.replace_groups(&shared);
        #[cfg(feature = "std")]
        {
            let is_done = || shared.with(|pool| pool.level.waiting.is_empty());
            on_threads(thread_count(threads), is_done, replace, replace);
        }
        #[cfg(not(feature = "std"))]
        {
            let _ = threads;
            replace();
        }
        shared.with(|pool| pool.stop.take()).map_or(Ok(()), Err)
    }
}

/// The state that the threads of a step share.
struct Pool<'a> {
    level: &'a mut Level,
    tours: &'a mut u128,
    stop: Option<Stop>,
}

impl Pool<'_> {
    /// Takes a group, if one is left.
    fn take_group(&mut self, near: Slots) -> Option<Vec<Block>> {
        let waiting = &mut self.level.waiting;
        let last = waiting.last().filter(|_| self.stop.is_none())?.ends & !near;
        let others = waiting.iter().rposition(|block| block.ends & !near != last);
        Some(waiting.split_off(others.map_or(0, |other| other + 1)))
    }

    /// Adds the blocks that replace a group, or puts the group back.
    fn end_group(&mut self, group: Vec<Block>, replaced: Result<Replaced, Stop>, memory: &Memory) {
        let replaced = replaced.and_then(|replaced| {
            *self.tours = self.tours.checked_add(replaced.tours).ok_or(Stop::Overflow)?;
            Ok(replaced.blocks)
        });
        match replaced {
            Ok(blocks) => {
                self.level.done.extend(blocks);
                memory.give(group.iter().map(Block::memory).sum());
            }
            Err(stop) => {
                self.level.waiting.extend(group);
                self.stop.get_or_insert(stop);
            }
        }
    }
}

impl Work<'_> {
    /// Replaces groups until none is left or one cannot be replaced.
    fn replace_groups(&self, pool: &Shared<Pool<'_>>) {
        let meter = &mut Meter::in_portions(self.watch, MOST);
        while let Some(group) = pool.with(|pool| pool.take_group(self.step.near)) {
            let is_narrow = group.iter().all(|block| block.width <= NARROW);
            let replaced = match (self.only_existence, is_narrow) {
                (true, _) => self.replace::<u8>(&group, meter),
                (false, true) => self.replace::<u64>(&group, meter),
                (false, false) => self.replace::<u128>(&group, meter),
            };
            pool.with(|pool| pool.end_group(group, replaced, self.memory));
        }
    }
}

/// A value that threads share. Without the feature `std` there is one thread.
struct Shared<T>(Lock<T>);

impl<T> Shared<T> {
    fn with<R>(&self, f: impl FnOnce(&mut T) -> R) -> R {
        #[cfg(feature = "std")]
        let mut value = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        #[cfg(not(feature = "std"))]
        let mut value = self.0.borrow_mut();
        f(&mut value)
    }
}
