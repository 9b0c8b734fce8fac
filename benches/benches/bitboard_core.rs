//! `cargo bench --bench bitboard_core -- TEXT`: the tasks with this text in their names.

mod driver;

fn main() {
    driver::measure(benches::tasks::bitboard_core());
}
