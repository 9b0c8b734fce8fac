//! Havannah: the game, random games, a player and a solver. The classes of `boardbits.havannah` are
//! made of these.
//!
//! Python names cells (row, column) from 0, the crate (x, y) from 1.

use havannah_uf::dfpn::{self, Solver as InnerSolver};
use havannah_uf::mcts::{Choice as InnerChoice, Mcts as InnerMcts};
use havannah_uf::{
    Game as InnerGame, Hex, Limits, Move, Notation, PlayError, Player, PlayoutStatistics, Playouts,
    RingRule, StopReason, Value, Wins,
};
use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray2};
use pyo3::prelude::*;

use crate::number;
use crate::query::{Exclusive, result, run_apart, value_error};

/// (row, column), on the board
type Cell = (u32, u32);

fn cell(hex: Hex) -> Cell {
    (hex.y - 1, hex.x - 1)
}

fn hex((row, column): Cell) -> Hex {
    Hex::new(column.saturating_add(1), row.saturating_add(1))
}

/// 1 or 2.
fn number(player: Player) -> u8 {
    match player {
        Player::First => 1,
        Player::Second => 2,
    }
}

fn value_name(value: Value) -> &'static str {
    match value {
        Value::Win => "win",
        Value::Loss => "loss",
        _ => "draw",
    }
}

#[pyclass(frozen, eq)]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Game(InnerGame);

#[pymethods]
impl Game {
    #[new]
    fn new(
        #[pyo3(from_py_with = number::base)] base: u32,
        rule: &str,
        swap: bool,
    ) -> PyResult<Self> {
        let rule: RingRule = rule.parse().map_err(value_error)?;
        let game = InnerGame::new(base, rule).map_err(value_error)?;
        Ok(Self(if swap { game.with_swap_rule() } else { game }))
    }

    /// The game after a stone, or a swap.
    fn play(&self, py: Python<'_>, at: Option<Cell>) -> PyResult<Self> {
        let mut game = py.detach(|| self.0.clone());
        // The texts of the crate name cells as (x, y) from 1.
        game.play(at.map_or(Move::Swap, |at| Move::Stone(hex(at)))).map_err(|error| {
            value_error(match (error, at) {
                (PlayError::Taken { .. }, Some(at)) => {
                    format!("there is a stone on {at:?} already")
                }
                (PlayError::Over { .. }, _) => "the game is over".to_owned(),
                (error, _) => error.to_string(),
            })
        })?;
        Ok(Self(game))
    }

    fn undo(&self) -> Option<Self> {
        let mut game = self.0.clone();
        game.undo().map(|_| Self(game))
    }

    fn base(&self) -> u32 {
        self.0.base()
    }

    /// The rule for rings, and whether there is the swap rule.
    fn rules(&self) -> (&'static str, bool) {
        (self.0.rule().name(), self.0.has_swap_rule())
    }

    fn ply(&self) -> usize {
        self.0.ply()
    }

    fn turn(&self) -> u8 {
        number(self.0.turn())
    }

    /// The cells of the moves, None for a swap.
    fn moves(&self) -> Vec<Option<Cell>> {
        self.0.moves().map(|played| played.cell().map(cell)).collect()
    }

    fn is_over(&self) -> bool {
        self.0.is_over()
    }

    fn winner(&self) -> Option<u8> {
        self.0.winner().map(number)
    }

    fn wins(&self) -> Vec<String> {
        self.0.wins().iter().map(|way| way.to_string()).collect()
    }

    fn winning_stones(&self, py: Python<'_>) -> Vec<(String, Vec<Cell>)> {
        let found = py.detach(|| self.0.winning_stones()).into_iter();
        let cells = |cells: Vec<Hex>| cells.into_iter().map(cell).collect();
        found.map(|stones| (stones.way.to_string(), cells(stones.cells))).collect()
    }

    fn empty_cells(&self) -> Vec<Cell> {
        self.0.empty_cells().map(cell).collect()
    }

    fn winning_cells(&self) -> Vec<Cell> {
        self.0.winning_cells(self.0.turn()).map(cell).collect()
    }

    fn to_array<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<u8>> {
        let (base, side) = (self.0.base(), 2 * self.0.base() as usize - 1);
        let entry = |(row, column): (usize, usize)| {
            let hex = hex((row as u32, column as u32));
            if hex.is_on_board(base) { self.0.stone(hex).map_or(0, number) } else { 255 }
        };
        Array2::from_shape_fn((side, side), entry).into_pyarray(py)
    }

