use crate::context::{Context, Result};

/// To be written
#[derive(clap::Args)]
pub(crate) struct Meteor {}

pub(crate) fn run(_args: Meteor, _context: &mut Context) -> Result {
    Ok(())
}
