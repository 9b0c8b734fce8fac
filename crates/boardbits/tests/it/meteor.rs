//! `boardbits meteor`.

use crate::common;

#[test]
fn the_output_is_the_published_one() {
    // Computer Language Benchmarks Game, meteor-contest 2098.
    let published = "2098 solutions found\n\n\
        0 0 0 0 1 \n 2 2 2 0 1 \n2 6 6 1 1 \n 2 6 1 5 5 \n8 6 5 5 5 \n \
        8 6 3 3 3 \n4 8 8 9 3 \n 4 4 8 9 3 \n4 7 4 7 9 \n 7 7 7 9 9 \n\n\
        9 9 9 9 8 \n 9 6 6 8 5 \n6 6 8 8 5 \n 6 8 2 5 5 \n7 7 7 2 5 \n \
        7 4 7 2 0 \n1 4 2 2 0 \n 1 4 4 0 3 \n1 4 0 0 3 \n 1 1 3 3 3 \n\n";
    assert_eq!(common::answer("meteor", ""), published);
}

#[test]
fn a_search_is_drawn_as_a_movie() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("movie.svg");
    let command = format!("meteor movie meteor --svg {} --last 50", path.display());
    let answer = common::answer(&command, "");
    assert!(answer.starts_with("50 pictures of "), "{answer}");
    let svg = std::fs::read_to_string(&path).unwrap();
    assert!(svg.contains("<animate ") && svg.ends_with("</svg>\n"));
    let ran = common::run(&format!("{command} --nodes 3"), "");
    assert_eq!(ran.err, "boardbits: meteor: the node limit was reached\n");
    assert_eq!((ran.out.as_str(), ran.status), ("4 pictures of 3 steps\n", 1));
    let json = common::run(&format!("{command} --timeout 0 --format json"), "");
    let expected = "{\"pictures\":1,\"solution\":null,\"steps\":0,\"stopped\":\"time\"}\n";
    assert_eq!((json.out.as_str(), json.status), (expected, 1));
    let none = common::run(
        &command.replace("movie meteor", "movie -"),
        "board\n . . .\n\npiece I\n X X\n",
    );
    assert_eq!((none.out.as_str(), none.err.as_str(), none.status), ("-\n", "", 0));
}

#[test]
fn puzzles_of_burrtools_are_imported_and_solved() {
    let file = r#"<puzzle version="2"><gridType type="0"/><shapes>
        <voxel x="2" y="2" z="1">###_</voxel><voxel x="2" y="1" z="3">######</voxel></shapes>
        <problems><problem><shapes><shape id="0" min="0" max="2"/></shapes><result id="1"/></problem></problems></puzzle>"#;
    let imported = common::answer("meteor import -", file);
    assert_eq!(common::answer("meteor solve -", &imported), "2\n");
    let ran = common::run("meteor import -", "<puzzle");
    assert_eq!(ran.status, 1);
    assert!(ran.err.starts_with("boardbits: stdin: "), "{}", ran.err);
    let ran = common::run("meteor import -", "<puzzle>\n<a></b></puzzle>");
    let place = "boardbits: stdin:2: column 4: not XML: ";
    assert!(ran.err.starts_with(place), "{}", ran.err);
}
