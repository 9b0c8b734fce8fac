//! Games of two players, with undo: [`Game`].
//!
//! A move goes to the board of its size ([`AnyBoard`]), which returns how it wins. `Game` keeps
//! the moves, what is needed to undo them, and a hash. `winning` finds the stones of a win.

mod winning;

use std::fmt::{self, Write};
use std::hash::{Hash, Hasher};

use bitboard_core::Symmetry;

pub use self::winning::WinningStones;
use crate::dense::{AnyBoard, Point};
use crate::hex::Hex;
use crate::rules::{
    BaseError, MAX_BASE, MIN_BASE, Move, Outcome, PlayError, Player, RingRule, Wins,
};

/// A stone on the board, with what is needed to undo it.
#[derive(Clone, Copy, Debug)]
struct Placed {
    point: Point,
    wins: Wins,
    /// The number of entries of `Game::links` that belong to the stone.
    links: u8,
}

/// A game of Havannah on a board with 2 to 64 cells along an edge.
///
/// ```
/// use havannah_uf::{Game, Hex, Player, RingRule, Wins};
///
/// let mut game = Game::new(3, RingRule::Any)?;
/// for (x, y) in [(1, 1), (2, 1), (2, 2), (2, 4), (3, 3), (4, 5), (4, 4), (5, 4)] {
///     assert_eq!(game.play(Hex { x, y })?, Wins::NONE);
/// }
/// let picture = "
///   x o .
///  . x . .
/// . . x . .
///  o . x o
///   . o .";
/// assert_eq!(format!("\n{game}"), picture);
/// assert_eq!(game.play(Hex::new(5, 5))?, Wins::BRIDGE);
/// assert_eq!(game.winner(), Some(Player::First));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Two games are equal if base, rules and moves are.
#[derive(Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Fields", into = "Fields"))]
pub struct Game {
    board: AnyBoard,
    base: u32,
    rule: RingRule,
    placed: Vec<Placed>,
    /// The log of all stones: the root that got a parent, and the info of the parent before.
    links: Vec<(Point, u32)>,
    hash: u64,
    swap_rule: bool,
    swapped: bool,
}

impl Game {
    /// The smallest base.
    pub const MIN_BASE: u32 = MIN_BASE;
    /// The largest base.
    pub const MAX_BASE: u32 = MAX_BASE;

    /// Creates a game on an empty board with `base` cells along an edge, without the swap rule.
    ///
    /// # Errors
    /// [`BaseError`] if the base is not within 2 to 64.
    pub fn new(base: u32, rule: RingRule) -> Result<Self, BaseError> {
        if !(Self::MIN_BASE..=Self::MAX_BASE).contains(&base) {
            return Err(BaseError { base, max: Self::MAX_BASE });
        }
        Ok(Self::empty(base, rule))
    }

    /// An empty board whose base is within the bounds.
    fn empty(base: u32, rule: RingRule) -> Self {
        let board = AnyBoard::new(base);
        let cells = Hex::count(base) as usize;
        Self {
            board,
            base,
            rule,
            placed: Vec::with_capacity(cells),
            links: Vec::with_capacity(cells),
            hash: 0,
            swap_rule: false,
            swapped: false,
        }
    }

