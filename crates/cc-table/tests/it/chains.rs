//! Chains against a plain simulator, cell by cell.

use bitboard_core::Cell;
use bitboard_core::dispatch::SimdLevel;
use cc_table::batch::Batch;
use cc_table::chain::{
    Block, Cells, DropError, Fall, Field, FieldError, Outcome, Pair, Placement, Rotation, Rules,
    Step,
};
use quickcheck::{Arbitrary, Gen};

/// Cells by column and row from the bottom: 0 empty, 1 to 5 colors, 6 a skull.
type Plain = [[u8; 13]; 6];

fn settle(plain: &mut Plain) {
    for column in plain {
        let mut fallen = [0; 13];
        let blocks = column.iter().copied().filter(|&block| block > 0);
        for (to, block) in fallen.iter_mut().zip(blocks) {
            *to = block;
        }
        *column = fallen;
    }
}

fn neighbors(x: usize, y: usize) -> impl Iterator<Item = (usize, usize)> {
    [(1, 0), (-1, 0), (0, 1), (0, -1)].into_iter().filter_map(move |(dx, dy)| {
        let (x, y) = (x.checked_add_signed(dx)?, y.checked_add_signed(dy)?);
        (x < 6 && y < 12).then_some((x, y))
    })
}

fn component(plain: &Plain, x: usize, y: usize) -> Vec<(usize, usize)> {
    let mut cells = vec![(x, y)];
    let mut i = 0;
    while i < cells.len() {
        for (nx, ny) in neighbors(cells[i].0, cells[i].1) {
            if plain[nx][ny] == plain[x][y] && !cells.contains(&(nx, ny)) {
                cells.push((nx, ny));
            }
        }
        i += 1;
    }
    cells
}

fn step(plain: &mut Plain, number: usize) -> Option<Step> {
    let mut step = Step::default();
    let mut gone = [[false; 13]; 6];
    let mut colors = [false; 6];
    for x in 0..6 {
        for y in 0..12 {
            let block = plain[x][y];
            if !(1..=5).contains(&block) || gone[x][y] {
                continue;
            }
            let cells = component(plain, x, y);
            if cells.len() >= 4 {
                step.blocks += cells.len() as u32;
                step.group_bonus += if cells.len() > 10 { 8 } else { cells.len() as u32 - 4 };
                colors[usize::from(block)] = true;
                cells.iter().for_each(|&(x, y)| gone[x][y] = true);
            }
        }
    }
    if step.blocks == 0 {
        return None;
    }
    let skulls: Vec<_> = (0..6)
        .flat_map(|x| (0..12).map(move |y| (x, y)))
        .filter(|&(x, y)| plain[x][y] == 6 && neighbors(x, y).any(|(x, y)| gone[x][y]))
        .collect();
    step.skulls = skulls.len() as u32;
    skulls.iter().for_each(|&(x, y)| gone[x][y] = true);
    for x in 0..6 {
        for y in 0..13 {
            let cell = Cell::new(x, y).unwrap();
            if gone[x][y] {
                plain[x][y] = 0;
                step.vanished.insert(cell);
            } else if plain[x][y] != 0 {
                step.kept.insert(cell);
            }
        }
    }
    step.chain_power = if number == 0 { 0 } else { 4 << number };
    step.color_bonus = [0, 0, 2, 4, 8, 16][colors.iter().filter(|&&color| color).count()];
    let bonus = step.chain_power + step.color_bonus + step.group_bonus;
    step.score = 10 * step.blocks * bonus.clamp(1, 999);
    settle(plain);
    Some(step)
}

/// Random cells, `fill` of eight blocks, in two to six kinds of blocks.
fn plain(random: &mut Gen, fill: u8) -> Plain {
    let kinds = u8::arbitrary(random) % 5 + 2;
    let mut plain = [[0; 13]; 6];
    for cell in plain.as_flattened_mut() {
        if u8::arbitrary(random) % 8 < fill {
            *cell = 6 - u8::arbitrary(random) % kinds;
        }
    }
    plain
}

