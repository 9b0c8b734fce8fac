use std::io::Write;

use meteor::presets;

use crate::context::{Context, Failure, Result};

/// List the puzzles that come with the program, or print the file of one
///
/// A line of the list is `NAME SOLUTIONS CLASSES TITLE`; CLASSES is the number of solutions up to symmetry, `-` if it is not known.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The puzzle whose file is printed
    name: Option<String>,
}

pub(crate) fn run(args: &Arguments, context: &mut Context) -> Result {
    if let Some(name) = &args.name {
        let unknown = || Failure::Usage(format!("there is no puzzle {name:?}"));
        write!(context.out, "{}", presets::find(name).ok_or_else(unknown)?.text())?;
        return Ok(());
    }
    let number = |number: Option<u128>| number.map_or_else(|| "-".into(), |n| n.to_string());
    for preset in presets::ALL {
        let file = preset.file();
        let (solutions, classes) = (number(file.solutions), number(file.solutions_up_to_symmetry));
        writeln!(context.out, "{} {solutions} {classes} {}", preset.name(), file.title)?;
    }
    Ok(())
}
