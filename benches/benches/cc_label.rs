//! `cargo bench --bench cc_label -- TEXT`: the tasks with this text in their names.

mod driver;

fn main() {
    driver::measure(benches::tasks::cc_label());
}
