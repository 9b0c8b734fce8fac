//! `boardbits completions` and `boardbits man`.

use crate::common::{answer, run};

#[test]
fn shells_are_told_about_every_subcommand() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = answer(&format!("completions {shell}"), "");
        for word in ["havannah", "components", "--analyze"] {
            assert!(script.contains(word.trim_start_matches('-')), "{shell}: {word}");
        }
    }
    assert_eq!(run("completions tcl", "").status, 2);
}

#[test]
fn there_is_a_page_for_the_program_and_for_each_subcommand() {
    assert!(answer("man", "").contains(".TH boardbits 1"));
    assert!(answer("man label", "").contains(".TH boardbits-label 1"));
    assert!(answer("man c4 solve", "").contains("Print the exact score of positions"));
    let ran = run("man lable", "");
    assert!(ran.status == 2 && ran.err.contains("did you mean label?"), "{}", ran.err);
    let directory = std::env::temp_dir().join(format!("boardbits-man-{}", std::process::id()));
    // Pages are replaced as a whole: the other name of a file keeps its contents.
    std::fs::create_dir_all(&directory).unwrap();
    std::fs::write(directory.join("old"), "old").unwrap();
    std::fs::hard_link(directory.join("old"), directory.join("boardbits-demo.1")).unwrap();
    answer(&format!("man --directory {}", directory.display()), "");
    assert_eq!(std::fs::read_to_string(directory.join("old")).unwrap(), "old");
    let page = std::fs::read_to_string(directory.join("boardbits-c4-solve.1")).unwrap();
    assert!(page.contains("Print the exact score of positions"));
    std::fs::remove_dir_all(directory).unwrap();
}
