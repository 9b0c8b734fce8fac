// Connect 4: the score of every column while one plays, and what the computer does.
import * as c4 from './c4-state.ts';
import { SYMBOLS, type Board, type Event, type Known, type State } from './c4-state.ts';
import { view } from './c4-view.ts';
import type { Definition, Snippets } from './definition.ts';
import { calm } from './dom.ts';
import { book, Lane, quick } from './lanes.ts';
import { later, type Query, type Task } from './machine.ts';
import { setting } from './settings.ts';

const scores = setting('c4.scores', true);
const orange = setting<string>('c4.orange', 'human');
const yellow = setting<string>('c4.yellow', 'human');

// Solving

const lanes: Lane[] = [];
let bookBytes: Uint8Array | null = null;

/** The workers, once the book is there if the board has one. Without it openings take long, but work. */
async function workers({ width, height }: State): Promise<Lane[]> {
  if (width === 7 && height === 6 && !bookBytes) {
    bookBytes = await book().catch(() => null);
    // They have started without it.
    if (bookBytes) for (const lane of lanes.splice(0)) lane.close();
  }
  const count = Math.max(2, Math.min(4, navigator.hardwareConcurrency || 2));
  while (lanes.length < count)
    lanes.push(new Lane(() => (bookBytes ? ['c4_book', [bookBytes]] : null)));
  return lanes;
}

/** Asks for the columns, the next one whenever a worker is free, each with its share of the time left. */
async function spread(
  task: Task<Event>,
  state: State,
  columns: number[],
  end: number,
  ask: (lane: Lane, column: number, ms: number) => Promise<void>,
): Promise<void> {
  const all = await workers(state);
  const left = [...columns];
  const work = async (lane: Lane): Promise<void> => {
    for (let column = left.shift(); column !== undefined; column = left.shift()) {
      const share = ((end - task.elapsed()) * all.length) / (left.length + all.length);
      await ask(lane, column, Math.max(30, Math.round(share)));
    }
  };
  await Promise.all(all.map(work));
}

/** Who wins in each column first, then the exact scores. */
async function solve(task: Task<Event>, state: State): Promise<void> {
  const { width, height, board } = state;
  const moves = c4.shown(state);
  const middle = (width - 1) / 2;
  const columns = c4.missing(state).sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  const budget = c4.budgetOf(state);
  const steps = 2 * columns.length;
  let [done, solved] = [0, 0];
  const step = (): void =>
    task.progress(++done / steps, `${solved} of ${columns.length} columns`);
  const send = (column: number, known: Known): void =>
    task.send({ type: 'known', moves, column, known });
  if (board?.over) return;
  await spread(task, state, columns, budget * 0.4, async (lane, column, ms) => {
    const sign = await task.ask<number | null>(lane, 'c4_sign', width, height, moves, column, ms);
    step();
    if (sign !== null) send(column, { sign });
  });
  await spread(task, state, columns, budget, async (lane, column, ms) => {
    const score = await task.ask<number | null>(lane, 'c4_score', width, height, moves, column, ms);
    if (score !== null) solved++;
    step();
    send(column, score === null ? { spent: budget } : { score });
  });
}

/** Solves the positions of the game, for its course, with the last one first. */
async function solveCourse(task: Task<Event>, state: State): Promise<void> {
  const { width, height } = state;
  for (let i = state.moves.length - 1; i >= 0; i--) {
    const moves = state.moves.slice(0, i);
    const known = c4.knownOf(state, moves);
    const { playable } = await task.ask<Board>(quick, 'c4_state', width, height, moves);
    const columns = playable.filter((column) => known[column]?.score === undefined);
    await spread(task, state, columns, task.elapsed() + 4000, async (lane, column, ms) => {
      const asked = ['c4_score', width, height, moves, column, ms] as const;
      const score = await task.ask<number | null>(lane, ...asked);
      if (score !== null) task.send({ type: 'known', moves, column, known: { score } });
    });
  }
}

// Playing

/** A column, drawn by weight: the middle is better. */
function likely(columns: number[], width: number): number {
  const weights = columns.map((column) => 1 + Math.max(0, 3 - Math.abs(column - (width - 1) / 2)));
  let pick = Math.random() * weights.reduce((a, b) => a + b, 0);
  for (const [i, weight] of weights.entries())
    if ((pick -= weight) < 0) return columns[i] as number;
  return columns[0] as number;
}

