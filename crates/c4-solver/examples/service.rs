//! An analysis service: JSON lines on stdin and stdout.
//!
//! A request is `{"id": 1, "moves": "44", "seconds": 5}`; `{"cancel": 1}` stops it. Each answer has
//! the id: `column` and `score` as soon as a column is solved; at the end the scores or bounds of
//! all columns in `bounds`, and `stopped` with the reason if some are open.
//!
//! ```sh
//! echo '{"id": 1, "moves": "271713432331713132", "seconds": 5}' |
//!     cargo run --release -p c4-solver --features serde --example service
//! ```

use std::collections::HashMap;
use std::error::Error;
use std::io::{self, BufRead};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use c4_solver::{Column, Limits, Position, Progress, SolveProgress, Solver};
use serde_json::{Value, json};

/// The cancel flags of the requests that are not answered yet, by id.
type Flags = Mutex<HashMap<u64, Arc<AtomicBool>>>;
type Answer = Result<Value, Box<dyn Error>>;

fn main() {
    let (flags, (sender, requests)) = (Flags::default(), mpsc::channel());
    let lock = || flags.lock().unwrap_or_else(PoisonError::into_inner);
    thread::scope(|scope| {
        scope.spawn(|| {
            let sender = sender;
            for line in io::stdin().lock().lines().map_while(Result::ok) {
                let request: Value = serde_json::from_str(&line).unwrap_or_default();
                let flag = request["cancel"].as_u64().and_then(|id| lock().get(&id).cloned());
                if let Some(flag) = flag {
                    flag.store(true, Relaxed);
                } else if let Some(id) = request["id"].as_u64() {
                    let flag = Arc::new(AtomicBool::new(false));
                    lock().insert(id, flag.clone());
                    if sender.send((id, request, flag)).is_err() {
                        return;
                    }
                } else {
                    println!("{}", json!({ "error": "expected an id", "line": line }));
                }
            }
        });
        let mut solver = Solver::default();
        for (id, request, flag) in requests {
            let answer = answer(&mut solver, id, &request, flag)
                .unwrap_or_else(|error| json!({ "id": id, "error": error.to_string() }));
            println!("{answer}");
            lock().remove(&id);
        }
    });
}

/// Answers a request. The limits own the flag together with the map of flags.
fn answer(solver: &mut Solver, id: u64, request: &Value, cancel: Arc<AtomicBool>) -> Answer {
    let position = Position::from_moves(request["moves"].as_str().unwrap_or_default())?;
    let report = |progress: &Progress| {
        let Some(found) = progress.detail::<SolveProgress>() else { return };
        if let (Some(column), Some(score)) = (found.column, found.bounds.exact()) {
            println!("{}", json!({ "id": id, "column": column, "score": score }));
        }
    };
    let mut limits = Limits::new().cancel_shared(cancel).on_progress(&report);
    if let Some(seconds) = request["seconds"].as_f64() {
        limits = limits.time(Duration::try_from_secs_f64(seconds)?);
    }
    let (analysis, stopped) = match solver.try_analyze(&position, &limits) {
        Ok(analysis) => (analysis, None),
        Err(stopped) => (stopped.partial, Some(stopped.reason.to_string())),
    };
    let bounds: Vec<_> = Column::all(7).map(|column| analysis.bounds(column)).collect();
    Ok(json!({ "id": id, "bounds": bounds, "stopped": stopped }))
}
