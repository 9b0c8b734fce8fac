//! `cargo bench --bench c4_solver -- TEXT`: the tasks with this text in their names.

mod driver;

fn main() {
    driver::measure(benches::tasks::c4_solver());
}