    /// The same game with the swap rule: directly after the first stone, the other player may take
    /// it over with [`Move::Swap`].
    ///
    /// ```
    /// use havannah_uf::{Game, Hex, Move, Player, RingRule};
    ///
    /// let mut game = Game::new(4, RingRule::Any)?.with_swap_rule();
    /// game.play(Hex::new(4, 4))?;
    /// game.play(Move::Swap)?;
    /// assert_eq!(game.stone(Hex::new(4, 4)), Some(Player::Second));
    /// assert_eq!(game.turn(), Player::First);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_swap_rule(mut self) -> Self {
        self.swap_rule = true;
        self
    }

    /// The number of cells along an edge.
    #[must_use]
    pub fn base(&self) -> u32 {
        self.base
    }

    /// The rule for rings.
    #[must_use]
    pub fn rule(&self) -> RingRule {
        self.rule
    }

    /// The board, for random games from this position.
    pub(crate) fn board(&self) -> &AnyBoard {
        &self.board
    }

    /// Returns whether the game is played with the swap rule.
    #[must_use]
    pub fn has_swap_rule(&self) -> bool {
        self.swap_rule
    }

    /// Makes a move, a [`Hex`] or a [`Move`], of the player whose turn it is. Returns the ways in
    /// which it wins.
    ///
    /// ```
    /// use havannah_uf::{Game, Hex, Move, PlayError, RingRule, Wins};
    ///
    /// let mut game = Game::new(2, RingRule::Any)?;
    /// assert_eq!(game.play(Hex::new(1, 1))?, Wins::NONE);
    /// assert_eq!(game.play(Move::Stone(Hex::new(3, 3)))?, Wins::NONE);
    /// assert_eq!(game.play(Hex::new(3, 3)), Err(PlayError::Taken { cell: Hex::new(3, 3) }));
    /// assert_eq!(game.play(Hex::new(1, 2))?, Wins::BRIDGE);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`PlayError`] if the move is not legal.
    #[inline]
    pub fn play(&mut self, played: impl Into<Move>) -> Result<Wins, PlayError> {
        match played.into() {
            Move::Stone(cell) => self.place(cell),
            Move::Swap => self.swap(),
        }
    }

    /// Makes a move that places a stone.
    fn place(&mut self, cell: Hex) -> Result<Wins, PlayError> {
        if !cell.is_on_board(self.base) {
            return Err(PlayError::OffBoard { cell, base: self.base });
        }
        if !self.wins().is_empty() {
            return Err(PlayError::Over { cell });
        }
        let (player, before) = (self.turn(), self.links.len());
        let (point, wins) = self.add(cell, player).ok_or(PlayError::Taken { cell })?;
        let links = (self.links.len() - before) as u8;
        self.placed.push(Placed { point, wins, links });
        Ok(wins)
    }

    /// Places a stone on the board; `None` if there is one already.
    fn add(&mut self, cell: Hex, player: Player) -> Option<(Point, Wins)> {
        let links = &mut self.links;
        let log = &mut |child: usize, parent_info| links.push((child as Point, parent_info));
        let added = self.board.place(cell, player, self.rule, log)?;
        self.hash ^= zobrist_key(cell, player);
        Some(added)
    }

    /// Removes the stone placed last, which has added `links` links, from the board.
    fn remove(&mut self, point: Point, player: Player, links: u8) -> Hex {
        let kept = self.links.len() - usize::from(links);
        let links = self.links.drain(kept..).rev();
        let cell = self.board.take_back(point, player, links);
        self.hash ^= zobrist_key(cell, player);
        cell
    }

    /// Makes the move [`Move::Swap`].
    fn swap(&mut self) -> Result<Wins, PlayError> {
        if !self.swap_rule {
            return Err(PlayError::NoSwapRule);
        }
        if !self.can_swap() {
            return Err(PlayError::SwapTooLate);
        }
        self.recolor();
        Ok(Wins::NONE)
    }

    /// Undoes the last move and returns it; `None` on an empty board.
    pub fn undo(&mut self) -> Option<Move> {
        if self.swapped && self.placed.len() == 1 {
            self.recolor();
            return Some(Move::Swap);
        }
        let Placed { point, links, .. } = self.placed.pop()?;
        Some(Move::Stone(self.remove(point, self.turn(), links)))
    }

    /// Gives the only stone to the other player.
    fn recolor(&mut self) {
        let Some(&Placed { point, .. }) = self.placed.first() else { return };
        let before = self.turn().other();
        self.swapped = !self.swapped;
        let after = self.turn().other();
        // A single stone joins no groups and does not win.
        let cell = self.remove(point, before, 0);
        self.add(cell, after);
    }

    /// Returns whether [`Move::Swap`] is legal.
    #[must_use]
    pub fn can_swap(&self) -> bool {
        self.swap_rule && !self.swapped && self.placed.len() == 1
    }

    /// Returns whether the second player has taken over the first stone.
    #[must_use]
    pub fn has_swapped(&self) -> bool {
        self.swapped
    }

    /// The number of stones on the board. A swap places none.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.placed.len()
    }

    /// The player to move; after the end of the game, the player who would move.
    #[must_use]
    pub fn turn(&self) -> Player {
        Player::at(self.placed.len() + usize::from(self.swapped))
    }

    /// The ways in which the last stone wins.
    #[must_use]
    pub fn wins(&self) -> Wins {
        self.placed.last().map_or(Wins::NONE, |placed| placed.wins)
    }

    /// The player who has won; `None` if the game is running or drawn.
    #[must_use]
    pub fn winner(&self) -> Option<Player> {
        (!self.wins().is_empty()).then(|| self.turn().other())
    }

    /// The outcome of the game; `None` while it is running.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        match self.winner() {
            Some(player) => {
                let number = self.ply() + usize::from(self.swapped);
                Some(Outcome::Won { player, wins: self.wins(), number })
            }
            None => self.is_full().then_some(Outcome::Drawn),
        }
    }

    /// Returns whether a player has won or the board is full.
    #[must_use]
    pub fn is_over(&self) -> bool {
        !self.wins().is_empty() || self.is_full()
    }

    fn is_full(&self) -> bool {
        self.placed.len() as u64 == Hex::count(self.base)
    }

    /// The player whose stone is on a cell; `None` if it is empty or the board does not have it.
    #[must_use]
    pub fn stone(&self, cell: Hex) -> Option<Player> {
        if !cell.is_on_board(self.base) {
            return None;
        }
        self.board.stone(cell)
    }

    /// The cells of all stones in the order in which they were placed.
    pub fn stones(&self) -> impl DoubleEndedIterator<Item = Hex> + ExactSizeIterator + '_ {
        self.placed.iter().map(|placed| self.cell(placed.point))
    }

    /// All moves in order.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        let swap = self.swapped.then_some(Move::Swap);
        let mut stones = self.stones().map(Move::Stone);
        stones.next().into_iter().chain(swap).chain(stones)
    }

    /// The empty cells row by row, on each of which the next stone can be placed; none if the game
    /// is over. A [swap](Self::can_swap) is not among them.
    pub fn empty_cells(&self) -> impl Iterator<Item = Hex> + '_ {
        let base = if self.is_over() { 0 } else { self.base };
        Hex::all(base).filter(|&cell| self.stone(cell).is_none())
    }

    /// The ways in which a stone of `player` on an empty cell would win, even if it is not the turn
    /// of `player`. [`Wins::NONE`] for cells where no stone can be placed, and if the game is over.
    /// It does not allocate.
    ///
    /// ```
    /// use havannah_uf::{Game, Hex, Player, RingRule, Wins};
    ///
    /// let mut game = Game::new(2, RingRule::Any)?;
    /// game.play(Hex::new(1, 1))?;
    /// assert_eq!(game.would_win(Hex::new(1, 2), Player::First), Wins::BRIDGE);
    /// assert_eq!(game.would_win(Hex::new(1, 2), Player::Second), Wins::NONE);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn would_win(&self, cell: Hex, player: Player) -> Wins {
        if self.is_over() || !cell.is_on_board(self.base) {
            return Wins::NONE;
        }
        self.board.would_win(cell, player, self.rule)
    }

    /// The cells where a stone of `player` would win, row by row; none if the game is over.
    /// [`would_win`](Self::would_win) tells how.
    ///
    /// ```
    /// use havannah_uf::{Game, Hex, Player, RingRule};
    ///
    /// let mut game = Game::new(3, RingRule::Any)?;
    /// for cell in "3,2 1,1 4,3 3,3 4,4 5,5 3,4 2,1 2,3 5,4".split(' ') {
    ///     game.play(cell.parse::<Hex>()?)?;
    /// }
    /// let picture = "
    ///   o o .
    ///  . . x .
    /// . x o x .
    ///  . x x o
    ///   . . o";
    /// assert_eq!(format!("\n{game}"), picture);
    /// assert!(game.winning_cells(Player::First).eq([Hex::new(2, 2)]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn winning_cells(&self, player: Player) -> impl Iterator<Item = Hex> + '_ {
        self.empty_cells().filter(move |&cell| !self.would_win(cell, player).is_empty())
    }

    /// A Zobrist hash of the stones and their colors. It does not depend on the order of the moves,
    /// nor on base, rules and swap.
    #[must_use]
    pub fn zobrist_hash(&self) -> u64 {
        self.hash
    }

    /// The symmetry whose image of the game has the least cells, compared stone by stone, and that
    /// image. All images of a game have the same one, and a game that continues keeps its symmetry
    /// once no other one gives the same cells. Searches run on it, so that they take the same steps
    /// for all images.
    pub(crate) fn oriented(&self) -> (Symmetry, Self) {
        let mut symmetries = Symmetry::HEXAGON.to_vec();
        for cell in self.stones() {
            let image = |symmetry: &Symmetry| cell.transform_on_board(*symmetry, self.base);
            let least = symmetries.iter().map(image).min();
            symmetries.retain(|symmetry| Some(image(symmetry)) == least);
            if symmetries.len() == 1 {
                break;
            }
        }
        let symmetry = symmetries[0];
        (symmetry, self.image(symmetry))
    }

    /// The same game on the image of the board.
    pub(crate) fn image(&self, symmetry: Symmetry) -> Self {
        let mut image = Self { swap_rule: self.swap_rule, ..Self::empty(self.base, self.rule) };
        for played in self.moves() {
            let played = match played {
                Move::Stone(cell) => Move::Stone(cell.transform_on_board(symmetry, self.base)),
                Move::Swap => Move::Swap,
            };
            // Images of legal moves are legal.
            let _ = image.play(played);
        }
        image
    }

    /// A drawing of the board: white stones for the first player, gray ones for the second, the
    /// number of its move on each stone if `numbers` is true (a swap is move 2). The cells of the
    /// stones that win are colored.
    ///
    /// ```
    /// use havannah_uf::{Game, Hex, Move, RingRule};
    ///
    /// let mut game = Game::new(3, RingRule::Any)?.with_swap_rule();
    /// for played in [Hex::new(3, 3).into(), Move::Swap, Hex::new(1, 1).into()] {
    ///     game.play(played)?;
    /// }
    /// let svg = game.drawing(true).to_string();
    /// assert_eq!([">1<", ">2<", ">3<"].map(|number| svg.contains(number)), [true, false, true]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "svg")]
    #[must_use]
    pub fn drawing(&self, numbers: bool) -> bitboard_core::svg::Drawing {
        use bitboard_core::Lattice;
        use bitboard_core::svg::{Drawing, EMPTY, PALETTE};

        let side = 2 * self.base() as usize - 1;
        let at = |cell: Hex| (cell.x as usize - 1, cell.y as usize - 1);
        let mut drawing = Drawing::new(Lattice::AxialHex, side, side);
        let winning = self.winning_stones();
        for cell in Hex::all(self.base()) {
            let (x, y) = at(cell);
            let way = winning.iter().position(|stones| stones.cells.contains(&cell));
            drawing.cell((x, y), way.map_or(EMPTY, |way| PALETTE[[3, 2, 1][way.min(2)]]));
        }
        for (ply, cell) in self.stones().enumerate() {
            let (x, y) = at(cell);
            let fill = if self.stone(cell) == Some(Player::First) { "#ffffff" } else { "#777777" };
            drawing.disc((x, y), fill);
            if numbers {
                let swaps = usize::from(self.has_swapped() && ply > 0);
                drawing.text((x, y), &(ply + swaps + 1).to_string());
            }
        }
        if let Some(outcome @ Outcome::Won { .. }) = self.outcome() {
            drawing.caption(&outcome.to_string());
        }
        drawing
    }

    fn cell(&self, point: Point) -> Hex {
        self.board.cell(point)
    }

    /// Base, rules and swap.
    pub(crate) fn setting(&self) -> (u32, RingRule, bool, bool) {
        (self.base, self.rule, self.swap_rule, self.swapped)
    }
}

