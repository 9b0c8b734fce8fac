//! Maps in the symbols of a game.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use bitboard_core::picture::{PictureError, rows};

use super::costs::CostMap;
use super::map::{Grid, MapError, plain};
use super::size::Point;
use super::walls::WALLS;

/// What the symbols of a map mean: free cells, walls, cells that cost more, markers.
///
/// Markers are free cells that are listed, such as starts and goals.
///
/// ```
/// use king_paths::grid::{Legend, StepKind};
///
/// let legend = Legend::new().free(".").walls("#").cost('~', 5).markers("SE");
/// let (map, markers) = legend.costs("
///     S~.
///     .#E")?;
/// assert_eq!(markers, [('S', (0, 0)), ('E', (2, 1))]);
/// let path = map.path(markers[0].1, markers[1].1, StepKind::Orthogonal)?;
/// assert_eq!(path.map(|(cost, _)| cost), Some(7));
/// let error = legend.grid("..\n.?").unwrap_err().to_string();
/// let symbols = "'.' (free), '#' (wall), '~' (cost 5), 'S' (marker), 'E' (marker)";
/// assert_eq!(error, format!("line 2, column 2: expected one of {symbols}, found '?'"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Legend {
    symbols: Vec<Symbol>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Symbol {
    symbol: char,
    /// 0 for walls.
    cost: u16,
    is_marker: bool,
}

impl Legend {
    /// Creates a legend without symbols.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds symbols of free cells.
    ///
    /// # Panics
    /// As all methods that add symbols: if a symbol is white space or `/`, which separate rows.
    #[must_use]
    pub fn free(self, symbols: &str) -> Self {
        self.with(symbols, 1, false)
    }

    /// Adds symbols of cells that are not free.
    #[must_use]
    pub fn walls(self, symbols: &str) -> Self {
        self.with(symbols, 0, false)
    }

    /// Adds a symbol of cells that cost more than 1; with a cost of 0 they are not free.
    #[must_use]
    pub fn cost(self, symbol: char, cost: u16) -> Self {
        self.with(symbol.encode_utf8(&mut [0; 4]), cost, false)
    }

    /// Adds symbols of free cells that are listed.
    #[must_use]
    pub fn markers(self, symbols: &str) -> Self {
        self.with(symbols, 1, true)
    }

    fn with(mut self, symbols: &str, cost: u16, is_marker: bool) -> Self {
        for symbol in symbols.chars() {
            let can_be_read = !symbol.is_whitespace() && symbol != '/';
            assert!(can_be_read, "{symbol:?} separates cells or rows");
            self.symbols.retain(|other| other.symbol != symbol);
            self.symbols.push(Symbol { symbol, cost, is_marker });
        }
        self
    }

    /// Reads a grid, and the cells with markers row by row. The text is a
    /// [picture](bitboard_core::picture): white space is ignored, and letters are read in either
    /// case unless both are symbols. A byte order mark is skipped.
    ///
    /// # Errors
    /// [`MapError`] if a symbol is not in the legend, a row has another length than the first, or
    /// the map has no cells or too many.
    pub fn grid(&self, text: &str) -> Result<(Grid, Vec<(char, Point)>), MapError> {
        self.read(text, |_| ())
    }

    /// Reads a map with costs, as [`grid`](Self::grid).
    ///
    /// # Errors
    /// As [`grid`](Self::grid).
    pub fn costs(&self, text: &str) -> Result<(CostMap, Vec<(char, Point)>), MapError> {
        let mut costs = Vec::new();
        let (grid, markers) = self.read(text, |cost| costs.push(cost))?;
        Ok((CostMap::of_symbols(grid, &costs)?, markers))
    }

    fn read(
        &self,
        text: &str,
        mut each: impl FnMut(u16),
    ) -> Result<(Grid, Vec<(char, Point)>), MapError> {
        let mut markers = Vec::new();
        let grid = plain(text, self.symbols.iter().map(|known| known.symbol), &mut |cell, i| {
            let Symbol { symbol, cost, is_marker } = self.symbols[i];
            markers.extend(is_marker.then_some((symbol, cell)));
            each(cost);
            cost > 0
        });
        // Not in the digits of closed steps below it.
        let in_map =
            |at| rows(text).all(|row| row.place(0) > at || row.symbols().ne(WALLS.chars()));
        if let Err(MapError::Picture(PictureError::Symbol { line, column, found, .. })) = grid
            && in_map((line, column))
        {
            let symbols: Vec<String> = self.symbols.iter().map(ToString::to_string).collect();
            return Err(MapError::Symbol { line, column, found, legend: symbols.join(", ") });
        }
        Ok((grid?, markers))
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self { symbol, is_marker: true, .. } => write!(f, "{symbol:?} (marker)"),
            Self { symbol, cost: 0, .. } => write!(f, "{symbol:?} (wall)"),
            Self { symbol, cost: 1, .. } => write!(f, "{symbol:?} (free)"),
            Self { symbol, cost, .. } => write!(f, "{symbol:?} (cost {cost})"),
        }
    }
}
