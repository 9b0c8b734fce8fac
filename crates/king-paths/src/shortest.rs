//! All shortest paths from one set of cells to another, as layers.
//!
//! The method is Steffan Westcott's ("All shortest paths & other flood-fill based algorithms",
//! Computer Chess Club, 2002): a flood whose steps are stored, then a flood back that is
//! intersected with them. Here floods from both sets run side by side until they meet, and two more
//! run from where they met to both ends. The number of moves is the same, but neither of the two
//! floods depends on the other, so the processor overlaps them.
//!
//! ```text
//!   filled from `from`                              filled from `to`
//!   layers[0] ⊂ layers[1] ⊂ … ⊂ layers[i]  meet  layers[last − j] ⊃ … ⊃ layers[last]
//!       ◄──────── back ────────┘                     └──────── on ────────►
//! ```
//!
//! The layers hold the cells *filled* after each move, not the frontiers: a cell that is filled,
//! and one move from a cell that was filled a move later, was filled exactly then. So the way back
//! needs no differences:
//!
//! ```text
//!   meet   = layers[i] & layers[last - j]
//!   before = after = meet
//!   for k in 1..: before = layers[i - k]        &= reverse(before)    // layers before the middle
//!                 after  = layers[last - j + k] &= moves(after)       // and those after it
//! ```
//!
//! A query with n layers takes 2n moves of a board, each a few shifts, and reads no tables.
//!
//! A [`ShortestPaths`] keeps its query, because its methods would give wrong answers for other
//! moves or another `within`.

use core::fmt;

use bitboard_core::{Bitboard, Dilate, Geometry, Steps, Word};

use crate::path::{MAX_LAYERS, max_layers};

/// All shortest paths from one set of cells to another. Made by [`shortest_paths`].
///
/// Layer i holds the cells that are the i-th on some shortest path. The value keeps the query too,
/// so its methods need no further arguments. It prints as the pictures of its layers.
#[derive(Clone)]
pub struct ShortestPaths<'a, W: Word, G: Geometry, D = Steps<G>> {
    from: Bitboard<W, G>,
    to: Bitboard<W, G>,
    within: Bitboard<W, G>,
    moves: &'a D,
    /// Entries at `len` and above are unspecified.
    layers: [Bitboard<W, G>; MAX_LAYERS],
    len: usize,
}

/// Finds all shortest paths from a cell of `from` to a cell of `to` through cells of `within`, both
/// ends included.
///
/// `cargo build` refuses boards of more than 128 bits, which `cargo check` may not do. For those
/// there is the module `grid`.
///
/// `from` and `to` are sets or single cells. [`ShortestPaths::find`] reuses the memory of an
/// earlier query.
///
/// The algorithm is Steffan Westcott's ("All shortest paths & other flood-fill based algorithms",
/// Computer Chess Club, 2002), with floods from both sets.
///
/// ```
/// use king_paths::bitboard_core::{Bitboard, Cell, Chess, Steps};
/// use king_paths::shortest_paths;
///
/// type Board = Bitboard<u64, Chess>;
/// let ends = Board::from(Cell::A3) | Cell::C1;
/// let paths = shortest_paths(Cell::A1, ends, Board::FULL, &Steps::ORTHOGONAL);
/// assert_eq!(paths.distance(), Some(2));
/// assert_eq!(paths.to_string(), "\
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// X . . . . . . .
///
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// X . . . . . . .
/// . X . . . . . .
///
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// X . . . . . . .
/// . . . . . . . .
/// . . X . . . . .");
/// ```
#[inline(always)]
#[must_use]
pub fn shortest_paths<'a, W: Word, G: Geometry, D: Dilate<G>>(
    from: impl Into<Bitboard<W, G>>,
    to: impl Into<Bitboard<W, G>>,
    within: Bitboard<W, G>,
    moves: &'a D,
) -> ShortestPaths<'a, W, G, D> {
    let none = Bitboard::EMPTY;
    let mut paths = ShortestPaths {
        from: none,
        to: none,
        within: none,
        moves,
        layers: [none; MAX_LAYERS],
        len: 0,
    };
    paths.find(from, to, within, moves);
    paths
}

