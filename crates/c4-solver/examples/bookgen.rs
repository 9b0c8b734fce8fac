use std::io::Write;
use std::time::Instant;
use std::collections::BTreeSet;
use c4_solver::{Position, Solver};
fn main() {
    let ply: u32 = std::env::args().nth(1).unwrap().parse().unwrap();
    let mut level: BTreeSet<u64> = [Position::EMPTY.symmetric_key()].into();
    for _ in 0..ply {
        let mut next = BTreeSet::new();
        for &k in &level {
            let p = Position::from_key(Default::default(), k).unwrap();
            for x in 0..7 { if let Ok(q) = p.play(x) { next.insert(q.symmetric_key()); } }
        }
        level = next;
    }
    eprintln!("{} positions", level.len());
    let mut s = Solver::new();
    let t = Instant::now();
    let mut out = std::fs::File::create(format!("/tmp/book{ply}.txt")).unwrap();
    for (i, &k) in level.iter().enumerate() {
        let p = Position::from_key(Default::default(), k).unwrap();
        writeln!(out, "{k} {}", s.solve(p)).unwrap();
        if i % 100 == 0 { eprintln!("{i} {:?} {} nodes", t.elapsed(), s.nodes()); }
    }
}
