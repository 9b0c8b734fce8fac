use std::io::Write;
use std::path::PathBuf;

use cc_table::{Board, Connectivity, components_at_least};

use crate::context::{Context, Failure, LineFailure, Result};
use crate::input::Source;

/// Split boards into their connected components
///
/// Each line is a board in hexadecimal, bit = x + width·y, row 0 at the top. The answer is the number of components and
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
    /// Columns, 1 to 8
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u8).range(1..=8))]
    width: u8,
    /// Rows, at most 128 / width
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u8).range(1..=128))]
    height: u8,
    /// Leave out components of fewer cells
    #[arg(long, default_value_t = 1, value_name = "CELLS")]
    min_size: u32,
    /// Where to read boards from, stdin if missing or `-`
    file: Option<PathBuf>,
}

pub(crate) fn run(args: Components, context: &mut Context) -> Result {
    // The number of rows only matters for the error of too many cells, so one function per width is enough.
    let split = match args.width {
        1 => split::<1, 128>,
        2 => split::<2, 64>,
        3 => split::<3, 42>,
        4 => split::<4, 32>,
        5 => split::<5, 25>,
        6 => split::<6, 21>,
        7 => split::<7, 18>,
        _ => split::<8, 16>,
    };
    if u32::from(args.width) * u32::from(args.height) > 128 {
        let (width, height) = (args.width, args.height);
        return Err(Failure::Usage(format!("a board of {width}×{height} has more than 128 cells")));
    }
    let connectivity =
        if args.connectivity == "8" { Connectivity::Eight } else { Connectivity::Four };
    let source = Source::from_option(args.file.as_deref());
    let mut found = Vec::with_capacity(64);
    context.for_each_line(&source, |line, out| {
        found.clear();
        split(parse(line, &args)?, connectivity, args.min_size, &mut found);
        found.sort_unstable();
        write!(out, "{}", found.len())?;
        for (i, component) in found.iter().enumerate() {
            write!(out, "{}{component:x}", if i == 0 { " " } else { "," })?;
        }
        Ok(writeln!(out)?)
    })
}

fn split<const W: usize, const H: usize>(
    board: u128,
    connectivity: Connectivity,
    min_size: u32,
    found: &mut Vec<u128>,
) {
    let board = Board::<W, H>::from_bits_truncate(board);
    found.extend(components_at_least(board, min_size, connectivity).map(Board::bits));
}

fn parse(line: &str, args: &Components) -> std::result::Result<u128, LineFailure> {
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
    let (width, height) = (args.width, args.height);
    let off_board =
        || LineFailure::wrong(format_args!("the board has more than {width}×{height} cells"));
    let word = u128::from_str_radix(digits, 16).map_err(|_| off_board())?;
    if word.checked_shr(u32::from(width) * u32::from(height)).unwrap_or(0) != 0 {
        return Err(off_board());
    }
    Ok(word)
}
