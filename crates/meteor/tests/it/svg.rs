//! Solutions as SVG.

use meteor_puzzle::{Solution, SolutionSheet, presets};

#[test]
fn boards_of_a_sheet_lie_in_rows() {
    let puzzle = presets::find("dominoes-8x8").unwrap().puzzle();
    let boards = [(); 3].map(|()| Solution::from(Vec::new()));
    let svg = SolutionSheet::new(&puzzle, &boards).columns(2).to_string();
    let moved = svg.split("translate(").skip(1).map(|text| text.split(')').next().unwrap());
    assert_eq!(moved.collect::<Vec<_>>(), ["16.0 16.0", "160.0 16.0", "16.0 160.0"]);
    assert!(svg.contains(r#"width="288" height="288""#), "{svg}");
}