fn field(plain: &Plain) -> Field {
    let mut field = Field::EMPTY;
    for (x, column) in plain.iter().enumerate() {
        for (y, &code) in column.iter().enumerate() {
            let block = match code {
                0 => None,
                6 => Some(Block::Skull),
                color => Some(Block::Color(color)),
            };
            field.set((x, y), block).unwrap();
        }
    }
    field
}

/// Blocks dropped one at a time are settled.
fn check_falls(mut plain: Plain, falls: impl Iterator<Item = Fall>) {
    let mut settled = plain;
    settle(&mut settled);
    for fall in falls {
        let block = std::mem::take(&mut plain[fall.column][fall.from]);
        assert_ne!(block, 0);
        assert_eq!(std::mem::replace(&mut plain[fall.column][fall.to], block), 0);
    }
    assert_eq!(plain, settled);
}

fn check_components(plain: &Plain) {
    let mut seen = Cells::EMPTY;
    for (color, cells) in field(plain).components() {
        let (x, y) = cells.first().unwrap().coords();
        assert_eq!(Some(color), field(plain).get((x, y)));
        let expected: Cells =
            component(plain, x, y).into_iter().map(|(x, y)| Cell::new(x, y).unwrap()).collect();
        assert_eq!(cells, expected);
        assert!(seen.is_disjoint(cells));
        seen |= cells;
    }
    let colored = Block::COLORS.map(|color| field(plain).cells(color));
    let visible = colored.into_iter().fold(Cells::EMPTY, |all, cells| all | cells) - Cells::row(12);
    assert_eq!(seen, visible);
}

#[test]
fn chains_are_those_of_the_plain_simulator() {
    let mut random = Gen::new(100);
    let mut longest = 0;
    for _ in 0..6_000 {
        let fill = u8::arbitrary(&mut random) % 8 + 1;
        let mut plain = plain(&mut random, fill);
        let mut played = field(&plain);
        assert_eq!(played.to_string().parse(), Ok(played));
        check_falls(plain, field(&plain).falls());
        let outcome = played.play(&Rules::SMASH_THE_CODE);
        let mut stepped = field(&plain);
        let steps: Vec<_> = stepped.chain(&Rules::SMASH_THE_CODE).collect();
        assert_eq!(stepped, played);
        settle(&mut plain);
        check_components(&plain);
        let mut expected = Vec::new();
        loop {
            let mut before = plain;
            let Some(step) = step(&mut plain, expected.len()) else { break };
            for cell in step.vanished {
                before[cell.x()][cell.y()] = 0;
            }
            check_falls(before, step.falls());
            expected.push(step);
        }
        assert_eq!(steps, expected);
        assert_eq!(played, field(&plain));
        assert_eq!(outcome.steps as usize, steps.len());
        assert_eq!(outcome.score, steps.iter().map(|step| u64::from(step.score)).sum::<u64>());
        longest = longest.max(steps.len());
    }
    assert!(longest >= 4, "{longest}");
}

#[test]
fn the_hidden_row_never_vanishes() {
    let mut field = Field::EMPTY;
    for y in 9..13 {
        for below in 0..9 {
            field.set((0, below), Block::Skull).unwrap();
        }
        field.set((0, y), Block::Color(3)).unwrap();
    }
    let before = field;
    assert_eq!(field.play(&Rules::SMASH_THE_CODE).steps, 0);
    assert_eq!(field, before);
}

#[test]
fn pairs_drop() {
    let pair = Pair { first: Block::Color(1), second: Block::Color(2) };
    let rules = &Rules::SMASH_THE_CODE;
    let at = |column, rotation| Placement { column, rotation };
    let mut field = Field::EMPTY;
    field.drop_pair(pair, at(0, Rotation::Right), rules).unwrap();
    field.drop_pair(pair, at(0, Rotation::Up), rules).unwrap();
    field.drop_pair(pair, at(1, Rotation::Down), rules).unwrap();
    field.drop_pair(pair, at(5, Rotation::Left), rules).unwrap();
    let line = field.line().to_string();
    assert!(line.ends_with("/21..../12..../12..21"), "{line}");
    let off = |column| Err(DropError::OffField { column });
    assert_eq!(field.drop_pair(pair, at(5, Rotation::Right), rules), off(5));
    assert!(field.drop_pair(pair, at(usize::MAX, Rotation::Right), rules).is_err());
    assert_eq!(field.drop_pair(pair, at(0, Rotation::Left), rules), off(0));
    for _ in 0..4 {
        field.drop_pair(pair, at(0, Rotation::Up), rules).unwrap();
    }
    let before = field;
    let full = Err(DropError::Full { column: 0 });
    assert_eq!(field.drop_pair(pair, at(0, Rotation::Up), rules), full);
    assert_eq!(field, before);
    let wrong = Pair { first: Block::Color(9), second: Block::Skull };
    let error = DropError::Block(FieldError::Color { color: 9 });
    assert_eq!(field.drop_pair(wrong, at(2, Rotation::Up), rules), Err(error));
}

