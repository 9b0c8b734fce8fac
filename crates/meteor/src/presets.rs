//! Puzzles and sets of pieces that come with the crate.
//!
//! | name | solutions | distinct |
//! | --- | --- | --- |
//! | `meteor` | 2,098 | 1,049 |
//! | `pentominoes-6x10` | 9,356 | 2,339 |
//! | `pentominoes-5x12` | 4,040 | 1,010 |
//! | `pentominoes-4x15` | 1,472 | 368 |
//! | `pentominoes-3x20` | 8 | 2 |
//! | `pentominoes-8x8-hole` | 520 | 65 |
//! | `pentominoes-8x8-corners` | 17,360 | 2,170 |
//! | `hexiamonds-6x6` | 624 | 156 |
//! | `hexiamonds-4x9` | 148 | 74 |
//! | `tetrahexes-4x7-parallelogram` | 18 | 9 |
//! | `dominoes-8x8` | 12,988,816 | |
//! | `soma` | 11,520 | 240 |
//! | `slothouber-graatsma` | 8 | 1 |
//! | `pentominoes-2x3x10` | 96 | 12 |
//! | `pentominoes-2x5x6` | 2,112 | 264 |
//! | `pentominoes-3x4x5` | 31,520 | 3,940 |
//! | `bedlam` | 460,464 | 19,186 |
//! | `kanoodle-5x11` | 371,020 | 92,755 |
//! | `kanoodle-pyramid` | 2,448 | 306 |
//!
//! Each file names the source of its numbers. Where only the number of distinct solutions is
//! published, this crate counted the other; for these boards it is that number times the number of symmetries
//! of the puzzle. Counting takes milliseconds, except for `pentominoes-3x4x5` and `bedlam`
//! (seconds).

use crate::file::PuzzleFile;
use crate::puzzle::Puzzle;

// Puzzle files name sets of pieces too, so the sets are below both, in `piece`.
pub use crate::piece::pieces;

/// A puzzle that comes with the crate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Preset {
    name: &'static str,
    text: &'static str,
}

impl Preset {
    /// The name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The text of the [puzzle file](PuzzleFile).
    #[must_use]
    pub const fn text(&self) -> &'static str {
        self.text
    }

    /// The puzzle and its published numbers.
    #[must_use]
    pub fn file(&self) -> PuzzleFile {
        self.text.parse().expect("a test parses all presets")
    }

    /// The puzzle.
    #[must_use]
    pub fn puzzle(&self) -> Puzzle {
        self.file().puzzle
    }
}

macro_rules! presets {
    ($($name:literal)*) => {
        /// All presets.
        pub const ALL: &[Preset] = &[$(Preset {
            name: $name,
            text: include_str!(concat!("../puzzles/", $name, ".puzzle")),
        }),*];
    };
}

presets! {
    "meteor"
    "pentominoes-6x10"
    "pentominoes-5x12"
    "pentominoes-4x15"
    "pentominoes-3x20"
    "pentominoes-8x8-hole"
    "pentominoes-8x8-corners"
    "hexiamonds-6x6"
    "hexiamonds-4x9"
    "tetrahexes-4x7-parallelogram"
    "dominoes-8x8"
    "soma"
    "slothouber-graatsma"
    "pentominoes-2x3x10"
    "pentominoes-2x5x6"
    "pentominoes-3x4x5"
    "bedlam"
    "kanoodle-5x11"
    "kanoodle-pyramid"
}

/// The preset with this name.
#[must_use]
pub fn find(name: &str) -> Option<Preset> {
    ALL.iter().copied().find(|preset| preset.name == name)
}
