//! Chains of falling blocks.

use cc_table::batch::Batch;
use cc_table::chain::{Block, COLUMNS, Field, Outcome, Pair, Placement, ROWS, Rotation, Rules};

use crate::baseline::chains;
use crate::random::Random;
use crate::task::{Builder, Role, Task};

/// A field in the types of all engines.
struct Input {
    field: Field,
    cells: chains::Cells,
}

pub(super) fn tasks() -> Vec<Task> {
    vec![
        scored("chain of a field in play, scored", played).charted().build(),
        scored("chain of a raw field, scored", raw).build(),
        batches("chains of 22 fields at once, in play, scored"),
    ]
}

/// A task whose answers are the number of steps, the score, and the field at the end.
fn scored(name: &'static str, inputs: fn() -> Vec<Input>) -> Builder<Input> {
    Builder::new("cc-table", name, "field", inputs, |input| input.field.line().to_string())
        .engine(
            Role::Ours,
            "cc-table",
            |input| {
                let mut field = input.field;
                let outcome = field.play(&Rules::SMASH_THE_CODE);
                (outcome.steps, outcome.score, field)
            },
            |(steps, score, field)| format!("{steps} {score} {}", field.line()),
        )
        .engine(
            Role::Baseline,
            "cell by cell",
            |input| {
                let mut cells = input.cells;
                let (steps, score) = chains::play(&mut cells);
                (steps, score, cells)
            },
            |(steps, score, cells)| format!("{steps} {score} {}", field(&cells).line()),
        )
}

/// The number of placements of a pair of two colors.
const PLACEMENTS: usize = 22;

/// Copies of fields that are played, and the outcomes.
#[derive(Default)]
struct Played {
    fields: Vec<Field>,
    outcomes: Vec<Outcome>,
}

impl Played {
    fn show(&self) -> String {
        let each = self.fields.iter().zip(&self.outcomes);
        let each =
            each.map(|(field, out)| format!("{} {} {}\n", out.steps, out.score, field.line()));
        each.collect()
    }
}

fn batches(name: &'static str) -> Task {
    let inputs = || {
        let fields: Vec<Field> = played().iter().map(|input| input.field).collect();
        fields.chunks_exact(PLACEMENTS).map(<[Field]>::to_vec).collect()
    };
    let engine = |task: Builder<Vec<Field>>, name, play: fn(&mut [Field], &mut [Outcome])| {
        task.engine_with(
            Role::Ours,
            name,
            Played::default,
            move |played, fields| {
                played.fields.clone_from(fields);
                played.outcomes.resize(fields.len(), Outcome::default());
                play(&mut played.fields, &mut played.outcomes);
            },
            |played, ()| played.show(),
        )
    };
    let task = Builder::new("cc-table", name, "field", inputs, |_| "22 fields".into())
        .units_per_input(Vec::len);
    let task = engine(task, "cc-table", |fields, outcomes| {
        Batch::new().play(fields, &Rules::SMASH_THE_CODE, outcomes).expect("as long as the fields");
    });
    let task = engine(task, "cc-table, one by one", |fields, outcomes| {
        for (field, outcome) in fields.iter_mut().zip(outcomes) {
            *outcome = field.play(&Rules::SMASH_THE_CODE);
        }
    });
    task.build()
}

fn input(field: Field) -> Input {
    let mut cells = chains::Cells::default();
    for (x, column) in cells.iter_mut().enumerate() {
        for (y, cell) in column.iter_mut().enumerate() {
            *cell = match field.get((x, y)) {
                None => 0,
                Some(Block::Skull) => chains::SKULL,
                Some(Block::Color(color)) => color,
            };
        }
    }
    Input { field, cells }
}

fn field(cells: &chains::Cells) -> Field {
    let mut field = Field::EMPTY;
    for (x, column) in cells.iter().enumerate() {
        for (y, &cell) in column.iter().enumerate() {
            let block = match cell {
                0 => None,
                chains::SKULL => Some(Block::Skull),
                color => Some(Block::Color(color)),
            };
            field.set((x, y), block).expect("the cells of a field are cells of a field");
        }
    }
    field
}

/// Fields of games in which every pair falls into a random column, each after a drop and before its
/// chain.
fn played() -> Vec<Input> {
    let mut random = Random::new(30);
    let mut inputs = Vec::new();
    let mut now = Field::EMPTY;
    while inputs.len() < 2000 {
        let mut block = || Block::Color(1 + random.below(5) as u8);
        let pair = Pair { first: block(), second: block() };
        let placement =
            Placement { column: random.below(COLUMNS), rotation: Rotation::ALL[random.below(4)] };
        let is_full = (0..COLUMNS).all(|x| now.height(x) >= ROWS - 1);
        if now.drop_pair(pair, placement, &Rules::SMASH_THE_CODE).is_ok() {
            inputs.push(input(now));
            now.play(&Rules::SMASH_THE_CODE);
        } else if is_full {
            now = Field::EMPTY;
        }
        if random.below(8) == 0 {
            // A row of skulls from the opponent.
            for x in 0..COLUMNS {
                let y = now.height(x);
                if y < ROWS {
                    now.set((x, y), Block::Skull).expect("a cell of the field");
                }
            }
        }
    }
    inputs
}

/// Settled fields of random blocks, columns of random height.
fn raw() -> Vec<Input> {
    let mut random = Random::new(31);
    let mut inputs = Vec::new();
    for _ in 0..2000 {
        let mut field = Field::EMPTY;
        for x in 0..COLUMNS {
            for y in 0..random.below(ROWS + 1) {
                let block = match random.below(6) {
                    0 => Block::Skull,
                    color => Block::Color(color as u8),
                };
                field.set((x, y), block).expect("a cell of the field");
            }
        }
        inputs.push(input(field));
    }
    inputs
}
