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

use super::program::Role;
use super::record::{self, Figures, Record, Row};
use crate::workspace::{CRATES, Result, root};

/// The heading of the part of docs/BENCHMARKS.md that is written.
const RESULTS: &str = "## Results";

const CHART: &str = "pictures/benchmarks.svg";

/// The tasks of the chart: those with the fastest rival, as a user of the crates meets it.
const CHARTED: [&str; 6] = [
    "label image of 4096×4096 pixels, blobs",
    "label image of 512×512 pixels, noise",
    "squares attacked by three rooks, 8×8",
    "distances on a grid, 512 × 512, 30 % walls",
    "octile path on a grid, 512 × 512, 30 % walls",
    "exact scores, 30 Begin-Hard",
];

/// All documents with the text that they must have.
pub(crate) fn documents() -> Result<Vec<(PathBuf, String)>> {
    let record = Record::read(&record::path())?;
    let docs = root().join("docs");
    let path = docs.join("BENCHMARKS.md");
    let text = page(&fs::read_to_string(&path)?, &record);
    let mut documents = vec![(path, text)];
    documents.push((docs.join(CHART), chart(&rivals(&record))));
    for path in [root().join("README.md"), docs.join("articles.md")] {
        let text = fill(&fs::read_to_string(&path)?, &record);
        documents
            .push((path.clone(), text.map_err(|error| format!("{}: {error}", path.display()))?));
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

/// The chart of rows, each with its name and the time of the other engine over ours: a bar from 1 on
/// a logarithmic axis.
fn chart(rows: &[(String, f64)]) -> String {
    // 1 is at 470, ten times as long at 630.
    let x = |ratio: f64| 470.0 + 160.0 * ratio.log10();
    let mut body = String::new();
    for (number, (name, ratio)) in (1..).zip(rows) {
        let (end, y) = (x(*ratio), 20 * number + 18);
        let (left, width) = (end.min(x(1.0)), (end - x(1.0)).abs());
        let _ = writeln!(
            body,
            "<text x=\"8\" y=\"{}\">{name}</text><rect x=\"{left:.1}\" y=\"{y}\" width=\"{width:.1}\" \
             height=\"10\"/><text x=\"{:.1}\" y=\"{}\">{}</text>",
            y + 10,
            end.max(x(1.0)) + 6.0,
            y + 10,
            significant(*ratio)
        );
    }
    let height = 20 * rows.len() + 44;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"760\" height=\"{height}\" \
         font-family=\"sans-serif\" font-size=\"13\">\n<style>text {{ fill: #22211d }} rect {{ fill: #3366aa }} \
         @media (prefers-color-scheme: dark) {{ text {{ fill: #e8e4d8 }} rect {{ fill: #77aaee }} }}</style>\n\
         <text x=\"8\" y=\"18\">Time of the other over the time of boardbits, logarithmic. Bars to the left: \
         the other is faster.</text>\n{body}</svg>\n"
    )
}

/// The text of docs/BENCHMARKS.md: what it says before the results, and the results of the record.
fn page(text: &str, record: &Record) -> String {
    let (method, _) = text.split_once(RESULTS).unwrap_or((text, ""));
    let mut text = method.to_owned();
    let origin = &record.origin;
    let _ = write!(
        text,
        "{RESULTS}\n\n![Times of the fastest rivals]({CHART})\n\nMeasured at revision {}, with \
         {}: {}.\n{}\n{}",
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
    for package in CRATES {
        let rows: Vec<_> = record.tasks.iter().filter(|row| row.package == package).collect();
        if rows.is_empty() {
            continue;
        }
        let _ = write!(text, "\n### {package}\n\n");
        text += &table(["task, per unit", "ours", "instructions", "others, times as long"]);
        for row in rows {
            let ours = &row.engines[0];
            let instructions = ours.instructions.map_or("–".to_owned(), number);
            let name = format!("{}, per {}", row.name, row.unit);
            text += &line([&name, &time(ours.time), &instructions, &others(row)]);
        }
    }
    text
}

/// How far two measurements of the same ratio differ.
fn repeated(rows: &[Row]) -> String {
    let others = rows.iter().flat_map(|row| &row.engines[1..]);
    let (again, once): (Vec<_>, Vec<_>) = others.partition(|engine| engine.ratios.len() > 1);
    let mut spreads: Vec<_> = again.into_iter().map(Figures::spread).collect();
    spreads.sort_by(f64::total_cmp);
    let Some(largest) = spreads.last() else {
        return "These ratios were measured once, so their errors are unknown.".to_owned();
    };
    let percent = |spread: f64| format!("{:.1} %", 100.0 * (spread - 1.0));
    let at = |part: usize| percent(spreads[(spreads.len() - 1) * part / 100]);
    format!(
        "Each of {} ratios was measured twice in this sitting. Half of them changed by at most {}, 95 of \
         100 by at most {}, the worst by {}.{}",
        spreads.len(),
        at(50),
        at(95),
        percent(*largest),
        if once.is_empty() {
            String::new()
        } else {
            format!(" {} others, of tasks that take long, were measured once.", once.len())
        }
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
        match over.map(show).collect::<Vec<_>>().join("; ") {
            over if over.is_empty() => show(engine),
            over => format!("{} (over it {over})", show(engine)),
        }
    });
    shown.collect::<Vec<_>>().join("; ")
}

/// An engine with its ratio; a baseline in italics. Two digits; both ends, where the passes differ by
/// more than 5 %.
fn show(engine: &Figures) -> String {
    let ratio = if engine.spread() > 1.05 {
        engine.ends().map(significant).join("–")
    } else {
        significant(engine.ratio())
    };
    let mark = if engine.role == Role::Baseline { "*" } else { "" };
    format!("{ratio} {mark}{}{mark}", engine.name)
}

const BEGIN: &str = "<!-- figures: ";
const END: &str = "<!-- end of figures -->";

/// A document with its tables. Tasks that the record does not have are left out.
fn fill(document: &str, record: &Record) -> std::result::Result<String, String> {
    let (mut filled, mut rest) = (String::new(), document);
    while let Some((before, after)) = rest.split_once(BEGIN) {
        let (tasks, after) = after.split_once("-->").ok_or("expected --> after the tasks")?;
        let (_, after) = after.split_once(END).ok_or(format!("expected {END}"))?;
        let head = table(["task, per unit", "ours", "others, times as long"]);
        filled += &format!("{before}{BEGIN}{tasks}-->\n{head}");
        for item in tasks.split('|') {
            let (name, caption) = item.split_once('=').unwrap_or((item, item));
            let Some(row) = record.tasks.iter().find(|row| row.name == name.trim()) else {
                continue;
            };
            let others = row.engines.iter().filter(|engine| engine.role != Role::Ours).map(show);
            let others = others.collect::<Vec<_>>().join("; ");
            let caption = format!("{}, per {}", caption.trim(), row.unit);
            filled += &line([&caption, &time(row.engines[0].time), &others]);
        }
        filled += END;
        rest = after;
    }
    Ok(filled + rest)
}

/// The head of a table in Markdown.
fn table<const N: usize>(head: [&str; N]) -> String {
    line(head) + &line(["---"; N])
}

/// A line of a table. No line breaks within a number and its unit.
fn line<const N: usize>(cells: [&str; N]) -> String {
    format!("| {} |\n", cells.join(" | "))
}

/// A time in ns, µs, ms or s, with two significant digits.
pub(super) fn time(nanoseconds: f64) -> String {
    let (value, unit) = match nanoseconds {
        t if t < 995.0 => (t, "ns"),
        t if t < 995e3 => (t / 1e3, "µs"),
        t if t < 995e6 => (t / 1e6, "ms"),
        t => (t / 1e9, "s"),
    };
    format!("{} {unit}", significant(value))
}

/// Two significant digits: a second run changes the third.
pub(super) fn significant(value: f64) -> String {
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
fn number(value: f64) -> String {
    let digits = format!("{value:.0}");
    let groups = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECORD: &str = r#"{"origin":{"revision":"r","rustc":"c","machine":"m","versions":""},"tasks":[
        {"package":"bitboard-core","name":"flood, 8×8","unit":"flood","engines":[
            {"name":"core","role":"ours","time":9.5,"ratios":[],"instructions":155.0},
            {"name":"by hand","role":"baseline","time":40.0,"ratios":[4.0,4.1]},
            {"name":"core, allocating","role":"ours","time":14.0,"ratios":[1.5]},
            {"name":"rival","role":"rival","against":"core, allocating","time":30.0,"ratios":[2.0,3.0]}]}]}"#;

    fn record() -> Record {
        serde_json::from_str(RECORD).unwrap()
    }

    const OTHERS: &str = "4.0 *by hand*; 1.5 core, allocating (over it 2.0–3.0 rival)";

    #[test]
    fn a_row_has_all_engines() {
        let page = page("method\n\n## Results\n\nold\n", &record());
        assert!(page.starts_with("method\n\n## Results\n\n![") && !page.contains("old"), "{page}");
        let row = format!("| flood, 8×8, per flood | 9.5 ns | 155 | {OTHERS} |\n");
        assert!(page.contains(&row), "{page}");
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

    #[test]
    fn figures_have_two_significant_digits() {
        let times = [0.0712, 0.996, 9.96, 126.4, 996.0, 1_264_000.0, 4_361e9];
        let shown = ["0.07 ns", "1.0 ns", "10 ns", "130 ns", "1.0 µs", "1.3 ms", "4,400 s"];
        assert_eq!(times.map(time), shown);
    }
}
