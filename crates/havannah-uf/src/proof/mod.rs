//! Proofs that a player wins, as files that a small checker verifies.
//!
//! A [`Proof`] has one move for each position in which the winner is to move and cannot win at
//! once. The checker, `check`, plays it, and then all replies of the other player. It uses the
//! rules of [`Havannah`] only, and nothing of the solver that found the moves. [`Proof::find`]
//! walks the same positions in the same order, and asks the solver for each move.
//!
//! ```
//! use havannah_uf::pns::Solver;
//! use havannah_uf::proof::Proof;
//! use havannah_uf::{Havannah, Hex, Player, RingRule};
//!
//! let mut game = Havannah::new(3, RingRule::Any)?;
//! game.play(Hex::new(1, 2))?;
//! let mut solver = Solver::new(1 << 20)?;
//! let proof = Proof::find(&game, &mut solver)?.expect("not a draw");
//! let read = Proof::parse_all(&proof.to_string())?;
//! assert_eq!(read, [proof]);
//! assert!(read[0].check()? > 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod check;

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use bitboard_core::{Interrupted, Limits, Symmetry, Watch, unlimited};

pub use self::check::CheckError;
use self::check::{can_win, id};
use crate::game::Havannah;
use crate::hex::{Hex, shorten};
use crate::pns::{Progress, Solver};
use crate::rules::{Move, Player, RingRule, Value};

/// A proof that a player wins after some moves.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Proof {
    /// The number of cells along an edge, 2 to 5.
    pub base: u32,
    /// The rule for rings.
    pub rule: RingRule,
    /// The moves that lead to the position.
    pub moves: Vec<Move>,
    /// The player who wins.
    pub winner: Player,
    /// The moves of the winner, in the order in which the checker needs them: depth first, with the
    /// replies of the other player row by row. A position that has been proven before needs no
    /// move.
    pub plan: Vec<Hex>,
}

impl Proof {
    /// The largest base of a proof.
    pub const MAX_BASE: u32 = 5;

    /// Solves a position and lists the moves that prove its value. `None` if the position is a
    /// draw.
    ///
    /// # Errors
    /// [`FindError::Base`], before any search, if the base is greater than
    /// [`MAX_BASE`](Self::MAX_BASE).
    pub fn find(game: &Havannah, solver: &mut Solver) -> Result<Option<Self>, FindError> {
        unlimited(|limits| match Self::try_find(game, solver, limits) {
            Err(FindError::Interrupted(stopped)) => Err(stopped),
            result => Ok(result),
        })
    }

    /// [`find`](Self::find) within limits. An expanded position is a node.
    ///
    /// The limits hold for the solution and for the list of its moves together. The list expands
    /// positions again whose proof the table has lost. A search that was stopped continues from the
    /// table of the solver when it is called again.
    ///
    /// # Errors
    /// As [`find`](Self::find), and [`FindError::Interrupted`] with the proof and disproof numbers
    /// of the position that was being solved, if a limit is reached or the cancel flag is set.
    pub fn try_find(
        game: &Havannah,
        solver: &mut Solver,
        limits: &Limits<'_, Progress>,
    ) -> Result<Option<Self>, FindError> {
        if game.base() > Self::MAX_BASE {
            return Err(FindError::Base { base: game.base() });
        }
        let watch = limits.start();
        // All searches turn the board in the same way, so that they share the table.
        let (symmetry, image) = game.oriented();
        let value = solver.solve_as_it_is(&image, &watch)?.value;
        let winner = match value {
            Value::Win => game.turn(),
            Value::Loss => game.turn().other(),
            Value::Draw => return Ok(None),
        };
        let (back, plan, proven) = (symmetry.inverse(), Vec::new(), BTreeSet::new());
        let mut finder = Finder { game: image, back, solver, watch, plan, proven };
        if !game.is_over() {
            if game.turn() == winner { finder.win() } else { finder.replies() }?;
        }
        Ok(Some(Self {
            base: game.base(),
            rule: game.rule(),
            moves: game.moves().collect(),
            winner,
            plan: finder.plan,
        }))
    }

