//! Havannah: the game, random games, a player and a solver.
//!
//! Python names cells (row, column) from 0, the crate (x, y) from 1.

use havannah_uf::dfpn::{self, Solver as InnerSolver};
use havannah_uf::mcts::{Choice as InnerChoice, Mcts as InnerMcts};
use havannah_uf::{
    Game as InnerGame, Hex, Limits, Move, Notation, Player, PlayoutStatistics, Playouts, RingRule,
    StopReason, Value, Wins,
};
use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray2};
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::array::{refuse_mask, value_error};
use crate::number;
use crate::query::{Exclusive, Reduced, nothing, result, run, run_apart};

/// (row, column)
type Cell = (u32, u32);

fn cell(hex: Hex) -> Cell {
    (hex.y - 1, hex.x - 1)
}

fn hex((row, column): Cell) -> Hex {
    Hex::new(column.saturating_add(1), row.saturating_add(1))
}

/// A pair (row, column): a tuple, a list or an array. Numbers that no board has stay out of it.
fn pair(object: &Bound<'_, PyAny>) -> PyResult<(i64, i64)> {
    refuse_mask("cell", object)?;
    object.extract::<[i64; 2]>().map(Into::into).map_err(|_| {
        let reason = format!("cell must be a text or a pair (row, column), found {object}");
        PyTypeError::new_err(reason)
    })
}

/// 1 or 2.
fn number(player: Player) -> u8 {
    match player {
        Player::First => 1,
        Player::Second => 2,
    }
}

/// The names of the ways to win.
fn names(wins: Wins) -> Vec<String> {
    wins.iter().map(|way| way.to_string()).collect()
}

fn value_name(value: Value) -> &'static str {
    match value {
        Value::Win => "win",
        Value::Loss => "loss",
        _ => "draw",
    }
}

