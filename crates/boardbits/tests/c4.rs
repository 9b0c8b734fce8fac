//! `boardbits c4`.

mod common;

use common::{answer, run};

#[test]
fn scores_come_line_by_line() {
    // The second field of a line is ignored.
    let input = "2252576253462244111563365343671351441 -1\n5554224333234511764415115\n";
    let scores = "2252576253462244111563365343671351441 -1\n5554224333234511764415115 4\n";
    assert_eq!(answer("c4 solve", input), scores);
    assert_eq!(answer("c4 solve 5554224333234511764415115", ""), "5554224333234511764415115 4\n");
}

#[test]
fn columns_are_analysed_one_by_one() {
    let analysis = answer("c4 solve --analyze 5554224333234511764415115", "");
    assert_eq!(analysis, "5554224333234511764415115 -8 -8 -8 -8 - 4 -8\n");
}

#[test]
fn weak_scores_have_no_distance() {
    let weak = answer("c4 solve --weak", "271713432331713132\n5554224333234511764415115\n");
    assert_eq!(weak, "271713432331713132 -1\n5554224333234511764415115 1\n");
}

#[test]
fn statistics_are_added() {
    let line = answer("c4 solve --stats 67152117737262713366376314254", "");
    let (score, stats) = line.split_once(" nodes=").unwrap();
    assert_eq!(score, "67152117737262713366376314254 6");
    let (nodes, time) = stats.trim_end().split_once(" us=").unwrap();
    assert!(nodes.parse::<u64>().is_ok() && time.parse::<u64>().is_ok(), "{line}");
}

#[test]
fn a_check_counts_right_and_wrong_scores() {
    let ran = run(
        "c4 solve --check -",
        "5554224333234511764415115 4\n271713432331713132 11\n67152117737262713366376314254 x\n",
    );
    assert_eq!(ran.status, 1);
    assert_eq!(ran.err, "boardbits: stdin:3: \"x\" is no score\n");
    let mut lines = ran.out.lines();
    assert_eq!(lines.next(), Some("271713432331713132: -11, expected 11"));
    let summary = lines.next().unwrap();
    assert!(summary.starts_with("1 right, 1 wrong, mean "), "{summary}");
}

#[test]
fn wrong_moves_are_named_and_the_others_answered() {
    let ran = run("c4 solve", "4444444\n12121212\n8\n5554224333234511764415115\n");
    assert_eq!((ran.out.as_str(), ran.status), ("5554224333234511764415115 4\n", 1));
    assert_eq!(
        ran.err,
        "boardbits: stdin:1: move 7: column 4 is full\n\
         boardbits: stdin:2: move 7: a stone in column 1 wins, which ends the game\n\
         boardbits: stdin:3: move 1: '8' is no column from 1 to 7\n"
    );
}
