//! The chart of docs/BENCHMARKS.md: a dot for each task on a logarithmic axis.

use std::fmt::Write;

use super::format::significant;

const WIDTH: f64 = 760.0;
const LEFT: f64 = 410.0;
const RIGHT: f64 = 700.0;
const TOP: f64 = 34.0;
/// The height of a row.
const ROW: f64 = 20.0;

/// The chart of rows, each with its name and the time of the other engine over ours.
pub(super) fn chart(rows: &[(String, f64)]) -> String {
    let ratios = || rows.iter().map(|(_, ratio)| *ratio);
    let low = (0.8 * ratios().fold(1.0, f64::min)).log10();
    let high = (1.25 * ratios().fold(2.0, f64::max)).log10();
    let x = |ratio: f64| LEFT + (ratio.log10() - low) / (high - low) * (RIGHT - LEFT);
    let bottom = TOP + ROW * rows.len() as f64 + 14.0;
    let mut body = String::new();
    for tick in (low.floor() as i32..=high.ceil() as i32)
        .flat_map(|power| [1.0, 2.0, 5.0].map(|step| step * 10f64.powi(power)))
        .filter(|tick| (low..=high).contains(&tick.log10()))
    {
        let (x, class) = (x(tick), if tick == 1.0 { "one" } else { "grid" });
        let _ = writeln!(
            body,
            "<line x1=\"{x:.1}\" y1=\"{TOP}\" x2=\"{x:.1}\" y2=\"{bottom}\" class=\"{class}\"/>\
             <text x=\"{x:.1}\" y=\"{:.0}\" text-anchor=\"middle\" class=\"note\">{tick}</text>",
            bottom + 16.0
        );
    }
    for (number, (name, ratio)) in (1..).zip(rows) {
        let (x, y) = (x(*ratio), TOP + ROW * f64::from(number));
        let name = name.replace('&', "&amp;").replace('<', "&lt;");
        let _ = writeln!(
            body,
            "<text x=\"8\" y=\"{:.0}\">{name}</text><circle cx=\"{x:.1}\" cy=\"{y}\" r=\"4\"/>\
             <text x=\"{:.1}\" y=\"{:.0}\">{}</text>",
            y + 4.0,
            x + 9.0,
            y + 4.0,
            significant(*ratio)
        );
    }
    let height = bottom + 22.0;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" \
         viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" font-size=\"13\">\n{STYLE}\
         <text x=\"8\" y=\"18\" class=\"note\">Time of the other over the time of boardbits. \
         Left of 1, the other is faster.</text>\n{body}</svg>\n"
    )
}

const STYLE: &str = "<style>\n\
    text { fill: #22211d } .note { font-size: 12px; fill: #6b675d }\n\
    .grid { stroke: #d8d4c8 } .one { stroke: #6b675d; stroke-width: 1.5 } circle { fill: #3366aa }\n\
    @media (prefers-color-scheme: dark) {\n\
    text { fill: #e8e4d8 } .note { fill: #a8a498 } .grid { stroke: #45423a } .one { stroke: #a8a498 }\n\
    circle { fill: #77aaee } }\n\
    </style>\n";
