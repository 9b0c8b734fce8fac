//! docs/BENCHMARKS.md, and the figures in other pages.
//!
//! A page marks the places of its figures with HTML comments, which readers do not see. [`fill`]
//! replaces what stands between two of them:
//!
//! ```text
//! <!-- bench: TASK = CAPTION | TASK | … -->     a row for each task            <!-- bench end -->
//! <!-- bench all: TASK | TASK | … -->           a row for each engine          <!-- bench end -->
//! <!-- bench behind -->                         a row for each rival that is   <!-- bench end -->
//!                                               faster than our engine
//! <!--bench TASK | ENGINE | FIELD-->            one figure                     <!--/-->
//! ```
//!
//! `ENGINE` is a name or `ours`, or the name of a program outside the registry; `FIELD` is `time`,
//! `speed-up`, `instructions`, `nodes`, `rate` (nodes a second), `ours`, the time of our engine in
//! the same pairs, or `over NAME`, the time of the engine over that of another one.

use std::fmt::Write;

use bench_schema::{Origin, Outside, OutsideOrigin, OutsideRow, Record, Role, TaskRecord};

use super::{Engine, Time, best, chart, engines, factor, markdown, median, number, our_time, time};
use crate::workspace::CRATES;

/// The tasks of the first table of docs/BENCHMARKS.md, each with its caption.
const TODAY: &[(&str, &str)] = &[
    ("label image of 4096×4096 pixels, blobs", "label 4096×4096 pixels of blobs"),
    ("label image of 512×512 pixels, noise", "label 512×512 pixels of noise"),
    ("squares attacked by three rooks, 8×8", "squares attacked by three rooks"),
    ("distances on a grid, 512 × 512, 30 % walls", "distances on a 512×512 grid"),
    ("octile path on a grid, 512 × 512, 30 % walls", "a path on a grid, diagonals √2"),
    ("count shortest paths, open board", "count shortest paths"),
    ("next steps between all cells of a grid, 24 × 24, 20 % walls", "next steps between all cells"),
    ("exact scores, 30 Begin-Hard", "score of a hard Connect 4 position"),
];

const TABLE: &str = "<!-- bench: ";
const ENGINES: &str = "<!-- bench all: ";
const BEHIND: &str = "<!-- bench behind ";
const TABLE_END: &str = "<!-- bench end -->";
const FIGURE: &str = "<!--bench ";
const FIGURE_END: &str = "<!--/-->";

/// The page with the figures of the record. An error starts with the line.
pub(super) fn fill(page: &str, record: &Record, outside: &Outside) -> Result<String, String> {
    if let Some(line) = page.lines().position(|line| line.trim_start().starts_with(FIGURE)) {
        return Err(format!("{}: a comment at the start of a line ends the paragraph", line + 1));
    }
    let page = replace(page, TABLE, TABLE_END, |list| Ok(format!("\n{}", table(list, record)?)))?;
    let page = replace(&page, ENGINES, TABLE_END, |list| {
        let tasks = list.split('|').map(|name| find(name.trim(), record));
        let tasks = tasks.collect::<Result<Vec<_>, _>>()?;
        Ok(format!("\n{}", engine_table(&tasks)))
    })?;
    let page = replace(&page, BEHIND, TABLE_END, |_| Ok(format!("\n{}", behind(record, outside))))?;
    replace(&page, FIGURE, FIGURE_END, |field| figure(field, record, outside))
}

/// Replaces what stands between `begin ARGUMENT -->` and `end`.
fn replace(
    page: &str,
    begin: &str,
    end: &str,
    make: impl Fn(&str) -> Result<String, String>,
) -> Result<String, String> {
    let mut filled = String::new();
    let mut rest = page;
    while let Some((before, after)) = rest.split_once(begin) {
        filled += before;
        let line = filled.lines().count().max(1);
        let at = |error: &str| format!("{line}: {error}");
        let (argument, after) = after.split_once("-->").ok_or_else(|| at("expected -->"))?;
        let (_, after) = after.split_once(end).ok_or_else(|| at(&format!("expected {end}")))?;
        let text = make(argument.trim()).map_err(|error| at(&error))?;
        filled += &format!("{begin}{argument}-->{text}{end}");
        rest = after;
    }
    Ok(filled + rest)
}

/// The task of this name.
fn find<'a>(name: &str, record: &'a Record) -> Result<&'a TaskRecord, String> {
    let task = record.tasks.iter().find(|record| record.task.name == name);
    task.ok_or_else(|| format!("the record has no task {name:?}"))
}

