//! Maps as text: the free cells are those of the text, and the grid can be searched.

#![no_main]

use king_paths::grid::{Grid, StepKind};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    check(text);
    // Most of the header is given, so that the rows get their turn.
    if let Some(row) = text.lines().next().filter(|row| !row.is_empty()) {
        let (width, height) = (row.trim_end().chars().count(), text.lines().count());
        check(&format!("type octile\nheight {height}\nwidth {width}\nmap\n{text}"));
    }
});

fn check(text: &str) {
    let Ok(grid) = text.parse::<Grid>() else { return };
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let header = if text.starts_with("type") { 4 } else { 0 };
    let rows = text.lines().skip(header).flat_map(|line| line.split('/'));
    let rows = rows.map(|row| row.split_whitespace().collect::<String>().to_ascii_uppercase());
    // Closed steps follow.
    let rows = rows.filter(|row| !row.is_empty());
    let mut rows = rows.take_while(|row| row != "WALLS:");
    for y in 0..grid.height() {
        let row = rows.next().expect("a row");
        assert_eq!(row.chars().count(), grid.width());
        for (x, symbol) in (0..grid.width()).zip(row.chars()) {
            assert_eq!(grid.is_free((x, y)), ".GS".contains(symbol), "{x}, {y}");
        }
    }
    assert!(rows.next().is_none());
    assert_eq!(grid.to_string().parse().as_ref(), Ok(&grid));
    let (width, height) = (grid.width(), grid.height());
    if !grid.to_string().contains("walls:") {
        let octile = format!("type octile\nheight {height}\nwidth {width}\nmap\n{grid}");
        assert_eq!(octile.replace('#', "@").parse().as_ref(), Ok(&grid));
    }
    let corners = [(0, 0), (width - 1, height - 1)];
    if corners.iter().any(|&corner| !grid.is_free(corner)) {
        return;
    }
    let paths = grid.shortest_paths(&corners[..1], &corners[1..], StepKind::NoCornerCut).unwrap();
    assert_eq!(paths.distance().is_none(), paths.path().is_none());
    let path = grid.octile_path(corners[0], corners[1], StepKind::NoCornerCut).unwrap();
    let all = grid.octile_distances(&corners[..1], StepKind::NoCornerCut).unwrap();
    assert_eq!(path.as_ref().map(|path| path.0), all.get(corners[1]));
    assert_eq!(path.is_none(), paths.distance().is_none());
}