    /// The cell with this name.
    fn cell(&self, name: &str) -> PyResult<Cell> {
        Notation::LittleGolem.parse(name, self.0.base()).map(cell).map_err(value_error)
    }

    fn name(&self, at: Cell) -> String {
        Notation::LittleGolem.write(hex(at), self.0.base())
    }

    fn playouts<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = number::games)] games: u64,
        #[pyo3(from_py_with = number::seed)] seed: u64,
        #[pyo3(from_py_with = number::threads)] threads: usize,
        timeout: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let playouts = Playouts::new(&self.0).seed(seed).threads(threads);
        let counts = |found: PlayoutStatistics| counts(py, &found);
        #[expect(clippy::result_large_err, reason = "the games are stopped once")]
        run_apart(py, timeout, |limits| playouts.try_run(games, limits), counts).and_then(counts)
    }

    fn __str__(&self) -> String {
        self.0.to_string().trim_end().to_owned()
    }
}

fn counts<'py>(py: Python<'py>, found: &PlayoutStatistics) -> PyResult<Bound<'py, PyAny>> {
    let won = [Player::First, Player::Second].map(|player| found.won_by(player));
    let mut ways = Wins::ALL.iter().map(|way| found.won_with(way));
    let [bridge, fork, ring] = [(); 3].map(|()| ways.next().unwrap_or(0));
    let (games, draws, length) = (found.games(), found.draws(), found.mean_length());
    result(py, "Playouts", (games, draws, won[0], won[1], bridge, fork, ring, length))
}

#[pyclass(frozen)]
pub(crate) struct Mcts(Exclusive<InnerMcts>);

#[pymethods]
impl Mcts {
    #[new]
    fn new(
        #[pyo3(from_py_with = number::seed)] seed: u64,
        #[pyo3(from_py_with = number::threads)] threads: usize,
        exploration: f32,
        rave: bool,
        #[pyo3(from_py_with = number::memory_mib)] memory_mib: usize,
    ) -> Self {
        let player = InnerMcts::new().seed(seed).threads(threads).exploration(exploration);
        let player = player.rave(rave).memory_bytes(memory_mib.saturating_mul(1 << 20));
        Self(Exclusive::new(player))
    }

    fn search<'py>(
        &self,
        py: Python<'py>,
        game: &Game,
        #[pyo3(from_py_with = number::playouts)] playouts: Option<u64>,
        timeout: Option<f64>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let choice = |found: Option<_>| found.map(|found| choice(py, &found)).transpose();
        self.0.with(py, timeout, |player, timeout| {
            let query = |limits: &Limits<'_>| {
                let limits = limits.clone().nodes(playouts.unwrap_or(u64::MAX));
                player.try_search(&game.0, &limits).or_else(|stopped| match stopped.reason {
                    StopReason::Nodes => Ok(stopped.partial),
                    _ => Err(stopped),
                })
            };
            choice(run_apart(py, timeout, query, choice)?)
        })
    }

    fn moves<'py>(&self, py: Python<'py>, game: &Game) -> PyResult<Option<Vec<Bound<'py, PyAny>>>> {
        let found = self.0.with(py, None, |player, _| Ok(py.detach(|| player.moves(&game.0))))?;
        found.map(|found| found.iter().map(|found| choice(py, found)).collect()).transpose()
    }
}

fn choice<'py>(py: Python<'py>, found: &InnerChoice) -> PyResult<Bound<'py, PyAny>> {
    let proven = found.proven.map(value_name);
    let values = (cell(found.cell), found.visits, found.playouts, found.win_rate, proven);
    result(py, "Choice", values)
}

#[pyclass(frozen)]
pub(crate) struct Solver(Exclusive<InnerSolver>);

#[pymethods]
impl Solver {
    #[new]
    fn new(
        #[pyo3(from_py_with = number::memory_mib)] memory_mib: usize,
        #[pyo3(from_py_with = number::threads)] threads: usize,
    ) -> Self {
        let solver = InnerSolver::new().memory_bytes(memory_mib.saturating_mul(1 << 20));
        Self(Exclusive::new(solver.threads(threads)))
    }

    fn solve<'py>(
        &self,
        py: Python<'py>,
        game: &Game,
        timeout: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let found = self.0.run(
            py,
            timeout,
            |solver, limits| solver.try_solve(&game.0, limits),
            |found: dfpn::ProofProgress| {
                result(py, "ProofProgress", (found.nodes, found.proof, found.disproof))
            },
        )?;
        result(py, "Solved", (value_name(found.value), found.best.map(cell), found.nodes))
    }
}
