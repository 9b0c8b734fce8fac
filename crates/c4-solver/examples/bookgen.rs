use c4_solver::{Solver, Standard, book_positions};
use std::io::Write;
use std::time::Instant;
fn main() {
    let ply: u32 = std::env::args().nth(1).unwrap().parse().unwrap();
    let level = book_positions(Standard::BOARD, ply);
    eprintln!("{} positions", level.len());
    let mut s = Solver::new();
    let t = Instant::now();
    let mut out = std::fs::File::create(format!("/tmp/book{ply}.txt")).unwrap();
    for (i, p) in level.iter().enumerate() {
        writeln!(out, "{} {}", p.symmetric_key(), s.solve(*p)).unwrap();
        if i % 100 == 0 {
            eprintln!("{i} {:?} {} nodes", t.elapsed(), s.nodes());
        }
    }
}
