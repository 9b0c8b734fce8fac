//! Chess: squares where a king may walk, squares that pawns can attack.
//!
//! The squares of a walk are those that the enemy does not attack; the walk itself is a flood
//! through them, or the shortest paths within them. The squares of pawns are floods by their steps.

use bitboard_core::{Bitboard, Geometry, Slides, Steps, Word};

/// A side. White's pawns move towards higher rows, Black's towards lower ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Color {
    /// Pawns go up.
    White,
    /// Pawns go down.
    Black,
}

impl Color {
    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// The steps of pawns straight on, by one square.
    const fn pushes<G: Geometry>(self) -> Steps<G> {
        match self {
            Self::White => Steps::WHITE_PAWN_PUSHES,
            Self::Black => Steps::BLACK_PAWN_PUSHES,
        }
    }

    /// Pushes and captures.
    const fn moves<G: Geometry>(self) -> Steps<G> {
        match self {
            Self::White => Steps::from_offsets(&[(-1, 1), (0, 1), (1, 1)]),
            Self::Black => Steps::from_offsets(&[(-1, -1), (0, -1), (1, -1)]),
        }
    }

    /// The steps by which pawns attack.
    const fn captures<G: Geometry>(self) -> Steps<G> {
        match self {
            Self::White => Steps::WHITE_PAWN_CAPTURES,
            Self::Black => Steps::BLACK_PAWN_CAPTURES,
        }
    }
}

/// The pieces of one side, on any board of squares.
///
/// ```
/// use king_paths::bitboard_core::{Bitboard, Cell, Chess};
/// use king_paths::chess::{Color, Pieces};
///
/// let white = Pieces::<u64, Chess> { kings: Cell::E1.into(), ..Pieces::new(Color::White) };
/// assert_eq!(white.all(), Bitboard::from(Cell::E1));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = ""))]
#[expect(missing_docs, reason = "the names say all")]
pub struct Pieces<W: Word, G: Geometry> {
    pub color: Color,
    pub pawns: Bitboard<W, G>,
    pub knights: Bitboard<W, G>,
    pub bishops: Bitboard<W, G>,
    pub rooks: Bitboard<W, G>,
    pub queens: Bitboard<W, G>,
    pub kings: Bitboard<W, G>,
}

impl<W: Word, G: Geometry> Pieces<W, G> {
    /// No pieces.
    #[must_use]
    pub const fn new(color: Color) -> Self {
        let none = Bitboard::EMPTY;
        Self {
            color,
            pawns: none,
            knights: none,
            bishops: none,
            rooks: none,
            queens: none,
            kings: none,
        }
    }

    /// The squares of all pieces.
    #[must_use]
    pub fn all(&self) -> Bitboard<W, G> {
        self.pawns | self.knights | self.bishops | self.rooks | self.queens | self.kings
    }

    /// The squares that these pieces attack when `occupied` squares stop the sliding ones. The
    /// squares of protected pieces are attacked too.
    ///
    /// ```
    /// use king_paths::bitboard_core::{Bitboard, Cell, Chess};
    /// use king_paths::chess::{Color, Pieces};
    ///
    /// type Board = Bitboard<u64, Chess>;
    /// let white = Pieces { knights: Cell::B1.into(), ..Pieces::<u64, Chess>::new(Color::White) };
    /// assert_eq!(white.attacks(Board::EMPTY), Board::from_names("a3 c3 d2")?);
    /// # Ok::<(), bitboard_core::NamesError>(())
    /// ```
    #[must_use]
    pub fn attacks(&self, occupied: Bitboard<W, G>) -> Bitboard<W, G> {
        self.pawns.neighbors(&self.color.captures())
            | self.knights.neighbors(&Steps::KNIGHT)
            | self.kings.neighbors(&Steps::KING)
            | (self.bishops | self.queens).attacks(occupied, &Slides::BISHOP)
            | (self.rooks | self.queens).attacks(occupied, &Slides::ROOK)
    }
}

/// The squares on which a king may stand while the enemy does not move: not those of its `friends`,
/// and not those that the enemy attacks. Squares of unprotected enemy pieces, which the king may
/// take, are included. The king does not stop attacks, because it moves out of the way: it is not
/// in `friends`.
///
/// Find king walks [within](crate::shortest_paths) these squares. The enemy's attacks are those of
/// the given position: a piece that the king takes on the way does not open lines.
///
/// ```
/// use king_paths::bitboard_core::{Bitboard, Cell, Chess, Steps};
/// use king_paths::chess::{Color, Pieces, safe_squares};
/// use king_paths::shortest_paths;
///
/// type Board = Bitboard<u64, Chess>;
/// // A rook on d4 divides the board but for its own square, which is not protected.
/// let enemy = Pieces { rooks: Cell::D4.into(), ..Pieces::new(Color::Black) };
/// let safe = safe_squares(Board::EMPTY, &enemy);
/// assert_eq!(safe.to_string(), "\
/// X X X . X X X X
/// X X X . X X X X
/// X X X . X X X X
/// X X X . X X X X
/// . . . X . . . .
/// X X X . X X X X
/// X X X . X X X X
/// X X X . X X X X");
/// let walks = shortest_paths(Cell::A1, Cell::H8, safe, &Steps::KING);
/// assert_eq!(walks.must_pass(), Board::from_names("a1 b2 c3 d4 e5 f6 g7 h8")?);
/// # Ok::<(), bitboard_core::NamesError>(())
/// ```
#[must_use]
pub fn safe_squares<W: Word, G: Geometry>(
    friends: Bitboard<W, G>,
    enemy: &Pieces<W, G>,
) -> Bitboard<W, G> {
    !(friends | enemy.attacks(friends | enemy.all()))
}

