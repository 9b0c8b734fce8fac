//! Tasks, and the engines that are measured on them.
//!
//! A task is a question with a list of inputs; a **unit** is one input. An **engine** answers it:
//! ours, a baseline or a rival. In a **round**, an engine answers all inputs once.

use std::hint::black_box;
use std::rc::Rc;

/// The role of an engine in a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// A crate of this workspace.
    Ours,
    /// Our port of the algorithm as first published, or plain code where nothing is published.
    Baseline,
    /// A crate of other authors.
    Rival,
}

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
    /// Whether it is a headline task: quick runs measure these.
    pub charted: bool,
    /// The engines, ours first.
    pub engines: Vec<Engine>,
    inputs: Box<dyn Fn() -> Vec<u8>>,
}

impl Task {
    /// The inputs as programs in other languages read them: a line each, or a picture.
    #[must_use]
    pub fn inputs(&self) -> Vec<u8> {
        (self.inputs)()
    }
}

/// An implementation that solves the inputs of a task.
pub struct Engine {
    /// The name, unique in the task.
    pub name: &'static str,
    /// Its role.
    pub role: Role,
    /// Our engine that does the same work, with which it is paired. The first one by default.
    pub against: Option<&'static str>,
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
    /// Runs the task once more and returns the answer to each input, for comparison.
    fn answers(&mut self) -> Vec<String>;
    /// Number of units in a round.
    fn units(&self) -> usize;
}

/// A task to which engines are added.
pub struct Builder<I> {
    task: Task,
    inputs: Rc<dyn Fn() -> Vec<I>>,
    units: fn(&I) -> usize,
}

impl<I: 'static> Builder<I> {
    /// A task without engines.
    pub fn new(
        package: &'static str,
        name: impl Into<String>,
        unit: &'static str,
        inputs: impl Fn() -> Vec<I> + 'static,
    ) -> Self {
        let (name, engines, nothing) = (name.into(), Vec::new(), Box::new(Vec::new));
        let (slow, charted) = (false, false);
        let task = Task { package, name, unit, slow, charted, engines, inputs: nothing };
        Self { task, inputs: Rc::new(inputs), units: |_| 1 }
    }

    /// Leaves the task out of quick runs.
    #[must_use]
    pub fn slow(mut self) -> Self {
        self.task.slow = true;
        self
    }

    /// Makes it a headline task.
    #[must_use]
    pub fn charted(mut self) -> Self {
        self.task.charted = true;
        self
    }

    /// Sets the number of units in an input, for engines that take many at once. Before any engine.
    #[must_use]
    pub fn units_per_input(mut self, units: fn(&I) -> usize) -> Self {
        self.units = units;
        self
    }

    /// Writes each input for programs in other languages, in order.
    #[must_use]
    pub fn written(mut self, write: fn(&I) -> Vec<u8>) -> Self {
        let inputs = self.inputs.clone();
        self.task.inputs = Box::new(move || inputs().iter().flat_map(write).collect());
        self
    }

    /// Pairs the last engine with one of ours that does the same work.
    #[must_use]
    pub fn against(mut self, ours: &'static str) -> Self {
        if let Some(last) = self.task.engines.last_mut() {
            last.against = Some(ours);
        }
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
        self.engine_prepared(role, name, state, |_| (), solve, show)
    }

    /// Adds an engine with state, which is prepared before each round.
    #[must_use]
    pub fn engine_prepared<S: 'static, R: 'static>(
        mut self,
        role: Role,
        name: &'static str,
        state: fn() -> S,
        prepare: fn(&mut S),
        solve: impl Fn(&mut S, &I) -> R + Copy + 'static,
        show: impl Fn(&S, R) -> String + Copy + 'static,
    ) -> Self {
        let (inputs, units) = (self.inputs.clone(), self.units);
        let make = Box::new(move || -> Box<dyn Run> {
            let (inputs, state) = (inputs().into(), state());
            Box::new(Running { inputs, units, state, prepare, solve, show })
        });
        self.task.engines.push(Engine { name, role, against: None, make });
        self
    }

    /// The task.
    ///
    /// # Panics
    /// If its first engine is not ours, or one is paired with an engine that is not there.
    #[must_use]
    pub fn build(self) -> Task {
        let engines = &self.task.engines;
        let is_ours = |name: Option<&str>| {
            let mut ours = engines.iter().filter(|engine| engine.role == Role::Ours);
            ours.any(|engine| name.is_none_or(|name| name == engine.name))
        };
        assert!(engines.first().is_some_and(|first| first.role == Role::Ours), "ours comes first");
        assert!(engines.iter().all(|engine| is_ours(engine.against)), "{}", self.task.name);
        self.task
    }
}

struct Running<I, S, F, G> {
    inputs: Rc<[I]>,
    units: fn(&I) -> usize,
    state: S,
    prepare: fn(&mut S),
    solve: F,
    show: G,
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

    fn answers(&mut self) -> Vec<String> {
        self.prepare();
        let inputs = Rc::clone(&self.inputs);
        let answer = |input: &I| {
            let answer = (self.solve)(&mut self.state, input);
            (self.show)(&self.state, answer)
        };
        inputs.iter().map(answer).collect()
    }

    fn units(&self) -> usize {
        self.inputs.iter().map(self.units).sum()
    }
}

/// A checksum of all numbers of an answer that is too large to print, such as the labels of an
/// image: the sum of number · mix(place) modulo 2⁶⁴, in any order. Numbers that are 0 add nothing.
#[must_use]
pub fn checksum(numbers: impl IntoIterator<Item = (usize, u64)>) -> u64 {
    let mix = |place: usize| {
        let word = (place as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (word ^ word >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
    };
    let terms = numbers.into_iter().map(|(place, number)| number.wrapping_mul(mix(place)));
    terms.fold(0, u64::wrapping_add)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(against: &'static str) -> Task {
        Builder::new("benches", "task", "number", || vec![1, 2, 3])
            .units_per_input(|input| *input)
            .written(|input| format!("{input}\n").into_bytes())
            .engine(Role::Ours, "ours", |input| input * 2, |answer| answer.to_string())
            .engine(Role::Rival, "rival", |input| input + 1, |answer| answer.to_string())
            .against(against)
            .build()
    }

    #[test]
    fn engines_answer_each_input() {
        let task = task("ours");
        assert_eq!(task.inputs(), b"1\n2\n3\n");
        let mut engine = task.engines[1].start();
        assert_eq!((engine.answers().join(" "), engine.units()), ("2 3 4".to_owned(), 6));
    }

    #[test]
    #[should_panic(expected = "task")]
    fn an_engine_is_paired_with_one_of_ours() {
        let _ = task("rival");
    }

    #[test]
    fn checksums_depend_on_places_and_not_on_the_order() {
        assert_eq!(checksum([(0, 5), (7, 9)]), checksum([(7, 9), (3, 0), (0, 5)]));
        assert_ne!(checksum([(0, 5), (7, 9)]), checksum([(0, 9), (7, 5)]));
    }
}
