//! `cargo bench --bench meteor -- TEXT`: the tasks with this text in their names.

mod driver;

fn main() {
    driver::measure(benches::tasks::meteor());
}
