//! Measures tasks by criterion: our engines, the baselines, and rivals if their feature is on.
//! Times are for one unit, as in docs/BENCHMARKS.md. `cargo xtask bench --agree` compares the
//! answers.

use std::time::{Duration, Instant};

use benches::task::{Run, Task};
use criterion::{Criterion, Throughput};

/// Measures the tasks that are not slow and that the arguments choose.
pub(crate) fn measure(tasks: Vec<Task>) {
    let mut criterion = Criterion::default()
        .without_plots()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_millis(500))
        .configure_from_args();
    for task in tasks.into_iter().filter(|task| !task.slow) {
        let mut group =
            criterion.benchmark_group(format!("{}/{}, per {}", task.package, task.name, task.unit));
        group.throughput(Throughput::Elements(1));
        for engine in &task.engines {
            let mut running = None;
            group.bench_function(engine.name, |bencher| {
                let running = running.get_or_insert_with(|| engine.start());
                bencher.iter_custom(|wanted| time(&mut **running, wanted));
            });
        }
    }
    criterion.final_summary();
}

/// The time of `wanted` units: that of the fewest rounds with as many, in proportion.
fn time(engine: &mut dyn Run, wanted: u64) -> Duration {
    let units = engine.units() as u64;
    let rounds = wanted.div_ceil(units);
    let mut spent = Duration::ZERO;
    for _ in 0..rounds {
        engine.prepare();
        let start = Instant::now();
        engine.round();
        spent += start.elapsed();
    }
    spent.mul_f64(wanted as f64 / (rounds * units) as f64)
}
