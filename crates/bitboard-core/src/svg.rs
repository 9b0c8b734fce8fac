//! Pictures of boards as SVG.
//!
//! A [`Drawing`] is one board, a [`Sheet`] several. Coordinates are column and row of a cell, both
//! from 0, so boards of any size can be drawn, whether or not they fit a word. Colors are SVG
//! colors: `#4477aa`, `teal`, `none`. Cells that are not on the board are drawn outside it.
//!
//! ```
//! use bitboard_core::svg::{Drawing, PALETTE};
//! use bitboard_core::{Bitboard, Cell, Chess, Steps};
//!
//! type Board = Bitboard<u64, Chess>;
//! let knight: Cell<Chess> = "d4".parse()?;
//! let mut drawing = Drawing::of::<Chess>();
//! drawing.cells(Board::from(knight).neighbors(&Steps::KNIGHT), PALETTE[0]);
//! drawing.text(knight.coords(), "N");
//! let svg = drawing.to_string();
//! assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
//! # Ok::<(), bitboard_core::CellError>(())
//! ```

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use crate::bitboard::Bitboard;
use crate::cell::Cell;
use crate::geometry::{Geometry, Lattice};
use crate::word::Word;

/// Twelve colors that can be told apart in print and by color-blind readers.
pub const PALETTE: [&str; 12] = [
    "#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#ee8866", "#44bb99",
    "#9977bb", "#997700", "#bbcc33", "#99ddff",
];
/// The color of a cell with nothing on it.
pub const EMPTY: &str = "#f1f0ea";
/// The background of a drawing, as elements of SVG: white, and gray where the reader prefers dark
/// colors. Dark text is readable on both.
pub const PAPER: &str = r#"<style>@media (prefers-color-scheme: dark) { .paper { fill: #a8a498 } }</style>
<rect class="paper" width="100%" height="100%" rx="6" fill="white"/>"#;

const LINE: &str = "#c9c6ba";
const INK: &str = "#22211d";
/// From one side of a cell to the opposite side.
const CELL: f64 = 40.0;
const MARGIN: f64 = 12.0;
const CAPTION: f64 = 26.0;
/// cos 30°: half the width of a hexagon over its side.
const COS_30: f64 = 0.866_025_403_784_438_6;

/// Column and row of a cell, both from 0.
type Coords = (usize, usize);

/// A drawing of a board. Later elements cover earlier ones.
#[derive(Clone, Debug)]
pub struct Drawing {
    lattice: Lattice,
    width: usize,
    height: usize,
    up: bool,
    /// The left side of the board, in widths of a cell from that of column 0 in row 0.
    left: f64,
    /// The width of the board in widths of a cell.
    across: f64,
    caption: String,
    body: String,
}

impl Drawing {
    /// An empty drawing of a board with `width` columns and `height` rows, row 0 at the top, on
    /// which no cell has been drawn yet. Boards of [`Lattice::AxialHex`] are hexagons of hexagons.
    #[must_use]
    pub fn new(lattice: Lattice, width: usize, height: usize) -> Self {
        let (left, across) = match lattice {
            Lattice::Square => (0.0, width as f64),
            Lattice::OffsetHex => (0.0, width as f64 + if height > 1 { 0.5 } else { 0.0 }),
            // The middle row of a hexagon begins furthest left.
            Lattice::AxialHex => (-((height / 2) as f64) / 2.0, width as f64),
        };
        let (caption, body) = (String::new(), String::new());
        Self { lattice, width, height, up: false, left, across, caption, body }
    }

