//! Shortest paths on grids and on the chessboard, tours, maps.

use std::time::Duration;

use king_paths::bitboard_core::{Bitboard, Bits, Cell, Dilate, RowMajor, Slides};
use king_paths::grid::{Grid, GridError, Point, StepKind};
use king_paths::{Limits, SeededRng, ShortestPaths, shortest_paths};
use knight_tours::Tours;

use crate::json::{Object, list};
use crate::{Answer, limit, text};

/// The largest number of cells of a map.
const MOST_CELLS: u32 = 1 << 20;

type Chess = RowMajor<8, 8>;
type Board = Bitboard<u64, Chess>;

/// A question: a grid of walls (1) and free cells (0) row by row, two cells by their index, and a
/// piece.
pub struct Question<'a> {
    /// Number of columns.
    pub width: u32,
    /// Number of rows.
    pub height: u32,
    /// A byte for each cell, row by row; 0 if it is free.
    pub walls: &'a [u8],
    /// Where paths begin.
    pub from: u32,
    /// Where paths end.
    pub to: u32,
    /// `king`, `step`, `nocut`, `knight`; on 8×8 also `queen`, `rook`, `bishop`.
    pub piece: &'a str,
}

/// How a piece moves.
enum Moves {
    Steps(StepKind),
    Slides(Slides<Chess>),
}

