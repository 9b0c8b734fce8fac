//! The documents with measured figures: docs/BENCHMARKS.md, its charts, and the marked places of
//! READMEs and design notes. All are rendered from the record of the last
//! `cargo xtask bench --report` and that of `benches/outside.py`.

mod chart;
mod pages;

use std::fs;
use std::path::{Path, PathBuf};

use bench_schema::{EngineInfo, Figures, Outside, Record, Role, TaskRecord};
use serde::de::DeserializeOwned;

use crate::workspace::{CRATES, Result, folder, root, write};

/// The record that the documents are rendered from.
pub(crate) fn record_path() -> PathBuf {
    root().join("benches/records/full.json")
}

/// Reads the record.
pub(crate) fn record() -> Result<Record> {
    read(&record_path())
}

/// Reads the record of programs outside the registry.
fn outside() -> Result<Outside> {
    read(&root().join("benches/records/outside.json"))
}

fn read<T: DeserializeOwned>(path: &Path) -> Result<T> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()).into())
}

/// Writes all documents.
pub(crate) fn render() -> Result {
    for (path, text) in documents()? {
        write(&path, text)?;
    }
    Ok(())
}

/// All documents with the text that they must have.
pub(crate) fn documents() -> Result<Vec<(PathBuf, String)>> {
    let (docs, record, outside) = (root().join("docs"), record()?, outside()?);
    let mut documents = vec![
        (docs.join("BENCHMARKS.md"), pages::page(&record, &outside)?),
        (docs.join(chart::path("today")), pages::overview(&record)?),
    ];
    for package in CRATES {
        if let Some(chart) = chart::chart(&record, package) {
            documents.push((docs.join(chart::path(package)), chart));
        }
    }
    for path in pages()? {
        let text = fs::read_to_string(&path)?;
        let filled = pages::fill(&text, &record, &outside);
        let filled = filled.map_err(|error| format!("{}:{error}", path.display()))?;
        documents.push((path, filled));
    }
    Ok(documents)
}

/// The pages that may have markers.
fn pages() -> Result<Vec<PathBuf>> {
    let pages = [
        "README.md",
        "docs/METHODOLOGY.md",
        "docs/articles.md",
        "docs/COMPARE.md",
        "docs/SHORTCOMINGS.md",
    ];
    let mut pages = pages.map(|page| root().join(page)).to_vec();
    pages.extend(CRATES.iter().map(|name| folder(name).join("README.md")));
    let mut notes: Vec<_> = fs::read_dir(root().join("docs/design"))?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<std::io::Result<_>>()?;
    notes.sort();
    pages.extend(notes);
    Ok(pages)
}

/// An engine with its figures.
#[derive(Clone, Copy)]
pub(crate) struct Engine<'a> {
    pub(crate) info: &'a EngineInfo,
    pub(crate) figures: &'a Figures,
}

/// The engines of a task, ours first.
pub(crate) fn engines(record: &TaskRecord) -> impl Iterator<Item = Engine<'_>> + Clone {
    let engines = record.task.engines.iter().zip(&record.figures);
    engines.map(|(info, figures)| Engine { info, figures })
}

/// The time of our engine in nanoseconds: the median of all its slices.
pub(crate) fn our_time(record: &TaskRecord) -> f64 {
    let pairs = record.figures.iter().filter_map(|figures| figures.pairs.as_ref());
    let times: Vec<f64> = pairs.flat_map(|pairs| pairs.ours.iter().copied()).collect();
    match (times.is_empty(), record.figures.first()) {
        (true, Some(alone)) => alone.time(),
        (true, None) => f64::NAN,
        (false, _) => median(&times),
    }
}

/// The engine of a role with the least time in comparison with ours.
pub(crate) fn best(record: &TaskRecord, role: Role) -> Option<Engine<'_>> {
    let all = engines(record).skip(1).filter(|engine| engine.info.role == role);
    all.min_by(|a, b| a.speed_up().total_cmp(&b.speed_up()))
}

