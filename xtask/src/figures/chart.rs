//! Charts of speed-ups: dots with error bars on a logarithmic axis, for a crate and for all.

use std::fmt::Write;

use bench_schema::{Record, Role, TaskRecord};

use super::factor;
use super::{Engine, engines};

/// The most dots in a chart.
const MOST: usize = 8;

const WIDTH: f64 = 760.0;
/// The x of the right end of the axis.
const RIGHT: f64 = 690.0;
const TOP: f64 = 34.0;
/// The height of a row.
const ROW: f64 = 20.0;

/// The path of the chart of a crate, from the folder docs; that of all crates is `today`.
pub(super) fn path(name: &str) -> String {
    format!("pictures/bench-{name}.svg")
}

/// The chart of a crate, if the record has anything for it.
pub(super) fn chart(record: &Record, package: &str) -> Option<String> {
    let charted =
        record.tasks.iter().filter(|task| task.task.package == package && task.task.charted);
    let mut rows: Vec<(&TaskRecord, Engine<'_>)> = Vec::new();
    for task in charted {
        let others = engines(task).filter(|engine| engine.info.role != Role::Ours);
        rows.extend(others.map(|engine| (task, engine)));
    }
    rows.truncate(MOST);
    if rows.is_empty() {
        return None;
    }
    let axis = Axis::new(250.0, rows.iter().map(|(_, engine)| engine.speed_up()));
    let mut body = String::new();
    let mut y = TOP;
    let mut last: Option<&TaskRecord> = None;
    for (task, engine) in &rows {
        if last.is_none_or(|last| last.task.name != task.task.name) {
            y += ROW;
            body += &label(&task.task.name, y);
            last = Some(task);
        }
        y += ROW;
        body += &dot(&axis, engine, y);
    }
    Some(picture(package, &axis, &body, y))
}

/// The chart of some tasks of all crates: a row for each caption, with one engine.
pub(super) fn overview(rows: &[(&str, Engine<'_>)]) -> String {
    let axis = Axis::new(410.0, rows.iter().map(|(_, engine)| engine.speed_up()));
    let mut body = String::new();
    let mut y = TOP;
    for (caption, engine) in rows {
        y += ROW;
        body += &label(caption, y);
        body += &dot(&axis, engine, y);
    }
    picture("boardbits", &axis, &body, y)
}

/// The picture of rows of which the last is at `y`.
fn picture(name: &str, axis: &Axis, body: &str, y: f64) -> String {
    let bottom = y + 14.0;
    let height = bottom + 22.0;
    let grid = axis.grid(TOP, bottom);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" \
         viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" font-size=\"13\">\n{STYLE}\
         <text x=\"8\" y=\"18\" class=\"note\">Time of the other engine over the time of {name}. \
         Right of 1×, {name} is faster.</text>\n{grid}{body}</svg>\n"
    )
}

const STYLE: &str = "<style>\n\
    text { fill: #22211d } .task { font-weight: bold } .note { font-size: 12px; fill: #6b675d }\n\
    .grid { stroke: #d8d4c8 } .one { stroke: #6b675d; stroke-width: 1.5 }\n\
    .baseline { fill: #b8860b; stroke: #b8860b } .rival { fill: #3366aa; stroke: #3366aa }\n\
    text.baseline, text.rival { stroke: none }\n\
    @media (prefers-color-scheme: dark) {\n\
    text { fill: #e8e4d8 } .note { fill: #a8a498 } .grid { stroke: #45423a } .one { stroke: #a8a498 }\n\
    .baseline { fill: #e6b422; stroke: #e6b422 } .rival { fill: #77aaee; stroke: #77aaee } }\n\
    </style>\n";

/// The name of a task.
fn label(name: &str, y: f64) -> String {
    format!("<text x=\"8\" y=\"{:.0}\" class=\"task\">{}</text>\n", y + 4.0, escape(name))
}

/// The dot of an engine with its name and its speed-up.
fn dot(axis: &Axis, engine: &Engine<'_>, y: f64) -> String {
    let class = if engine.info.role == Role::Baseline { "baseline" } else { "rival" };
    let x = axis.x(engine.speed_up());
    let (name, up) = (escape(&engine.info.name), factor(engine.speed_up()));
    let (left, base, right) = (axis.left - 12.0, y + 4.0, x + 9.0);
    format!(
        "<text x=\"{left}\" y=\"{base}\" text-anchor=\"end\" class=\"{class}\">{name}</text>\
         <circle cx=\"{x:.1}\" cy=\"{y}\" r=\"4\" class=\"{class}\"/>\
         <text x=\"{right:.1}\" y=\"{base}\">{up}</text>\n"
    )
}

/// A logarithmic axis.
struct Axis {
    /// The x of its left end.
    left: f64,
    low: f64,
    high: f64,
}

impl Axis {
    /// The axis for these values, and for those from 1 to 2.
    fn new(left: f64, values: impl Iterator<Item = f64> + Clone) -> Self {
        let least = values.clone().fold(1.0, f64::min);
        let most = values.fold(2.0, f64::max);
        Self { left, low: (0.8 * least).log10(), high: (1.25 * most).log10() }
    }

    fn x(&self, value: f64) -> f64 {
        let part = (value.log10() - self.low) / (self.high - self.low);
        self.left + part * (RIGHT - self.left)
    }

    /// Lines and labels at 1, 2 and 5 times the powers of ten; where there are many, at the powers
    /// only.
    fn grid(&self, top: f64, bottom: f64) -> String {
        let steps: &[f64] = if self.high - self.low > 2.5 { &[1.0] } else { &[1.0, 2.0, 5.0] };
        let powers = self.low.floor() as i32..=self.high.ceil() as i32;
        let ticks = powers.flat_map(|power| steps.iter().map(move |step| step * 10f64.powi(power)));
        let mut text = String::new();
        for tick in ticks.filter(|tick| (self.low..=self.high).contains(&tick.log10())) {
            let x = self.x(tick);
            let class = if (tick - 1.0).abs() < 1e-9 { "one" } else { "grid" };
            let label = if tick < 1.0 { format!("{tick:.1}×") } else { format!("{tick:.0}×") };
            let _ = writeln!(
                text,
                "<line x1=\"{x:.1}\" y1=\"{top}\" x2=\"{x:.1}\" y2=\"{bottom}\" class=\"{class}\"/>\
                 <text x=\"{x:.1}\" y=\"{:.0}\" text-anchor=\"middle\" class=\"note\">{label}</text>",
                bottom + 16.0
            );
        }
        text
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
