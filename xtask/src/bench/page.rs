//! docs/BENCHMARKS.md, its chart, and the tables of README.md and docs/articles.md, all from the record.
//!
//! A document marks the place of its table with two comments:
//!
//! ```text
//! <!-- figures: TASK | TASK = CAPTION | … -->
//! <!-- end of figures -->
//! ```

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use super::chart::chart;
use super::format::{markdown, number, significant, time};
use super::program::Role;
use super::record::{Figures, Record, Row};
use crate::workspace::{CRATES, Result, root, write};

const CHART: &str = "pictures/benchmarks.svg";

/// The tasks of the chart: those with the fastest rival, as a user of the crates meets it.
const CHARTED: [&str; 8] = [
    "label image of 4096×4096 pixels, blobs",
    "label image of 512×512 pixels, noise",
    "squares attacked by three rooks, 8×8",
    "distances on a grid, 512 × 512, 30 % walls",
    "octile path on a grid, 512 × 512, 30 % walls",
    "count shortest paths, open board",
    "next steps between all cells of a grid, 24 × 24, 20 % walls",
    "exact scores, 30 Begin-Hard",
];

/// Writes all documents.
pub(crate) fn render() -> Result {
    documents()?.into_iter().try_for_each(|(path, text)| write(&path, text))
}

/// All documents with the text that they must have.
pub(crate) fn documents() -> Result<Vec<(PathBuf, String)>> {
    let record = Record::read()?;
    let docs = root().join("docs");
    let mut documents = vec![(docs.join("BENCHMARKS.md"), page(&record))];
    documents.push((docs.join(CHART), chart(&rivals(&record))));
    for path in [root().join("README.md"), docs.join("articles.md")] {
        let text = fs::read_to_string(&path)?;
        let filled = fill(&text, &record);
        documents
            .push((path.clone(), filled.map_err(|error| format!("{}: {error}", path.display()))?));
    }
    Ok(documents)
}

/// The tasks of the chart, each with its fastest rival and its ratio.
fn rivals(record: &Record) -> Vec<(String, f64)> {
    let row = |name: &&str| {
        let row = record.tasks.iter().find(|row| row.name == **name)?;
        let rivals = row.engines.iter().filter(|engine| engine.role == Role::Rival);
        let best = rivals.min_by(|a, b| a.ratio().total_cmp(&b.ratio()))?;
        Some((format!("{}: {}", row.name, best.name), best.ratio()))
    };
    CHARTED.iter().filter_map(row).collect()
}

/// The text of docs/BENCHMARKS.md.
fn page(record: &Record) -> String {
    let mut text = include_str!("method.md").to_owned();
    let origin = &record.origin;
    let _ = write!(
        text,
        "\n## Results\n\n![Times of the fastest rivals]({CHART})\n\nMeasured on {}, revision {}, with \
         {}: {}.\n{}\n{}",
        origin.date,
        origin.revision,
        origin.rustc,
        origin.machine,
        repeated(&record.tasks),
        if origin.versions.is_empty() {
            "No program in C++ or Python was measured in this sitting.\n".to_owned()
        } else {
            format!("Others: {}; crates as in Cargo.lock.\n", origin.versions)
        }
    );
    let mut origins: Vec<&str> = Vec::new();
    for package in CRATES {
        let rows: Vec<_> = record.tasks.iter().filter(|row| row.package == package).collect();
        if rows.is_empty() {
            continue;
        }
        let _ = write!(text, "\n### {package}\n\n");
        for from in rows.iter().filter_map(|row| row.from.as_deref()) {
            if !origins.contains(&from) {
                origins.push(from);
                let _ = write!(text, "[{}] {from}.\n\n", origins.len());
            }
        }
        let head = ["task, per unit", "ours", "instructions", "others, times as long"];
        let mut table = vec![head.map(str::to_owned).to_vec()];
        table.extend(rows.iter().map(|row| {
            let ours = &row.engines[0];
            let mark = row.from.as_ref().and_then(|from| origins.iter().position(|it| it == from));
            let mark = mark.map_or(String::new(), |number| format!(" [{}]", number + 1));
            let instructions = ours.instructions.map_or("–".to_owned(), number);
            let name = format!("{}, per {}{mark}", row.name, row.unit);
            vec![name, time(ours.time), instructions, others(row)]
        }));
        text += &markdown(&table);
    }
    text
}

/// How far two measurements of the same ratio differ.
fn repeated(rows: &[Row]) -> String {
    let others = rows.iter().flat_map(|row| &row.engines);
    let mut spreads: Vec<_> =
        others.filter(|it| it.ratios.len() > 1).map(Figures::spread).collect();
    spreads.sort_by(f64::total_cmp);
    let Some(largest) = spreads.last() else {
        return "These ratios were measured once, so their errors are unknown.".to_owned();
    };
    let percent = |spread: f64| format!("{:.1} %", 100.0 * (spread - 1.0));
    let at = |part: usize| percent(spreads[(spreads.len() - 1) * part / 100]);
    format!(
        "Each of {} ratios was measured twice in this sitting. Half of them changed by at most {}, 95 of \
         100 by at most {}, the worst by {}.",
        spreads.len(),
        at(50),
        at(95),
        percent(*largest)
    )
}

