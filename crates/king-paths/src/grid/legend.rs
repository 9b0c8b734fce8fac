//! Maps in the symbols of a game.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use bitboard_core::PictureError;

use super::costs::CostMap;
use super::map::{Grid, MapError, plain};
use super::size::Point;

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
/// let symbols = "'.' (free), '#' (wall), '~' (cost 5), 'S' (marker) or 'E' (marker)";
/// assert_eq!(error, format!("line 2, column 2: expected {symbols}, found '?'"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Legend {
    meanings: Vec<(char, Meaning)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Meaning {
    Free,
    Wall,
    Cost(u16),
    Marker,
}

/// The cells with markers, row by row.
type Markers = Vec<(char, Point)>;

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
        self.with(symbols.chars(), Meaning::Free)
    }

    /// Adds symbols of cells that are not free.
    #[must_use]
    pub fn walls(self, symbols: &str) -> Self {
        self.with(symbols.chars(), Meaning::Wall)
    }

    /// Adds a symbol of cells that cost more than 1; with a cost of 0 they are not free.
    #[must_use]
    pub fn cost(self, symbol: char, cost: u16) -> Self {
        self.with([symbol].into_iter(), Meaning::Cost(cost))
    }

    /// Adds symbols of free cells that are listed.
    #[must_use]
    pub fn markers(self, symbols: &str) -> Self {
        self.with(symbols.chars(), Meaning::Marker)
    }

    fn with(mut self, symbols: impl Iterator<Item = char>, meaning: Meaning) -> Self {
        for symbol in symbols {
            let can_be_read = !symbol.is_whitespace() && symbol != '/';
            assert!(can_be_read, "{symbol:?} separates cells or rows");
            self.meanings.retain(|&(other, _)| other != symbol);
            self.meanings.push((symbol, meaning));
        }
        self
    }

    /// Reads a grid, and the cells with markers row by row. The text is a
    /// [picture](bitboard_core::picture): white space is ignored, and letters are read in either
    /// case unless both are symbols.
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
        let (grid, markers) = self.read(text, |meaning| costs.push(meaning.cost()))?;
        Ok((CostMap::of_symbols(&grid, &costs)?, markers))
    }

    fn read(&self, text: &str, mut each: impl FnMut(Meaning)) -> Result<(Grid, Markers), MapError> {
        let symbols = self.meanings.iter().map(|&(symbol, _)| symbol);
        let mut markers = Markers::new();
        let grid = plain(text, symbols, &mut |cell, number| {
            let (symbol, meaning) = self.meanings[number];
            if meaning == Meaning::Marker {
                markers.push((symbol, cell));
            }
            each(meaning);
            meaning.cost() > 0
        });
        let grid = grid.map_err(|error| match error {
            MapError::Picture(PictureError::Symbol { line, column, found, .. }) => {
                MapError::Symbol { line, column, found, legend: self.described() }
            }
            error => error,
        })?;
        Ok((grid, markers))
    }

    /// The symbols with their meanings.
    fn described(&self) -> String {
        let mut text = String::new();
        for (i, (symbol, meaning)) in self.meanings.iter().enumerate() {
            let separator = match i {
                0 => "",
                _ if i + 1 == self.meanings.len() => " or ",
                _ => ", ",
            };
            // Writing to a string cannot fail.
            let _ = write!(text, "{separator}{symbol:?} ({meaning})");
        }
        text
    }
}

impl Meaning {
    fn cost(self) -> u16 {
        match self {
            Self::Free | Self::Marker => 1,
            Self::Wall => 0,
            Self::Cost(cost) => cost,
        }
    }
}

impl fmt::Display for Meaning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Free => f.write_str("free"),
            Self::Wall => f.write_str("wall"),
            Self::Cost(cost) => write!(f, "cost {cost}"),
            Self::Marker => f.write_str("marker"),
        }
    }
}
