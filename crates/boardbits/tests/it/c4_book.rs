//! `boardbits c4 book`, and books that are wrong.

use std::fs;
use std::io::{Read, Write};
use std::process::Command;

use c4_solver::{AnySize, BookBuilder, Position};

use crate::common::{Folder, answer, run, start};

/// A book of 5×4 whose deepest position, after `moves`, has this score.
fn book(moves: &str, score: i32) -> Vec<u8> {
    let board = AnySize::<u64>::new(5, 4).unwrap();
    let position = Position::new(board).after_moves(moves).unwrap();
    let mut book = BookBuilder::new(board, position.ply()).unwrap();
    book.insert(position.symmetric_key(), score);
    book.build().unwrap().as_bytes().to_vec()
}

#[test]
fn books_are_built_resumed_and_merged() {
    let directory = std::env::temp_dir().join(format!("boardbits-book-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let path = |name: &str| directory.join(name).display().to_string();
    let build =
        |rest: &str| run(&format!("c4 book build --width 5 --height 4 --depth 3 {rest}"), "");
    assert_eq!(build(&format!("-o {}", path("whole"))).status, 0);
    let info = answer(&format!("c4 book info {}", path("whole")), "");
    assert_eq!(info, "5×4, 3 plies, 66 positions, complete\n");
    let info = answer(&format!("c4 book info --format json {}", path("whole")), "");
    let expected = "{\"complete\":true,\"height\":4,\"plies\":3,\"positions\":66,\"width\":5}\n";
    assert_eq!(info, expected);
    // A run that was killed in the middle of a line.
    let title = "5x4 3 1/1\n";
    let key = answer_key("112");
    std::fs::write(path("again.part"), format!("{title}{key:x} 0;\n12")).unwrap();
    assert_eq!(build(&format!("-o {}", path("again"))).status, 2, "it does not continue unasked");
    assert_eq!(build(&format!("--resume -o {}", path("again"))).status, 0);
    let whole = std::fs::read(path("whole")).unwrap();
    assert_eq!(std::fs::read(path("again")).unwrap(), whole);
    assert!(!directory.join("again.part").exists());
    for i in 1..=3 {
        assert_eq!(build(&format!("--shard {i}/3 -o {}", path(&format!("shard{i}")))).status, 0);
    }
    let merge = |names: &[&str]| {
        let files: Vec<String> = names.iter().map(|name| path(name)).collect();
        run(&format!("c4 book merge {} -o {}", files.join(" "), path("merged")), "")
    };
    assert!(merge(&["shard1", "shard3"]).err.contains("positions are in none of the shards"));
    assert_eq!(merge(&["shard1", "shard3", "shard2"]).status, 0);
    assert_eq!(std::fs::read(path("merged")).unwrap(), whole);
    // Another board, and a damaged file.
    let ran = run(&format!("c4 solve --book {} 4", path("whole")), "");
    assert!(ran.err.contains("the book is for 5×4"), "{}", ran.err);
    std::fs::write(path("damaged"), &whole[..whole.len() - 1]).unwrap();
    let ran = run(&format!("c4 solve --width 5 --height 4 --book {} 4", path("damaged")), "");
    assert!(ran.status == 1 && ran.err.contains("the checksum is wrong"), "{}", ran.err);
    std::fs::remove_dir_all(directory).unwrap();
}

/// Its last line, or the title, may be incomplete.
#[test]
fn a_journal_that_was_cut_at_any_byte_continues() {
    let folder = Folder::new("journal");
    let (file, journal) = (folder.file("book"), folder.file("book.part"));
    let build = format!("c4 book build --width 5 --height 4 --depth 1 --resume -o {file}");
    answer(&build, "");
    let whole = fs::read(&file).unwrap();
    let scores = answer("c4 solve --width 5 --height 4", "1\n2\n3\n");
    let lines = scores.lines().map(|line| {
        let (moves, score) = line.split_once(' ').unwrap();
        format!("{:x} {score};\n", answer_key(moves))
    });
    let text = format!("5x4 1 1/1\n{}", lines.collect::<String>());
    for length in 0..=text.len() {
        fs::write(&journal, &text[..length]).unwrap();
        answer(&build, "");
        assert!(fs::read(&file).unwrap() == whole, "{length} bytes");
    }
}

/// The key of a position of 5×4 after these moves.
fn answer_key(moves: &str) -> u64 {
    Position::new(AnySize::<u64>::new(5, 4).unwrap()).after_moves(moves).unwrap().symmetric_key()
}

#[test]
fn a_header_that_promises_all_positions_uses_no_memory() {
    let folder = Folder::new("promise");
    let file = folder.file("book");
    let book = BookBuilder::new(c4_solver::Standard::BOARD, 42).unwrap().build().unwrap();
    assert_eq!(book.as_bytes().len(), 24);
    fs::write(&file, book.as_bytes()).unwrap();
    let program = env!("CARGO_BIN_EXE_boardbits");
    let limited = |arguments: &str| {
        let typed = format!("ulimit -v 600000; exec {program} c4 book {arguments}");
        let output = Command::new("sh").args(["-c", &typed]).output().unwrap();
        let text = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        (output.status.code(), text.concat())
    };
    let state = (Some(0), "7×6, 42 plies, 0 positions, incomplete\n".to_owned());
    assert_eq!(limited(&format!("info {file}")), state);
    let (status, said) = limited(&format!("merge {file} -o {file}.new"));
    assert!(status == Some(1) && said.contains("the shards are not complete"), "{said}");
    let (status, said) = limited(&format!("build --depth 300 -o {file}"));
    assert!(status == Some(2) && said.contains("at most 42 plies, found 300"), "{said}");
}

#[test]
fn a_lying_book_ends_a_game() {
    let folder = Folder::new("lie");
    let file = folder.file("book");
    // No column wins so soon, and only the search knows.
    fs::write(&file, book("3", 9)).unwrap();
    let board = format!("--width 5 --height 4 --book {file}");
    let lie = "the opening book is wrong: it gives score 9, which no line of play reaches";
    let ran = run(&format!("c4 play --blind {board}"), "3\nq\n");
    assert_eq!((ran.status, ran.err), (1, format!("boardbits: {lie}\n")));
    let ran = run(&format!("c4 solve --line {board}"), "3\n33\n");
    assert_eq!((ran.status, ran.err), (1, format!("boardbits: stdin:1: {lie}\n")));
    assert!(ran.out.starts_with("33 "), "{}", ran.out);
    let ran = run(&format!("c4 engine {board}"), "3\n");
    assert_eq!((ran.status, ran.err), (1, format!("boardbits: stdin:1: {lie}\n")));
    fs::write(&file, book("", 9)).unwrap();
    let out = answer(&format!("c4 play --blind {board}"), "h\nq\n");
    assert!(out.contains(lie), "{out}");
    let out = answer(&format!("c4 match perfect random --openings 0 --games 1 {board}"), "");
    assert!(out.starts_with(&format!("1 1 \"\" 2 wins: player 1: {lie}\n")), "{out}");
}

#[test]
fn a_book_may_change_while_it_is_used() {
    let folder = Folder::new("change");
    let file = folder.file("book");
    fs::write(&file, book("3", -1)).unwrap();
    let mut game = start(&format!("c4 play --width 5 --height 4 --book {file}"));
    let mut out = game.stdout.take().unwrap();
    // The board, and so the book has been read.
    out.read_exact(&mut [0]).unwrap();
    fs::File::create(&file).unwrap();
    game.stdin.take().unwrap().write_all(b"3\nh\nq\n").unwrap();
    let mut said = String::new();
    out.read_to_string(&mut said).unwrap();
    assert!(game.wait().unwrap().success() && said.contains("best: "), "{said}");
}

#[test]
fn large_books_are_mapped_only_on_request() {
    let folder = Folder::new("large");
    let file = folder.file("book");
    fs::File::create(&file).unwrap().set_len((64 << 20) + 1).unwrap();
    let ran = run(&format!("c4 book info {file}"), "");
    assert!(ran.status == 1 && ran.err.contains("--map-book maps larger books"), "{}", ran.err);
    for command in ["book info --map-book", "solve 4 --map-book --book", "play --map-book --book"] {
        let ran = run(&format!("c4 {command} {file}"), "");
        assert!(ran.status == 1 && ran.err.contains("not an opening book"), "{}", ran.err);
    }
    let bytes = book("3", 0);
    fs::write(&file, bytes).unwrap();
    let info = format!("c4 book info --map-book {file}");
    assert_eq!(answer(&info, ""), "5×4, 1 plies, 1 positions, incomplete\n");
}

#[test]
fn two_builds_of_one_book_do_not_mix() {
    let folder = Folder::new("lock");
    let file = folder.file("book");
    let build = format!("c4 book build --depth 6 --memory 1 -o {file}");
    let mut first = start(&build);
    let part = format!("{file}.part");
    while !fs::read_to_string(&part).is_ok_and(|text| text.starts_with("7x6 6 1/1\n")) {
        std::thread::sleep(std::time::Duration::from_millis(5));
        assert!(first.try_wait().unwrap().is_none());
    }
    for rest in ["", " --resume"] {
        let ran = run(&format!("{build}{rest}"), "");
        let expected = format!("boardbits: {part}: another process is using this file\n");
        assert_eq!((ran.status, ran.err), (1, expected));
    }
    #[cfg(unix)]
    {
        fs::write(&file, "an old book").unwrap();
        let link = folder.file("link");
        std::os::unix::fs::symlink(&file, &link).unwrap();
        let ran = run(&format!("c4 book build --depth 6 --memory 1 -o {link}"), "");
        assert!(ran.status == 1 && ran.err.contains("is using this file"), "{}", ran.err);
        fs::remove_file(&file).unwrap();
    }
    first.kill().unwrap();
    first.wait().unwrap();
    assert_eq!(run(&build, "").status, 2, "the lock is gone, the journal is not");
    let mut next = start(&format!("{build} --resume"));
    std::thread::sleep(std::time::Duration::from_millis(200));
    assert!(next.try_wait().unwrap().is_none());
    next.kill().unwrap();
    next.wait().unwrap();
}

#[test]
fn a_damaged_journal_is_refused_and_kept() {
    let folder = Folder::new("journal");
    let (file, part) = (folder.file("book"), folder.file("book.part"));
    let build = format!("c4 book build --width 5 --height 4 --depth 3 --resume -o {file}");
    let key = answer_key("112");
    for (line, reason) in [
        ("12", "line 2: expected 'KEY SCORE;', found \"12\""),
        ("ffff 1;", "line 2: expected 'KEY SCORE;', found \"ffff 1;\""),
        (&format!("{key:x} x;"), "line 2: expected 'KEY SCORE;'"),
        (&format!("{key:x} 257;"), "expected a score from -8 to 8, found 257"),
    ] {
        let journal = format!("5x4 3 1/1\n{line}\n{key:x} 1;\n");
        let journal = if line.contains("257") { journal.replace(" 1;\n", "") } else { journal };
        fs::write(&part, &journal).unwrap();
        let ran = run(&build, "");
        assert!(ran.status == 1 && ran.err.contains(reason), "{}", ran.err);
        assert!(ran.err.starts_with(&format!("boardbits: {part}: ")), "{}", ran.err);
        assert!(fs::read_to_string(&part).unwrap().contains(line));
    }
    // The title may be cut off, too.
    fs::write(&part, "5x4 3").unwrap();
    assert_eq!(run(&build, "").status, 0);
    assert!(!fs::exists(&part).unwrap());
    // A file without a title is not a journal.
    fs::write(&part, "notes").unwrap();
    assert_eq!(run(&build, "").status, 2);
    assert_eq!(fs::read(&part).unwrap(), b"notes");
}

#[test]
fn scores_that_the_journal_has_are_not_added_again() {
    let folder = Folder::new("again");
    let (file, scores, part) =
        (folder.file("book"), folder.file("scores"), folder.file("book.part"));
    let score = answer("c4 solve --width 5 --height 4 112", "");
    fs::write(&scores, score).unwrap();
    let build = format!("c4 book build --width 5 --height 4 --depth 3 --scores {scores} -o {file}");
    let journals = ["", " --resume", " --resume"].map(|resume| {
        assert_eq!(run(&format!("{build} --timeout 0{resume}"), "").status, 1);
        fs::read_to_string(&part).unwrap()
    });
    assert_eq!(journals[0].lines().count(), 2);
    assert_eq!(journals[0], journals[2]);
}

#[test]
fn the_limit_of_a_journal_is_the_one_that_is_named() {
    let folder = Folder::new("long-journal");
    let (file, part) = (folder.file("book"), folder.file("book.part"));
    let build = format!("c4 book build --width 4 --height 4 --depth 1 --resume -o {file}");
    // The title, and a line without end, which is dropped.
    let journal = |length: usize| {
        let mut bytes = b"4x4 1 1/1\n".to_vec();
        bytes.resize(length, b'x');
        bytes
    };
    fs::write(&part, journal(1 << 22)).unwrap();
    let ran = run(&build, "");
    let limit = ran.err.strip_prefix(&format!("boardbits: {part}: longer than "));
    let limit = limit.and_then(|rest| rest.strip_suffix(" bytes\n"));
    let limit: usize = limit.unwrap_or_else(|| panic!("{}", ran.err)).parse().unwrap();
    fs::write(&part, journal(limit + 1)).unwrap();
    assert_eq!((run(&build, "").err, fs::exists(&file).unwrap()), (ran.err, false));
    fs::write(&part, journal(limit)).unwrap();
    let ran = run(&build, "");
    assert_eq!((ran.status, fs::exists(&file).unwrap()), (0, true), "{}", ran.err);
}

#[test]
fn wrong_scores_do_not_reach_the_journal() {
    let folder = Folder::new("scores");
    let [file, part, scores] = ["book", "book.part", "scores"].map(|name| folder.file(name));
    let build = format!("c4 book build --width 5 --height 4 --depth 3 --scores {scores} -o {file}");
    let ran = run(&build, "");
    assert!(ran.status == 1 && ran.err.contains(&scores), "{}", ran.err);
    assert!(!fs::exists(&part).unwrap());
    for (line, reason) in [
        ("11 0", "2: expected 3 stones, found 2"),
        ("113 9", "2: expected a score from -7 to 8, found 9"),
        ("113", "2: expected MOVES SCORE, found \"113\""),
        ("113 x", "2: expected MOVES SCORE, found \"113 x\""),
    ] {
        fs::write(&scores, format!("112 8\n{line}\n")).unwrap();
        let ran = run(&build, "");
        let expected =
            format!("boardbits: {scores}:{reason}\nboardbits: {scores}: the scores are not used\n");
        assert_eq!((ran.status, ran.err), (1, expected));
        assert!(!fs::exists(&part).unwrap());
    }
}

#[test]
fn wrong_books_of_other_programs_are_refused_with_the_place() {
    let folder = Folder::new("foreign");
    let (file, book) = (folder.file("book.dat"), folder.file("book"));
    let entry = [0x81, 0x57, 0x3e, 0xfc, 75];
    // The last entry of every complete file.
    let last = [0x7f, 0x7b, 0xa2, 0x88, 97];
    let found = "o....../ox...../oo...../xx...../ox...../ox....x has score 4, a search finds 3";
    for (bytes, reason) in [
        (entry.to_vec(), "5 bytes are not those of 4200899 entries"),
        ([&entry[..], &last, &[0]].concat(), "11 bytes are not those of 4200899 entries"),
        ([entry, [0xff; 5], last].concat(), "entry 1: the bytes are not those of an entry"),
        ([&entry[..4], &[74], &last].concat(), "entry 0: the bytes are not those of an entry"),
        ([&entry[..4], &[77], &last].concat(), found),
    ] {
        fs::write(&file, bytes).unwrap();
        let ran = run(&format!("c4 book build --depth 12 --scores {file} -o {book}"), "");
        assert_eq!((ran.status, ran.err), (1, format!("boardbits: {file}: {reason}\n")));
    }
    fs::write(&file, [entry, last].concat()).unwrap();
    for (options, status, reason) in [
        ("--depth 4", 1, format!("{file}: no positions with 4 stones")),
        ("--depth 43", 2, "--depth: expected".into()),
        ("--depth 12 --timeout 0", 1, format!("{file}: the time limit was reached")),
    ] {
        let ran = run(&format!("c4 book build {options} --scores {file} -o {book}"), "");
        let found = ran.err.strip_prefix("boardbits: ").unwrap_or_default();
        assert_eq!((ran.status, found.starts_with(&reason)), (status, true), "{}", ran.err);
    }
    let ran = run(&format!("c4 solve --width 5 --height 4 --book {file} 1"), "");
    assert_eq!((ran.status, ran.err), (1, format!("boardbits: {file}: the book is for 7×6\n")));
}