/** A move of the computer. A beginner sees its wins; a casual player also threats. */
export function choose(state: State): { column: number; remark: string } {
  const board = state.board as Board;
  const kind = state.kinds[board.turn];
  const isCareless =
    kind === 'beginner' || kind === 'casual' || (kind === 'strong' && Math.random() < 0.2);
  if (isCareless) {
    const wins = board.winning[0];
    const columns = kind === 'beginner' || !board.safe.length ? board.playable : board.safe;
    return { column: wins ?? likely(columns, state.width), remark: '' };
  }
  const column = c4.bestColumn(state) as number;
  const known = c4.knownOf(state)[column];
  const isProven =
    c4.value(state) !== null ||
    (known?.sign ?? known?.score ?? 0) > 0 ||
    board.winning.includes(column);
  const name = c4.NAMES[board.turn];
  return {
    column,
    remark: isProven
      ? ''
      : `${name} had ${c4.MOVE / 1000} s, could not prove which column is best, and played the best it knew.`,
  };
}

function wants(state: State): Query<Event>[] {
  const { width, height, board, moves, ply } = state;
  const shown = c4.shown(state);
  const key = c4.keyOf(state, shown);
  if (board === null) {
    const run = async (task: Task<Event>): Promise<Event> => ({
      type: 'board',
      board: await task.ask<Board>(quick, 'c4_state', width, height, shown),
    });
    return [{ key: `board:${key}`, label: 'Loading the solver', blocking: true, run }];
  }
  const queries: Query<Event>[] = [];
  if (state.isPlaying) queries.push(later(`step:${ply}`, 650, { type: 'step' }));
  const columns = c4.missing(state);
  const isSolving = c4.needsScores(state) && columns.length > 0;
  if (isSolving) {
    queries.push({
      key: `solve:${c4.budgetOf(state)}:${key}`,
      label: `Solving ${board.playable.length} columns`,
      run: (task) => solve(task, state),
    });
  } else if (c4.awaitsComputer(state)) {
    const run = async (task: Task<Event>): Promise<Event> => {
      await task.wait(calm() ? 50 : 380);
      return { type: 'computer', ...choose(state) };
    };
    queries.push({
      key: `move:${state.kinds[board.turn]}:${key}`,
      label: 'The computer moves',
      run,
    });
  } else if (state.line === 'asked') {
    const run = async (task: Task<Event>): Promise<Event> => {
      const lane = (await workers(state))[0] as Lane;
      const asked = ['c4_line', width, height, shown, 8000] as const;
      return { type: 'line', ...(await task.ask<{ line: string }>(lane, ...asked)) };
    };
    queries.push({ key: `line:${key}`, label: 'Looking for the best line', run });
  } else if (state.scores && moves) {
    queries.push({
      key: `course:${c4.keyOf(state, moves)}`,
      label: 'Solving the game',
      quiet: true,
      run: (task) => solveCourse(task, state),
    });
  }
  return queries;
}

function read(link: string): Event {
  const event = c4.read(link);
  if (link !== '' || event.type !== 'open') return event;
  const kind = (name: string): c4.Kind => c4.KINDS.find((kind) => kind === name) ?? 'human';
  return { ...event, kinds: [kind(orange.get()), kind(yellow.get())], scores: scores.get() };
}

/** As `update`, and keeps the settings for the next visit. */
function update(state: State, event: Event): State {
  if (event.type === 'kind') (event.player ? yellow : orange).set(event.kind);
  if (event.type === 'scores') scores.set(event.on);
  return c4.update(state, event);
}

// Texts

function snippets(state: State): Snippets {
  const moves = c4.shown(state);
  const { width, height } = state;
  const isStandard = width === 7 && height === 6;
  const size = isStandard ? '' : ` --width ${width} --height ${height}`;
  const board = isStandard ? '' : `, width=${width}, height=${height}`;
  const rust = isStandard
    ? `use c4_solver::{Position, Solver};

fn main() {
    let position = Position::from_moves("${moves}").unwrap();
    println!("{}", Solver::default().analyze(&position));
}
`
    : `use c4_solver::{Board, Position, Solver};

fn main() {
    let board = Board::new(${width}, ${height}).unwrap();
    let position = Position::new(board).after_moves("${moves}").unwrap();
    println!("{}", Solver::new(board).analyze(&position));
}
`;
  return {
    shell: `echo ${moves ? moves : "''"} | boardbits c4 solve --analyze${size}\n`,
    rust,
    python: `from boardbits.connect4 import Position, Solver

position = Position("${moves}"${board})
print(Solver(${isStandard ? '' : `${width}, ${height}`}).analyze(position))
`,
  };
}

