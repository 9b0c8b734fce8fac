//! Runs the program as a user would.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;

/// The result of a run.
#[derive(Debug)]
pub(crate) struct Ran {
    /// Its stdout.
    pub(crate) out: String,
    /// Its stderr.
    pub(crate) err: String,
    /// Its exit status.
    pub(crate) status: i32,
}

/// Runs `boardbits` with these arguments (separated by blanks) and this input.
pub(crate) fn run(arguments: &str, input: impl AsRef<[u8]>) -> Ran {
    let mut child = start(arguments);
    let (mut stdin, input) = (child.stdin.take().unwrap(), input.as_ref().to_vec());
    // The program may stop reading early.
    let writer = thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    Ran {
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
        status: output.status.code().expect("the program ends by itself"),
    }
}

/// Starts the program, whose standard streams are pipes.
pub(crate) fn start(arguments: &str) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardbits"));
    command.args(arguments.split_whitespace()).stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Runs the program on correct input and returns its stdout.
pub(crate) fn answer(arguments: &str, input: &str) -> String {
    let ran = run(arguments, input);
    assert_eq!((ran.err.as_str(), ran.status), ("", 0), "{arguments}");
    ran.out
}

/// A folder of its test, removed afterwards.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("boardbits-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    /// The path of a file in it.
    pub(crate) fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    /// What is in it, in alphabetical order.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// An opening book of Pascal Pons' solver for 5×4, with all positions of one stone. The scores are
/// made up.
pub(crate) fn foreign_book() -> Vec<u8> {
    let mut bytes = vec![0; 6 + 2 * 2_053];
    bytes[..6].copy_from_slice(&[5, 4, 1, 1, 1, 11]);
    // 2·3^x for a stone of the other player, x columns from the right.
    for key in [2, 6, 18] {
        (bytes[6 + key], bytes[6 + 2_053 + key]) = (key as u8, 8);
    }
    bytes
}

/// Input of which every command refuses each line.
pub(crate) const NONSENSE: &[u8] = b"\0\0\n\xff\xfe\n\xf0\x9f\x99\x82\n-1 -1\n{}\n[[[[\n1e+99\n";
