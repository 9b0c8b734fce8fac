//! Compares every word-parallel operation with a cell-by-cell oracle, on boards of every kind.
//!
//! The oracles use only the [`Shape`] of a board, so they are compiled once. [`On`] calls the
//! operations of one type of board behind the trait [`Board`], whose sets are words of 512 bits;
//! nothing else is compiled for each board.

use std::collections::BTreeSet;
use std::marker::PhantomData;

use bitboard_core::{
    AxialHex, Bitboard, Bits, Cell, Chess, Columns, Dilate, Geometry, Holes, Lattice, Moves,
    NoCornerCut, OffsetHex, Picture, RowMajor, Slides, Steps, Symmetry, Wide, Word, parse_picture,
};
use quickcheck::QuickCheck;

/// Sets in the interface of all boards.
type Raw = Wide<8>;
/// Sets of the oracles.
type Set = BTreeSet<(usize, usize)>;
type Offset = (isize, isize);
type Random = (u128, u128, bool);

/// Boards of squares: tight in their word and loose, of one row, with guard bits, with holes.
static SQUARES: [&dyn Board; 6] = [
    &On::<u64, Chess, Squares>(PhantomData),
    &On::<u128, RowMajor<6, 12>, Squares>(PhantomData),
    &On::<u128, RowMajor<128, 1>, Squares>(PhantomData),
    &On::<u64, Columns<7, 6>, Squares>(PhantomData),
    &On::<Wide<3>, Columns<10, 13>, Squares>(PhantomData),
    // Its cells fit 64 bits, but its bounding rectangle does not.
    &On::<u64, Holes<RowMajor<9, 8>, 0x7ef7_ffff_dfff_ffff>, Squares>(PhantomData),
];

/// Boards of both lattices of hexagons, with and without holes, and of one row.
static HEXAGONS: [&dyn Board; 4] = [
    &On::<u64, OffsetHex<5, 10>, Hexagons>(PhantomData),
    &On::<Wide<2>, OffsetHex<9, 10>, Hexagons>(PhantomData),
    &On::<u64, OffsetHex<20, 1>, Hexagons>(PhantomData),
    &On::<u128, Holes<AxialHex<6>, { !(7 << 50 | 1) }>, Hexagons>(PhantomData),
];

/// Runs `test` for random sets on each board of a list.
macro_rules! on_boards {
    ($test:ident: $($boards:ident),*) => {{
        fn check(a: Random, b: Random) {
            for &board in [].iter()$(.chain(&$boards))* {
                let shape = board.shape();
                $test(board, shape.random(a), shape.random(b));
            }
        }
        QuickCheck::new().quickcheck(check as fn(Random, Random))
    }};
}

/// The properties of a board that the oracles use.
struct Shape {
    lattice: Lattice,
    width: usize,
    height: usize,
    strides: (u32, u32),
    mask: Raw,
}

impl Shape {
    fn of<G: Geometry>() -> Self {
        let strides = (G::X_STRIDE, G::Y_STRIDE);
        Self { lattice: G::LATTICE, width: G::WIDTH, height: G::HEIGHT, strides, mask: G::MASK }
    }

    fn bit(&self, (x, y): (usize, usize)) -> u32 {
        x as u32 * self.strides.0 + y as u32 * self.strides.1
    }

    fn cell(&self, x: isize, y: isize) -> Option<(usize, usize)> {
        let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
        let exists = x < self.width && y < self.height && self.mask.bit(self.bit((x, y)));
        exists.then_some((x, y))
    }

