//! Tables for a terminal.

use bench_schema::{Role, TaskRecord};

use crate::figures::format::{factor, number, time};
use crate::figures::view::{Engine, best, engines, our_time};

/// A row for each task with the fastest baseline and the fastest rival. The first row is the head.
pub(super) fn rows(records: &[TaskRecord]) -> Vec<Vec<String>> {
    let head = ["task", "time", "as published", "other crate", "instructions", "nodes"];
    let head = head.map(str::to_owned).to_vec();
    std::iter::once(head).chain(records.iter().map(row)).collect()
}

fn row(record: &TaskRecord) -> Vec<String> {
    let other = |engine: Option<Engine<'_>>| {
        let text = |engine: Engine<'_>| {
            format!(
                "{} ±{:.1}% {}",
                factor(engine.speed_up()),
                100.0 * engine.error(),
                engine.info.name
            )
        };
        engine.map_or("–".to_owned(), text)
    };
    let count = |count: Option<f64>| count.map_or("–".to_owned(), number);
    let ours = engines(record).next();
    vec![
        format!("{}, per {}", record.task.name, record.task.unit),
        time(our_time(record)),
        other(best(record, Role::Baseline)),
        other(best(record, Role::Rival)),
        count(ours.and_then(|ours| ours.figures.instructions)),
        count(ours.and_then(|ours| ours.figures.nodes)),
    ]
}

/// Columns of equal width.
pub(super) fn plain(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let width =
        |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:<width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
    };
    rows.iter().map(line).collect()
}
