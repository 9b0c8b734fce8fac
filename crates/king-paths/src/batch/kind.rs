use core::fmt;
use core::str::FromStr;

/// How to step. Each kind has a name: `king`, `wazir`, `ferz`, `knight`, `queen_slide`, `rook_slide`, `bishop_slide`,
/// `king_nocut`.
///
/// ```
/// use king_paths::batch::Kind;
///
/// assert_eq!("queen_slide".parse(), Ok(Kind::QueenSlide));
/// assert_eq!(Kind::KingNoCut.to_string(), "king_nocut");
/// assert!("pawn".parse::<Kind>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// To all eight neighbours.
    King,
    /// Across edges.
    Wazir,
    /// Across corners.
    Ferz,
    /// The knight's leaps.
    Knight,
    /// Any distance along ranks, files and diagonals.
    QueenSlide,
    /// Any distance along ranks and files.
    RookSlide,
    /// Any distance along diagonals.
    BishopSlide,
    /// A king that does not cut corners: [`NoCornerCut`](bitboard_core::NoCornerCut).
    KingNoCut,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::King,
        Self::Wazir,
        Self::Ferz,
        Self::Knight,
        Self::QueenSlide,
        Self::RookSlide,
        Self::BishopSlide,
        Self::KingNoCut,
    ];

    /// Its name, in small letters.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::King => "king",
            Self::Wazir => "wazir",
            Self::Ferz => "ferz",
            Self::Knight => "knight",
            Self::QueenSlide => "queen_slide",
            Self::RookSlide => "rook_slide",
            Self::BishopSlide => "bishop_slide",
            Self::KingNoCut => "king_nocut",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The word is the name of no [`Kind`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "no kind of step: they are king, wazir, ferz, knight, queen_slide, rook_slide, bishop_slide and king_nocut"
)]
pub struct UnknownKind;

impl FromStr for Kind {
    type Err = UnknownKind;

    fn from_str(name: &str) -> Result<Self, UnknownKind> {
        Self::ALL.into_iter().find(|kind| kind.name() == name).ok_or(UnknownKind)
    }
}
