//! The requested kind of tour, and simple proofs that there is none.

use alloc::vec::Vec;

use super::graph::Graph;

/// A kind of tour of a graph.
#[derive(Clone, Copy)]
pub(super) struct Request<'a> {
    pub(super) graph: &'a Graph,
    pub(super) shape: &'a Shape,
    /// Whether the last cell must be adjacent to the first.
    pub(super) closed: bool,
    /// The first cells of the tour.
    pub(super) prefix: &'a [u32],
}

/// What colors, connection and articulation vertices say about the tours of a graph.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    /// Whether each vertex may be an end of an open tour. All are false if the board has no open tour.
    may_end: Vec<bool>,
    may_be_closed: bool,
}

impl Shape {
    pub(super) fn new(graph: &Graph) -> Self {
        let n = graph.len();
        let impossible = Self { may_end: alloc::vec![false; n], may_be_closed: false };
        if !graph.is_connected() {
            return impossible;
        }
        // A tour alternates between the colors.
        let colors = graph.two_coloring().unwrap_or_default();
        let trues = colors.iter().filter(|&&color| color).count();
        let difference = 2 * trues as isize - colors.len() as isize;
        if difference.abs() > 1 {
            return impossible;
        }
        let mut may_end: Vec<bool> = match difference {
            0 => alloc::vec![true; n],
            _ => colors.iter().map(|&color| color == (difference > 0)).collect(),
        };
        // A tour goes through one block after the other, and cannot return to an articulation vertex.
        let blocks = graph.blocks();
        let mut blocks_of = alloc::vec![0; n];
        blocks.iter().flatten().for_each(|&v| blocks_of[v as usize] += 1);
        let cuts = |block: &[u32]| block.iter().filter(|&&v| blocks_of[v as usize] > 1).count();
        if blocks_of.iter().any(|&blocks| blocks > 2) || blocks.iter().any(|block| cuts(block) > 2)
        {
            return impossible;
        }
        if blocks.len() > 1 {
            let mut in_last = alloc::vec![false; n];
            for &v in blocks.iter().filter(|block| cuts(block) == 1).flatten() {
                in_last[v as usize] = blocks_of[v as usize] == 1;
            }
            may_end.iter_mut().zip(in_last).for_each(|(may_end, in_last)| *may_end &= in_last);
        }
        Self { may_end, may_be_closed: n > 2 && blocks.len() == 1 && difference == 0 }
    }
}

impl Request<'_> {
    /// Returns whether simple arguments leave a tour possible.
    pub(super) fn is_plausible(&self) -> bool {
        match (self.closed, self.prefix.first()) {
            (true, _) => self.shape.may_be_closed,
            (false, Some(&v)) => self.may_start(v as usize),
            (false, None) => self.shape.may_end.contains(&true),
        }
    }

    /// Returns whether simple arguments leave a tour possible that starts at `v`.
    pub(super) fn may_start(&self, v: usize) -> bool {
        self.closed || self.shape.may_end[v]
    }
}
