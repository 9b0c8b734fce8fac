//! The requested kind of tour.

use alloc::vec::Vec;

use super::graph::Graph;

/// A kind of tour of a graph.
#[derive(Clone, Copy)]
pub(super) struct Request<'a> {
    pub(super) graph: &'a Graph,
    /// Whether the last cell must be adjacent to the first.
    pub(super) closed: bool,
    /// The first cells of the tour.
    pub(super) prefix: &'a [u32],
    /// The color of each vertex, if neighbors can have different colors.
    pub(super) colors: Option<&'a Vec<bool>>,
}

impl Request<'_> {
    /// Returns whether simple arguments leave a tour possible: connection, degrees, colors.
    pub(super) fn is_plausible(&self) -> bool {
        let n = self.graph.len();
        if n == 0 || (self.closed && n < 3) || !self.graph.is_connected() {
            return false;
        }
        let ends = (0..n).filter(|&v| self.graph.of(v).count() < 2).count();
        if ends > if self.closed { 0 } else { 2 } {
            return false;
        }
        match (self.difference(), self.closed) {
            (None, _) => true,
            (Some(difference), true) => difference == 0,
            (Some(difference), false) => {
                difference.abs() <= 1
                    && self.prefix.first().is_none_or(|&v| self.may_start(v as usize))
            }
        }
    }

    /// Returns whether the colors allow a tour that starts at `v`.
    pub(super) fn may_start(&self, v: usize) -> bool {
        match (self.colors, self.difference()) {
            (Some(colors), Some(difference)) if difference != 0 && !self.closed => {
                colors[v] == (difference > 0)
            }
            _ => true,
        }
    }

    /// The number of vertices with color `true` less those with color `false`.
    fn difference(&self) -> Option<isize> {
        let of = |color: bool| if color { 1 } else { -1 };
        Some(self.colors?.iter().map(|&color| of(color)).sum())
    }
}