    /// Reads the proofs of a text, as they are written by `Display`. Blank lines between proofs are
    /// ignored.
    ///
    /// ```text
    /// havannah-proof 1
    /// base 2
    /// ring any
    /// moves 2,2
    /// winner first
    /// 1,1
    /// end
    /// ```
    ///
    /// # Errors
    /// [`ProofError`] naming the line.
    pub fn parse_all(text: &str) -> Result<Vec<Self>, ProofError> {
        let mut lines = Lines { lines: text.lines(), number: 0 };
        let mut proofs = Vec::new();
        while let Some(line) = lines.next() {
            if line.is_empty() {
                continue;
            }
            if line != HEAD {
                return Err(lines.error(HEAD, line));
            }
            proofs.push(lines.proof()?);
        }
        Ok(proofs)
    }
}

/// Error returned when no proof was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FindError {
    /// Proofs are for small boards only.
    #[error("expected a base from 2 to {max} for a proof, found {base}", max = Proof::MAX_BASE)]
    Base {
        /// The base.
        base: u32,
    },
    /// A limit was reached.
    #[error(transparent)]
    Interrupted(#[from] Interrupted<Progress>),
}

/// Error returned when reading a [`Proof`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: expected {expected}, found {found:?}")]
#[non_exhaustive]
pub struct ProofError {
    /// The number of the line, from 1.
    pub line: usize,
    /// The text that was expected.
    pub expected: &'static str,
    /// The first 20 characters that were found.
    pub found: String,
}

/// Lists the moves in the order in which the checker needs them.
struct Finder<'a> {
    /// An image of the game.
    game: Havannah,
    /// From the image to the game.
    back: Symmetry,
    solver: &'a mut Solver,
    watch: Watch<'a, Progress>,
    plan: Vec<Hex>,
    proven: BTreeSet<u128>,
}

impl Finder<'_> {
    /// Adds the moves for a position in which the winner is to move, as `win` of the checker.
    fn win(&mut self) -> Result<(), Interrupted<Progress>> {
        let id = id(&self.game);
        if can_win(&self.game) || self.proven.contains(&id) {
            return Ok(());
        }
        // The position is a win, so there is a move.
        let solution = self.solver.solve_as_it_is(&self.game, &self.watch)?;
        let Some(cell) = solution.best else { return Ok(()) };
        self.plan.push(self.original(cell));
        let _ = self.game.play(cell);
        self.replies()?;
        self.game.undo();
        self.proven.insert(id);
        Ok(())
    }

    /// Adds the moves after all replies of the other player, as `replies` of the checker.
    fn replies(&mut self) -> Result<(), Interrupted<Progress>> {
        // In the order in which the checker plays them: row by row on the original board.
        let (base, forward) = (self.game.base(), self.back.inverse());
        let cells = Hex::all(base).map(|cell| cell.transform_on_board(forward, base));
        let moves: Vec<Hex> = cells.filter(|&cell| self.game.stone(cell).is_none()).collect();
        for cell in moves {
            let _ = self.game.play(cell);
            self.win()?;
            self.game.undo();
        }
        Ok(())
    }

    fn original(&self, cell: Hex) -> Hex {
        cell.transform_on_board(self.back, self.game.base())
    }
}

/// The first line of a proof.
const HEAD: &str = "havannah-proof 1";
/// The line after a proof.
const END: &str = "end";
/// Moves of the plan on a line.
const PER_LINE: usize = 16;

struct Lines<'a> {
    lines: core::str::Lines<'a>,
    /// The number of lines read.
    number: usize,
}

