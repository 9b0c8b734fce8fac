//! Not public: what the tests and benches of the workspace compare. It changes without notice.

pub use crate::dispatch::Simd;
pub use crate::kernel::automaton::Automaton;
pub use crate::kernel::flood::{components as flood, components_peeled as flood_peeled};
pub use crate::kernel::shrink::count as count_shrinking;
