use crate::context::{Context, Result};

/// To be written
#[derive(clap::Subcommand)]
pub(crate) enum Havannah {
    /// To be written
    Stub,
}

pub(crate) fn run(_command: Havannah, _context: &mut Context) -> Result {
    Ok(())
}