impl Question<'_> {
    fn grid(&self) -> Result<Grid, String> {
        let cells = u64::from(self.width) * u64::from(self.height);
        if cells > MOST_CELLS.into() {
            return Err(format!("expected at most {MOST_CELLS} cells, found {cells}"));
        }
        if self.walls.len() as u64 != cells {
            return Err(format!("expected {cells} cells of walls, found {}", self.walls.len()));
        }
        let (width, height) = (self.width as usize, self.height as usize);
        let is_free = |x, y| self.walls[y * width + x] == 0;
        Grid::from_fn(width, height, is_free).map_err(text)
    }

    fn moves(&self) -> Result<Moves, String> {
        Ok(Moves::Slides(match self.piece {
            "king" => return Ok(Moves::Steps(StepKind::King)),
            "step" => return Ok(Moves::Steps(StepKind::Orthogonal)),
            "nocut" => return Ok(Moves::Steps(StepKind::NoCornerCut)),
            "knight" => return Ok(Moves::Steps(StepKind::Knight)),
            "queen" => Slides::QUEEN,
            "rook" => Slides::ROOK,
            "bishop" => Slides::BISHOP,
            other => return Err(format!("{other:?} is not a piece")),
        }))
    }

    fn point(&self, cell: u32) -> Point {
        ((cell % self.width.max(1)) as usize, (cell / self.width.max(1)) as usize)
    }

    fn cell(&self, (x, y): Point) -> u32 {
        (y * self.width as usize + x) as u32
    }

    /// The chessboard of the question, and its ends.
    fn chess(&self) -> Result<(Board, Cell<Chess>, Cell<Chess>), String> {
        if (self.width, self.height) != (8, 8) {
            return Err(format!("a {} moves on 8×8 only", self.piece));
        }
        self.grid()?;
        let bits = self.walls.iter().enumerate().filter(|&(_, &wall)| wall == 0);
        let free = Board::from_bits_truncate(bits.fold(0, |bits, (i, _)| bits | 1 << i));
        let end = |cell: u32| {
            let (x, y) = self.point(cell);
            Cell::new(x, y).ok_or_else(|| format!("cell {cell} does not exist"))
        };
        Ok((free, end(self.from)?, end(self.to)?))
    }

    /// A cell, unless it is a wall: no path begins or ends there.
    fn free(&self, grid: &Grid, cell: u32) -> Option<Point> {
        let is_blocked =
            |point| matches!(grid.check_free(&[point]), Err(GridError::Blocked { .. }));
        Some(self.point(cell)).filter(|&point| !is_blocked(point))
    }

    /// All shortest paths: their length, number, layers of cells, and the cells that all of them
    /// pass.
    ///
    /// # Errors
    /// If the question makes no sense.
    pub fn all(&self) -> Answer {
        match self.moves()? {
            Moves::Steps(kind) => {
                let grid = self.grid()?;
                let [from, to] = [self.from, self.to].map(|cell| self.free(&grid, cell));
                let paths = grid.shortest_paths(from.as_slice(), to.as_slice(), kind);
                let paths = paths.map_err(text)?;
                let cells = |layer: &[Point]| {
                    layer.iter().map(|&point| self.cell(point)).collect::<Vec<_>>()
                };
                Ok(shown(
                    paths.distance(),
                    count(&paths),
                    paths.layers().map(cells).collect(),
                    paths.must_pass().map(|point| self.cell(point)).collect(),
                ))
            }
            Moves::Slides(slides) => {
                let piece = Piece(slides);
                let (free, from, to) = self.chess()?;
                let paths = search(from, to, free, &piece);
                let cells = |cells: Board| cells.iter().map(Cell::index).collect::<Vec<_>>();
                Ok(shown(
                    paths.distance(),
                    paths.path_count().to_string(),
                    paths.layers().iter().map(|&layer| cells(layer)).collect(),
                    cells(paths.must_pass()),
                ))
            }
        }
    }

    /// A random shortest path; all are equally likely. `null` if there is none.
    ///
    /// # Errors
    /// If the question makes no sense.
    pub fn sample(&self, seed: u32) -> Answer {
        let mut rng = SeededRng::new(seed.into());
        let cells: Option<Vec<u32>> = match self.moves()? {
            Moves::Steps(kind) => {
                let grid = self.grid()?;
                let [from, to] = [self.from, self.to].map(|cell| self.free(&grid, cell));
                let paths = grid.shortest_paths(from.as_slice(), to.as_slice(), kind);
                let paths = paths.map_err(text)?;
                let path = paths.sampler(&mut rng).next();
                path.map(|path| path.into_iter().map(|point| self.cell(point)).collect())
            }
            Moves::Slides(slides) => {
                let piece = Piece(slides);
                let (free, from, to) = self.chess()?;
                let path = search(from, to, free, &piece).sampler(&mut rng).next();
                path.map(|path| path.iter().map(|cell| cell.index()).collect())
            }
        };
        Ok(cells.map_or_else(|| "null".into(), list))
    }

    /// The next cell of a shortest path to `to`, for each cell: its index, or that of the cell
    /// itself where no step leads on.
    ///
    /// # Errors
    /// If the question makes no sense, or the piece slides.
    pub fn next(&self) -> Answer {
        let grid = self.grid()?;
        let Moves::Steps(kind) = self.moves()? else {
            return Err(format!("a {} slides, and has no next steps", self.piece).into());
        };
        let to = self.free(&grid, self.to);
        let field = grid.distances(to.as_slice(), kind).map_err(text)?;
        let cells = 0..self.width * self.height;
        Ok(list(
            cells.map(|cell| field.next_cell(self.point(cell)).map_or(cell, |to| self.cell(to))),
        ))
    }

    /// A tour of all free cells by knight's moves, or by the steps of the piece, from the cell
    /// `from` if it is free and the tour need not be closed.
    ///
    /// # Errors
    /// If the question makes no sense, or nothing is found within `ms` milliseconds.
    pub fn tour(&self, closed: bool, ms: u32) -> Answer {
        let grid = self.grid()?;
        let Moves::Steps(kind) = self.moves()? else {
            return Err(format!("tours are for pieces that step, not for a {}", self.piece).into());
        };
        // A step that may not cut a corner leads back as well.
        let tours = Tours::new(grid.iter(), |point| grid.neighbors(point, kind));
        let from = self.point(self.from);
        let tours = if closed {
            tours.closed()
        } else if grid.is_free(from) {
            tours.starting_with(&[from]).map_err(text)?
        } else {
            tours
        };
        let limits = Limits::new().time(Duration::from_millis(ms.into()));
        let tour = tours
            .try_find(&limits)
            .map_err(|stopped| limit(format_args!("no tour found yet: {}", stopped.reason)))?;
        let cells = tour.map(|tour| tour.into_iter().map(|point| self.cell(point)).collect());
        Ok(Object::new().with("tour", cells as Option<Vec<u32>>).end())
    }

    /// The number of knight's tours of all free cells, or of tours by the steps of the piece.
    ///
    /// # Errors
    /// If the question makes no sense, or the number is not known within `ms` milliseconds.
    pub fn tours(&self, closed: bool, ms: u32) -> Answer {
        let grid = self.grid()?;
        let Moves::Steps(kind) = self.moves()? else {
            return Err(format!("tours are for pieces that step, not for a {}", self.piece).into());
        };
        let tours = Tours::new(grid.iter(), |point| grid.neighbors(point, kind));
        let tours = if closed { tours.closed() } else { tours };
        let limits = Limits::new().time(Duration::from_millis(ms.into()));
        let count = tours.try_count(&limits).map_err(limit)?;
        Ok(Object::new().with("count", count.to_string()).end())
    }
}

/// The number of paths, exactly. Beyond 128 bits it is added up here, because the crate's feature
/// `bigint` would add to the download.
fn count(paths: &king_paths::grid::ShortestPaths<'_>) -> String {
    match paths.path_count() {
        Ok(count) => count.to_string(),
        Err(_) => large_count(paths),
    }
}