    fn cells(&self, bits: Raw) -> Set {
        let cells = (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y)));
        cells.filter(|&cell| bits.bit(self.bit(cell))).collect()
    }

    fn bits(&self, cells: &Set) -> Raw {
        cells.iter().fold(Raw::ZERO, |bits, &cell| bits.with_bit(self.bit(cell)))
    }

    /// A random set, dense or sparse.
    fn random(&self, (mut a, mut b, dense): Random) -> Raw {
        let limbs = std::array::from_fn(|_| {
            let limb = (if dense { a | b } else { a & b }) as u64;
            (a, b) = (a.rotate_right(64) ^ b >> 3, b.rotate_right(64));
            limb
        });
        Raw::from_limbs(limbs) & self.mask
    }

    /// The cell that one step leads to. `steps` are those of even and those of odd rows.
    fn step(
        &self,
        steps: &Plain,
        direction: usize,
        (x, y): (usize, usize),
    ) -> Option<(usize, usize)> {
        let (dx, dy) = steps[y % 2][direction];
        self.cell(x as isize + dx, y as isize + dy)
    }

    fn neighbors(&self, steps: &Plain, set: &Set) -> Set {
        let from = |&cell| (0..steps[0].len()).filter_map(move |d| self.step(steps, d, cell));
        set.iter().flat_map(from).collect()
    }

    /// The cells that slides from `from` reach, through the cells of `free`.
    fn rays(&self, steps: &Plain, from: &Set, free: &Set) -> Set {
        let mut attacked = Set::new();
        for &start in from {
            for direction in 0..steps[0].len() {
                let mut cell = start;
                while let Some(next) = self.step(steps, direction, cell) {
                    attacked.insert(next);
                    if !free.contains(&next) {
                        break;
                    }
                    cell = next;
                }
            }
        }
        attacked
    }

    /// The levels of a breadth-first search inside `within`.
    fn levels(&self, steps: &Plain, from: &Set, within: &Set) -> Vec<Set> {
        let mut levels = Vec::new();
        let mut level: Set = from & within;
        let mut seen = level.clone();
        while !level.is_empty() {
            let next: Set = &(&self.neighbors(steps, &level) & within) - &seen;
            seen.extend(&next);
            levels.push(std::mem::replace(&mut level, next));
        }
        levels
    }

    /// The connected components of a set, in the order of their lowest bits.
    fn components(&self, steps: &Plain, set: &Set) -> Vec<Set> {
        let (mut rest, mut components) = (set.clone(), Vec::new());
        while let Some(&first) = rest.iter().min_by_key(|&&cell| self.bit(cell)) {
            let component = self.levels(steps, &Set::from([first]), &rest).concat_sets();
            rest = &rest - &component;
            components.push(component);
        }
        components
    }

    /// The image of a set, if no cell leaves the board.
    fn image(&self, symmetry: Symmetry, set: &Set) -> Option<Set> {
        let image = |&cell| {
            let (x, y) = symmetry.apply(cell, self.width, self.height)?;
            self.cell(x as isize, y as isize)
        };
        set.iter().map(image).collect()
    }
}

trait ConcatSets {
    fn concat_sets(&self) -> Set;
}

impl ConcatSets for Vec<Set> {
    fn concat_sets(&self) -> Set {
        self.iter().flatten().copied().collect()
    }
}

/// The offsets of one step by the definition of each neighborhood: of even and of odd rows.
type Plain = [Vec<Offset>; 2];

fn plain(offsets: &[Offset]) -> Plain {
    [offsets.to_vec(), offsets.to_vec()]
}

/// The neighborhoods with which a board is tested: as values of the crate and for the oracles.
trait Neighborhoods: Sync + 'static {
    fn steps<G: Geometry>(number: usize) -> Steps<G>;
    fn by_cell(lattice: Lattice) -> Vec<Plain>;
    /// The rule that does not cut corners.
    fn without_cut_corners<G: Geometry>() -> Moves<G>;
}

struct Squares;

impl Neighborhoods for Squares {
    fn steps<G: Geometry>(number: usize) -> Steps<G> {
        match number {
            0 => Steps::ORTHOGONAL,
            1 => Steps::DIAGONAL,
            2 => Steps::KING,
            3 => Steps::KNIGHT,
            4 => Steps::WHITE_PAWN_PUSHES,
            5 => Steps::WHITE_PAWN_CAPTURES,
            6 => Steps::BLACK_PAWN_PUSHES,
            7 => Steps::BLACK_PAWN_CAPTURES,
            _ => Steps::from_offsets(&[(3, 0), (0, -3), (1, 1)]),
        }
    }

    fn by_cell(_: Lattice) -> Vec<Plain> {
        vec![
            plain(&[(1, 0), (0, 1), (-1, 0), (0, -1)]),
            plain(&[(1, 1), (-1, 1), (-1, -1), (1, -1)]),
            plain(&[(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]),
            plain(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]),
            plain(&[(0, 1)]),
            plain(&[(1, 1), (-1, 1)]),
            plain(&[(0, -1)]),
            plain(&[(1, -1), (-1, -1)]),
            plain(&[(3, 0), (0, -3), (1, 1)]),
        ]
    }