    /// The board `G` with all its cells empty.
    ///
    /// ```
    /// use bitboard_core::Chess;
    /// use bitboard_core::svg::Drawing;
    ///
    /// let mut drawing = Drawing::of::<Chess>();
    /// drawing.disc((4, 0), "black").caption("a stone on e1");
    /// std::fs::write(std::env::temp_dir().join("e1.svg"), drawing.to_string())?;
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn of<G: Geometry>() -> Self {
        let mut drawing = Self::new(G::LATTICE, G::WIDTH, G::HEIGHT);
        if G::LATTICE == Lattice::AxialHex {
            let begins = || Cell::<G>::all().map(|cell| cell.x() as f64 - cell.y() as f64 / 2.0);
            drawing.left = begins().fold(f64::INFINITY, f64::min);
            drawing.across = begins().fold(f64::NEG_INFINITY, f64::max) + 1.0 - drawing.left;
        }
        if G::UP {
            drawing = drawing.row_0_at_the_bottom();
        }
        for cell in Cell::<G>::all() {
            drawing.cell(cell.coords(), EMPTY);
        }
        drawing
    }

    /// Draws row 0 at the bottom. Call this before drawing anything.
    #[must_use]
    pub fn row_0_at_the_bottom(mut self) -> Self {
        self.up = true;
        self
    }

    /// Adds a line of text below the board.
    pub fn caption(&mut self, text: &str) -> &mut Self {
        self.caption.clear();
        self.caption.push_str(text);
        self
    }

    /// Fills a cell.
    pub fn cell(&mut self, cell: Coords, fill: &str) -> &mut Self {
        self.shape(cell, fill, LINE, 1.0)
    }

    /// Draws a thick line around a cell without covering its contents.
    pub fn outline(&mut self, cell: Coords, stroke: &str) -> &mut Self {
        self.shape(cell, "none", stroke, 3.0)
    }

    /// Fills all cells of a set.
    pub fn cells<W: Word, G: Geometry>(&mut self, set: Bitboard<W, G>, fill: &str) -> &mut Self {
        set.iter().fold(self, |drawing, cell| drawing.cell(cell.coords(), fill))
    }

    /// Puts a round stone on a cell.
    pub fn disc(&mut self, cell: Coords, fill: &str) -> &mut Self {
        let ((cx, cy), radius) = (self.center(cell), CELL * 0.38);
        let fill = Escaped(fill);
        self.put(format_args!(
            r#"<circle cx="{cx:.1}" cy="{cy:.1}" r="{radius:.1}" fill="{fill}" stroke="{INK}"/>"#
        ))
    }

    /// Writes text on a cell.
    pub fn text(&mut self, cell: Coords, text: &str) -> &mut Self {
        let (cx, cy) = self.center(cell);
        let (text, size) = (Escaped(text), CELL * 0.4);
        self.put(format_args!(
            r#"<text x="{cx:.1}" y="{cy:.1}" font-size="{size}" dy="0.35em">{text}</text>"#
        ))
    }

    /// Draws a line between the centers of two cells.
    pub fn line(&mut self, from: Coords, to: Coords, stroke: &str) -> &mut Self {
        let ((x1, y1), (x2, y2)) = (self.center(from), self.center(to));
        let stroke = Escaped(stroke);
        self.put(format_args!(
            r#"<line x1="{x1:.1}" y1="{y1:.1}" x2="{x2:.1}" y2="{y2:.1}" stroke="{stroke}" stroke-width="3"/>"#
        ))
    }

    /// Draws a thick line wherever two neighboring cells belong to different owners, one of which
    /// may be `None`, or the outside of the board.
    ///
    /// ```
    /// use bitboard_core::Lattice;
    /// use bitboard_core::svg::Drawing;
    ///
    /// // Two pieces of two cells each: the lines around them, and one between them for each row.
    /// let drawing = Drawing::new(Lattice::Square, 2, 2).borders(|(x, _)| Some(x)).to_string();
    /// assert_eq!(drawing.matches("<line").count(), 4 * 2 + 2 * 2);
    /// ```
    pub fn borders<T: PartialEq>(&mut self, owner: impl Fn(Coords) -> Option<T>) -> &mut Self {
        for y in 0..self.height {
            for x in 0..self.width {
                let Some(here) = owner((x, y)) else { continue };
                let corners = self.corners((x, y));
                for (side, &(x1, y1)) in corners.iter().enumerate() {
                    let neighbor = self.neighbor((x, y), side).and_then(&owner);
                    if neighbor.as_ref() == Some(&here) {
                        continue;
                    }
                    let (x2, y2) = corners[(side + 1) % corners.len()];
                    self.put(format_args!(
                        r#"<line x1="{x1:.1}" y1="{y1:.1}" x2="{x2:.1}" y2="{y2:.1}" stroke="{INK}" stroke-width="3" stroke-linecap="round"/>"#
                    ));
                }
            }
        }
        self
    }

