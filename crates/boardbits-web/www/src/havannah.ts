// Havannah: an engine whose search can be watched, and the structure that wins.
import type { Definition, Snippets } from './definition.ts';
import { view } from './havannah-view.ts';
import * as hav from './havannah-state.ts';
import type { Board, Event, State, Thought } from './havannah-state.ts';
import { Lane, quick } from './lanes.ts';
import { hexagon, path } from './lattice.ts';
import { later, type Query, type Task } from './machine.ts';
import { setting } from './settings.ts';

const time = setting('hav.time', 500);
const marks = setting('hav.marks', true);
const engine = new Lane();

/** Searches in slices, so that the visits can be watched, and decides then. */
async function search(task: Task<Event>, state: State): Promise<Event | void> {
  const moves = hav.shown(state).join(',');
  for (;;) {
    const left = state.time - task.elapsed();
    const slice = Math.max(60, Math.min(250, left));
    const asked = ['hav_think', state.base, state.rule, moves, Math.ceil(slice), 2 ** 31] as const;
    const thought = await task.ask<Thought | null>(engine, ...asked);
    if (!thought) return;
    task.send({ type: 'thought', thought });
    if (task.elapsed() >= state.time || thought.proven) break;
    task.progress(
      Math.min(1, task.elapsed() / state.time),
      `${thought.playouts.toLocaleString('en')} games`,
    );
    await task.wait(0);
  }
  return { type: 'decide' };
}

function wants(state: State): Query<Event>[] {
  const { base, rule, board, ply } = state;
  const moves = hav.shown(state).join(',');
  const key = `${base};${rule};${moves}`;
  if (board === null) {
    const run = async (task: Task<Event>): Promise<Event> => ({
      type: 'board',
      board: await task.ask<Board>(quick, 'hav_state', base, rule, moves),
    });
    return [{ key: `board:${key}`, label: 'Loading the rules', blocking: true, run }];
  }
  const queries: Query<Event>[] = [];
  const purpose = hav.searches(state);
  if (purpose)
    queries.push({
      key: `search:${purpose}:${state.time}:${key}`,
      label: purpose === 'hint' ? 'Looking for a hint' : 'The engine thinks',
      run: (task) => search(task, state),
    });
  if (state.isPlaying) queries.push(later(`step:${ply}`, 700, { type: 'step' }));
  return queries;
}

/** As `update`, and keeps the settings for the next visit. */
function update(state: State, event: Event): State {
  if (event.type === 'time') time.set(event.ms);
  if (event.type === 'marks') marks.set(event.on);
  return hav.update(state, event);
}

function snippets(state: State): Snippets {
  const moves = hav.shown(state);
  const { base, rule } = state;
  const ring = rule === 'any' ? '' : ` --ring ${rule}`;
  const variant = { any: 'Any', nonown: 'NonOwn', empty: 'Empty' }[rule];
  const record = moves.map((move, i) => `;${i % 2 ? 'B' : 'W'}[${move}]`).join('');
  const plays = moves
    .map((move) =>
      move === 'swap'
        ? '    game.play(Move::Swap).unwrap();\n'
        : `    game.play(Hex::new(${move.charCodeAt(0) - 96}, ${move.slice(1)})).unwrap();\n`,
    )
    .join('');
  const hasSwap = moves.includes('swap');
  return {
    shell: `echo '(;SZ[${base}]${record})' | boardbits havannah analyze --coordinates grid${ring}\n`,
    rust: `use havannah_uf::mcts::Mcts;
use havannah_uf::{Game, ${plays.includes('Hex::') ? 'Hex, ' : ''}${hasSwap ? 'Move, ' : ''}RingRule};

fn main() {
    let ${moves.length ? 'mut ' : ''}game = Game::new(${base}, RingRule::${variant}).unwrap()${hasSwap ? '.with_swap_rule()' : ''};
${plays}    println!("{game}");
    if let Some(choice) = Mcts::new().seed(1).search(&game, 10_000) {
        println!("{:?}, win rate {:.2}", choice.cell, choice.win_rate);
    }
}
`,
    python: `from boardbits import havannah

game = havannah.Game(${base}, rule="${rule}"${hasSwap ? ', swap=True' : ''})
for move in [${moves.map((move) => (move === 'swap' ? '"swap"' : `(${Number(move.slice(1)) - 1}, ${move.charCodeAt(0) - 97})`)).join(', ')}]:
    game = game.play(move)
print(havannah.Mcts(seed=1).search(game, 10_000))
`,
  };
}

