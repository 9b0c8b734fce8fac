use std::fmt::Display;
use std::io::Write;

use havannah_uf::{Hex, Referee, Wins};
use serde::Serialize;

use crate::context::{Context, Failure, Result};
use crate::help;
use crate::input::{Lines, Source};
use crate::json::json_line;
use crate::options::{self, AnswerFormat};

/// Print when the stones of one player win, and how: Google Code Jam 2012, round 3, problem B
///
/// The input is the number of cases; for each case a line `S M`, the base of the board and the number of stones, and M lines
/// `X Y`. The answer to each is `Case #1: bridge-fork in move 11` or `Case #1: none`, in JSON
/// {"case":1,"wins":["bridge","fork"],"move":11} or {"case":1,"wins":[],"move":null}. A case with a wrong line is reported on
/// stderr and has no answer. A case may have at most 4,194,304 stones.
#[derive(clap::Args)]
#[command(after_long_help = help::after(EXAMPLES, help::LINES))]
pub(crate) struct Arguments {
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

pub(super) fn run(args: &Arguments, context: &mut Context) -> Result {
    let mut input = Input::open(args.input.source())?;
    let [cases] = input.header(context, "the number of cases")?;
    for case in 1..=cases {
        referee(case, &mut input, args.answers, context)?;
    }
    if input.line(context)?.is_some() {
        let reason = format_args!("expected the end of the input after {cases} cases");
        context.complain(input.place(), reason);
    }
    Ok(())
}

/// The largest number of stones of a case, which bounds its memory by about 300 MB.
const MAX_STONES: u32 = 1 << 22;
/// The largest number of stones for which memory is reserved before they are read.
const MAX_RESERVED: u32 = 1 << 20;

/// Reads one case, and prints its answer or its first error.
fn referee(case: u32, input: &mut Input, answers: AnswerFormat, context: &mut Context) -> Result {
    let [base, stones] =
        input.header(context, format_args!("case {case}, base and number of stones"))?;
    let (mut wrong, mut won, mut referee) = (None, None, None);
    match Referee::new(base) {
        Ok(empty) => referee = Some(empty),
        Err(error) => wrong = Some((input.place(), format!("case {case}: {error}"))),
    }
    if wrong.is_some() {
        // The stones are skipped.
    } else if u64::from(stones) > Hex::count(base) {
        let cells = Hex::count(base);
        wrong = Some((input.place(), format!("case {case}: {stones} stones on {cells} cells")));
    } else if stones > MAX_STONES {
        let reason = format!("case {case}: expected at most {MAX_STONES} stones, found {stones}");
        wrong = Some((input.place(), reason));
    }
    if let (None, Some(referee)) = (&wrong, &mut referee) {
        // This only saves time. If memory runs out, `play` reports the stone.
        let _ = referee.try_reserve(stones.min(MAX_RESERVED) as usize);
    }
    for stone in 1..=stones {
        let numbers = match input.plain_numbers() {
            Some(numbers) => Ok(numbers),
            None => input.numbers(context, format_args!("case {case}, move {stone}"))?,
        };
        let (None, None, Some(referee)) = (&won, &wrong, &mut referee) else { continue };
        let reason = match numbers {
            Ok([x, y]) => match referee.play(Hex { x, y }) {
                Ok(Wins::NONE) => continue,
                Ok(wins) => {
                    won = Some((wins, stone));
                    continue;
                }
                Err(error) => format!("case {case}, move {stone}: {error}"),
            },
            Err(reason) => reason,
        };
        wrong = Some((input.place(), reason));
    }
    match (wrong, won) {
        (Some((place, reason)), _) => context.complain(place, reason),
        (None, won) if answers.are_json() => {
            json_line(&mut context.out, &Answer::new(case, won))?;
        }
        (None, Some((wins, stone))) => {
            writeln!(context.out, "Case #{case}: {wins} in move {stone}")?;
        }
        (None, None) => writeln!(context.out, "Case #{case}: none")?,
    }
    Ok(())
}

/// The answer to a case.
#[derive(Serialize)]
struct Answer {
    case: u32,
    wins: Vec<String>,
    #[serde(rename = "move")]
    number: Option<u32>,
}

impl Answer {
    fn new(case: u32, won: Option<(Wins, u32)>) -> Self {
        let wins = won.map_or_else(Vec::new, |(wins, _)| names(wins));
        Self { case, wins, number: won.map(|(_, stone)| stone) }
    }
}

/// The names of the structures that win.
pub(super) fn names(wins: Wins) -> Vec<String> {
    wins.to_string().split('-').map(str::to_owned).collect()
}

/// Lines of numbers. Blank lines are ignored.
struct Input {
    source: Source,
    lines: Lines,
}

impl Input {
    fn open(source: Source) -> Result<Self> {
        Ok(Self { lines: Lines::open(&source)?, source })
    }

    /// The line read last.
    fn place(&self) -> String {
        format!("{}:{}", self.source, self.lines.count())
    }

    /// The next line that is not blank, or its error.
    fn line(
        &mut self,
        context: &mut Context,
    ) -> Result<Option<std::result::Result<String, String>>> {
        while let Some(line) = self.lines.next_line(&mut context.out)? {
            match line.text {
                Ok(text) if text.trim().is_empty() => {}
                Ok(text) => return Ok(Some(Ok(text.to_owned()))),
                Err(error) => return Ok(Some(Err(error.to_string()))),
            }
        }
        Ok(None)
    }

