//! Measures one engine at one task for a short time, in a separate process: the protocol of
//! docs/BENCHMARKS.md, which programs in other languages follow, too.
//!
//! ```text
//! slice list                          the tasks and their engines, as JSON
//! slice inputs TASK                   the inputs, for programs in other languages
//! slice answers TASK ENGINE           the answers, a line each
//! slice time TASK ENGINE MILLISECONDS rounds for this time; prints JSON
//! slice count TASK ENGINE             one round in `measured_round`, for instruction counters
//! ```

use std::io::Write as _;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use benches::task::{Engine, Role, Run, Task};
use benches::tasks;

const USAGE: &str = "usage: slice list | inputs TASK | answers TASK ENGINE | \
    time TASK ENGINE MILLISECONDS | count TASK ENGINE";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[&str]) -> Result<(), String> {
    match *arguments {
        ["list"] => println!("{}", list(tasks::all().iter().map(describe))),
        ["inputs", task] => {
            let written = std::io::stdout().write_all(&find(task)?.inputs());
            written.map_err(|error| error.to_string())?;
        }
        ["answers", task, engine] => {
            let answers = engine_of(&find(task)?, engine)?.start().answers();
            answers.iter().for_each(|answer| println!("{answer}"));
        }
        ["time", task, engine, milliseconds] => {
            let milliseconds = milliseconds.parse().map_err(|_| "how many milliseconds?")?;
            let task = find(task)?;
            println!("{}", time(engine_of(&task, engine)?, Duration::from_millis(milliseconds)));
        }
        ["count", task, engine] => {
            let mut running = engine_of(&find(task)?, engine)?.start();
            // Lazy initialization is not counted.
            running.prepare();
            running.round();
            running.prepare();
            measured_round(&mut *running);
            println!("{{\"units\":{}}}", running.units());
        }
        _ => return Err(USAGE.into()),
    }
    Ok(())
}

/// The function whose instructions are counted.
#[inline(never)]
fn measured_round(running: &mut dyn Run) {
    running.round();
}

/// A round of this length is not repeated to warm up: what a warm-up changes is far shorter.
const LONG: Duration = Duration::from_secs(1);

/// One round to warm up, then rounds until they have taken `least`. A long first round is the only
/// one.
fn time(engine: &Engine, least: Duration) -> String {
    let mut running = engine.start();
    let mut round = || {
        running.prepare();
        let start = Instant::now();
        measured_round(&mut *running);
        start.elapsed()
    };
    let first = round();
    let (mut rounds, mut spent) = if first < LONG { (0, Duration::ZERO) } else { (1, first) };
    while rounds == 0 || spent < least {
        spent += round();
        rounds += 1;
    }
    let (nanoseconds, units) = (spent.as_nanos(), running.units());
    format!("{{\"rounds\":{rounds},\"nanoseconds\":{nanoseconds},\"units\":{units}}}")
}

fn find(name: &str) -> Result<Task, String> {
    let task = tasks::all().into_iter().find(|task| task.name == name);
    task.ok_or_else(|| format!("no task is called {name:?}"))
}

fn engine_of<'a>(task: &'a Task, name: &str) -> Result<&'a Engine, String> {
    let engine = task.engines.iter().find(|engine| engine.name == name);
    engine.ok_or_else(|| format!("{}: no engine is called {name:?}", task.name))
}

/// A task as JSON. The names in it have no signs that JSON and Rust escape in different ways.
fn describe(task: &Task) -> String {
    let engine = |engine: &Engine| {
        let role = match engine.role {
            Role::Ours => "ours",
            Role::Baseline => "baseline",
            Role::Rival => "rival",
        };
        let against = engine.against.map_or("null".to_owned(), |name| format!("{name:?}"));
        format!("{{\"name\":{:?},\"role\":{role:?},\"against\":{against}}}", engine.name)
    };
    let Task { package, name, unit, slow, charted, engines, .. } = task;
    format!(
        "{{\"package\":{package:?},\"name\":{name:?},\"unit\":{unit:?},\"slow\":{slow},\
         \"charted\":{charted},\"engines\":{}}}",
        list(engines.iter().map(engine))
    )
}

fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(","))
}
