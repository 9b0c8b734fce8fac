//! The tests of the libraries on other machines: `cargo xtask ci --step machines`.
//!
//! | machine | what it is for | runs by |
//! | --- | --- | --- |
//! | 64 bits of ARM | vectors of NEON | qemu |
//! | x86 of 32 bits | sizes that do not fit a `usize` | this processor |
//! | s390x | words whose first byte is the highest | qemu |
//! | WebAssembly | both of 32 bits, with and without vectors | Node.js |
//!
//! `xtask/machines.toml` tells cargo how. All keep debug assertions and checks of overflow.

/// The tests of code for vectors with NEON.
pub(crate) const NEON: &[&str] =
    &["{neon} {with_units} --lib -- {vectors}", "{neon} {with_integration} --tests -- {vectors}"];

/// The tests of code for vectors with SIMD128 of WebAssembly.
pub(crate) const SIMD128: &[&str] = &[
    "{simd128} {with_units} --lib -- {vectors}",
    "{simd128} {with_integration} --tests -- {vectors}",
];

/// All tests on all machines. With vectors, only libraries that have code for them differ.
pub(crate) const MACHINES: &[&str] = &[
    "{neon} {with_units} {few} -- {starts_itself} {slow}",
    "{test} i686-unknown-linux-musl {libraries} {few}",
    "{test} s390x-unknown-linux-gnu {libraries} {few} -- {starts_itself} {slow} {slower}",
    "{wasm} {libraries} {few} -- {slow} {slower}",
    "{simd128} {with_units} {few} -- {slow}",
];

/// What names in braces stand for; others are those of all steps.
pub(crate) const WORDS: [(&str, &str); 11] = [
    ("{neon}", "{test} aarch64-unknown-linux-musl --profile machines"),
    ("{simd128}", "{wasm} --config target.wasm32-wasip1.rustflags=[\"-Ctarget-feature=+simd128\"]"),
    ("{wasm}", "{test} wasm32-wasip1"),
    ("{test}", "cargo test -q --no-fail-fast --all-features --config xtask/machines.toml --target"),
    // The libraries with code for vectors whose tests of it are unit tests or integration tests.
    ("{with_units}", "{with_integration} -p cc-label"),
    ("{with_integration}", "-p bitboard-core -p cc-table -p king-paths"),
    // The tests that compare this code with other code.
    ("{vectors}", "all_instructions batch:: batches:: board::tests chains:: simd::"),
    // All tests, with fewer cases of properties.
    ("{few}", "--lib --tests --config env.QUICKCHECK_TESTS=\"20\""),
    // Tests that start themselves as a process.
    (
        "{starts_itself}",
        "--skip threads_that_cannot_be_started_are_left_out --skip playouts_need_no_further_thread \
         --skip a_search_needs_no_further_thread",
    ),
    // Tests of many positions or large images, which take minutes in an emulator. The processor with
    // 32 bits runs them.
    (
        "{slow}",
        "--skip all_positions_of_small_boards --skip distinct_positions_are_as_many_as_published \
         --skip empty_boards_have_known_scores --skip positions_after_all_moves_are_the_same \
         --skip the_embedded_book_agrees_with_a_search --skip rules_hold_on_random_positions \
         --skip late_positions_of_other_boards --skip mirrored_positions_have \
         --skip bounds_of_stopped_analyses --skip won_positions_of_games --skip progress_counts \
         --skip contacts --skip holes:: --skip images:: --skip select:: --skip strips \
         --skip tiles:: --skip volumes::",
    ),
    // Those that take long without optimization and vectors.
    (
        "{slower}",
        "--skip boards_of_1_by_128 --skip boards_of_7_by_18 --skip chains_are_those \
         --skip all_instructions_compare --skip a_cheapest_path_is_that \
         --skip a_stopped_query_knows_a_part",
    ),
];