/// A position of a game of Havannah. Games do not change: a move returns a new one.
///
/// A cell is a pair (row, column) from 0, as in `to_array`, or a text in the notation of Little
/// Golem, such as ``"D4"``.
///
/// Parameters
/// ----------
/// base : int
///     The number of cells along an edge, 2 to 64.
/// rule : 'any', 'nonown' or 'empty'
///     What a ring encloses: any cell, a cell that is not the player's, or an empty cell.
/// swap : bool
///     The second player may take over the first stone: ``play("swap")``.
///
/// Examples
/// --------
/// >>> from boardbits.havannah import Game
/// >>> game = Game(3)
/// >>> for move in ["A1", "B1", "B2", "B4", "C3"]:
/// ...     game = game.play(move)
/// >>> print(game)
///   x o .
///  . x . .
/// . . x . .
///  o . . .
///   . . .
#[pyclass(frozen, module = "boardbits.havannah", eq)]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Game(InnerGame);

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (base=8, *, rule="any", swap=false))]
    fn new(
        #[pyo3(from_py_with = number::base)] base: u32,
        rule: &str,
        swap: bool,
    ) -> PyResult<Self> {
        let rule: RingRule = rule.parse().map_err(value_error)?;
        let game = InnerGame::new(base, rule).map_err(value_error)?;
        Ok(Self(if swap { game.with_swap_rule() } else { game }))
    }

    /// The game of a copy or a pickle.
    #[staticmethod]
    fn _restore(
        base: u32,
        rule: &str,
        swap: bool,
        moves: Vec<Option<(i64, i64)>>,
    ) -> PyResult<Self> {
        let mut game = Self::new(base, rule, swap)?;
        for cell in moves {
            let played = cell.map_or(Ok(Move::Swap), |cell| game.on_board(cell).map(Move::Stone));
            game.0.play(played?).map_err(value_error)?;
        }
        Ok(game)
    }

    /// Copies and pickles have the rules and the moves.
    fn __reduce__<'py>(this: &Bound<'py, Self>) -> Reduced<'py, Parts> {
        let (make, game) = (this.get_type().getattr("_restore")?, &this.get().0);
        let moves = game.moves().map(|played| played.cell().map(cell)).collect();
        Ok((make, (game.base(), game.rule().name(), game.has_swap_rule(), moves)))
    }

    /// The game after a move of the player whose turn it is: a cell or ``"swap"``.
    ///
    /// Raises `ValueError` if the move is not legal.
    fn play(&self, py: Python<'_>, cell: &Bound<'_, PyAny>) -> PyResult<Self> {
        let played = self.parse(cell)?;
        let mut game = py.detach(|| self.0.clone());
        game.play(played).map_err(value_error)?;
        Ok(Self(game))
    }

    /// The game before the last move. Raises `IndexError` on an empty board.
    fn undo(&self) -> PyResult<Self> {
        let mut game = self.0.clone();
        game.undo().ok_or_else(|| PyIndexError::new_err("the board is empty"))?;
        Ok(Self(game))
    }

    /// The number of cells along an edge.
    #[getter]
    fn base(&self) -> u32 {
        self.0.base()
    }

    /// The rule for rings.
    #[getter]
    fn rule(&self) -> &'static str {
        self.0.rule().name()
    }

    /// The number of stones.
    #[getter]
    fn ply(&self) -> usize {
        self.0.ply()
    }

    /// The player to move: 1 or 2.
    #[getter]
    fn turn(&self) -> u8 {
        number(self.0.turn())
    }

    /// The moves: cells and ``"swap"``.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let of = |played: Move| match played.cell() {
            Some(hex) => Ok(cell(hex).into_pyobject(py)?.into_any()),
            None => Ok("swap".into_pyobject(py)?.into_any()),
        };
        self.0.moves().map(of).collect()
    }

    /// Whether a player has won or the board is full.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.is_over()
    }

    /// The player who has won, 1 or 2, or None.
    #[getter]
    fn winner(&self) -> Option<u8> {
        self.0.winner().map(number)
    }

    /// The ways in which the last stone wins: 'bridge', 'fork', 'ring'.
    #[getter]
    fn wins(&self) -> Vec<String> {
        names(self.0.wins())
    }

    /// For each way in which the last stone wins, the cells of the fewest stones that do.
    fn winning_stones<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let of = |stones: havannah_uf::WinningStones| {
            let cells: Vec<Cell> = stones.cells.into_iter().map(cell).collect();
            result(py, "WinningStones", (stones.way.to_string(), cells))
        };
        py.detach(|| self.0.winning_stones()).into_iter().map(of).collect()
    }

    /// The empty cells, row by row; none if the game is over.
    fn empty_cells(&self) -> Vec<Cell> {
        self.0.empty_cells().map(cell).collect()
    }

    /// The cells in which a stone of the player to move wins, row by row.
    fn winning_cells(&self) -> Vec<Cell> {
        self.0.winning_cells(self.0.turn()).map(cell).collect()
    }

    /// An array of uint8, (2·base − 1) × (2·base − 1): 0 for empty cells, 1 and 2 for stones, 255 for
    /// entries that are not on the board.
    fn to_array<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<u8>> {
        let (base, side) = (self.0.base(), 2 * self.0.base() as usize - 1);
        let entry = |(row, column): (usize, usize)| {
            let hex = hex((row as u32, column as u32));
            if hex.is_on_board(base) { self.0.stone(hex).map_or(0, number) } else { 255 }
        };
        Array2::from_shape_fn((side, side), entry).into_pyarray(py)
    }

    /// The name of a cell in the notation of Little Golem.
    fn name(&self, cell: &Bound<'_, PyAny>) -> PyResult<String> {
        let hex = self.on_board(pair(cell)?)?;
        Ok(Notation::LittleGolem.write(hex, self.0.base()))
    }

    /// Plays random games from this position to their ends and counts these.
    ///
    /// Parameters
    /// ----------
    /// games : int
    ///     The number of games.
    /// seed : int
    ///     The same seed gives the same games.
    /// threads : int
    ///     0 for one for each core. The result does not depend on it.
    /// timeout : float, optional
    ///     Seconds.
    ///
    /// Returns
    /// -------
    /// Playouts
    ///     ``games``, ``draws``, ``first`` and ``second`` (games won by each player), ``bridge``,
    ///     ``fork`` and ``ring`` (games won in this way alone) and ``mean_length`` (stones at the end).
    ///
    /// Raises
    /// ------
    /// TimeoutError
    ///     After `timeout` seconds. Its attribute `partial` has the counts so far.
    ///
    /// Examples
    /// --------
    /// >>> from boardbits.havannah import Game
    /// >>> counts = Game(4).playouts(1000, seed=1)
    /// >>> counts.games, counts.first > counts.second
    /// (1000, True)
    #[pyo3(signature = (games, *, seed=0, threads=1, timeout=None))]
    fn playouts<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = number::games)] games: u64,
        #[pyo3(from_py_with = number::seed)] seed: u64,
        #[pyo3(from_py_with = number::threads)] threads: usize,
        timeout: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let playouts = Playouts::new(&self.0).seed(seed).threads(threads);
        #[expect(clippy::result_large_err, reason = "the games are stopped once")]
        let found = run_apart(
            py,
            timeout,
            |limits| playouts.try_run(games, limits),
            |py, found| counts(py, &found),
        )?;
        counts(py, &found)
    }

    fn __str__(&self) -> String {
        self.0.to_string().trim_end().to_owned()
    }

    fn __repr__(&self) -> String {
        format!("<Game of {} stones on base {}>", self.0.ply(), self.0.base())
    }
}

