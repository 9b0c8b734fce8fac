//! Compares every word-parallel operation with a cell-by-cell oracle, on boards of every geometry.

use std::collections::{BTreeSet, VecDeque};

use bitboard_core::{
    AxialHex, Bitboard, Bits, Cell, Chess, Columns, Dilate, Geometry, Holes, Lattice, Moves,
    NoCornerCut, OffsetHex, RowMajor, Slides, Steps, Symmetry, Wide, Word, parse_picture,
};
use quickcheck::QuickCheck;

type Wide2 = Wide<2>;
type Wide3 = Wide<3>;
type Wide5 = Wide<5>;

type Set = BTreeSet<(usize, usize)>;
type Offset = (isize, isize);

/// Runs `check::<W, G>(set, other)` for random sets on boards of all kinds of the given lattices:
/// tight in their word and loose, with guard bits, with holes.
macro_rules! on_boards {
    ($check:ident: squares) => {{
        on_boards!($check: u64 Chess);
        on_boards!($check: u128 RowMajor<6, 12>);
        on_boards!($check: u128 RowMajor<8, 16, true>);
        on_boards!($check: u64 RowMajor<1, 64>);
        on_boards!($check: u128 RowMajor<128, 1>);
        on_boards!($check: u64 Columns<7, 6>);
        on_boards!($check: u64 Holes<RowMajor<7, 7>, 0x1_ffff_e3c7_ffff>);
        on_boards!($check: Wide2 Columns<7, 6>);
        on_boards!($check: Wide5 Columns<17, 16>);
        on_boards!($check: u128 Columns<1, 127>);
        // Its cells fit 64 bits, but its bounding rectangle does not.
        on_boards!($check: u64 Holes<RowMajor<9, 8>, 0x7ef7_ffff_dfff_ffff>);
    }};
    ($check:ident: hexagons) => {{
        on_boards!($check: u64 OffsetHex<5, 10>);
        on_boards!($check: Wide3 OffsetHex<11, 13>);
        on_boards!($check: Wide5 AxialHex<8>);
        on_boards!($check: u128 AxialHex<6>);
        on_boards!($check: u128 Holes<AxialHex<5>, 0x1ffff_ffff_0fff_ffff_ffff>);
    }};
    ($check:ident: $word:ty, $geometry:ty) => {
        QuickCheck::new().quickcheck($check::<$word, $geometry> as fn(_, _))
    };
    ($check:ident: $word:ident $geometry:ty) => {
        on_boards!($check: $word, $geometry)
    };

}

/// A random set, dense or sparse.
fn board<W: Word, G: Geometry>((mut a, mut b, dense): (u128, u128, bool)) -> Bitboard<W, G> {
    let mut bits = W::ZERO;
    for limb in 0..W::BITS / 64 {
        let limb_bits = (if dense { a | b } else { a & b }) as u64;
        bits |= W::from_u128(limb_bits.into()) << (64 * limb);
        (a, b) = (a.rotate_right(64) ^ b >> 3, b.rotate_right(64));
    }
    Bitboard::from_bits_truncate(bits)
}

type Random = (u128, u128, bool);

fn plain<W: Word, G: Geometry>(board: Bitboard<W, G>) -> Set {
    let cells = (0..G::HEIGHT).flat_map(|y| (0..G::WIDTH).map(move |x| (x, y)));
    cells.filter(|&(x, y)| Cell::new(x, y).is_some_and(|cell| board.contains(cell))).collect()
}

fn exists<G: Geometry>(x: isize, y: isize) -> Option<(usize, usize)> {
    let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
    Cell::<G>::new(x, y).map(|_| (x, y))
}

/// The targets of one step by the definition of each neighborhood: even and odd rows.
type Plain = [Vec<Offset>; 2];

fn squares(offsets: &[Offset]) -> Plain {
    [offsets.to_vec(), offsets.to_vec()]
}

fn hexagons(lattice: Lattice) -> Plain {
    if lattice == Lattice::AxialHex {
        return squares(&[(1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1)]);
    }
    [
        vec![(1, 0), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1)],
        vec![(1, 0), (1, 1), (0, 1), (-1, 0), (0, -1), (1, -1)],
    ]
}

