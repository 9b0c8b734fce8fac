//! `cargo bench --bench havannah_uf -- TEXT`: the tasks with this text in their names.

mod driver;

fn main() {
    driver::measure(benches::tasks::havannah_uf());
}
