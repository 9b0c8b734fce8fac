//! Builds, serves and tests the playground. `cargo xtask web` runs it.
//!
//! It is a separate program in the workspace of the playground, so that other tasks need not
//! compile wasm-bindgen.

use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;
use std::{fs, thread};

use wasm_bindgen_cli_support::Bindgen;

mod snippets;

type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

const USAGE: &str = "\
usage: cargo xtask web                  build the page into target/web/site
       cargo xtask web --serve          build it and serve it on this machine
       cargo xtask web --test           check, build and test it in a browser
       cargo xtask web --snippets       run the code that the page showed in the last test
       cargo xtask web --release DIR    build it into DIR, for a static host";

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    let result = match arguments[..] {
        [] => site().and_then(|site| build(&site)),
        ["--serve"] => serve(),
        ["--test"] => test(),
        ["--snippets"] => snippets::check(&target(), &root()),
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

/// Does a step of the work, and prints its name before and its time after it.
fn step<T>(name: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    let started = Instant::now();
    println!("web: {name} …");
    let result = work()?;
    println!("web: {name}: {:.1} s", started.elapsed().as_secs_f64());
    Ok(result)
}

/// What must be installed: how to see it, and how to get it.
fn prerequisites(with_browser: bool) -> Result {
    let mut missing = Vec::new();
    let sysroot = Command::new("rustc").args(["--print", "sysroot"]).output();
    let sysroot = sysroot.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let library = |root: String| Path::new(root.trim()).join("lib/rustlib").join(TARGET);
    if !sysroot.is_ok_and(|root| library(root).exists()) {
        missing.push(format!("the Rust target {TARGET}: rustup target add {TARGET}"));
    }
    if !runs("node") {
        missing.push("Node.js 18 or later: https://nodejs.org".into());
    }
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    if !is_installed()? && !runs(npm) {
        missing.push("npm, which comes with Node.js".into());
    }
    let browser = std::env::var("CHROMIUM").unwrap_or_else(|_| "/usr/bin/chromium".into());
    if with_browser && !Path::new(&browser).exists() {
        missing.push(format!("Chromium at {browser}: set CHROMIUM to its path"));
    }
    if missing.is_empty() {
        return Ok(());
    }
    Err(format!("these are missing:\n  {}", missing.join("\n  ")).into())
}

/// Whether a program can be started.
fn runs(program: &str) -> bool {
    let mut command = Command::new(program);
    command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
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
    prerequisites(false)?;
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let folder = folder.canonicalize()?;
    step("npm packages", packages)?;
    step("WebAssembly (the first time takes some minutes)", compile)?;
    step("JavaScript for the WebAssembly", bind)?;
    let node = |program: &str| {
        let mut command = Command::new("node");
        command.current_dir(www()).arg(program);
        command
    };
    step("types of the page", || run(&mut node("node_modules/typescript/bin/tsc")))?;
    step("page", || run(node("build.mjs").arg(&folder).arg(compressed())))?;
    println!("web: built {}", folder.display());
    Ok(())
}

/// The folder of files compressed for the server of this program.
fn compressed() -> PathBuf {
    target().join("gzip")
}

/// Compiles the crates.
fn compile() -> Result {
    let build = ["build", "--quiet", "-p", "boardbits-web", "--profile", "web", "--target", TARGET];
    run(cargo().args(build))
}

/// Writes the JavaScript side of the crates into `www/generated`.
fn bind() -> Result {
    let compiled = target().join(TARGET).join("web/boardbits_web.wasm");
    let generated = www().join("generated");
    let mut bindgen = Bindgen::new();
    bindgen.input_path(compiled).out_name("boardbits").typescript(true);
    bindgen.remove_name_section(true).remove_producers_section(true);
    bindgen.omit_default_module_path(true).web(true).map_err(|error| error.to_string())?;
    bindgen.generate(&generated).map_err(|error| format!("wasm-bindgen: {error:#}"))?;
    Ok(())
}

/// Whether the npm packages that package-lock.json names are installed.
fn is_installed() -> Result<bool> {
    let lock = fs::read(www().join("package-lock.json"))?;
    Ok(fs::read(installed()).is_ok_and(|installed| installed == lock))
}

/// The lock file of the packages that are installed.
fn installed() -> PathBuf {
    www().join("node_modules/.lock")
}

/// Installs the npm packages that package-lock.json names, unless they are installed.
fn packages() -> Result {
    if is_installed()? {
        return Ok(());
    }
    let options = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
    run(Command::new("npm").current_dir(www()).args(options))?;
    fs::copy(www().join("package-lock.json"), installed())?;
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
    let mut takes_gzip = false;
    while let Some(line) = lines.next().transpose()?.filter(|line| !line.is_empty()) {
        let line = line.to_ascii_lowercase();
        takes_gzip |= line.starts_with("accept-encoding:") && line.contains("gzip");
    }
    let path = request.split_whitespace().nth(1).unwrap_or("/");
    // Static hosts compress too.
    let small = || file(path, &compressed()).filter(|_| takes_gzip && folder.ends_with("site"));
    let found = small().and_then(|file| Some((fs::read(&file).ok()?, "gzip", file)));
    let plain = || file(path, folder).and_then(|file| Some((fs::read(&file).ok()?, "", file)));
    let (status, kind, encoding, body) = match found.or_else(plain) {
        Some((body, encoding, file)) => ("200 OK", kind(&file), encoding, body),
        None => ("404 Not Found", "text/plain", "", b"not found\n".to_vec()),
    };
    let encoding = if encoding.is_empty() { "" } else { "Content-Encoding: gzip\r\n" };
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n{encoding}\
         Cache-Control: no-cache\r\nVary: Accept-Encoding\r\nConnection: close\r\n\r\n",
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
        Some("png") => "image/png",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

/// Checks, builds and tests the playground.
fn test() -> Result {
    prerequisites(true)?;
    step("formatting", || run(cargo().args(["fmt", "--all", "--check"])))?;
    let clippy = ["clippy", "--quiet", "--workspace", "--all-targets", "--", "-D", "warnings"];
    step("clippy", || run(cargo().args(clippy)))?;
    step("unit tests", || run(cargo().args(["test", "--quiet", "--workspace"])))?;
    let site = site()?;
    build(&site)?;
    let answers = step("answers of the crates without a browser", native)?;
    let server = Server::start(&site, 0)?;
    let mut test = Command::new("node");
    test.current_dir(www().join("test")).arg("e2e.mjs").arg(server.address()).arg(&site);
    test.arg(answers).arg(target().join("playground.json"));
    step("tests in a browser", || run(&mut test))?;
    // With only some of the tests, the page has not shown all code.
    if std::env::var_os("ONLY").is_some() {
        return Ok(());
    }
    step("code that the page shows", || snippets::check(&target(), &root()))
}

/// Writes the answers that the page must give, and the times of the crates without a browser.
fn native() -> Result<PathBuf> {
    let native = cargo().args(["run", "--quiet", "--release", "--example", "native"]).output()?;
    if !native.status.success() {
        return Err(String::from_utf8_lossy(&native.stderr).into());
    }
    let answers = target().join("native.jsonl");
    fs::write(&answers, native.stdout)?;
    Ok(answers)
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
