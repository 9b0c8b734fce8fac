//! The command line.

#![allow(missing_docs, unreachable_pub, reason = "the macro writes this code")]

use std::path::PathBuf;

xflags::xflags! {
    /// Tasks of the boardbits workspace.
    cmd xtask {
        /// Write the generated files of all crates and the measured figures of all documents.
        cmd tables {
            /// Compare them with what is checked in, write nothing, and fail if one is stale.
            optional --check
            /// Include the opening book of c4-solver, which takes one to two hours. Without it, --check solves a few of its
            /// positions.
            optional --full
        }
        /// Solve Connect 4 on boards of many sizes, record the results and write docs/results-connect4.md. Boards that the
        /// record has are not solved again.
        cmd boards {
            /// Only compare the page with the record, the record with published results, and the smallest boards with new
            /// answers of the program.
            optional --check
            /// The largest sum of width and height; 12 by default.
            optional --sum sum: u32
            /// The longest time for a board in seconds; 600 by default.
            optional --seconds seconds: u64
            /// Number of search threads; 1 by default.
            optional --threads threads: u32
        }
        /// Run all that a submission must pass.
        cmd ci {
            /// Skip the tests.
            optional --skip-tests
            /// Run only the step of this name.
            optional --step name: String
            /// Also run the tests of every library with each of its features alone, unoptimized and optimized.
            optional --full
        }
        /// Run the tests of every library without features, with each feature alone, and with all.
        cmd features {
            /// Only type-check and lint all targets.
            optional --check
            /// Optimized as for users.
            optional --release
            /// Only one crate; may be written --crate.
            optional --package name: String
        }
        /// Run a fuzz target with cargo-fuzz and a nightly compiler.
        cmd fuzz {
            /// The crate, such as king-paths.
            optional package: String
            /// The target, such as maps.
            optional target: String
            /// Only compile all targets, and run one for two seconds if the tools are installed.
            optional --check
            /// Stop after this time in seconds; 60 by default.
            optional --seconds seconds: u64
        }
        /// Change the code in small ways and report the changes that no test notices, with cargo-mutants. The reports are in
        /// target/mutants.
        cmd mutants {
            /// Only the code of one crate; may be written --crate.
            optional --package name: String
            /// Only the part K of N parts, written K/N; K counts from 0.
            optional --shard part: String
            /// Only lines that differ from this revision.
            optional --in-diff revision: String
            /// Only this number of changes, chosen at random.
            optional --sample count: usize
            /// The seed of the choice; 1 by default.
            optional --seed seed: u64
            /// Only print the changes.
            optional --list
        }
        /// Make a version of all crates: check it, write it into manifests and changelogs, commit, tag.
        /// The manifests must name a repository. Uploading is left to `cargo publish --workspace`.
        cmd release {
            /// Check everything and print what would change, without changing files.
            optional --dry-run
            /// The next version by its major, minor or patch number. Otherwise the version in the
            /// manifest is released, if it has no tag yet.
            optional --bump part: String
            /// The version by itself, such as 1.2.3.
            optional --version version: String
        }
        /// Build the playground, the page with all crates in the browser, into target/web/site.
        cmd web {
            /// Then serve it on this machine.
            optional --serve
            /// Then test it in Chromium.
            optional --test
            /// Build it into this folder, for a static host.
            optional --release folder: PathBuf
        }
        /// Measure the crates against the published algorithms and other crates, or against themselves.
        cmd bench {
            /// Under two minutes: fewer and shorter slices, no slow tasks.
            optional --quick
            /// Only the tasks of one crate; may be written --crate.
            optional --package name: String
            /// Only tasks with this in their names.
            optional --filter text: String
            /// Keep the build under this name, to be measured against later.
            optional --save name: String
            /// Measure against a build that was kept.
            optional --against name: String
            /// Measure against another revision.
            optional --against-rev revision: String
            /// With --against or --against-rev, exit with 1 if instructions or nodes grew by more than this
            /// factor.
            optional --gate factor: f64
            /// Write benches/records/full.json and render the figures of all documents. With --crate, measure this crate
            /// only and keep the figures of the others.
            optional --report
            /// With --report, continue an interrupted report of the same build and thoroughness.
            optional --resume
            /// With --report, discard the measurements of an interrupted report.
            optional --restart
            /// Only compare the answers of all engines, except in slow tasks.
            optional --agree
            /// Print JSON lines instead of a table.
            optional --json
        }
    }
}
