//! The tests: formatting, lints, the API, and the page in a browser.

use std::fs;
use std::process::Command;

use crate::serve::Server;
use crate::{Result, build, cargo, run, site, target, www};

pub(crate) fn test() -> Result {
    run(cargo().args(["fmt", "--all", "--check"]))?;
    run(cargo().args(["clippy", "--quiet", "--all-targets", "--", "-D", "warnings"]))?;
    run(cargo().args(["test", "--quiet", "--workspace"]))?;
    let site = site()?;
    build::build(&site)?;
    // What the page must answer, and how long the crates take without a browser.
    let native = cargo().args(["run", "--quiet", "--release", "--example", "native"]).output()?;
    if !native.status.success() {
        return Err(String::from_utf8_lossy(&native.stderr).into());
    }
    let answers = target().join("native.jsonl");
    fs::write(&answers, native.stdout)?;
    let server = Server::start(&site, 0)?;
    let mut test = Command::new("node");
    test.current_dir(www().join("test")).arg("e2e.mjs").arg(server.address()).arg(&site);
    run(test.arg(answers).arg(target().join("playground.json")))
}