#[test]
fn placements_are_those_that_can_be_dropped() {
    let mut field = Field::EMPTY;
    // Columns of 0, 3, 6, 9, 11 and 12 blocks.
    for (x, height) in [0, 3, 6, 9, 11, 12].into_iter().enumerate() {
        for y in 0..height {
            field.set((x, y), Block::Skull).unwrap();
        }
    }
    for rules in [Rules::SMASH_THE_CODE, Rules::PUYO_PUYO_TSU] {
        for pair in ["12", "33", "10"].map(|pair| pair.parse::<Pair>().unwrap()) {
            let found: Vec<_> = field.placements(pair, &rules).collect();
            let mut expected = Vec::new();
            for column in 0..8 {
                for rotation in Rotation::ALL {
                    let placement = Placement { column, rotation };
                    let mut after = field;
                    let dropped = after.drop_pair(pair, placement, &rules).is_ok();
                    let seen = expected.iter().any(|&(_, before)| before == after);
                    assert!(!seen || pair.first == pair.second, "{placement}");
                    if dropped && !seen {
                        expected.push((placement, after));
                    }
                }
            }
            let fields = |list: &[(Placement, Field)]| {
                let mut fields: Vec<Field> = list.iter().map(|&(_, field)| field).collect();
                fields.sort_unstable();
                fields
            };
            assert_eq!(fields(&found), fields(&expected));
        }
        let wrong = Pair { first: Block::Color(9), second: Block::Skull };
        assert_eq!(field.placements(wrong, &rules).count(), 0);
    }
}

#[test]
fn texts_are_read_and_wrong_ones_are_named() {
    let blank = "......\n".repeat(10);
    let picture = format!("{blank}\n . 1 . . . .\n\n0 2 1 1 . .");
    let field: Field = picture.parse().unwrap();
    assert_eq!(field.get((1, 1)), Some(Block::Color(1)));
    for (text, expected) in [
        ("x".to_owned(), "line 1, column 1: expected a row of 6 cells, found 1"),
        (format!("{blank}{blank}"), "line 14: expected 13 rows, found 20"),
        (format!("{blank}...../......"), "line 11, column 1: expected a row of 6 cells, found 5"),
        (
            format!("{blank}....../..7..."),
            "line 11, column 10: expected '.', '1', '2', '3', '4', '5' or '0', found '7'",
        ),
    ] {
        assert_eq!(text.parse::<Field>().unwrap_err().to_string(), expected);
    }
    assert_eq!("12".parse::<Pair>().map(|pair| pair.to_string()), Ok("12".to_owned()));
    let symbols = "expected '1', '2', '3', '4', '5' or '0'";
    for (text, expected) in [
        ("", "line 1: expected 1 rows, found 0".to_owned()),
        ("1", "line 1, column 1: expected a row of 2 cells, found 1".to_owned()),
        ("1x", format!("line 1, column 2: {symbols}, found 'x'")),
        ("x1", format!("line 1, column 1: {symbols}, found 'x'")),
    ] {
        assert_eq!(text.parse::<Pair>().unwrap_err().to_string(), expected, "{text}");
    }
    assert!("123".parse::<Pair>().is_err());
}

