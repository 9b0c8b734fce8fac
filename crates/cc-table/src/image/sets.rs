//! Disjoint sets of component numbers.

use alloc::vec::Vec;

/// A forest in which every root is the smallest number of its set, so that roots in ascending order are
/// components in raster order.
#[derive(Clone, Debug, Default)]
pub(super) struct Sets {
    parents: Vec<u32>,
}

impl Sets {
    pub(super) const fn new() -> Self {
        Self { parents: Vec::new() }
    }

    pub(super) fn len(&self) -> usize {
        self.parents.len()
    }

    /// Number of sets, joined ones counted once.
    pub(super) fn count(&self) -> usize {
        (0..self.len()).filter(|&number| self.is_root(number)).count()
    }

    pub(super) fn clear(&mut self) {
        self.parents.clear();
    }

    #[inline(always)]
    pub(super) fn is_root(&self, number: usize) -> bool {
        self.parents[number] as usize == number
    }

    /// Adds sets of one number each, up to that before `next`.
    pub(super) fn extend_to(&mut self, next: u32) {
        self.parents.extend(self.parents.len() as u32..next);
    }

    #[inline(always)]
    pub(super) fn parent(&self, number: usize) -> u32 {
        self.parents[number]
    }

    #[inline(always)]
    pub(super) fn set_parent(&mut self, number: usize, parent: u32) {
        self.parents[number] = parent;
    }

    /// The smallest number of the set. Paths are halved on the way.
    #[inline(always)]
    pub(super) fn find(&mut self, mut number: u32) -> u32 {
        loop {
            let parent = self.parents[number as usize];
            if parent == number {
                return number;
            }
            let grandparent = self.parents[parent as usize];
            self.parents[number as usize] = grandparent;
            number = grandparent;
        }
    }

    /// Joins the sets of two roots and returns the new one.
    #[inline(always)]
    pub(super) fn join(&mut self, a: u32, b: u32) -> u32 {
        let (root, other) = if a < b { (a, b) } else { (b, a) };
        self.parents[other as usize] = root;
        root
    }
}
