//! Shortest paths whose diagonal steps are √2 long: queries and scenario files of `boardbits grid`.

use std::fmt::Display;
use std::io::Write;
use std::path::Path;

use king_paths::grid::{Grid, OctilePath, Point, Scenario};

use crate::context::{Context, LineFailure, Result};
use crate::input::Source;
use crate::options::AnswerFormat;
use crate::output::Output;

/// Checks each line of a scenario file, and writes the length of a shortest path and its straight and diagonal steps.
pub(crate) fn check_scenarios(
    grid: &Grid,
    file: &Path,
    answers: AnswerFormat,
    context: &mut Context,
) -> Result {
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
        let (straight, diagonal) = (cost.straight(), cost.diagonal());
        if answers.are_json() {
            return Ok(write_json(cost, straight, diagonal, out)?);
        }
        Ok(writeln!(out, "{cost} {straight} {diagonal}")?)
    })
}

fn write_json(
    length: impl Display,
    straight: impl Display,
    diagonal: impl Display,
    out: &mut Output,
) -> std::io::Result<()> {
    writeln!(out, "{{\"length\":{length},\"straight\":{straight},\"diagonal\":{diagonal}}}")
}

/// Finds a shortest path between two free cells.
pub(crate) fn path(
    grid: &Grid,
    [from, to]: [Point; 2],
) -> std::result::Result<Option<OctilePath>, String> {
    let path = grid.octile_path(from, to).map_err(|error| error.to_string())?;
    match [from, to].into_iter().find(|&cell| !grid.is_free(cell)) {
        Some((x, y)) => Err(format!("cell {x},{y} is not free")),
        None => Ok(path),
    }
}

pub(crate) fn print(
    path: Option<&OctilePath>,
    answers: AnswerFormat,
    out: &mut Output,
) -> std::io::Result<()> {
    let Some(cost) = path.map(OctilePath::cost) else {
        let none = if answers.are_json() { "{\"length\":null}" } else { "no path" };
        return writeln!(out, "{none}");
    };
    if answers.are_json() {
        return write_json(cost, cost.straight(), cost.diagonal(), out);
    }
    writeln!(
        out,
        "length {cost}, {} straight and {} diagonal steps",
        cost.straight(),
        cost.diagonal()
    )
}
