//! `web WASM FOLDER` writes the JavaScript side of the playground. `cargo xtask web` runs it.

use std::env::args_os;
use std::path::PathBuf;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), String> {
    let mut arguments = args_os().skip(1).map(PathBuf::from);
    let (Some(compiled), Some(folder)) = (arguments.next(), arguments.next()) else {
        return Err("usage: web WASM FOLDER".to_owned());
    };
    let mut bindgen = Bindgen::new();
    bindgen.input_path(compiled).out_name("boardbits").typescript(true);
    bindgen.remove_name_section(true).remove_producers_section(true);
    bindgen.omit_default_module_path(true).web(true).map_err(|error| error.to_string())?;
    bindgen.generate(folder).map_err(|error| format!("wasm-bindgen: {error:#}"))
}
