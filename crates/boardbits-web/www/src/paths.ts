// All shortest paths on a grid, while walls are painted and the ends are dragged.
import type { Definition, Snippets } from './definition.ts';
import { calm } from './dom.ts';
import { failure, Lane, quick } from './lanes.ts';
import { later, type Machine, type Query, type Task } from './machine.ts';
import { makeMap, random, type GridMap, type Piece } from './paths-maps.ts';
import * as paths from './paths-state.ts';
import { type Answer, type Event, type State, type Wanted } from './paths-state.ts';
import { view } from './paths-view.ts';
import { setting } from './settings.ts';

const kept = setting<string>('paths.piece', 'king');
const slow = new Lane();
/** The state that the running query has to answer: while one is under way, the latest waits. */
let latest: State = paths.initial;

const arguments_ = (
  { width, height, walls, from, to, piece }: State,
  ...more: unknown[]
): unknown[] => [width, height, walls, from, to, piece, ...more];

/** Whether the worker has answered before: its first answer takes as long as starting it. */
let isWarm = false;

async function look(task: Task<Event>): Promise<void> {
  for (let answered = -1; answered !== latest.question;) {
    const asked = latest;
    if (!isWarm) await quick.timed('path_all', ...arguments_(asked));
    isWarm = true;
    const { text, ms } = await quick.timed('path_all', ...arguments_(asked));
    answered = asked.question;
    task.send({ type: 'answer', answer: JSON.parse(text) as Answer, question: answered, ms });
  }
}

async function found(task: Task<Event>, state: State, wanted: Wanted): Promise<Event> {
  const runs = !calm();
  if (wanted.kind === 'sample') {
    const asked = arguments_(state, wanted.seed);
    const cells = await task.ask<number[] | null>(quick, 'path_sample', ...asked);
    return { type: 'route', cells, runs };
  }
  const ask = <T>(op: string, isClosed: boolean, ms: number): Promise<T> =>
    task.ask(slow, op, ...arguments_({ ...state, piece: paths.tourist(state) }, isClosed, ms));
  if (wanted.kind !== 'count') {
    const isClosed = wanted.kind === 'closed';
    try {
      const { tour } = await ask<{ tour: number[] | null }>('path_tour', isClosed, 10_000);
      return { type: 'route', cells: tour, runs };
    } catch (error) {
      return { type: 'failed', message: failure(error, 'limit', 'input').message };
    }
  }
  const count = async (isClosed: boolean): Promise<string> => {
    task.progress(null, isClosed ? 'closed tours' : 'open tours');
    return (await ask<{ count: string }>('path_tours', isClosed, 20_000)).count;
  };
  let closed = '';
  try {
    closed = await count(true);
    task.send({ type: 'tours', closed, open: null, problem: null });
    return { type: 'tours', closed, open: await count(false), problem: null };
  } catch (error) {
    const { message } = failure(error, 'limit', 'input');
    return { type: 'tours', closed, open: null, problem: message };
  }
}

const LABELS = {
  sample: 'Drawing a path',
  open: 'Looking for a tour',
  closed: 'Looking for a tour',
  count: 'Counting tours',
};

function wants(state: State): Query<Event>[] {
  latest = state;
  const { question, answer, wanted, route, swarm, hover } = state;
  const queries: Query<Event>[] = [];
  if (answer?.question !== question)
    queries.push({ key: 'look', label: 'Finding all paths', run: look });
  else if (wanted) {
    queries.push({
      key: `found:${question}:${JSON.stringify(wanted)}`,
      label: LABELS[wanted.kind],
      run: (task) => found(task, state, wanted),
    });
  }
  if (state.isPlaying && answer)
    queries.push(
      later(`layer:${question}:${state.upto}`, Math.min(160, 4000 / answer.layers.length), {
        type: 'layer',
      }),
    );
  if (route && route.runner !== null)
    queries.push(
      later(`run:${question}:${route.runner}`, Math.min(110, 3000 / route.cells.length), {
        type: 'run',
      }),
    );
  if (swarm) {
    if (swarm.asked !== question) {
      queries.push({
        key: `next:${question}`,
        label: 'Finding next steps',
        quiet: true,
        run: async (task) => ({
          type: 'next',
          next: await task.ask<number[]>(quick, 'path_next', ...arguments_(state)),
          question,
        }),
      });
    }
    queries.push({
      key: 'walk',
      label: 'Walking',
      quiet: true,
      run: async (task) => {
        for (;;) {
          await task.wait(calm() ? 600 : 170);
          task.send({ type: 'walk' });
        }
      },
    });
  }
  if (
    paths.isChess(state) &&
    hover !== null &&
    !state.drag &&
    !state.walls[hover] &&
    !state.targets.length
  ) {
    queries.push({
      key: `targets:${question}:${hover}`,
      label: 'Finding moves',
      quiet: true,
      run: async (task) => {
        const { width, height, walls, piece } = state;
        const asked = ['path_targets', width, height, walls, hover, piece] as const;
        return { type: 'targets', cell: hover, cells: await task.ask<number[]>(quick, ...asked) };
      },
    });
  }
  return queries;
}