/// Writes the layers of all shortest paths from a cell of `from` to a cell of `to` through `within`
/// to the first places of `layers`. Returns their number, 0 if there is no path.
#[inline(always)]
pub(crate) fn search<W: Word, G: Geometry, D: Dilate<G>>(
    from: Bitboard<W, G>,
    to: Bitboard<W, G>,
    within: Bitboard<W, G>,
    moves: &D,
    layers: &mut [Bitboard<W, G>],
) -> usize {
    let last = max_layers::<G>() - 1;
    let layers = &mut layers[..=last];
    let reverse = &moves.reverse();
    let (mut here, mut there) = (from & within, to & within);
    if here.is_empty() || there.is_empty() {
        return 0;
    }
    // layers[i] is filled from `from` after i moves, and layers[last - j] from `to` after j moves.
    // The number of layers is at most the number of cells, so the two never cross.
    layers[0] = here;
    layers[last] = there;
    let (mut i, mut j) = (0, 0);
    while here.is_disjoint(there) {
        // Neither flood depends on the other, so the processor runs both at once.
        let grown = moves.dilate_within(here, within);
        let grown_there = reverse.dilate_within(there, within);
        if grown == here || grown_there == there {
            return 0;
        }
        here = grown;
        i += 1;
        layers[i] = here;
        if !here.is_disjoint(there) {
            break;
        }
        there = grown_there;
        j += 1;
        layers[last - j] = there;
    }
    // Each layer keeps the cells one move from the next layer inward: a filled cell that is one
    // move from a cell that was filled a move later was filled exactly then.
    let (mut before, mut after) = (here & there, here & there);
    layers[i] = before;
    let (front, back) = layers.split_at_mut(i);
    // Those after the middle are read and written in the same place, the last ones first.
    let back = core::cell::Cell::from_mut(back).as_slice_of_cells();
    let rows = front.iter_mut().rev().zip(&back[1..=j]).zip(&back[back.len() - j..]);
    for ((row, moved), kept) in rows {
        before = reverse.dilate_within(before, within) & *row;
        after = moves.dilate_within(after, within) & kept.get();
        *row = before;
        moved.set(after);
    }
    // The flood from `from` may be one move ahead.
    if i > j {
        layers[0] = reverse.dilate_within(before, within) & layers[0];
    }
    i + j + 1
}

impl<'a, W: Word, G: Geometry, D: Dilate<G>> ShortestPaths<'a, W, G, D> {
    /// Replaces the query, and finds its answer as [`shortest_paths`] does. For many queries this
    /// is faster, because it writes no more layers than there are. `cargo build` refuses boards of
    /// more than 128 bits, as for [`shortest_paths`].
    ///
    /// ```
    /// use king_paths::bitboard_core::{Bitboard, Cell, Chess, Steps};
    /// use king_paths::shortest_paths;
    ///
    /// let board = Bitboard::<u64, Chess>::FULL;
    /// let mut paths = shortest_paths(Cell::A1, Cell::H8, board, &Steps::KNIGHT);
    /// assert_eq!(paths.distance(), Some(6));
    /// paths.find(Cell::A1, Cell::B3, board, &Steps::KNIGHT);
    /// assert_eq!(paths.distance(), Some(1));
    /// ```
    #[inline(always)]
    pub fn find(
        &mut self,
        from: impl Into<Bitboard<W, G>>,
        to: impl Into<Bitboard<W, G>>,
        within: Bitboard<W, G>,
        moves: &'a D,
    ) {
        const { assert!(W::BITS <= 128, "larger boards are grids: see king_paths::grid") };
        let (from, to) = (from.into(), to.into());
        self.len = search(from, to, within, moves, &mut self.layers);
        // Stored last, so that the compiler still knows the moves in code that follows.
        (self.from, self.to, self.within) = (from, to, within);
        self.moves = moves;
    }
}

