//! The entry for JavaScript. Failures become exceptions, whose messages are code, U+001F and
//! sentence.

#![allow(unreachable_pub, reason = "wasm-bindgen exports public functions only")]

use std::cell::RefCell;

use wasm_bindgen::prelude::{JsError, wasm_bindgen};

use crate::worker::{SEPARATOR, Worker};

#[wasm_bindgen]
extern "C" {
    /// A function of the worker.
    #[wasm_bindgen(js_name = boardbitsProgress)]
    pub(crate) fn progress(stage: u32, done: f64);
}

thread_local! {
    static WORKER: RefCell<Worker> = RefCell::default();
}

/// As [`Worker::ask`].
#[wasm_bindgen]
pub fn ask(request: &str, bytes: &[u8]) -> Result<String, JsError> {
    let answer = WORKER.with_borrow_mut(|worker| worker.ask(request, bytes));
    answer.map_err(|failure| {
        JsError::new(&format!("{}{SEPARATOR}{}", failure.code.name(), failure.message))
    })
}
