//! The native part of the Python package `boardbits`. Each function converts its arguments, calls a
//! crate without the interpreter's lock, and converts the result.
//!
//! Read `array` (arrays from NumPy), `number` (integers) and `query` (limits and Ctrl-C) first; each
//! other module is a part of the package and uses these three only, except that `label`, `regions` and `tiles` fill the
//! tables of `properties`, `values` and `tiles` share the labeler of `label`, `clean` and `regions`
//! the types of `values`, and `clean` and `values` the order of `label`.

mod array;
mod clean;
mod connect4;
mod graph;
mod havannah;
mod label;
mod number;
mod paths;
mod polyform;
mod properties;
mod query;
mod regions;
mod tiles;
mod values;

use pyo3::prelude::*;

/// The native part of `boardbits`.
#[pymodule(gil_used = false)]
mod _boardbits {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::clean::{contact_areas, contacts, fill_holes, keep};
    #[pymodule_export]
    use super::graph::label_graph;
    #[pymodule_export]
    use super::label::{count, label};
    #[pymodule_export]
    use super::properties::components;
    #[pymodule_export]
    use super::regions::{find_objects, join_chunks, measure_chunk, regions};
    #[pymodule_export]
    use super::values::label_counted;

    /// The version of the package.
    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "the name in Python")]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    /// Connect 4.
    #[pymodule]
    mod connect4 {
        #[pymodule_export]
        use crate::connect4::{Book, Position, Solver};
    }

    /// Shortest paths and tours.
    #[pymodule]
    mod paths {
        #[pymodule_export]
        use crate::paths::{Field, Map, SpaceField};
    }

    /// Polyform puzzles.
    #[pymodule]
    mod polyform {
        use pyo3::prelude::*;

        #[pymodule_export]
        use crate::polyform::{Index, Puzzle, Solution, Solutions, cells_of, piece, pieces_of};

        #[pymodule_init]
        fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
            module.add("PRESETS", crate::polyform::preset_names())
        }
    }

    /// Havannah.
    #[pymodule]
    mod havannah {
        #[pymodule_export]
        use crate::havannah::{Game, Mcts, Solver};
    }

    /// Tiles of large images.
    #[pymodule]
    mod tiles {
        #[pymodule_export]
        use crate::tiles::{is_tile, join, paint, tile};
    }
}