impl Game {
    /// A cell as a pair or text, or a swap.
    fn parse(&self, object: &Bound<'_, PyAny>) -> PyResult<Move> {
        if let Ok(text) = object.cast::<PyString>() {
            let text = text.to_cow()?;
            if text.eq_ignore_ascii_case("swap") {
                return Ok(Move::Swap);
            }
            let hex = Notation::LittleGolem.parse(&text, self.0.base());
            return Ok(Move::Stone(hex.map_err(value_error)?));
        }
        Ok(Move::Stone(self.on_board(pair(object)?)?))
    }

    fn on_board(&self, (row, column): (i64, i64)) -> PyResult<Hex> {
        let base = self.0.base();
        let found = u32::try_from(row).ok().zip(u32::try_from(column).ok()).map(hex);
        found.filter(|hex| hex.is_on_board(base)).ok_or_else(|| {
            let reason = format!("row {row}, column {column} is not on a board of base {base}");
            PyIndexError::new_err(reason)
        })
    }
}

/// The arguments that restore a game: base, rule, swap rule and moves, None for a swap.
type Parts = (u32, &'static str, bool, Vec<Option<Cell>>);

fn counts<'py>(py: Python<'py>, found: &PlayoutStatistics) -> PyResult<Bound<'py, PyAny>> {
    let won = [Player::First, Player::Second].map(|player| found.won_by(player));
    let mut ways = Wins::ALL.iter().map(|way| found.won_with(way));
    let [bridge, fork, ring] = [(); 3].map(|()| ways.next().unwrap_or(0));
    let (games, draws, length) = (found.games(), found.draws(), found.mean_length());
    result(py, "Playouts", (games, draws, won[0], won[1], bridge, fork, ring, length))
}

/// A player by Monte Carlo tree search, which keeps its trees from move to move. A copy or a pickle
/// has its parameters, not its trees.
///
/// Parameters
/// ----------
/// seed, threads : int
///     The same seed and number of threads give the same moves; 0 threads for one per core.
/// exploration : float
///     Weight of the bonus for moves with few visits: 0 with RAVE, about 0.7 without.
/// rave : bool
///     Whether a move also learns from games in which it was played later.
/// memory_mib : int
///     Memory of all trees in MiB.
///
/// Examples
/// --------
/// >>> from boardbits.havannah import Game, Mcts
/// >>> game, player = Game(3), Mcts(seed=1)
/// >>> while not game.is_over:
/// ...     game = game.play(player.search(game, 500).cell)
/// >>> game.winner in (1, 2, None)
/// True
#[pyclass(frozen, module = "boardbits.havannah")]
pub(crate) struct Mcts {
    player: Exclusive<InnerMcts>,
    seed: u64,
    threads: usize,
    exploration: f32,
    rave: bool,
    memory_mib: usize,
}

#[pymethods]
impl Mcts {
    #[new]
    #[pyo3(signature = (
        *, seed=0, threads=1, exploration=0.0, rave=true, memory_mib=448
    ))]
    fn new(
        #[pyo3(from_py_with = number::seed)] seed: u64,
        #[pyo3(from_py_with = number::threads)] threads: usize,
        exploration: f32,
        rave: bool,
        #[pyo3(from_py_with = number::memory_mib)] memory_mib: usize,
    ) -> Self {
        let player = InnerMcts::new().seed(seed).threads(threads).exploration(exploration);
        let player = player.rave(rave).memory_bytes(memory_mib.saturating_mul(1 << 20));
        Self { player: Exclusive::new(player), seed, threads, exploration, rave, memory_mib }
    }

    /// The parameters, for copies and pickles.
    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((), Bound<'py, PyDict>)> {
        let options = PyDict::new(py);
        options.set_item("seed", self.seed)?;
        options.set_item("threads", self.threads)?;
        options.set_item("exploration", self.exploration)?;
        options.set_item("rave", self.rave)?;
        options.set_item("memory_mib", self.memory_mib)?;
        Ok(((), options))
    }

    /// Chooses a move for the player to move by random games.
    ///
    /// Parameters
    /// ----------
    /// game : Game
    ///     The position.
    /// playouts : int or None
    ///     The number of random games; None for as many as `timeout` allows.
    /// timeout : float, optional
    ///     Seconds.
    ///
    /// Returns
    /// -------
    /// Choice or None
    ///     ``cell``, ``visits``, ``playouts``, ``win_rate`` and ``proven`` ('win', 'loss' or None); None
    ///     if the game is over.
    ///
    /// Raises
    /// ------
    /// TimeoutError
    ///     After `timeout` seconds. Its attribute `partial` is the best move so far, a `Choice`.
    #[pyo3(signature = (game, playouts=10_000, *, timeout=None))]
    fn search<'py>(
        &self,
        py: Python<'py>,
        game: &Game,
        #[pyo3(from_py_with = number::playouts)] playouts: Option<u64>,
        timeout: Option<f64>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let (mut player, timeout) = self.player.lock(py, timeout)?;
        let player = &mut *player;
        let found = run_apart(
            py,
            timeout,
            |limits: &Limits<'_>| {
                let limits = limits.clone().nodes(playouts.unwrap_or(u64::MAX));
                player.try_search(&game.0, &limits).or_else(|stopped| match stopped.reason {
                    StopReason::Nodes => Ok(stopped.partial),
                    _ => Err(stopped),
                })
            },
            |py, found: Option<InnerChoice>| match found {
                Some(found) => choice(py, &found),
                None => nothing(py, ()),
            },
        )?;
        found.map(|found| choice(py, &found)).transpose()
    }

    /// The moves of a position that was searched, a list of `Choice`, those with the most visits first;
    /// None if the trees do not have it.
    fn moves<'py>(&self, py: Python<'py>, game: &Game) -> PyResult<Option<Vec<Bound<'py, PyAny>>>> {
        let (player, _) = self.player.lock(py, None)?;
        let player = &*player;
        let found = py.detach(|| player.moves(&game.0));
        found.map(|found| found.iter().map(|found| choice(py, found)).collect()).transpose()
    }
}