    fn without_cut_corners<G: Geometry>() -> Moves<G> {
        NoCornerCut::KING.into()
    }
}

struct Hexagons;

impl Neighborhoods for Hexagons {
    fn steps<G: Geometry>(_: usize) -> Steps<G> {
        Steps::HEXAGON
    }

    fn by_cell(lattice: Lattice) -> Vec<Plain> {
        if lattice == Lattice::AxialHex {
            return vec![plain(&[(1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1)])];
        }
        vec![[
            vec![(1, 0), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1)],
            vec![(1, 0), (1, 1), (0, 1), (-1, 0), (0, -1), (1, -1)],
        ]]
    }

    fn without_cut_corners<G: Geometry>() -> Moves<G> {
        Steps::HEXAGON.into()
    }
}

/// The operations of a board. `steps` is the number of a neighborhood.
trait Board: Sync {
    fn shape(&self) -> Shape;
    fn neighborhoods(&self) -> Vec<Plain>;
    fn check_constants(&self);
    fn neighbors(&self, set: Raw, steps: usize, reverse: bool) -> Raw;
    fn dilate(&self, set: Raw, steps: usize) -> Raw;
    /// The set and the cells that one of any offsets leads to.
    fn dilate_by(&self, set: Raw, offsets: &[(i8, i8)]) -> Raw;
    /// Attacks and occluded fill.
    fn slide(&self, from: Raw, free: Raw, steps: usize) -> [Raw; 2];
    fn flood(&self, from: Raw, within: Raw, steps: usize) -> Raw;
    fn frontiers(&self, from: Raw, within: Raw, steps: usize) -> Vec<Raw>;
    fn is_connected(&self, from: Raw, to: Raw, within: Raw, steps: usize) -> bool;
    fn components(&self, set: Raw, steps: usize) -> Vec<Raw>;
    fn without_cut_corners(&self, set: Raw, within: Raw) -> Raw;
    fn shift(&self, set: Raw, dx: i8, dy: i8) -> Raw;
    fn runs(&self, set: Raw, len: usize, dx: i8, dy: i8) -> Raw;
    fn symmetries(&self) -> Vec<Symmetry>;
    fn transform(&self, set: Raw, symmetry: Symmetry) -> Option<Raw>;
    fn canonical(&self, set: Raw) -> Raw;
    /// `&`, `|`, `^`, `-` and `!` of the first.
    fn algebra(&self, a: Raw, b: Raw) -> [Raw; 5];
    fn check_iteration(&self, set: Raw, bits: &[u32]);
    fn check_queries(&self, a: Raw, b: Raw);
    fn check_pictures(&self, a: Raw, b: Raw);
}

struct On<W, G, N>(PhantomData<(W, G, N)>);

/// Steps that are compiled once for each board.
struct Outlined<G>(Steps<G>);

impl<G: Geometry> Dilate<G> for Outlined<G> {
    #[inline(never)]
    fn dilate_within<B: Bits>(
        &self,
        cells: Bitboard<B, G>,
        within: Bitboard<B, G>,
    ) -> Bitboard<B, G> {
        self.0.dilate_within(cells, within)
    }

    fn reverse(&self) -> Self {
        Self(self.0.reverse())
    }
}

fn raw<W: Word, G: Geometry>(set: Bitboard<W, G>) -> Raw {
    set.bits().to_wide()
}

fn set<W: Word, G: Geometry>(raw: Raw) -> Bitboard<W, G> {
    Bitboard::new(W::from_wide(raw))
}

impl<W: Word, G: Geometry, N: Neighborhoods> Board for On<W, G, N> {
    fn shape(&self) -> Shape {
        Shape::of::<G>()
    }

    fn neighborhoods(&self) -> Vec<Plain> {
        N::by_cell(G::LATTICE)
    }

    fn check_constants(&self) {
        for number in 0..self.neighborhoods().len() {
            let steps = N::steps::<G>(number);
            assert_eq!(steps.reverse().reverse(), steps);
            let (slides, back) = (Slides::from_steps(&steps), Slides::from_steps(&steps.reverse()));
            assert_eq!((slides.reverse(), back.reverse()), (back, slides));
        }
        assert_eq!(raw(Bitboard::<W, G>::FULL), G::MASK);
        assert_eq!(Cell::<G>::COUNT, Bitboard::<W, G>::FULL.len());
        let rows: Bitboard<W, G> = (0..G::HEIGHT).map(Bitboard::<W, G>::row).collect();
        let columns: Bitboard<W, G> = (0..G::WIDTH).map(Bitboard::<W, G>::column).collect();
        assert_eq!((rows, columns), (Bitboard::FULL, Bitboard::FULL));
    }

