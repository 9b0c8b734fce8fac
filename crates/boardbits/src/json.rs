//! Lines of JSON: queries, whose errors name the field, and the fields that all answers share.

use std::borrow::Cow;

use bitboard_core::StopReason;
use serde_json::{Map, Value};

use crate::failure::{LineFailure, suggest};

/// A query: a line of input that is a JSON object.
pub(crate) struct Query(Map<String, Value>);

impl Query {
    /// The query, or `None` if the line does not begin with `{` and so is text.
    ///
    /// # Errors
    /// [`LineFailure::Wrong`] if the line begins with `{` and is not JSON, or has a field that is
    /// not one of `fields`.
    pub(crate) fn parse(line: &str, fields: &[&str]) -> Result<Option<Self>, LineFailure> {
        if !line.trim_start().starts_with('{') {
            return Ok(None);
        }
        let object: Map<String, Value> = serde_json::from_str(line).map_err(|error| {
            // The number of the line is that of the input.
            let (column, text) = (error.column(), error.to_string());
            let reason = match text.split(" at line ").next() {
                Some(reason) if !error.is_eof() => reason,
                _ => "the line ends before the object",
            };
            LineFailure::wrong(format_args!("column {column}: not JSON: {reason}"))
        })?;
        let known = |name: &String| fields.contains(&name.as_str());
        if let Some(name) = object.keys().find(|name| !known(name)) {
            let suggestion = suggest(name, fields.iter().copied());
            return Err(LineFailure::wrong(format_args!("unknown field {name:?}; {suggestion}")));
        }
        Ok(Some(Self(object)))
    }

    /// A field with a string, if there is one that is not null.
    pub(crate) fn text(&self, name: &str) -> Result<Option<&str>, LineFailure> {
        match self.0.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(found) => Err(LineFailure::wrong(format_args!(
                "{name}: expected a string, found {}",
                short(found)
            ))),
        }
    }

    /// A field with a string that must be there.
    pub(crate) fn needed(&self, name: &str) -> Result<&str, LineFailure> {
        self.text(name)?.ok_or_else(|| missing(name))
    }

    /// A field with a cell, `[X,Y]`.
    pub(crate) fn cell(&self, name: &str) -> Result<(usize, usize), LineFailure> {
        let number = |value: &Value| value.as_u64().and_then(|number| number.try_into().ok());
        let found = self.0.get(name).ok_or_else(|| missing(name))?;
        let cell = match found.as_array().map(Vec::as_slice) {
            Some([x, y]) => number(x).zip(number(y)),
            _ => None,
        };
        cell.ok_or_else(|| {
            LineFailure::wrong(format_args!("{name}: expected [X,Y], found {}", short(found)))
        })
    }

    /// A field with a whole number.
    pub(crate) fn number(&self, name: &str) -> Result<i64, LineFailure> {
        let found = self.0.get(name).ok_or_else(|| missing(name))?;
        found.as_i64().ok_or_else(|| {
            LineFailure::wrong(format_args!("{name}: expected a number, found {}", short(found)))
        })
    }
}

fn missing(name: &str) -> LineFailure {
    LineFailure::wrong(format_args!("the field {name:?} is missing"))
}

/// The value in at most 40 characters.
fn short(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() <= 40 {
        text
    } else {
        text.chars().take(37).chain("...".chars()).collect()
    }
}

/// The text of a line, or of the field `name` if the line is a JSON object. `ignored` are other
/// fields it may have: those of an answer, which can be read again.
pub(crate) fn text_of<'a>(
    line: &'a str,
    name: &str,
    ignored: &[&str],
) -> Result<Cow<'a, str>, LineFailure> {
    let fields: Vec<&str> = [name].into_iter().chain(ignored.iter().copied()).collect();
    match Query::parse(line, &fields)? {
        Some(query) => Ok(Cow::Owned(query.needed(name)?.to_owned())),
        None => Ok(Cow::Borrowed(line)),
    }
}

/// The value of `"stopped"` in a partial answer.
pub(crate) fn stopped(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Nodes => "nodes",
        StopReason::Time => "time",
        _ => "cancelled",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason<T>(result: Result<T, LineFailure>) -> String {
        match result {
            Err(LineFailure::Wrong(reason)) => reason,
            _ => panic!("expected a wrong line"),
        }
    }

    #[test]
    fn errors_name_the_field() {
        let parse = |line| Query::parse(line, &["from", "to", "free"]);
        assert!(parse("e4 a1").unwrap().is_none());
        assert_eq!(
            reason(parse("{\"from\":1,\"form\":2}")),
            "unknown field \"form\"; did you mean from?"
        );
        assert_eq!(reason(parse("{")), "column 1: not JSON: the line ends before the object");
        assert_eq!(reason(parse("{\"from\"}")), "column 8: not JSON: expected `:`");
        let query = parse(" {\"from\":[1,2],\"to\":[1],\"free\":null}").unwrap().unwrap();
        assert_eq!(query.cell("from").unwrap(), (1, 2));
        assert_eq!(reason(query.cell("to")), "to: expected [X,Y], found [1]");
        assert_eq!(reason(query.needed("from")), "from: expected a string, found [1,2]");
        assert_eq!(query.text("free").unwrap(), None);
        assert_eq!(reason(query.needed("free")), "the field \"free\" is missing");
    }
}