impl<'a, W: Word, G: Geometry, D> ShortestPaths<'a, W, G, D> {
    /// The cells where paths may begin.
    #[inline]
    #[must_use]
    pub fn from(&self) -> Bitboard<W, G> {
        self.from
    }

    /// The cells where paths may end.
    #[inline]
    #[must_use]
    pub fn to(&self) -> Bitboard<W, G> {
        self.to
    }

    /// The cells that paths may pass.
    #[inline]
    #[must_use]
    pub fn within(&self) -> Bitboard<W, G> {
        self.within
    }

    /// The rule of movement.
    #[inline]
    #[must_use]
    pub fn moves(&self) -> &'a D {
        self.moves
    }

    /// Number of moves of a shortest path, 0 if the sets overlap, or `None` if there is no path.
    #[inline]
    #[must_use]
    pub fn distance(&self) -> Option<u32> {
        (self.len as u32).checked_sub(1)
    }

    /// The layers from the first cells of paths to the last ones. Empty if there is no path.
    #[inline]
    #[must_use]
    pub fn layers(&self) -> &[Bitboard<W, G>] {
        &self.layers[..self.len]
    }

    /// The cells on some shortest path.
    ///
    /// ```
    /// use king_paths::bitboard_core::{Bitboard, Cell, Chess, Steps};
    /// use king_paths::shortest_paths;
    ///
    /// let board = Bitboard::<u64, Chess>::FULL;
    /// let paths = shortest_paths(Cell::A1, Cell::D5, board, &Steps::KNIGHT);
    /// assert_eq!(paths.cells().to_string(), "\
    /// . . . . . . . .
    /// . . . . . . . .
    /// . . . . . . . .
    /// . . . X . . . .
    /// . X . . . . . .
    /// . . . . X . . .
    /// . . X . . . . .
    /// X . . . . . . .");
    /// ```
    #[must_use]
    pub fn cells(&self) -> Bitboard<W, G> {
        self.layers().iter().fold(Bitboard::EMPTY, |all, &layer| all | layer)
    }

    /// The cells that every shortest path passes: those alone in their layer.
    ///
    /// ```
    /// use king_paths::bitboard_core::{Bitboard, Cell, Chess, Steps};
    /// use king_paths::shortest_paths;
    ///
    /// let gap = !Bitboard::<u64, Chess>::row(3) | Cell::E4;
    /// let paths = shortest_paths(Cell::D1, Cell::D8, gap, &Steps::KING);
    /// assert_eq!(paths.must_pass(), Bitboard::from_names("d1 e4 d8")?);
    /// # Ok::<(), bitboard_core::NamesError>(())
    /// ```
    #[must_use]
    pub fn must_pass(&self) -> Bitboard<W, G> {
        let alone = self.layers().iter().filter(|layer| !layer.more_than_one());
        alone.fold(Bitboard::EMPTY, |all, &layer| all | layer)
    }
}

impl<W: Word, G: Geometry, D: Dilate<G>> ShortestPaths<'_, W, G, D> {
    /// The articulation cells: those on every path, of any length. Empty if there is no path.
    ///
    /// Only the cells that every *shortest* path passes are candidates. Each is removed and the
    /// rest tested for a connection. A cell that is removed also stops slides that go over it and,
    /// for [`NoCornerCut`](bitboard_core::NoCornerCut), diagonal steps beside it.
    ///
    /// ```
    /// use king_paths::bitboard_core::{Bitboard, RowMajor, Steps};
    /// use king_paths::shortest_paths;
    ///
    /// type Board = Bitboard<u64, RowMajor<7, 3>>;
    /// let free: Board = "
    ///     X X X . X X X
    ///     X . X X X . X
    ///     X X X . X X X".parse()?;
    /// let (left, right) = (Board::from_coords(&[(0, 1)]), Board::from_coords(&[(6, 1)]));
    /// let paths = shortest_paths(left, right, free, &Steps::ORTHOGONAL);
    /// assert_eq!(paths.articulation_cells().to_string(), "\
    /// . . . . . . .
    /// X . X X X . X
    /// . . . . . . .");
    /// # Ok::<(), bitboard_core::PictureError>(())
    /// ```
    #[must_use]
    pub fn articulation_cells(&self) -> Bitboard<W, G> {
        let connected = |within| self.from().is_connected(self.to(), within, self.moves());
        self.must_pass().iter().filter(|&cell| !connected(self.within() - cell)).collect()
    }
}