/// The other engines of a task with their ratios; in parentheses those that are paired with an engine
/// of ours that is not the first.
fn others(row: &Row) -> String {
    let first = &row.engines[0].name;
    let is_paired = |engine: &&Figures, ours: &String| engine.against.as_ref() == Some(ours);
    let main = row.engines[1..].iter().filter(|it| it.against.is_none() || is_paired(it, first));
    let shown = main.map(|engine| {
        let over = row.engines[1..].iter().filter(|it| is_paired(it, &engine.name));
        let over: Vec<_> = over.map(show).collect();
        let over =
            if over.is_empty() { over.concat() } else { format!(" (over it {})", over.join("; ")) };
        show(engine) + &over
    });
    shown.collect::<Vec<_>>().join("; ")
}

/// An engine with its ratio; a baseline in italics.
fn show(engine: &Figures) -> String {
    let mark = if engine.role == Role::Baseline { "*" } else { "" };
    format!("{} {mark}{}{mark}", ratio(engine), engine.name)
}

/// Two digits; both ends, where the passes differ by more than 5 %.
fn ratio(engine: &Figures) -> String {
    if engine.spread() > 1.05 {
        let ends = [f64::min as fn(f64, f64) -> f64, f64::max];
        let [low, high] = ends.map(|end| engine.ratios.iter().copied().fold(f64::NAN, end));
        return format!("{}–{}", significant(low), significant(high));
    }
    significant(engine.ratio())
}

const BEGIN: &str = "<!-- figures: ";
const END: &str = "<!-- end of figures -->";

/// A document with its tables. Tasks that the record does not have are left out.
fn fill(document: &str, record: &Record) -> std::result::Result<String, String> {
    let (mut filled, mut rest) = (String::new(), document);
    while let Some((before, after)) = rest.split_once(BEGIN) {
        let (tasks, after) = after.split_once("-->").ok_or("expected --> after the tasks")?;
        let (_, after) = after.split_once(END).ok_or(format!("expected {END}"))?;
        let head = ["task, per unit", "ours", "others, times as long"];
        let mut table = vec![head.map(str::to_owned).to_vec()];
        for item in tasks.split('|') {
            let (name, caption) = item.split_once('=').unwrap_or((item, item));
            let Some(row) = record.tasks.iter().find(|row| row.name == name.trim()) else {
                continue;
            };
            let caption = format!("{}, per {}", caption.trim(), row.unit);
            let others = row.engines.iter().filter(|engine| engine.role != Role::Ours).map(show);
            let others = others.collect::<Vec<_>>().join("; ");
            table.push(vec![caption, time(row.engines[0].time), others]);
        }
        filled += &format!("{before}{BEGIN}{tasks}-->\n{}{END}", markdown(&table));
        rest = after;
    }
    Ok(filled + rest)
}

#[cfg(test)]
mod tests {
    use super::super::record::Origin;
    use super::*;

    fn record() -> Record {
        let figures = |name: &str, role, against: Option<&str>, ratios: &[f64]| Figures {
            name: name.into(),
            role,
            against: against.map(str::to_owned),
            time: 9.5,
            ratios: ratios.to_vec(),
            instructions: Some(155.0),
            nodes: None,
        };
        let engines = vec![
            figures("core", Role::Ours, None, &[]),
            figures("by hand", Role::Baseline, None, &[4.0, 4.1]),
            figures("core, allocating", Role::Ours, None, &[1.5]),
            figures("rival", Role::Rival, Some("core, allocating"), &[2.0, 3.0]),
        ];
        let text = String::from;
        let (package, name, unit) = (text("bitboard-core"), text("flood, 8×8"), text("flood"));
        let from = Some(text("revision 0123"));
        let row = Row { package, name, unit, charted: true, from, engines };
        let [date, revision, rustc, profile, machine, versions] =
            ["d", "r", "c", "p", "m", ""].map(text);
        let origin = Origin { date, revision, rustc, profile, machine, versions };
        Record { origin, tasks: vec![row] }
    }

    const OTHERS: &str = "4.0 *by hand*; 1.5 core, allocating (over it 2.0–3.0 rival)";

    #[test]
    fn a_row_has_all_engines_and_its_origin() {
        let page = page(&record());
        let row = format!("| flood, 8×8, per flood [1] | 9.5 ns | 155 | {OTHERS} |\n");
        assert!(page.contains(&row) && page.contains("[1] revision 0123.\n"), "{page}");
        assert!(page.contains("at most 2.5 %, 95 of"), "{page}");
        assert!(page.lines().count() < 200);
    }

    #[test]
    fn tables_between_comments_are_filled_again_and_again() {
        let document =
            "a\n\n<!-- figures: flood, 8×8 = a flood | none -->old<!-- end of figures -->\nb\n";
        let filled = fill(document, &record()).unwrap();
        let row = "\n| a flood, per flood | 9.5 ns | 4.0 *by hand*; 2.0–3.0 rival |\n<!-- end";
        assert!(filled.contains(row), "{filled}");
        assert!(filled.ends_with("figures -->\nb\n"), "{filled}");
        assert_eq!(fill(&filled, &record()).unwrap(), filled);
        assert!(fill("<!-- figures: a -->", &record()).is_err());
    }
}
