use crate::context::{Context, Result};

/// To be written
#[derive(clap::Subcommand)]
pub(crate) enum C4 {
    /// To be written
    Stub,
}

pub(crate) fn run(_command: C4, _context: &mut Context) -> Result {
    Ok(())
}
