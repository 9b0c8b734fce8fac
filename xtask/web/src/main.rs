//! Builds, serves and tests the playground. `cargo xtask web` runs it.
//!
//! It is a separate program in the workspace of the playground, so that other tasks need not
//! compile wasm-bindgen.

use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{fs, thread};

use wasm_bindgen_cli_support::Bindgen;

type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

const USAGE: &str = "\
usage: cargo xtask web                  build the page into target/web/site
       cargo xtask web --serve          build it and serve it on this machine
       cargo xtask web --test           check, build and test it in a browser
       cargo xtask web --release DIR    build it into DIR, for a static host";

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    let result = match arguments[..] {
        [] => site().and_then(|site| build(&site)),
        ["--serve"] => serve(),
        ["--test"] => test(),
        ["--release", folder] => build(Path::new(folder)),
        _ => Err(USAGE.into()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("web: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Builds the page and serves it until the program is stopped.
fn serve() -> Result {
    let site = site()?;
    build(&site)?;
    let server = Server::start(&site, 8000)?;
    println!("The playground is at {}. Stop it with Ctrl+C.", server.address());
    loop {
        std::thread::park();
    }
}

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The folder of the playground.
fn playground() -> PathBuf {
    root().join("crates/boardbits-web")
}

/// The folder of its page.
fn www() -> PathBuf {
    playground().join("www")
}

/// The folder of built files, below the `target` of the main workspace.
fn target() -> PathBuf {
    root().join("target/web")
}

fn site() -> Result<PathBuf> {
    let site = target().join("site");
    std::fs::create_dir_all(&site)?;
    Ok(site)
}

/// Cargo for the workspace of the playground.
fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(playground()).env("CARGO_TARGET_DIR", target());
    command
}

/// Runs a command that must succeed.
fn run(command: &mut Command) -> Result {
    let shown = format!("{} {}", command.get_program().display(), arguments(command));
    let status = command.status().map_err(|error| format!("cannot run {shown}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{shown}: {status}").into()) }
}

fn arguments(command: &Command) -> String {
    let arguments: Vec<_> = command.get_args().map(|a| a.to_string_lossy()).collect();
    arguments.join(" ")
}

const TARGET: &str = "wasm32-unknown-unknown";

/// Builds the page into a folder, which is created.
fn build(folder: &Path) -> Result {
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let folder = folder.canonicalize()?;
    wasm()?;
    packages()?;
    run(Command::new("node").current_dir(www()).arg("node_modules/typescript/bin/tsc"))?;
    run(Command::new("node").current_dir(www()).arg("build.mjs").arg(&folder))?;
    println!("built {}", folder.display());
    Ok(())
}

/// Compiles the crates and writes their JavaScript side into `www/generated`.
fn wasm() -> Result {
    let sysroot = Command::new("rustc").args(["--print", "sysroot"]).output()?.stdout;
    let sysroot = String::from_utf8(sysroot)?;
    if !Path::new(sysroot.trim()).join("lib/rustlib").join(TARGET).exists() {
        return Err(format!("the target {TARGET} is missing: rustup target add {TARGET}").into());
    }
    let build = ["build", "--quiet", "-p", "boardbits-web", "--profile", "web", "--target", TARGET];
    run(cargo().args(build))?;
    let compiled = target().join(TARGET).join("web/boardbits_web.wasm");
    let generated = www().join("generated");
    let mut bindgen = Bindgen::new();
    bindgen.input_path(compiled).out_name("boardbits").typescript(true);
    bindgen.remove_name_section(true).remove_producers_section(true);
    bindgen.omit_default_module_path(true).web(true).map_err(|error| error.to_string())?;
    bindgen.generate(&generated).map_err(|error| format!("wasm-bindgen: {error:#}"))?;
    Ok(())
}

/// Installs the npm packages that package-lock.json names, unless they are installed.
fn packages() -> Result {
    let (lock, installed) = (www().join("package-lock.json"), www().join("node_modules/.lock"));
    let lock = fs::read(lock)?;
    if fs::read(&installed).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    let options = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
    run(Command::new("npm").current_dir(www()).args(options))?;
    fs::write(installed, lock)?;
    Ok(())
}

/// A web server on this machine.
struct Server {
    port: u16,
}

impl Server {
    /// Serves a folder in the background, on any free port if `port` is in use.
    fn start(folder: &Path, port: u16) -> Result<Self> {
        let any = |_| TcpListener::bind(("127.0.0.1", 0));
        let listener = TcpListener::bind(("127.0.0.1", port)).or_else(any)?;
        let port = listener.local_addr()?.port();
        let folder = folder.to_path_buf();
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let folder = folder.clone();
                // A browser may close the connection early.
                thread::spawn(move || answer(stream, &folder).ok());
            }
        });
        Ok(Self { port })
    }

    fn address(&self) -> String {
        format!("http://127.0.0.1:{}/", self.port)
    }
}

/// Answers one request.
fn answer(mut stream: TcpStream, folder: &Path) -> Result {
    let mut lines = BufReader::new(stream.try_clone()?).lines();
    let request = lines.next().ok_or("no request")??;
    while lines.next().transpose()?.is_some_and(|line| !line.is_empty()) {}
    let path = request.split_whitespace().nth(1).unwrap_or("/");
    let found = file(path, folder).and_then(|file| Some((fs::read(&file).ok()?, file)));
    let (status, kind, body) = match found {
        Some((body, file)) => ("200 OK", kind(&file), body),
        None => ("404 Not Found", "text/plain", b"not found\n".to_vec()),
    };
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\
         Cache-Control: no-cache\r\nConnection: close\r\n\r\n",
        body.len()
    )?;
    stream.write_all(&body)?;
    Ok(())
}

/// The file of a request, which cannot leave the folder.
fn file(path: &str, folder: &Path) -> Option<PathBuf> {
    let path = path.split(['?', '#']).next()?.trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let is_name = |part: &str| !part.is_empty() && part != ".." && !part.contains(['\\', ':', '%']);
    path.split('/').all(is_name).then(|| folder.join(path))
}

/// The content type of a file.
fn kind(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

/// Checks, builds and tests the playground.
fn test() -> Result {
    run(cargo().args(["fmt", "--all", "--check"]))?;
    run(cargo().args(["clippy", "--quiet", "--all-targets", "--", "-D", "warnings"]))?;
    run(cargo().args(["test", "--quiet", "--workspace"]))?;
    let site = site()?;
    build(&site)?;
    // The answers that the page must give, and the times of the crates without a browser.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_stay_in_the_folder() {
        let folder = Path::new("site");
        assert_eq!(file("/", folder), Some("site/index.html".into()));
        assert_eq!(file("/app.js?x#y", folder), Some("site/app.js".into()));
        for path in ["/../secret", "//etc/passwd", "/a/../../b", "/%2e%2e/b"] {
            assert_eq!(file(path, folder).filter(|f| !f.starts_with("site")), None, "{path}");
        }
        assert_eq!(file("/../secret", folder), None);
    }
}
