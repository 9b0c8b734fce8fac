//! Generates the tables that crates contain, and the pictures of their READMEs.
//! `cargo xtask tables` runs it.
//!
//! It is a separate program, because it needs the crates, and other tasks should not wait for them
//! to compile.

#![forbid(unsafe_code)]

mod connect4;
mod pictures;

use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

const USAGE: &str = "\
usage: tables generate FOLDER         write all generated files but the opening book below FOLDER
       tables generate-book FOLDER    write the opening book below FOLDER, which takes one to two hours
       tables check-book              check the opening book of the workspace by a sample";

/// A generated file: its path from the root of the workspace, and its contents.
type File = (&'static str, Vec<u8>);

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    let result = match arguments[..] {
        ["generate", folder] => files().and_then(|files| write(folder.as_ref(), files)),
        ["generate-book", folder] => {
            connect4::book().and_then(|book| write(folder.as_ref(), vec![(connect4::BOOK, book)]))
        }
        ["check-book"] => connect4::check_book(),
        _ => Err(USAGE.into()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn files() -> Result<Vec<File>> {
    let mut files = pictures::files()?;
    files.push((connect4::POSITIONS, connect4::positions().into_bytes()));
    Ok(files)
}

/// Writes files and prints their paths, a line each.
fn write(folder: &Path, files: Vec<File>) -> Result {
    for (path, contents) in files {
        let file = folder.join(path);
        fs::create_dir_all(file.parent().unwrap_or(folder))?;
        fs::write(file, contents)?;
        println!("{path}");
    }
    Ok(())
}
