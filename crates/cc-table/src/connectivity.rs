/// Which cells touch.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Connectivity {
    /// Those with a common edge.
    Four,
    /// Those with a common edge or corner.
    Eight,
}
