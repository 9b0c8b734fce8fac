//! `cargo xtask ci`: all checks that a change must pass.
//!
//! `xtask/checks.txt` is the list. Most steps are cargo commands. A step whose tool is missing is
//! skipped and listed at the end; if the environment variable `CI` is `true`, it fails.

use std::collections::BTreeMap;
use std::time::Instant;
use std::{env, thread};

use xshell::{Shell, cmd};

use crate::flags::{self, Xtask};
use crate::python;
use crate::workspace::{CRATES, Result, has_target, libraries, metadata, root, target};

/// The list; its head says what a line is.
const CHECKS: &str = include_str!("../checks.txt");

/// Steps that run beside the rest: they build in workspaces of their own, and the tests of an
/// interpreter and of a browser leave a core idle.
const BESIDE: [&str; 2] = ["python", "playground"];

/// The lines of a kind in [`CHECKS`], each with its name and its text.
fn lines(kind: &str) -> Vec<(String, String)> {
    let text = CHECKS.replace('\r', "").replace("\\\n", "");
    let lines = text.lines().filter_map(|line| line.strip_prefix(kind)?.split_once(" = "));
    lines.map(|(name, text)| (name.trim().to_owned(), text.to_owned())).collect()
}

/// The texts of the lines of a kind with this name.
fn texts(kind: &str, name: &str) -> Vec<String> {
    lines(kind).into_iter().filter(|(it, _)| it == name).map(|(_, text)| text).collect()
}

pub(crate) fn run(shell: &Shell, flags: &flags::Ci) -> Result {
    let chosen = |name: &str| match &flags.step {
        Some(step) => step == name,
        None => !flags.skip.iter().any(|skipped| skipped == name),
    };
    let mut names: Vec<_> = lines("step").into_iter().map(|(name, _)| name).collect();
    names.dedup();
    let (beside, steps): (Vec<_>, Vec<_>) = (names.iter().map(String::as_str))
        .filter(|name| chosen(name))
        .partition(|name| BESIDE.contains(name));
    if steps.is_empty() && beside.is_empty() {
        return Err(format!("the steps are {}", names.join(", ")).into());
    }
    let skipped = thread::scope(|scope| {
        // A shell and an error stay in their thread.
        let run_beside = || {
            let shell = Shell::new()?;
            shell.change_dir(root());
            run_steps(&shell, &beside)
        };
        let beside = scope.spawn(move || run_beside().map_err(|error| error.to_string()));
        let steps = run_steps(shell, &steps);
        let beside = beside.join().map_err(|_| "a step panicked")?;
        Result::Ok([steps?, beside?].concat())
    })?;
    skipped.iter().for_each(|reason| eprintln!("skipped: {reason}"));
    Ok(())
}

/// Runs steps one after the other. Returns why steps were skipped.
fn run_steps(shell: &Shell, steps: &[&str]) -> Result<Vec<String>> {
    let mut skipped = Vec::new();
    for name in steps {
        eprintln!("\nci: {name}");
        let start = Instant::now();
        if let Some(install) = missing(shell, name)? {
            skipped.push(skip(env::var("CI").as_deref() == Ok("true"), name, &install)?);
            continue;
        }
        let commands = texts("step", name);
        let failures = commands.iter().filter_map(|command| execute(shell, command).err());
        let failures: Vec<_> = failures.map(|failure| failure.to_string()).collect();
        if !failures.is_empty() {
            return Err(format!("{name}: {}", failures.join("\n")).into());
        }
        eprintln!("ci: {name}: {:.0?}", start.elapsed());
    }
    Ok(skipped)
}

/// The reason why a step is skipped, which is an error in CI.
fn skip(is_ci: bool, name: &str, install: &str) -> Result<String> {
    if is_ci {
        return Err(format!("{name}: {install} (skipping is an error because CI is true)").into());
    }
    Ok(format!("{name}: {install}"))
}

/// How to install what is missing; `None` if the step can run.
fn missing(shell: &Shell, name: &str) -> Result<Option<String>> {
    for command in texts("step", name) {
        let words = words_of(&command);
        let target = words.iter().skip_while(|word| *word != "--target").nth(1);
        if let Some(target) = target
            && !has_target(shell, target)?
        {
            return Ok(Some(format!("rustup target add {target}")));
        }
    }
    let tools = texts("needs", name).join(" ");
    for tool in tools.split_whitespace().flat_map(|tool| texts("tool", tool)) {
        let (probe, install) =
            tool.split_once(" | ").ok_or("a tool without a way to install it")?;
        let words = words_of(probe);
        let (program, arguments) = (&words[0], &words[1..]);
        if cmd!(shell, "{program} {arguments...}").quiet().ignore_stderr().read().is_err() {
            return Ok(Some(words_of(install).join(" ")));
        }
    }
    Ok(None)
}

