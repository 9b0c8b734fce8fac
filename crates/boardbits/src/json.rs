//! JSON lines.

use std::io::Write;

use serde::Serialize;

use crate::failure::LineFailure;

/// Writes a line of JSON.
///
/// # Errors
/// [`LineFailure::Io`] if it cannot be written.
pub(crate) fn json_line(out: &mut impl Write, answer: &impl Serialize) -> Result<(), LineFailure> {
    let text = serde_json::to_string(answer).map_err(LineFailure::wrong)?;
    Ok(writeln!(out, "{text}")?)
}