    /// Width and height of the drawing in pixels.
    #[must_use]
    pub fn size(&self) -> (f64, f64) {
        let height = self.height as f64;
        let caption = if self.caption.is_empty() { 0.0 } else { CAPTION };
        let height = if self.lattice == Lattice::Square { height } else { hex_rows(height) };
        (self.across * CELL + 2.0 * MARGIN, height * CELL + 2.0 * MARGIN + caption)
    }

    /// The center of a cell, in pixels.
    fn center(&self, (x, y): Coords) -> (f64, f64) {
        let line = if self.up { self.height.saturating_sub(1).saturating_sub(y) } else { y };
        let (x, y, line) = (x as f64, y as f64, line as f64);
        let (x, line) = match self.lattice {
            Lattice::Square => (x + 0.5, line + 0.5),
            Lattice::OffsetHex => (x + 0.5 + y % 2.0 / 2.0, hex_rows(line + 1.0) - HEX_SIDE),
            Lattice::AxialHex => (x + 0.5 - y / 2.0, hex_rows(line + 1.0) - HEX_SIDE),
        };
        ((x - self.left) * CELL + MARGIN, line * CELL + MARGIN)
    }

    /// The corners of a cell, clockwise as drawn, from the upper right one.
    fn corners(&self, cell: Coords) -> Vec<(f64, f64)> {
        let unit: &[(f64, f64)] = match self.lattice {
            Lattice::Square => &[(0.5, -0.5), (0.5, 0.5), (-0.5, 0.5), (-0.5, -0.5)],
            Lattice::OffsetHex | Lattice::AxialHex => &[
                (0.5, -HEX_SIDE / 2.0),
                (0.5, HEX_SIDE / 2.0),
                (0.0, HEX_SIDE),
                (-0.5, HEX_SIDE / 2.0),
                (-0.5, -HEX_SIDE / 2.0),
                (0.0, -HEX_SIDE),
            ],
        };
        let (cx, cy) = self.center(cell);
        unit.iter().map(|(dx, dy)| (cx + dx * CELL, cy + dy * CELL)).collect()
    }

    /// The cell across the side that starts at the given corner.
    fn neighbor(&self, (x, y): Coords, side: usize) -> Option<Coords> {
        let down = if self.up { -1 } else { 1 };
        let odd = (y % 2) as i32;
        let (dx, dy): (i32, i32) = match self.lattice {
            Lattice::Square => [(1, 0), (0, down), (-1, 0), (0, -down)][side],
            Lattice::OffsetHex => {
                [(1, 0), (odd, down), (odd - 1, down), (-1, 0), (odd - 1, -down), (odd, -down)]
                    [side]
            }
            Lattice::AxialHex if self.up => {
                [(1, 0), (0, -1), (-1, -1), (-1, 0), (0, 1), (1, 1)][side]
            }
            Lattice::AxialHex => [(1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1)][side],
        };
        let (x, y) = (x.checked_add_signed(dx as isize)?, y.checked_add_signed(dy as isize)?);
        (x < self.width && y < self.height).then_some((x, y))
    }

