//! The demo without a terminal, and the summary after the live demo.

use std::io::{self, Write};
use std::time::Instant;

use anstyle::Style;

use super::figures::comparison;
use super::stage::{Last, Part};

/// Writes the solutions of all parts.
pub(super) fn write(parts: &[Part], out: &mut impl Write) -> io::Result<()> {
    let title = Style::new().bold().underline();
    let dim = Style::new().dimmed();
    for part in parts {
        let (start, mut last) = (Instant::now(), Last::default());
        let result = (part.play)(&mut last)?;
        let time = start.elapsed();
        writeln!(out, "{title}{}{title:#}\n\n{}", part.title, last.0)?;
        writeln!(out, "    {result} {dim}({time:.1?}){dim:#}")?;
        if let Some(comparison) = comparison(part.name) {
            writeln!(out, "    {comparison}")?;
        }
        writeln!(out, "    Try: {}\n", part.command)?;
        out.flush()?;
    }
    Ok(())
}

/// Writes two lines for each part.
pub(super) fn summary(parts: &[Part], out: &mut impl Write) -> io::Result<()> {
    let bold = Style::new().bold();
    for part in parts {
        let comparison = comparison(part.name).map_or(String::new(), |text| format!(" ({text})"));
        writeln!(out, "{bold}{}{bold:#}{comparison}\n    {}", part.title, part.command)?;
    }
    Ok(())
}
