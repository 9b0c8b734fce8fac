//! Grids of up to 2³² cells: distances and all shortest paths.
//!
//! A [`Grid`] is bit-packed, one bit for each free cell. [`Grid::distances`] is a breadth-first
//! search that processes 64 cells at a time where the map is open and one at a time where it is
//! narrow. [`Grid::shortest_paths`] finds the layers between two sets of cells, from which paths
//! are listed, counted and drawn at random. [`Grid::octile_distances`] and [`Grid::octile_path`]
//! measure diagonal steps as √2, exactly. A [`CostMap`] has costs of cells. [`Distances`] are the
//! answer of searches from a set of cells to all others: numbers, next steps to the set where the
//! search began, paths. A [`Volume`] is a grid in space.
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
//! Searches have a form within limits, whose name begins with `try_`. What follows from a finished
//! search has one form.
//!
//! | query | steps |
//! | --- | --- |
//! | [`distances`], [`shortest_paths`] | those of a [`StepKind`], of equal length |
//! | [`octile_distances`], [`octile_path`] | diagonals √2 long |
//! | [`octile_planner`] | the same without cut corners, for many queries on one map |
//! | [`CostMap::distances`], [`CostMap::octile_distances`] | as long as the cells entered cost, to all cells or for agents on the way to goals |
//! | [`CostMap::path`] | one cheapest path |
//! | [`Volume::distances`] | in space, to 6, 18 or 26 neighbors |
//!
//! They also answer for maps with walls between cells and one-way steps ([`Grid::set_wall`],
//! [`Grid::set_step`], [`Grid::set_steps`]), except for the planner and volumes, and for agents
//! that are larger than a cell ([`Grid::for_agent`]).
//!
//! [`distances`]: Grid::distances
//! [`shortest_paths`]: Grid::shortest_paths
//! [`octile_distances`]: Grid::octile_distances
//! [`octile_path`]: Grid::octile_path
//! [`octile_planner`]: Grid::octile_planner
//!
//! A cell is a [`Point`] (x, y), column and row from 0, row 0 at the top.
//!
//! # Ties
//!
//! A single path is the **straightest** of all shortest paths: one with the fewest diagonal steps,
//! of these one with the fewest turns. If there are still several, the path takes, at the first
//! step where they differ, the cell that is nearest to the straight line between its ends, then the
//! first one in the order of rows. Of several cells where it can begin, it takes the first one.
//! This holds for [`ShortestPaths::path`], [`Distances::path_to`] and [`octile_path`]. A single
//! step, [`Distances::next_cell`], is chosen from the cells around, and [`OctilePlanner`] does not
//! visit all shortest paths: it takes diagonal steps first.
//!
//! # Reading order
//!
//! Read [`Grid`] first (`map`, whose cells are rows of `bits`, and whose sizes are checked by
//! `size`), then `rule` (the steps, for one cell and for 64 at once), `distances` (the answer) and
//! `search` (the breadth-first search, with `tiles` in open maps and `queue` in mazes). `shortest`
//! is built on it:
//!
//! ```text
//! Grid::shortest_paths → search::distances → Tiles::search, then Queue::search in mazes
//!                      → ShortestPaths::add_layers: from the targets back, layer by layer
//! ```
//!
//! `paths` has the answers that follow from the layers. `straight` finds the straightest path and
//! counts paths, `repair` updates the distances of a changed map. `costs` searches by cost, among
//! them the lengths of `octile`, `jump` with distances that are stored. `legend` reads the maps of
//! games. `walls` has the closed steps between cells, which `closed` sets, `neighbors` those that
//! are left. `agent` makes the map of the places of a large agent, `volume` that of the planes of a
//! volume.

mod agent;
mod bits;
mod closed;
mod costs;
mod distances;
mod ends;
mod jump;
mod legend;
mod map;
mod neighbors;
mod octile;
mod paths;
mod queue;
mod repair;
mod rule;
mod search;
mod shortest;
mod size;
mod straight;
mod tiles;
mod volume;
mod walls;

pub use self::costs::{CostMap, CostPath};
pub use self::distances::{Cost, CountOverflow, Distances};
pub use self::ends::Ends;
pub use self::jump::OctilePlanner;
pub use self::legend::Legend;
pub use self::map::{Grid, MapError};
pub use self::octile::{OctileCost, OctilePath};
pub use self::paths::Counts;
pub use self::rule::StepKind;
pub use self::shortest::ShortestPaths;
pub use self::size::{GridError, Point, Voxel};
pub use self::volume::{SpaceStep, Volume, VolumeDistances};
