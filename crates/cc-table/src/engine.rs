//! Not public: the algorithms that the tests and benches of the workspace compare. May change at any time.

pub use crate::dispatch::Simd;
pub use crate::kernel::automaton::Automaton;
pub use crate::kernel::flood::{components as flood, components_peeled as flood_peeled};
pub use crate::kernel::shrink::count as count_shrinking;