impl<'a> Lines<'a> {
    fn next(&mut self) -> Option<&'a str> {
        self.number += 1;
        self.lines.next().map(str::trim)
    }

    fn error(&self, expected: &'static str, found: &str) -> ProofError {
        ProofError { line: self.number, expected, found: shorten(found) }
    }

    /// The words after the name of a field.
    fn field(&mut self, name: &str, expected: &'static str) -> Result<&'a str, ProofError> {
        let line = self.next().unwrap_or_default();
        let rest = line.strip_prefix(name).filter(|rest| rest.is_empty() || rest.starts_with(' '));
        rest.map(str::trim).ok_or_else(|| self.error(expected, line))
    }

    fn value<T: FromStr>(&self, word: &str, expected: &'static str) -> Result<T, ProofError> {
        word.parse().map_err(|_| self.error(expected, word))
    }

    /// The lines after the first.
    fn proof(&mut self) -> Result<Proof, ProofError> {
        let expected = "base and a number";
        let base = self.field("base", expected)?;
        let base = self.value(base, expected)?;
        let expected = "ring and a rule";
        let rule = self.field("ring", expected)?;
        let rule = self.value(rule, expected)?;
        let words = self.field("moves", "moves and cells x,y")?.split_whitespace();
        let moves: Result<_, _> = words.map(|word| self.value(word, "a cell x,y")).collect();
        let moves = moves?;
        let expected = "winner first or winner second";
        let winner = match self.field("winner", expected)? {
            "first" => Player::First,
            "second" => Player::Second,
            other => return Err(self.error(expected, other)),
        };
        let mut plan = Vec::new();
        loop {
            match self.next() {
                Some(END) => return Ok(Proof { base, rule, moves, winner, plan }),
                Some(line) => {
                    for word in line.split_whitespace() {
                        plan.push(self.value::<Hex>(word, "cells x,y or end")?);
                    }
                }
                None => return Err(self.error("cells x,y or end", "")),
            }
        }
    }
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEAD}\nbase {}\nring {}", self.base, self.rule)?;
        write!(f, "moves")?;
        self.moves.iter().try_for_each(|played| write!(f, " {played}"))?;
        writeln!(f, "\nwinner {}", self.winner)?;
        for line in self.plan.chunks(PER_LINE) {
            for (i, cell) in line.iter().enumerate() {
                write!(f, "{}{cell}", if i == 0 { "" } else { " " })?;
            }
            writeln!(f)?;
        }
        writeln!(f, "{END}")
    }
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::ToString;

    use bitboard_core::StopReason;

    use super::*;

    fn find(game: &Havannah) -> Proof {
        let mut solver = Solver::new(1 << 20).unwrap();
        Proof::find(game, &mut solver).unwrap().unwrap()
    }

    #[test]
    fn all_openings_of_small_boards_have_proofs() {
        for (base, rule) in
            [2, 3].into_iter().flat_map(|base| RingRule::ALL.map(|rule| (base, rule)))
        {
            for cell in Hex::all(base) {
                let mut game = Havannah::new(base, rule).unwrap();
                game.play(cell).unwrap();
                let solution = Solver::new(1 << 20).unwrap().solve(&game);
                if solution.value == Value::Draw {
                    continue;
                }
                let proof = find(&game);
                let wins = solution.value == Value::Win;
                assert_eq!(proof.winner, if wins { Player::Second } else { Player::First });
                assert_eq!(proof.check(), Ok(proof.plan.len() as u64), "{base} {rule} {cell}");
            }
        }
    }

    #[test]
    fn changed_proofs_are_refused() {
        let mut game = Havannah::new(3, RingRule::Any).unwrap();
        game.play(Hex::new(1, 2)).unwrap();
        let proof = find(&game);
        assert!(proof.plan.len() > 4);
        let changed = |change: fn(&mut Proof)| {
            let mut proof = proof.clone();
            change(&mut proof);
            proof.check().unwrap_err()
        };
        assert_eq!(changed(|proof| assert!(proof.plan.pop().is_some())), CheckError::Incomplete);
        assert_eq!(
            changed(|proof| proof.plan.push(Hex::new(1, 1))),
            CheckError::Unused { left: 1 }
        );
        assert_eq!(changed(|proof| proof.base = 6), CheckError::Base { base: 6 });
        assert!(matches!(
            changed(|proof| proof.plan[0] = Hex::new(1, 2)),
            CheckError::Plan { number: 1, .. }
        ));
        assert!(matches!(
            changed(|proof| proof.moves.push(Move::Stone(Hex::new(1, 2)))),
            CheckError::Move { number: 2, .. }
        ));
        // The other player cannot win by any moves.
        let mut other = proof.clone();
        other.winner = proof.winner.other();
        assert!(other.check().is_err());
        // Any other move in the plan either breaks the proof or still wins; it never panics.
        for (i, cell) in (0..proof.plan.len()).flat_map(|i| Hex::all(3).map(move |cell| (i, cell)))
        {
            let mut proof = proof.clone();
            proof.plan[i] = cell;
            let _ = proof.check();
        }
    }

    #[test]
    fn a_game_that_is_over_needs_no_plan() {
        let mut game = Havannah::new(2, RingRule::Any).unwrap();
        for (x, y) in [(1, 1), (3, 3), (1, 2)] {
            game.play(Hex { x, y }).unwrap();
        }
        let mut proof = find(&game);
        assert_eq!((proof.winner, proof.plan.len()), (Player::First, 0));
        assert_eq!(proof.check(), Ok(0));
        proof.plan.push(Hex::new(2, 2));
        assert_eq!(proof.check(), Err(CheckError::Unused { left: 1 }));
        proof.winner = Player::Second;
        assert_eq!(proof.check(), Err(CheckError::NotWon { used: 0 }));
    }

    #[test]
    fn the_list_of_moves_can_be_cancelled() {
        use core::sync::atomic::{AtomicBool, Ordering::Relaxed};

        let mut game = Havannah::new(3, RingRule::Any).unwrap();
        game.play(Hex::new(1, 1)).unwrap();
        let mut solver = Solver::new(1 << 20).unwrap();
        let _ = solver.solve(&game);
        let cancel = AtomicBool::new(false);
        let stop = |_: &Progress| cancel.store(true, Relaxed);
        // The first node solves the position with the table.
        let limits = [
            (Limits::new().nodes(2), StopReason::Nodes),
            (Limits::new().cancel(&cancel).on_progress(&stop), StopReason::Cancelled),
        ];
        for (limits, expected) in limits {
            let stopped = Proof::try_find(&game, &mut solver, &limits).unwrap_err();
            let FindError::Interrupted(stopped) = stopped else { panic!("{stopped}") };
            assert_eq!(stopped.reason, expected);
        }
        let proof = Proof::find(&game, &mut solver).unwrap().unwrap();
        assert!(proof.check().is_ok());
    }

    #[test]
    fn boards_without_proofs_are_refused_before_the_search() {
        let mut near_bridge = Havannah::new(6, RingRule::Any).unwrap();
        for (i, cell) in (1..6).flat_map(|i| [Hex::new(1, i), Hex::new(11, 5 + i)]).enumerate() {
            if i < 10 {
                near_bridge.play(cell).unwrap();
            }
        }
        assert!(near_bridge.winning_cells(Player::First).next().is_some());
        for game in [Havannah::new(6, RingRule::Any).unwrap(), near_bridge] {
            let unexpected = |_: &Progress| panic!("a search");
            let limits = Limits::new().nodes(100).on_progress(&unexpected);
            let mut solver = Solver::new(0).unwrap();
            let refused = Proof::try_find(&game, &mut solver, &limits).unwrap_err();
            assert_eq!(refused.to_string(), "expected a base from 2 to 5 for a proof, found 6");
        }
    }

    #[test]
    fn proofs_are_read_as_written() {
        let mut proofs = Vec::new();
        for cell in [Hex::new(1, 1), Hex::new(2, 2)] {
            let mut game = Havannah::new(3, RingRule::NonOwn).unwrap();
            game.play(cell).unwrap();
            proofs.push(find(&game));
        }
        let text: String = proofs.iter().map(|proof| proof.to_string() + "\n").collect();
        assert_eq!(Proof::parse_all(&text), Ok(proofs));
        assert_eq!(Proof::parse_all(""), Ok(Vec::new()));
    }

    #[test]
    fn wrong_lines_are_named() {
        let head = "havannah-proof 1\nbase 3\nring any\nmoves 1,1\nwinner first\n";
        let error = |text: &str| Proof::parse_all(text).unwrap_err().to_string();
        assert_eq!(error("x"), "line 1: expected havannah-proof 1, found \"x\"");
        let number = "line 2: expected base and a number, found";
        assert_eq!(error("havannah-proof 1\n"), format!("{number} \"\""));
        assert_eq!(error("havannah-proof 1\nbase x"), format!("{number} \"x\""));
        assert_eq!(
            error(&head.replace("any", "all")),
            "line 3: expected ring and a rule, found \"all\""
        );
        assert_eq!(error(&head.replace("1,1", "1")), "line 4: expected a cell x,y, found \"1\"");
        let winner = "line 5: expected winner first or winner second, found \"third\"";
        assert_eq!(error(&head.replace("first", "third")), winner);
        assert_eq!(error(head), "line 6: expected cells x,y or end, found \"\"");
        let text = format!("{head}1,1 x\n");
        assert_eq!(error(&text), "line 6: expected cells x,y or end, found \"x\"");
    }
}
