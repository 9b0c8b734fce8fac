//! Questions that chess asks: where a king may walk, what pawns can ever attack.

use bitboard_core::{Bitboard, Geometry, Slides, Steps, Word};

use crate::reach::{is_connected, reachable};

/// Which way pawns go: White towards higher rows, Black towards lower ones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Colour {
    /// Pawns go up.
    White,
    /// Pawns go down.
    Black,
}

impl Colour {
    /// The other one.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    const fn pushes<G: Geometry>(self) -> Steps<G> {
        match self {
            Self::White => Steps::WHITE_PAWN_PUSHES,
            Self::Black => Steps::BLACK_PAWN_PUSHES,
        }
    }

    const fn captures<G: Geometry>(self) -> Steps<G> {
        match self {
            Self::White => Steps::WHITE_PAWN_CAPTURES,
            Self::Black => Steps::BLACK_PAWN_CAPTURES,
        }
    }
}

/// The pieces of one side, on any board of squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say all")]
pub struct Army<W: Word, G: Geometry> {
    pub colour: Colour,
    pub pawns: Bitboard<W, G>,
    pub knights: Bitboard<W, G>,
    pub bishops: Bitboard<W, G>,
    pub rooks: Bitboard<W, G>,
    pub queens: Bitboard<W, G>,
    pub kings: Bitboard<W, G>,
}

impl<W: Word, G: Geometry> Army<W, G> {
    /// No pieces at all.
    #[must_use]
    pub const fn new(colour: Colour) -> Self {
        let none = Bitboard::EMPTY;
        Self {
            colour,
            pawns: none,
            knights: none,
            bishops: none,
            rooks: none,
            queens: none,
            kings: none,
        }
    }

    /// All pieces.
    #[must_use]
    pub fn pieces(&self) -> Bitboard<W, G> {
        self.pawns | self.knights | self.bishops | self.rooks | self.queens | self.kings
    }

    /// The squares that these pieces attack when `occupied` squares stop the sliding ones. A piece
    /// that another protects stands on an attacked square.
    #[must_use]
    pub fn attacks(&self, occupied: Bitboard<W, G>) -> Bitboard<W, G> {
        let free = !occupied;
        self.pawns.neighbors(&self.colour.captures())
            | self.knights.neighbors(&Steps::KNIGHT)
            | self.kings.neighbors(&Steps::KING)
            | (self.bishops | self.queens).attacks(free, &Slides::BISHOP)
            | (self.rooks | self.queens).attacks(free, &Slides::ROOK)
    }
}

/// The squares on which a king may stand while the enemy stands still: not those of its own
/// `friends`, not those that the enemy attacks. Unprotected enemy pieces may be taken, so their squares are
/// among them. The king stops no attack, as it moves out of the way: it is not in `friends`.
///
/// These are the cells for [`all_shortest_paths`](crate::all_shortest_paths) and all else to find king walks in.
/// A piece taken on the way does not open lines: the enemy's attacks are those of the position
/// given.
///
/// ```
/// use bitboard_core::{Bitboard, Chess, Steps};
/// use king_paths::{Army, Colour, all_shortest_paths, safe_squares};
///
/// type Board = Bitboard<u64, Chess>;
/// // A rook on d4 cuts the king off but for its own square, which nothing protects.
/// let enemy = Army { rooks: Board::from_coords(&[(3, 3)]), ..Army::new(Colour::Black) };
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
/// let (a1, h8) = (Board::new(1), Board::new(1 << 63));
/// let walk = all_shortest_paths(a1, h8, safe, &Steps::KING);
/// assert_eq!(walk.must_pass(), Board::from_coords(&[(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6), (7, 7)]));
/// ```
#[must_use]
pub fn safe_squares<W: Word, G: Geometry>(
    friends: Bitboard<W, G>,
    enemy: &Army<W, G>,
) -> Bitboard<W, G> {
    !(friends | enemy.attacks(friends | enemy.pieces()))
}

/// All squares that a king on `king` can ever walk to while the enemy stands still, its own
/// included even if it is in check there. `friends` are the pieces of its side without itself.
#[must_use]
pub fn king_walk<W: Word, G: Geometry>(
    king: Bitboard<W, G>,
    friends: Bitboard<W, G>,
    enemy: &Army<W, G>,
) -> Bitboard<W, G> {
    reachable(king, safe_squares(friends, enemy) | king, &Steps::KING)
}

/// Whether the enemy's fortress holds against the king: whether it can *never* reach one of the
/// `targets`, however long it walks, while the enemy stands still. `friends` are the pieces of its side without
/// itself.
#[must_use]
pub fn is_fortress<W: Word, G: Geometry>(
    king: Bitboard<W, G>,
    targets: Bitboard<W, G>,
    friends: Bitboard<W, G>,
    enemy: &Army<W, G>,
) -> bool {
    !is_connected(king, targets, safe_squares(friends, enemy) | king, &Steps::KING)
}

/// The squares that `pawns` attack or could attack after going straight on: their attack spans.
///
/// ```
/// use bitboard_core::{Bitboard, Chess};
/// use king_paths::{Colour, attack_spans};
///
/// let e4 = Bitboard::<u64, Chess>::from_coords(&[(4, 3)]);
/// assert_eq!(attack_spans(e4, Colour::White).to_string(), "\
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
pub fn attack_spans<W: Word, G: Geometry>(pawns: Bitboard<W, G>, colour: Colour) -> Bitboard<W, G> {
    reachable(pawns, Bitboard::FULL, &colour.pushes()).neighbors(&colour.captures())
}

/// The squares that `pawns` attack or could ever attack, going straight on and capturing.
///
/// ```
/// use bitboard_core::{Bitboard, Chess};
/// use king_paths::{Colour, attack_cones};
///
/// let e4 = Bitboard::<u64, Chess>::from_coords(&[(4, 3)]);
/// assert_eq!(attack_cones(e4, Colour::White).to_string(), "\
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
pub fn attack_cones<W: Word, G: Geometry>(pawns: Bitboard<W, G>, colour: Colour) -> Bitboard<W, G> {
    let (pushes, captures) = (colour.pushes(), colour.captures());
    let mut filled = pawns;
    loop {
        let grown = filled | filled.neighbors(&pushes) | filled.neighbors(&captures);
        if grown == filled {
            return filled.neighbors(&captures);
        }
        filled = grown;
    }
}

/// The squares that a pawn of `own` protects and no enemy pawn can attack, as long as it goes
/// straight on. `colour` is the colour of `own`.
#[must_use]
pub fn outposts<W: Word, G: Geometry>(
    own: Bitboard<W, G>,
    enemy: Bitboard<W, G>,
    colour: Colour,
) -> Bitboard<W, G> {
    own.neighbors(&colour.captures()) - attack_spans(enemy, colour.opponent())
}