const HEX = (x: number, y: number, kind: string): string => {
  const points = path(hexagon([x, y], 15));
  const stone = kind ? `<circle cx="${x}" cy="${y}" r="10" class="stone p${kind}"/>` : '';
  return `<polygon points="${points}" fill="var(--cell)" stroke="var(--line)"/>${stone}`;
};
const PICTURE = `<svg viewBox="0 0 330 150" role="img" aria-label="A ring, and a tree of moves in which good moves are tried more often.">${[
  [45, 30, '0'],
  [71, 30, '0'],
  [32, 52.5, '0'],
  [58, 52.5, ''],
  [84, 52.5, '0'],
  [45, 75, '0'],
  [71, 75, '0'],
]
  .map(([x, y, kind]) => HEX(x as number, y as number, kind as string))
  .join('')}
<text x="58" y="112" font-size="13">a ring</text>
<g fill="none" stroke="var(--accent)" stroke-linecap="round"><path stroke-width="8" d="M220 20 180 62"/><path stroke-width="4" d="M220 20V62"/><path stroke-width="1.5" d="M220 20 262 62"/><path stroke-width="5" d="M180 62 160 104"/><path stroke-width="2" d="M180 62 198 104"/><path stroke-width="2" d="M220 62 232 104"/></g>
<g fill="var(--accent)"><circle cx="220" cy="20" r="9"/><circle cx="180" cy="62" r="8"/><circle cx="220" cy="62" r="6"/><circle cx="262" cy="62" r="4"/><circle cx="160" cy="104" r="6"/><circle cx="198" cy="104" r="4"/><circle cx="232" cy="104" r="4"/></g>
<text x="212" y="134" font-size="13">good moves are tried more often</text></svg>`;

export const tab: Definition<State, Event> = {
  id: 'hav',
  name: 'Havannah',
  crate: 'havannah-uf',
  about:
    'Rules, random games, a player and a solver for Havannah, on boards with up to a million cells along an edge.',
  unit: 'playouts of the engine on base 8',
  work: 'havannah',
  story: {
    intro: 'Connect two corners, three edges, or close a ring. “Hint” shows what the engine thinks.',
    legend: [
      ['bridge', 'connects two of the six corners.'],
      ['fork', 'connects three of the six edges. Corners belong to no edge.'],
      ['ring', 'goes around at least one cell, occupied or not.'],
      [
        '<svg viewBox="0 0 32 32"><circle class="visits" cx="16" cy="16" r="14"/><text x="16" y="17" class="rate" style="font-size:14px">57</text></svg>',
        'Moves that the engine tried: larger dots more often; the number is its win rate in percent.',
      ],
      [
        '<svg viewBox="0 0 32 32"><circle class="threat" cx="16" cy="16" r="13"/></svg>',
        'A stone here wins at once for one of the players.',
      ],
      [
        '<svg viewBox="0 0 32 32"><circle class="stone p0 last" cx="16" cy="16" r="12"/></svg>',
        'The last stone. Numbers are the order of the stones.',
      ],
    ],
    tryThis: {
      label: 'Watch a ring',
      events: () => [
        {
          type: 'open',
          base: 8,
          rule: 'any',
          moves: [...hav.EXAMPLE, 'i10', 'a1', 'h9'],
          ply: 0,
          isPlaying: true,
        },
      ],
    },
    how: {
      picture: PICTURE,
      paragraphs: [
        'Every stone belongs to a group of connected stones. Union-find joins the groups that a new stone touches, and keeps the corners and edges that each group reaches as bits. A bridge or a fork is a count of bits.',
        'A ring is found in the circle of the six neighbors of a new stone: if two separate runs of own stones in it belong to the same group, the stone closes a loop around something.',
        'The engine plays tens of thousands of random games a second. Monte Carlo tree search tries moves more often that did well, and shares what it learns about a move among positions. Wins and losses that are certain are proven and end the search.',
      ],
      links: [
        ['havannah-uf on docs.rs', 'https://docs.rs/havannah-uf'],
        ['Havannah, by its inventor', 'https://www.mindsports.nl/index.php/arena/havannah/'],
      ],
    },
  },
  first: () => ({ ...hav.initial, time: time.get(), marks: marks.get() }),
  update,
  wants,
  link: hav.link,
  read: hav.read,
  pasted: hav.pasted,
  told: hav.told,
  text: hav.text,
  snippets,
  view,
};
