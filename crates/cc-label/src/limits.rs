//! Limits of queries about images and volumes.
//!
//! A node is a row that has been scanned. A query asks for as many rows as take about a
//! millisecond, at most [`PIXELS`] pixels and at least one row. What follows the last row, such as
//! painting labels, has no nodes: there the query checks the clock and the cancel flag every few
//! thousand elements. So it stops soon, in debug builds too, unless a single row takes longer: a
//! million pixels of noise take 0.1 s in a debug build.
//!
//! A query without limits takes the same portions. A check is then a few instructions. A check for
//! each row would cost some 30, which is 1 % for blobs 1,024 pixels wide.

use core::ops::Range;

use bitboard_core::limits::{Meter, Watch};
use bitboard_core::{Interrupted, Limits, StopReason};

/// The most pixels between two checks of the limits.
const PIXELS: usize = 1 << 16;
/// The same for runs and components.
const ELEMENTS: usize = 1 << 12;

/// The limits of a running query, shared by its threads.
pub(crate) struct RowWatch<'a> {
    watch: Watch<'a>,
    /// The most rows between two checks.
    portion: usize,
}

impl<'a> RowWatch<'a> {
    /// Begins a query about an image of `width` columns.
    pub(crate) fn new(limits: &Limits<'a>, width: usize) -> Self {
        let portion = (PIXELS / width).max(1);
        Self { watch: limits.start(), portion }
    }

    /// Calls `scan` with the rows in ascending order.
    #[inline]
    pub(crate) fn scan(
        &self,
        rows: Range<usize>,
        mut scan: impl FnMut(usize),
    ) -> Result<(), Interrupted<u64>> {
        let mut meter = Meter::in_portions(&self.watch, self.portion as u64);
        let mut y = rows.start;
        while y < rows.end {
            let taken = meter.take_of_rest(rows.end - y);
            let end = y + taken.map_err(|reason| self.stopped(reason))?;
            (y..end).for_each(&mut scan);
            y = end;
        }
        Ok(())
    }

    /// Calls `work` with the rows that have been scanned, in blocks from the top.
    #[inline]
    pub(crate) fn rows(
        &self,
        height: usize,
        work: impl FnMut(Range<usize>),
    ) -> Result<(), Interrupted<u64>> {
        self.blocks(height, self.portion, work)
    }

    /// Calls `work` with the numbers before `len`, in ascending blocks.
    #[inline]
    pub(crate) fn numbers(
        &self,
        len: usize,
        work: impl FnMut(Range<usize>),
    ) -> Result<(), Interrupted<u64>> {
        self.blocks(len, ELEMENTS, work)
    }

    /// Calls `work` with the numbers before `len`, `block` at a time.
    #[inline]
    fn blocks(
        &self,
        len: usize,
        block: usize,
        mut work: impl FnMut(Range<usize>),
    ) -> Result<(), Interrupted<u64>> {
        for begin in (0..len).step_by(block) {
            self.check()?;
            work(begin..len.min(begin + block));
        }
        Ok(())
    }

    /// Fails if the clock or the cancel flag stops the query.
    #[inline]
    pub(crate) fn check(&self) -> Result<(), Interrupted<u64>> {
        self.watch.check().map_err(|reason| self.stopped(reason))
    }

    /// Returns the error of a query that was stopped, with the rows that have been scanned.
    #[cold]
    pub(crate) fn stopped(&self, reason: StopReason) -> Interrupted<u64> {
        Interrupted::new(reason, self.watch.granted())
    }
}
