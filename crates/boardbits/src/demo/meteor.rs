use std::io;

use crate::output::Output;

pub(crate) fn run(_out: &mut Output) -> io::Result<()> {
    Ok(())
}
