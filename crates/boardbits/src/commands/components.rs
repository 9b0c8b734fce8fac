use std::io::Write;
use std::path::PathBuf;

use cc_table::{Board, Connectivity, components};

use crate::context::{Context, LineFailure, Result};
use crate::input::Source;

/// Split 6×12 boards into their connected components
///
/// Each line is a board in hexadecimal, bit = x + 6·y, row 0 at the top. The answer is the number of components and
/// the components themselves in hexadecimal, in ascending order:
///
///   $ echo 000000002101800040 | boardbits components
///   5 40,800000,1000000,100000000,2000000000
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Components {
    /// 4: cells touch by an edge; 8: by an edge or a corner
    #[arg(long, default_value = "4", value_parser = ["4", "8"])]
    connectivity: String,
    /// Where to read boards from, stdin if missing or `-`
    file: Option<PathBuf>,
}

pub(crate) fn run(args: Components, context: &mut Context) -> Result {
    let connectivity =
        if args.connectivity == "8" { Connectivity::Eight } else { Connectivity::Four };
    let source = Source::from_option(args.file.as_deref());
    context.for_each_line(&source, |line, out| {
        let mut found = components(parse(line)?, connectivity);
        found.sort_unstable();
        write!(out, "{}", found.len())?;
        for (i, component) in found.iter().enumerate() {
            write!(out, "{}{:x}", if i == 0 { " " } else { "," }, component.word())?;
        }
        Ok(writeln!(out)?)
    })
}

fn parse(line: &str) -> std::result::Result<Board, LineFailure> {
    let digits = line.trim();
    let digits = digits.strip_prefix("0x").unwrap_or(digits);
    if digits.is_empty() {
        return Err(LineFailure::wrong("no board in the line"));
    }
    if let Some((column, symbol)) = (1..).zip(digits.chars()).find(|(_, c)| !c.is_ascii_hexdigit())
    {
        return Err(LineFailure::wrong(format_args!(
            "digit {column}: {symbol:?} is not hexadecimal"
        )));
    }
    let word = u128::from_str_radix(digits, 16).ok().and_then(Board::try_from_word);
    word.ok_or_else(|| LineFailure::wrong("the board has more than 6×12 cells"))
}
