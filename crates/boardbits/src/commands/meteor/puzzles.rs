use std::io::Write;

use meteor::polyform::ready;

use crate::context::{Context, Failure, Result};

/// List the puzzles that come with the program, or print the file of one
///
/// A line of the list is `NAME SOLUTIONS CLASSES TITLE`; CLASSES are solutions up to symmetry, `-` where they are not known.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The puzzle whose file is to be printed
    name: Option<String>,
}

pub(crate) fn run(args: &Arguments, context: &mut Context) -> Result {
    if let Some(name) = &args.name {
        let unknown = || Failure::Usage(format!("there is no puzzle {name:?}"));
        write!(context.out, "{}", ready::find(name).ok_or_else(unknown)?.text)?;
        return Ok(());
    }
    let number = |number: Option<u128>| number.map_or_else(|| "-".into(), |n| n.to_string());
    for ready in ready::ALL {
        let file = ready.file();
        let (solutions, classes) = (number(file.solutions), number(file.classes));
        writeln!(context.out, "{} {solutions} {classes} {}", ready.name, file.title)?;
    }
    Ok(())
}
