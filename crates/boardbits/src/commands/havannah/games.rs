//! `boardbits havannah games`, `show` and `referee`: who wins recorded games, and pictures of them.

use std::fmt::{self, Display};

use anstyle::{AnsiColor, Style};
use havannah_uf::{Game, Hex, Outcome, Player, Record, Wins};
use serde::{Serialize, Serializer};
use serde_json::json;

use super::Records;
use crate::context::{Context, Failure, Result};
use crate::help;
use crate::input::{Lines, Source};
use crate::options::{self, AnswerFormat, Svg};
use crate::output::counted;

/// Print who wins games of two players, how, and in which move
///
/// Each line is a game: `S M x,y x,y …`, the base of the board, the number of stones, and the
/// stones of both players in turn; or, with --hgf or --sgf, a record of Little Golem such as
/// `(;SZ[4];W[E1];B[swap];W[F2])`; or {"game":"…"} with one of them. The answer is `first bridge in
/// move 17`, `second fork-ring in move 40`, `draw` if the board is full, or, if the stones do not
/// end the game, `first resigned` or `-`. In JSON it is
/// {"outcome":"first bridge in move 17","winner":"first","wins":["bridge"],"move":17,
/// "resigned":null,"recorded":null}, where "outcome" is null if the stones do not end the game, and
/// "winner" and "move" are null if no stones win. Stones after a win are ignored. Only records can
/// have a swap, which counts as a move, as on Little Golem.
///
/// "recorded" is the result in the record, RE[…]. In text it follows the answer if it is another
/// one than W for the first player, B for the second, or Draw: `first ring in move 9, recorded B`.
/// Records of Little Golem name the loser.
#[derive(clap::Args)]
#[command(after_long_help = help::after(EXAMPLES, help::LINES))]
pub(crate) struct Games {
    #[command(flatten)]
    records: Records,
}

const EXAMPLES: &str = "\
$ boardbits havannah games games.txt
second ring in move 12
first bridge in move 3
-
$ boardbits havannah games --hgf --format json < little-golem.hgf
{\"outcome\":\"second bridge in move 4\",…,\"resigned\":null,\"recorded\":\"W\"}
{\"outcome\":null,…,\"resigned\":\"first\",\"recorded\":null}";

pub(crate) fn run_games(args: &Games, context: &mut Context) -> Result {
    args.records.for_each_game(context, |record, out| {
        let outcome = record.outcome().map_err(Failure::wrong)?;
        args.records.answers.write(out, &GameAnswer { outcome, record })
    })
}

/// The answer to a game.
struct GameAnswer {
    outcome: Option<Outcome>,
    record: Record,
}

impl GameAnswer {
    /// Returns whether a recorded result names the winner or a draw. `W` and `W+…` stand for the
    /// first player.
    fn agrees_with(&self, result: &str) -> bool {
        let winner = match (self.outcome, self.record.resigned) {
            (Some(outcome), _) => outcome.winner(),
            (None, Some(player)) => Some(player.other()),
            (None, None) => return false,
        };
        let names: &[&str] = match winner {
            Some(Player::First) => &["W"],
            Some(Player::Second) => &["B"],
            None => &["Draw", "0"],
        };
        let word = result.split('+').next().unwrap_or_default().trim();
        names.iter().any(|name| name.eq_ignore_ascii_case(word))
    }
}

impl Display for GameAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.outcome, self.record.resigned) {
            (Some(outcome), _) => write!(f, "{outcome}")?,
            (None, Some(player)) => write!(f, "{player} resigned")?,
            (None, None) => write!(f, "-")?,
        }
        match &self.record.result {
            Some(result) if !self.agrees_with(result) => write!(f, ", recorded {result}"),
            _ => Ok(()),
        }
    }
}

