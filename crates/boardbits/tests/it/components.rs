//! `boardbits components`.

use crate::common::{answer, run};

#[test]
fn components_are_listed_in_ascending_order() {
    let board = "000000002101800040\n0x0\n";
    assert_eq!(answer("components", board), "5 40,800000,1000000,100000000,2000000000\n0\n");
    let json = answer("components --format json", "000000002101800040\n0\n");
    let list = "[\"0x40\",\"0x800000\",\"0x1000000\",\"0x100000000\",\"0x2000000000\"]";
    let expected =
        format!("{{\"count\":5,\"components\":{list}}}\n{{\"count\":0,\"components\":[]}}\n");
    assert_eq!(json, expected);
    let eight = "4 40,800000,1000000,2100000000\n0\n";
    assert_eq!(answer("components --connectivity 8", board), eight);
}

#[test]
fn wrong_boards_are_named() {
    let ran =
        run("components", "1000000000000000000\n12g\n\n1\n1ffffffffffffffffffffffffffffffffffff\n");
    assert_eq!((ran.out.as_str(), ran.status), ("1 1\n", 1));
    assert_eq!(
        ran.err,
        "boardbits: stdin:1: the board has more than 6×12 cells\n\
         boardbits: stdin:2: digit 3: 'g' is not hexadecimal\n\
         boardbits: stdin:3: no board in the line\n\
         boardbits: stdin:5: the board has more than 6×12 cells\n"
    );
}

#[test]
fn other_boards() {
    assert_eq!(
        answer("components --width 8 --height 16", "8000000000000000000000000000c001\n"),
        "3 1,c000,80000000000000000000000000000000\n"
    );
    assert_eq!(answer("components --width 4 --height 2 --min-size 2", "8b\n"), "2 3,88\n");
    assert_eq!(answer("components --width 1 --height 3", "7\n"), "1 7\n");
    let ran = run("components --width 4 --height 2", "100\n");
    assert_eq!(ran.err, "boardbits: stdin:1: the board has more than 4×2 cells\n");
    assert_eq!(run("components --width 9", "").status, 2);
    assert_eq!(run("components --width 8 --height 17", "").status, 2);
}
