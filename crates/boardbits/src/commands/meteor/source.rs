//! Puzzles by name or file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use bitboard_core::picture::rows;
use meteor_puzzle::{Coord, Grid, Piece, Puzzle, PuzzleFile, presets};

#[cfg(feature = "xmpuzzle")]
use super::import::{import, is_xmpuzzle};
#[cfg(feature = "xmpuzzle")]
use crate::context::say;
use crate::context::{Failure, Result};
use crate::failure::suggest;
use crate::input::{MAX_PUZZLE, Source};

/// A puzzle.
#[derive(clap::Args)]
pub(super) struct PuzzleOption {
    /// Puzzle file, file of BurrTools, solution in capital letters (`AAB / CAB`), or the name of a
    /// puzzle that comes with the program; stdin if missing or `-`
    #[arg(value_name = "FILE|NAME")]
    pub(super) puzzle: Option<PathBuf>,
    /// The number of the problem in a file of BurrTools
    #[cfg(feature = "xmpuzzle")]
    #[arg(long, value_name = "N", value_parser = crate::options::number(1..=u32::MAX))]
    problem: Option<u32>,
    /// The grid of a solution in letters: cubes if it has layers, else square
    #[arg(long, value_name = "GRID", value_parser = grid)]
    grid: Option<Grid>,
}

fn grid(name: &str) -> std::result::Result<Grid, String> {
    let names = Grid::ALL.map(Grid::name).join(", ");
    Grid::from_name(name).ok_or_else(|| format!("expected one of {names}"))
}

impl PuzzleOption {
    /// Reads a puzzle file or finds a preset. Also returns its name for messages.
    pub(super) fn read(&self) -> Result<(String, PuzzleFile)> {
        let path = self.puzzle.as_deref().unwrap_or(Path::new("-"));
        if let Some(preset) = path.to_str().and_then(presets::find)
            && !path.exists()
        {
            return Ok((preset.name().into(), preset.file()));
        }
        let name = path.to_str().filter(|name| !name.contains(['/', '\\', '.']) && *name != "-");
        if let Some(name) = name.filter(|_| !path.exists()) {
            let names = presets::ALL.iter().map(presets::Preset::name);
            let suggestion = suggest(name, names);
            let reason =
                format!("{name:?} is neither a file nor the name of a puzzle; {suggestion}");
            return Err(Failure::Usage(reason));
        }
        let source = Source::from_option(Some(path));
        let file = self.parse(&source, source.read_all(MAX_PUZZLE)?)?;
        Ok((source.to_string(), file))
    }

    fn parse(&self, source: &Source, bytes: Vec<u8>) -> Result<PuzzleFile> {
        #[cfg(feature = "xmpuzzle")]
        if is_xmpuzzle(&bytes) {
            let imported = import(&bytes, self.problem.unwrap_or(1) as usize);
            let (file, problems) =
                imported.map_err(|reason| Failure::Input(source.locate(&reason)))?;
            if problems > 1 && self.problem.is_none() {
                say(format_args!(
                    "boardbits: {source}: the first of {problems} problems; --problem chooses another"
                ));
            }
            return Ok(file);
        }
        let text = source.text_of(bytes)?;
        if is_solution(&text) {
            let file = letters(&text, self.grid);
            return file.map_err(|reason| Failure::Input(source.locate(&reason)));
        }
        text.parse::<PuzzleFile>().map_err(|error| {
            Failure::Input(format!("{source}:{}:{}: {}", error.line, error.column, error.reason))
        })
    }
}

/// Returns whether a text is a solution in capital letters. The settings of puzzle files are words in
/// small ones, and their comments begin with `//`.
fn is_solution(text: &str) -> bool {
    let mut symbols = text.chars().filter(|c| !c.is_whitespace()).peekable();
    let is_symbol = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || "./#-".contains(c);
    symbols.peek().is_some() && symbols.all(is_symbol) && !text.contains("//")
}