    fn neighbors(&self, from: Raw, steps: usize, reverse: bool) -> Raw {
        let steps = N::steps::<G>(steps);
        let steps = if reverse { steps.reverse() } else { steps };
        raw(set::<W, G>(from).neighbors(&steps))
    }

    fn dilate(&self, from: Raw, steps: usize) -> Raw {
        raw(set::<W, G>(from).dilate(&Outlined(N::steps(steps))))
    }

    fn dilate_by(&self, from: Raw, offsets: &[(i8, i8)]) -> Raw {
        let offsets = offsets.iter().map(|&(dx, dy)| (dx.into(), dy.into()));
        let offsets: Vec<(i32, i32)> = offsets.collect();
        raw(set::<W, G>(from).dilate(&Outlined(Steps::from_offsets(&offsets))))
    }

    fn slide(&self, from: Raw, free: Raw, steps: usize) -> [Raw; 2] {
        let slides = Slides::from_steps(&N::steps::<G>(steps));
        let (from, free) = (set::<W, G>(from), set(free));
        [raw(from.attacks(!free, &slides)), raw(slides.dilate_within(from, free))]
    }

    fn flood(&self, from: Raw, within: Raw, steps: usize) -> Raw {
        raw(set::<W, G>(from).flood(set(within), &Outlined(N::steps(steps))))
    }

    fn frontiers(&self, from: Raw, within: Raw, steps: usize) -> Vec<Raw> {
        set::<W, G>(from).frontiers(set(within), &Outlined(N::steps(steps))).map(raw).collect()
    }

    fn is_connected(&self, from: Raw, to: Raw, within: Raw, steps: usize) -> bool {
        set::<W, G>(from).is_connected(set(to), set(within), &Outlined(N::steps(steps)))
    }

    fn components(&self, from: Raw, steps: usize) -> Vec<Raw> {
        set::<W, G>(from).components(&Outlined(N::steps(steps))).map(raw).collect()
    }

    fn without_cut_corners(&self, from: Raw, within: Raw) -> Raw {
        raw(N::without_cut_corners::<G>().dilate_within(set::<W, G>(from), set(within)))
    }

    fn shift(&self, from: Raw, dx: i8, dy: i8) -> Raw {
        raw(set::<W, G>(from).shift(dx.into(), dy.into()))
    }

    fn runs(&self, from: Raw, len: usize, dx: i8, dy: i8) -> Raw {
        raw(set::<W, G>(from).run_ends(len, (dx.into(), dy.into())))
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        Symmetry::all::<G>().collect()
    }

    fn transform(&self, from: Raw, symmetry: Symmetry) -> Option<Raw> {
        set::<W, G>(from).transform(symmetry).map(raw)
    }

    fn canonical(&self, from: Raw) -> Raw {
        raw(set::<W, G>(from).canonical())
    }

    fn algebra(&self, a: Raw, b: Raw) -> [Raw; 5] {
        let (a, b) = (set::<W, G>(a), set::<W, G>(b));
        [a & b, a | b, a ^ b, a - b, !a].map(raw)
    }

    fn check_iteration(&self, from: Raw, bits: &[u32]) {
        let set = set::<W, G>(from);
        let (first, last) = (bits.first().copied(), bits.last().copied());
        assert_eq!((set.iter().len(), set.len() as usize), (bits.len(), bits.len()));
        assert_eq!((set.first().map(Cell::index), set.last().map(Cell::index)), (first, last));
        let (mut forward, mut back) = (set, set);
        let (mut cells, mut cells_back) = (set.iter(), set.iter());
        for (&bit, &bit_back) in bits.iter().zip(bits.iter().rev()) {
            let cell = Cell::from_index(bit).expect("the bit is a cell");
            assert_eq!((cells.next(), forward.pop_first()), (Some(cell), Some(cell)));
            assert_eq!((cell.index(), cell.to_string().parse()), (bit, Ok(cell)));
            assert_eq!(Cell::new(cell.x(), cell.y()), Some(cell));
            let cell = Cell::from_index(bit_back);
            assert_eq!((cells_back.next_back(), back.pop_last()), (cell, cell));
        }
        assert!(cells.next().is_none() && cells_back.next_back().is_none());
        assert!(forward.is_empty() && back.is_empty());
        assert_eq!(set.iter().collect::<Bitboard<W, G>>(), set);
        forward |= set;
        assert_eq!(forward, set);
    }

