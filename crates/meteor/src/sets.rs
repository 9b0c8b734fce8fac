//! Sets of pieces.

use alloc::vec::Vec;

use crate::error::PuzzleError;
use crate::grid::Grid;
use crate::piece::Piece;

/// The pieces of a set, one copy of each.
///
/// The sets are `tetrominoes`, `pentominoes`, `hexiamonds`, `tetrahexes` and `pentahexes`: all free
/// polyforms of this number of cells.
///
/// ```
/// use meteor::{Grid, presets};
///
/// let pieces = presets::pieces("pentominoes", Grid::Square)?;
/// assert_eq!(pieces.len(), 12);
/// assert!(presets::pieces("hexiamonds", Grid::Square).is_err());
/// # Ok::<(), meteor::PuzzleError>(())
/// ```
///
/// # Errors
/// If the set does not exist or is for another grid.
pub fn pieces(set: &str, grid: Grid) -> Result<Vec<Piece>, PuzzleError> {
    let hexagons = [Grid::OffsetHexagon, Grid::AxialHexagon];
    let (text, grids): (&str, &[Grid]) = match set {
        "tetrominoes" => (include_str!("sets/tetrominoes.txt"), &[Grid::Square]),
        "pentominoes" => (include_str!("sets/pentominoes.txt"), &[Grid::Square]),
        "hexiamonds" => (include_str!("sets/hexiamonds.txt"), &[Grid::Triangle]),
        "tetrahexes" => (include_str!("sets/tetrahexes.txt"), &hexagons),
        "pentahexes" => (include_str!("sets/pentahexes.txt"), &hexagons),
        _ => return Err(PuzzleError::UnknownSet { name: set.into() }),
    };
    if !grids.contains(&grid) {
        return Err(PuzzleError::SetOfOtherGrid { name: set.into(), grid });
    }
    let piece = |line: &str| {
        let (name, walk) = line.split_once(' ').unwrap_or((line, ""));
        Piece::from_walk(name, grid, walk.split_whitespace())
    };
    text.lines().map(piece).collect()
}
