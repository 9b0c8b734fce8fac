//! Are the figures in README.md those of docs/BENCHMARKS.md, and how old are they?

use std::fs;

use xshell::{Shell, cmd};

use crate::{Result, root};

/// What the README must tell a newcomer to run.
const COMMANDS: [&str; 2] = ["cargo run --release -- demo", "cargo test --workspace"];

/// Fails if the README and the benchmarks disagree or the README lacks its first commands; prints how
/// far behind the figures are, which is no fault: a release need not change what is fast.
pub(super) fn check(shell: &Shell) -> Result {
    let readme = fs::read_to_string(root().join("README.md"))?;
    let benchmarks = fs::read_to_string(root().join("docs/BENCHMARKS.md"))?;
    for command in COMMANDS {
        if !in_code_block(&readme, command) {
            return Err(format!("README.md does not show `{command}`").into());
        }
    }
    let wrong = differences(&readme, &benchmarks);
    if !wrong.is_empty() {
        let list = wrong.join("\n  ");
        return Err(format!("README.md differs from docs/BENCHMARKS.md:\n  {list}").into());
    }
    println!("figures: the table in README.md is that of docs/BENCHMARKS.md");
    println!("figures: {}", age(shell, &benchmarks)?);
    Ok(())
}

/// By how many commits to the sources of the crates the figures are behind.
fn age(shell: &Shell, benchmarks: &str) -> Result<String> {
    let measured = if let Some(revision) = revision(benchmarks) {
        revision.to_owned()
    } else {
        cmd!(shell, "git log -1 --format=%h -- docs/BENCHMARKS.md").quiet().read()?
    };
    let range = format!("{measured}..HEAD");
    let sources = ":(glob)crates/*/src/**";
    let known = cmd!(shell, "git rev-list --count {range} -- {sources}").quiet().ignore_stderr();
    Ok(match known.read() {
        Ok(count) => format!("measured at {measured}; commits to crates/*/src since: {count}"),
        Err(_) => format!("measured at {measured}, a revision that is not in this history"),
    })
}

/// The revision that the line of provenance names.
fn revision(benchmarks: &str) -> Option<&str> {
    let line = provenance(benchmarks)?;
    let (_, after) = line.split_once(" at revision ")?;
    let end = after.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(after.len());
    (end >= 7).then(|| &after[..end])
}

/// The line that says which command made the figures.
fn provenance(text: &str) -> Option<&str> {
    text.lines().find(|line| line.starts_with("`cargo xtask bench --report"))
}

/// Is `command` a line of a code block?
fn in_code_block(text: &str, command: &str) -> bool {
    text.split("```").skip(1).step_by(2).any(|block| block.lines().any(|line| line == command))
}

/// What the README says that the benchmarks do not.
fn differences(readme: &str, benchmarks: &str) -> Vec<String> {
    let measured = rows(benchmarks, 7);
    let ours = |task: &str, time: &str| {
        measured.iter().any(|row| row[0] == task && row[2] == "ours" && row[3] == time)
    };
    let other = |task: &str, role: &str, figure: &str| {
        let is = |row: &Vec<&str>| {
            row[0] == task && row[2] == role && format!("{} ({})", row[3], row[1]) == figure
        };
        figure == "–" || measured.iter().any(is)
    };
    let mut wrong = Vec::new();
    if provenance(readme) != provenance(benchmarks) {
        wrong.push("the line that says how they were measured".to_owned());
    }
    let table = rows(readme.split("<!-- bench:begin -->").nth(1).unwrap_or_default(), 4);
    if table.is_empty() {
        wrong.push("README.md has no table of figures".to_owned());
    }
    for row in table {
        let [task, time, baseline, rival] = row[..] else { continue };
        if !(ours(task, time) && other(task, "baseline", baseline) && other(task, "rival", rival)) {
            wrong.push(task.to_owned());
        }
    }
    wrong
}

/// The rows of all tables with that many columns, without their heads.
fn rows(text: &str, columns: usize) -> Vec<Vec<&str>> {
    let body = |row: &Vec<&str>| !row[0].starts_with("---") && row[0] != "task";
    text.lines().filter_map(cells).filter(|row| row.len() == columns).filter(body).collect()
}

/// The cells of a line of a table.
fn cells(line: &str) -> Option<Vec<&str>> {
    let inner = line.strip_prefix("| ")?.strip_suffix(" |")?;
    Some(inner.split(" | ").map(str::trim).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const BENCHMARKS: &str = "\
# Benchmarks

`cargo xtask bench --report` on 2026-11-21 at revision 0123456789ab: a machine.

| task | engine |  | time | ratio | instructions | nodes |
| --- | --- | --- | --- | --- | --- | --- |
| flood, per flood | core | ours | 9.5 ns | – | 155 | – |
| flood, per flood | by hand | baseline | 9.6 ns | 1.000 | 164 | – |
| flood, per flood | search | rival | 2.22 µs | 0.004 | 24,848 | – |
| count, per puzzle | core | ours | 5.13 ms | – | 1 | – |
";

    const README: &str = "\
```sh
cargo run --release -- demo
```

<!-- bench:begin -->
| task | time | as first published | best other crate |
| --- | --- | --- | --- |
| flood, per flood | 9.5 ns | 9.6 ns (by hand) | 2.22 µs (search) |
| count, per puzzle | 5.13 ms | – | – |

`cargo xtask bench --report` on 2026-11-21 at revision 0123456789ab: a machine.
<!-- bench:end -->
";

    #[test]
    fn the_same_figures_are_no_difference() {
        assert_eq!(differences(README, BENCHMARKS), Vec::<String>::new());
    }

    #[test]
    fn each_figure_counts() {
        for (from, to) in [("9.5 ns |", "9.4 ns |"), ("9.6 ns (", "9 ns ("), ("(search)", "(find)")]
        {
            let changed = README.replacen(from, to, 1);
            assert_eq!(differences(&changed, BENCHMARKS), ["flood, per flood"], "{from}");
        }
        let task = README.replacen("count, per", "sum, per", 1);
        assert_eq!(differences(&task, BENCHMARKS), ["sum, per puzzle"]);
        let later = README.replacen("11-21", "11-22", 1);
        assert_eq!(differences(&later, BENCHMARKS).len(), 1);
        assert_eq!(differences("", BENCHMARKS).len(), 2);
    }

    #[test]
    fn commands_count_in_code_blocks() {
        assert!(in_code_block(README, "cargo run --release -- demo"));
        assert!(!in_code_block(README, "cargo run"));
        assert!(!in_code_block("text\ncargo test\n", "cargo test"));
    }

    #[test]
    fn the_revision_is_read() {
        assert_eq!(revision(BENCHMARKS), Some("0123456789ab"));
        assert_eq!(revision(&BENCHMARKS.replace(" at revision 0123456789ab", "")), None);
    }
}
