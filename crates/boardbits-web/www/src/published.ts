/** Whether the crates are on crates.io and docs.rs. `cargo release` sets it (see Cargo.toml). */
export const PUBLISHED: boolean = false;

/** Where the documentation of published crates is. */
export const DOCS = 'https://docs.rs/';
