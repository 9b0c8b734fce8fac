//! `cargo bench --bench knight_tours -- TEXT`: the tasks with this text in their names.

mod driver;

fn main() {
    driver::measure(benches::tasks::knight_tours());
}
