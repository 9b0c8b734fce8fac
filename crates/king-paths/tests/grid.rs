//! Paths on grids, and maps that are wrong.
#![cfg(feature = "alloc")]

use std::collections::HashMap;

use bitboard_core::{Bitboard, Cell, NoCornerCut, RowMajor, Steps};
use king_paths::all_shortest_paths;
use king_paths::grid::{Connectivity, CountOverflow, Grid, GridError, MapError, Point};
use quickcheck::QuickCheck;

const ALL: [Connectivity; 3] = [Connectivity::Four, Connectivity::Eight, Connectivity::NoCut];

#[test]
fn small_grids_are_boards() {
    type G = RowMajor<11, 9>;
    type Board = Bitboard<u128, G>;
    fn check((a, b, from, to): (u128, u128, u8, u8)) {
        let within = Board::from_bits_truncate(a | b);
        let grid = Grid::from_fn(11, 9, |x, y| {
            Cell::new(x as usize, y as usize).is_some_and(|cell| within.contains(cell))
        })
        .unwrap();
        let cell = |i: u8| Cell::<G>::from_index(u32::from(i) % 99).unwrap();
        let point = |cell: Cell<G>| -> Point { (cell.x() as u32, cell.y() as u32) };
        let (from, to) = ([cell(from), cell(from / 2)], [cell(to), cell(to ^ 1)]);
        let sets = (from.into_iter().collect::<Board>(), to.into_iter().collect::<Board>());
        for connectivity in ALL {
            let paths =
                grid.shortest_paths(&from.map(point), &to.map(point), connectivity).unwrap();
            let (layers, count) = match connectivity {
                Connectivity::NoCut => {
                    let steps = &NoCornerCut;
                    let layers = all_shortest_paths(sets.0, sets.1, within, steps);
                    (layers, layers.count(within, steps))
                }
                plain => {
                    let four = plain == Connectivity::Four;
                    let steps = if four { &Steps::ORTHOGONAL } else { &Steps::KING };
                    let layers = all_shortest_paths(sets.0, sets.1, within, steps);
                    (layers, layers.count(within, steps))
                }
            };
            assert_eq!(paths.len(), layers.len());
            for (ours, layer) in paths.layers().zip(&layers) {
                let ours: Board =
                    ours.iter().filter_map(|&(x, y)| Cell::new(x as usize, y as usize)).collect();
                assert_eq!(ours, *layer);
            }
            assert_eq!(paths.count().map(u128::from), Ok(count));
            let must_pass: Vec<Point> = paths.must_pass().collect();
            assert_eq!(must_pass.len() as u32, layers.must_pass().len());
            let path = paths.path().unwrap_or_default();
            assert_eq!(path.len(), paths.len());
            for pair in path.windows(2) {
                assert!(grid.neighbors(pair[0], connectivity).any(|next| next == pair[1]));
            }
        }
    }
    QuickCheck::new().tests(400).quickcheck(check as fn(_));
}

#[test]
fn counts_that_overflow_say_so() {
    let open = Grid::from_fn(40, 40, |_, _| true).unwrap();
    let small = open.shortest_paths(&[(0, 0)], &[(30, 30)], Connectivity::Four).unwrap();
    // 60 choose 30.
    assert_eq!(small.count(), Ok(118_264_581_564_861_424));
    let large = open.shortest_paths(&[(0, 0)], &[(39, 39)], Connectivity::Four).unwrap();
    assert_eq!(large.count(), Err(CountOverflow));
    #[cfg(feature = "bigint")]
    {
        assert_eq!(small.count_big().to_string(), "118264581564861424");
        // 78 choose 39.
        assert_eq!(large.count_big().to_string(), "27217014869199032015600");
    }
}

