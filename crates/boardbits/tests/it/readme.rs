//! The example in the README of the workspace.

use std::path::Path;

/// Checks that the Rust examples of a document are in its tests, in this order. A published package
/// lacks the document.
pub(crate) fn check_examples(document: &str, tests: &str, number: usize) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(document);
    let Ok(text) = std::fs::read_to_string(path) else { return };
    let words = |text: &str| text.split_whitespace().collect::<String>();
    let source = words(tests);
    let mut rest = source.as_str();
    let examples: Vec<_> = text.split("```rust\n").skip(1).collect();
    assert_eq!(examples.len(), number);
    for example in examples {
        let (example, _) = example.split_once("```").unwrap();
        let found = rest.split_once(&words(example));
        (_, rest) = found.unwrap_or_else(|| panic!("the tests lack\n{example}"));
    }
}

#[test]
fn the_readme_has_this_example() {
    check_examples("README.md", include_str!("readme.rs"), 1);
}

#[test]
fn king() {
    use king_paths::bitboard_core::{Bitboard, Cell, Chess, Steps};
    use king_paths::shortest_paths;

    let corners = Bitboard::<u64, Chess>::from(Cell::A1) | Cell::H8;
    let paths = shortest_paths(Cell::E4, corners, Bitboard::FULL, &Steps::KING);
    assert_eq!((paths.distance(), paths.path_count()), (Some(4), 8));
}
