use crate::context::{Context, Result};

/// To be written
#[derive(clap::Args)]
pub(crate) struct Components {}

pub(crate) fn run(_args: Components, _context: &mut Context) -> Result {
    Ok(())
}
