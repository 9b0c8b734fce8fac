//! Fields as text, pairs dropped into them, and chains against the rules cell by cell.

#![no_main]

use arbitrary::Arbitrary;
use cc_table::batch::Batch;
use cc_table::chain::{Block, Field, FieldError, Outcome, Pair, Placement, Rotation, Rules};
use libfuzzer_sys::fuzz_target;

#[derive(Arbitrary, Debug)]
struct Input<'a> {
    text: &'a str,
    /// Columns of blocks from the bottom.
    columns: [[u8; 13]; 6],
    drops: Vec<(u8, u8, u8, u8)>,
    hidden: bool,
}

type Cells = [[u8; 13]; 6];

fuzz_target!(|input: Input| {
    if let Ok(field) = input.text.parse::<Field>() {
        check_text(field);
        check(field);
    }
    if let Ok(pair) = input.text.parse::<Pair>() {
        assert_eq!(pair.to_string().parse(), Ok(pair));
    }
    if let Ok(block) = input.text.parse::<Block>() {
        assert_eq!(block.to_string().parse(), Ok(block));
    }
    let mut field = Field::EMPTY;
    for (x, y) in (0..6).flat_map(|x| (0..13).map(move |y| (x, y))) {
        field.set((x, y), block(input.columns[x][y])).unwrap();
        assert_eq!(field.get((x, y)), block(input.columns[x][y]));
    }
    check_text(field);
    check(field);

    let mut rules = Rules::SMASH_THE_CODE;
    rules.hidden_row = input.hidden;
    let mut field = Field::EMPTY;
    for &(first, second, column, rotation) in input.drops.iter().take(60) {
        let rotation = Rotation::ALL[usize::from(rotation % 4)];
        let pair = Pair { first: Block::Color(first % 8), second: Block::Color(second % 8) };
        let column = if column == u8::MAX { usize::MAX } else { usize::from(column % 8) };
        let before = field;
        match field.drop_pair(pair, Placement { column, rotation }, &rules) {
            Ok(()) => {
                assert!(before.placements(pair, &rules).any(|(_, after)| after == field));
                check(field);
            }
            Err(_) => assert_eq!(field, before),
        }
        if first.is_multiple_of(7) {
            field.play(&Rules::PUYO_PUYO_TSU);
        }
    }
    let off = field.set((6, 0), None);
    assert_eq!(off, Err(FieldError::OffField { column: 6, row: 0 }));
});

fn check_text(field: Field) {
    assert_eq!(field.to_string().parse(), Ok(field));
    assert_eq!(field.line().to_string().parse(), Ok(field));
    let json = serde_json::to_string(&field).unwrap();
    assert_eq!(serde_json::from_str::<Field>(&json).unwrap(), field);
}

fn block(code: u8) -> Option<Block> {
    match code % 8 {
        0 | 7 => None,
        6 => Some(Block::Skull),
        color => Some(Block::Color(color)),
    }
}

fn code(block: Option<Block>) -> u8 {
    match block {
        None => 0,
        Some(Block::Skull) => 6,
        Some(Block::Color(color)) => color,
    }
}

fn cells(field: Field) -> Cells {
    std::array::from_fn(|x| std::array::from_fn(|y| code(field.get((x, y)))))
}

fn settle(cells: &mut Cells) {
    for column in cells {
        let mut blocks: Vec<u8> = column.iter().copied().filter(|&code| code != 0).collect();
        blocks.resize(13, 0);
        column.copy_from_slice(&blocks);
    }
}

fn neighbors(x: usize, y: usize) -> impl Iterator<Item = (usize, usize)> {
    // Wrapping around is past the end.
    let around = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
    around.into_iter().filter(|&(x, y)| x < 6 && y < 12)
}

