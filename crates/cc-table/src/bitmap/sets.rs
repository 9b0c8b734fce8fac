//! Disjoint sets of component numbers.

use alloc::vec::Vec;

/// A forest in which every root is the smallest of its set, so that roots in order are components in
/// raster order.
#[derive(Clone, Debug, Default)]
pub(super) struct Sets {
    parents: Vec<u32>,
}

impl Sets {
    pub(super) fn len(&self) -> usize {
        self.parents.len()
    }

    /// How many sets there are, joined ones counted once.
    pub(super) fn count(&self) -> usize {
        (0..self.len()).filter(|&number| self.is_root(number)).count()
    }

    pub(super) fn clear(&mut self) {
        self.parents.clear();
    }

    /// A new set of one number. There are fewer than 2³² runs in an image, and a stream numbers anew.
    #[inline(always)]
    pub(super) fn push(&mut self) -> u32 {
        let number = self.parents.len() as u32;
        self.parents.push(number);
        number
    }

    #[inline(always)]
    pub(super) fn is_root(&self, number: usize) -> bool {
        self.parents[number] as usize == number
    }

    /// The smallest of the set. Paths are halved on the way.
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
