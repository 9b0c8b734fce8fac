//! A board of the smallest size that fits.

use alloc::boxed::Box;

use super::board::Board;
use crate::hex::Hex;
use crate::player::Player;

/// The smallest base.
pub(crate) const MIN_BASE: u32 = 2;
/// The largest base.
pub(crate) const MAX_BASE: u32 = 64;

/// Bases 2 to 4.
pub(crate) type Board8 = Board<8, 64, 83>;
/// Base 5.
pub(crate) type Board10 = Board<10, 128, 151>;
/// Bases 6 to 8.
pub(crate) type Board16 = Board<16, 256, 291>;
/// Bases 9 to 11.
pub(crate) type Board22 = Board<22, 512, 559>;
/// Bases 12 to 16.
pub(crate) type Board32 = Board<32, 1024, 1091>;
/// Bases 17 to 22.
pub(crate) type Board45 = Board<45, 2048, 2141>;
/// Bases 23 to 32.
pub(crate) type Board64 = Board<64, 4096, 4227>;
/// Bases 33 to 64.
pub(crate) type Board128 = Board<128, 16384, 16643>;

/// A board, by the distance between its rows.
#[derive(Clone, Debug)]
pub(crate) enum Boards {
    By8(Box<Board8>),
    By10(Box<Board10>),
    By16(Box<Board16>),
    By22(Box<Board22>),
    By32(Box<Board32>),
    By45(Box<Board45>),
    By64(Box<Board64>),
    By128(Box<Board128>),
}

/// Evaluates an expression for the board of any size.
macro_rules! with_board {
    ($boards:expr, $board:ident => $body:expr) => {
        match $boards {
            $crate::dense::boards::Boards::By8($board) => $body,
            $crate::dense::boards::Boards::By10($board) => $body,
            $crate::dense::boards::Boards::By16($board) => $body,
            $crate::dense::boards::Boards::By22($board) => $body,
            $crate::dense::boards::Boards::By32($board) => $body,
            $crate::dense::boards::Boards::By45($board) => $body,
            $crate::dense::boards::Boards::By64($board) => $body,
            $crate::dense::boards::Boards::By128($board) => $body,
        }
    };
}
pub(crate) use with_board;

impl Boards {
    /// The smallest board that holds a base of at most 64.
    pub(crate) fn new(base: u32) -> Self {
        match base {
            0..=4 => Self::By8(Board8::new(base)),
            5 => Self::By10(Board10::new(base)),
            6..=8 => Self::By16(Board16::new(base)),
            9..=11 => Self::By22(Board22::new(base)),
            12..=16 => Self::By32(Board32::new(base)),
            17..=22 => Self::By45(Board45::new(base)),
            23..=32 => Self::By64(Board64::new(base)),
            _ => Self::By128(Board128::new(base)),
        }
    }

    /// The stone on a cell of the board.
    #[inline]
    pub(crate) fn stone(&self, cell: Hex) -> Option<Player> {
        with_board!(self, board => board.stone(board.point(cell)))
    }
}
