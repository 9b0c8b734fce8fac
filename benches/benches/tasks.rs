//! Our engines and the baselines, measured by criterion: `cargo bench`, or `cargo bench -p CRATE`
//! for the tasks of a crate. Times are for one unit, as in docs/BENCHMARKS.md.

#![allow(missing_docs, reason = "the macros write functions")]

use std::cell::LazyCell;
use std::time::{Duration, Instant};

use benches::task::{Run, check};
use benches::tasks;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn all(criterion: &mut Criterion) {
    for task in tasks::all().into_iter().filter(|task| !task.slow) {
        // Only if criterion chooses the task.
        let units = LazyCell::new(|| {
            check(&task).unwrap_or_else(|reason| panic!("{reason}"));
            task.units() as u64
        });
        let name = format!("{}/{}, per {}", task.package, task.name, task.unit);
        let mut group = criterion.benchmark_group(name);
        group.throughput(Throughput::Elements(1));
        for engine in &task.engines {
            let mut running = None;
            group.bench_function(engine.name, |bencher| {
                let units = *units;
                let running = running.get_or_insert_with(|| engine.start());
                bencher.iter_custom(|wanted| time(&mut **running, units, wanted));
            });
        }
    }
}

/// The time of `wanted` units: that of the fewest rounds with as many, in proportion.
fn time(engine: &mut dyn Run, units: u64, wanted: u64) -> Duration {
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

criterion_group! {
    name = benches;
    config = Criterion::default()
        .without_plots()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_millis(500));
    targets = all
}
criterion_main!(benches);
