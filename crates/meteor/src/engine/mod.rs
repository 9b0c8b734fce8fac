//! The general solver.
//!
//! # Glossary
//!
//! - **Cell**: cells are numbered in the *order* in which they are filled; the *lowest* free cell has
//!   the smallest number.
//! - **Move**: a piece put on the lowest free cell or, in a packing, this cell left empty.
//! - **Filling**: a set of filled cells that is reached by moves. The moves that can follow do not
//!   depend on the pieces that made it.
//! - **Island**: a region of free cells whose size no pieces add up to. **Islet**: one that is
//!   smaller than all pieces. A filling with an island is **dead**.
//! - **Graph**: all fillings that are reached by moves and lead to the full board. A **step** is a
//!   move from one filling to another.
//! - **Stock**: how often a piece must and can still be used.
//! - **Hand**: a multiset of pieces, packed into a word.
//! - **Family**: hands with numbers of ways. The *front* family of a filling has the ways to make it,
//!   the *back* family the ways to fill the rest.
//! - **Half graph**: the fillings of up to half of the board, for a puzzle that is its own half turn.
//!   The **rests** of a filling are the fillings that, turned, fill its free cells, together with
//!   pieces in **pockets**: beyond the first cell that the turned rest leaves free.
//!
//! Layers from bottom to top: `fallible`, `order`, `stock`, `islands` → `problem` → `fits`,
//! `numbers`, `graph`, `hand` → `builder`, `half_graph`, `families` → `count`, `completions`.
//! Beside these: `share`, `team`, `meter` → `dfs`; `symmetry` → `fixed` → `classes`.

pub(crate) mod any;
pub(crate) mod builder;
pub(crate) mod by_number;
pub(crate) mod classes;
pub(crate) mod completions;
pub(crate) mod count;
pub(crate) mod dfs;
pub(crate) mod failure;
pub(crate) mod fallible;
pub(crate) mod families;
pub(crate) mod fits;
pub(crate) mod fixed;
pub(crate) mod graph;
pub(crate) mod half_graph;
pub(crate) mod hand;
pub(crate) mod islands;
pub(crate) mod meter;
pub(crate) mod numbers;
pub(crate) mod order;
pub(crate) mod problem;
pub(crate) mod share;
pub(crate) mod stock;
pub(crate) mod symmetry;
#[cfg(feature = "parallel")]
pub(crate) mod team;
