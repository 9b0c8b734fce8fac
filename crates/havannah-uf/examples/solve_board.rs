//! Solves the empty board:
//! `cargo run --release -p havannah-uf --example solve_board -- BASE MEGABYTES NODES`.

use std::time::Instant;

use havannah_uf::dfpn::Solver;
use havannah_uf::{Game, Limits, RingRule};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let numbers: Result<Vec<u64>, _> = std::env::args().skip(1).map(|word| word.parse()).collect();
    let numbers = numbers?;
    let argument = |i: usize, default: u64| numbers.get(i).copied().unwrap_or(default);
    let game = Game::new(argument(0, 3) as u32, RingRule::Any)?;
    let bytes = (argument(1, 1) as usize).saturating_mul(1 << 20);
    let start = Instant::now();
    let limits = Limits::new().nodes(argument(2, 1_000_000));
    match Solver::new().memory_bytes(bytes).try_solve(&game, &limits) {
        Ok(solution) => println!("{solution:?} in {:.1?}", start.elapsed()),
        Err(error) => println!("{error}: {:?}", error.partial()),
    }
    Ok(())
}