fn choice<'py>(py: Python<'py>, found: &InnerChoice) -> PyResult<Bound<'py, PyAny>> {
    let proven = found.proven.map(value_name);
    let values = (cell(found.cell), found.visits, found.playouts, found.win_rate, proven);
    result(py, "Choice", values)
}

/// A solver by proof-number search, with its transposition table.
///
/// Boards up to base 6, by the rules 'any' and 'nonown'. Empty boards up to base 3 take milliseconds.
/// A stopped search continues from the table. A copy or a pickle has the parameters, not the table.
///
/// Parameters
/// ----------
/// memory_mib : int
///     Size of the transposition table in MiB.
/// threads : int
///     Number of threads; 0 for one for each core. With more than one, the number of nodes differs
///     from search to search.
///
/// Examples
/// --------
/// >>> from boardbits.havannah import Game, Solver
/// >>> solver = Solver(memory_mib=1)
/// >>> solver.solve(Game(3)).value
/// 'win'
#[pyclass(frozen, module = "boardbits.havannah")]
pub(crate) struct Solver {
    solver: Exclusive<InnerSolver>,
    memory_mib: usize,
    threads: usize,
}

#[pymethods]
impl Solver {
    #[new]
    #[pyo3(signature = (*, memory_mib=64, threads=1))]
    fn new(
        #[pyo3(from_py_with = number::memory_mib)] memory_mib: usize,
        #[pyo3(from_py_with = number::threads)] threads: usize,
    ) -> Self {
        let solver = InnerSolver::new().memory_bytes(memory_mib.saturating_mul(1 << 20));
        Self { solver: Exclusive::new(solver.threads(threads)), memory_mib, threads }
    }

    /// The parameters, for copies and pickles.
    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((), Bound<'py, PyDict>)> {
        let options = PyDict::new(py);
        options.set_item("memory_mib", self.memory_mib)?;
        options.set_item("threads", self.threads)?;
        Ok(((), options))
    }

    /// Solves a position for the player to move.
    ///
    /// Parameters
    /// ----------
    /// game : Game
    ///     The position.
    /// timeout : float, optional
    ///     Seconds.
    ///
    /// Returns
    /// -------
    /// Solved
    ///     ``value`` ('win', 'draw' or 'loss'), ``best`` (a cell that wins, or None) and ``nodes``.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     For boards larger than base 6 and the rule 'empty'.
    /// MemoryError
    ///     If the table cannot be allocated.
    /// TimeoutError
    ///     After `timeout` seconds. Its attribute `partial` has ``nodes``, ``proof`` and ``disproof``.
    #[pyo3(signature = (game, *, timeout=None))]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        game: &Game,
        timeout: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (mut solver, timeout) = self.solver.lock(py, timeout)?;
        let solver = &mut *solver;
        let found = run(py, timeout, |limits| solver.try_solve(&game.0, limits), progress)?;
        result(py, "Solved", (value_name(found.value), found.best.map(cell), found.nodes))
    }
}

fn progress(py: Python<'_>, found: dfpn::ProofProgress) -> PyResult<Bound<'_, PyAny>> {
    result(py, "ProofProgress", (found.nodes, found.proof, found.disproof))
}
