//! `--report`: docs/BENCHMARKS.md, its charts, and the table in README.md.

use std::fmt::Write;
use std::fs;

use benches::task::Role;
use xshell::{Shell, cmd};

use super::compare::Row;
use super::table::{self, markdown, time};
use crate::files::replace_all;
use crate::{CRATES, Result, flags, root};

const BEGIN: &str = "<!-- bench:begin -->";
const END: &str = "<!-- bench:end -->";

/// Writes everything, or leaves the report before.
pub(super) fn write(shell: &Shell, rows: &[Row], flags: &flags::Bench) -> Result {
    let how = provenance(shell, flags)?;
    let mut text = format!(
        "# Benchmarks\n\nWritten by `cargo xtask bench`; [METHODOLOGY.md](METHODOLOGY.md) says how to \
         read it. Times and instructions are for one unit of the task; a ratio is our time over the \
         other's, so below 1 is faster.\n\n{how}\n"
    );
    fs::create_dir_all(root().join("docs/pictures"))?;
    let mut files = Vec::new();
    for package in CRATES {
        let rows: Vec<&Row> = rows.iter().filter(|row| row.task.package == package).collect();
        if rows.is_empty() {
            continue;
        }
        files.push((root().join(format!("docs/pictures/bench-{package}.svg")), chart(&rows)));
        write!(text, "\n## {package}\n\n![chart](pictures/bench-{package}.svg)\n\n")?;
        text += &markdown(&engines(&rows));
    }
    files.push((root().join("docs/BENCHMARKS.md"), text));
    let readme = root().join("README.md");
    let old = fs::read_to_string(&readme)?;
    let (before, rest) = old.split_once(BEGIN).ok_or("README.md has no marker for the table")?;
    let (_, after) =
        rest.split_once(END).ok_or("README.md has no marker for the end of the table")?;
    let table = markdown(&summary(rows));
    files.push((readme, format!("{before}{BEGIN}\n{table}\n{how}\n{END}{after}")));
    replace_all(&files)
}

/// What made the figures.
fn provenance(shell: &Shell, flags: &flags::Bench) -> Result<String> {
    let mut command = "cargo xtask bench --report".to_owned();
    if flags.quick {
        command += " --quick";
    }
    for (flag, value) in [("--crate", &flags.package), ("--filter", &flags.filter)] {
        if let Some(value) = value {
            write!(command, " {flag} {value}")?;
        }
    }
    let rustc = cmd!(shell, "rustc --version").quiet().read()?;
    let date = cmd!(shell, "date -u +%Y-%m-%d").quiet().read()?;
    // `cargo xtask release` counts the commits since then.
    let revision = cmd!(shell, "git rev-parse --short=12 HEAD").quiet().read()?;
    let machine = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let machine =
        machine.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let machine = machine.map_or("an unknown machine", |(_, name)| name);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    Ok(format!("`{command}` on {date} at revision {revision}: {machine}, {cores} cores, {rustc}."))
}

/// A row for each engine.
fn engines(rows: &[&Row]) -> Vec<Vec<String>> {
    let head = ["task", "engine", "", "time", "ratio", "instructions", "nodes"];
    let mut lines = vec![head.map(str::to_owned).to_vec()];
    for row in rows {
        for figures in &row.figures {
            let count = |count: Option<f64>| count.map_or("–".to_owned(), table::number);
            lines.push(vec![
                format!("{}, per {}", row.task.name, row.task.unit),
                figures.engine.clone(),
                format!("{:?}", figures.role).to_lowercase(),
                time(figures.nanoseconds),
                figures.ratio.map_or("–".to_owned(), |ratio| format!("{ratio:.3}")),
                count(figures.instructions),
                count(figures.nodes),
            ]);
        }
    }
    lines
}

/// The first, the middle and the last task of each crate: the README is no place for all.
fn selection(rows: &[Row]) -> impl Iterator<Item = &Row> {
    rows.chunk_by(|a, b| a.task.package == b.task.package).flat_map(|rows| {
        let mut chosen = vec![0, rows.len() / 2, rows.len() - 1];
        chosen.dedup();
        chosen.into_iter().map(move |i| &rows[i])
    })
}

/// A row for each of some tasks, for the README.
fn summary(rows: &[Row]) -> Vec<Vec<String>> {
    let head = ["task", "time", "as first published", "best other crate"];
    let mut lines = vec![head.map(str::to_owned).to_vec()];
    for row in selection(rows) {
        let other = |role| {
            row.best(role).map_or("–".to_owned(), |figures| {
                format!("{} ({})", time(figures.nanoseconds), figures.engine)
            })
        };
        lines.push(vec![
            format!("{}, per {}", row.task.name, row.task.unit),
            time(row.ours().nanoseconds),
            other(Role::Baseline),
            other(Role::Rival),
        ]);
    }
    lines
}

/// Bars on a logarithmic scale, a group for each task.
fn chart(rows: &[&Row]) -> String {
    const BAR: f64 = 18.0;
    const LEFT: f64 = 210.0;
    const WIDTH: f64 = 760.0;
    let bars: Vec<_> = rows.iter().flat_map(|row| &row.figures).collect();
    let fold = |f: fn(f64, f64) -> f64, start| {
        bars.iter().map(|figures| figures.nanoseconds.log10()).fold(start, f)
    };
    let (low, high) = (fold(f64::min, f64::INFINITY) - 0.3, fold(f64::max, f64::NEG_INFINITY));
    let length = |t: f64| (t.log10() - low) / (high - low) * (WIDTH - LEFT - 110.0);
    let mut body = String::new();
    let mut y = 10.0;
    for row in rows {
        y += BAR;
        let name = escape(&format!("{}, per {}", row.task.name, row.task.unit));
        let _ = writeln!(body, r#"<text x="8" y="{y}" font-weight="bold">{name}</text>"#);
        y += 6.0;
        for figures in &row.figures {
            let colour = match figures.role {
                Role::Ours => "#228833",
                Role::Baseline => "#ccbb44",
                Role::Rival => "#4477aa",
            };
            let (text, width) = (y + 13.0, length(figures.nanoseconds));
            let (end, middle) = (LEFT + width + 6.0, LEFT - 8.0);
            let (engine, time) = (escape(&figures.engine), time(figures.nanoseconds));
            let _ = writeln!(
                body,
                r#"<text x="{middle}" y="{text}" text-anchor="end">{engine}</text><rect x="{LEFT}" y="{y}" width="{width:.1}" height="{:.1}" fill="{colour}"/><text x="{end:.1}" y="{text}">{time}</text>"#,
                BAR - 3.0
            );
            y += BAR;
        }
    }
    y += 24.0;
    let note = y - 8.0;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{y}\" \
         viewBox=\"0 0 {WIDTH} {y}\" font-family=\"sans-serif\" font-size=\"13\" fill=\"#22211d\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n{body}\
         <text x=\"8\" y=\"{note}\" font-size=\"11\">logarithmic scale; green ours, yellow as first \
         published, blue other crates</text>\n</svg>\n"
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
