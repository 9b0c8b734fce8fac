//! Lines of JSON: queries, whose errors name the field, and the fields that all answers share.

use std::borrow::Cow;
use std::fmt::{self, Display};

use bitboard_core::StopReason;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde::ser::{self, Serialize, Serializer};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::failure::{Failure, Result, suggest};

/// A query: a line of input that is a JSON object.
pub(crate) struct Query(Map<String, Value>);

impl Query {
    /// The query, or `None` if the line does not begin with `{` and so is text.
    ///
    /// # Errors
    /// [`Failure::Input`] if the line begins with `{` and is not JSON, has a field that is not
    /// one of `fields`, or has a field twice.
    pub(crate) fn parse(line: &str, fields: &[&str]) -> Result<Option<Self>> {
        if !line.trim_start().starts_with('{') {
            return Ok(None);
        }
        let Fields(pairs) = parse(line, "object")?;
        let mut object = Map::new();
        for (name, value) in pairs {
            if !fields.contains(&name.as_str()) {
                let suggestion = suggest(&name, fields.iter().copied());
                let reason = format_args!("unknown field {name:?}; {suggestion}");
                return Err(Failure::wrong(reason));
            }
            let twice = format!("the field {name:?} appears twice");
            if object.insert(name, value).is_some() {
                return Err(Failure::Input(twice));
            }
        }
        Ok(Some(Self(object)))
    }

    /// A field with a string that must be there.
    pub(crate) fn needed(&self, name: &str) -> Result<&str> {
        match self.field(name)? {
            Value::String(text) => Ok(text),
            found => Err(unexpected(name, "a string", found)),
        }
    }

    fn field(&self, name: &str) -> Result<&Value> {
        let missing = || Failure::wrong(format_args!("the field {name:?} is missing"));
        self.0.get(name).ok_or_else(missing)
    }
}

/// The query in a line of input, or `None` if the line does not begin with `{` and so is text.
///
/// # Errors
/// [`Failure::Input`] if the line begins with `{` and is not the JSON of a query.
pub(crate) fn query<'de, T: Deserialize<'de>>(line: &'de str) -> Result<Option<T>> {
    let is_json = line.trim_start().starts_with('{');
    is_json.then(|| parse(line, "object")).transpose()
}

/// Parses a line that begins like this kind of value.
pub(crate) fn parse<'de, T: Deserialize<'de>>(line: &'de str, kind: &str) -> Result<T> {
    serde_json::from_str(line).map_err(|error| {
        // The number of the line is that of the input.
        let (column, text) = (error.column(), error.to_string());
        let reason = match text.split(" at line ").next() {
            Some(reason) if error.is_data() => reason.to_owned(),
            Some(reason) if error.is_syntax() => format!("not JSON: {reason}"),
            _ => format!("not JSON: the line ends before the {kind}"),
        };
        Failure::wrong(format_args!("column {column}: {reason}"))
    })
}

/// The fields of an object in the order of the text. A [`Map`] has only the last of equal names.
struct Fields(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;
        impl<'de> Visitor<'de> for Object {
            type Value = Fields;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Fields, M::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(Fields(fields))
            }
        }
        deserializer.deserialize_map(Object)
    }
}

fn unexpected(name: &str, expected: &str, found: &Value) -> Failure {
    Failure::wrong(format_args!("{name}: expected {expected}, found {}", short(&found.to_string())))
}

/// The text, or its first 37 characters and an ellipsis if it has more than 40.
pub(crate) fn short(text: &str) -> String {
    if text.chars().count() <= 40 {
        text.to_owned()
    } else {
        text.chars().take(37).chain("...".chars()).collect()
    }
}

/// The text of a line, or of the field `name` if the line is a JSON object. `ignored` are other
/// fields it may have: those of an answer, which can be read again.
pub(crate) fn text_of<'a>(line: &'a str, name: &str, ignored: &[&str]) -> Result<Cow<'a, str>> {
    let fields: Vec<&str> = [name].into_iter().chain(ignored.iter().copied()).collect();
    match Query::parse(line, &fields)? {
        Some(query) => Ok(Cow::Owned(query.needed(name)?.to_owned())),
        None => Ok(Cow::Borrowed(line)),
    }
}

/// A number with any number of digits.
pub(crate) struct Digits<T>(pub(crate) T);

impl<T: Display> Serialize for Digits<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let number = RawValue::from_string(self.0.to_string());
        number.map_err(ser::Error::custom)?.serialize(serializer)
    }
}

/// The object with the field `"stopped"`, if a limit was reached.
pub(crate) fn partial(mut object: Value, reason: Option<StopReason>) -> Value {
    if let Some(reason) = reason {
        object["stopped"] = stopped(reason).into();
    }
    object
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

    fn reason<T>(result: Result<T>) -> String {
        match result {
            Err(Failure::Input(reason)) => reason,
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
        assert_eq!(reason(query.needed("from")), "from: expected a string, found [1,2]");
        assert_eq!(reason(query.needed("free")), "free: expected a string, found null");
        assert_eq!(reason(query.needed("step")), "the field \"step\" is missing");
        let twice = "the field \"to\" appears twice";
        assert_eq!(reason(parse("{\"to\":\"a1\",\"from\":\"e4\",\"to\":\"h8\"}")), twice);
    }
}
