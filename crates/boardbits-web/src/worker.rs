//! A worker of the page: operations by name, with the sessions that they need.
//!
//! A request is a text: the name of an operation and its arguments, separated by U+001F. Walls of
//! maps and the opening book are bytes beside it. One entry for all operations needs little
//! JavaScript, and is tested without a browser.

use crate::c4::C4;
use crate::havannah::Engine;
use crate::paths::Question;
use crate::puzzles::Session;
use crate::{Answer, c4, chains, havannah, paths, puzzles, speed};

/// Between the parts of a request, and those of a failure.
pub(crate) const SEPARATOR: char = '\u{1f}';
/// Characters of the longest sentence about a failure: the rest can be an echo of a long text.
const LONGEST: usize = 300;
/// Bytes of a transposition table; each worker for Connect 4 has one.
const TABLE: usize = 16 << 20;

/// The sessions of a worker.
#[derive(Default)]
pub struct Worker {
    /// The solver of the last board, with its width and height.
    solver: Option<((u32, u32), C4)>,
    /// The opening book of 7×6.
    book: Option<Vec<u8>>,
    engine: Option<Engine>,
    puzzle: Option<Opened>,
}

/// A puzzle that is open.
struct Opened {
    file: String,
    session: Session,
    /// The pieces that were placed on it.
    placed: Vec<String>,
}

/// The arguments of a request that are left.
struct Arguments<'a>(std::str::Split<'a, char>);

impl<'a> Arguments<'a> {
    fn text(&mut self) -> Result<&'a str, String> {
        self.0.next().ok_or_else(|| "an argument is missing".into())
    }

    fn number(&mut self) -> Result<u32, String> {
        let word = self.text()?;
        word.parse().map_err(|_| format!("expected a number, found {word:?}"))
    }

    fn flag(&mut self) -> Result<bool, String> {
        Ok(self.text()? == "true")
    }
}

/// The answer of operations that only change the worker.
fn done() -> Answer {
    Ok("null".into())
}

fn unknown(op: &str) -> Answer {
    Err(format!("{op} is not an operation").into())
}

impl Worker {
    /// Answers a request.
    ///
    /// # Errors
    /// If the operation does not exist or fails.
    pub fn ask(&mut self, request: &str, bytes: &[u8]) -> Answer {
        self.answer(request, bytes).map_err(|mut failure| {
            if let Some((end, _)) = failure.message.char_indices().nth(LONGEST) {
                failure.message.truncate(end);
                failure.message.push('…');
            }
            failure
        })
    }

    fn answer(&mut self, request: &str, bytes: &[u8]) -> Answer {
        let a = &mut Arguments(request.split(SEPARATOR));
        match a.text()? {
            "c4_state" => c4::state(a.number()?, a.number()?, a.text()?),
            "c4_book" => {
                (self.book, self.solver) = (Some(bytes.to_vec()), None);
                done()
            }
            "c4_sign" => {
                let solver = self.solver(a.number()?, a.number()?)?;
                Ok(solver.sign(a.text()?, a.number()?, a.number()?)?)
            }
            "c4_score" => {
                let solver = self.solver(a.number()?, a.number()?)?;
                Ok(solver.score(a.text()?, a.number()?, a.number()?)?)
            }
            "c4_line" => Ok(self.solver(a.number()?, a.number()?)?.line(a.text()?, a.number()?)?),
            "chain_play" => chains::play(a.text()?, a.text()?),
            "chain_drop" => chains::drop(a.text()?, a.text()?, a.number()?, a.number()?, a.text()?),
            "chain_best" => chains::best(a.text()?, a.text()?, a.text()?, a.text()?),
            "chain_deal" => Ok(chains::deal(a.number()?, a.number()?, a.number()?, a.number()?)),
            "hav_state" => havannah::state(a.number()?, a.text()?, a.text()?),
            "hav_new" => {
                self.engine = Some(Engine::new(a.number()?));
                done()
            }
            "hav_think" => self.engine.get_or_insert_with(|| Engine::new(1)).think(
                a.number()?,
                a.text()?,
                a.text()?,
                a.number()?,
                a.number()?,
            ),
            "path_map" => paths::map(a.text()?),
            op if op.starts_with("path_") => path(op, a, bytes),
            "presets" => Ok(puzzles::all_presets()),
            "puzzle_open" => Ok(self.open(a.text()?)?.session.shown()),
            "puzzle_arrange" => self.arrange(a.text()?, a.text()?),
            "puzzle_count" => self.session()?.count(a.number()?),
            "puzzle_distinct" => self.session()?.distinct(a.number()?),
            "puzzle_hint" => self.session()?.hint(a.number()?),
            "puzzle_solution" => self.session()?.solution(a.text()?, a.number()?),
            "puzzle_random" => self.session()?.random(a.number()?, a.number()?),
            "puzzle_step" => self.session()?.step(a.number()?),
            "speed" => Ok(speed::work(a.text()?, a.number()?)?.to_string()),
            op => unknown(op),
        }
    }

