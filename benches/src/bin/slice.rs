//! Measures one engine at one task for a short time, in a separate process. `cargo xtask bench`
//! runs slices of two engines in turn.
//!
//! ```text
//! slice list                          the tasks, as JSON
//! slice list CRATE TEXT [slow]        those of a crate with a text in their names, slow ones only if wanted; may be empty
//! slice check TASK                    compare the answers of all engines
//! slice answers TASK                  each input and our answer, as JSON
//! slice time TASK ENGINE MILLISECONDS rounds for this time; prints JSON
//! slice count TASK ENGINE             one round in `measured_round`, for instruction counters
//! ```

use std::process::ExitCode;
use std::time::{Duration, Instant};

use bench_schema::{EngineInfo, Slice, TaskInfo};
use benches::task::{Engine, Run, Task, check};
use benches::tasks;

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
        ["list", ref choice @ ..] => {
            let (package, text) = match choice {
                [package, text, ..] => (*package, *text),
                _ => ("", ""),
            };
            let is_chosen = |task: &&Task| {
                (package.is_empty() || task.package == package)
                    && task.name.contains(text)
                    && (!task.slow || choice.is_empty() || choice.get(2) == Some(&"slow"))
            };
            // Counting its units takes making its inputs.
            print(&tasks::all().iter().filter(is_chosen).map(describe).collect::<Vec<_>>())
        }
        ["check", task] => check(&find(task)?),
        ["answers", task] => print(&find(task)?.engines[0].start().answers()),
        ["time", task, engine, milliseconds] => {
            let milliseconds = milliseconds.parse().map_err(|_| "how many milliseconds?")?;
            let task = find(task)?;
            print(&time(engine_of(&task, engine)?, Duration::from_millis(milliseconds)))
        }
        ["count", task, engine] => {
            let task = find(task)?;
            let mut running = engine_of(&task, engine)?.start();
            // Lazy initialization is not counted.
            running.prepare();
            running.round();
            running.prepare();
            measured_round(&mut *running);
            Ok(())
        }
        _ => Err("usage: slice list [CRATE TEXT [slow]] | check TASK | answers TASK | time TASK ENGINE MS | count TASK ENGINE".into()),
    }
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
fn time(engine: &Engine, least: Duration) -> Slice {
    let mut running = engine.start();
    running.prepare();
    let start = Instant::now();
    measured_round(&mut *running);
    let first = start.elapsed();
    let (mut rounds, mut spent) = if first < LONG { (0, Duration::ZERO) } else { (1, first) };
    while rounds == 0 || spent < least {
        running.prepare();
        let start = Instant::now();
        measured_round(&mut *running);
        spent += start.elapsed();
        rounds += 1;
    }
    Slice { rounds, nanoseconds: spent.as_nanos() as f64, nodes: running.nodes() }
}

fn print(value: &impl serde::Serialize) -> Result<(), String> {
    println!("{}", serde_json::to_string(value).map_err(|error| error.to_string())?);
    Ok(())
}

fn find(name: &str) -> Result<Task, String> {
    let task = tasks::all().into_iter().find(|task| task.name == name);
    task.ok_or_else(|| format!("no task is called {name:?}"))
}

fn engine_of<'a>(task: &'a Task, name: &str) -> Result<&'a Engine, String> {
    let engine = task.engines.iter().find(|engine| engine.name == name);
    engine.ok_or_else(|| format!("{}: no engine is called {name:?}", task.name))
}

fn describe(task: &Task) -> TaskInfo {
    let engine = |engine: &Engine| EngineInfo { name: engine.name.into(), role: engine.role };
    TaskInfo {
        package: task.package.into(),
        name: task.name.clone(),
        unit: task.unit.into(),
        units: task.units(),
        slow: task.slow,
        charted: task.charted,
        engines: task.engines.iter().map(engine).collect(),
    }
}
