//! Shortest paths whose diagonal steps are √2 long: queries and scenario files of `boardbits grid`.

use std::io::Write;
use std::path::Path;

use king_paths::grid::{Grid, OctilePath, Point, Scenario};

use crate::context::{Context, LineFailure, Result};
use crate::input::Source;
use crate::output::Output;

/// Checks each line of a scenario file, and writes the length of a shortest path and its straight and diagonal steps.
pub(crate) fn check_scenarios(grid: &Grid, file: &Path, context: &mut Context) -> Result {
    let mut first = true;
    context.for_each_line(&Source::from_option(Some(file)), |line, out| {
        if std::mem::take(&mut first) {
            let wrong = || LineFailure::wrong(format_args!("expected `version 1`, found {line:?}"));
            return if Scenario::is_header(line) { Ok(()) } else { Err(wrong()) };
        }
        if line.trim().is_empty() {
            return Ok(());
        }
        let scenario: Scenario = line.parse().map_err(LineFailure::wrong)?;
        let cost = scenario.check(grid).map_err(LineFailure::wrong)?;
        Ok(writeln!(out, "{cost} {} {}", cost.straight(), cost.diagonal())?)
    })
}

/// Finds a shortest path between two free cells.
pub(crate) fn path(
    grid: &Grid,
    [from, to]: [Point; 2],
) -> std::result::Result<Option<OctilePath>, String> {
    let path = grid.octile_path(from, to).map_err(|error| error.to_string())?;
    match [from, to].into_iter().find(|&(x, y)| !grid.is_free(x, y)) {
        Some((x, y)) => Err(format!("row {y}, column {x} is not free")),
        None => Ok(path),
    }
}

pub(crate) fn print(path: Option<&OctilePath>, out: &mut Output) -> std::io::Result<()> {
    let Some(cost) = path.map(OctilePath::cost) else { return writeln!(out, "no path") };
    writeln!(
        out,
        "length {cost}, {} straight and {} diagonal steps",
        cost.straight(),
        cost.diagonal()
    )
}