impl PartialEq for Game {
    fn eq(&self, other: &Self) -> bool {
        self.setting() == other.setting() && self.stones().eq(other.stones())
    }
}

impl Eq for Game {}

impl Hash for Game {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.setting().hash(state);
        self.ply().hash(state);
        self.stones().for_each(|cell| cell.hash(state));
    }
}

impl fmt::Display for Game {
    /// Draws the board with `x` for the first player, `o` for the second and `.` for empty cells.
    ///
    /// ```
    /// use havannah_uf::{Game, Hex, RingRule};
    ///
    /// let mut game = Game::new(3, RingRule::Any)?;
    /// for (x, y) in [(1, 1), (3, 3), (4, 2)] {
    ///     game.play(Hex { x, y })?;
    /// }
    /// let picture = "
    ///   x . .
    ///  . . . x
    /// . . o . .
    ///  . . . .
    ///   . . .";
    /// assert_eq!(format!("\n{game}"), picture);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut row = 0;
        for cell in Hex::all(self.base()) {
            if cell.y != row {
                if row != 0 {
                    f.write_str("\n")?;
                }
                row = cell.y;
                write!(f, "{:1$}", "", self.base().abs_diff(row) as usize)?;
            } else {
                f.write_str(" ")?;
            }
            f.write_char(self.stone(cell).map_or('.', Player::symbol))?;
        }
        Ok(())
    }
}

