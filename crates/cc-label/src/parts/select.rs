//! Some of the components of an image or a volume, in memory that does not grow with the others.
//!
//! [`components`](crate::components()) keeps all components until the end, because a later row can
//! join any two of them. In an image of noise this takes more time than the scan: the first touch
//! of new memory. Here only the components of the last row are kept, as in a
//! [`Stream`](super::Stream). Each of the others is complete. It is counted, and chosen or
//! forgotten.
//!
//! Components become complete in another order than that of their first pixels. So the first pixel
//! is measured too ([`Located`]), and the chosen components are sorted by it.

use alloc::vec::Vec;

use super::Located;
use crate::scan::Measure;

/// The components that [`Labeler::select`](crate::Labeler::select) chose.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Selected<M> {
    /// Number of components of the image or the volume.
    pub count: usize,
    /// Number of those for which `keep` returned true.
    pub matching: usize,
    /// The first ones of these, in raster order.
    pub components: Vec<M>,
}

/// The complete components that are kept so far.
pub(crate) struct Chosen<'a, M, F> {
    keep: &'a F,
    limit: usize,
    count: usize,
    matching: usize,
    /// A superset of the `limit` components that start first.
    found: Vec<Located<M>>,
    /// A component whose first pixel is not before this one is not among the first.
    bound: (u32, u32),
    /// The number of components at which those after the limit are removed.
    room: usize,
}

impl<'a, M: Measure, F: Fn(&M) -> bool> Chosen<'a, M, F> {
    pub(crate) const fn new(limit: usize, keep: &'a F) -> Self {
        let bound = if limit == 0 { (0, 0) } else { (u32::MAX, u32::MAX) };
        let room = limit.saturating_mul(2).saturating_add(64);
        Self { keep, limit, count: 0, matching: 0, found: Vec::new(), bound, room }
    }

    #[inline]
    pub(crate) fn add(&mut self, component: Located<M>) {
        self.count += 1;
        if (self.keep)(&component.measure) {
            self.matching += 1;
            self.push(component);
        }
    }

    #[inline]
    fn push(&mut self, component: Located<M>) {
        // Most components begin after those that are chosen.
        if component.first >= self.bound {
            return;
        }
        self.found.push(component);
        if self.found.len() >= self.room {
            let (_, last, _) =
                self.found.select_nth_unstable_by_key(self.limit, |found| found.first);
            self.bound = last.first;
            self.found.truncate(self.limit);
        }
    }

    /// Adds the components of another thread.
    #[cfg(feature = "parallel")]
    pub(crate) fn merge(&mut self, other: Self) {
        self.count += other.count;
        self.matching += other.matching;
        other.found.into_iter().for_each(|component| self.push(component));
    }

    pub(crate) fn finish(mut self) -> Selected<M> {
        self.found.sort_unstable_by_key(|found| found.first);
        self.found.truncate(self.limit);
        let components = self.found.into_iter().map(|found| found.measure).collect();
        Selected { count: self.count, matching: self.matching, components }
    }
}
