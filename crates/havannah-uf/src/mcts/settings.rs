//! Options of a search.

/// Options of the search. They are created by `default()` and changed field by field.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Settings {
    /// The weight of the exploration bonus for moves with few visits, at least 0. With RAVE, 0 is best; without
    /// RAVE, start with 0.7.
    pub exploration: f32,
    /// Whether a move also learns from games in which it was played later (RAVE).
    pub rave: bool,
    /// The number of visits at which RAVE has half of the weight, at least 0.
    pub rave_equivalence: f32,
    /// The number of visits after which a node gets children.
    pub expand_after: u32,
    /// The number of nodes of all trees together, 28 bytes each. The moves of the position itself are always listed.
    ///
    /// When a tree grows or advances to another position, its nodes are copied to a larger or smaller list. Both
    /// lists are in memory meanwhile, so the peak is up to 56 bytes for each node.
    pub max_nodes: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            exploration: 0.0,
            rave: true,
            rave_equivalence: 3000.0,
            expand_after: 4,
            max_nodes: 8 << 20,
        }
    }
}

impl Settings {
    /// The settings of one of `trees` trees, with weights that are finite and not negative.
    pub(super) fn for_one_of(self, trees: usize) -> Self {
        let weight = |weight: f32| if weight.is_nan() { 0.0 } else { weight.clamp(0.0, 1e9) };
        Self {
            exploration: weight(self.exploration),
            rave_equivalence: weight(self.rave_equivalence),
            max_nodes: self.max_nodes / trees,
            ..self
        }
    }
}
