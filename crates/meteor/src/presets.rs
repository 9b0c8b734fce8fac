//! Ready puzzles: classics with their published numbers of solutions, and sets of pieces.
//!
//! | name | solutions | up to symmetry |
//! | --- | --- | --- |
//! | `meteor` | 2,098 | 1,049 |
//! | `pentominoes-6x10` | 9,356 | 2,339 |
//! | `pentominoes-5x12` | 4,040 | 1,010 |
//! | `pentominoes-4x15` | 1,472 | 368 |
//! | `pentominoes-3x20` | 8 | 2 |
//! | `pentominoes-8x8-hole` | 520 | 65 |
//! | `pentominoes-8x8-corners` | 17,360 | 2,170 |
//! | `hexiamonds-6x6` | 624 | 156 |
//! | `hexiamonds-4x9` | 148 | 74 |
//! | `tetrahexes-4x7-parallelogram` | 18 | 9 |
//! | `dominoes-8x8` | 12,988,816 | |
//!
//! Each text says where its numbers come from. Where only the number up to symmetry was published, the other was counted by this crate; for these boards
//! it is that number times the symmetries of the board.

use alloc::string::ToString;
use alloc::vec::Vec;

use crate::polyform::file::PuzzleFile;
use crate::polyform::grid::Grid;
use crate::polyform::piece::Piece;
use crate::polyform::puzzle::Puzzle;

/// A ready puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ready {
    /// Its name.
    pub name: &'static str,
    /// The text of the [puzzle file](crate::polyform::file).
    pub text: &'static str,
}

impl Ready {
    /// The puzzle and what is known about it.
    ///
    /// # Panics
    /// Never: the texts are part of the crate and tested.
    #[must_use]
    pub fn file(&self) -> PuzzleFile {
        self.text.parse().expect("ready puzzles are right")
    }

    /// The puzzle.
    #[must_use]
    pub fn puzzle(&self) -> Puzzle {
        self.file().puzzle
    }
}

macro_rules! ready {
    ($($name:literal)*) => {
        /// All ready puzzles.
        pub const ALL: &[Ready] = &[$(Ready {
            name: $name,
            text: include_str!(concat!("../../puzzles/", $name, ".puzzle")),
        }),*];
    };
}

ready! {
    "meteor"
    "pentominoes-6x10"
    "pentominoes-5x12"
    "pentominoes-4x15"
    "pentominoes-3x20"
    "pentominoes-8x8-hole"
    "pentominoes-8x8-corners"
    "hexiamonds-6x6"
    "hexiamonds-4x9"
    "tetrahexes-4x7-parallelogram"
    "dominoes-8x8"
}

/// The ready puzzle of that name.
#[must_use]
pub fn find(name: &str) -> Option<Ready> {
    ALL.iter().copied().find(|ready| ready.name == name)
}

/// The pieces of a set, once each, and whether they are made for this grid; `None` if there is no such set.
///
/// Sets are `tetrominoes`, `pentominoes`, `hexiamonds`, `tetrahexes` and `pentahexes`: all free polyforms of that many cells.
#[must_use]
pub fn set(name: &str, grid: Grid) -> Option<(bool, Vec<Piece>)> {
    let hexagons = [Grid::OffsetHexagon, Grid::AxialHexagon];
    let (text, grids): (&str, &[Grid]) = match name {
        "tetrominoes" => (include_str!("sets/tetrominoes.txt"), &[Grid::Square]),
        "pentominoes" => (include_str!("sets/pentominoes.txt"), &[Grid::Square]),
        "hexiamonds" => (include_str!("sets/hexiamonds.txt"), &[Grid::Triangle]),
        "tetrahexes" => (include_str!("sets/tetrahexes.txt"), &hexagons),
        "pentahexes" => (include_str!("sets/pentahexes.txt"), &hexagons),
        _ => return None,
    };
    let piece = |line: &str| {
        let mut words = line.split_whitespace();
        Piece::from_walk(words.next()?.to_string(), grid, words).ok()
    };
    Some((grids.contains(&grid), text.lines().filter_map(piece).collect()))
}
