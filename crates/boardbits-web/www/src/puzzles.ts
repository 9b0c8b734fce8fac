// Polyform puzzles: solve by hand with the number of solutions left, step through solutions and the
// search, paint boards.
import type { Definition, Snippets } from './definition.ts';
import { failure, Lane } from './lanes.ts';
import type { Query, Task } from './machine.ts';
import { boardRows, withPlaced } from './puzzles-files.ts';
import { fileText, view } from './puzzles-panel.ts';
import * as puzzles from './puzzles-model.ts';
import * as words from './puzzles-words.ts';
import { LIMIT, type Shown, type Solution, type State } from './puzzles-model.ts';
import { update, type Event } from './puzzles-state.ts';
import type { Placement } from './puzzles-files.ts';

/**
 * The worker that has the pieces of the visitor, and the one that has all solutions of the empty
 * board.
 */
const board = new Lane();
const index = new Lane();
const STAGES = ['graph of partial solutions', 'numbers of ways', 'search', 'symmetric solutions'];
/** The solution that the running query has to find: while one is under way, the latest waits. */
let latest: State = puzzles.initial;

type Run = Query<Event>['run'];

/** Asks about a puzzle with some pieces on it. */
async function ask<T>(
  task: Task<Event>,
  lane: Lane,
  state: State,
  placed: readonly Placement[],
  op: string,
  ...args: unknown[]
): Promise<T> {
  lane.progress = (stage, done) => {
    try {
      task.progress(done, STAGES[stage] ?? '');
    } catch {
      // It is about a query that is not wanted any more.
    }
  };
  await task.ask(lane, 'puzzle_arrange', state.file, words.placedText(placed));
  return task.ask<T>(lane, op, ...args);
}

const byHand = ({ puzzle, placed }: State): readonly Placement[] =>
  placed.slice(puzzle?.placed.length ?? 0);

async function open(task: Task<Event>, state: State): Promise<Event> {
  let puzzle: Shown;
  try {
    puzzle = await task.ask<Shown>(board, 'puzzle_open', state.file);
  } catch (error) {
    return { type: 'refused', message: failure(error, 'input').message };
  }
  let problem: string | null = null;
  try {
    if (state.placed.length)
      await task.ask(board, 'puzzle_arrange', state.file, words.placedText(state.placed));
  } catch (error) {
    problem = `The placed pieces do not fit: ${failure(error, 'input').message}.`;
  }
  return { type: 'opened', puzzle, problem };
}

/** Counts the solutions that are left. A limit that is reached is an answer. */
async function count(task: Task<Event>, state: State): Promise<Event> {
  const from = task.elapsed();
  const asked = [task, board, state, byHand(state), 'puzzle_count', LIMIT] as const;
  const { count } = await ask<{ count: string }>(...asked).catch((error: unknown) => {
    failure(error, 'limit');
    return { count: null };
  });
  return { type: 'count', key: puzzles.keyOf(state.placed), count, ms: task.elapsed() - from };
}

async function distinct(task: Task<Event>, state: State): Promise<Event> {
  const counted = ask<{ count: string }>(task, index, state, [], 'puzzle_distinct', LIMIT);
  return { type: 'distinct', ...(await counted) };
}

async function hint(task: Task<Event>, state: State): Promise<Event> {
  const asked = [task, board, state, byHand(state), 'puzzle_hint', LIMIT] as const;
  return { type: 'hint', ...(await ask<{ hint: Placement | null }>(...asked)) };
}

async function solve(task: Task<Event>): Promise<void> {
  for (let done: unknown = null; done !== latest.wanted && latest.wanted;) {
    const { wanted } = latest;
    done = wanted;
    try {
      const [op, argument] =
        wanted.kind === 'nth'
          ? (['puzzle_solution', wanted.number] as const)
          : (['puzzle_random', wanted.seed] as const);
      const solution = await ask<Solution>(task, index, latest, [], op, argument, LIMIT);
      // A newer wish is answered first.
      if (latest.wanted === wanted) task.send({ type: 'solution', solution });
    } catch (error) {
      const { message } = failure(error, 'missing', 'limit');
      if (latest.wanted === wanted)
        task.send({
          type: 'noSolution',
          message: message.replace(/^./, (first) => first.toUpperCase()),
        });
    }
    if (latest.wanted?.kind === 'nth' && latest.solution?.number === latest.wanted.number) return;
  }
}

