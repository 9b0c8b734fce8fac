//! The command line.

#![allow(missing_docs, unreachable_pub, reason = "the macro writes this code")]

xflags::xflags! {
    /// Tasks of the boardbits workspace.
    cmd xtask {
        /// Write the generated tables of all crates.
        cmd tables {
            /// Compare them with what is checked in, write nothing, and fail if one is stale. What
            /// takes long is checked by its checksum and a random part.
            optional --check
            /// With --check, make everything anew.
            optional --full
        }
        /// Run all that a submission must pass.
        cmd ci {
            /// Leave the tests out, for when they have just been run.
            optional --skip-tests
        }
        /// Publish all crates.
        cmd release {
            /// Do everything but upload.
            optional --dry-run
        }
        /// Measure the crates.
        cmd bench {
        }
    }
}
