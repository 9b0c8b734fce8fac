//! `boardbits havannah referee`: who wins the cases of Google Code Jam.

use std::fmt::{self, Display};

use havannah_uf::{Hex, Wins};
use serde::{Serialize, Serializer};

use super::names;
use crate::context::{Context, Failure, Result};
use crate::help;
use crate::input::{Lines, Source};
use crate::options::{self, AnswerFormat};
use crate::output::counted;

/// Print when the stones of one player win, and how: Google Code Jam 2012, round 3, problem B
///
/// The input is the number of cases; for each case a line `S M`, the base of the board and the
/// number of stones, and M lines `X Y`: X and Y count from 1 to 2·S − 1, and differ by less than S.
/// The answer to each is `Case #1: bridge-fork in move 11` or `Case #1: none`, in JSON
/// {"case":1,"wins":["bridge","fork"],"move":11} or {"case":1,"wins":[],"move":null}. A case with a
/// wrong line is reported on stderr and has no answer. A case may have at most 4,194,304 stones.
#[derive(clap::Args)]
#[command(after_long_help = help::after(EXAMPLES, help::LINES))]
pub(crate) struct Referee {
    #[command(flatten)]
    input: options::Input,
    #[command(flatten)]
    answers: AnswerFormat,
}

const EXAMPLES: &str = "\
$ boardbits havannah referee cases.txt
Case #1: bridge in move 2
Case #2: ring in move 6
Case #3: none
$ boardbits havannah referee --format json < cases.txt
{\"case\":1,\"wins\":[\"bridge\"],\"move\":2}
{\"case\":2,\"wins\":[\"ring\"],\"move\":6}
{\"case\":3,\"wins\":[],\"move\":null}";

pub(super) fn run(args: &Referee, context: &mut Context) -> Result {
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
