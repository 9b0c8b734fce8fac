//! `boardbits havannah`.

mod common;

use common::{answer, run};

#[test]
fn cases_are_judged() {
    let input = "3\n2 2\n1 1\n1 2\n3 6\n3 2\n4 3\n4 4\n3 4\n2 3\n2 2\n3 1\n3 3\n";
    let judged = "Case #1: bridge in move 2\nCase #2: ring in move 6\nCase #3: none\n";
    assert_eq!(answer("havannah referee", input), judged);
}

#[test]
fn a_wrong_case_is_named_and_the_others_are_judged() {
    let input = "5\n2 2\n1 1\n9 9\n3 1\n99999999999 1\n1 1\n1 1\n2 8\n1 1\n1 2\n2 1\n2 2\n2 3\n3 2\n3 3\n1 1\n2 2\n1 1\n1 2\n";
    let ran = run("havannah referee", input);
    assert_eq!((ran.out.as_str(), ran.status), ("Case #5: bridge in move 2\n", 1));
    assert_eq!(
        ran.err,
        "boardbits: stdin:4: case 1, move 2: there is no cell (9, 9) on a board of base 2\n\
         boardbits: stdin:6: case 2, move 1: \"99999999999\" is too large\n\
         boardbits: stdin:7: case 3: the base 1 is less than 2\n\
         boardbits: stdin:9: case 4: 8 stones on 7 cells\n"
    );
}

#[test]
fn input_that_ends_early_or_late_is_named() {
    let ran = run("havannah referee", "2\n3 2\n1 1\n");
    assert_eq!(ran.status, 1);
    assert_eq!(ran.err, "boardbits: stdin: the input ends before case 1, move 2\n");
    let ran = run("havannah referee", "1\n3 1\n1 1\n2 2\n");
    assert_eq!((ran.out.as_str(), ran.status), ("Case #1: none\n", 1));
    assert_eq!(ran.err, "boardbits: stdin:4: something follows the last of 1 cases\n");
}
