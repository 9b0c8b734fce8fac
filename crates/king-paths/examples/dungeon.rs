//! All shortest ways through a dungeon: `cargo run -p king-paths --example dungeon`.

use king_paths::grid::{Grid, StepKind};

const MAP: &str = "
    ########################
    #......#........#......#
    #......#.######.#......#
    #........#....#....##..#
    #......###....#.##.....#
    #......#......#.#......#
    ####.###......#.####.###
    #......................#
    ########################";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let grid: Grid = MAP.parse()?;
    for kind in StepKind::ALL {
        let paths = grid.shortest_paths(&[(1, 1)], &[(22, 1)], kind)?;
        let steps = paths.distance().ok_or("there is no path")?;
        println!("{kind:?}: {steps} steps, {} shortest paths\n{paths}\n", paths.path_count()?);
    }
    Ok(())
}
