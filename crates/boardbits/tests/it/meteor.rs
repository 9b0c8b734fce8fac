//! Puzzles of BurrTools.

use crate::common;

#[test]
fn puzzles_of_burrtools_are_imported_and_solved() {
    let file = r#"<puzzle version="2"><gridType type="0"/><shapes>
        <voxel x="2" y="2" z="1">###_</voxel><voxel x="2" y="1" z="3">######</voxel></shapes>
        <problems><problem><shapes><shape id="0" min="0" max="2"/></shapes><result id="1"/></problem></problems></puzzle>"#;
    let imported = common::answer("meteor puzzles -", file);
    for puzzle in [&imported, file] {
        assert_eq!(common::answer("meteor solve -", puzzle), "2\n");
    }
    let ran = common::run("meteor solve - --problem 2", file);
    assert_eq!(ran.err, "boardbits: stdin: expected a problem from 1 to 1, found 2\n");
    let ran = common::run("meteor puzzles -", "<puzzle");
    assert_eq!(ran.status, 1);
    assert!(ran.err.starts_with("boardbits: stdin: "), "{}", ran.err);
    let ran = common::run("meteor import -", "<puzzle>\n<a></b></puzzle>");
    let place = "boardbits: stdin:2: column 4: not XML: ";
    assert!(ran.err.starts_with(place), "{}", ran.err);
}
