//! Falling-block puzzle games: chains step by step, drops, the best drop.

use cc_table::chain::{Block, Field, Pair, Placement, Rotation, Rules};
use king_paths::bitboard_core::Cell;
use king_paths::{Random, SeededRng};

use crate::json::{Object, list};
use crate::{Answer, text};

fn rules(name: &str) -> Result<Rules, String> {
    match name {
        "tsu" => Ok(Rules::PUYO_PUYO_TSU),
        "stc" => Ok(Rules::SMASH_THE_CODE),
        _ => Err(format!("expected the rules tsu or stc, found {name:?}")),
    }
}

fn field(line: &str) -> Result<Field, String> {
    // Errors name lines of the text: the page has put empty rows before it, and slashes between.
    let rows = line.trim_start_matches("....../").replace('/', "\n");
    rows.parse().map_err(|error| format!("field: {error}"))
}

fn pair(word: &str) -> Result<Pair, String> {
    word.parse().map_err(|error| format!("pair {word:?}: {error}"))
}

/// The chain of a field: the settled field, the steps, each with what vanishes and falls, and the
/// last field.
///
/// # Errors
/// If the text is not a field.
pub fn play(line: &str, rules_name: &str) -> Answer {
    let rules = rules(rules_name)?;
    Ok(chain(field(line)?, &rules).end())
}

fn chain(mut field: Field, rules: &Rules) -> Object {
    field.settle();
    let start = field.line().to_string();
    let (mut steps, mut score) = (Vec::new(), 0);
    while let Some(step) = field.step(steps.len(), rules) {
        score += u64::from(step.score);
        let cells =
            |cells: cc_table::chain::Cells| cells.iter().map(Cell::coords).collect::<Vec<_>>();
        let falls = step.falls().map(|fall| (fall.column, fall.from, fall.to)).collect::<Vec<_>>();
        steps.push(
            Object::new()
                .with("blocks", step.blocks)
                .with("power", step.chain_power)
                .with("colors", step.color_bonus)
                .with("groups", step.group_bonus)
                .with("score", step.score)
                .with("vanished", cells(step.vanished))
                .with("falls", falls)
                .with("field", field.line().to_string()),
        );
    }
    Object::new()
        .with("start", start)
        .with("steps", steps)
        .with("score", score)
        .with("nuisance", rules.nuisance(score) as u64)
        .with("field", field.line().to_string())
}

/// Where a pair comes to rest, and the chain that follows. Rotations are 0 right, 1 up, 2 left, 3
/// down.
///
/// # Errors
/// If the pair does not fit there.
pub fn drop(line: &str, word: &str, column: u32, rotation: u32, rules_name: &str) -> Answer {
    let (rules, before) = (rules(rules_name)?, field(line)?);
    let rotation =
        *Rotation::ALL.get(rotation as usize).ok_or("expected a rotation from 0 to 3")?;
    let mut after = before;
    let placement = Placement { column: column as usize, rotation };
    after.drop_pair(pair(word)?, placement, &rules).map_err(text)?;
    let cells = (0..6).flat_map(|x| (before.height(x)..after.height(x)).map(move |y| (x, y)));
    let cells = cells.filter_map(|(x, y)| Some((x, y, after.get((x, y))?.to_string())));
    Ok(chain(after, &rules).with("landed", cells.collect::<Vec<_>>()).end())
}

/// Returns pairs `from` to `to` of a game. The pairs of a seed never change.
#[must_use]
pub fn deal(seed: u32, from: u32, to: u32, colors: u32) -> String {
    let colors = u64::from(colors.clamp(2, 5));
    let pairs = (from..to.min(from.saturating_add(1000))).map(|i| {
        let mut rng = SeededRng::new(u64::from(seed) << 32 | u64::from(i));
        let color = |rng: &mut SeededRng| 1 + rng.below(colors);
        format!("{}{}", color(&mut rng), color(&mut rng))
    });
    list(pairs)
}

/// How good a field is without a chain: the best chain that one more block would set off.
fn potential(field: Field, rules: &Rules) -> u64 {
    let mut best = 0;
    for x in 0..6 {
        // The third column ends the game.
        let height = field.height(x);
        if height > 10 {
            continue;
        }
        for color in Block::COLORS {
            let mut next = field;
            if next.set((x, height), color).is_err() {
                continue;
            }
            // Nothing happens beside other colors.
            let beside = |dx: isize| x.checked_add_signed(dx).and_then(|x| next.get((x, height)));
            let below = height.checked_sub(1).and_then(|y| next.get((x, y)));
            if [beside(-1), beside(1), below].contains(&Some(color)) {
                best = best.max(next.play(rules).score);
            }
        }
    }
    best
}

/// The best drop of the first pair when the second comes next, by a search of two plies: the score
/// of both, and half of the best chain that is then possible. `null` if the pair does not fit.
///
/// # Errors
/// If the texts are not a field and two pairs.
pub fn best(line: &str, first: &str, second: &str, rules_name: &str) -> Answer {
    let (rules, field) = (rules(rules_name)?, field(line)?);
    let (first, second) = (pair(first)?, pair(second)?);
    let mut best: Option<(u64, Placement, u64)> = None;
    for (placement, mut after) in field.placements(first, &rules) {
        let now = after.play(&rules).score;
        // A block on the top of the third column ends the game.
        if after.height(2) >= 12 {
            continue;
        }
        let later = after.placements(second, &rules).map(|(_, mut last)| {
            let score = last.play(&rules).score;
            let high = (0..6).map(|x| last.height(x)).max().unwrap_or(0);
            (now + score) * 2 + potential(last, &rules) + 12 - high.min(12) as u64
        });
        let value = later.max().unwrap_or(0);
        if best.is_none_or(|(most, ..)| value > most) {
            best = Some((value, placement, now));
        }
    }
    Ok(best.map_or_else(
        || "null".into(),
        |(value, placement, now)| {
            Object::new()
                .with("column", placement.column)
                .with("rotation", placement.rotation as u32)
                .with("now", now)
                .with("value", value)
                .end()
        },
    ))
}