/// The words of a command, with names in braces replaced, such as `{crates}` by `-p` options.
fn words_of(command: &str) -> Vec<String> {
    let packages = |names: &[&str]| names.iter().map(|name| format!("-p {name} ")).collect();
    let variable = |name: &str, otherwise: &str| env::var(name).unwrap_or(otherwise.to_owned());
    let more: [(&str, String); 5] = [
        ("crates", packages(&CRATES)),
        ("libraries", packages(&libraries().collect::<Vec<_>>())),
        ("msrv", env!("CARGO_PKG_RUST_VERSION").to_owned()),
        ("python", variable("PYTHON", "python3")),
        ("chromium", variable("CHROMIUM", "/usr/bin/chromium")),
    ];
    let more = more.map(|(name, text)| (name.to_owned(), text));
    let words = lines("word").into_iter().chain(more);
    let replace =
        |it: String, (name, text): (String, String)| it.replace(&format!("{{{name}}}"), &text);
    words.fold(command.to_owned(), replace).split_whitespace().map(str::to_owned).collect()
}

/// Runs a command, one with `{library}` for each library; one of `cargo xtask` and
/// those that are functions in this process.
fn execute(shell: &Shell, command: &str) -> Result {
    if command.contains("{library}") {
        return libraries().try_for_each(|it| execute(shell, &command.replace("{library}", it)));
    }
    let target = target()?.display().to_string();
    let words: Vec<_> =
        words_of(command).iter().map(|word| word.replace("{target}", &target)).collect();
    if let Some(arguments) = words.strip_prefix(&["cargo".to_owned(), "xtask".to_owned()]) {
        return crate::run(shell, Xtask::from_vec(arguments.iter().map(Into::into).collect())?);
    }
    let (program, arguments) = (&words[0], &words[1..]);
    match program.as_str() {
        "features" => features(shell),
        "typos" => python::typos(shell),
        _ => Ok(cmd!(shell, "{program} {arguments...}").run()?),
    }
}

/// Lints every library without features and with each feature alone, and the benches of each
/// library alone. The step `clippy` lints them with all features. Libraries with a feature of the
/// same name, which turns on that of bitboard-core, are linted together.
fn features(shell: &Shell) -> Result {
    let metadata = metadata()?;
    let packages = metadata["packages"].as_array().ok_or("cargo names no packages")?;
    let mut sets = BTreeMap::from([("", "{libraries}".to_owned())]);
    for name in libraries() {
        let of = |package: &&serde_json::Value| package["name"] == name;
        let package = packages.iter().find(of).ok_or_else(|| format!("there is no {name}"))?;
        let features = package["features"].as_object().ok_or("cargo names no features")?;
        for feature in features.keys().filter(|&feature| feature != "default") {
            let set = sets.entry(feature).or_default();
            *set += &format!(" -p {name} --features {name}/{feature}");
        }
        sets.insert(name, format!("-p benches --features benches/{name}"));
    }
    sets.values().try_for_each(|set| {
        let options = "-q --all-targets --no-default-features";
        execute(shell, &format!("cargo clippy {options} {set} {{deny}}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_tool_is_an_error_in_ci_and_listed_elsewhere() {
        assert!(skip(true, "a", "install b").is_err());
        assert_eq!(skip(false, "a", "install b").unwrap(), "a: install b");
    }

    #[test]
    fn all_names_are_known() {
        for (name, command) in lines("step") {
            let words = words_of(&command).join(" ");
            let words = ["{target}", "{library}"].iter().fold(words, |a, it| a.replace(it, ""));
            assert!(!words.contains(['{', '}']), "{name}: {words}");
        }
        for (step, tools) in lines("needs") {
            assert!(!texts("step", &step).is_empty(), "{step}");
            assert!(tools.split(' ').all(|tool| texts("tool", tool).len() == 1), "{step}: {tools}");
        }
    }

    #[test]
    fn all_libraries_are_checked_without_the_standard_library_but_one() {
        let words = words_of("{small} {large} -p havannah-uf");
        assert!(libraries().all(|name| words.iter().any(|word| word == name)), "{words:?}");
    }
}