    /// A fast path for [`numbers`](Self::numbers), if the line has the plain form.
    #[inline]
    fn plain_numbers<const N: usize>(&mut self) -> Option<[u32; N]> {
        self.lines.take_buffered(plain)
    }

    /// The `N` numbers of the next line, or its error.
    ///
    /// # Errors
    /// [`Failure::Input`] if there is no line.
    fn numbers<const N: usize>(
        &mut self,
        context: &mut Context,
        what: impl Display,
    ) -> Result<std::result::Result<[u32; N], String>> {
        let Some(line) = self.line(context)? else {
            let source = &self.source;
            return Err(Failure::Input(format!("{source}: the input ends before {what}")));
        };
        Ok(line.and_then(|line| parse(&line)).map_err(|reason| format!("{what}: {reason}")))
    }

    /// The [`numbers`](Self::numbers) of a header. Without them, the lines after it cannot be read.
    fn header<const N: usize>(
        &mut self,
        context: &mut Context,
        what: impl Display,
    ) -> Result<[u32; N]> {
        let numbers = self.numbers(context, what)?;
        numbers.map_err(|reason| Failure::Input(format!("{}: {reason}", self.place())))
    }
}

/// A line of `N` numbers of at most seven digits with a blank between them and nothing else, and its length. `None` also
/// near the end of `bytes`.
#[inline]
fn plain<const N: usize>(bytes: &[u8]) -> Option<([u32; N], usize)> {
    let (mut numbers, mut at) = ([0; N], 0);
    for (i, number) in numbers.iter_mut().enumerate() {
        let word = u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?);
        let digits;
        (*number, digits) = leading_number(word)?;
        let end = if i + 1 == N { b'\n' } else { b' ' };
        if (word >> (8 * digits)) as u8 != end {
            return None;
        }
        at += digits + 1;
    }
    Some((numbers, at))
}

/// The number of one to seven digits before a blank or the end of a line, and the number of its digits. The first byte is
/// the lowest.
#[inline]
fn leading_number(word: u64) -> Option<(u32, usize)> {
    const EACH: u64 = 0x0101_0101_0101_0101;
    // Digits have bit 4, blanks and ends of lines do not.
    let digits = (!word & (EACH << 4)).trailing_zeros() / 8;
    if !(1..8).contains(&digits) {
        return None;
    }
    // The digits, with zeros before them, to eight digits. Then pairs of neighbors are joined.
    let values = (word ^ (EACH * 0x30)) << (64 - 8 * digits);
    if (values.wrapping_add(EACH * 0x76) | values) & (EACH << 7) != 0 {
        return None;
    }
    let pairs = values.wrapping_mul(10 << 8 | 1) >> 8 & 0x00ff_00ff_00ff_00ff;
    let fours = pairs.wrapping_mul(100 << 16 | 1) >> 16 & 0x0000_ffff_0000_ffff;
    Some(((fours.wrapping_mul(10_000 << 32 | 1) >> 32) as u32, digits as usize))
}

fn parse<const N: usize>(line: &str) -> std::result::Result<[u32; N], String> {
    let words: Vec<_> = line.split_whitespace().take(N + 1).collect();
    let words: [&str; N] = words
        .try_into()
        .map_err(|_| format!("expected {N} number{}", if N == 1 { "" } else { "s" }))?;
    let mut numbers = [0; N];
    for (number, word) in numbers.iter_mut().zip(words) {
        *number = word.parse().map_err(|_| {
            let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
            let word: String = word.chars().take(20).collect();
            let expected = if digits { "a number of at most 32 bits" } else { "a number" };
            format!("expected {expected}, found {word:?}")
        })?;
    }
    Ok(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fast_path_reads_what_the_other_reads() {
        let words = [
            "0",
            "7",
            "42",
            "999",
            "1000",
            "12345",
            "654321",
            "9999999",
            "12345678",
            "4294967296",
            "",
            " ",
            "007",
            "+1",
            "-1",
            "1a",
            "/1",
            ":1",
            "1:",
            "0x1",
            "\u{b2}1",
            "1\u{f0}",
            "@1",
            "A",
        ];
        let mut read = 0;
        for line in words.iter().flat_map(|x| words.map(|y| [x, " ", y].concat())) {
            for end in ["\n", "\r\n", ""] {
                for rest in ["", "12 34\n5", "\n\n\n\n\n\n\n\n", "0 \n 0 \n 0 \n"] {
                    let input = [&line, end, rest].concat();
                    if let Some((numbers, len)) = plain::<2>(input.as_bytes()) {
                        assert_eq!(&input[len - 1..len], "\n", "{input:?}");
                        assert_eq!(parse(&input[..len - 1]), Ok(numbers), "{input:?}");
                        read += 1;
                    }
                }
            }
        }
        // Of the words, nine are numbers of at most seven digits, and with some rests there are enough bytes.
        assert!(read >= 9 * 9 * 2, "{read}");
    }

    #[test]
    fn every_number_of_one_to_seven_digits_is_read() {
        for number in (0..10_000).chain((10_000..10_000_000).step_by(997)).chain([9_999_999]) {
            let mut bytes = number.to_string().into_bytes();
            let digits = bytes.len();
            bytes.resize(8, b' ');
            let word = u64::from_le_bytes(bytes.try_into().unwrap());
            assert_eq!(leading_number(word), Some((number, digits)));
        }
    }
}