/// Counts the paths to each cell, layer by layer. All steps lead back as well.
fn large_count(paths: &king_paths::grid::ShortestPaths<'_>) -> String {
    let (grid, kind) = (paths.grid(), paths.kind());
    let cells = grid.width() * grid.height();
    let index = |(x, y): Point| y * grid.width() + x;
    // The layer of each cell, from 1.
    let (mut layer_of, mut counts) = (vec![0; cells], vec![Large::default(); cells]);
    for (i, layer) in (1_usize..).zip(paths.layers()) {
        for &cell in layer {
            let mut sum = Large(if i == 1 { vec![1] } else { Vec::new() });
            for neighbor in grid.neighbors(cell, kind).map(index) {
                if layer_of[neighbor] == i - 1 && i > 1 {
                    sum.add(&counts[neighbor]);
                }
            }
            counts[index(cell)] = sum;
            layer_of[index(cell)] = i;
        }
    }
    let mut total = Large::default();
    for &cell in paths.layers().next_back().unwrap_or_default() {
        total.add(&counts[index(cell)]);
    }
    total.to_string()
}

/// A number in digits of 10^18, the lowest first.
#[derive(Clone, Default)]
struct Large(Vec<u64>);

impl Large {
    const BASE: u64 = 1_000_000_000_000_000_000;

    fn add(&mut self, other: &Self) {
        let mut carry = 0;
        for i in 0..self.0.len().max(other.0.len()) {
            if i == self.0.len() {
                self.0.push(0);
            }
            let sum = self.0[i] + other.0.get(i).copied().unwrap_or(0) + carry;
            self.0[i] = sum % Self::BASE;
            carry = sum / Self::BASE;
        }
        if carry > 0 {
            self.0.push(carry);
        }
    }
}

impl std::fmt::Display for Large {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut digits = self.0.iter().rev();
        write!(f, "{}", digits.next().unwrap_or(&0))?;
        digits.try_for_each(|digit| write!(f, "{digit:018}"))
    }
}

/// How a piece slides, compiled once for all pieces and questions: for each by itself it would be
/// much of the download.
struct Piece(Slides<Chess>);

impl Dilate<Chess> for Piece {
    #[inline(always)]
    fn dilate_within<B: Bits>(
        &self,
        cells: Bitboard<B, Chess>,
        within: Bitboard<B, Chess>,
    ) -> Bitboard<B, Chess> {
        slide(cells, within, &self.0)
    }

    fn reverse(&self) -> Self {
        Self(self.0.reverse())
    }
}

#[inline(never)]
fn slide<B: Bits>(
    cells: Bitboard<B, Chess>,
    within: Bitboard<B, Chess>,
    slides: &Slides<Chess>,
) -> Bitboard<B, Chess> {
    slides.dilate_within(cells, within)
}

#[inline(never)]
fn search(
    from: Cell<Chess>,
    to: Cell<Chess>,
    free: Board,
    piece: &Piece,
) -> ShortestPaths<'_, u64, Chess, Piece> {
    shortest_paths(from, to, free, piece)
}

fn shown(distance: Option<u32>, count: String, layers: Vec<Vec<u32>>, must: Vec<u32>) -> String {
    Object::new()
        .with("distance", distance)
        .with("count", count)
        .with("layers", layers)
        .with("must", must)
        .end()
}

/// Reads a map, such as those of the Moving AI benchmarks.
///
/// # Errors
/// If the text is not a map, or it is too large.
pub fn map(file: &str) -> Answer {
    let grid: Grid = file.parse().map_err(text)?;
    let (width, height) = (grid.width(), grid.height());
    if (width as u64).saturating_mul(height as u64) > MOST_CELLS.into() {
        return Err(format!("expected at most {MOST_CELLS} cells, found {width}×{height}").into());
    }
    let mut walls = String::new();
    for y in 0..height {
        walls.extend((0..width).map(|x| if grid.is_free((x, y)) { '.' } else { '#' }));
    }
    Ok(Object::new().with("width", width).with("height", height).with("walls", walls).end())
}

/// The free cells to which a piece moves from a cell.
///
/// # Errors
/// If the question makes no sense.
pub fn targets(width: u32, height: u32, walls: &[u8], from: u32, piece: &str) -> Answer {
    let question = Question { width, height, walls, from, to: from, piece };
    Ok(match question.moves()? {
        Moves::Steps(kind) => {
            let grid = question.grid()?;
            list(grid.neighbors(question.point(from), kind).map(|point| question.cell(point)))
        }
        Moves::Slides(slides) => {
            let (free, from, _) = question.chess()?;
            let from = Board::from(from);
            list((slide(from, free | from, &slides) & !from).iter().map(Cell::index))
        }
    })
}

