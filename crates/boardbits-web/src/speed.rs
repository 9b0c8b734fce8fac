//! How fast each crate is on this machine. The caller has the clock.

use cc_table::chain::{Field, Rules};
use king_paths::grid::{Grid, StepKind};
use meteor_puzzle::presets;

use crate::c4::C4;
use crate::havannah::Engine;
use crate::puzzles::Session;
use crate::{Failure, text};

/// A chain of seven steps.
const CHAIN: &str =
    ".21..3/.223.2/300232/132320/130203/333121/012223/332013/222221/111211/133321/212101";
/// Solved with an empty table.
const GAME: &str = "4443332255";

/// Does `rounds` rounds of a crate's work and returns how much that was: positions searched for
/// `c4`, chains of seven steps for `chains`, queries on a map of 24×16 for `paths`, playouts of the
/// engine on base 8 for `havannah`, solutions counted for `puzzles`.
///
/// # Errors
/// If the crate does not exist.
pub fn work(crate_name: &str, rounds: u32) -> Result<u64, Failure> {
    match crate_name {
        "c4" => c4(rounds),
        "chains" => chains(rounds),
        "paths" => paths(rounds),
        "havannah" => havannah(rounds),
        "puzzles" => puzzles(rounds),
        other => {
            let expected = "expected c4, chains, paths, havannah or puzzles";
            Err(format!("{expected}, found {other:?}").into())
        }
    }
}

fn c4(rounds: u32) -> Result<u64, Failure> {
    let mut nodes = 0;
    for _ in 0..rounds {
        let mut solver = C4::new(7, 6, 8 << 20)?;
        solver.score(GAME, 3, u32::MAX)?;
        nodes += solver.nodes();
    }
    Ok(nodes)
}

fn chains(rounds: u32) -> Result<u64, Failure> {
    let field: Field = CHAIN.parse().map_err(text)?;
    for _ in 0..rounds * 10_000 {
        let mut field = std::hint::black_box(field);
        std::hint::black_box(field.play(&Rules::SMASH_THE_CODE));
    }
    Ok(u64::from(rounds) * 10_000)
}

fn paths(rounds: u32) -> Result<u64, Failure> {
    let wall = |x, y| (x == 8 && y < 13) || (x == 15 && y > 3);
    let grid = Grid::from_fn(24, 16, |x, y| !wall(x, y)).map_err(text)?;
    for _ in 0..rounds * 100 {
        let paths = grid.shortest_paths(&[(2, 7)], &[(21, 8)], StepKind::King).map_err(text)?;
        std::hint::black_box(paths.path_count().map_err(text)?);
    }
    Ok(u64::from(rounds) * 100)
}

fn havannah(rounds: u32) -> Result<u64, Failure> {
    let games = rounds.saturating_mul(1_000);
    Engine::new(1).think(8, "any", "", u32::MAX, games)?;
    Ok(games.into())
}

fn puzzles(rounds: u32) -> Result<u64, Failure> {
    let preset = presets::find("pentominoes-6x10").ok_or("no preset")?;
    for _ in 0..rounds {
        Session::new(preset.text())?.count(u32::MAX)?;
    }
    Ok(u64::from(rounds) * 9356)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_crate_works() {
        for (name, least) in
            [("chains", 10_000), ("paths", 100), ("havannah", 1_000), ("puzzles", 9356)]
        {
            assert!(work(name, 1).unwrap() >= least);
        }
        assert!(work("c4", 1).unwrap() > 0 && work("x", 1).is_err());
    }
}