/** Orange gives the win away with its first stone, Yellow the draw with its third. */
const EXAMPLE = '34334143555452213544653117616';

const PICTURE = `<svg viewBox="0 0 320 130" role="img" aria-label="A tree of positions: for each of my columns, the opponent's best reply; branches that cannot change the result are cut.">
<g fill="none" stroke="var(--strong-line)" stroke-width="2"><path d="M160 22 60 62M160 22V62M160 22 260 62M60 62 30 104M60 62 90 104M160 62 130 104M160 62 190 104"/><path d="M260 62 230 104M260 62 290 104" stroke-dasharray="4 5"/></g>
<g stroke="var(--card)" stroke-width="3"><circle cx="160" cy="20" r="14" fill="var(--one)"/><circle cx="60" cy="62" r="14" fill="var(--two)"/><circle cx="160" cy="62" r="14" fill="var(--two)"/><circle cx="260" cy="62" r="14" fill="var(--line)"/></g>
<g font-size="14" font-weight="700"><text x="30" y="114">+3</text><text x="90" y="114">+1</text><text x="130" y="114">+2</text><text x="190" y="114">+4</text><text x="260" y="114">✂ cut</text></g>
<g font-size="13" font-weight="700" style="fill:#241a00"><text x="160" y="21" style="fill:#241a00">+2</text><text x="60" y="63" style="fill:#241a00">+1</text><text x="160" y="63" style="fill:#241a00">+2</text></g></svg>`;

export const tab: Definition<State, Event> = {
  id: 'c4',
  name: 'Connect 4',
  crate: 'c4-solver',
  about:
    'A perfect solver of Connect 4: the exact score of every column on any board of up to 128 bits; the page plays boards of up to 64.',
  unit: 'positions',
  work: 'c4',
  story: {
    intro: 'Get four in a row. The number over a column says who wins if you play there.',
    legend: [
      [
        '+3',
        'The side to move wins here. The larger, the earlier: 3 is a win with three of its stones left, counting the last one.',
      ],
      ['−2', 'The other side wins if you play here.'],
      ['0', 'With best play the board fills up: a draw.'],
      ['in 21', 'Your own moves until the game ends, if both sides play perfectly.'],
      ['?', 'Not solved within the time. “Search longer” continues.'],
      [
        '▮',
        'The bars are the course of the game: up is a win for Orange, down for Yellow. ✕ marks a mistake.',
      ],
    ],
    tryThis: {
      label: 'Watch a game',
      events: () => [
        {
          type: 'open',
          width: 7,
          height: 6,
          moves: EXAMPLE,
          ply: 0,
          scores: true,
          isPlaying: true,
        },
      ],
    },
    how: {
      picture: PICTURE,
      paragraphs: [
        'The solver tries every move, every reply to it, and so on: a tree with 4,531,985,219,092 different positions. Alpha-beta search cuts a branch as soon as a reply shows that it cannot change the result; the order in which columns are tried decides how much is cut.',
        'A position is two words of 64 bits, one for the stones of the side to move and one for all stones. Four in a row in a direction is found with two shifts. Positions that were seen before are looked up in a table of 16 MB in each worker.',
        'The score is found by questions with yes or no: is it more than 3? Each narrows the range, and is cheaper than the exact answer. First all columns are asked who wins. Openings of 7×6 come from a book with all positions of up to eight stones.',
      ],
      links: [
        ['c4-solver on docs.rs', 'https://docs.rs/c4-solver'],
        ['Pascal Pons: solving Connect 4, step by step', 'http://blog.gamesolver.org/'],
      ],
    },
  },
  first: () => c4.initial,
  update,
  wants,
  link: c4.link,
  read,
  pasted: c4.pasted,
  told: c4.told,
  text: c4.text,
  snippets,
  view,
};

export { SYMBOLS };