const isNarrow = (): boolean => innerWidth < 600;

function read(link: string): Event {
  if (link !== '') return paths.read(link);
  const piece =
    (['king', 'step', 'nocut', 'knight'] as const).find((piece) => piece === kept.get()) ?? 'king';
  return { type: 'open', map: makeMap('example', isNarrow(), random(1)), piece };
}

/** As the state's, and keeps the moves for the next visit. */
function update(state: State, event: Event): State {
  if (event.type === 'piece') kept.set(event.piece);
  return paths.update(state, event);
}

/** Shows a map from a file or a text. */
async function readMap(text: string, piece: Piece, send: (event: Event) => void): Promise<void> {
  try {
    const map = await quick.ask<{ width: number; height: number; walls: string }>('path_map', text);
    const walls = Uint8Array.from(map.walls, (symbol) => (symbol === '#' ? 1 : 0));
    const free = [...walls.keys()].filter((cell) => !walls[cell]);
    if (free.length < 2) throw new Error('the map has fewer than two free cells');
    const next: GridMap = {
      width: map.width,
      height: map.height,
      walls,
      from: free[0] as number,
      to: free[free.length - 1] as number,
    };
    send({ type: 'map', map: next, piece });
  } catch (error) {
    send({ type: 'refused', message: `This is not a map: ${(error as Error).message}.` });
  }
}

// Texts

function chessSnippets(state: State): Snippets {
  const { piece, from, to } = state;
  const [a, b] = [paths.nameOf(state, from), paths.nameOf(state, to)];
  const free = paths.mapText(state).replaceAll('.', 'X').replaceAll('#', '.').replaceAll('\n', '/');
  const hasWalls = state.walls.includes(1);
  const shell = `boardbits paths --from ${a} --to ${b} --step ${piece}${hasWalls ? ` --free ${free}` : ''}\n`;
  const steps = paths.slides(state)
    ? `Slides::${piece.toUpperCase()}`
    : `Steps::${piece.toUpperCase()}`;
  return {
    shell,
    rust: `use king_paths::bitboard_core::{Bitboard, Cell, Chess, ${steps.split('::')[0]}};
use king_paths::shortest_paths;

fn main() {
    let free: Bitboard<u64, Chess> = ${hasWalls ? `"${free}".parse().unwrap()` : 'Bitboard::FULL'};
    let (from, to): (Cell<Chess>, Cell<Chess>) = ("${a}".parse().unwrap(), "${b}".parse().unwrap());
    let paths = shortest_paths(from, to, free, &${steps});
    println!("{:?} moves, {} shortest paths", paths.distance(), paths.path_count());
}
`,
    python: paths.slides(state)
      ? `import subprocess

# The Python package has pieces that step; the program has those that slide.
subprocess.run(${JSON.stringify(shell.trim().split(' '))}, check=True)
`
      : gridSnippets(state).python,
  };
}

const STEPS: Record<string, [shell: string, rust: string, python: string]> = {
  king: ['king', 'King', 'king'],
  step: ['orthogonal', 'Orthogonal', 'orthogonal'],
  nocut: ['no-corner-cut', 'NoCornerCut', 'no-corner-cut'],
  knight: ['knight', 'Knight', 'knight'],
};

function gridSnippets(state: State): Snippets {
  const { width, from, to, piece } = state;
  const place = (cell: number): number[] => [cell % width, Math.floor(cell / width)];
  const [x, y, x2, y2] = [from, to].flatMap(place);
  const [shell, rust, python] = STEPS[piece] ?? (STEPS['king'] as [string, string, string]);
  const map = paths.mapText(state);
  return {
    shell: `boardbits grid --from ${x},${y} --to ${x2},${y2} --step ${shell} <<'MAP'\n${map}\nMAP\n`,
    rust: `use king_paths::grid::{Grid, StepKind};

const MAP: &str = "\\
${map}";

fn main() {
    let map: Grid = MAP.parse().unwrap();
    let paths = map.shortest_paths(&[(${x}, ${y})], &[(${x2}, ${y2})], StepKind::${rust}).unwrap();
    println!("{:?} steps, {} shortest paths", paths.distance(), paths.path_count().unwrap());
}
`,
    python: `import numpy as np
from boardbits.paths import count_paths, shortest_path

MAP = """\\
${map}"""
free = np.array([[cell == "." for cell in row] for row in MAP.splitlines()])
start, goal = (${y}, ${x}), (${y2}, ${x2})  # row, column
path = shortest_path(free, start, goal, "${python}")
print(None if path is None else path.length, "steps")
print(count_paths(free, start, goal, "${python}"), "shortest paths")
`,
  };
}

