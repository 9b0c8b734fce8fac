use std::io::Write;

use crate::context::{Context, Result};

/// Print the number of solutions of the Meteor puzzle, the first and the last
///
/// The output is that of the Computer Language Benchmarks Game's meteor-contest for all 2,098 solutions.
#[derive(clap::Args)]
pub(crate) struct Meteor {}

pub(crate) fn run(_args: Meteor, context: &mut Context) -> Result {
    let solutions = meteor::solutions();
    writeln!(context.out, "{} solutions found\n", solutions.len())?;
    for solution in solutions.first().into_iter().chain(solutions.last()) {
        writeln!(context.out, "{solution}")?;
    }
    Ok(())
}
