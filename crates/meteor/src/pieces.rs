//! The ten pieces.

/// The six directions, counter-clockwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Direction {
    East,
    NorthEast,
    NorthWest,
    West,
    SouthWest,
    SouthEast,
}

use Direction::{East, NorthEast, NorthWest, SouthEast, SouthWest, West};

/// A piece of the Meteor puzzle: five hexagons, given by a walk from the first to the others.
#[derive(Clone, Copy, Debug)]
pub struct Piece {
    walk: &'static [Direction],
}

/// The pieces of the puzzle as the Computer Language Benchmarks Game numbers them, 0 to 9.
pub const PIECES: [Piece; 10] = [
    Piece { walk: &[East, East, East, SouthEast] },
    Piece { walk: &[SouthEast, SouthWest, West, SouthWest] },
    Piece { walk: &[West, West, SouthWest, SouthEast] },
    Piece { walk: &[East, East, SouthWest, SouthEast] },
    Piece { walk: &[NorthWest, West, NorthWest, SouthEast, SouthWest] },
    Piece { walk: &[East, East, NorthEast, West] },
    Piece { walk: &[NorthWest, NorthEast, NorthEast, West] },
    Piece { walk: &[NorthEast, SouthEast, East, NorthEast] },
    Piece { walk: &[SouthEast, SouthEast, East, SouthEast] },
    Piece { walk: &[East, NorthWest, NorthWest, NorthWest] },
];

/// How many cells a piece has.
const CELLS: usize = 5;

impl Piece {
    /// The cells of the piece turned by `turns` sixths counter-clockwise and reflected first if
    /// `flipped`, in axial coordinates about its first cell: (1, 0) is east, (0, 1) south-west.
    pub(crate) fn cells(self, turns: usize, flipped: bool) -> [(i32, i32); CELLS] {
        let (mut cells, mut count, mut at) = ([(0, 0); CELLS], 1, (0, 0));
        for &direction in self.walk {
            let direction = direction as usize;
            let turned = if flipped { 6 - direction } else { direction };
            let (dq, dr) =
                [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)][(turned + turns) % 6];
            at = (at.0 + dq, at.1 + dr);
            if !cells[..count].contains(&at) {
                cells[count] = at;
                count += 1;
            }
        }
        debug_assert_eq!(count, CELLS);
        cells
    }
}
