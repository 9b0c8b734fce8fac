// Chains of falling-block puzzles: a pair that falls, the chain step by step, an editor.
import * as state_ from './chains-state.ts';
import { DEAL, EXAMPLE, type Chain, type Event, type Found, type State } from './chains-state.ts';
import { block, view } from './chains-view.ts';
import type { Definition, Snippets } from './definition.ts';
import { calm } from './dom.ts';
import { failure, quick } from './lanes.ts';
import { later, type Query, type Task } from './machine.ts';
import { setting } from './settings.ts';

const rules = setting<string>('puyo.rules', 'tsu');

function wants(state: State): Query<Event>[] {
  const { asked, field, column, rotation, seed, index, show, best, isAuto } = state;
  const scoring = state.rules;
  const [first, second] = [state_.pairAt(state, 0), state_.pairAt(state, 1)];
  const quickly = (key: string, run: (task: Task<Event>) => Promise<Event>): Query<Event>[] => [
    { key, label: 'Loading the crate', blocking: true, run },
  ];
  if (asked) {
    return quickly(`play:${scoring}:${asked.from}:${asked.field}`, async (task) => {
      try {
        const chain = await task.ask<Chain>(quick, 'chain_play', asked.field, scoring);
        return { type: 'chain', chain };
      } catch (error) {
        return { type: 'refused', message: failure(error, 'input').message };
      }
    });
  }
  if (state_.pairAt(state, 2) === null) {
    return quickly(`deal:${seed}.${index}`, async (task) => {
      const pairs = await task.ask<string[]>(quick, 'chain_deal', seed, index, index + DEAL, 4);
      return { type: 'dealt', seed, from: index, pairs };
    });
  }
  if (show && show.mode !== 'paused') {
    const key = `tick:${state.game}:${index}:${show.mode}:${show.frame}`;
    return [later(key, state_.delay(state), { type: 'tick' })];
  }
  if (state_.phase(state) !== 'live') return [];
  const here = `${field}:${first}:${scoring}`;
  const isSearched = best === 'asked' || (isAuto && best === null);
  if (state.landing === undefined) {
    return quickly(`drop:${column}.${rotation}:${here}`, async (task) => {
      const chain = await task
        .ask<Chain>(quick, 'chain_drop', field, first, column, rotation, scoring)
        .catch((error: unknown) => {
          failure(error, 'input');
          return null; // The column has no room.
        });
      return { type: 'landing', chain };
    });
  }
  if (isSearched) {
    const run = async (task: Task<Event>): Promise<Event> => ({
      type: 'found',
      found: await task.ask<Found | null>(quick, 'chain_best', field, first, second, scoring),
    });
    return [{ key: `best:${here}:${second}`, label: 'Searching two pairs', run }];
  }
  return isAuto ? [later(`auto:${here}:${index}`, 420, { type: 'drop', isCalm: calm() })] : [];
}

/** As the state's, and keeps the scoring for the next visit. */
function update(state: State, event: Event): State {
  if (event.type === 'rules') rules.set(event.rules);
  return state_.update(state, event);
}

/** The first visit, and a link, play their chain unless motion is unwanted. */
function read(link: string): Event {
  const event = state_.read(link, !calm());
  return link === '' && event.type === 'open' && rules.get() === 'stc'
    ? { ...event, rules: 'stc' }
    : event;
}

// Texts

function snippets(state: State): Snippets {
  const { show, field, landing } = state;
  const start = show?.chain.start ?? landing?.start ?? field;
  const rules = state.rules === 'tsu' ? 'PUYO_PUYO_TSU' : 'SMASH_THE_CODE';
  return {
    shell: `# Points, steps, and the field after them.
echo ${start} | boardbits chain --rules ${rules.toLowerCase().replaceAll('_', '-')}
`,
    rust: `use cc_table::chain::{Field, Rules};

fn main() {
    let mut field: Field = "${start}".parse().unwrap();
    let outcome = field.play(&Rules::${rules});
    println!("{} steps, {} points", outcome.steps, outcome.score);
}
`,
    python: `import numpy as np
from boardbits import label_values

rows = "${start}".split("/")
field = np.array([[".123450".index(block) for block in row] for row in rows])
steps = 0
while True:
    seen = field[-12:]
    labels = label_values(seen, connectivity=4)
    groups = np.bincount(labels.ravel()) >= 4
    gone = groups[labels] & (seen > 0) & (seen < 6)
    if not gone.any():
        break
    steps += 1
    near = np.pad(gone, 1)
    beside = near[:-2, 1:-1] | near[2:, 1:-1] | near[1:-1, :-2] | near[1:-1, 2:]
    seen[gone | (beside & (seen == 6))] = 0
    for x in range(6):
        left = field[:, x][field[:, x] > 0]
        field[:, x] = 0
        field[len(field) - len(left):, x] = left
print(steps, "steps")
`,
  };
}

