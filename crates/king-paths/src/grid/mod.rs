//! Grids of up to 2³² cells: distances and all shortest paths.
//!
//! A [`Grid`] is bit-packed, one bit for each free cell. [`Grid::distances`] is a breadth-first
//! search that processes 64 cells at a time where the map is open and one at a time where it is
//! narrow. [`Grid::shortest_paths`] finds the layers between two sets of cells, from which paths
//! are listed, counted and drawn at random. [`Grid::directions_to`] computes the next step to a
//! goal from every cell. [`Grid::components`] finds connected components, such as rooms.
//! [`Grid::octile_distances`] and [`Grid::octile_path`] measure diagonal steps as √2, exactly; a
//! [`Scenario`] of the MovingAI benchmarks checks such a length.
//!
//! ```
//! use king_paths::grid::{Grid, StepKind};
//!
//! let grid: Grid = "
//!     ..#..
//!     ..#..
//!     .....".parse()?;
//! let paths = grid.shortest_paths(&[(0, 0)], &[(4, 0)], StepKind::King)?;
//! assert_eq!(paths.distance(), Some(4));
//! assert_eq!(paths.path_count(), Ok(1));
//! // Without cutting corners:
//! let paths = grid.shortest_paths(&[(0, 0)], &[(4, 0)], StepKind::NoCornerCut)?;
//! assert_eq!(paths.distance(), Some(6));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Types of grids have the names of those of boards, as [`ShortestPaths`] and
//! [`crate::ShortestPaths`]; write `grid::ShortestPaths` where both are in use.
//!
//! # Queries
//!
//! Each has a form within limits, whose name begins with `try_`.
//!
//! | query | steps |
//! | --- | --- |
//! | [`distances`], [`directions_to`] | those of a [`StepKind`], all of the same length |
//! | [`shortest_paths`], [`components`] | the same |
//! | [`octile_distances`], [`octile_path`] | a king's, diagonals √2 long, by an [`OctileRule`] |
//! | [`octile_planner`] | the same without cut corners, for many queries on one map |
//! | [`cost_distances`] | any [`CostStep`]s, each with a whole cost; cells have no costs |
//!
//! [`distances`]: Grid::distances
//! [`directions_to`]: Grid::directions_to
//! [`shortest_paths`]: Grid::shortest_paths
//! [`components`]: Grid::components
//! [`octile_distances`]: Grid::octile_distances
//! [`octile_path`]: Grid::octile_path
//! [`octile_planner`]: Grid::octile_planner
//! [`cost_distances`]: Grid::cost_distances
//!
//! A cell is a [`Point`] (x, y), column and row from 0, row 0 at the top.
//!
//! # Reading order
//!
//! Read [`Grid`] first (`map`), then `rule` (the steps, for one cell and for 64 at once) and
//! `search` (the breadth-first search, with `tiles` in open maps and `queue` in mazes), whose
//! answer is of `distances`. `directions` and `shortest` are built on it, `components` on the
//! queue:
//!
//! ```text
//! Grid::shortest_paths → search::distances → Tiles::search, then Queue::search in mazes
//!                      → ShortestPaths::add_layers: from the targets back, layer by layer
//! ```
//!
//! `octile` and `costs` search by cost, `jump` searches by cost with distances that are stored, and
//! `scenario` checks lengths of `octile`.

mod components;
mod costs;
mod directions;
mod distances;
mod jump;
mod map;
mod octile;
mod queue;
mod rows;
mod rule;
mod scenario;
mod search;
mod shortest;
mod tiles;

pub use self::costs::{CostDistances, CostStep};
pub use self::directions::Directions;
pub use self::distances::Distances;
pub use self::jump::OctilePlanner;
pub use self::map::{Grid, GridError, MapError, Point};
pub use self::octile::{OctileCost, OctileDistances, OctilePath, OctileRule};
pub use self::rule::StepKind;
pub use self::scenario::{Mismatch, Scenario, ScenarioError};
pub use self::shortest::{CountOverflow, ShortestPaths};