/** Two waves that meet: layers of equal distance from A and from B. */
function picture(): string {
  const cells: string[] = [];
  for (let y = 0; y < 5; y++) {
    for (let x = 0; x < 13; x++) {
      const isWall = x === 6 && y > 0 && y < 4;
      const [a, b] = [
        Math.max(Math.abs(x - 1), Math.abs(y - 2)),
        Math.max(Math.abs(x - 11), Math.abs(y - 2)),
      ];
      const isOn = !isWall && a + b === 10;
      const fill = isWall
        ? 'var(--wall)'
        : isOn
          ? `oklch(${0.74 + 0.013 * a} .12 ${250 - 15 * a})`
          : 'var(--cell)';
      cells.push(
        `<rect x="${x * 25 + 2}" y="${y * 25 + 2}" width="23" height="23" rx="3" style="fill:${fill}"/>`,
      );
      if (isOn && a > 0 && b > 0)
        cells.push(
          `<text x="${x * 25 + 13.5}" y="${y * 25 + 14}" font-size="12" style="fill:#14120c">${a}</text>`,
        );
    }
  }
  return `<svg viewBox="0 0 329 129" role="img" aria-label="Cells numbered by their distance from A; the same wave runs back from B.">${cells.join('')}<g font-size="15" font-weight="700"><text x="38" y="64">A</text><text x="288" y="64">B</text></g></svg>`;
}

export const tab: Definition<State, Event> = {
  id: 'paths',
  name: 'Paths',
  crate: 'king-paths',
  about:
    'All shortest paths at once, by flood fill on bitboards: layers, exact counts, random paths, next steps, and tours through every cell.',
  unit: 'maps of 24×16',
  work: 'paths',
  story: {
    intro: 'Drag A and B, paint walls: you see all shortest paths at once.',
    legend: [
      ['7', 'A cell on a shortest path, seven steps from A. Blue is near A, yellow near B.'],
      [
        '<svg viewBox="0 0 24 24"><rect x="3" y="3" width="18" height="18" rx="4" style="fill:oklch(.8 .12 170);stroke:var(--ink);stroke-width:3"/></svg>',
        'Every shortest path passes this cell.',
      ],
      [
        '<svg viewBox="0 0 24 24"><rect x="3" y="3" width="18" height="18" rx="4" style="fill:var(--wall)"/></svg>',
        'A wall: drag to paint, begin on a wall to erase.',
      ],
      [
        '<svg viewBox="0 0 24 24"><circle class="unit" cx="12" cy="12" r="7"/></svg>',
        'A unit of the swarm: it knows the next step to B from every cell.',
      ],
      [
        '5,0',
        'The sixth cell of the top row: columns and rows count from 0, as on the command line. The chessboard has a1 to h8.',
      ],
      ['10⁴⁵', 'Numbers of paths are exact; large ones are shown by their power of ten.'],
    ],
    tryThis: {
      label: 'Swarm in rooms',
      events: () => [
        { type: 'open', map: makeMap('rooms', isNarrow(), random(3)), piece: 'nocut', units: 3 },
      ],
    },
    how: {
      picture: picture(),
      paragraphs: [
        'A row of the map is a few machine words, with a bit for each cell. One step of a wave in all directions is a handful of shifts for 64 cells at a time: that is how far A reaches in one more step.',
        'The wave runs from A until it meets B, and then back from B through the waves that it left. The cells that both pass are exactly those on some shortest path. Adding up, layer by layer, the ways to each cell gives the number of paths, and draws one of them so that all are equally likely.',
        'For a swarm the wave runs from B over the whole map, and each cell keeps the neighbor that is nearer. A unit then only looks up its next step; a new wall costs one more wave, not one for each unit.',
      ],
      links: [
        ['king-paths on docs.rs', 'https://docs.rs/king-paths'],
        ['Moving AI: maps of games', 'https://movingai.com/benchmarks/grids.html'],
        ['Red Blob Games: flow fields', 'https://www.redblobgames.com/pathfinding/tower-defense/'],
      ],
    },
  },
  first: () =>
    paths.update(paths.initial, {
      type: 'open',
      map: makeMap('example', isNarrow(), random(1)),
      piece: 'king',
    }),
  update,
  wants,
  link: paths.link,
  read,
  told: paths.told,
  text: paths.text,
  snippets: (state) => (paths.isChess(state) ? chessSnippets(state) : gridSnippets(state)),
  view(parts, send, machine: Machine<State, Event>) {
    const readText = (text: string): void => void readMap(text, machine.state.piece, send);
    return view(parts, send, readText);
  },
};
