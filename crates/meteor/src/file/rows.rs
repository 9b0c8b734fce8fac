//! Pictures, row by row.

use alloc::string::String;
use alloc::vec::Vec;

use crate::file::error::Place;
use crate::grid::Coord;

/// The rows of a picture, with the numbers of their lines.
#[derive(Clone, Debug)]
pub(super) struct Rows<'a>(pub(super) Vec<(usize, &'a str)>);

impl Rows<'_> {
    /// The picture as one text.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for (_, row) in &self.0 {
            text.push_str(row);
            text.push('\n');
        }
        text
    }

    /// The place of a cell.
    pub(super) fn place_of_cell(&self, (x, y): Coord) -> Option<Place> {
        let &(line, row) = self.0.get(usize::try_from(y).ok()?)?;
        let mut chars = row.chars().enumerate().filter(|(_, c)| !c.is_whitespace());
        chars.nth(usize::try_from(x).ok()?).map(|(i, _)| (line, i + 1))
    }

    /// The first place of a character.
    pub(super) fn place_of_symbol(&self, symbol: &str) -> Option<Place> {
        let found = |&(line, row): &(usize, &str)| {
            row.chars().position(|c| symbol.chars().eq([c])).map(|i| (line, i + 1))
        };
        self.0.iter().find_map(found)
    }
}
