//! All shortest ways through a dungeon: `cargo run -p king-paths --example dungeon`.

use king_paths::grid::{Connectivity, Grid};

const MAP: &str = "\
type octile
height 9
width 24
map
@@@@@@@@@@@@@@@@@@@@@@@@
@......@........@......@
@......@.@@@@@@.@......@
@........@....@....@@..@
@......@@@....@.@@.....@
@......@......@.@......@
@@@@.@@@......@.@@@@.@@@
@.....................G@
@@@@@@@@@@@@@@@@@@@@@@@@
";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let grid: Grid = MAP.parse()?;
    for connectivity in [Connectivity::Four, Connectivity::Eight, Connectivity::NoCut] {
        let paths = grid.shortest_paths(&[(1, 1)], &[(22, 1)], connectivity)?;
        let steps = paths.distance().ok_or("there is no way")?;
        println!("{connectivity:?}: {steps} steps, {} shortest paths", paths.count()?);

        let mut picture: Vec<Vec<char>> =
            MAP.lines().skip(4).map(|line| line.replace('@', "#").chars().collect()).collect();
        for &(x, y) in paths.layers().flatten() {
            picture[y as usize][x as usize] = 'o';
        }
        for (x, y) in paths.must_pass() {
            picture[y as usize][x as usize] = '*';
        }
        for row in picture {
            println!("{}", row.into_iter().collect::<String>());
        }
    }
    Ok(())
}
