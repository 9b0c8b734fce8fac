//! A queue, one cell at a time: what everything is tested against.

use std::collections::VecDeque;

use bitboard_core::{
    AxialHex, Bitboard, Cell, Chess, Dilate, Geometry, NoCornerCut, OffsetHex, RowMajor, Slides,
    Steps, Word,
};

/// The targets of one step, for each cell.
pub(crate) struct Graph {
    after: Vec<Vec<usize>>,
}

impl Graph {
    pub(crate) fn new<W: Word, G: Geometry, D: Dilate<G>>(
        within: Bitboard<W, G>,
        steps: &D,
    ) -> Self {
        let mut after = vec![Vec::new(); 128];
        for cell in within {
            let alone = Bitboard::from_cell(cell);
            let next = steps.dilate_within(alone, within) - alone;
            after[cell.index() as usize] = next.iter().map(|c| c.index() as usize).collect();
        }
        Self { after }
    }

    /// Number of steps to each cell, `None` if it cannot be reached.
    pub(crate) fn distances<W: Word, G: Geometry>(
        &self,
        from: Bitboard<W, G>,
    ) -> Vec<Option<usize>> {
        let mut distances = vec![None; 128];
        let mut queue = VecDeque::new();
        for cell in from {
            distances[cell.index() as usize] = Some(0);
            queue.push_back(cell.index() as usize);
        }
        while let Some(cell) = queue.pop_front() {
            for &next in &self.after[cell] {
                if distances[next].is_none() {
                    distances[next] = distances[cell].map(|d| d + 1);
                    queue.push_back(next);
                }
            }
        }
        distances
    }
}

/// The cells for which something holds.
pub(crate) fn cells<W: Word, G: Geometry>(holds: impl Fn(usize) -> bool) -> Bitboard<W, G> {
    (0..128).filter(|&i| holds(i)).filter_map(|i| Cell::from_index(i as u32)).collect()
}

pub(crate) type Random = (u128, u128, u128);

/// From, to, within: a few cells at either end, most of the board between them.
pub(crate) fn query<W: Word, G: Geometry>(random: Random) -> [Bitboard<W, G>; 3] {
    let board = |word: u128| Bitboard::<W, G>::from_bits_truncate(W::from_u128(word));
    [
        board(random.0 & random.1 & random.0.rotate_left(7)),
        board(random.2 & random.1.rotate_left(9) & random.0),
        board(random.0.rotate_left(31) | random.2.rotate_left(17)),
    ]
}

/// Something that holds for all steps on all boards.
pub(crate) trait Property {
    fn check<W: Word, G: Geometry, D: Dilate<G>>(random: Random, steps: &D);

    fn squares<W: Word, G: Geometry>(random: Random) {
        Self::check::<W, G, _>(random, &Steps::KING);
        Self::check::<W, G, _>(random, &Steps::ORTHOGONAL);
        Self::check::<W, G, _>(random, &Steps::DIAGONAL);
        Self::check::<W, G, _>(random, &Steps::KNIGHT);
        Self::check::<W, G, _>(random, &Slides::QUEEN);
        Self::check::<W, G, _>(random, &Slides::ROOK);
        Self::check::<W, G, _>(random, &Slides::BISHOP);
        Self::check::<W, G, _>(random, &NoCornerCut);
        for pawn in [Steps::WHITE_PAWN_PUSHES, Steps::WHITE_PAWN_CAPTURES] {
            Self::check::<W, G, _>(random, &pawn);
            Self::check::<W, G, _>(random, &pawn.reverse());
        }
    }

    fn hexagons<W: Word, G: Geometry>(random: Random) {
        Self::check::<W, G, _>(random, &Steps::HEXAGON);
        Self::check::<W, G, _>(random, &Slides::HEXAGON);
    }

    fn holds(random: Random) {
        Self::squares::<u64, Chess>(random);
        Self::squares::<u128, RowMajor<6, 12>>(random);
        Self::hexagons::<u64, OffsetHex<5, 10>>(random);
        Self::hexagons::<u128, AxialHex<6>>(random);
    }
}
