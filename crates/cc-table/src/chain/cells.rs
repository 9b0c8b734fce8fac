//! The layout of the cells of a field.

use bitboard_core::{Bitboard, Geometry, Lattice, Wide};

/// Columns of a field.
pub const COLUMNS: usize = 6;
/// Rows in which blocks vanish, without the hidden one.
pub const ROWS: usize = 12;
/// The row above them, counted from the bottom.
pub const HIDDEN_ROW: usize = ROWS;

/// The distance between the bits of neighbors in a row. Three bits above each column are free: they
/// keep columns apart.
pub(super) const COLUMN: usize = 16;
/// All cells, with the hidden row.
pub(super) const ALL: u128 = 0x1fff_1fff_1fff_1fff_1fff_1fff;
/// The cells of a column in which blocks vanish.
pub(super) const VISIBLE_COLUMN: u16 = 0x0fff;
/// The cells in which blocks vanish.
pub(super) const VISIBLE: u128 = 0x0fff_0fff_0fff_0fff_0fff_0fff;

/// The geometry of a field, 6 columns of 13 rows: bit = 16·x + y, y from the bottom.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Shape;

impl Geometry for Shape {
    const LATTICE: Lattice = Lattice::Square;
    const WIDTH: usize = COLUMNS;
    const HEIGHT: usize = HIDDEN_ROW + 1;
    const X_STRIDE: u32 = COLUMN as u32;
    const Y_STRIDE: u32 = 1;
    const MASK: Wide<8> = Wide::from_u128(ALL);
    const UP: bool = true;
}

/// A set of cells of a field, with the hidden row on top.
pub type Cells = Bitboard<u128, Shape>;