impl Serialize for GameAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Fields<'a> {
            outcome: Option<String>,
            winner: Option<Player>,
            wins: Vec<String>,
            #[serde(rename = "move")]
            number: Option<usize>,
            resigned: Option<Player>,
            recorded: &'a Option<String>,
        }
        let (winner, wins, number) = match self.outcome {
            Some(Outcome::Won { player, wins, number }) => {
                (Some(player), names(wins), Some(number))
            }
            _ => (None, Vec::new(), None),
        };
        let outcome = self.outcome.map(|outcome| outcome.to_string());
        let Record { resigned, result: recorded, .. } = &self.record;
        Fields { outcome, winner, wins, number, resigned: *resigned, recorded }
            .serialize(serializer)
    }
}

/// Print games as pictures, with the stones that win
///
/// Each line is a game: `S M x,y x,y …`, or a record of Little Golem with --hgf or --sgf, or
/// {"game":"…"}. `x` is the first player, `o` the second. Winning stones are colored. In JSON a
/// game is {"rows":["x . o",…],"stones":N,"winner":"first","wins":["bridge"]}; without a winner the
/// last two are null and []. With --svg, the last game is also drawn into a file.
#[derive(clap::Args)]
#[command(after_long_help = help::after(SHOW_EXAMPLES, help::LINES))]
pub(crate) struct Show {
    #[command(flatten)]
    records: Records,
    /// Number of moves to show, in which a swap counts as a move; all by default
    #[arg(long, value_name = "N")]
    moves: Option<usize>,
    #[command(flatten)]
    svg: Svg,
    /// Write the number of its move on each stone of the drawing; a swap is move 2
    #[arg(long, requires = "svg")]
    numbers: bool,
}

const SHOW_EXAMPLES: &str = "\
$ echo 3 5 1,1 3,3 1,2 3,2 1,3 | boardbits havannah show
  x . .
 x . o .
x . o . .
 . . . .
  . . .
first bridge in move 5
$ boardbits havannah show games.txt --moves 4 --svg last.svg --format json
{\"rows\":[…],\"stones\":4,\"winner\":null,\"wins\":[]}
…";

pub(crate) fn run_show(args: &Show, context: &mut Context) -> Result {
    let mut last = None;
    let shown = args.records.for_each_game(context, |mut record, out| {
        record.moves.truncate(args.moves.unwrap_or(usize::MAX));
        let game = record.replay().map_err(Failure::wrong)?;
        args.records.answers.write(out, Picture(&game))?;
        last = Some(game);
        Ok(())
    });
    if let (Some(path), Err(Failure::Stdout(error))) = (&args.svg.svg, &shown) {
        let reason = format_args!("the last game was not reached: stdout: {error}");
        return Err(Failure::at(path.display(), reason));
    }
    shown?;
    let drawing = last.as_ref().map(|game| || game.drawing(args.numbers).to_string());
    args.svg.save_last(drawing, "there is no game to draw", context)
}

/// The picture of a game and its outcome.
struct Picture<'a>(&'a Game);

impl Serialize for Picture<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(game) = self;
        let mut rows = vec![String::new(); 2 * game.base() as usize - 1];
        for cell in Hex::all(game.base()) {
            let row = &mut rows[cell.y as usize - 1];
            if !row.is_empty() {
                row.push(' ');
            }
            row.push(letter(game.stone(cell)));
        }
        let answer = json!({
            "rows": rows,
            "stones": game.ply(),
            "winner": game.winner().map(|player| player.to_string()),
            "wins": names(game.wins()),
        });
        answer.serialize(serializer)
    }
}

/// The number of stones, for texts.
pub(super) fn stones(game: &Game) -> String {
    counted(game.ply() as u128, "stone")
}

fn letter(stone: Option<Player>) -> char {
    stone.map_or('.', Player::symbol)
}