/// Figures of one engine.
pub(crate) trait Time {
    /// The time in nanoseconds: the median of its slices.
    fn time(&self) -> f64;
}

impl Time for Figures {
    fn time(&self) -> f64 {
        if self.times.is_empty() { f64::NAN } else { median(&self.times) }
    }
}

impl Engine<'_> {
    /// The time of this engine over ours, 1 for ours.
    pub(crate) fn speed_up(&self) -> f64 {
        self.figures.pairs.as_ref().map_or(1.0, |pairs| 1.0 / pairs.ratio)
    }
}

/// A time in ns, µs, ms or s, with two significant digits.
pub(crate) fn time(nanoseconds: f64) -> String {
    let (value, unit) = match nanoseconds {
        t if t < 995.0 => (t, "ns"),
        t if t < 995e3 => (t / 1e3, "µs"),
        t if t < 995e6 => (t / 1e6, "ms"),
        t => (t / 1e9, "s"),
    };
    format!("{} {unit}", significant(value))
}

/// A factor such as `4.3×`.
pub(crate) fn factor(value: f64) -> String {
    format!("{}×", significant(value))
}

/// Two significant digits: a second run changes the third.
fn significant(value: f64) -> String {
    match value {
        v if v < 0.995 => format!("{v:.2}"),
        v if v < 9.95 => format!("{v:.1}"),
        v => {
            let unit = 10_f64.powf(v.log10().floor() - 1.0);
            number((v / unit).round() * unit)
        }
    }
}

/// A number without a fraction, its digits in groups of three.
pub(crate) fn number(value: f64) -> String {
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

/// A space at which no line breaks.
const NO_BREAK: &str = "\u{a0}";

/// A table in Markdown. The first row is the head; the columns after the first `left` are aligned
/// right, and no line breaks between the number and the unit of a figure.
pub(crate) fn markdown(rows: &[Vec<String>], left: usize) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let Some((head, rows)) = rows.split_first() else { return String::new() };
    let rule = |column| if column < left { "---" } else { "---:" }.to_owned();
    let mut table = line(head) + &line(&(0..head.len()).map(rule).collect::<Vec<_>>());
    for row in rows {
        let mut cells = row.clone();
        cells.iter_mut().skip(left).for_each(|figure| *figure = figure.replace(' ', NO_BREAK));
        table += &line(&cells);
    }
    table
}

/// The standard error of the median of ratios, from their median deviation: a busy machine
/// makes many outliers, which barely change the median.
pub(crate) fn standard_error(ratios: &[f64]) -> f64 {
    let middle = median(ratios);
    let deviations: Vec<f64> = ratios.iter().map(|ratio| (ratio / middle - 1.0).abs()).collect();
    // For a normal distribution: σ = 1.4826 · median deviation, error of the median = 1.2533 · σ /
    // √n.
    1.4826 * 1.2533 * median(&deviations) / (ratios.len() as f64).sqrt()
}

/// The middle value, or the mean of the two in the middle. There must be at least one.
pub(crate) fn median(values: &[f64]) -> f64 {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 {
        values[middle]
    } else {
        f64::midpoint(values[middle - 1], values[middle])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_two_significant_digits() {
        let times = [0.0712, 0.996, 9.94, 9.96, 126.4, 994.0, 996.0, 1_264_000.0, 4_361e9];
        let shown = [
            "0.07 ns", "1.0 ns", "9.9 ns", "10 ns", "130 ns", "990 ns", "1.0 µs", "1.3 ms",
            "4,400 s",
        ];
        assert_eq!(times.map(time), shown);
        assert_eq!(factor(1234.5), "1,200×");
        assert_eq!(factor(0.83), "0.83×");
    }

    #[test]
    fn tables_align_figures_right() {
        let rows = [["a b", "c d"], ["e f", "1 ms"]].map(|row| row.map(str::to_owned).to_vec());
        let table = format!("| a b | c d |\n| --- | ---: |\n| e f | 1{NO_BREAK}ms |\n");
        assert_eq!(markdown(&rows, 1), table);
    }
}
