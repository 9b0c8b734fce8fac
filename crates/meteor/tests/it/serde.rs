//! Values as JSON, and JSON that is not a valid value.

use meteor_puzzle::{
    Grid, Limits, Piece, Placement, Puzzle, PuzzleFile, Solution, Solver, presets,
};
use serde_json::{from_str, to_string};

#[test]
fn values_come_back() {
    for preset in presets::ALL {
        let mut file = preset.file();
        let solver = Solver::new(file.puzzle.clone());
        let hint = solver.try_hint(&Limits::new()).unwrap().unwrap();
        assert_eq!(from_str::<Placement>(&to_string(&hint).unwrap()).unwrap(), hint);
        file.puzzle.place(hint).unwrap();
        assert_eq!(from_str::<PuzzleFile>(&to_string(&file).unwrap()).unwrap(), file);
        let solution = solver.solutions().next().unwrap();
        assert_eq!(from_str::<Solution>(&to_string(&solution).unwrap()).unwrap(), solution);
    }
}

#[test]
fn json_is_readable() {
    let placement = Placement::new(3, 100..105).unwrap();
    let text = r#"{"piece":3,"cells":"0x1f0000000000000000000000000"}"#;
    assert_eq!(to_string(&placement).unwrap(), text);
    assert_eq!(to_string(&Grid::OffsetHexagon).unwrap(), "\"hexagon\"");
    let solution: Solution = [placement].into_iter().collect();
    assert_eq!(to_string(&solution).unwrap(), format!("[{text}]"));
}

#[test]
fn values_that_are_not_valid_are_refused() {
    for text in [
        r#"{"name":"a b","cells":[[0,0,0]],"min":1,"max":1,"one_sided":false,"fixed":false}"#,
        r#"{"name":"a","cells":[[0,0,0],[0,0,0]],"min":1,"max":1,"one_sided":false,"fixed":false}"#,
        r#"{"name":"a","cells":[[1000,0,0]],"min":1,"max":1,"one_sided":false,"fixed":false}"#,
    ] {
        assert!(from_str::<Piece>(text).is_err(), "{text}");
    }
    let domino = Piece::new("I", [(0, 0), (1, 0)]);
    let puzzle = Puzzle::new(Grid::Square, [(0, 0), (1, 0)], [domino]).unwrap();
    let text = to_string(&puzzle).unwrap();
    assert_eq!(from_str::<Puzzle>(&text).unwrap(), puzzle);
    for (good, bad) in [
        ("\"cells\":[[0,0,0],[1,0,0]],\"pieces\"", "\"cells\":[],\"pieces\""),
        ("\"placed\":[]", r#""placed":[{"piece":0,"cells":"0x1"}]"#),
        ("\"placed\":[]", r#""placed":[{"piece":0,"cells":"3"}]"#),
        ("\"placed\":[]", r#""placed":[{"piece":9,"cells":"0x3"}]"#),
    ] {
        assert!(text.contains(good), "{text}");
        assert!(from_str::<Puzzle>(&text.replace(good, bad)).is_err(), "{bad}");
    }
    let empty = |most: u16| text.replace("[0,128]", &format!("[1,{most}]"));
    assert_eq!(to_string(&from_str::<Puzzle>(&empty(u16::MAX)).unwrap()).unwrap(), empty(128));
    let placed = r#""placed":[{"piece":0,"cells":"0x3"}]"#;
    assert!(from_str::<Puzzle>(&text.replace("\"placed\":[]", placed)).is_ok());
}