#[test]
fn what_lies_outside_is_refused() {
    let mut grid = Grid::new(7, 5).unwrap();
    let off = GridError::OffGrid { x: 7, y: 4, width: 7, height: 5 };
    assert_eq!(grid.set(7, 4, true), Err(off));
    assert_eq!(grid.distances(&[(7, 4)], Connectivity::Eight), Err(off));
    assert_eq!(grid.shortest_paths(&[(0, 0)], &[(7, 4)], Connectivity::Four).err(), Some(off));
    assert!(!grid.is_free(u32::MAX, 0));
    assert_eq!(Grid::new(0, 5), Err(GridError::Empty { width: 0, height: 5 }));
    let large = GridError::TooLarge { width: 1 << 31, height: 3 };
    assert_eq!(Grid::new(1 << 31, 3), Err(large));
}

#[test]
fn cells_that_are_not_free_do_not_count() {
    let mut grid = Grid::from_fn(3, 1, |_, _| true).unwrap();
    grid.set(0, 0, false).unwrap();
    assert_eq!(grid.free_cells(), 2);
    assert!(grid.shortest_paths(&[(0, 0)], &[(2, 0)], Connectivity::Eight).unwrap().is_empty());
    assert!(grid.shortest_paths(&[(2, 0)], &[(0, 0)], Connectivity::Eight).unwrap().is_empty());
    assert!(grid.shortest_paths(&[(2, 0)], &[], Connectivity::Eight).unwrap().is_empty());
    assert!(grid.shortest_paths(&[], &[(2, 0)], Connectivity::Eight).unwrap().is_empty());
    let paths = grid.shortest_paths(&[(2, 0)], &[(2, 0)], Connectivity::Eight).unwrap();
    assert_eq!((paths.distance(), paths.count()), (Some(0), Ok(1)));
}

#[test]
fn maps_are_read() {
    let text = "type octile\nheight 2\nwidth 6\nmap\n.GS@OT\nW.....\n";
    let grid: Grid = text.parse().unwrap();
    let free = |y| (0..6).map(|x| grid.is_free(x, y)).collect::<Vec<_>>();
    assert_eq!(free(0), [true, true, true, false, false, false]);
    assert_eq!(free(1), [false, true, true, true, true, true]);
    assert_eq!(text.replace('\n', "\r\n").parse(), Ok(grid));
}

#[test]
fn wrong_maps_are_named() {
    let head = |size: &str| format!("type octile\n{size}\nmap\n");
    let good = head("height 2\nwidth 3");
    let cases: HashMap<String, MapError> = [
        (String::new(), MapError::Header { line: 1, expected: "type octile" }),
        ("type tile\n".into(), MapError::Header { line: 1, expected: "type octile" }),
        (head("height x\nwidth 3"), MapError::Header { line: 2, expected: "height NUMBER" }),
        (head("height -1\nwidth 3"), MapError::Header { line: 2, expected: "height NUMBER" }),
        (head("height 2\nheight 3"), MapError::Header { line: 3, expected: "width NUMBER" }),
        ("type octile\nheight 2\nwidth 3\n".into(), MapError::Header { line: 4, expected: "map" }),
        (
            head("height 0\nwidth 3"),
            MapError::Size { line: 3, error: GridError::Empty { width: 3, height: 0 } },
        ),
        (
            head("height 4294967295\nwidth 4294967295"),
            MapError::Size {
                line: 3,
                error: GridError::TooLarge { width: u32::MAX, height: u32::MAX },
            },
        ),
        // A header may promise much; nothing is allocated for it.
        (
            head("height 65536\nwidth 65536"),
            MapError::TooFewRows { line: 5, found: 0, expected: 65536 },
        ),
        (good.clone() + "...\n", MapError::TooFewRows { line: 6, found: 1, expected: 2 }),
        (good.clone() + "...\n..\n", MapError::Width { line: 6, found: 2, expected: 3 }),
        (good.clone() + "....\n...\n", MapError::Width { line: 5, found: 4, expected: 3 }),
        (good.clone() + "...\n...\n...\n", MapError::TooManyRows { line: 7, expected: 2 }),
        (good + "...\n.é.\n", MapError::Symbol { line: 6, column: 2, symbol: 'é' }),
    ]
    .into();
    for (text, error) in cases {
        assert_eq!(text.parse::<Grid>(), Err(error), "{text}");
        assert!(error.to_string().starts_with("line "), "{error}");
    }
}
