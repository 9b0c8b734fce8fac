//! `boardbits c4 book`, and books that are wrong.

use std::fs;
use std::io::{Read, Write};

use c4_solver::{Board, BookBuilder, Position, Solver};

use crate::common::{Folder, answer, foreign_book, run, start};

/// A book of 5×4 in which the deepest position after `moves` has this score.
fn book(moves: &str, score: i32) -> Vec<u8> {
    let board = Board::new(5, 4).unwrap();
    let position = Position::new(board).after_moves(moves).unwrap();
    let mut book = BookBuilder::new(board, position.ply()).unwrap();
    Solver::new(board).solve_book(&mut book);
    book.insert(&position, score);
    book.build().unwrap().as_bytes().to_vec()
}

const BUILD: &str = "c4 book --width 5 --height 4 --depth 3";

#[test]
fn books_are_built_and_used() {
    let folder = Folder::new("book");
    let (file, json) = (folder.file("whole"), folder.file("json"));
    assert_eq!(answer(&format!("{BUILD} -o {file}"), ""), format!("{file}: 66 positions\n"));
    let expected = format!("{{\"file\":\"{json}\",\"positions\":66}}\n");
    assert_eq!(answer(&format!("{BUILD} --threads 2 --format json -o {json}"), ""), expected);
    let whole = fs::read(&file).unwrap();
    assert_eq!(fs::read(&json).unwrap(), whole);
    let solve = format!("c4 solve --width 5 --height 4 --stats --book {file} 112");
    assert!(run(&solve, "").err.contains("112 nodes=0 "));
    // Another board, and a damaged file.
    let ran = run(&format!("c4 solve --book {file} 4"), "");
    assert!(ran.err.contains("the book is for 5×4"), "{}", ran.err);
    fs::write(&file, &whole[..whole.len() - 1]).unwrap();
    let ran = run(&solve, "");
    assert!(ran.status == 1 && ran.err.contains("the checksum is wrong"), "{}", ran.err);
    let ran = run(&format!("c4 book --depth 43 -o {file}"), "");
    assert!(ran.status == 2 && ran.err.contains("--depth: expected a depth of at most 42 plies"));
}

#[test]
fn a_build_continues_from_its_checkpoint() {
    let folder = Folder::new("resumed");
    let [file, state, whole] = ["book", "state", "whole"].map(|name| folder.file(name));
    answer(&format!("{BUILD} -o {whole}"), "");
    let build = format!("{BUILD} -o {file} --checkpoint {state}");
    let ran = run(&format!("{build} --timeout 0"), "");
    assert!(ran.out.starts_with(&format!("{file}: ")) && ran.out.contains(" of "), "{ran:?}");
    assert_eq!(
        (ran.status, ran.err),
        (1, format!("boardbits: {file}: the time limit was reached\n"))
    );
    assert!(!fs::exists(&file).unwrap() && fs::exists(&state).unwrap());
    // The scores of a checkpoint are used, even wrong ones.
    let mut builder = BookBuilder::new(Board::new(5, 4).unwrap(), 3).unwrap();
    let first = builder.positions().next().unwrap();
    builder.insert(&first, -7);
    fs::write(&state, builder.checkpoint()).unwrap();
    answer(&build, "");
    assert_ne!(fs::read(&file).unwrap(), fs::read(&whole).unwrap());
    assert!(!fs::exists(&state).unwrap());
    answer(&build, "");
    assert_eq!(fs::read(&file).unwrap(), fs::read(&whole).unwrap());
    for (bytes, reason) in [
        (b"notes".to_vec(), "not an opening book"),
        (book("11", 0), "expected a checkpoint of 3 plies, found 2"),
    ] {
        fs::write(&state, &bytes).unwrap();
        let ran = run(&build, "");
        let expected = format!("boardbits: {state}: {reason}");
        assert!(ran.status == 1 && ran.err.starts_with(&expected), "{}", ran.err);
        assert_eq!(fs::read(&state).unwrap(), bytes);
    }
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
    let ran = run(&format!("c4 solve --best {board}"), "3\n");
    assert_eq!((ran.status, ran.err), (1, format!("boardbits: stdin:1: {lie}\n")));
    fs::write(&file, book("", 9)).unwrap();
    let out = answer(&format!("c4 play --blind {board}"), "h\nq\n");
    assert!(out.contains(lie), "{out}");
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
fn two_builds_with_one_checkpoint_do_not_mix() {
    let folder = Folder::new("lock");
    let (file, state) = (folder.file("book"), folder.file("state"));
    let build = format!("c4 book --depth 6 --memory 1 -o {file} --checkpoint {state}");
    let mut first = start(&build);
    while !fs::exists(format!("{state}.lock")).unwrap() {
        std::thread::sleep(std::time::Duration::from_millis(5));
        assert!(first.try_wait().unwrap().is_none());
    }
    let ran = run(&build, "");
    let expected = format!("boardbits: {state}: another process is using this file\n");
    assert_eq!((ran.status, ran.err), (1, expected));
    first.kill().unwrap();
    first.wait().unwrap();
}

#[test]
fn books_of_other_programs_are_converted() {
    let folder = Folder::new("foreign");
    let (file, book) = (folder.file("other.book"), folder.file("book"));
    fs::write(&file, foreign_book()).unwrap();
    let convert = format!("c4 book --width 5 --height 4 {file} -o {book}");
    assert_eq!(answer(&convert, ""), format!("{book}: 4 positions\n"));
    let solve = "c4 solve --width 5 --height 4 --book";
    assert_eq!(answer(&format!("{solve} {book} 1 3"), ""), "1 0\n3 0\n");
    let ran = run(&format!("{solve} {file} 1"), "");
    let hint = "not an opening book of version 2; `c4 book` converts those of other programs";
    assert_eq!((ran.status, ran.err), (1, format!("boardbits: {file}: {hint}\n")));
    for (bytes, reason) in [
        (b"text".to_vec(), "not an opening book of bitbully or of Pons"),
        (vec![0x81, 0x57, 0x3e, 0xfc, 75], "the book is for 7×6"),
        (foreign_book()[..100].to_vec(), "100 bytes are not those of 2053 entries"),
    ] {
        fs::write(&file, bytes).unwrap();
        let ran = run(&convert, "");
        assert_eq!((ran.status, ran.err), (1, format!("boardbits: {file}: {reason}\n")));
    }
}
