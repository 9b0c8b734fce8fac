//! Union-find: runs that are joined to components, and components that are joined later.
//!
//! **Runs.** Each run has a parent: itself, or a run before it in the same component. [`join`]
//! makes the smaller of two roots the root of both, so the root of a component is its first run.
//! There is no union by rank and no loop over paths: both runs and both roots become children of
//! the new root. In an image, a run touches runs that were joined a moment ago, so nearly all roots
//! are one step away.
//!
//! Parents come before their children. So one pass from the left replaces parents by the labels of
//! components ([`label_sets`]):
//!
//! ```text
//! for run in 0..runs:
//!     parents[run] = if parents[run] == run { next++ } else { parents[parents[run]] }
//! ```
//!
//! It has no branch, because whether a run is a root is unpredictable. This is the second pass of
//! the classic algorithm of two passes (Rosenfeld and Pfaltz, "Sequential operations in digital
//! picture processing", 1966), over runs.
//!
//! **Components.** [`Sets`] is the same for the provisional labels of components, which grow with
//! the image: paths are halved by each search.

use alloc::vec::Vec;
use core::hint::select_unpredictable;
use core::ops::Range;

use super::Measure;

/// Joins the sets of two runs. The smaller root stays; both runs become its children.
#[inline(always)]
pub(crate) fn join(parents: &mut [u32], a: usize, b: usize) {
    let (root_a, root_b) = (root(parents, a), root(parents, b));
    let root = root_a.min(root_b);
    parents[root_a as usize] = root;
    parents[root_b as usize] = root;
    parents[a] = root;
    parents[b] = root;
}

/// Returns the root of a run, without shortening its path.
#[inline(always)]
fn root(parents: &[u32], label: usize) -> u32 {
    let mut label = parents[label];
    loop {
        let parent = parents[label as usize];
        if parent == label {
            return label;
        }
        label = parent;
    }
}

/// Replaces the parents of some elements by the labels of their sets, `next` for the first new set.
/// The parents of the elements before have been replaced. Returns the label after the last.
#[inline]
pub(crate) fn label_sets(parents: &mut [u32], elements: Range<usize>, mut next: u32) -> u32 {
    let parents = &mut parents[..elements.end];
    for element in elements {
        let parent = parents[element];
        let of_parent = parents[parent as usize];
        // A root is its own parent.
        let is_root = parent as usize == element;
        parents[element] = select_unpredictable(is_root, next, of_parent);
        next += u32::from(is_root);
    }
    next
}

/// Disjoint sets of the provisional labels of components. Every root is the smallest label of its
/// set, so roots in ascending order are components in raster order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sets {
    parents: Vec<u32>,
}

impl Sets {
    pub(crate) const fn new() -> Self {
        Self { parents: Vec::new() }
    }

    /// Returns the number of labels.
    pub(crate) fn len(&self) -> usize {
        self.parents.len()
    }

    pub(crate) fn clear(&mut self) {
        self.parents.clear();
    }

    /// Replaces the labels from `first` on by those up to before `end`, each a set of its own.
    pub(crate) fn replace_from(&mut self, first: u32, end: u32) {
        self.parents.truncate(first as usize);
        self.extend_to(end);
    }

    #[inline(always)]
    fn is_root(&self, label: usize) -> bool {
        self.parents[label] as usize == label
    }

    /// Returns the number of sets whose smallest label is `first` or a later one.
    pub(crate) fn count_from(&self, first: usize) -> usize {
        let labels = (first as u32..).zip(&self.parents[first..]);
        labels.map(|(label, &parent)| u32::from(parent == label)).sum::<u32>() as usize
    }

    /// Adds sets of one label each, up to that before `next`.
    pub(crate) fn extend_to(&mut self, next: u32) {
        self.parents.extend(self.parents.len() as u32..next);
    }

    /// Returns the smallest label of the set. Halves the path on the way.
    #[inline(always)]
    pub(crate) fn find(&mut self, mut label: u32) -> u32 {
        loop {
            let parent = self.parents[label as usize];
            if parent == label {
                return label;
            }
            let grandparent = self.parents[parent as usize];
            self.parents[label as usize] = grandparent;
            label = grandparent;
        }
    }

    /// Joins the sets of two labels.
    #[inline(always)]
    pub(crate) fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.find(a), self.find(b));
        self.parents[a.max(b) as usize] = a.min(b);
    }

    /// Merges the measures of each set, in raster order without gaps. The parent of each label
    /// becomes its [final label](Self::final_label).
    pub(crate) fn flatten_and_merge<M: Measure>(&mut self, measures: &mut Vec<M>) {
        let mut count = 0;
        for label in 0..self.len() {
            if self.is_root(label) {
                measures[count] = measures[label];
                self.parents[label] = count as u32;
                count += 1;
            } else {
                // Parents come first, and have their final labels by now.
                let root = self.parents[self.parents[label] as usize];
                let component = measures[label];
                measures[root as usize].merge(&component);
                self.parents[label] = root;
            }
        }
        measures.truncate(count);
    }

    /// Returns the index of the set of a label after
    /// [`flatten_and_merge`](Self::flatten_and_merge).
    #[inline(always)]
    pub(crate) fn final_label(&self, label: u32) -> u32 {
        self.parents[label as usize]
    }
}