    fn check_queries(&self, a: Raw, b: Raw) {
        let (a, b) = (set::<W, G>(a), set::<W, G>(b));
        assert_eq!(Bitboard::from_bits(a.bits()), Some(a));
        assert_eq!(a.is_subset(b), (a - b).is_empty());
        assert_eq!(a.is_disjoint(b), (a & b).is_empty());
        assert_eq!(a.intersect_bits(!b.bits()), a - b);
        assert_eq!((a.more_than_one(), a.is_empty()), (a.len() > 1, a == Bitboard::EMPTY));
        assert_eq!(a.single(), (a.len() == 1).then(|| a.first().unwrap()));
        assert_eq!(a.isolate_first().single(), a.first());
        assert_eq!(a.to_word::<Wide<8>>().to_word(), a);
        for cell in b {
            let mut less = a;
            let present = a.contains(cell);
            assert_eq!((a ^ cell).contains(cell), !present);
            assert_eq!((a & cell).is_empty(), !present);
            assert!(less.remove(cell) == present && !less.remove(cell) && !less.contains(cell));
            assert!(less.insert(cell) && !less.insert(cell) && less == a | cell);
            assert!(less.remove(cell) && less == a - cell);
        }
    }

    fn check_pictures(&self, a: Raw, b: Raw) {
        let (a, b) = (set::<W, G>(a), set::<W, G>(b));
        assert_eq!(a.to_string().parse(), Ok(a));
        let layers = [('x', a), ('o', b)];
        let picture = Picture::new('.', &layers).to_string();
        assert_eq!(parse_picture(&picture, '.', ['x', 'o']), Ok([a, b - a]));
    }
}

fn steps_agree(board: &dyn Board, from: Raw, _: Raw) {
    let shape = board.shape();
    for (i, steps) in board.neighborhoods().iter().enumerate() {
        let cells = shape.cells(from);
        let expected = shape.neighbors(steps, &cells);
        assert_eq!(shape.cells(board.neighbors(from, i, false)), expected);
        assert_eq!(shape.cells(board.dilate(from, i)), &expected | &cells);
        // a → b in the reverse exactly if b → a.
        for &cell in cells.iter().step_by(1 + cells.len() / 2) {
            let mut back = shape.cells(shape.mask);
            back.retain(|&other| shape.neighbors(steps, &Set::from([other])).contains(&cell));
            let reversed = board.neighbors(shape.bits(&Set::from([cell])), i, true);
            assert_eq!(shape.cells(reversed), back);
        }
    }
}

#[test]
fn steps_lead_to_the_neighbors_of_each_cell() {
    on_boards!(steps_agree: SQUARES, HEXAGONS);
    SQUARES.iter().chain(&HEXAGONS).for_each(|board| board.check_constants());
}

#[test]
fn steps_of_any_offsets_are_shifts() {
    fn check(random: Random, offsets: Vec<(i8, i8)>) {
        let offsets = offsets.iter().map(|(dx, dy)| (dx % 4, dy % 4));
        // Odd rows of hexagons would go four columns.
        let offsets: Vec<_> = offsets.filter(|&(dx, dy)| dx < 3 || dy % 2 == 0).collect();
        for &board in SQUARES.iter().chain(&HEXAGONS) {
            let set = board.shape().random(random);
            let moved = offsets.iter().map(|&(dx, dy)| board.shift(set, dx, dy));
            assert_eq!(board.dilate_by(set, &offsets), moved.fold(set, |all, moved| all | moved));
        }
    }
    QuickCheck::new().quickcheck(check as fn(Random, Vec<(i8, i8)>));
}

fn slides_agree(board: &dyn Board, from: Raw, free: Raw) {
    let shape = board.shape();
    let (cells, free_cells) = (shape.cells(from), shape.cells(free));
    for (i, steps) in board.neighborhoods().iter().enumerate() {
        let attacked = shape.rays(steps, &cells, &free_cells);
        let [attacks, fill] = board.slide(from, free, i);
        assert_eq!(shape.cells(attacks), attacked);
        assert_eq!(shape.cells(fill), &cells | &(&attacked & &free_cells));
    }
}

