//! Sets as numbers.

use core::fmt;

use crate::bitboard::Bitboard;
use crate::bits::Word;
use crate::geometry::Geometry;

macro_rules! impl_format {
    ($trait:ident) => {
        impl<W: Word, G: Geometry> fmt::$trait for Bitboard<W, G> {
            /// The bits as a number.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::$trait::fmt(&self.bits(), f)
            }
        }
    };
}

impl_format!(LowerHex);
impl_format!(UpperHex);
impl_format!(Binary);