/// The table of `<!-- bench: -->`: a row for each task with our time, and the speed-ups over the
/// fastest baseline and the fastest rival.
fn table(list: &str, record: &Record) -> Result<String, String> {
    let head = ["task", "time", "baseline", "fastest other crate"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    let mut tasks = Vec::new();
    for item in list.split('|') {
        let (name, caption) = match item.split_once('=') {
            Some((name, caption)) => (name.trim(), Some(caption.trim())),
            None => (item.trim(), None),
        };
        let record = find(name, record)?;
        tasks.push(record);
        let default = format!("{}, per {}", record.task.name, record.task.unit);
        let other = |role| {
            let best = best(record, role);
            best.map_or("–".to_owned(), |engine| {
                format!("{} ({})", factor(engine.speed_up()), engine.info.name)
            })
        };
        rows.push(vec![
            caption.map_or(default, str::to_owned),
            time(our_time(record)),
            other(Role::Baseline),
            other(Role::Rival),
        ]);
    }
    Ok(markdown(&rows, 1) + "\n" + &origins(&tasks))
}

/// The table of `<!-- bench behind -->`: crates and programs that are faster than ours.
fn behind(record: &Record, outside: &Outside) -> String {
    let head = ["task", "faster", "its time", "ours", "speed-up"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for task in &record.tasks {
        let rivals = engines(task).filter(|engine| engine.info.role == Role::Rival);
        for rival in rivals.filter(|engine| engine.speed_up() < 1.0) {
            let times = [time(rival.figures.time()), time(our_time(task)), speed_up(rival)];
            let names = [task.task.name.clone(), rival.info.name.clone()];
            rows.push(names.into_iter().chain(times).collect());
        }
    }
    let is_ours = |row: &&OutsideRow| {
        let tasks = record.tasks.iter().filter(|task| task.task.name == row.task);
        let mut engines = tasks.flat_map(engines);
        engines.any(|engine| engine.info.name == row.engine && engine.info.role == Role::Ours)
    };
    let rows_outside = outside.values().flat_map(|run| &run.rows);
    for row in rows_outside.filter(|row| row.ratio < 1.0).filter(is_ours) {
        let times = [time(row.theirs), time(row.ours), factor(row.ratio)];
        rows.push([row.task.clone(), row.rival.clone()].into_iter().chain(times).collect());
    }
    markdown(&rows, 2)
}

/// The figure of `<!--bench -->`.
fn figure(field: &str, record: &Record, outside: &Outside) -> Result<String, String> {
    let parts: Vec<&str> = field.split('|').map(str::trim).collect();
    let [task, name, field] = parts[..] else {
        return Err(format!("expected TASK | ENGINE | FIELD, found {field:?}"));
    };
    let is_row = |row: &&OutsideRow| row.rival == name && row.task == task;
    if let Some(row) = outside.values().flat_map(|run| &run.rows).find(is_row) {
        return match (field, row.nodes) {
            ("time", _) => Ok(time(row.theirs)),
            ("speed-up", _) => Ok(factor(row.ratio)),
            ("nodes", Some(nodes)) => Ok(number(nodes)),
            _ => Err(format!("unknown field {field:?} for {name:?}")),
        };
    }
    let record = find(task, record)?;
    let engine_of = |name: &str| {
        let is_meant = |engine: &Engine<'_>| match name {
            "ours" => engine.figures.pairs.is_none(),
            _ => engine.info.name == name,
        };
        let engine = engines(record).find(is_meant);
        engine.ok_or_else(|| format!("{task}: the record has no engine {name:?}"))
    };
    let engine = engine_of(name)?;
    if let Some(other) = field.strip_prefix("over ") {
        return Ok(factor(engine.speed_up() / engine_of(other)?.speed_up()));
    }
    let figures = engine.figures;
    let missing = || format!("{task}, {name}: the record has no {field}");
    let nanoseconds = if figures.pairs.is_none() { our_time(record) } else { figures.time() };
    match (field, &figures.pairs) {
        ("time", _) => Ok(time(nanoseconds)),
        ("rate", _) => {
            let nodes = figures.nodes.ok_or_else(missing)?;
            Ok(format!("{} K/s", number(nodes / nanoseconds * 1e6)))
        }
        ("ours", Some(pairs)) => Ok(time(median(&pairs.ours))),
        ("speed-up", Some(_)) => Ok(factor(engine.speed_up())),
        ("instructions", _) => figures.instructions.map(number).ok_or_else(missing),
        ("nodes", _) => figures.nodes.map(number).ok_or_else(missing),
        _ => Err(format!("unknown field {field:?} for {name:?}")),
    }
}

/// The rows of the first table: captions, tasks, and the fastest rival of each.
fn today(record: &Record) -> Result<Vec<(&'static str, &TaskRecord, Engine<'_>)>, String> {
    let mut rows = Vec::new();
    for &(name, caption) in TODAY {
        let task = find(name, record)?;
        let rival = best(task, Role::Rival);
        let rival = rival.ok_or_else(|| format!("{name}: the record has no other crate"))?;
        rows.push((caption, task, rival));
    }
    Ok(rows)
}

/// The chart beside the first table.
pub(super) fn overview(record: &Record) -> Result<String, String> {
    let rows = today(record)?.into_iter().map(|(caption, _, rival)| (caption, rival));
    Ok(chart::overview(&rows.collect::<Vec<_>>()))
}

const INTRODUCTION: &str = "\
Speed-ups over the fastest other crate that was measured:

![Speed-ups over the fastest other crate](pictures/bench-today.svg)
";

const EXPLANATION: &str = "\
A factor below 1 means that the other crate is faster. The answers of both sides are compared before
they are measured; of distances on maps, the number of cells reached and the sum of their distances.
The tables below have all tasks, other crates and the baselines, with date, revision and machine.
The build is that of a crate that depends on ours, cargo's default profile, except where the line
with the revision names thin LTO: these figures are older.
[METHODOLOGY.md](METHODOLOGY.md) describes the measurement,
[the build](METHODOLOGY.md#build-profile), what the errors cover, and what makes a comparison fair.

**Programs in C++ and Python** have [a table at the end](#programs-in-c-and-python), and the
[packages of Python](../crates/boardbits-py/README.md#results) another one.

## All tasks

Times, instructions and nodes are for one unit: a board, a query, a game. The speed-up is the time
of the engine over ours in pairs of slices, so it can differ from the quotient of the two times. A
second run can give a speed-up that differs by some percent, rarely by more
([how much](METHODOLOGY.md#quantities)). *Italic* engines are baselines: our ports of published
algorithms, and plain code where nothing is published.

In names of tasks, `AVX-512 if available` means the widest vectors of the processor, and `portable`
means SSE2 on x86-64.
";

const OUTSIDE: &str = "\
## Programs in C++ and Python

Measured by `benches/outside.py` ([how](METHODOLOGY.md#rivals-outside-the-registry)), one thread on
both sides. Both find the same scores of Connect 4, the same steps and last field of chains, and as
many components of images. The speed-up is their time over ours.
";

/// The text of docs/BENCHMARKS.md.
pub(super) fn page(record: &Record, outside: &Outside) -> Result<String, String> {
    let head = ["task", "other crate", "its time", "ours", "speed-up"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for (caption, task, rival) in today(record)? {
        rows.push(vec![
            format!("{caption}, per {}", task.task.unit),
            rival.info.name.clone(),
            time(rival.figures.time()),
            time(our_time(task)),
            speed_up(rival),
        ]);
    }
    let first = markdown(&rows, 2);
    let mut text = format!("# Benchmarks\n\n{INTRODUCTION}\n{first}\n{EXPLANATION}\n");
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
        text += &engine_table(&tasks);
        text += "\n";
    }
    text += OUTSIDE;
    text += &outside_tables(outside);
    text.truncate(text.trim_end().len());
    Ok(text + "\n")
}

/// A table for each run of `benches/outside.py`, with its origin.
fn outside_tables(outside: &Outside) -> String {
    let mut text = String::new();
    for (name, run) in outside {
        let head = ["task", "program", "its time", "ours", "speed-up"];
        let mut rows = vec![head.map(str::to_owned).to_vec()];
        for row in &run.rows {
            let speed_up = factor(row.ratio);
            let (theirs, ours) = (time(row.theirs), time(row.ours));
            let task = format!("{}, per {}", row.task, row.unit);
            rows.push(vec![task, row.rival.clone(), theirs, ours, speed_up]);
        }
        let OutsideOrigin { date, revision, checkout, machine, compiler } = &run.origin;
        let folder = if checkout.is_some() { " FOLDER" } else { "" };
        let mut line = format!("`outside.py {name}{folder}` on {date}: {machine}");
        let _ = compiler.as_ref().map(|compiler| write!(line, ", {compiler}"));
        let _ = write!(line, ", our revision {revision}");
        let _ = checkout.as_ref().map(|theirs| write!(line, ", theirs {theirs}"));
        let _ = write!(text, "\n{}\n{line}.\n", markdown(&rows, 2));
    }
    text
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

/// The table of `<!-- bench all: -->`: a row for each engine, and the origin of the figures. The
/// name of a task is in its first row only.
pub(super) fn engine_table(tasks: &[&TaskRecord]) -> String {
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

/// The row of an engine.
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

/// A speed-up such as `4.3×`.
fn speed_up(engine: Engine<'_>) -> String {
    factor(engine.speed_up())
}

#[cfg(test)]
mod tests {
    use bench_schema::{EngineInfo, Figures, Origin, Pairs, TaskInfo};

    use super::*;

    fn record() -> Record {
        let engine = |name: &str, role| EngineInfo { name: name.into(), role };
        let task = TaskInfo {
            package: "bitboard-core".into(),
            name: "flood, 8×8".into(),
            unit: "flood".into(),
            units: 2,
            slow: false,
            charted: true,
            engines: vec![engine("core", Role::Ours), engine("by hand", Role::Baseline)],
        };
        let ours =
            Figures { times: vec![9.5], pairs: None, instructions: Some(155.0), nodes: None };
        let pairs = Pairs { ours: vec![9.4, 9.6, 9.5], ratio: 0.25, error: 0.01 };
        let hand = Figures { times: vec![38.0], pairs: Some(pairs), ..ours.clone() };
        let text = String::from;
        let origin = Origin {
            command: text("bench"),
            date: text("2026-11-21"),
            revision: text("0123"),
            machine: text("m"),
            cores: 2,
            rustc: text("rustc"),
        };
        Record { tasks: vec![TaskRecord { task, origin, figures: vec![ours, hand] }] }
    }

    const PAGE: &str = "\
A flood takes <!--bench flood, 8×8 | ours | time--><!--/-->,
by hand <!--bench flood, 8×8 | by hand | speed-up-->7×<!--/--> as long.

<!-- bench: flood, 8×8 = a flood -->old<!-- bench end -->
<!-- bench all: flood, 8×8 -->old<!-- bench end -->
";

    #[test]
    fn marked_places_are_filled_again_and_again() {
        let filled = fill(PAGE, &record(), &Outside::new()).unwrap();
        assert!(filled.contains("| time-->9.5 ns<!--/-->,\nby hand "), "{filled}");
        assert!(filled.contains("-->4.0×<!--/--> as long"), "{filled}");
        assert_eq!(fill(&filled, &record(), &Outside::new()).unwrap(), filled);
        let plain = filled.replace('\u{a0}', " ");
        assert!(plain.contains("| a flood | 9.5 ns | 4.0× (by hand) | – |\n"), "{filled}");
        assert!(plain.contains("| *by hand* | 38 ns | 4.0× |"), "{filled}");
        let twice = "<!-- --> <!--bench flood, 8×8 | by hand | over ours--><!--/-->";
        assert!(fill(twice, &record(), &Outside::new()).unwrap().contains("-->4.0×<"));
    }

    #[test]
    fn a_figure_at_the_start_of_a_line_is_refused() {
        let error =
            fill(&PAGE.replace("by hand <!--bench", "<!--bench"), &record(), &Outside::new())
                .unwrap_err();
        assert!(error.starts_with("2: "), "{error}");
    }

    #[test]
    fn a_changed_digit_is_restored() {
        let filled = fill(PAGE, &record(), &Outside::new()).unwrap();
        for digit in ["9.5 ns<", "4.0×<", "| 9.5", "4.0×\u{a0}("] {
            let changed = filled.replacen(digit, &digit.replace(['9', '4'], "8"), 1);
            assert_ne!(changed, filled, "{digit}");
            assert_eq!(fill(&changed, &record(), &Outside::new()).unwrap(), filled, "{digit}");
        }
    }

    #[test]
    fn a_record_without_a_task_of_the_first_table_is_an_error() {
        assert!(page(&record(), &Outside::new()).unwrap_err().contains(TODAY[0].0));
        assert!(overview(&record()).unwrap_err().contains(TODAY[0].0));
    }

    #[test]
    fn programs_outside_the_registry_have_tables_with_their_origin() {
        let text = r#"{"pons": {"origin": {"date": "2026-11-24", "revision": "0123", "checkout": "4567",
            "machine": "m", "compiler": "g++"}, "rows": [{"rival": "Pons", "task": "scores, easy",
            "unit": "position", "engine": "ours", "theirs": 4000, "ours": 1000, "ratio": 4.1,
            "error": 0.012}]}}"#;
        let outside: Outside = serde_json::from_str(text).unwrap();
        let figure = "x <!--bench scores, easy | Pons | speed-up--><!--/-->";
        assert!(fill(figure, &record(), &outside).unwrap().contains("-->4.1×<"));
        let tables = outside_tables(&outside).replace('\u{a0}', " ");
        let row = "| scores, easy, per position | Pons | 4.0 µs | 1.0 µs | 4.1× |";
        assert!(tables.contains(row), "{tables}");
        let origin =
            "`outside.py pons FOLDER` on 2026-11-24: m, g++, our revision 0123, theirs 4567.";
        assert!(tables.contains(origin), "{tables}");
    }

    #[test]
    fn unknown_names_are_reported_with_their_line() {
        for (from, to) in [("| ours", "| theirs"), ("| time", "| size"), ("flood, 8×8 |", "fill |")]
        {
            let error = fill(&PAGE.replacen(from, to, 1), &record(), &Outside::new()).unwrap_err();
            assert!(error.starts_with("1: "), "{error}");
        }
        assert!(
            fill("<!-- bench: flood, 8×8 -->", &record(), &Outside::new())
                .unwrap_err()
                .contains("bench end")
        );
    }
}