/// The squares that a king on `king` can reach while the enemy does not move, its own square
/// included even if it is in check there. `friends` are the other pieces of its side.
///
/// ```
/// use king_paths::bitboard_core::{Bitboard, Cell, Chess};
/// use king_paths::chess::{Color, Pieces, king_walk};
///
/// type Board = Bitboard<u64, Chess>;
/// let enemy = Pieces { rooks: Board::row(2), ..Pieces::new(Color::Black) };
/// assert_eq!(king_walk(Cell::A1, Board::EMPTY, &enemy).single(), Some(Cell::A1));
/// ```
#[must_use]
pub fn king_walk<W: Word, G: Geometry>(
    king: impl Into<Bitboard<W, G>>,
    friends: Bitboard<W, G>,
    enemy: &Pieces<W, G>,
) -> Bitboard<W, G> {
    let king = king.into();
    king.flood(safe_squares(friends, enemy) | king, &Steps::KING)
}

/// Returns whether the enemy has a fortress against the king: whether it can *never* reach one of
/// the `targets` while the enemy does not move. `friends` are the other pieces of its side.
///
/// ```
/// use king_paths::bitboard_core::{Bitboard, Cell, Chess};
/// use king_paths::chess::{Color, Pieces, is_fortress};
///
/// // The rooks protect each other.
/// let rooks = Bitboard::<u64, Chess>::from(Cell::H4) | Cell::H5;
/// let enemy = Pieces { rooks, ..Pieces::new(Color::Black) };
/// assert!(is_fortress(Cell::E1, Cell::E8, Bitboard::EMPTY, &enemy));
/// assert!(!is_fortress(Cell::E1, Cell::A3, Bitboard::EMPTY, &enemy));
/// ```
#[must_use]
pub fn is_fortress<W: Word, G: Geometry>(
    king: impl Into<Bitboard<W, G>>,
    targets: impl Into<Bitboard<W, G>>,
    friends: Bitboard<W, G>,
    enemy: &Pieces<W, G>,
) -> bool {
    king_walk(king, friends, enemy).is_disjoint(targets.into())
}

/// The squares that `pawns` attack or could attack after advancing straight: their attack spans.
///
/// ```
/// use king_paths::bitboard_core::{Bitboard, Cell, Chess};
/// use king_paths::chess::{Color, attack_spans};
///
/// let spans: Bitboard<u64, Chess> = attack_spans(Cell::E4, Color::White);
/// assert_eq!(spans.to_string(), "\
/// . . . X . X . .
/// . . . X . X . .
/// . . . X . X . .
/// . . . X . X . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .");
/// ```
#[must_use]
pub fn attack_spans<W: Word, G: Geometry>(
    pawns: impl Into<Bitboard<W, G>>,
    color: Color,
) -> Bitboard<W, G> {
    pawns.into().flood(Bitboard::FULL, &color.pushes()).neighbors(&color.captures())
}

/// The squares that `pawns` attack or could ever attack, going straight on and capturing.
///
/// ```
/// use king_paths::bitboard_core::{Bitboard, Cell, Chess};
/// use king_paths::chess::{Color, attack_cones};
///
/// let cones: Bitboard<u64, Chess> = attack_cones(Cell::E4, Color::White);
/// assert_eq!(cones.to_string(), "\
/// X X X X X X X X
/// . X X X X X X X
/// . . X X X X X .
/// . . . X . X . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .");
/// ```
#[must_use]
pub fn attack_cones<W: Word, G: Geometry>(
    pawns: impl Into<Bitboard<W, G>>,
    color: Color,
) -> Bitboard<W, G> {
    pawns.into().flood(Bitboard::FULL, &color.moves()).neighbors(&color.captures())
}

/// The squares of outposts of the side `color`: those that no pawn of `enemy` can ever attack. They
/// are outside all [attack cones](attack_cones) of these pawns, as Westcott describes them.
///
/// ```
/// use king_paths::bitboard_core::{Bitboard, Cell, Chess};
/// use king_paths::chess::{Color, outposts};
///
/// let posts: Bitboard<u64, Chess> = outposts(Cell::C7, Color::White);
/// assert_eq!(posts.to_string(), "\
/// X X X X X X X X
/// X X X X X X X X
/// X . X . X X X X
/// . . . . . X X X
/// . . . . . . X X
/// . . . . . . . X
/// . . . . . . . .
/// . . . . . . . .");
/// ```
#[must_use]
pub fn outposts<W: Word, G: Geometry>(
    enemy: impl Into<Bitboard<W, G>>,
    color: Color,
) -> Bitboard<W, G> {
    !attack_cones(enemy, color.other())
}

/// The squares that a pawn of `own` protects and that no pawn of `enemy` can attack by moving
/// straight on. `color` is the color of `own`.
///
/// These are the outposts of chess books. An enemy pawn may still reach them if it captures on its
/// way; intersect with [`outposts`] to exclude that.
///
/// ```
/// use king_paths::bitboard_core::{Bitboard, Cell, Chess};
/// use king_paths::chess::{Color, protected_outposts};
///
/// let posts: Bitboard<u64, Chess> = protected_outposts(Cell::E4, Cell::C7, Color::White);
/// assert_eq!(posts.single(), Some(Cell::F5));
/// ```
#[must_use]
pub fn protected_outposts<W: Word, G: Geometry>(
    own: impl Into<Bitboard<W, G>>,
    enemy: impl Into<Bitboard<W, G>>,
    color: Color,
) -> Bitboard<W, G> {
    own.into().neighbors(&color.captures()) - attack_spans(enemy, color.other())
}
