//! `boardbits demo`.

use crate::common::answer;

#[test]
fn each_problem_has_its_time_and_a_command_to_try() {
    let demo = answer("demo", "");
    for expected in [
        "9 components",
        "distance 4, 8 shortest paths",
        "first player wins with a ring in move 17",
        "  -9 -11 -12   0 -11 -11 -11",
        "9356 solutions",
    ] {
        assert!(demo.contains(expected), "{expected}: {demo}");
    }
    assert_eq!(demo.matches("s)\n    Try: ").count(), 5, "{demo}");
    assert!(!demo.contains('\x1b'), "no color if stdout is not a terminal");
    assert!(answer("demo --color always", "").contains('\x1b'));
}
