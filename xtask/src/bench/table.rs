//! Tables of figures.

use benches::task::Role;

use super::compare::{Figures, Row};

/// A row for each task with its best baseline and its best rival, the head first.
pub(super) fn rows(rows: &[Row]) -> Vec<Vec<String>> {
    let head = [
        "task",
        "ours",
        "baseline",
        "ratio",
        "rival",
        "ratio",
        "instructions: ours",
        "baseline",
        "rival",
        "nodes",
    ];
    let head = head.map(str::to_owned).to_vec();
    std::iter::once(head).chain(rows.iter().map(row)).collect()
}

fn row(row: &Row) -> Vec<String> {
    let (baseline, rival) = (row.best(Role::Baseline), row.best(Role::Rival));
    let engine = |figures: Option<&Figures>| {
        figures.map_or("–".into(), |figures| {
            format!("{} {}", time(figures.nanoseconds), figures.engine)
        })
    };
    let ratio = |figures: Option<&Figures>| {
        figures
            .and_then(|figures| figures.ratio)
            .map_or("–".into(), |ratio| format!("{ratio:.3}"))
    };
    let count = |figures: Option<&Figures>| {
        figures.and_then(|figures| figures.instructions).map_or("–".into(), number)
    };
    let nodes = row.figures.iter().filter_map(|figures| {
        figures.nodes.map(|nodes| format!("{} {}", number(nodes), figures.engine))
    });
    let nodes: Vec<_> = nodes.collect();
    vec![
        format!("{}, per {}", row.task.name, row.task.unit),
        time(row.ours().nanoseconds),
        engine(baseline),
        ratio(baseline),
        engine(rival),
        ratio(rival),
        count(Some(row.ours())),
        count(baseline),
        count(rival),
        if nodes.is_empty() { "–".into() } else { nodes.join(", ") },
    ]
}

/// Columns of equal width, for a terminal.
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

/// A table in Markdown.
pub(super) fn markdown(rows: &[Vec<String>]) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let mut lines = rows.iter().map(|row| line(row));
    let head = lines.next().unwrap_or_default();
    let rule = line(&vec!["---".to_owned(); rows.first().map_or(0, Vec::len)]);
    head + &rule + &lines.collect::<String>()
}

/// A time in the unit that suits it.
pub(super) fn time(nanoseconds: f64) -> String {
    match nanoseconds {
        t if t < 1e3 => format!("{t:.1} ns"),
        t if t < 1e6 => format!("{:.2} µs", t / 1e3),
        t if t < 1e9 => format!("{:.2} ms", t / 1e6),
        t => format!("{:.2} s", t / 1e9),
    }
}

/// A number with its digits in groups of three.
pub(super) fn number(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut grouped = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}
