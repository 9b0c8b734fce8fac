//! Puzzles by name or file.

use std::path::{Path, PathBuf};

use meteor_puzzle::{PuzzleFile, presets};

#[cfg(feature = "xmpuzzle")]
use super::import::{import, is_xmpuzzle};
use crate::context::{Failure, Result};
use crate::failure::suggest;
use crate::input::Source;

/// Maximum size of a puzzle file, compressed or not, in bytes.
pub(super) const MAX_FILE: u64 = 1 << 24;

/// A puzzle.
#[derive(clap::Args)]
pub(super) struct PuzzleOption {
    /// Puzzle file, also of BurrTools, or the name of a puzzle that comes with the program; stdin if
    /// missing or `-`
    #[arg(value_name = "FILE|NAME")]
    pub(super) puzzle: Option<PathBuf>,
    /// The number of the problem in a file of BurrTools
    #[cfg(feature = "xmpuzzle")]
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = crate::options::number(1..=u32::MAX))]
    problem: u32,
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
        let file = self.parse(&source, source.read_all(MAX_FILE)?)?;
        Ok((source.to_string(), file))
    }

    fn parse(&self, source: &Source, bytes: Vec<u8>) -> Result<PuzzleFile> {
        #[cfg(feature = "xmpuzzle")]
        if is_xmpuzzle(&bytes) {
            let file = import(&bytes, self.problem as usize);
            return file.map_err(|reason| Failure::Input(source.locate(&reason)));
        }
        source.text_of(bytes)?.parse::<PuzzleFile>().map_err(|error| {
            Failure::Input(format!("{source}:{}:{}: {}", error.line, error.column, error.reason))
        })
    }
}
