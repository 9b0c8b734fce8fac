//! The API for JavaScript. Errors become exceptions.

#![allow(missing_docs, unreachable_pub, reason = "each item is that of the module of its name")]

use wasm_bindgen::prelude::{JsError, wasm_bindgen};

use crate::paths::Question;
use crate::{c4, chains, havannah, paths, puzzles, speed};

type Thrown<T = String> = Result<T, JsError>;

fn thrown<T>(result: Result<T, String>) -> Thrown<T> {
    result.map_err(|error| JsError::new(&error))
}

#[wasm_bindgen]
pub struct C4(c4::C4);

#[wasm_bindgen]
impl C4 {
    #[wasm_bindgen(constructor)]
    pub fn new(width: u32, height: u32, bytes: usize) -> Thrown<C4> {
        thrown(c4::C4::new(width, height, bytes).map(Self))
    }

    pub fn with_book(book: Vec<u8>, bytes: usize) -> Thrown<C4> {
        thrown(c4::C4::with_book(book, bytes).map(Self))
    }

    pub fn sign(&mut self, moves: &str, column: u32, ms: u32) -> Thrown {
        thrown(self.0.sign(moves, column, ms))
    }

    pub fn score(&mut self, moves: &str, column: u32, ms: u32) -> Thrown {
        thrown(self.0.score(moves, column, ms))
    }

    pub fn line(&mut self, moves: &str, ms: u32) -> Thrown {
        thrown(self.0.line(moves, ms))
    }

    pub fn nodes(&self) -> f64 {
        self.0.nodes()
    }
}

#[wasm_bindgen]
pub struct Engine(havannah::Engine);

#[wasm_bindgen]
impl Engine {
    #[wasm_bindgen(constructor)]
    pub fn new(seed: u32) -> Engine {
        Self(havannah::Engine::new(seed))
    }

    pub fn think(&mut self, base: u32, rule: &str, moves: &str, ms: u32, playouts: u32) -> Thrown {
        thrown(self.0.think(base, rule, moves, ms, playouts))
    }
}

#[wasm_bindgen]
pub struct Puzzle(puzzles::Session);

#[wasm_bindgen]
impl Puzzle {
    #[wasm_bindgen(constructor)]
    pub fn new(file: &str) -> Thrown<Puzzle> {
        thrown(puzzles::Session::new(file).map(Self))
    }

    pub fn shown(&self) -> String {
        self.0.shown()
    }

    pub fn place(&mut self, piece: u32, cells: &[u32]) -> Thrown {
        thrown(self.0.place(piece, cells))
    }

    pub fn remove(&mut self, cell: u32) -> Thrown {
        thrown(self.0.remove(cell))
    }

    pub fn clear(&mut self) -> Thrown {
        thrown(self.0.clear())
    }

    pub fn count(&mut self, ms: u32) -> Thrown {
        thrown(self.0.count(ms))
    }

    pub fn classes(&mut self, ms: u32) -> Thrown {
        thrown(self.0.classes(ms))
    }

    pub fn hint(&mut self, ms: u32) -> Thrown {
        thrown(self.0.hint(ms))
    }

    pub fn solution(&mut self, number: &str, ms: u32) -> Thrown {
        thrown(self.0.solution(number, ms))
    }

    pub fn random(&mut self, seed: u32, ms: u32) -> Thrown {
        thrown(self.0.random(seed, ms))
    }

    pub fn step(&mut self, nodes: u32) -> Thrown {
        thrown(self.0.step(nodes))
    }
}

/// Free functions with the arguments of their originals.
macro_rules! functions {
    ($($name:ident = $of:path, ($($argument:ident: $type:ty),*);)*) => {$(
        #[wasm_bindgen]
        pub fn $name($($argument: $type),*) -> Thrown {
            thrown($of($($argument),*))
        }
    )*};
}

functions! {
    c4_state = c4::state, (width: u32, height: u32, moves: &str);
    chain_play = chains::play, (field: &str, rules: &str);
    chain_drop = chains::drop, (field: &str, pair: &str, column: u32, rotation: u32, rules: &str);
    chain_best = chains::best, (field: &str, first: &str, second: &str, rules: &str);
    hav_cells = havannah::cells, (base: u32);
    hav_state = havannah::state, (base: u32, rule: &str, moves: &str);
    path_map = paths::map, (file: &str);
    path_targets = paths::targets, (width: u32, height: u32, walls: &[u8], from: u32, piece: &str);
}

#[wasm_bindgen]
pub fn chain_deal(seed: u32, from: u32, to: u32, colors: u32) -> String {
    chains::deal(seed, from, to, colors)
}

#[wasm_bindgen]
pub fn presets() -> String {
    puzzles::all_presets()
}

#[wasm_bindgen]
pub fn speed(name: &str, rounds: u32) -> Thrown<f64> {
    thrown(speed::work(name, rounds))
}

/// Questions about paths have the same first arguments.
macro_rules! path_questions {
    ($($name:ident = $method:ident, ($($argument:ident: $type:ty),*);)*) => {$(
        #[wasm_bindgen]
        #[allow(clippy::too_many_arguments, reason = "JavaScript has no structs")]
        pub fn $name(
            width: u32,
            height: u32,
            walls: &[u8],
            from: u32,
            to: u32,
            piece: &str,
            $($argument: $type),*
        ) -> Thrown {
            thrown(Question { width, height, walls, from, to, piece }.$method($($argument),*))
        }
    )*};
}

path_questions! {
    path_all = all, ();
    path_sample = sample, (seed: u32);
    path_tour = tour, (closed: bool, ms: u32);
    path_tours = tours, (closed: bool, ms: u32);
}