async function search(task: Task<Event>, state: State): Promise<void> {
  await task.ask(board, 'puzzle_arrange', state.file, words.placedText(byHand(state)));
  for (;;) {
    const next = await task.ask<{ state: string; nodes: number; placements: Placement[] }>(
      board,
      'puzzle_step',
      latest.search?.isFast ? 5000 : 1,
    );
    task.send({ type: 'searched', ...next });
    await task.wait(next.state === 'solution' ? 900 : 90);
  }
}

function wants(state: State): Query<Event>[] {
  latest = state;
  const { files, file, puzzle, drawing, wanted, solution } = state;
  const key = puzzles.keyOf(state.placed);
  const one = (
    key: string,
    label: string,
    run: Run,
    more: Partial<Query<Event>> = {},
  ): Query<Event> => ({ key: `${key}:${state.game}`, label, run, ...more });
  if (files === null)
    return [
      one(
        'files',
        'Loading the puzzles',
        async (task) => ({
          type: 'files',
          files: await task.ask<[string, string][]>(board, 'presets'),
        }),
        { blocking: true },
      ),
    ];
  if (drawing || file === null) return [];
  if (!puzzle)
    return [
      one(`open:${state.name}`, 'Opening the puzzle', (task) => open(task, state), {
        blocking: true,
      }),
    ];
  const queries: Query<Event>[] = [];
  if (wanted && !(wanted.kind === 'nth' && solution?.number === wanted.number))
    queries.push(one('solve', 'Finding the solution', solve));
  else if (state.distinct === 'asked')
    queries.push(one('distinct', 'Counting up to symmetry', (task) => distinct(task, state)));
  // All solutions are ready before anybody asks; what is asked waits for them in the same worker.
  queries.unshift(
    one('index', 'Preparing the solutions', (task) => prepare(task, file), { quiet: true }),
  );
  if (state.search?.isRunning)
    queries.push(one('search', 'Searching', (task) => search(task, state), { quiet: true }));
  else if (state.hint === 'asked')
    queries.push(one(`hint:${key}`, 'Looking for a hint', (task) => hint(task, state)));
  else if (!solution && !state.search && !puzzles.countOf(state))
    queries.push(one(`count:${key}`, 'Counting the solutions', (task) => count(task, state)));
  return queries;
}

/** Lets the second worker build the index of all solutions. */
async function prepare(task: Task<Event>, file: string): Promise<void> {
  await task.ask(index, 'puzzle_arrange', file, '');
  // A puzzle without solutions has none to prepare.
  await task
    .ask(index, 'puzzle_solution', '0', LIMIT)
    .catch((error: unknown) => failure(error, 'missing', 'limit'));
}

/** Shows a puzzle from a file or a text, if it is one. */
async function readText(text: string, send: (event: Event) => void): Promise<void> {
  const lane = new Lane();
  try {
    await lane.ask('puzzle_open', text);
    send({ type: 'file', text });
  } catch (error) {
    send({ type: 'rejected', message: (error as Error).message });
  } finally {
    lane.close();
  }
}

// Texts

function snippets(state: State): Snippets {
  const { name, solution, placed, puzzle } = state;
  const isPreset = state.files?.has(name) === true && placed.length <= (puzzle?.placed.length ?? 0);
  const file = solution ? (state.file ?? '') : fileText(state);
  const heredoc = `<<'PUZZLE'\n${file.trimEnd()}\nPUZZLE\n`;
  const number = solution ? String(BigInt(solution.number) + 1n) : null;
  const command = number === null ? '' : ` --nth ${number}`;
  const fileRust = `const FILE: &str = "\\\n${file.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}";\n\n`;
  const source = isPreset
    ? `presets::find("${name}").unwrap().puzzle()`
    : 'FILE.parse::<PuzzleFile>().unwrap().puzzle';
  const kinds = [isPreset ? 'presets' : 'PuzzleFile', 'Solver', ...(number === null ? [] : ['Limits'])];
  const names = kinds.sort((a, b) =>
    a.toLowerCase() === 'presets' ? 1 : b.toLowerCase() === 'presets' ? -1 : a.localeCompare(b),
  );
  return {
    shell: isPreset
      ? `boardbits meteor solve ${name}${command}\n`
      : `boardbits meteor solve -${command} ${heredoc}`,
    rust: `use meteor_puzzle::{${names.join(', ')}};

${isPreset ? '' : fileRust}fn main() {
    let solver = Solver::new(${source});
${
  number === null
    ? '    println!("{} solutions", solver.count().unwrap());'
    : `    let index = solver.try_index(&Limits::new()).unwrap();
    let solution = index.nth(${BigInt(number) - 1n}).unwrap();
    println!("{}", solver.puzzle().picture(solution.placements()));`
}
}
`,
    python: `from boardbits.polyform import Puzzle

${isPreset ? `puzzle = Puzzle.preset("${name}")` : `puzzle = Puzzle.parse("""\\\n${file}""")`}
${number === null ? 'print(puzzle.count(), "solutions")' : `print(puzzle.index()[${BigInt(number) - 1n}].to_array())`}
`,
  };
}

