//! Tasks, and the engines that are measured on them.

use std::hint::black_box;
use std::rc::Rc;

pub use bench_schema::Role;

/// A task: several engines solve the same inputs. The first engine is ours.
pub struct Task {
    /// The crate that is measured.
    pub package: &'static str,
    /// The name, unique among all tasks: the job, and after the first comma its inputs.
    pub name: String,
    /// The unit of the figures: they are given for one flood, one board, one query.
    pub unit: &'static str,
    /// Whether quick runs leave it out.
    pub slow: bool,
    /// Whether it is in the chart of its crate.
    pub charted: bool,
    /// The engines, ours first.
    pub engines: Vec<Engine>,
    units: Box<dyn Fn() -> usize>,
}

impl Task {
    /// Number of units in a round. Makes the inputs, which takes time.
    #[must_use]
    pub fn units(&self) -> usize {
        (self.units)()
    }
}

/// An implementation that solves the inputs of a task.
pub struct Engine {
    /// The name, unique in the task.
    pub name: &'static str,
    /// Its role.
    pub role: Role,
    make: Box<dyn Fn() -> Box<dyn Run>>,
}

impl Engine {
    /// Makes its inputs and its state.
    #[must_use]
    pub fn start(&self) -> Box<dyn Run> {
        (self.make)()
    }
}

/// An engine at work.
pub trait Run {
    /// Resets the state between rounds. Not measured.
    fn prepare(&mut self);
    /// Runs the task once on all inputs. This is measured.
    fn round(&mut self);
    /// Runs the task once more and returns input and answer of each unit, for comparison.
    fn answers(&mut self) -> Vec<(String, String)>;
    /// Number of nodes searched in the last round, for engines that search.
    fn nodes(&self) -> Option<u64>;
}

/// A task to which engines are added.
pub struct Builder<I> {
    task: Task,
    inputs: Rc<dyn Fn() -> Vec<I>>,
    describe: fn(&I) -> String,
}

impl<I: 'static> Builder<I> {
    /// A task without engines. `describe` names an input where engines disagree about it.
    pub fn new(
        package: &'static str,
        name: impl Into<String>,
        unit: &'static str,
        inputs: impl Fn() -> Vec<I> + 'static,
        describe: fn(&I) -> String,
    ) -> Self {
        let inputs: Rc<dyn Fn() -> Vec<I>> = Rc::new(inputs);
        let (name, engines, all) = (name.into(), Vec::new(), inputs.clone());
        let units = Box::new(move || all().len());
        let task = Task { package, name, unit, slow: false, charted: false, engines, units };
        Self { task, inputs, describe }
    }

    /// Leaves the task out of quick runs.
    #[must_use]
    pub fn slow(mut self) -> Self {
        self.task.slow = true;
        self
    }

    /// Puts the task into the chart of its crate.
    #[must_use]
    pub fn charted(mut self) -> Self {
        self.task.charted = true;
        self
    }

    /// Sets the number of units in an input, for engines that take many at once.
    #[must_use]
    pub fn units_per_input(mut self, units: fn(&I) -> usize) -> Self {
        let inputs = self.inputs.clone();
        self.task.units = Box::new(move || inputs().iter().map(units).sum());
        self
    }

    /// Adds an engine without state. `show` turns its result into text for the comparison.
    #[must_use]
    pub fn engine<R: 'static>(
        self,
        role: Role,
        name: &'static str,
        solve: impl Fn(&I) -> R + Copy + 'static,
        show: fn(R) -> String,
    ) -> Self {
        let solve = move |(): &mut (), input: &I| solve(input);
        self.engine_with(role, name, || (), solve, move |(), answer| show(answer))
    }

    /// Adds an engine with state, which may hold the results.
    #[must_use]
    pub fn engine_with<S: 'static, R: 'static>(
        self,
        role: Role,
        name: &'static str,
        state: fn() -> S,
        solve: impl Fn(&mut S, &I) -> R + Copy + 'static,
        show: impl Fn(&S, R) -> String + Copy + 'static,
    ) -> Self {
        self.search_engine(role, name, state, |_| (), solve, show, |_| None)
    }

    /// Adds an engine with state, which is prepared before each round and may count nodes.
    #[must_use]
    #[expect(clippy::too_many_arguments, reason = "each is one of the things that make an engine")]
    pub fn search_engine<S: 'static, R: 'static>(
        mut self,
        role: Role,
        name: &'static str,
        state: fn() -> S,
        prepare: fn(&mut S),
        solve: impl Fn(&mut S, &I) -> R + Copy + 'static,
        show: impl Fn(&S, R) -> String + Copy + 'static,
        nodes: fn(&S) -> Option<u64>,
    ) -> Self {
        let (inputs, describe) = (self.inputs.clone(), self.describe);
        let make = Box::new(move || -> Box<dyn Run> {
            let inputs: Rc<[I]> = inputs().into();
            Box::new(Running { inputs, describe, state: state(), prepare, solve, show, nodes })
        });
        self.task.engines.push(Engine { name, role, make });
        self
    }

    /// The task.
    ///
    /// # Panics
    /// If its first engine is not ours.
    #[must_use]
    pub fn build(self) -> Task {
        let first = self.task.engines.first();
        assert!(first.is_some_and(|engine| engine.role == Role::Ours), "our engine comes first");
        self.task
    }
}

struct Running<I, S, F, G> {
    inputs: Rc<[I]>,
    describe: fn(&I) -> String,
    state: S,
    prepare: fn(&mut S),
    solve: F,
    show: G,
    nodes: fn(&S) -> Option<u64>,
}

impl<I, S, R, F, G> Run for Running<I, S, F, G>
where
    F: Fn(&mut S, &I) -> R,
    G: Fn(&S, R) -> String,
{
    fn prepare(&mut self) {
        (self.prepare)(&mut self.state);
    }

    fn round(&mut self) {
        for input in &*self.inputs {
            black_box((self.solve)(&mut self.state, black_box(input)));
        }
    }

    fn answers(&mut self) -> Vec<(String, String)> {
        self.prepare();
        let inputs = Rc::clone(&self.inputs);
        let answer = |input: &I| {
            let answer = (self.solve)(&mut self.state, input);
            ((self.describe)(input), (self.show)(&self.state, answer))
        };
        inputs.iter().map(answer).collect()
    }

    fn nodes(&self) -> Option<u64> {
        (self.nodes)(&self.state)
    }
}

/// Runs all engines of a task on its inputs and compares their answers with those of the first.
///
/// # Errors
/// Input and both answers, where an engine disagrees.
pub fn check(task: &Task) -> Result<(), String> {
    let mut engines = task.engines.iter();
    let Some(ours) = engines.next() else { return Ok(()) };
    let expected = ours.start().answers();
    for engine in engines {
        let answers = engine.start().answers();
        if answers.len() != expected.len() {
            let (a, b) = (expected.len(), answers.len());
            return Err(format!(
                "{}: {} answers by {}, {b} by {}",
                task.name, a, ours.name, engine.name
            ));
        }
        for ((input, ours_says), (_, theirs)) in expected.iter().zip(&answers) {
            if ours_says != theirs {
                return Err(format!(
                    "{}: the engines disagree about {input}\n  {}: {ours_says}\n  {}: {theirs}",
                    task.name, ours.name, engine.name
                ));
            }
        }
    }
    Ok(())
}