fn step<G: Geometry>(
    steps: &Plain,
    direction: usize,
    (x, y): (usize, usize),
) -> Option<(usize, usize)> {
    let (dx, dy) = steps[y % 2][direction];
    exists::<G>(x as isize + dx, y as isize + dy)
}

fn neighbors<G: Geometry>(steps: &Plain, set: &Set) -> Set {
    let from = |&cell| (0..steps[0].len()).filter_map(move |d| step::<G>(steps, d, cell));
    set.iter().flat_map(from).collect()
}

fn rays<G: Geometry>(steps: &Plain, from: &Set, free: &Set) -> Set {
    let mut attacked = Set::new();
    for &start in from {
        for direction in 0..steps[0].len() {
            let mut cell = start;
            while let Some(next) = step::<G>(steps, direction, cell) {
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

/// Distances from `from` by breadth-first search inside `within`.
fn distances<G: Geometry>(steps: &Plain, from: &Set, within: &Set) -> Vec<Set> {
    let mut layers = Vec::new();
    let mut seen: Set = from & within;
    let mut queue: VecDeque<Set> = VecDeque::from([seen.clone()]);
    while let Some(layer) = queue.pop_front().filter(|layer| !layer.is_empty()) {
        let next: Set = &(&neighbors::<G>(steps, &layer) & within) - &seen;
        seen.extend(next.iter().copied());
        queue.push_back(next);
        layers.push(layer);
    }
    layers
}

fn square_neighborhoods<G: Geometry>() -> Vec<(Steps<G>, Plain)> {
    let knight = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    vec![
        (Steps::ORTHOGONAL, squares(&[(1, 0), (0, 1), (-1, 0), (0, -1)])),
        (Steps::DIAGONAL, squares(&[(1, 1), (-1, 1), (-1, -1), (1, -1)])),
        (
            Steps::KING,
            squares(&[(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]),
        ),
        (Steps::KNIGHT, squares(&knight)),
        (Steps::WHITE_PAWN_PUSHES, squares(&[(0, 1)])),
        (Steps::WHITE_PAWN_CAPTURES, squares(&[(1, 1), (-1, 1)])),
        (Steps::BLACK_PAWN_PUSHES, squares(&[(0, -1)])),
        (Steps::BLACK_PAWN_CAPTURES, squares(&[(1, -1), (-1, -1)])),
        (Steps::from_offsets(&[(3, 0), (0, -4), (1, 1)]), squares(&[(3, 0), (0, -4), (1, 1)])),
    ]
}

/// Steps that are compiled once for each board. Inlined into every check, they would take minutes.
struct Outlined<G>(Steps<G>);

impl<G: Geometry> Outlined<G> {
    #[inline(never)]
    fn neighbors<W: Word>(&self, set: Bitboard<W, G>) -> Bitboard<W, G> {
        set.neighbors(&self.0)
    }

    #[inline(never)]
    fn dilate<B: Bits>(&self, cells: Bitboard<B, G>) -> Bitboard<B, G> {
        cells.dilate(&self.0)
    }
}

impl<G: Geometry> Dilate<G> for Outlined<G> {
    fn dilate_within<B: Bits>(
        &self,
        cells: Bitboard<B, G>,
        within: Bitboard<B, G>,
    ) -> Bitboard<B, G> {
        self.dilate(cells) & within
    }

    fn reverse(&self) -> Self {
        Self(self.0.reverse())
    }
}

fn steps_agree<W: Word, G: Geometry>(set: Bitboard<W, G>, steps: &Steps<G>, by_cell: &Plain) {
    let expected = neighbors::<G>(by_cell, &plain(set));
    let steps = Outlined(*steps);
    assert_eq!(plain(steps.neighbors(set)), expected);
    assert_eq!(plain(steps.dilate(set)), &expected | &plain(set));
    // a → b in the reverse exactly if b → a.
    let reverse = steps.reverse();
    assert_eq!(reverse.reverse().0, steps.0);
    for cell in set.iter().step_by(1 + set.len() as usize / 8) {
        let back = Cell::all()
            .filter(|&other| steps.neighbors(Bitboard::<W, G>::from(other)).contains(cell));
        assert_eq!(reverse.neighbors(Bitboard::<W, G>::from(cell)), back.collect());
    }
}

fn square_steps<W: Word, G: Geometry>(random: Random, _: ()) {
    for (steps, by_cell) in square_neighborhoods::<G>() {
        steps_agree::<W, G>(board(random), &steps, &by_cell);
    }
}

fn hexagon_steps<W: Word, G: Geometry>(random: Random, _: ()) {
    steps_agree::<W, G>(board(random), &Steps::HEXAGON, &hexagons(G::LATTICE));
}

#[test]
fn steps_lead_to_the_neighbors_of_each_cell() {
    on_boards!(square_steps: squares);
    on_boards!(hexagon_steps: hexagons);
}

#[inline(never)]
fn slides_agree<W: Word, G: Geometry>(a: Random, b: Random, slides: &Slides<G>, by_cell: &Plain) {
    let (from, free) = (board::<W, G>(a), board::<W, G>(b));
    let (plain_from, plain_free) = (plain(from), plain(free));
    let attacked = rays::<G>(by_cell, &plain_from, &plain_free);
    assert_eq!(plain(from.attacks(free, slides)), attacked);
    assert_eq!(plain(from.occluded_fill(free, slides)), &plain_from | &(&attacked & &plain_free));
}

fn square_slides<W: Word, G: Geometry>(a: Random, b: Random) {
    for (steps, by_cell) in square_neighborhoods::<G>() {
        slides_agree::<W, G>(a, b, &Slides::from_steps(&steps), &by_cell);
    }
}

fn hexagon_slides<W: Word, G: Geometry>(a: Random, b: Random) {
    slides_agree::<W, G>(a, b, &Slides::HEXAGON, &hexagons(G::LATTICE));
}

#[test]
fn slides_go_as_far_as_the_way_is_free() {
    on_boards!(square_slides: squares);
    on_boards!(hexagon_slides: hexagons);
}

fn floods_agree<W: Word, G: Geometry>(a: Random, b: Random, steps: &Steps<G>, by_cell: &Plain) {
    let steps = &Outlined(*steps);
    let (seeds, within) = (board::<W, G>(a), board::<W, G>(b));
    let from = seeds.isolate_first() | seeds.last().map_or(Bitboard::EMPTY, Bitboard::from_cell);
    let layers = distances::<G>(by_cell, &plain(from), &plain(within));
    let flooded: Set = layers.iter().flatten().copied().collect();
    let frontiers: Vec<Set> = from.frontiers(within, steps).map(plain).collect();
    assert_eq!(frontiers, layers);
    assert_eq!(plain(from.flood(within, steps)), flooded);
    let to = seeds - from;
    let connected = !flooded.is_disjoint(&plain(to));
    assert_eq!(from.is_connected(to, within, steps), connected);
}

fn square_floods<W: Word, G: Geometry>(a: Random, b: Random) {
    for (steps, by_cell) in square_neighborhoods::<G>() {
        floods_agree::<W, G>(a, b, &steps, &by_cell);
    }
}

fn hexagon_floods<W: Word, G: Geometry>(a: Random, b: Random) {
    floods_agree::<W, G>(a, b, &Steps::HEXAGON, &hexagons(G::LATTICE));
}

#[test]
fn floods_reach_what_a_search_reaches_at_the_same_distance() {
    on_boards!(square_floods: squares);
    on_boards!(hexagon_floods: hexagons);
}

fn are_components<W: Word, G: Geometry>(set: Bitboard<W, G>, steps: &Steps<G>) {
    let mut rest = set;
    let mut last = None;
    for component in set.components(steps) {
        assert!(!component.is_empty() && component.is_subset(rest));
        assert_eq!(component.isolate_first().flood(set, steps), component);
        assert_eq!(component.dilate(steps) & set, component, "something touches the component");
        assert!(last < component.first(), "components come by their lowest cells");
        last = component.first();
        rest -= component;
    }
    assert!(rest.is_empty());
}

fn square_components<W: Word, G: Geometry>(random: Random, _: ()) {
    are_components::<W, G>(board(random), &Steps::ORTHOGONAL);
    are_components::<W, G>(board(random), &Steps::KING);
}

fn hexagon_components<W: Word, G: Geometry>(random: Random, _: ()) {
    are_components::<W, G>(board(random), &Steps::HEXAGON);
}

#[test]
fn components_are_whole_and_apart() {
    on_boards!(square_components: squares);
    on_boards!(hexagon_components: hexagons);
}

fn set_algebra<W: Word, G: Geometry>(a: Random, b: Random) {
    let (a, b) = (board::<W, G>(a), board::<W, G>(b));
    let (x, y, all) = (plain(a), plain(b), plain(Bitboard::<W, G>::FULL));
    assert_eq!(all.len() as u32, Cell::<G>::COUNT);
    assert_eq!(plain(a & b), &x & &y);
    assert_eq!(plain(a | b), &x | &y);
    assert_eq!(plain(a ^ b), &x ^ &y);
    assert_eq!(plain(a - b), &x - &y);
    assert_eq!(plain(!a), &all - &x);
    assert_eq!(a.is_subset(b), x.is_subset(&y));
    assert_eq!(a.is_disjoint(b), x.is_disjoint(&y));
    assert_eq!((a.len() as usize, a.is_empty()), (x.len(), x.is_empty()));
    assert_eq!(Bitboard::from_bits(a.bits()), Some(a));
}

fn iteration<W: Word, G: Geometry>(a: Random, _: ()) {
    let set = board::<W, G>(a);
    let cells: Vec<Cell<G>> = set.iter().collect();
    assert!(cells.is_sorted());
    assert_eq!(
        (set.iter().len(), set.first(), set.last()),
        (cells.len(), cells.first().copied(), cells.last().copied())
    );
    assert_eq!(
        set.iter().rev().collect::<Vec<_>>(),
        cells.iter().rev().copied().collect::<Vec<_>>()
    );
    assert_eq!(cells.iter().map(|cell| cell.coords()).collect::<Set>(), plain(set));
    assert_eq!(cells.iter().copied().collect::<Bitboard<W, G>>(), set);
    let (mut popped, mut rest) = (Vec::new(), set);
    while let Some(cell) = rest.pop_first() {
        popped.push(cell);
    }
    assert_eq!(popped, cells);
    for cell in cells {
        assert_eq!(Cell::from_index(cell.index()), Some(cell));
        assert_eq!(cell.to_string().parse(), Ok(cell));
        let mut less = set;
        assert!(less.remove(cell) && !less.remove(cell) && !less.contains(cell));
        assert!(less.insert(cell) && !less.insert(cell) && less == set);
    }
}

fn pictures<W: Word, G: Geometry>(a: Random, b: Random) {
    let (a, b) = (board::<W, G>(a), board::<W, G>(b));
    assert_eq!(a.to_string().parse(), Ok(a));
    let layers = [('x', a), ('o', b)];
    let picture = bitboard_core::Picture::new('.', &layers).to_string();
    assert_eq!(parse_picture(&picture, '.', ['x', 'o']), Ok([a, b - a]));
}

fn symmetries<W: Word, G: Geometry>(a: Random, _: ()) {
    let set = board::<W, G>(a);
    let all: Vec<Symmetry> = Symmetry::all::<G>().collect();
    assert_eq!(all[0], Symmetry::IDENTITY);
    assert_eq!(set.transform(Symmetry::IDENTITY), Some(set));
    for &symmetry in &all {
        let image = set.transform(symmetry).expect("a symmetry keeps cells on the board");
        assert_eq!(image.len(), set.len());
        assert_eq!(image.transform(symmetry.inverse()), Some(set));
        assert_eq!(image.canonical(), set.canonical());
        for &next in &all {
            assert!(all.contains(&symmetry.then(next)), "symmetries form a group");
            assert_eq!(set.transform(symmetry.then(next)), image.transform(next));
        }
    }
}

fn transforms<W: Word, G: Geometry>(a: Random, _: ()) {
    let set = board::<W, G>(a);
    let squares = [Symmetry::MIRROR, Symmetry::FLIP, Symmetry::ROTATE_90, Symmetry::ROTATE_270];
    for symmetry in squares.into_iter().chain(Symmetry::HEXAGON) {
        let image = |cell: Cell<G>| {
            let (x, y) = symmetry.apply(cell.coords(), G::WIDTH, G::HEIGHT)?;
            Cell::new(x, y)
        };
        // The set, one of its cells, and all cells that stay on the board.
        let staying = set.iter().filter(|&cell| image(cell).is_some()).collect();
        for set in [set, set.iter().take(1).collect(), staying] {
            let expected: Option<Bitboard<W, G>> = set.iter().map(image).collect();
            assert_eq!(set.transform(symmetry), expected, "{symmetry:?}");
        }
        assert!(staying.transform(symmetry).is_some());
    }
}

fn square_symmetries<W: Word, G: Geometry>(a: Random, _: ()) {
    symmetries::<W, G>(a, ());
    for symmetry in Symmetry::all::<G>() {
        let (set, turn) = (board::<W, G>(a), |s: Bitboard<W, G>| s.transform(symmetry).unwrap());
        assert_eq!(turn(set.dilate(&Steps::KING)), turn(set).dilate(&Steps::KING));
    }
}

/// The image of every answer is the answer to the image, after an equal number of steps.
fn answers_of_images<W: Word, G: Geometry>(a: Random, b: Random) {
    let (set, within) = (board::<W, G>(a), board::<W, G>(b));
    for symmetry in Symmetry::all::<G>() {
        let turn = |set: Bitboard<W, G>| set.transform(symmetry).unwrap();
        let turned = turn(set);
        for steps in [Steps::KING, Steps::ORTHOGONAL, Steps::KNIGHT] {
            assert_eq!(turn(set.flood(within, &steps)), turned.flood(turn(within), &steps));
            let frontiers = set.frontiers(within, &steps).map(turn);
            assert!(frontiers.eq(turned.frontiers(turn(within), &steps)));
            assert_eq!(set.components(&steps).count(), turned.components(&steps).count());
        }
        for slides in [Slides::ROOK, Slides::BISHOP] {
            let attacks = turn(set.attacks(within, &slides));
            assert_eq!(attacks, turned.attacks(turn(within), &slides));
        }
    }
}

fn hexagon_symmetries<W: Word, G: Geometry>(a: Random, _: ()) {
    symmetries::<W, G>(a, ());
    for symmetry in Symmetry::all::<G>() {
        let (set, turn) = (board::<W, G>(a), |s: Bitboard<W, G>| s.transform(symmetry).unwrap());
        assert_eq!(turn(set.dilate(&Steps::HEXAGON)), turn(set).dilate(&Steps::HEXAGON));
    }
}

#[test]
fn sets_are_sets() {
    on_boards!(set_algebra: squares);
    on_boards!(set_algebra: hexagons);
    on_boards!(iteration: squares);
    on_boards!(iteration: hexagons);
}

#[test]
fn pictures_read_back() {
    on_boards!(pictures: squares);
    on_boards!(pictures: hexagons);
}

#[test]
fn symmetries_keep_neighbors() {
    on_boards!(square_symmetries: squares);
    on_boards!(answers_of_images: u64 Chess);
    on_boards!(answers_of_images: u128 RowMajor<6, 12>);
    on_boards!(answers_of_images: Wide5 Columns<17, 16>);
    on_boards!(hexagon_symmetries: hexagons);
    on_boards!(transforms: squares);
    on_boards!(transforms: hexagons);
}

#[test]
fn subsets_are_all_there_and_in_order() {
    fn check(random: Random) {
        let set = board::<u128, AxialHex<6>>(random);
        let few: Bitboard<u128, AxialHex<6>> = set.iter().take(8).collect();
        let subsets: Vec<_> = few.subsets().collect();
        assert_eq!(subsets.len(), 1 << few.len());
        assert!(subsets.is_sorted_by(|a, b| a < b));
        assert!(subsets.iter().all(|subset| subset.is_subset(few)));
    }
    QuickCheck::new().quickcheck(check as fn(Random));
}

fn shifts<W: Word, G: Geometry>(a: Random, (dx, dy): (i8, i8)) {
    let (set, dx, dy) = (board::<W, G>(a), dx % 20, dy % 20);
    let moved = set.iter().filter_map(|cell| {
        let stagger = G::LATTICE == Lattice::OffsetHex && dy % 2 != 0 && cell.y() % 2 == 1;
        cell.offset(isize::from(dx) + isize::from(stagger), dy.into())
    });
    assert_eq!(set.shift(dx, dy), moved.collect());
}

#[test]
fn shifts_move_each_cell() {
    on_boards!(shifts: squares);
    on_boards!(shifts: hexagons);
}

fn queries<W: Word, G: Geometry>(a: Random, b: Random) {
    let (a, b) = (board::<W, G>(a), board::<W, G>(b));
    assert_eq!(a.is_superset(b), b.is_subset(a));
    assert_eq!(a.more_than_one(), a.len() > 1);
    assert_eq!(a.single(), (a.len() == 1).then(|| a.first().unwrap()));
    assert_eq!(a.isolate_first().single(), a.first());
    assert_eq!(a.to_word::<Wide<8>>().to_word(), a);
    let rows: Bitboard<W, G> = (0..G::HEIGHT).flat_map(Bitboard::<W, G>::row).collect();
    let columns: Bitboard<W, G> = (0..G::WIDTH).flat_map(Bitboard::<W, G>::column).collect();
    assert_eq!((rows, columns), (Bitboard::FULL, Bitboard::FULL));
    if let Some(((left, top), (right, bottom))) = a.bounding_box() {
        let cells = plain(a);
        assert!(
            cells.iter().all(|&(x, y)| (left..=right).contains(&x) && (top..=bottom).contains(&y))
        );
        for x in [left, right] {
            assert!(cells.iter().any(|cell| cell.0 == x));
        }
        for y in [top, bottom] {
            assert!(cells.iter().any(|cell| cell.1 == y));
        }
    }
    for cell in b {
        assert_eq!(a.with(cell), a | cell);
        assert_eq!(a.without(cell), a - cell);
        let mut toggled = a;
        toggled.toggle(cell);
        assert_eq!(toggled, a ^ cell);
        assert_eq!((a & cell).is_empty(), !a.contains(cell));
    }
}

#[test]
fn queries_agree_with_the_cells() {
    on_boards!(queries: squares);
    on_boards!(queries: hexagons);
}

fn corners<W: Word, G: Geometry>(a: Random, b: Random) {
    let (within, cells) = (board::<W, G>(a), board::<W, G>(b) & board::<W, G>(a));
    let mut expected = plain(cells);
    for (x, y) in plain(cells) {
        for (dx, dy) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
            let free = |dx, dy| {
                exists::<G>(x as isize + dx, y as isize + dy)
                    .filter(|cell| plain(within).contains(cell))
            };
            if let Some(cell) = free(dx, dy)
                && free(dx, 0).or(Some((x, y)).filter(|_| dx == 0)).is_some()
                && free(0, dy).or(Some((x, y)).filter(|_| dy == 0)).is_some()
            {
                expected.insert(cell);
            }
        }
    }
    assert_eq!(plain(NoCornerCut.dilate_within(cells, within)), expected);
}

#[test]
fn a_king_that_does_not_cut_corners_needs_both_sides_free() {
    on_boards!(corners: squares);
}

#[test]
fn moves_are_those_of_the_piece() {
    fn check(a: Random, b: Random) {
        let (within, cells) = (board::<u64, Chess>(a), board::<u64, Chess>(b));
        let cells = cells & within;
        let knight = Moves::from(Steps::KNIGHT).dilate_within(cells, within);
        assert_eq!(knight, Steps::KNIGHT.dilate_within(cells, within));
        let rook = Moves::from(Slides::ROOK).dilate_within(cells, within);
        assert_eq!(rook, Slides::ROOK.dilate_within(cells, within));
        let king = Moves::from(NoCornerCut).dilate_within(cells, within);
        assert_eq!(king, NoCornerCut.dilate_within(cells, within));
        let pawn = Moves::<Chess>::from(Steps::WHITE_PAWN_CAPTURES);
        assert_eq!(pawn.reverse(), Moves::from(Steps::BLACK_PAWN_CAPTURES));
    }
    QuickCheck::new().quickcheck(check as fn(Random, Random));
}