    /// Draws the outline of a cell.
    fn shape(&mut self, cell: Coords, fill: &str, stroke: &str, width: f64) -> &mut Self {
        let mut points = String::new();
        for (x, y) in self.corners(cell) {
            // Writing to a string cannot fail.
            let _ = write!(points, "{x:.1},{y:.1} ");
        }
        let (points, fill, stroke) = (points.trim_end(), Escaped(fill), Escaped(stroke));
        self.put(format_args!(
            r#"<polygon points="{points}" fill="{fill}" stroke="{stroke}" stroke-width="{width}"/>"#
        ))
    }

    /// Appends an element.
    fn put(&mut self, element: fmt::Arguments<'_>) -> &mut Self {
        // Writing to a string cannot fail.
        let _ = writeln!(self.body, "{element}");
        self
    }

    /// The elements of the drawing, without the `<svg>` element around them.
    fn write_body(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.body)?;
        if self.caption.is_empty() {
            return Ok(());
        }
        let (width, height) = self.size();
        let (x, y, caption) = (width / 2.0, height - CAPTION / 2.0, Escaped(&self.caption));
        writeln!(f, r#"<text x="{x:.1}" y="{y:.1}" font-size="15">{caption}</text>"#)
    }
}

impl fmt::Display for Drawing {
    /// The whole SVG document.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height) = self.size();
        write_document(f, width, height, |f| self.write_body(f))
    }
}

/// Several drawings on one sheet. It prints as an SVG document.
#[derive(Clone, Copy, Debug)]
pub struct Sheet<'a> {
    drawings: &'a [Drawing],
    columns: usize,
}

impl<'a> Sheet<'a> {
    /// A sheet with `columns` drawings beside one another, row by row. 0 counts as 1.
    ///
    /// ```
    /// use bitboard_core::Chess;
    /// use bitboard_core::svg::{Drawing, Sheet};
    ///
    /// let boards = [Drawing::of::<Chess>(), Drawing::of::<Chess>()];
    /// assert_eq!(Sheet::new(&boards, 2).to_string().matches("<g ").count(), 2);
    /// ```
    #[must_use]
    pub fn new(drawings: &'a [Drawing], columns: usize) -> Self {
        Self { drawings, columns }
    }
}

impl fmt::Display for Sheet<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.columns.clamp(1, self.drawings.len().max(1));
        let rows = self.drawings.len().div_ceil(columns);
        let (width, height) = self.drawings.iter().fold((0.0, 0.0), |(w, h), drawing| {
            let size = drawing.size();
            (f64::max(w, size.0), f64::max(h, size.1))
        });
        write_document(f, width * columns as f64, height * rows as f64, |f| {
            for (i, drawing) in self.drawings.iter().enumerate() {
                let (x, y) = ((i % columns) as f64 * width, (i / columns) as f64 * height);
                writeln!(f, r#"<g transform="translate({x:.1} {y:.1})">"#)?;
                drawing.write_body(f)?;
                writeln!(f, "</g>")?;
            }
            Ok(())
        })
    }
}

/// Writes the `<svg>` element around `body`, on paper.
fn write_document(
    f: &mut fmt::Formatter<'_>,
    width: f64,
    height: f64,
    body: impl FnOnce(&mut fmt::Formatter<'_>) -> fmt::Result,
) -> fmt::Result {
    writeln!(
        f,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0}" height="{height:.0}" viewBox="0 0 {width:.1} {height:.1}" font-family="sans-serif" text-anchor="middle" fill="{INK}">"#
    )?;
    writeln!(f, "{PAPER}")?;
    body(f)?;
    writeln!(f, "</svg>")
}

/// The side of a hexagon, which is also half its height, in widths of a cell.
const HEX_SIDE: f64 = 0.5 / COS_30;

/// The height of `rows` rows of hexagons, in widths of a cell.
fn hex_rows(rows: f64) -> f64 {
    (1.5 * rows + 0.5) * HEX_SIDE
}

/// Text with special characters of XML escaped.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                // XML does not allow other control characters.
                c if c.is_control() && !matches!(c, '\t' | '\n' | '\r') => {
                    f.write_char(char::REPLACEMENT_CHARACTER)?;
                }
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}
