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

#[test]
fn boards_of_other_sizes_are_solved() {
    assert_eq!(answer("c4 solve --width 4 --height 4", "\n"), " 0\n");
    assert_eq!(answer("c4 solve --width 5 --height 4 12345", ""), "12345 1\n");
    // Three columns have no room for a row, and no player has four in a column here.
    assert_eq!(answer("c4 solve --width 3 --height 7 112233112233", ""), "112233112233 0\n");
    // A late position of 9×7, in words of 128 bits: 45 stones, and one column after the other.
    let late = "121212343434565656787878212121434343656565878";
    assert_eq!(answer(&format!("c4 solve --width 9 --height 7 {late}"), "").split(' ').count(), 2);
    let ran = run("c4 solve --width 20 --height 20 1", "");
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("no board of 20×20"), "{}", ran.err);
    let ran = run("c4 solve --width 5", "16\n12\n");
    assert_eq!(ran.err, "boardbits: stdin:1: move 2: '6' is no column from 1 to 5\n");
}

#[test]
fn the_empty_board_is_in_the_book() {
    assert_eq!(answer("c4 solve", "\n4\n"), " 1\n4 -1\n");
    let line = answer("c4 solve --analyze", "\n");
    assert_eq!(line, " -2 -1 0 1 0 -1 -2\n");
}

#[test]
fn a_position_is_given_up_in_time() {
    let ran = run("c4 solve --no-book --time 0 4", "");
    assert_eq!(ran.status, 1);
    assert!(ran.err.contains("the limit of time is reached: the score is from "), "{}", ran.err);
}

#[test]
fn games_are_shown() {
    let shown = answer("c4 show 1212121", "");
    assert!(shown.contains("  X  o") && shown.ends_with("x has won\n"), "{shown}");
    let ran = run("c4 show 12121212", "");
    assert_eq!(ran.err, "boardbits: \"12121212\": move 8: somebody has won already\n");
    let file = std::env::temp_dir().join(format!("boardbits-c4-{}.svg", std::process::id()));
    answer(&format!("c4 show 4455 --svg {}", file.display()), "");
    let svg = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(file).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("x to move"));
}

#[test]
fn a_game_can_be_played() {
    let out = answer("c4 play --width 5 --height 4", "3\nu\nh\n9\nxyz\nq\n");
    assert!(
        out.contains("I play ") && out.contains("best: ") && out.contains("there is no column 9"),
        "{out}"
    );
    let out = answer("c4 play --width 4 --height 4 --second --blind", "q\n");
    assert!(out.contains("o to move > "), "{out}");
}

#[test]
fn books_are_built_resumed_and_merged() {
    let directory = std::env::temp_dir().join(format!("boardbits-book-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let path = |name: &str| directory.join(name).display().to_string();
    let build =
        |rest: &str| run(&format!("c4 book build --width 5 --height 4 --depth 3 {rest}"), "");
    assert_eq!(build(&format!("-o {}", path("whole"))).status, 0);
    let info = answer(&format!("c4 book info --width 5 --height 4 {}", path("whole")), "");
    assert_eq!(info, "5×4, 3 plies, 66 positions, complete\n");
    // A run that was killed in the middle of a line.
    let title = "5x4 3 1/1\n";
    std::fs::write(path("again.part"), format!("{title}ffff 3;\n12")).unwrap();
    assert_eq!(build(&format!("-o {}", path("again"))).status, 2, "it does not go on unasked");
    assert_eq!(build(&format!("--resume -o {}", path("again"))).status, 0);
    let whole = std::fs::read(path("whole")).unwrap();
    assert_eq!(std::fs::read(path("again")).unwrap(), whole);
    assert!(!directory.join("again.part").exists());
    for i in 1..=3 {
        assert_eq!(build(&format!("--shard {i}/3 -o {}", path(&format!("shard{i}")))).status, 0);
    }
    let merge = |names: &[&str]| {
        let files: Vec<String> = names.iter().map(|name| path(name)).collect();
        run(
            &format!(
                "c4 book merge --width 5 --height 4 {} -o {}",
                files.join(" "),
                path("merged")
            ),
            "",
        )
    };
    assert!(merge(&["shard1", "shard3"]).err.contains("positions are in none of the shards"));
    assert_eq!(merge(&["shard1", "shard3", "shard2"]).status, 0);
    assert_eq!(std::fs::read(path("merged")).unwrap(), whole);
    // Another board, and a damaged file.
    let ran = run(&format!("c4 solve --book {} 4", path("whole")), "");
    assert!(ran.err.contains("the book is for 5×4"), "{}", ran.err);
    std::fs::write(path("damaged"), &whole[..whole.len() - 1]).unwrap();
    let ran = run(&format!("c4 solve --width 5 --height 4 --book {} 4", path("damaged")), "");
    assert!(ran.status == 1 && ran.err.contains("bytes instead of"), "{}", ran.err);
    std::fs::remove_dir_all(directory).unwrap();
}