#[test]
fn rules_full_of_the_largest_number_saturate() {
    let mut rules = Rules::SMASH_THE_CODE;
    rules.chain_power = [u32::MAX; 19];
    rules.color_bonus = [u32::MAX; 5];
    rules.group_bonus = [u32::MAX; 8];
    rules.points_per_nuisance = u32::MAX;
    // Two components of two colors in one step.
    let mut field: Field = "....../....../....../....../....../....../....../....../....../\
                            ....../1..3../112333"
        .parse()
        .unwrap();
    field.set((0, 2), Block::Color(1)).unwrap();
    let outcome = { field }.play(&rules);
    assert_eq!((outcome.steps, outcome.score), (1, 8 * 10 * 999));
    assert_eq!(field.step(0, &rules).unwrap().group_bonus, u32::MAX);
    assert_eq!(rules.power_of_step(usize::MAX), u32::MAX);
    assert!(rules.nuisance(u64::MAX) > 0.0);
    rules.points_per_nuisance = 0;
    assert_eq!(rules.nuisance(1), f64::INFINITY);
}

/// Batches of every length up to those of two blocks, with the instructions of each kind, against
/// fields played by the plain simulator.
#[test]
fn batches_are_played_as_single_fields_are() {
    let mut random = Gen::new(100);
    for length in (0..70).chain([300]) {
        let fill = u8::arbitrary(&mut random) % 8 + 1;
        let settled = bool::arbitrary(&mut random);
        let mut fields = Vec::new();
        let mut expected = Vec::new();
        let mut ends = Vec::new();
        for _ in 0..length {
            let mut plain = plain(&mut random, fill);
            if settled {
                settle(&mut plain);
            }
            fields.push(field(&plain));
            settle(&mut plain);
            let mut outcome = (0, 0);
            while let Some(step) = step(&mut plain, outcome.0 as usize) {
                outcome = (outcome.0 + 1, outcome.1 + u64::from(step.score));
            }
            expected.push(outcome);
            ends.push(field(&plain));
        }
        for batch in SimdLevel::available().map(Batch::with_simd_level) {
            let mut out = vec![Outcome::default(); length];
            let mut played = fields.clone();
            batch.play(&mut played, &Rules::SMASH_THE_CODE, &mut out).unwrap();
            assert_eq!(played, ends, "{batch:?}");
            assert!(out.iter().map(|out| (out.steps, out.score)).eq(expected.iter().copied()));
        }
    }
    let fields = &mut [Field::EMPTY];
    let error = Batch::new().play(fields, &Rules::SMASH_THE_CODE, &mut []).unwrap_err();
    assert_eq!((error.boards, error.room), (1, 0));
}

/// Each kind of block over each other one, in every cell, beside other blocks.
#[test]
fn blocks_replace_blocks() {
    let kinds = [None, Some(Block::Skull)].into_iter().chain(Block::COLORS.map(Some));
    let kinds: Vec<Option<Block>> = kinds.collect();
    for (x, y) in (0..6).flat_map(|x| (0..13).map(move |y| (x, y))) {
        for (&old, &new) in kinds.iter().flat_map(|old| kinds.iter().map(move |new| (old, new))) {
            let mut field = Field::EMPTY;
            field.set(((x + 1) % 6, y), Block::Color(3)).unwrap();
            field.set((x, (y + 1) % 13), Block::Color(5)).unwrap();
            field.set((x, y), old).unwrap();
            field.set((x, y), new).unwrap();
            assert_eq!(field.get((x, y)), new, "{old:?} at {x},{y}");
            assert_eq!(field.get(((x + 1) % 6, y)), Some(Block::Color(3)));
            assert_eq!(field.get((x, (y + 1) % 13)), Some(Block::Color(5)));
        }
    }
}

/// Row 0 is the lowest one.
#[test]
fn the_cells_of_one_kind_are_where_its_blocks_are() {
    for (x, y) in (0..6).flat_map(|x| (0..13).map(move |y| (x, y))) {
        for block in Block::COLORS.into_iter().chain([Block::Skull]) {
            let mut field = Field::EMPTY;
            field.set((x, y), block).unwrap();
            let cells: Vec<_> = field.cells(block).into_iter().map(Cell::coords).collect();
            assert_eq!(cells, [(x, y)], "{block:?}");
        }
    }
}