impl fmt::Debug for Game {
    /// The base, the rules and the moves, and for `{:#?}` the board below them.
    ///
    /// ```
    /// use havannah_uf::{Game, Hex, RingRule};
    ///
    /// let mut game = Game::new(2, RingRule::Any)?;
    /// game.play(Hex::new(1, 1))?;
    /// game.play(Hex::new(3, 2))?;
    /// assert_eq!(format!("{game:?}"), "Game(base 2, ring any: 1,1 3,2)");
    /// assert_eq!(format!("{game:#?}"), "Game(base 2, ring any: 1,1 3,2)\n x .\n. . o\n . .");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let swap = if self.swap_rule { ", swap rule" } else { "" };
        write!(f, "Game(base {}, ring {}{swap}:", self.base, self.rule)?;
        self.moves().try_for_each(|played| write!(f, " {played}"))?;
        f.write_str(")")?;
        if f.alternate() { write!(f, "\n{self}") } else { Ok(()) }
    }
}

/// The hash of a stone: the finalizer of SplitMix64 (Steele, Lea and Flood, 2014) of its cell
/// and color. It does not depend on the size of the board.
#[inline]
pub(crate) const fn zobrist_key(cell: Hex, player: Player) -> u64 {
    let mut bits = ((cell.x as u64) << 33 | (cell.y as u64) << 1 | player as u64)
        .wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

/// The hashes of the twelve images of a stone on a board of base `base`.
pub(crate) fn zobrist_keys(cell: Hex, base: u32, player: Player) -> [u64; Symmetry::HEXAGON.len()] {
    Symmetry::HEXAGON.map(|symmetry| zobrist_key(cell.transform_on_board(symmetry, base), player))
}

/// A serialized game: the rules and the moves.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "Game")]
struct Fields {
    base: u32,
    rule: RingRule,
    swap_rule: bool,
    moves: Vec<Move>,
}

#[cfg(feature = "serde")]
impl From<Game> for Fields {
    fn from(game: Game) -> Self {
        let (base, rule, swap_rule) = (game.base, game.rule, game.swap_rule);
        Self { base, rule, swap_rule, moves: game.moves().collect() }
    }
}

#[cfg(feature = "serde")]
impl TryFrom<Fields> for Game {
    type Error = String;

    fn try_from(fields: Fields) -> Result<Self, String> {
        let Fields { base, rule, swap_rule, moves } = fields;
        let game = Self::new(base, rule).map_err(|error| error.to_string())?;
        let mut game = Self { swap_rule, ..game };
        for (number, played) in (1..).zip(moves) {
            game.play(played).map_err(|error| format!("move {number}: {error}"))?;
        }
        Ok(game)
    }
}
