//! Puzzles by name or file.

use std::path::Path;

use meteor_puzzle::{PuzzleFile, presets};

use crate::context::{Failure, Result};
use crate::failure::suggest;
use crate::input::Source;

/// Maximum size of a puzzle file in bytes.
const MAX_FILE: u64 = 1 << 24;

/// The names of the puzzles that come with the program.
pub(super) fn names() -> impl Iterator<Item = &'static str> + Clone {
    presets::ALL.iter().map(presets::Preset::name)
}

/// Reads a puzzle file or finds a preset. Also returns its name for messages.
pub(super) fn read(path: &Path) -> Result<(String, PuzzleFile)> {
    if let Some(preset) = path.to_str().and_then(presets::find)
        && !path.exists()
    {
        return Ok((preset.name().into(), preset.file()));
    }
    let name = path.to_str().filter(|name| !name.contains(['/', '\\', '.']) && *name != "-");
    if let Some(name) = name.filter(|_| !path.exists()) {
        let suggestion = suggest(name, names());
        let reason = format!("{name:?} is neither a file nor the name of a puzzle; {suggestion}");
        return Err(Failure::Usage(reason));
    }
    let source = Source::from_option(Some(path));
    let file = source.read_text(MAX_FILE)?.parse::<PuzzleFile>().map_err(|error| {
        Failure::Input(format!("{source}:{}:{}: {}", error.line, error.column, error.reason))
    })?;
    Ok((source.to_string(), file))
}
