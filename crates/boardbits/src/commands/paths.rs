use crate::context::{Context, Result};

/// To be written
#[derive(clap::Args)]
pub(crate) struct Paths {}

pub(crate) fn run(_args: Paths, _context: &mut Context) -> Result {
    Ok(())
}
