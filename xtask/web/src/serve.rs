//! A server of static files for this machine.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::thread;

use crate::Result;

pub(crate) struct Server {
    port: u16,
}

impl Server {
    /// Serves a folder in the background, on any free port if `port` is in use.
    pub(crate) fn start(folder: &Path, port: u16) -> Result<Self> {
        let any = |_| TcpListener::bind(("127.0.0.1", 0));
        let listener = TcpListener::bind(("127.0.0.1", port)).or_else(any)?;
        let port = listener.local_addr()?.port();
        let folder = folder.to_path_buf();
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let folder = folder.clone();
                // A browser that goes away is not an error.
                thread::spawn(move || answer(stream, &folder).ok());
            }
        });
        Ok(Self { port })
    }

    pub(crate) fn address(&self) -> String {
        format!("http://127.0.0.1:{}/", self.port)
    }
}

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
