//! docs/BENCHMARKS.md.

use std::fmt::Write;

use bench_schema::{Origin, Record, Role, TaskRecord};

use super::chart;
use super::format::{factor, markdown, number, time};
use super::view::{Engine, Time, engines, our_time};
use crate::workspace::CRATES;

/// The text of the page.
pub(super) fn page(record: &Record) -> String {
    let mut text = "# Benchmarks\n\n".to_owned();
    text += "Times, instructions and nodes are for one unit: a board, a query, a game. The speed-up is the time of the \
             engine over ours in pairs of slices, with the standard error of its median. \
             [METHODOLOGY.md](METHODOLOGY.md) describes the measurement. *Italic* engines are ports of the algorithms as first \
             published, the others are crates.\n\n";
    for package in CRATES {
        let tasks = record.tasks.iter().filter(|record| record.task.package == package);
        let tasks: Vec<&TaskRecord> = tasks.collect();
        if tasks.is_empty() {
            continue;
        }
        let _ = write!(text, "## {package}\n\n");
        if chart::chart(record, package).is_some() {
            let _ = write!(text, "![Speed-ups of {package}]({})\n\n", chart::path(package));
        }
        text += &table(&tasks);
        text += "\n";
    }
    text.truncate(text.trim_end().len());
    text + "\n"
}

/// The lines with the origin of the figures.
pub(super) fn origins(tasks: &[&TaskRecord]) -> String {
    let mut lines: Vec<String> = Vec::new();
    for Origin { command, date, revision, machine, cores, rustc } in
        tasks.iter().map(|task| &task.origin)
    {
        let line = format!(
            "`{command}` on {date} at revision {revision}: {machine}, {cores} cores, {rustc}.\n"
        );
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines.join("\n")
}

/// A row for each engine, and their origin. Names are not repeated.
pub(super) fn table(tasks: &[&TaskRecord]) -> String {
    let head = ["task", "engine", "time", "speed-up", "instructions", "nodes"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    let mut last_job = "";
    for record in tasks {
        let (job, inputs) = record.task.job_and_inputs();
        let unit = &record.task.unit;
        let mut name = match (job == last_job, inputs) {
            (true, _) => inputs.to_owned(),
            (false, "") => format!("**{job}**, per {unit}"),
            (false, _) => format!("**{job}**, per {unit}: {inputs}"),
        };
        last_job = job;
        for engine in engines(record) {
            rows.push(row(std::mem::take(&mut name), record, engine));
        }
    }
    markdown(&rows, 2) + "\n" + &origins(tasks)
}

fn row(name: String, record: &TaskRecord, engine: Engine<'_>) -> Vec<String> {
    let count = |count: Option<f64>| count.map_or("–".to_owned(), number);
    let figures = engine.figures;
    let (time, speed_up) = match &figures.pairs {
        None => (time(our_time(record)), "–".to_owned()),
        Some(_) => (time(figures.time()), speed_up(engine)),
    };
    let name_of_engine = match engine.info.role {
        Role::Baseline => format!("*{}*", engine.info.name),
        Role::Ours | Role::Rival => engine.info.name.clone(),
    };
    vec![name, name_of_engine, time, speed_up, count(figures.instructions), count(figures.nodes)]
}

/// A speed-up with its error, such as `4.31× ± 0.5 %`.
fn speed_up(engine: Engine<'_>) -> String {
    format!("{} ± {:.1} %", factor(engine.speed_up()), 100.0 * engine.error())
}