#[test]
fn slides_go_as_far_as_the_way_is_free() {
    on_boards!(slides_agree: SQUARES, HEXAGONS);
}

fn floods_agree(board: &dyn Board, seeds: Raw, within: Raw) {
    let shape = board.shape();
    let (mut to, cells) = (shape.cells(seeds), shape.cells(within));
    let from: Set = [to.pop_first(), to.pop_last()].into_iter().flatten().collect();
    let (from_bits, to_bits) = (shape.bits(&from), shape.bits(&to));
    for (i, steps) in board.neighborhoods().iter().enumerate() {
        let levels = shape.levels(steps, &from, &cells);
        let frontiers = board.frontiers(from_bits, within, i);
        assert_eq!(frontiers.iter().map(|&set| shape.cells(set)).collect::<Vec<_>>(), levels);
        let flooded = levels.concat_sets();
        assert_eq!(shape.cells(board.flood(from_bits, within, i)), flooded);
        let connected = board.is_connected(from_bits, to_bits, within, i);
        assert_eq!(connected, !flooded.is_disjoint(&to));
    }
}

#[test]
fn floods_reach_what_a_search_reaches_at_the_same_distance() {
    on_boards!(floods_agree: SQUARES, HEXAGONS);
}

fn components_agree(board: &dyn Board, set: Raw, _: Raw) {
    let shape = board.shape();
    // Steps lead both ways in the first neighborhoods: along edges, along corners, of a king.
    for (i, steps) in board.neighborhoods().iter().enumerate().take(3) {
        let components = board.components(set, i).into_iter().map(|set| shape.cells(set));
        assert!(components.eq(shape.components(steps, &shape.cells(set))));
    }
}

#[test]
fn components_are_whole_and_apart() {
    on_boards!(components_agree: SQUARES, HEXAGONS);
}

fn sets_agree(board: &dyn Board, a: Raw, b: Raw) {
    let shape = board.shape();
    let (x, y, all) = (shape.cells(a), shape.cells(b), shape.cells(shape.mask));
    let found = board.algebra(a, b).map(|set| shape.cells(set));
    assert_eq!(found, [&x & &y, &x | &y, &x ^ &y, &x - &y, &all - &x]);
    let mut bits: Vec<u32> = x.iter().map(|&cell| shape.bit(cell)).collect();
    bits.sort_unstable();
    board.check_iteration(a, &bits);
    board.check_queries(a, b);
}

#[test]
fn sets_are_sets() {
    on_boards!(sets_agree: SQUARES, HEXAGONS);
}

fn pictures_agree(board: &dyn Board, a: Raw, b: Raw) {
    board.check_pictures(a, b);
}

#[test]
fn pictures_read_back() {
    on_boards!(pictures_agree: SQUARES, HEXAGONS);
}

/// Symmetries form a group that keeps neighbors, and images are those of each cell.
fn symmetries_agree(board: &dyn Board, set: Raw, _: Raw) {
    let shape = board.shape();
    let (cells, all) = (shape.cells(set), board.symmetries());
    assert_eq!(all[0], Symmetry::IDENTITY);
    let canonical = board.canonical(set);
    let images = all.iter().map(|&symmetry| board.transform(set, symmetry).unwrap());
    assert_eq!(Some(canonical), images.clone().min());
    for (&symmetry, image) in all.iter().zip(images) {
        assert_eq!(board.transform(image, symmetry.inverse()), Some(set));
        assert_eq!(board.canonical(image), canonical);
        for &next in &all {
            assert!(all.contains(&symmetry.then(next)));
            assert_eq!(board.transform(set, symmetry.then(next)), board.transform(image, next));
        }
        for steps in board.neighborhoods().iter().take(4) {
            let around = shape.image(symmetry, &shape.neighbors(steps, &cells)).unwrap();
            assert_eq!(around, shape.neighbors(steps, &shape.cells(image)));
        }
    }
    let squares = [Symmetry::MIRROR, Symmetry::FLIP, Symmetry::ROTATE_90, Symmetry::ROTATE_270];
    for symmetry in squares.into_iter().chain(Symmetry::HEXAGON) {
        // The set, one of its cells, and all cells that stay on the board.
        let mut staying = cells.clone();
        staying.retain(|&cell| shape.image(symmetry, &Set::from([cell])).is_some());
        for set in [&cells, &cells.iter().take(1).copied().collect(), &staying] {
            let found = board.transform(shape.bits(set), symmetry);
            assert_eq!(found.map(|image| shape.cells(image)), shape.image(symmetry, set));
        }
    }
}

