//! Small inputs that fuzzing found.

use king_paths::grid::{Grid, MapError, StepKind};

/// An octile map.
fn map(rows: &str) -> Result<Grid, MapError> {
    let (width, height) =
        (rows.lines().next().unwrap_or_default().trim_end().len(), rows.lines().count());
    format!("type octile\nheight {height}\nwidth {width}\nmap\n{rows}").parse()
}

#[test]
fn the_shortest_maps() {
    for (symbol, free) in [('.', 1), ('G', 1), ('S', 1), ('O', 0), ('W', 0), ('@', 0), ('T', 0)] {
        for symbol in [symbol, symbol.to_ascii_lowercase()] {
            assert_eq!(map(&symbol.to_string()).unwrap().free_cells(), free);
        }
    }
    let error = |rows: &str| map(rows).unwrap_err().to_string();
    assert!(error("\u{8}").starts_with("line 5, column 1: expected '.', "));
    assert_eq!(error(".\n.."), "line 6, column 1: expected a row of 1 cells, found 2");
    assert_eq!(error("W\n\n"), "line 5: expected 2 rows, found 1");
    assert!(matches!(map(""), Err(MapError::Size { line: 3, .. })));
    // All line ends are accepted, and blanks are ignored.
    assert_eq!(error(".@\t\r\n..\u{2003}\n\n \n"), "line 6: expected 4 rows, found 2");
    let text = "type octile\r\nheight 1\r\nwidth 2\r\nmap\r\n.@\t\r\n\u{b}\n";
    assert_eq!(text.parse::<Grid>().unwrap().free_cells(), 1);
}

#[test]
fn ends_may_be_given_twice_and_be_walls() {
    let grid = map(".@.\n...").unwrap();
    let from = [(1, 0), (0, 0), (0, 0)];
    let paths =
        grid.shortest_paths(&from, &[(2, 0), (1, 0), (2, 0)], StepKind::Orthogonal).unwrap();
    assert_eq!((paths.distance(), paths.path_count(), paths.layers().len()), (Some(4), Ok(1), 5));
    // Overlap: a path of one cell.
    let paths = grid.shortest_paths(&from, &[(0, 0), (2, 1)], StepKind::NoCornerCut).unwrap();
    assert_eq!((paths.distance(), paths.layer(0)), (Some(0), Some(&[(0, 0)][..])));
    assert_eq!(paths.path(), Some(vec![(0, 0)]));
    // Nowhere to begin.
    let paths = grid.shortest_paths(&[], &[(0, 0)], StepKind::King).unwrap();
    assert_eq!((paths.distance(), paths.path_count()), (None, Ok(0)));
}

#[test]
fn an_end_may_be_further_than_the_nearest_by_one() {
    // Cells one step beyond the nearest end are in no layer.
    let grid = map("....").unwrap();
    let paths = grid.shortest_paths(&[(1, 0)], &[(3, 0), (0, 0)], StepKind::King).unwrap();
    assert_eq!(paths.layers().collect::<Vec<_>>(), [[(1, 0)], [(0, 0)]]);
}