function text(state: State): string {
  const { puzzle, file } = state;
  if (!puzzle || file === null) return fileText(state);
  const all = withPlaced(
    file,
    puzzle.cells,
    puzzle.pieces.map((piece) => piece.symbol),
    puzzles.lying(state).slice(state.solution ? 0 : puzzle.placed.length),
  );
  const rows = boardRows(all).join('\n');
  return `${words.puzzleTitle(state)}\n${rows}\n\n${words.title(state)}. ${words.detail(state)}\n`;
}

const PICTURE = `<svg viewBox="0 0 340 150" role="img" aria-label="Different pieces can cover the same cells; from there on they are one node, and their numbers of ways are added.">
<g stroke="var(--ink)" stroke-width="1.5"><g transform="translate(10 20)"><path d="M0 0h20v60H0z" fill="#e69f00"/><path d="M20 0h20v60H20z" fill="#6cb8ea"/><path d="M40 0h40v60H40z" fill="var(--cell)"/></g>
<g transform="translate(10 90)"><path d="M0 0h40v20H0v0z" fill="#1a9e78"/><path d="M0 20h40v40H0z" fill="#d486b4"/><path d="M40 0h40v60H40z" fill="var(--cell)"/></g>
<g transform="translate(150 55)"><path d="M0 0h40v60H0z" fill="var(--strong-line)"/><path d="M40 0h40v60H40z" fill="var(--cell)"/></g></g>
<path d="M98 52l42 22m-42 46 42-22M240 85h46m-9-7 9 7-9 7" fill="none" stroke="var(--ink)" stroke-width="2"/>
<g font-size="14" font-weight="700"><text x="118" y="50">1</text><text x="118" y="124">1</text><text x="190" y="132">2 ways</text><text x="312" y="85">rest</text></g></svg>`;

export const tab: Definition<State, Event> = {
  id: 'poly',
  name: 'Puzzles',
  crate: 'meteor-puzzle',
  about:
    'Polyform puzzles on squares, hexagons and triangles: counts, solutions by number, random ones, hints. Partial solutions that cover the same cells are one node of a graph, so that thousands of solutions are counted at once.',
  unit: 'solutions counted',
  work: 'puzzles',
  story: {
    intro: 'Cover the board; after each piece, you see how many solutions are left.',
    legend: [
      [
        '2,098',
        'Solutions that contain all pieces on the board; turned and mirrored ones count separately.',
      ],
      ['0', 'The last piece that you placed made it impossible: its name is shown.'],
      [
        '<svg viewBox="0 0 24 24"><path class="hint-piece" style="stroke-width:3" d="M4 4h16v16H4z"/></svg>',
        'A hint: this piece fits here, and a solution remains.',
      ],
      ['×3', 'Copies of the piece that are left.'],
      [
        'up to symmetry',
        'Solutions, where those that a turn or a mirror maps to each other count once.',
      ],
    ],
    tryThis: {
      label: 'Watch the search',
      events: () => [{ type: 'choose', name: 'pentominoes-8x8-hole' }, { type: 'search' }],
    },
    how: {
      picture: PICTURE,
      paragraphs: [
        'A board is a word with a bit for each cell, and so is each placement of a piece. Always the first free cell is covered: with every piece that fits there, then the next free cell, and so on.',
        'Different pieces often cover the same cells. From there on the same pieces and cells are left, so that these partial solutions are one node of a graph. The number of ways to complete a node is computed once, from the end to the start, and the first node has the number of all solutions.',
        'The same numbers lead to solution number 5,000 without the 4,999 before it, and to random solutions that are all equally likely: at each node one goes to the next in proportion to its number. What “Watch the search” shows is the plain search, one piece at a time.',
      ],
      links: [
        ['meteor-puzzle on docs.rs', 'https://docs.rs/meteor-puzzle'],
        ['Pentominoes', 'https://en.wikipedia.org/wiki/Pentomino'],
        ['Polyform Puzzler', 'https://puzzler.sourceforge.net/'],
      ],
    },
  },
  first: () => puzzles.initial,
  update,
  wants,
  link: words.link,
  read: words.read,
  told: words.told,
  text,
  snippets,
  view: (parts, send, machine) => {
    const read = (text: string): void => void readText(text, send);
    return view(parts, send, read, () => machine.state);
  },
};
