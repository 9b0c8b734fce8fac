//! Lines that describe pieces.

use alloc::vec::Vec;

use crate::capacity::MAX_STEPS;
use crate::error::PuzzleError;
use crate::file::error::{FileError, FileReason, Place, error};
use crate::file::rows::Rows;
use crate::file::words::Words;
use crate::grid::{Coord, Grid};
use crate::piece::{Piece, Steps};
use crate::sets;

/// A piece or a set of pieces, before the grid is known.
pub(super) struct PieceText<'a> {
    /// The place of its name.
    pub(super) place: Place,
    name: &'a str,
    shape: Shape<'a>,
    min: u16,
    max: u16,
    one_sided: bool,
    fixed: bool,
}

enum Shape<'a> {
    Picture(Rows<'a>),
    /// The directions and their places.
    Walk(Vec<(Place, &'a str)>),
    /// A whole set.
    Set,
}

impl<'a> PieceText<'a> {
    fn new((place, name): (Place, &'a str), shape: Shape<'a>) -> Self {
        Self { place, name, shape, min: 1, max: 1, one_sided: false, fixed: false }
    }

    /// The text after the word `set`.
    pub(super) fn set(words: &mut Words<'a>) -> Result<Self, FileError> {
        Ok(Self::new(words.need("the set")?, Shape::Set))
    }

    /// The text after the word `piece`; `picture` takes the lines that follow.
    pub(super) fn piece(
        words: &mut Words<'a>,
        picture: &mut dyn FnMut() -> Rows<'a>,
    ) -> Result<Self, FileError> {
        let nothing = Shape::Walk(Vec::new());
        let mut piece = Self::new(words.need("the name of the piece")?, nothing);
        while let Some((place, word)) = words.next() {
            match word {
                "one-sided" => piece.one_sided = true,
                "fixed" => piece.fixed = true,
                "walk" => {
                    let walk = core::iter::from_fn(|| words.next());
                    // One more than can be valid is enough for an error.
                    piece.shape = Shape::Walk(walk.take(MAX_STEPS + 1).collect());
                    words.skip();
                    return Ok(piece);
                }
                _ => (piece.min, piece.max) = range(place, word)?,
            }
        }
        piece.shape = Shape::Picture(picture());
        Ok(piece)
    }

    /// The pieces on this grid: one, unless it is a set.
    pub(super) fn pieces(&self, grid: Grid) -> Result<Vec<Piece>, FileError> {
        let here = |reason: PuzzleError| error(self.place, reason.into());
        let piece = match &self.shape {
            Shape::Set => return sets::pieces(self.name, grid).map_err(here),
            Shape::Picture(rows) => Piece::from_picture(self.name, &rows.text()).map_err(here)?,
            Shape::Walk(walk) => Piece::new(self.name, cells_of_walk(walk, grid)?),
        };
        let mut piece = piece.copies(self.min..=self.max);
        (piece.one_sided, piece.fixed) = (self.one_sided, self.fixed);
        piece.check(grid).map_err(here)?;
        Ok(Vec::from([piece]))
    }
}

/// The number of copies: `3`, `1..3`, `..3` or `1..`.
fn range(place: Place, word: &str) -> Result<(u16, u16), FileError> {
    let bad = || error(place, FileReason::BadNumber(word.into()));
    let number = |text: &str, default: u16| {
        if text.is_empty() { Some(default) } else { text.parse().ok() }
    };
    if let Some((min, max)) = word.split_once("..") {
        return number(min, 0).zip(number(max, u16::MAX)).ok_or_else(bad);
    }
    if !word.starts_with(|c: char| c.is_ascii_digit()) {
        return Err(error(place, FileReason::Unexpected(word.into())));
    }
    let times = word.parse().map_err(|_| bad())?;
    Ok((times, times))
}

/// The cells of a walk. An error names the place of the direction.
fn cells_of_walk(walk: &[(Place, &str)], grid: Grid) -> Result<Vec<Coord>, FileError> {
    let mut steps = Steps::new(grid);
    for &(place, direction) in walk {
        steps.go(direction).map_err(|reason| error(place, reason.into()))?;
    }
    Ok(steps.cells)
}
