//! Every engine at every task, for interactive work: `cargo bench -p benches --features criterion,rivals -- FILTER`.

#![allow(missing_docs, reason = "the macros write functions")]

use std::time::{Duration, Instant};

use benches::task::check;
use benches::tasks;
use criterion::{Criterion, criterion_group, criterion_main};

fn all(criterion: &mut Criterion) {
    for task in tasks::all().into_iter().filter(|task| !task.slow) {
        if let Err(reason) = check(&task) {
            panic!("{reason}");
        }
        let mut group = criterion.benchmark_group(format!("{}/{}", task.package, task.name));
        for engine in &task.engines {
            let mut running = engine.start();
            group.bench_function(engine.name, |bencher| {
                bencher.iter_custom(|rounds| {
                    let mut spent = Duration::ZERO;
                    for _ in 0..rounds {
                        running.prepare();
                        let start = Instant::now();
                        running.round();
                        spent += start.elapsed();
                    }
                    spent
                });
            });
        }
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20).measurement_time(Duration::from_secs(2));
    targets = all
}
criterion_main!(benches);
