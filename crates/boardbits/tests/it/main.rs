//! Integration tests of the program, one module for each subject.

mod c4;
mod c4_book;
mod chain;
#[cfg(unix)]
mod common;
mod compare;
mod components;
mod contract;
mod demo;
#[cfg(unix)]
mod documents;
#[cfg(unix)]
mod faults;
mod grid;
mod havannah;
mod label;
#[cfg(target_os = "linux")]
mod load;
mod meteor;
mod meteor_solve;
mod paths;
mod pictures;
mod program;
#[cfg(target_os = "linux")]
mod progress;
mod readme;
mod shell;
mod tour;
mod turned;
mod waiting;
