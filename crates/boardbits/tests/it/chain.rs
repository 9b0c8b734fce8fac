//! `boardbits chain`.

use crate::common::{NONSENSE, answer, run};

const BLANK: &str = "....../....../....../....../....../....../....../....../";

#[test]
fn a_chain_of_two_steps() {
    let end = "....../....../....../....../....../....../....../....../....../....../....../......";
    assert_eq!(
        answer("chain --format json", &format!("{BLANK}....../.1..../0211../1222..\n")),
        "{\"steps\":[[4,0,0,0,40,1],[4,8,0,0,320,0]],\"score\":360,\"board\":\"END\"}\n"
            .replace("END", end)
    );
}

#[test]
fn text_answers_have_score_steps_and_board() {
    let text = answer("chain", &format!("{BLANK}....../.1..../0211../1222..\n"));
    assert!(text.starts_with("360 2 ....../"), "{text}");
}

#[test]
fn the_answer_has_the_rows_of_the_board() {
    for (board, end) in [
        (".1..../0211../1222..", "....../....../......"),
        ("5...../......", "....../5....."),
        ("5...../", "5....."),
    ] {
        assert!(answer("chain", &format!("{board}\n")).ends_with(&format!(" {end}\n")), "{board}");
    }
    let hidden = format!("5...../{BLANK}....../....../....../......\n");
    let end = format!(" ....../{BLANK}....../....../....../5.....\n");
    assert!(answer("chain", &hidden).ends_with(&end));
    let high = run("chain", format!("....../....../{hidden}"));
    assert_eq!(high.err, "boardbits: stdin:1: line 1: expected 13 rows, found 15\n");
}

#[test]
fn bonuses_by_the_rules_of_the_game() {
    let board = format!("{BLANK}....../....../112222/111222\n");
    assert!(
        answer("chain --format json", &board)
            .starts_with("{\"steps\":[[12,0,2,4,720,0]],\"score\":720,")
    );
    let puyo = answer("chain --rules puyo-puyo-tsu --format json", &board);
    assert!(puyo.starts_with("{\"steps\":[[12,0,3,6,1080,0]],\"score\":1080,"), "{puyo}");
}

#[test]
fn wrong_boards_are_named() {
    let ran = run(
        "chain",
        format!(
            "......\n{BLANK}....../...../....../......\n{BLANK}../../../..x\n{BLANK}....../..7.../....../......\n"
        ),
    );
    assert_eq!(ran.status, 1);
    assert_eq!(
        ran.err,
        "boardbits: stdin:1: expected the rows of a board in one line, joined by `/`\n\
         boardbits: stdin:2: line 1, column 64: expected a row of 6 cells, found 5\n\
         boardbits: stdin:3: line 1, column 57: expected a row of 6 cells, found 2\n\
         boardbits: stdin:4: line 1, column 66: expected '.', '1', '2', '3', '4', '5' or '0', \
         found '7'\n"
    );
    let ran = run("chain", NONSENSE);
    assert_eq!((ran.out.as_str(), ran.status), ("", 1));
}