#[cfg(test)]
mod tests {
    use king_paths::Random;
    use king_paths::bitboard_core::Steps;
    use serde_json::Value;

    use super::*;

    fn read(answer: Answer) -> Value {
        serde_json::from_str(&answer.unwrap()).unwrap()
    }

    #[test]
    fn grids_and_boards_agree() {
        let mut rng = SeededRng::new(1);
        for _ in 0..50 {
            let free = rng.next_u64() | rng.next_u64();
            let walls: Vec<u8> = (0..64).map(|i| u8::from(free >> i & 1 == 0)).collect();
            let (from, to) = (rng.below(64) as u32, rng.below(64) as u32);
            let question = Question { width: 8, height: 8, walls: &walls, from, to, piece: "king" };
            let answer = read(question.all());
            let cell = |i: u32| Cell::new(i as usize % 8, i as usize / 8).unwrap();
            let free = Board::from_bits_truncate(free);
            let paths = shortest_paths(cell(from), cell(to), free, &Steps::KING);
            assert_eq!(answer["distance"].as_u64().map(|d| d as u32), paths.distance());
            assert_eq!(answer["count"], paths.path_count().to_string());
            let path = read(question.sample(3));
            let steps = path.as_array().map(|path| path.len() as u32 - 1);
            assert_eq!(steps, paths.distance());
        }
    }

    #[test]
    fn large_counts_are_exact() {
        for (size, kind) in
            [(5, StepKind::King), (80, StepKind::Orthogonal), (90, StepKind::Knight)]
        {
            let grid = Grid::from_fn(size, size, |x, y| (x * 7 + y * 3) % 11 > 0).unwrap();
            let ends = [(1, 1), (size - 1, size - 1)];
            let paths = grid.shortest_paths(&ends[..1], &ends[1..], kind).unwrap();
            assert_eq!(large_count(&paths), paths.path_count_big().to_string());
        }
        let open = Grid::from_fn(80, 80, |_, _| true).unwrap();
        let paths = open.shortest_paths(&[(0, 0)], &[(79, 79)], StepKind::Orthogonal).unwrap();
        assert!(paths.path_count().is_err());
        assert_eq!(count(&paths), paths.path_count_big().to_string());
    }

    #[test]
    fn a_rook_needs_two_moves() {
        let walls = [0; 64];
        let mut question =
            Question { width: 8, height: 8, walls: &walls, from: 0, to: 63, piece: "rook" };
        let answer = read(question.all());
        assert_eq!((&answer["distance"], &answer["count"]), (&2.into(), &"2".into()));
        assert_eq!(read(question.sample(1)).as_array().unwrap().len(), 3);
        question.piece = "queen";
        assert_eq!(read(question.all())["distance"], 1);
        question.piece = "pawn";
        assert!(question.all().is_err());
        let small =
            Question { width: 4, height: 4, walls: &walls[..16], piece: "rook", ..question };
        assert!(small.all().is_err());
        let short = Question { walls: &walls[..9], ..small };
        assert!(short.all().is_err());
        assert!(Question { to: 99, piece: "king", ..short }.all().is_err());
    }

    #[test]
    fn next_steps_lead_to_the_goal() {
        let walls: Vec<u8> = (0..63).map(|cell| u8::from(cell % 9 == 4 && cell != 58)).collect();
        for piece in ["king", "step", "nocut", "knight"] {
            for from in 0..63 {
                let question = Question { width: 9, height: 7, walls: &walls, from, to: 8, piece };
                let next = read(question.next());
                let distance = read(question.all())["distance"].as_u64();
                let (mut at, mut steps) = (u64::from(from), 0);
                while next[at as usize] != at {
                    (at, steps) = (next[at as usize].as_u64().unwrap(), steps + 1);
                }
                assert_eq!((at == 8).then_some(steps), distance, "{piece} from {from}");
            }
        }
        let question =
            Question { width: 8, height: 8, walls: &[0; 64], from: 0, to: 8, piece: "rook" };
        assert!(question.next().is_err());
    }

    #[test]
    fn tours_and_maps() {
        let walls = [0; 36];
        let question =
            Question { width: 6, height: 6, walls: &walls, from: 0, to: 0, piece: "knight" };
        assert_eq!(read(question.tour(true, 10_000))["tour"].as_array().unwrap().len(), 36);
        assert_eq!(read(question.tours(true, 60_000))["count"], "9862");
        let map = read(map("type octile\nheight 1\nwidth 3\nmap\n.T.\n"));
        assert_eq!((&map["width"], &map["walls"]), (&3.into(), &".#.".into()));
        let targets = targets(6, 6, &walls, 0, "knight").unwrap();
        assert_eq!(targets, "[8,13]");
    }
}
