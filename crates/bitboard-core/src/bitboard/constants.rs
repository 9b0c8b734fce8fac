//! Sets in constants.

use core::marker::PhantomData;

use super::Bitboard;
use crate::geometry::Geometry;
use crate::wide::Wide;

/// Trait methods are not `const`, so these are written once for each word.
macro_rules! impl_const {
    ($word:ty, $new:ident) => {
        impl<G: Geometry> Bitboard<$word, G> {
            /// The cells whose bits are set, for constants.
            ///
            /// # Panics
            /// If a bit is set that is not a cell; in a constant, that is a compile-time error.
            #[must_use]
            pub const fn $new(bits: $word) -> Self {
                let off_board = bits & !Self::FULL.bits;
                assert!(off_board == 0, "a bit is set that is not a cell of the board");
                Self { bits, geometry: PhantomData }
            }

            /// The cells in this set, in `other`, or in both.
            ///
            /// ```
            /// use bitboard_core::{Bitboard, Chess};
            ///
            /// const CORNERS: Bitboard<u64, Chess> = Bitboard::from_u64(0x81).union(Bitboard::from_u64(0x81 << 56));
            /// assert_eq!(CORNERS.len(), 4);
            /// ```
            #[must_use]
            pub const fn union(self, other: Self) -> Self {
                Self { bits: self.bits | other.bits, geometry: PhantomData }
            }

            /// The cells in both sets.
            ///
            /// ```
            /// use bitboard_core::{Bitboard, Chess};
            ///
            /// const LIGHT: Bitboard<u64, Chess> = Bitboard::from_u64(0x55aa_55aa_55aa_55aa);
            /// const ROW: Bitboard<u64, Chess> = LIGHT.intersection(Bitboard::from_u64(0xff));
            /// assert_eq!(ROW.len(), 4);
            /// ```
            #[must_use]
            pub const fn intersection(self, other: Self) -> Self {
                Self { bits: self.bits & other.bits, geometry: PhantomData }
            }

            /// The cells in this set and not in `other`.
            ///
            /// ```
            /// use bitboard_core::{Bitboard, Chess};
            ///
            /// const ROW: Bitboard<u64, Chess> = Bitboard::from_u64(0xff);
            /// const INNER: Bitboard<u64, Chess> = ROW.difference(Bitboard::from_u64(0x81));
            /// assert_eq!(INNER.len(), 6);
            /// ```
            #[must_use]
            pub const fn difference(self, other: Self) -> Self {
                Self { bits: self.bits & !other.bits, geometry: PhantomData }
            }

            /// The cells in one of the sets and not in the other.
            ///
            /// ```
            /// use bitboard_core::{Bitboard, Chess};
            ///
            /// const COLUMN: Bitboard<u64, Chess> = Bitboard::from_u64(0x0101_0101_0101_0101);
            /// const CROSS: Bitboard<u64, Chess> = COLUMN.symmetric_difference(Bitboard::from_u64(0xff));
            /// assert_eq!(CROSS.len(), 14);
            /// ```
            #[must_use]
            pub const fn symmetric_difference(self, other: Self) -> Self {
                Self { bits: self.bits ^ other.bits, geometry: PhantomData }
            }

            /// The cells of the board that are not in this set.
            ///
            /// ```
            /// use bitboard_core::{Bitboard, Chess};
            ///
            /// const DARK: Bitboard<u64, Chess> = Bitboard::from_u64(0x55aa_55aa_55aa_55aa).complement();
            /// assert!(DARK.contains("a1".parse()?));
            /// # Ok::<(), bitboard_core::CellError>(())
            /// ```
            #[must_use]
            pub const fn complement(self) -> Self {
                Self::FULL.difference(self)
            }
        }
    };
}

impl_const!(u64, from_u64);
impl_const!(u128, from_u128);

impl<const N: usize, G: Geometry> Bitboard<Wide<N>, G> {
    /// The cells whose bits are set, for constants. Limb 0 has the lowest bits.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, Cell, RowMajor, Wide};
    ///
    /// const FIRST_AND_65TH: Bitboard<Wide<4>, RowMajor<15, 15>> = Bitboard::from_limbs([1, 1, 0, 0]);
    /// assert!(FIRST_AND_65TH.contains(Cell::new(4, 4).unwrap()));
    /// ```
    ///
    /// # Panics
    /// If a bit is set that is not a cell; in a constant, that is a compile-time error.
    #[must_use]
    pub const fn from_limbs(limbs: [u64; N]) -> Self {
        let bits = Wide::from_limbs(limbs);
        let cells = bits.intersection(Self::FULL.bits);
        assert!(
            bits.count_ones() == cells.count_ones(),
            "a bit is set that is not a cell of the board"
        );
        Self { bits, geometry: PhantomData }
    }
}
