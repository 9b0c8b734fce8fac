//! The optional features.

#[cfg(feature = "serde")]
#[test]
fn serde_writes_hexadecimal_and_refuses_bits_off_the_board() {
    use bitboard_core::{Bitboard, RowMajor};

    type Board = Bitboard<u128, RowMajor<6, 12>>;
    let board = Board::from_coords(&[(0, 0), (5, 11)]);
    let text = serde_json::to_string(&board).unwrap();
    assert_eq!(text, r#""0x800000000000000001""#);
    assert_eq!(serde_json::from_str::<Board>(&text).unwrap(), board);
    assert_eq!(serde_json::from_str::<Board>(r#""1F""#).unwrap().bits(), 0x1f);
    for wrong in [r#""0x1000000000000000000""#, r#""""#, r#""0x+1""#, r#""0xg""#, "true", r#""é""#]
    {
        let error = serde_json::from_str::<Board>(wrong).unwrap_err().to_string();
        assert!(error.contains("6×12 board"), "{error}");
    }
}

#[cfg(feature = "serde")]
#[test]
fn serde_writes_the_names_of_cells() {
    use bitboard_core::{AxialHex, Cell};

    assert_eq!(serde_json::to_string(&Cell::E4).unwrap(), r#""e4""#);
    for cell in Cell::<AxialHex<4>>::all() {
        let text = serde_json::to_string(&cell).unwrap();
        assert_eq!(serde_json::from_str::<Cell<AxialHex<4>>>(&text).unwrap(), cell);
    }
    for wrong in [r#""g1""#, r#""""#, "true", "6", "512"] {
        let error = serde_json::from_str::<Cell<AxialHex<4>>>(wrong).unwrap_err().to_string();
        assert!(error.contains("7×7 board"), "{error}");
    }
}

#[cfg(feature = "svg")]
mod svg {
    use bitboard_core::svg::{Drawing, Sheet};
    use bitboard_core::{AxialHex, Bitboard, Cell, Chess, Lattice, OffsetHex};

    use crate::common::Rhombus;

    fn count(svg: &str, what: &str) -> usize {
        svg.matches(what).count()
    }

    #[test]
    fn every_cell_is_drawn() {
        assert_eq!(count(&Drawing::of::<Chess>().to_string(), "<polygon"), 64);
        assert_eq!(count(&Drawing::of::<AxialHex<5>>().to_string(), "<polygon"), 61);
        let mut drawing = Drawing::of::<OffsetHex<5, 10>>();
        drawing.cells(Bitboard::<u64, OffsetHex<5, 10>>::FULL, "teal");
        assert_eq!(count(&drawing.to_string(), r#"fill="teal""#), 50);
    }

    #[test]
    fn borders_run_between_owners() {
        // Two by two squares, left and right half: eight sides outside, two sides seen from both
        // halves inside.
        let mut drawing = Drawing::new(Lattice::Square, 2, 2);
        drawing.borders(|(x, _)| Some(x));
        assert_eq!(count(&drawing.to_string(), "<line"), 8 + 2 * 2);
        // One owner of everything.
        let mut drawing = Drawing::new(Lattice::Square, 2, 2);
        drawing.borders(|(_, _)| Some(()));
        assert_eq!(count(&drawing.to_string(), "<line"), 8);
        // One owner of a whole hexagon of hexagons: the 6(2S − 1) sides of its outline.
        for up in [false, true] {
            let mut drawing = Drawing::new(Lattice::AxialHex, 5, 5);
            if up {
                drawing = drawing.row_0_at_the_bottom();
            }
            drawing.borders(|(x, y)| Cell::<AxialHex<3>>::new(x, y).map(|_| ()));
            assert_eq!(count(&drawing.to_string(), "<line"), 6 * 5);
        }
    }

    #[test]
    fn borders_follow_the_side_of_row_0() {
        let lines = |mut drawing: Drawing, cells: [(usize, usize); 2]| {
            drawing.borders(|(x, y)| cells.contains(&(x, y)).then_some(()));
            let mut lines: Vec<String> = drawing.to_string().lines().map(String::from).collect();
            lines.sort_unstable();
            lines
        };
        // The same two cells, one above the other.
        let board = || Drawing::new(Lattice::AxialHex, 3, 3);
        let up = lines(board().row_0_at_the_bottom(), [(0, 0), (1, 1)]);
        assert_eq!(up, lines(board(), [(1, 2), (1, 1)]));
    }

    #[test]
    fn a_rhombus_of_hexagons_fits_its_drawing() {
        let drawing = Drawing::of::<Rhombus>();
        let svg = drawing.to_string();
        let points = svg.lines().filter_map(|line| line.strip_prefix("<polygon points=\""));
        let columns = points.flat_map(|points| {
            let points = points.split('"').next().unwrap().split(' ');
            points.map(|point| point.split_once(',').unwrap().0.parse::<f64>().unwrap())
        });
        let (left, right) =
            columns.fold((f64::MAX, f64::MIN), |(left, right), x| (left.min(x), right.max(x)));
        // The margin is as wide on both sides.
        assert_eq!(left, 12.0);
        assert_eq!(right, drawing.size().0 - 12.0);
    }

    #[test]
    fn a_board_without_rows_can_be_drawn() {
        let mut drawing = Drawing::new(Lattice::Square, 3, 0).row_0_at_the_bottom();
        assert!(drawing.disc((0, 0), "black").to_string().contains("<circle"));
    }

    #[test]
    fn text_is_escaped() {
        let mut drawing = Drawing::new(Lattice::Square, 1, 1);
        drawing.text((0, 0), "<&\"\0>").caption("a<b").cell((0, 0), "\"/><script>");
        let svg = drawing.to_string();
        assert!(svg.contains("&lt;&amp;&quot;\u{fffd}&gt;") && svg.contains("a&lt;b"));
        assert!(!svg.contains("<script"));
    }

    #[test]
    fn a_sheet_holds_all_drawings() {
        let drawings = vec![Drawing::of::<Chess>(); 5];
        let svg = Sheet::new(&drawings, 2).to_string();
        assert_eq!((count(&svg, "<svg"), count(&svg, "<g "), count(&svg, "<polygon")), (1, 5, 320));
        let (width, height) = drawings[0].size();
        assert!(svg.contains(&format!(
            r#"width="{:.0}" height="{:.0}""#,
            2.0 * width,
            3.0 * height
        )));
        assert!(Sheet::new(&[], 0).to_string().ends_with("</svg>\n"));
    }
}