/// One step: (blocks, skulls, sizes of groups, colors), `None` if nothing vanishes.
fn step(cells: &mut Cells) -> Option<(u32, u32, Vec<u32>, usize)> {
    let mut seen = [[false; 12]; 6];
    let (mut sizes, mut colors, mut gone) = (Vec::new(), [false; 8], Vec::new());
    for (x, y) in (0..6).flat_map(|x| (0..12).map(move |y| (x, y))) {
        let color = cells[x][y];
        if seen[x][y] || !(1..=5).contains(&color) {
            continue;
        }
        seen[x][y] = true;
        let mut group = vec![(x, y)];
        let mut next = 0;
        while let Some(&(x, y)) = group.get(next) {
            next += 1;
            for (x, y) in neighbors(x, y) {
                if cells[x][y] == color && !seen[x][y] {
                    seen[x][y] = true;
                    group.push((x, y));
                }
            }
        }
        if group.len() >= 4 {
            sizes.push(group.len() as u32);
            colors[usize::from(color)] = true;
            gone.extend(group);
        }
    }
    if gone.is_empty() {
        return None;
    }
    let mut skulls = 0;
    for &(x, y) in &gone {
        cells[x][y] = 0;
        for (x, y) in neighbors(x, y) {
            if cells[x][y] == 6 {
                cells[x][y] = 0;
                skulls += 1;
            }
        }
    }
    settle(cells);
    let colors = colors.iter().filter(|&&seen| seen).count();
    Some((gone.len() as u32, skulls, sizes, colors))
}

/// The blocks that fall, one by one, leave the cells settled.
fn check_falls(mut cells: Cells, falls: impl Iterator<Item = cc_table::chain::Fall>) {
    let mut settled = cells;
    settle(&mut settled);
    for fall in falls {
        let block = std::mem::take(&mut cells[fall.column][fall.from]);
        assert!(block != 0 && std::mem::replace(&mut cells[fall.column][fall.to], block) == 0);
    }
    assert_eq!(cells, settled);
}

/// A whole chain both ways.
fn check(field: Field) {
    let rules = &Rules::SMASH_THE_CODE;
    let (mut fast, mut slow) = (field, cells(field));
    let steps: Vec<_> = fast.chain(rules).collect();
    let outcome = { field }.play(rules);
    check_falls(slow, field.falls());
    settle(&mut slow);
    let mut score = 0;
    for (i, found) in steps.iter().enumerate() {
        let before = slow;
        let (blocks, skulls, sizes, colors) = step(&mut slow).expect("a step");
        let mut kept = before;
        found.vanished.iter().for_each(|cell| kept[cell.x()][cell.y()] = 0);
        assert_eq!(found.vanished.len(), blocks + skulls);
        assert!(found.vanished.is_disjoint(found.kept));
        check_falls(kept, found.falls());
        let groups = sizes.iter().map(|&size| rules.bonus_of_group(size)).sum::<u32>();
        assert_eq!((found.blocks, found.skulls, found.group_bonus), (blocks, skulls, groups));
        assert_eq!(found.color_bonus, rules.color_bonus[colors - 1]);
        assert_eq!(found.chain_power, rules.power_of_step(i));
        let bonus = u64::from(found.chain_power) + u64::from(found.color_bonus + groups);
        assert_eq!(u64::from(found.score), 10 * u64::from(blocks) * bonus.clamp(1, 999));
        score += u64::from(found.score);
    }
    assert_eq!(step(&mut slow), None);
    assert_eq!((outcome.steps as usize, outcome.score), (steps.len(), score));
    assert_eq!(cells(fast), slow);

    // Five fields do not fill the last vector.
    let (mut fields, mut outcomes) =
        ([Field::EMPTY, field, field, Field::EMPTY, field], [outcome; 5]);
    Batch::new().play(&mut fields, rules, &mut outcomes).unwrap();
    assert_eq!(fields, [Field::EMPTY, fast, fast, Field::EMPTY, fast]);
    let none = Outcome::default();
    assert_eq!(outcomes, [none, outcome, outcome, none, outcome]);
}
