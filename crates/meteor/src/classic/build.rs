//! Builds the graph.

use super::graph::Graph;
use super::pockets::Pockets;
use super::search::Search;

impl Graph {
    /// Builds the graph from the walks of the pieces.
    #[must_use]
    pub fn new() -> Self {
        let mut search = Search::new();
        let mut graph = search.graph();
        let pockets = Pockets::new(&search, &graph);
        for front in 0..graph.halves.len() {
            if graph.halves[front].last > 0 {
                search.add_couple(front as u16, &mut graph);
                pockets.add_couple(front as u16, &mut graph);
            }
        }
        graph
    }
}

impl Default for Graph {
    fn default() -> Self {
        Self::new()
    }
}
