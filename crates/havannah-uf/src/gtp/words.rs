//! Arguments of commands.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

pub(super) fn switch(word: &str) -> Result<bool, String> {
    match word.to_ascii_lowercase().as_str() {
        "on" | "1" | "true" => Ok(true),
        "off" | "0" | "false" => Ok(false),
        _ => Err(format!("expected on or off, found {word:?}")),
    }
}

pub(super) fn numbers<const N: usize>(words: &[&str]) -> Result<[u32; N], String> {
    let numbers: Option<Vec<u32>> = words.iter().take(N).map(|word| word.parse().ok()).collect();
    numbers
        .and_then(|numbers| numbers.try_into().ok())
        .ok_or_else(|| format!("expected {N} numbers"))
}
