//! Writes JSON.

use std::fmt::Write;

/// A value that can be written as JSON.
pub(crate) trait Value {
    /// Appends the value.
    fn write(&self, out: &mut String);
}

/// An object under construction.
pub(crate) struct Object(String);

impl Object {
    pub(crate) fn new() -> Self {
        Self(String::from("{"))
    }

    /// Adds a field. Names need no escapes.
    pub(crate) fn with(mut self, name: &str, value: impl Value) -> Self {
        if self.0.len() > 1 {
            self.0.push(',');
        }
        let _ = write!(self.0, "\"{name}\":");
        value.write(&mut self.0);
        self
    }

    pub(crate) fn end(mut self) -> String {
        self.0.push('}');
        self.0
    }
}

impl Value for Object {
    fn write(&self, out: &mut String) {
        out.push_str(&self.0);
        out.push('}');
    }
}

/// Writes a list.
pub(crate) fn list<T: Value>(values: impl IntoIterator<Item = T>) -> String {
    let mut out = String::new();
    write_list(values, &mut out);
    out
}

fn write_list<T: Value>(values: impl IntoIterator<Item = T>, out: &mut String) {
    out.push('[');
    for (i, value) in values.into_iter().enumerate() {
        if i > 0 {
            out.push(',');
        }
        value.write(out);
    }
    out.push(']');
}

macro_rules! numbers {
    ($($type:ty)*) => {$(
        impl Value for $type {
            fn write(&self, out: &mut String) {
                let _ = write!(out, "{self}");
            }
        }
    )*};
}

// A JavaScript number holds all that occur; larger ones are written as text. Floating point is left
// out, because its formatting would add to the download.
numbers! { bool i32 u32 u64 usize }

impl Value for str {
    fn write(&self, out: &mut String) {
        out.push('"');
        for symbol in self.chars() {
            match symbol {
                '"' | '\\' => out.extend(['\\', symbol]),
                '\n' => out.push_str("\\n"),
                control if control < ' ' => {
                    let _ = write!(out, "\\u{:04x}", control as u32);
                }
                other => out.push(other),
            }
        }
        out.push('"');
    }
}

impl Value for String {
    fn write(&self, out: &mut String) {
        self.as_str().write(out);
    }
}

impl<T: Value + ?Sized> Value for &T {
    fn write(&self, out: &mut String) {
        (**self).write(out);
    }
}

impl<T: Value> Value for Option<T> {
    fn write(&self, out: &mut String) {
        match self {
            Some(value) => value.write(out),
            None => out.push_str("null"),
        }
    }
}

impl<T: Value> Value for Vec<T> {
    fn write(&self, out: &mut String) {
        write_list(self, out);
    }
}

impl<A: Value, B: Value> Value for (A, B) {
    fn write(&self, out: &mut String) {
        out.push('[');
        self.0.write(out);
        out.push(',');
        self.1.write(out);
        out.push(']');
    }
}

impl<A: Value, B: Value, C: Value> Value for (A, B, C) {
    fn write(&self, out: &mut String) {
        out.push('[');
        self.0.write(out);
        out.push(',');
        self.1.write(out);
        out.push(',');
        self.2.write(out);
        out.push(']');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_reads_back() {
        let text = Object::new()
            .with("a", 1u32)
            .with("b", "\"\\\n\u{1}é")
            .with("c", vec![(1i32, -2i32), (3, 4)])
            .with("d", None::<bool>)
            .with("f", Object::new().with("g", (1u32, true, String::from("x"))))
            .with("h", Object::new())
            .end();
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value["b"], "\"\\\n\u{1}é");
        assert_eq!(value["c"][1][1], 4);
        assert_eq!(value["f"]["g"][2], "x");
        assert!(value["d"].is_null());
        assert_eq!(list(Vec::<u32>::new()), "[]");
    }
}