impl Display for Picture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(game) = self;
        let bright = Style::new().fg_color(Some(AnsiColor::BrightGreen.into())).bold();
        let dim = Style::new().dimmed();
        let winning: Vec<Hex> =
            game.winning_stones().into_iter().flat_map(|stones| stones.cells).collect();
        let mut row = 0;
        for cell in Hex::all(game.base()) {
            if cell.y != row {
                if row != 0 {
                    writeln!(f)?;
                }
                row = cell.y;
                write!(f, "{:1$}", "", game.base().abs_diff(row) as usize)?;
            } else {
                write!(f, " ")?;
            }
            let letter = letter(game.stone(cell));
            if winning.contains(&cell) {
                write!(f, "{bright}{letter}{bright:#}")?;
            } else if letter == '.' {
                write!(f, "{dim}.{dim:#}")?;
            } else {
                write!(f, "{letter}")?;
            }
        }
        writeln!(f)?;
        match game.outcome() {
            Some(outcome @ Outcome::Won { .. }) => write!(f, "{outcome}"),
            _ => write!(f, "no win after {}", stones(game)),
        }
    }
}

/// Print when the stones of one player win, and how: Google Code Jam 2012, round 3, problem B
///
/// The input is the number of cases; for each case a line `S M`, the base of the board and the
/// number of stones, and M lines `X Y`. The answer to each is `Case #1: bridge-fork in move 11` or
/// `Case #1: none`, in JSON {"case":1,"wins":["bridge","fork"],"move":11} or
/// {"case":1,"wins":[],"move":null}. A case with a wrong line is reported on stderr and has no
/// answer. A case may have at most 4,194,304 stones.
#[derive(clap::Args)]
#[command(after_long_help = help::after(REFEREE_EXAMPLES, help::LINES))]
pub(crate) struct Referee {
    #[command(flatten)]
    input: options::Input,
    #[command(flatten)]
    answers: AnswerFormat,
}

