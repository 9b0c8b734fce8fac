//! `cargo bench --bench king_paths -- TEXT`: the tasks with this text in their names.

mod driver;

fn main() {
    driver::measure(benches::tasks::king_paths());
}