/// The puzzle of a solution: a letter for the piece on each cell.
fn letters(text: &str, grid: Option<Grid>) -> std::result::Result<PuzzleFile, String> {
    // Empty lines between others separate layers as one `-` does, and add nothing to one beside.
    let (mut is_row, mut is_separated) = (false, false);
    let lines = text.trim_end().lines().map(|line| match line.trim() {
        "" if is_row => {
            (is_row, is_separated) = (false, true);
            "-"
        }
        "" => "",
        "-" if is_separated => {
            is_separated = false;
            ""
        }
        symbols => {
            (is_row, is_separated) = (symbols != "-", false);
            line
        }
    });
    let picture = lines.collect::<Vec<_>>().join("\n");
    for row in rows(&picture).filter(|row| row.symbols().any(|symbol| symbol != '-')) {
        if let Some(x) = row.symbols().position(|symbol| symbol == '-') {
            let (line, column) = row.place(x);
            return Err(format!(
                "line {line}, column {column}: expected a letter or a digit, '.' or '#', found '-'"
            ));
        }
    }
    let solution = Piece::from_picture("solution", &picture).map_err(|error| error.to_string())?;
    let mut named: BTreeMap<char, Vec<Coord>> = BTreeMap::new();
    let symbols = picture.chars().filter(|c| !c.is_whitespace() && !"./#-".contains(*c));
    for (&cell, symbol) in solution.cells().iter().zip(symbols) {
        named.entry(symbol).or_default().push(cell);
    }
    let layers = solution.cells().iter().any(|cell| cell.z > 0);
    let grid = grid.unwrap_or(if layers { Grid::Cubes } else { Grid::Square });
    let pieces = named.into_iter().map(|(name, cells)| Piece::new(name.to_string(), cells));
    let puzzle = Puzzle::new(grid, solution.cells().iter().copied(), pieces);
    Ok(PuzzleFile::new("", puzzle.map_err(|error| error.to_string())?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solutions_in_letters_are_puzzles() {
        let file = letters("AAB / CAB", None).unwrap();
        assert_eq!(file.puzzle.to_string(), ". . .\n. . .\n");
        let sizes: Vec<_> =
            file.puzzle.pieces().iter().map(|p| (p.name(), p.cells().len())).collect();
        assert_eq!(sizes, [("A", 3), ("B", 2), ("C", 1)]);
        let file = letters("\nAAB\nCAB\n\nDDD\n.DD\n", None).unwrap();
        assert_eq!((file.puzzle.grid(), file.puzzle.cells().len()), (Grid::Cubes, 11));
        let file = letters("AA/AB\n-\nB\n", Some(Grid::Spheres)).unwrap();
        assert_eq!(file.puzzle.to_string(), ". .\n. .\n-\n.\n");
        let error = letters("ABA", None).unwrap_err();
        assert_eq!(error, "piece A: cell 2,0 is not connected to the first");
        assert_eq!(
            letters("AB/A", None).unwrap_err(),
            "line 1, column 4: expected a row of 2 cells, found 1"
        );
        // Empty lines before the first row are lines, but no layers.
        assert_eq!(
            letters("\n \nAB\nA", None).unwrap_err(),
            "line 4, column 1: expected a row of 2 cells, found 1"
        );
        assert_eq!(letters(" \nAAB\nCAB", None).unwrap().puzzle.grid(), Grid::Square);
        for layers in ["A\n\n\nA", "A\n-\nA", "A\n\n-\n \nA", "A / - / A"] {
            assert_eq!(letters(layers, None).unwrap().puzzle.to_string(), ".\n-\n.\n");
        }
        assert_eq!(
            letters("AAB\nC-B", None).unwrap_err(),
            "line 2, column 2: expected a letter or a digit, '.' or '#', found '-'"
        );
    }

    #[test]
    fn settings_are_not_letters() {
        assert!(is_solution("AAB / CAB\n") && is_solution("A1.\n-\n#BB"));
        assert!(!is_solution("") && !is_solution("board\n. .\n") && !is_solution("// A"));
    }
}
