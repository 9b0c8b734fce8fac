//! `boardbits paths`.

use crate::common::{answer, run};

#[test]
fn layers_are_drawn() {
    let drawn = answer("paths --from e4 --to a1,h8", "");
    assert!(drawn.contains("layer 5") && !drawn.contains("layer 6"));
    assert!(drawn.ends_with("distance 4, 8 shortest paths\n"));
}

#[test]
fn a_mask_is_a_number_or_a_picture() {
    // Rank 4 is closed except for h4.
    let picture = "XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/.......X/XXXXXXXX/XXXXXXXX/XXXXXXXX";
    let by_picture = answer(&format!("paths --from a1 --to a8 --free {picture}"), "");
    let by_number = answer("paths --from a1 --to a8 --free 0xffffffff80ffffff", "");
    assert_eq!(by_picture, by_number);
    assert!(by_number.contains("distance 14, "), "{by_number}");
    let wrong = run("paths --from a1 --to a8 --free XXXX/....", "");
    assert_eq!(wrong.status, 2);
    assert!(wrong.err.contains("line 1: expected 8 rows, found 2"), "{}", wrong.err);
}

#[test]
fn layers_are_drawn_into_a_file() {
    let path = std::env::temp_dir().join(format!("boardbits-paths-{}.svg", std::process::id()));
    answer(&format!("paths --from e4 --to a1,h8 --svg {}", path.display()), "");
    let svg = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(path).unwrap();
    assert!(svg.contains(">5</text>") && !svg.contains(">6</text>"));
    assert!(svg.contains("distance 4, 8 shortest paths"));
    let ran = run("paths --from e4 --to a1 --svg no/such/directory/x.svg", "");
    assert_eq!(ran.status, 1);
    assert!(ran.err.starts_with("boardbits: no/such/directory/x.svg: "), "{}", ran.err);
}

#[test]
fn answers_in_json_have_sets() {
    let ask = |options: &str| -> serde_json::Value {
        serde_json::from_str(&answer(&format!("paths --format json {options}"), "")).unwrap()
    };
    let walls = answer("paths --from c4 --to a5 --free 0xfe77efe9efbb7eff --format json", "");
    let expected = r#"{"distance":2,"count":1,"layers":["0x0000000004000000","0x0000000002000000","0x0000000100000000"],"must_pass":"0x0000000106000000","reachable":"0xfe77efe9efbb7eff"}"#;
    assert_eq!(walls, format!("{expected}\n"));
    let knight = ask("--step knight --from 0x1 --to b3");
    assert_eq!(
        (&knight["distance"], &knight["layers"][1]),
        (&1.into(), &"0x0000000000020000".into())
    );
    let cut = ask("--from a1 --to c1 --free a1,c1");
    assert_eq!((&cut["distance"], &cut["reachable"]), (&().into(), &"0x0000000000000001".into()));
    for (step, distance) in [("king", 7), ("knight", 6), ("bishop", 1)] {
        assert_eq!(
            ask(&format!("--from a1 --to h8 --step {step}"))["distance"],
            distance,
            "{step}"
        );
    }
}

#[test]
fn there_may_be_no_path() {
    assert_eq!(answer("paths --from a1 --to b1 --step bishop", ""), "-\n");
}

#[test]
fn wrong_squares_are_named() {
    for (options, reason) in [
        (
            "--from 0x1 --to 0x10000000000000000",
            "--to: \"0x10000000000000000\" has more than 64 bits",
        ),
        ("--from 0x --to a1", "--from: expected a hexadecimal number, found \"0x\""),
        ("--from not --to a1", "--from: \"not\": "),
        ("--from b2,a1 --to h8 --free a1", "--to: h8 is not free"),
        ("--from b2,c1 --to a1 --free a1", "--from: c1 is not free"),
        ("--from a1 --to i9", "--to: \"i9\": column 9, row 9 is not a cell of this board"),
    ] {
        let ran = run(&format!("paths {options}"), "");
        assert_eq!((ran.out.as_str(), ran.status), ("", 2), "{options}");
        assert!(ran.err.starts_with(&format!("boardbits: {reason}")), "{options}: {}", ran.err);
    }
    let ran = run("paths --from a1 --to b1 --step kinght", "");
    assert!(ran.err.contains("'knight'"), "{}", ran.err);
    assert_eq!(run("paths --from a1", "").status, 2);
}

#[test]
fn transposed_and_mirrored_queries_have_the_same_answers() {
    let closed = ["c1", "c2", "d5", "e5", "f5", "g2", "b6"];
    let image = |i: usize, square: &str| {
        let (x, y) = (square.as_bytes()[0] - b'a', square.as_bytes()[1] - b'1');
        let x = if i & 1 > 0 { 7 - x } else { x };
        let y = if i & 2 > 0 { 7 - y } else { y };
        let (x, y) = if i & 4 > 0 { (y, x) } else { (x, y) };
        format!("{}{}", char::from(b'a' + x), y + 1)
    };
    let all = (0..64u8).map(|i| format!("{}{}", char::from(b'a' + i % 8), i / 8 + 1));
    let free: Vec<String> = all.filter(|square| !closed.contains(&square.as_str())).collect();
    for step in ["king", "orthogonal", "diagonal", "knight", "queen", "rook", "no-corner-cut"] {
        let ask = |i: usize| {
            let free: Vec<_> = free.iter().map(|square| image(i, square)).collect();
            let [from, to] = ["a1", "g7"].map(|square| image(i, square));
            let free = free.join(",");
            let answer =
                answer(&format!("paths --step {step} --free {free} --from {from} --to {to}"), "");
            answer.lines().last().unwrap().to_owned()
        };
        let expected = ask(0);
        assert!(expected != "-", "{step}: {expected}");
        for i in 1..8 {
            assert_eq!(ask(i), expected, "{step} {i}");
        }
    }
}
