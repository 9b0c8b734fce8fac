//! The command line.

#![allow(missing_docs, unreachable_pub, reason = "the macro writes this code")]

use std::path::PathBuf;

xflags::xflags! {
    /// Tasks of the boardbits workspace.
    cmd xtask {
        /// Write the measured figures of all documents from the record: docs/BENCHMARKS.md with its
        /// chart, and the tables of README.md and docs/articles.md.
        cmd tables {
            /// Compare them with what is checked in, write nothing, and fail if one is stale.
            optional --check
        }
        /// Run all that a submission must pass.
        cmd ci {
            /// Skip a step.
            repeated --skip name: String
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
        /// Package and build all crates as a release uploads them, without uploading, and test the
        /// packages of the libraries.
        cmd release {}
        /// Build the playground, the page with all crates in the browser, into target/web/site.
        cmd web {
            /// Then serve it on this machine.
            optional --serve
            /// Then test it in Chromium.
            optional --test
            /// Build it into this folder, for a static host.
            optional --release folder: PathBuf
        }
        /// Measure the crates against the published algorithms and other programs, and print each
        /// task when it is measured. After the build (a minute or two the first time), all tasks take
        /// about ten minutes, those of one crate some minutes, and --quick two minutes.
        cmd bench {
            /// Only the headline tasks that are not slow, in few and short slices.
            optional --quick
            /// Only the tasks of one crate, of which only that crate is built.
            optional --package name: String
            /// Only tasks with this in their names.
            optional --filter text: String
            /// Also measure a program in C++: NAME=FOLDER, with the name of a script in
            /// benches/outside and a checkout of the program.
            repeated --outside program: String
            /// Also measure the packages for Python that this interpreter imports.
            optional --python interpreter: PathBuf
            /// Compare the answers of all engines, except in slow tasks, and measure nothing.
            optional --agree
            /// Measure all tasks twice, those of more than a minute once, and write the record,
            /// docs/BENCHMARKS.md and the tables of README.md and docs/articles.md. It takes about half
            /// an hour, with all programs in C++ and packages for Python an hour. An interrupted report
            /// goes on where it stopped.
            optional --report
            /// Measure our engines in the working tree and in this revision, 3 to 20 seconds a task.
            optional --against-rev revision: String
            /// Fail if a task takes more than this factor of the instructions that it takes in the
            /// revision; without a revision, compare with the record of the headline tasks
            /// (about three minutes).
            optional --gate factor: f64
        }
    }
}