    /// The solver of a board.
    fn solver(&mut self, width: u32, height: u32) -> Result<&mut C4, String> {
        let size = (width, height);
        if self.solver.as_ref().is_some_and(|(other, _)| *other != size) {
            self.solver = None;
        }
        let solver = match (self.solver.take(), &self.book) {
            (Some((_, solver)), _) => solver,
            (None, Some(book)) if size == (7, 6) => C4::with_book(book.clone(), TABLE)?,
            (None, _) => C4::new(width, height, TABLE)?,
        };
        Ok(&mut self.solver.insert((size, solver)).1)
    }

    fn open(&mut self, file: &str) -> Result<&mut Opened, String> {
        let session = Session::new(file)?;
        Ok(self.puzzle.insert(Opened { file: file.into(), session, placed: Vec::new() }))
    }

    fn session(&mut self) -> Result<&mut Session, String> {
        Ok(&mut self.puzzle.as_mut().ok_or("no puzzle is open")?.session)
    }

    /// Opens a puzzle unless it is open, and places and removes pieces until those of a list such
    /// as `3-0.1.2_5-3.4.5` lie on it.
    fn arrange(&mut self, file: &str, wanted: &str) -> Answer {
        let opened = match self.puzzle.take_if(|opened| opened.file == file) {
            Some(opened) => self.puzzle.insert(opened),
            None => self.open(file)?,
        };
        let Opened { session, placed, .. } = opened;
        let wanted: Vec<&str> = wanted.split('_').filter(|word| !word.is_empty()).collect();
        // An error in between leaves nothing on the board that is not in the list.
        let mut i = 0;
        while let Some(old) = placed.get(i) {
            if wanted.contains(&old.as_str()) {
                i += 1;
            } else {
                session.remove(placement(old)?.1[0])?;
                placed.remove(i);
            }
        }
        for word in wanted {
            if !placed.iter().any(|other| other == word) {
                let (piece, cells) = placement(word)?;
                session.place(piece, &cells)?;
                placed.push(word.into());
            }
        }
        done()
    }
}

/// A placement as in links: `3-0.1.2` is piece 3 on the cells 0, 1 and 2.
fn placement(word: &str) -> Result<(u32, Vec<u32>), String> {
    let parsed = word.split_once('-').and_then(|(piece, cells)| {
        let cells: Result<Vec<u32>, _> = cells.split('.').map(str::parse).collect();
        Some((piece.parse().ok()?, cells.ok()?))
    });
    parsed.ok_or_else(|| format!("expected a placement such as 3-0.1.2, found {word:?}"))
}