impl<W: Word, G: Geometry, D: PartialEq> PartialEq for ShortestPaths<'_, W, G, D> {
    /// Returns whether the queries are equal.
    fn eq(&self, other: &Self) -> bool {
        (self.from, self.to, self.within) == (other.from, other.to, other.within)
            && self.moves == other.moves
    }
}

impl<W: Word, G: Geometry, D: Eq> Eq for ShortestPaths<'_, W, G, D> {}

impl<W: Word, G: Geometry, D> fmt::Display for ShortestPaths<'_, W, G, D> {
    /// The layers as pictures, separated by blank lines.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, layer) in self.layers().iter().enumerate() {
            let separator = if i == 0 { "" } else { "\n\n" };
            write!(f, "{separator}{layer}")?;
        }
        Ok(())
    }
}

impl<W: Word, G: Geometry, D> fmt::Debug for ShortestPaths<'_, W, G, D> {
    /// The layers as words, and for `{:#?}` the layers as pictures below them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ShortestPaths[")?;
        for (i, layer) in self.layers().iter().enumerate() {
            write!(f, "{}{:#x}", if i > 0 { ", " } else { "" }, layer.bits())?;
        }
        f.write_str("]")?;
        if f.alternate() { write!(f, "\n{self}") } else { Ok(()) }
    }
}

#[cfg(feature = "svg")]
const WALL: &str = "#4a4843";
#[cfg(feature = "svg")]
const STEP: &str = "#22211d";
/// From the first layer to the last, light enough to write on: along the colors of viridis.
#[cfg(feature = "svg")]
const COLORS: [[f64; 3]; 5] = [
    [253.0, 231.0, 37.0],
    [144.0, 215.0, 67.0],
    [53.0, 183.0, 121.0],
    [61.0, 155.0, 176.0],
    [132.0, 140.0, 214.0],
];

#[cfg(feature = "svg")]
impl<W: Word, G: Geometry, D: Dilate<G>> ShortestPaths<'_, W, G, D> {
    /// A picture of the board that prints as SVG: layers have colors and numbers, lines are the
    /// moves of all shortest paths, cells that all of them pass have a thick border, and cells
    /// outside `within` are dark.
    #[must_use]
    pub fn drawing(&self) -> bitboard_core::svg::Drawing {
        let mut drawing = bitboard_core::svg::Drawing::of::<G>();
        drawing.cells(!self.within(), WALL);
        let layers = self.layers();
        for (i, &layer) in layers.iter().enumerate() {
            drawing.cells(layer, &color(i, layers.len()));
        }
        for pair in layers.windows(2) {
            for cell in pair[0] {
                let after = self.moves().dilate_within(cell.into(), self.within()) & pair[1];
                for next in after {
                    drawing.line(cell.coords(), next.coords(), STEP);
                }
            }
        }
        let must_pass = self.must_pass();
        for (i, &layer) in layers.iter().enumerate() {
            for cell in layer {
                let number = alloc::format!("{}", i + 1);
                drawing.disc(cell.coords(), &color(i, layers.len())).text(cell.coords(), &number);
                if must_pass.contains(cell) {
                    drawing.outline(cell.coords(), STEP);
                }
            }
        }
        drawing
    }
}

/// The color of a layer.
#[cfg(feature = "svg")]
fn color(layer: usize, layers: usize) -> alloc::string::String {
    let last = COLORS.len() - 1;
    let at = layer as f64 / (layers.max(2) - 1) as f64 * last as f64;
    let below = (at as usize).min(last - 1);
    let share = at - below as f64;
    let mix = |i: usize| COLORS[below][i] * (1.0 - share) + COLORS[below + 1][i] * share;
    alloc::format!("#{:02x}{:02x}{:02x}", mix(0) as u8, mix(1) as u8, mix(2) as u8)
}