const REFEREE_EXAMPLES: &str = "\
$ boardbits havannah referee cases.txt
Case #1: bridge in move 2
Case #2: ring in move 6
Case #3: none
$ boardbits havannah referee --format json < cases.txt
{\"case\":1,\"wins\":[\"bridge\"],\"move\":2}
{\"case\":2,\"wins\":[\"ring\"],\"move\":6}
{\"case\":3,\"wins\":[],\"move\":null}";

pub(super) fn run_referee(args: &Referee, context: &mut Context) -> Result {
    let mut input = Cases::open(args.input.source())?;
    let [cases] = input.header(context, "the number of cases")?;
    for case in 1..=cases {
        referee(case, &mut input, args.answers, context)?;
    }
    if input.line(context, |_| Ok(()))?.is_some() {
        let reason = format_args!("expected the end of the input after {cases} cases");
        context.complain(input.place(), reason);
    }
    Ok(())
}

/// The largest number of stones of a case, which bounds its memory by about 300 MB.
const MAX_STONES: u32 = 1 << 22;

/// Reads one case, and prints its answer or its first error.
fn referee(case: u32, input: &mut Cases, answers: AnswerFormat, context: &mut Context) -> Result {
    let [base, stones] =
        input.header(context, format_args!("case {case}, base and number of stones"))?;
    let cells = Hex::count(base);
    let referee = match havannah_uf::Referee::new(base) {
        Err(error) => Err(error.to_string()),
        Ok(_) if u64::from(stones) > cells => Err(format!("{stones} stones on {cells} cells")),
        Ok(_) if stones > MAX_STONES => {
            Err(format!("expected at most {MAX_STONES} stones, found {stones}"))
        }
        Ok(referee) => Ok(referee),
    };
    let wrong = |reason| context.complain(input.place(), format_args!("case {case}: {reason}"));
    let mut playing = referee.map_err(wrong).ok();
    let (mut wins, mut number) = (Wins::NONE, None);
    for stone in 1..=stones {
        let what = format!("case {case}, move {stone}");
        let numbers = input.numbers(context, &what)?;
        // After the end of the game and after an error, stones are skipped.
        let (None, Some(referee)) = (number, &mut playing) else { continue };
        let played = numbers.and_then(|[x, y]| {
            referee.play(Hex { x, y }).map_err(|error| format!("{what}: {error}"))
        });
        match played {
            Ok(Wins::NONE) => {}
            Ok(found) => (wins, number) = (found, Some(stone)),
            Err(reason) => {
                context.complain(input.place(), reason);
                playing = None;
            }
        }
    }
    if playing.is_none() {
        return Ok(());
    }
    answers.write(&mut context.out, CaseAnswer { case, wins, number })
}

/// The answer to a case.
#[derive(Serialize)]
struct CaseAnswer {
    case: u32,
    #[serde(serialize_with = "serialize_names")]
    wins: Wins,
    #[serde(rename = "move")]
    number: Option<u32>,
}

fn serialize_names<S: Serializer>(wins: &Wins, serializer: S) -> Result<S::Ok, S::Error> {
    names(*wins).serialize(serializer)
}

impl Display for CaseAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { case, wins, number } = self;
        match number {
            Some(number) => write!(f, "Case #{case}: {wins} in move {number}"),
            None => write!(f, "Case #{case}: none"),
        }
    }
}

/// The names of the structures that win.
pub(super) fn names(wins: Wins) -> Vec<String> {
    wins.iter().map(|way| way.to_string()).collect()
}

/// Lines of numbers. Blank lines are ignored.
struct Cases {
    source: Source,
    lines: Lines,
}

impl Cases {
    fn open(source: Source) -> Result<Self> {
        Ok(Self { lines: Lines::open(&source)?, source })
    }

    /// The line read last.
    fn place(&self) -> String {
        format!("{}:{}", self.source, self.lines.count())
    }

    /// The result of `parse` for the next line that is not blank; `None` at the end of the input.
    fn line<T>(
        &mut self,
        context: &mut Context,
        parse: impl Fn(&str) -> Result<T, String>,
    ) -> Result<Option<Result<T, String>>> {
        while let Some(line) = self.lines.next_line(&mut context.out)? {
            match line.text {
                Ok(text) if text.trim().is_empty() => {}
                Ok(text) => return Ok(Some(parse(text))),
                Err(error) => return Ok(Some(Err(error.to_string()))),
            }
        }
        Ok(None)
    }

    /// The `N` numbers of the next line, or its error.
    ///
    /// # Errors
    /// [`Failure::Input`] if there is no line.
    fn numbers<const N: usize>(
        &mut self,
        context: &mut Context,
        what: impl Display,
    ) -> Result<Result<[u32; N], String>> {
        let Some(numbers) = self.line(context, parse)? else {
            let source = &self.source;
            return Err(Failure::Input(format!("{source}: the input ends before {what}")));
        };
        Ok(numbers.map_err(|reason| format!("{what}: {reason}")))
    }

    /// The [`numbers`](Self::numbers) of a header. Without them, the lines after it cannot be read.
    fn header<const N: usize>(
        &mut self,
        context: &mut Context,
        what: impl Display,
    ) -> Result<[u32; N]> {
        let numbers = self.numbers(context, what)?;
        numbers.map_err(|reason| Failure::at(self.place(), reason))
    }
}

fn parse<const N: usize>(line: &str) -> Result<[u32; N], String> {
    let (mut numbers, mut words) = ([0; N], line.split_whitespace());
    let count = || format!("expected {}", counted(N as u128, "number"));
    for number in &mut numbers {
        let word = words.next().ok_or_else(count)?;
        *number = word.parse().map_err(|_| {
            let digits = word.bytes().all(|byte| byte.is_ascii_digit());
            let word: String = word.chars().take(20).collect();
            let expected = if digits { "a number of at most 32 bits" } else { "a number" };
            format!("expected {expected}, found {word:?}")
        })?;
    }
    words.next().map_or(Ok(numbers), |_| Err(count()))
}