/// Questions about paths, which have the same first arguments.
fn path(op: &str, a: &mut Arguments<'_>, walls: &[u8]) -> Answer {
    let (width, height, from) = (a.number()?, a.number()?, a.number()?);
    if op == "path_targets" {
        return paths::targets(width, height, walls, from, a.text()?);
    }
    let (to, piece) = (a.number()?, a.text()?);
    let question = Question { width, height, walls, from, to, piece };
    match op {
        "path_all" => question.all(),
        "path_next" => question.next(),
        "path_sample" => question.sample(a.number()?),
        "path_tour" => question.tour(a.flag()?, a.number()?),
        "path_tours" => question.tours(a.flag()?, a.number()?),
        _ => unknown(op),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Code;

    fn ask(worker: &mut Worker, parts: &[&str]) -> Answer {
        worker.ask(&parts.join("\u{1f}"), &[0; 9])
    }

    #[test]
    fn requests_have_the_answers_of_the_functions() {
        let worker = &mut Worker::default();
        assert_eq!(ask(worker, &["c4_state", "7", "6", "44"]), c4::state(7, 6, "44"));
        assert_eq!(ask(worker, &["chain_deal", "7", "0", "3", "4"]), Ok(chains::deal(7, 0, 3, 4)));
        assert_eq!(ask(worker, &["hav_state", "4", "any", "d4"]), havannah::state(4, "any", "d4"));
        let question =
            Question { width: 3, height: 3, walls: &[0; 9], from: 0, to: 8, piece: "king" };
        let common = |op, more| [&[op, "3", "3", "0", "8", "king"][..], more].concat();
        assert_eq!(ask(worker, &common("path_all", &[])), question.all());
        assert_eq!(ask(worker, &common("path_sample", &["5"])), question.sample(5));
        assert_eq!(
            ask(worker, &common("path_tours", &["true", "9999"])),
            question.tours(true, 9999)
        );
        assert_eq!(
            ask(worker, &common("path_tours", &["false", "9999"])),
            question.tours(false, 9999)
        );
        let targets = paths::targets(3, 3, &[0; 9], 4, "step");
        assert_eq!(ask(worker, &["path_targets", "3", "3", "4", "step"]), targets);
        assert_eq!(ask(worker, &["presets"]), Ok(puzzles::all_presets()));
    }

    #[test]
    fn wrong_requests_are_explained() {
        let worker = &mut Worker::default();
        let mut wrong = |parts: &[&str]| ask(worker, parts).unwrap_err().message;
        assert_eq!(wrong(&["c5"]), "c5 is not an operation");
        assert_eq!(wrong(&["path_x", "1", "1", "0", "0", "king"]), "path_x is not an operation");
        assert_eq!(wrong(&["c4_state", "7"]), "an argument is missing");
        assert_eq!(wrong(&["c4_state", "7", "x", ""]), "expected a number, found \"x\"");
        assert_eq!(wrong(&["puzzle_count", "1"]), "no puzzle is open");
        let echo = wrong(&["c4_state", "7", &"x".repeat(20_000), ""]);
        assert_eq!(echo.chars().count(), LONGEST + 1);
    }

    #[test]
    fn failures_have_codes() {
        let worker = &mut Worker::default();
        let mut code = |parts: &[&str]| ask(worker, parts).map_err(|failure| failure.code);
        assert_eq!(code(&["puzzle_open", "x"]), Err(Code::Input));
        assert_eq!(code(&["chain_play", "9", "tsu"]), Err(Code::Input));
        let preset = |name| meteor_puzzle::presets::find(name).unwrap().text();
        assert!(code(&["puzzle_open", preset("pentominoes-3x20")]).is_ok());
        assert_eq!(code(&["puzzle_solution", "8", "60000"]), Err(Code::Missing));
        assert_eq!(code(&["puzzle_solution", "x", "60000"]), Err(Code::Input));
        assert!(code(&["puzzle_open", "board\n. . .\n\npiece I 1 walk E\n"]).is_ok());
        assert_eq!(code(&["puzzle_random", "1", "60000"]), Err(Code::Missing));
        assert!(code(&["puzzle_open", preset("pentominoes-6x10")]).is_ok());
        for op in ["puzzle_count", "puzzle_distinct"] {
            assert_eq!(code(&[op, "0"]), Err(Code::Limit), "{op}");
        }
        assert_eq!(code(&["puzzle_solution", "0", "0"]), Err(Code::Limit));
        for op in ["path_tour", "path_tours"] {
            let question = [op, "3", "3", "0", "8", "king", "false", "0"];
            assert_eq!(code(&question), Err(Code::Limit), "{op}");
        }
        let question = ["path_tour", "8", "8", "0", "8", "rook", "false", "0"];
        assert_eq!(code(&question), Err(Code::Input));
    }

    #[test]
    fn a_solver_is_kept_until_the_board_changes() {
        let worker = &mut Worker::default();
        let mut score =
            |width, height| ask(worker, &["c4_score", width, height, "", "2", "60000"]).unwrap();
        assert_eq!([score("5", "5"), score("4", "5"), score("5", "5")], ["0", "0", "0"]);
        let book = include_bytes!("../../c4-solver/src/generated/book_7x6.bin");
        let worker = &mut Worker::default();
        assert_eq!(worker.ask("c4_book", book), done());
        assert_eq!(ask(worker, &["c4_score", "7", "6", "", "3", "0"]), Ok("1".into()));
        assert_eq!(ask(worker, &["c4_sign", "5", "5", "", "2", "60000"]), Ok("0".into()));
        assert_eq!(ask(worker, &["c4_score", "7", "6", "", "0", "0"]), Ok("-2".into()));
    }

    #[test]
    fn pieces_are_arranged() {
        let worker = &mut Worker::default();
        let file = "board\n. . . .\n\npiece I 2 walk E\n";
        let mut count = |placed: &str| {
            ask(worker, &["puzzle_arrange", file, placed])?;
            ask(worker, &["puzzle_count", "60000"])
        };
        let counted = |count| Ok(format!("{{\"count\":\"{count}\"}}"));
        assert_eq!(count(""), counted(1));
        assert_eq!(count("0-1.2"), counted(0));
        assert_eq!(count("0-2.3"), counted(1));
        assert_eq!(count("0-2.3_0-0.1"), counted(1));
        assert!(count("0-2.3_0-1.2").is_err(), "the pieces overlap");
        assert_eq!(count("0-0.1"), counted(1));
        assert!(count("0-0.2").is_err() && count("0").is_err() && count("x-1").is_err());
        assert_eq!(count(""), counted(1));
        assert!(ask(worker, &["puzzle_open", file]).unwrap().contains("\"placed\":[]"));
        assert!(ask(worker, &["puzzle_arrange", "x", ""]).is_err());
        assert!(ask(worker, &["puzzle_open", file]).is_ok());
    }
}
