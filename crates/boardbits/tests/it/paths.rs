//! `boardbits paths`.

use crate::common::{answer, run};

#[test]
fn layers_are_drawn() {
    let drawn = answer("paths --from e4 --to a1,h8", "");
    assert!(drawn.contains("layer 5") && !drawn.contains("layer 6"));
    assert!(drawn.ends_with("distance 4, 8 shortest paths\n"));
}

#[test]
fn mobility_is_what_some_steps_reach() {
    // The bishop's own square, 7 squares by one move, all others of its color by two.
    for (steps, count) in [(0, 1), (1, 8), (2, 32), (3, 32)] {
        let drawn = answer(&format!("paths --from a1 --step bishop --within {steps}"), "");
        assert!(drawn.ends_with(&format!("\n{count} squares\n")), "{drawn}");
        assert_eq!(drawn.matches('K').count(), count);
    }
    let closed = answer("paths --from a1 --within 9 --free a1,a2,c3 --format json", "");
    assert_eq!(closed, "{\"count\":2,\"squares\":\"0x0000000000000101\"}\n");
    for wrong in ["--from a1", "--within 2", "--from a1 --to b2 --within 2"] {
        assert_eq!(run(&format!("paths {wrong}"), "").status, 2, "{wrong}");
    }
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
fn queries_are_answered_line_by_line() {
    let query =
        r#"{"step":"king","from":"0x4000000","to":"0x100000000","free":"0xfe77efe9efbb7eff"}"#;
    let answered = r#"{"distance":2,"count":1,"layers":["0x0000000004000000","0x0000000002000000","0x0000000100000000"],"must_pass":"0x0000000106000000","reachable":"0xfe77efe9efbb7eff"}"#;
    assert_eq!(answer("paths --format json", query), format!("{answered}\n"));
}

#[test]
fn queries_have_named_fields() {
    let queries = r#"{"from":"e4","to":"a1,h8"}
{"step":"knight","from":"0x1","to":"b3"}
{"from":"a1","to":"c1","free":"a1,c1"}
{"from":"i9","to":"b1"}
{"step":"kinght","from":"a1","to":"b1"}
"#;
    let ran = run("paths --format json", queries);
    let answers: Vec<serde_json::Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((answers.len(), ran.status), (3, 1));
    let numbers = |field: &str| answers.iter().map(|a| a[field].as_u64()).collect::<Vec<_>>();
    assert_eq!(numbers("distance"), [Some(4), Some(1), None]);
    assert_eq!(numbers("count"), [8, 1, 0].map(Some));
    assert_eq!(answers[1]["layers"][1], "0x0000000000020000");
    assert_eq!(answers[0]["must_pass"], "0x0000000010000000");
    assert_eq!(answers[2]["reachable"], "0x0000000000000001");
    let errors: Vec<&str> = ran.err.lines().collect();
    assert!(errors[0].starts_with("boardbits: stdin:4: from: \"i9\": "), "{errors:?}");
    assert!(errors[1].contains("did you mean knight?"), "{errors:?}");
    let one = answer("paths --from e4 --to a1,h8 --format json", "");
    assert_eq!(one, ran.out.lines().next().unwrap().to_owned() + "\n");
}

#[test]
fn options_hold_for_queries_that_leave_them_out() {
    let queries = r#"{"from":"a1","to":"h8"}
{"step":"king","from":"a1","to":"h8","free":"a1,h8"}
"#;
    let distances = |options: &str| -> Vec<Option<u64>> {
        let answers = answer(&format!("paths --format json {options}"), queries);
        let answers = answers.lines().map(|line| serde_json::from_str(line).unwrap());
        answers.map(|answer: serde_json::Value| answer["distance"].as_u64()).collect()
    };
    assert_eq!(distances(""), [Some(7), None]);
    assert_eq!(distances("--step knight"), [Some(6), None]);
    assert_eq!(distances("--step bishop"), [Some(1), None]);
    assert_eq!(distances("--free a1,h8"), [None, None]);
}

#[test]
fn queries_can_be_names_of_squares() {
    let ran = run("paths --step orthogonal", "a1,a1 b2,h8,b2\n0x1 h8,c3\na1\n");
    assert_eq!(ran.out, "distance 2, 2 shortest paths\ndistance 4, 6 shortest paths\n");
    assert_eq!(ran.err, "boardbits: stdin:3: expected FROM TO, found \"a1\"\n");
    assert_eq!(run("paths --svg x.svg", "a1 b2\n").status, 2);
}

#[test]
fn there_may_be_no_path() {
    let query = r#"{"step":"bishop","from":"0x1","to":"0x2","free":"0xffffffffffffffff"}"#;
    let ran = answer("paths --format json", query);
    assert!(
        ran.starts_with(
            r#"{"distance":null,"count":0,"layers":[],"must_pass":"0x0000000000000000""#
        ),
        "{ran}"
    );
    assert_eq!(answer("paths --step bishop", "a1 b1\n"), "-\n");
    assert_eq!(answer("paths --from a1 --to b1 --step bishop", ""), "-\n");
}

#[test]
fn wrong_queries_are_named() {
    let input = r#"{"step":"pope","from":"0x1","to":"0x2","free":"0x3"}
{"step":"king","from":"0x1"}
{"step":"king","from":"0x1","to":"0x10000000000000000","free":"0x3"}
{"step":"king","from":"0x","to":"0x2","free":"0x3"}
not json
{"step":"knight","from":"0x1","to":"0x1","free":"0x1"}
{"from":"b2,a1","to":"h8","free":"a1"}
{"from":"b2,c1","to":"a1","free":"a1"}
a1 i9
"#;
    let ran = run("paths --format json", input);
    assert_eq!((ran.out.lines().count(), ran.status), (1, 1));
    for (line, reason) in [
        (1, "\"pope\" is not a step; expected one of king, orthogonal, diagonal, "),
        (2, "the field \"to\" is missing"),
        (3, "to: \"0x10000000000000000\" has more than 64 bits"),
        (4, "from: expected a hexadecimal number, found \"0x\""),
        (5, "from: \"not\": "),
        (7, "to: h8 is not free"),
        (8, "from: c1 is not free"),
        (9, "to: \"i9\": column 9, row 9 is not a cell of this board"),
    ] {
        let named = format!("boardbits: stdin:{line}: {reason}");
        assert!(ran.err.lines().any(|line| line.starts_with(&named)), "{named}: {}", ran.err);
    }
    let ran = run("paths --from a1 --to h8 --free a1", "");
    let end = ran.err.lines().next().unwrap();
    assert_eq!((end, ran.status), ("boardbits: --to: h8 is not free", 2));
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
    for step in ["king", "orthogonal", "diagonal", "knight", "queen", "rook", "king-no-corner-cut"]
    {
        let ask = |i: usize| {
            let free: Vec<_> = free.iter().map(|square| image(i, square)).collect();
            let [from, to] = ["a1", "g7"].map(|square| image(i, square));
            answer(
                &format!("paths --step {step} --free {}", free.join(",")),
                &format!("{from} {to}\n"),
            )
        };
        let expected = ask(0);
        assert!(expected != "-\n", "{step}: {expected}");
        for i in 1..8 {
            assert_eq!(ask(i), expected, "{step} {i}");
        }
    }
}
