//! Chains against a plain simulator, cell by cell.

use cc_table::chain::{Block, DropError, Field, FieldError, Pair, Rotation, Rules, Step};
use quickcheck::{Arbitrary, Gen};

/// Cells by column and row from the bottom: 0 empty, 1 to 5 colours, 6 a skull.
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

fn neighbours(x: usize, y: usize) -> impl Iterator<Item = (usize, usize)> {
    [(1, 0), (-1, 0), (0, 1), (0, -1)].into_iter().filter_map(move |(dx, dy)| {
        let (x, y) = (x.checked_add_signed(dx)?, y.checked_add_signed(dy)?);
        (x < 6 && y < 12).then_some((x, y))
    })
}

fn group(plain: &Plain, x: usize, y: usize) -> Vec<(usize, usize)> {
    let mut cells = vec![(x, y)];
    let mut i = 0;
    while i < cells.len() {
        for (nx, ny) in neighbours(cells[i].0, cells[i].1) {
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
    let mut colours = [false; 6];
    for x in 0..6 {
        for y in 0..12 {
            let block = plain[x][y];
            if !(1..=5).contains(&block) || gone[x][y] {
                continue;
            }
            let cells = group(plain, x, y);
            if cells.len() >= 4 {
                step.blocks += cells.len() as u32;
                step.group_bonus += if cells.len() > 10 { 8 } else { cells.len() as u32 - 4 };
                colours[usize::from(block)] = true;
                cells.iter().for_each(|&(x, y)| gone[x][y] = true);
            }
        }
    }
    if step.blocks == 0 {
        return None;
    }
    let skulls: Vec<_> = (0..6)
        .flat_map(|x| (0..12).map(move |y| (x, y)))
        .filter(|&(x, y)| plain[x][y] == 6 && neighbours(x, y).any(|(x, y)| gone[x][y]))
        .collect();
    step.skulls = skulls.len() as u32;
    skulls.iter().for_each(|&(x, y)| gone[x][y] = true);
    for x in 0..6 {
        for y in 0..13 {
            if gone[x][y] {
                plain[x][y] = 0;
            }
        }
    }
    step.chain_power = if number == 0 { 0 } else { 4 << number };
    step.colour_bonus = [0, 0, 2, 4, 8, 16][colours.iter().filter(|&&colour| colour).count()];
    let bonus = step.chain_power + step.colour_bonus + step.group_bonus;
    step.score = 10 * step.blocks * bonus.clamp(1, 999);
    settle(plain);
    Some(step)
}

fn field(plain: &Plain) -> Field {
    let mut field = Field::EMPTY;
    for (x, column) in plain.iter().enumerate() {
        for (y, &code) in column.iter().enumerate() {
            let block = match code {
                0 => None,
                6 => Some(Block::Skull),
                colour => Some(Block::Colour(colour)),
            };
            field.set(x, y, block).unwrap();
        }
    }
    field
}

#[test]
fn chains_are_those_of_the_plain_simulator() {
    let mut random = Gen::new(100);
    let mut longest = 0;
    for _ in 0..20_000 {
        let (fill, colours) =
            (u8::arbitrary(&mut random) % 8 + 1, u8::arbitrary(&mut random) % 5 + 2);
        let mut plain = [[0; 13]; 6];
        for cell in plain.as_flattened_mut() {
            if u8::arbitrary(&mut random) % 8 < fill {
                *cell = 6 - u8::arbitrary(&mut random) % colours;
            }
        }
        let mut played = field(&plain);
        assert_eq!(played.to_string().parse(), Ok(played));
        let mut steps = Vec::new();
        let outcome = played.play(&Rules::SMASH_THE_CODE, |step| steps.push(*step));
        settle(&mut plain);
        let mut expected = Vec::new();
        while let Some(step) = step(&mut plain, expected.len()) {
            expected.push(step);
        }
        assert_eq!(steps, expected);
        assert_eq!(played, field(&plain));
        assert_eq!(outcome.steps as usize, steps.len());
        assert_eq!(outcome.score, steps.iter().map(|step| u64::from(step.score)).sum());
        longest = longest.max(steps.len());
    }
    assert!(longest >= 4, "{longest}");
}

#[test]
fn the_hidden_row_never_vanishes() {
    let mut field = Field::EMPTY;
    for y in 9..13 {
        for below in 0..9 {
            field.set(0, below, Block::Skull).unwrap();
        }
        field.set(0, y, Block::Colour(3)).unwrap();
    }
    let before = field;
    assert_eq!(field.play(&Rules::SMASH_THE_CODE, |_| ()).steps, 0);
    assert_eq!(field, before);
}

#[test]
fn pairs_drop() {
    let pair = Pair { first: Block::Colour(1), second: Block::Colour(2) };
    let mut field = Field::EMPTY;
    field.drop_pair(pair, 0, Rotation::Right, false).unwrap();
    field.drop_pair(pair, 0, Rotation::Up, false).unwrap();
    field.drop_pair(pair, 1, Rotation::Down, false).unwrap();
    field.drop_pair(pair, 5, Rotation::Left, false).unwrap();
    assert!(field.to_string().ends_with("/21..../12..../12..21"), "{field}");
    let off = Err(DropError::OffField { column: 5 });
    assert_eq!(field.drop_pair(pair, 5, Rotation::Right, false), off);
    assert!(field.drop_pair(pair, usize::MAX, Rotation::Right, false).is_err());
    assert_eq!(
        field.drop_pair(pair, 0, Rotation::Left, false),
        Err(DropError::OffField { column: 0 })
    );
    for _ in 0..4 {
        field.drop_pair(pair, 0, Rotation::Up, false).unwrap();
    }
    let before = field;
    assert_eq!(field.drop_pair(pair, 0, Rotation::Up, false), Err(DropError::Full { column: 0 }));
    assert_eq!(field, before);
    let wrong = Pair { first: Block::Colour(9), second: Block::Skull };
    assert_eq!(
        field.drop_pair(wrong, 2, Rotation::Up, false),
        Err(DropError::Block(FieldError::Colour { colour: 9 }))
    );
}

/// Two groups of two colors in one step.
#[test]
fn rules_full_of_the_largest_number_saturate() {
    let rules = Rules {
        chain_power: [u32::MAX; 19],
        colour_bonus: [u32::MAX; 5],
        group_bonus: [u32::MAX; 8],
        points_per_nuisance: u32::MAX,
    };
    let mut field: Field = "....../....../....../....../....../....../....../....../....../\
                            ....../1..3../112333"
        .parse()
        .unwrap();
    field.set(0, 2, Block::Colour(1)).unwrap();
    let mut steps = Vec::new();
    let outcome = field.play(&rules, |&step| steps.push(step));
    assert_eq!((outcome.steps, outcome.score), (1, 8 * 10 * 999));
    assert_eq!(steps[0].group_bonus, u32::MAX);
    assert_eq!(rules.chain_power(usize::MAX), u32::MAX);
    assert!(rules.nuisance(u64::MAX) > 0.0);
    let none = Rules { points_per_nuisance: 0, ..rules };
    assert_eq!(none.nuisance(1), f64::INFINITY);
}
