//! The command line.

#![allow(missing_docs, unreachable_pub, reason = "the macro writes this code")]

use std::path::PathBuf;

xflags::xflags! {
    /// Tasks of the boardbits workspace.
    cmd xtask {
        /// Write the generated files of all crates and the measured figures of all documents.
        ///
        /// Generated are: the opening book of c4-solver, which takes hours of search; the positions
        /// of its benches, which are chosen by their scores; the pictures of the READMEs, which the
        /// crates draw; charts and figures, from the record of the benches.
        ///
        /// Other tables are computed by the compiler in milliseconds, so there is no file to check:
        /// the row automaton of cc-table, the patterns of rings of havannah-uf, the masks of steps
        /// and lines of bitboard-core and c4-solver.
        cmd tables {
            /// Compare them with what is checked in, write nothing, and fail if one is stale.
            optional --check
            /// Include the opening book of c4-solver, which takes one to two hours. Without it,
            /// --check solves a few of its positions.
            optional --full
        }
        /// Run all that a submission must pass.
        cmd ci {
            /// Skip the tests.
            optional --skip-tests
            /// Run only the step of this name.
            optional --step name: String
        }
        /// Build the Python package, a wheel in target/python/wheels.
        cmd python {
            /// Then install it into a clean environment and test it there.
            optional --test
            /// Build the wheels of a release instead, for old versions of Linux on x86-64 and,
            /// if the compiler has its target, AArch64.
            optional --wheel
        }
        /// Package and build all crates as a release uploads them, without uploading, and write
        /// manual pages and completions to target/release-assets.
        cmd release {}
        /// Build the playground, the page with all crates in the browser, into target/web/site.
        cmd web {
            /// Then serve it on this machine.
            optional --serve
            /// Then test it in Chromium.
            optional --test
            /// Run the code that the page showed in the last test.
            optional --snippets
            /// Build it into this folder, for a static host.
            optional --release folder: PathBuf
        }
        /// Measure the crates against the published algorithms and other crates, or against
        /// themselves, and print each task when it is measured.
        cmd bench {
            /// Only the tasks in the chart of each crate that are not slow, with few and short
            /// slices and without valgrind: under two minutes after the build.
            optional --quick
            /// Compare with the baselines only, not with other crates. So does a build without
            /// network that lacks their sources.
            optional --no-rivals
            /// Only the tasks of one crate, of which only that crate is built; may be written --crate.
            optional --package name: String
            /// Only tasks with this in their names.
            optional --filter text: String
            /// Keep the build under this name, to be measured against later.
            optional --save name: String
            /// Measure against a build that was kept.
            optional --against name: String
            /// Measure against another revision.
            optional --against-rev revision: String
            /// With --against or --against-rev, exit with 1 if instructions or nodes grew by more
            /// than this factor.
            optional --gate factor: f64
            /// Write benches/records/full.json and render the figures of all documents. Tasks
            /// that --package and --filter leave out keep their figures.
            optional --report
            /// Only compare the answers of all engines, except in slow tasks.
            optional --agree
            /// Print JSON lines instead of a table.
            optional --json
        }
    }
}

#[cfg(test)]
mod tests {
    //! The `cargo xtask` commands in documents have names and options that exist.

    use std::ffi::OsString;
    use std::fs;

    use xshell::{Shell, cmd};

    use crate::workspace::root;

    /// The arguments of `cargo xtask` in blocks of code and `inline code`.
    fn commands(text: &str) -> Vec<String> {
        let mut commands = Vec::new();
        let mut in_block = false;
        let mut prose = String::new();
        for line in text.lines() {
            let fence = line.starts_with("```");
            in_block ^= fence;
            if in_block && !fence {
                commands.push(line.split(" #").next().unwrap_or(line).trim().to_owned());
            } else if !fence {
                prose += line;
                prose.push(' ');
            }
        }
        commands.extend(prose.split('`').skip(1).step_by(2).map(str::to_owned));
        let arguments = |command: &String| command.strip_prefix("cargo xtask ").map(str::to_owned);
        commands.iter().filter_map(arguments).collect()
    }

    #[test]
    fn commands_of_documents_exist() {
        let shell = Shell::new().unwrap();
        shell.change_dir(root());
        let files = cmd!(shell, "git ls-files -- *.md").quiet().read().unwrap();
        let mut count = 0;
        for file in files.lines() {
            let Ok(text) = fs::read_to_string(root().join(file)) else { continue };
            for command in commands(&text) {
                count += 1;
                // What stands between quotes is one argument.
                let parts = command.split('"').enumerate().flat_map(|(i, part)| match i % 2 {
                    0 => part.split_whitespace().collect(),
                    _ => vec![part],
                });
                let parsed = crate::parse(parts.map(OsString::from));
                let error = parsed.err().filter(|error| !error.is_help());
                assert!(error.is_none(), "{file}: cargo xtask {command}: {error:?}");
            }
        }
        assert!(count > 20, "{count} commands");
    }

    #[test]
    fn commands_are_found() {
        let text =
            "`cargo xtask a` and `cargo\nxtask b`\n```sh\ncargo xtask c --d # e\ncargo f\n```\n";
        assert_eq!(commands(text), ["c --d", "a", "b"]);
    }
}