const cells = (kinds: string, x: number, y: number): string =>
  [...kinds]
    .map((kind, i) =>
      kind === '.'
        ? ''
        : `<g transform="translate(${x + i * 34} ${y}) scale(.85)">${block(kind).outerHTML}</g>`,
    )
    .join('');
const PICTURE = `<svg viewBox="0 0 380 150" role="img" aria-label="A board as three words of bits; shifted copies meet where blocks of one color touch; four that touch vanish.">
${cells('.22.', 20, 30)}${cells('1222', 20, 64)}${cells('1133', 20, 98)}
<path d="M150 64h40m-8-7 8 7-8 7" fill="none" stroke="var(--ink)" stroke-width="2"/>
<g font-family="monospace" font-size="15" style="text-anchor:start"><text x="205" y="30" style="text-anchor:start">green 0110</text><text x="205" y="64" style="text-anchor:start">      0111</text><text x="205" y="98" style="text-anchor:start">      0000</text></g>
<text x="190" y="136" font-size="14">green and green, shifted by a cell: a group of five</text></svg>`;

const sign = (kind: string): string =>
  `<svg viewBox="-20 -20 40 40" aria-hidden="true">${block(kind).outerHTML}</svg>`;

export const tab: Definition<State, Event> = {
  id: 'puyo',
  name: 'Chains',
  crate: 'cc-table',
  about:
    'Connected components of boards that fit in machine words. Chains of falling-block puzzles are played on bitboards: four equal blocks that touch vanish, and the rest falls.',
  unit: 'chains of seven steps',
  work: 'chains',
  story: {
    intro: 'Four of a color that touch vanish, and what falls may set off a chain.',
    legend: [
      [sign('1'), 'Blocks have a color and a shape; four or more that touch by an edge vanish.'],
      [sign('0'), 'Skulls vanish only beside a group that vanishes.'],
      ['3×', 'The step of the chain; each counts more than the one before it.'],
      [
        '10 × 4 × (8 + 0 + 0)',
        'The score of a step: blocks that vanish, and what the chain, several colors and large groups add.',
      ],
      ['✕', 'A block in the top cell of the third column ends the game.'],
      ['nuisance', 'Blocks that the chain sends to an opponent: a block for every 70 points.'],
    ],
    tryThis: {
      label: 'Watch a 7-chain',
      events: () => [state_.read(`${EXAMPLE};;tsu;7.0`, true)],
    },
    how: {
      picture: PICTURE,
      paragraphs: [
        'The field is three words of 128 bits: together, three bits name the block of each cell. The cells of one color are found with a few logical operations, for all 78 cells at once.',
        'A cell that touches two others of its color, beside a cell of the same kind or one that touches three, is in a group of at least four. Shifted copies of the word find these seeds without a loop over cells, and a flood adds the rest of each group.',
        'Gravity needs no loop over cells either: the bits of each column are packed downwards. A chain of seven steps takes a fraction of a microsecond, so that all drops of two pairs are played out for “Best drop”, with the chain that one more block would set off.',
      ],
      links: [
        ['cc-table on docs.rs', 'https://docs.rs/cc-table'],
        [
          'Smash the Code: the contest of 2016',
          'https://www.codingame.com/multiplayer/bot-programming/smash-the-code',
        ],
        ['Puyo Nexus: scoring', 'https://puyonexus.com/wiki/Scoring'],
      ],
    },
  },
  first: () => state_.initial,
  update,
  wants,
  link: state_.link,
  read,
  told: state_.told,
  text: state_.text,
  snippets,
  view,
};