/// The image of every answer is the answer to the image, after an equal number of steps.
fn answers_of_images_agree(board: &dyn Board, set: Raw, within: Raw) {
    for symmetry in board.symmetries() {
        let turn = |set| board.transform(set, symmetry).unwrap();
        let (turned, turned_within) = (turn(set), turn(within));
        for steps in (0..board.neighborhoods().len()).take(4) {
            let frontiers = board.frontiers(set, within, steps).into_iter().map(turn);
            assert!(frontiers.eq(board.frontiers(turned, turned_within, steps)));
            let attacks = board.slide(set, within, steps).map(turn);
            assert_eq!(attacks, board.slide(turned, turned_within, steps));
        }
    }
}

#[test]
fn symmetries_keep_neighbors() {
    on_boards!(symmetries_agree: SQUARES, HEXAGONS);
    on_boards!(answers_of_images_agree: SQUARES, HEXAGONS);
}

#[test]
fn shifts_move_each_cell() {
    fn check(random: Random, dx: i8, dy: i8) {
        let (dx, dy) = (dx % 20, dy % 20);
        for &board in SQUARES.iter().chain(&HEXAGONS) {
            let shape = board.shape();
            let set = shape.random(random);
            let moved = shape.cells(set).into_iter().filter_map(|(x, y)| {
                let stagger = shape.lattice == Lattice::OffsetHex && dy % 2 != 0 && y % 2 == 1;
                let x = x as isize + isize::from(dx) + isize::from(stagger);
                shape.cell(x, y as isize + isize::from(dy))
            });
            assert_eq!(shape.cells(board.shift(set, dx, dy)), moved.collect());
            let (dx, dy) = (dx % 3, dy % 3);
            let mut ends = set;
            for len in 0..9 {
                ends = if len > 1 { board.shift(ends, dx, dy) & set } else { ends };
                assert_eq!(board.runs(set, len, dx, dy), ends);
            }
        }
    }
    QuickCheck::new().quickcheck(check as fn(Random, i8, i8));
}

fn corners_agree(board: &dyn Board, set: Raw, within: Raw) {
    let shape = board.shape();
    let (free, cells) = (shape.cells(within), shape.cells(set & within));
    let mut expected = cells.clone();
    for &(x, y) in &cells {
        let (x, y) = (x as isize, y as isize);
        let is_free = |x, y| shape.cell(x, y).is_some_and(|cell| free.contains(&cell));
        for (dx, dy) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
            if is_free(x + dx, y + dy) && is_free(x + dx, y) && is_free(x, y + dy) {
                expected.insert(((x + dx) as usize, (y + dy) as usize));
            }
        }
    }
    assert_eq!(shape.cells(board.without_cut_corners(set & within, within)), expected);
}

#[test]
fn a_king_that_does_not_cut_corners_needs_both_sides_free() {
    on_boards!(corners_agree: SQUARES);
}

#[test]
fn moves_are_those_of_the_piece() {
    fn check(a: Random, b: Random) {
        let shape = Shape::of::<Chess>();
        let (within, cells) = (set::<u64, Chess>(shape.random(a)), set(shape.random(b)));
        let cells = cells & within;
        let knight = Moves::from(Steps::KNIGHT).dilate_within(cells, within);
        assert_eq!(knight, Steps::KNIGHT.dilate_within(cells, within));
        let rook = Moves::from(Slides::ROOK).dilate_within(cells, within);
        assert_eq!(rook, Slides::ROOK.dilate_within(cells, within));
        let king = Moves::from(NoCornerCut::KING).dilate_within(cells, within);
        assert_eq!(king, NoCornerCut::KING.dilate_within(cells, within));
    }
    QuickCheck::new().quickcheck(check as fn(Random, Random));
    let pawn = Moves::<Chess>::from(Steps::WHITE_PAWN_CAPTURES);
    assert_eq!(pawn.reverse(), Moves::from(Steps::BLACK_PAWN_CAPTURES));
}
