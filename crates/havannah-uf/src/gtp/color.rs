//! Colors of stones.

use alloc::format;
use alloc::string::String;

/// White or black. Either may begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Color {
    White,
    Black,
}

impl Color {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
        }
    }

    pub(super) const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    pub(super) fn parse(word: &str) -> Result<Self, String> {
        match word.to_ascii_lowercase().as_str() {
            "w" | "white" => Ok(Self::White),
            "b" | "black" => Ok(Self::Black),
            _ => Err(format!("expected white or black, found {word:?}")),
        }
    }
}
