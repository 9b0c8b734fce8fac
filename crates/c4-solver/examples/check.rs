use c4_solver::{Position, Solver};
use std::time::Instant;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&a[1]).unwrap();
    let max: usize = a.get(2).map_or(usize::MAX, |s| s.parse().unwrap());
    let mut s = Solver::new();
    let (mut wrong, mut n, mut time) = (0, 0, 0.0);
    for line in text.lines().take(max) {
        let mut it = line.split_whitespace();
        let m = it.next().unwrap();
        let (m, want): (&str, i32) = match it.next() {
            Some(w) => (m, w.parse().unwrap()),
            None => ("", m.parse().unwrap()),
        };
        if std::env::var("noclear").is_err() {
            s.clear();
        }
        let t = Instant::now();
        let got = s.solve(Position::from_moves(m).unwrap());
        time += t.elapsed().as_secs_f64();
        n += 1;
        if got != want {
            wrong += 1;
            if wrong < 5 {
                println!("WRONG {m} want {want} got {got}")
            }
        }
    }
    println!(
        "{n} positions, {wrong} wrong, {:.1} nodes, {:.2} us each, {:.2} M nodes/s",
        s.nodes() as f64 / n as f64,
        time * 1e6 / n as f64,
        s.nodes() as f64 / time / 1e6
    );
}
