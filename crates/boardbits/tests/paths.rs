//! `boardbits paths`.

mod common;

use common::{answer, run};

#[test]
fn layers_are_drawn() {
    let drawn = answer("paths --from e4 --to a1,h8", "");
    assert!(drawn.contains("layer 5") && !drawn.contains("layer 6"));
    assert!(drawn.ends_with("length 5, 8 shortest paths\n"));
}

#[test]
fn a_mask_is_a_number_or_a_picture() {
    // Rank 4 is closed but for h4.
    let picture = "XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/.......X/XXXXXXXX/XXXXXXXX/XXXXXXXX";
    let by_picture = answer(&format!("paths --from a1 --to a8 --path {picture}"), "");
    let by_number = answer("paths --from a1 --to a8 --path 0xffffffff80ffffff", "");
    assert_eq!(by_picture, by_number);
    assert!(by_number.contains("length 15, "), "{by_number}");
    let wrong = run("paths --from a1 --to a8 --path XXXX/....", "");
    assert_eq!(wrong.status, 2);
    assert!(wrong.err.contains("row 1: 4 cells where the board has 8"), "{}", wrong.err);
}

#[test]
fn layers_are_drawn_into_a_file() {
    let path = std::env::temp_dir().join(format!("boardbits-paths-{}.svg", std::process::id()));
    answer(&format!("paths --from e4 --to a1,h8 --svg {}", path.display()), "");
    let svg = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(path).unwrap();
    assert!(svg.contains(">5</text>") && !svg.contains(">6</text>"));
    assert!(svg.contains("length 5, 8 shortest paths"));
    let ran = run("paths --from e4 --to a1 --svg no/such/directory/x.svg", "");
    assert_eq!(ran.status, 1);
    assert!(ran.err.starts_with("boardbits: no/such/directory/x.svg: "), "{}", ran.err);
}

#[test]
fn queries_are_answered_line_by_line() {
    let query =
        r#"{"kind":"king","sq1":"0x4000000","sq2":"0x100000000","path":"0xfe77efe9efbb7eff"}"#;
    let answered = r#"{"len":3,"asp":["0x0000000004000000","0x0000000002000000","0x0000000100000000"],"paths":1,"must_pass":"0x0000000106000000","reach":"0xfe77efe9efbb7eff"}"#;
    assert_eq!(answer("paths --jsonl", query), format!("{answered}\n"));
}

#[test]
fn there_may_be_no_path() {
    let query = r#"{"kind":"bishop_slide","sq1":"0x1","sq2":"0x2","path":"0xffffffffffffffff"}"#;
    let ran = answer("paths --jsonl", query);
    assert!(
        ran.starts_with(r#"{"len":0,"asp":[],"paths":0,"must_pass":"0x0000000000000000""#),
        "{ran}"
    );
}

#[test]
fn wrong_queries_are_named() {
    let input = r#"{"kind":"pope","sq1":"0x1","sq2":"0x2","path":"0x3"}
{"kind":"king","sq1":"0x1","sq2":"0x2"}
{"kind":"king","sq1":"0x1","sq2":"0x10000000000000000","path":"0x3"}
{"kind":"king","sq1":"","sq2":"0x2","path":"0x3"}
not json
{"kind":"knight","sq1":"0x1","sq2":"0x1","path":"0x1"}
"#;
    let ran = run("paths --jsonl", input);
    assert_eq!((ran.out.lines().count(), ran.status), (1, 1));
    for (line, reason) in [
        (1, "\"pope\" is not a kind of step"),
        (2, "missing field `path`"),
        (3, "sq2: \"0x10000000000000000\" has more than 64 bits"),
        (4, "sq1: expected a hexadecimal number, found \"\""),
        (5, "expected ident"),
    ] {
        let named = ran.err.lines().nth(line - 1).unwrap();
        assert!(
            named.starts_with(&format!("boardbits: stdin:{line}: ")) && named.contains(reason),
            "{named}"
        );
    }
}
