//! Octile maps as text: what is read is what is written there, and can be searched.

#![no_main]

use king_paths::grid::{Connectivity, Grid};
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
    let mut rows = text.lines().skip(4);
    let mut written =
        format!("type octile\nheight {}\nwidth {}\nmap\n", grid.height(), grid.width());
    for y in 0..grid.height() {
        let row = rows.next().expect("a row");
        for (x, symbol) in (0..grid.width()).zip(row.chars()) {
            assert_eq!(grid.is_free(x, y), ".GS".contains(symbol), "{x}, {y}");
            written.push(if grid.is_free(x, y) { '.' } else { '@' });
        }
        written.push('\n');
    }
    assert!(rows.all(|row| row.trim().is_empty()));
    assert_eq!(written.parse().as_ref(), Ok(&grid));
    let corners = [(0, 0), (grid.width() - 1, grid.height() - 1)];
    let paths = grid.shortest_paths(&corners[..1], &corners[1..], Connectivity::NoCut).unwrap();
    assert_eq!(paths.is_empty(), paths.path().is_none());
}
