// Paths: the state of the tab and its transitions. No DOM; test/paths-table.mjs tests it as a
// table.
//
// `question` counts the changes of what is asked (map, ends, piece). Everything that was found for
// an earlier question (a random path, a tour, numbers of tours) is dropped with it, so that no
// text speaks about another map. `answer` may lag by a moment, and is drawn until the next one
// comes.
import { again, large, plural, time } from './dom.ts';
import { turnedBack, type Stacks } from './machine.ts';
import { random, type GridMap, type Piece } from './paths-maps.ts';
import { Broken, KEPT, base64url, fields, fromBase64url, joined, oneOf, whole } from './route.ts';

export type Answer = { distance: number | null; count: string; layers: number[][]; must: number[] };
/** A random path, a tour, or the numbers of tours. */
export type Wanted = { kind: 'sample'; seed: number } | { kind: 'open' | 'closed' | 'count' };
export type Swarm = {
  next: readonly number[] | null;
  asked: number;
  units: readonly number[];
  arrived: number;
  seed: number;
};

export type State = GridMap & Stacks<Saved> & {
  piece: Piece;
  question: number;
  answer: (Answer & { question: number; ms: number }) | null;
  /** The last layer that is shown. */
  upto: number;
  isPlaying: boolean;
  wanted: Wanted | null;
  /** A path or a tour, and how far the runner is on it. */
  route: { cells: readonly number[]; isTour: boolean; runner: number | null } | null;
  /** About the route or the numbers of tours. */
  note: string;
  swarm: Swarm | null;
  /** The cell under the mouse, and where the piece moves from there. */
  hover: number | null;
  targets: readonly number[];
  drag: { end: 0 | 1 } | { wall: number } | null;
  before: Saved | null;
  refusal: string;
  game: number;
};

type Saved = GridMap & { piece: Piece };

export type Event =
  | {
      type: 'open';
      map: GridMap;
      piece: Piece;
      wanted?: Wanted | null;
      upto?: number;
      units?: number;
    }
  | { type: 'map'; map: GridMap; piece: Piece }
  | { type: 'answer'; answer: Answer; question: number; ms: number }
  | { type: 'route'; cells: number[] | null; runs: boolean }
  | { type: 'tours'; closed: string; open: string | null; problem: string | null }
  | { type: 'failed'; message: string }
  | { type: 'next'; next: number[]; question: number }
  | { type: 'targets'; cell: number; cells: number[] }
  | { type: 'grab'; cell: number }
  | { type: 'cells'; cells: readonly number[] }
  | {
      type:
        'letGo' | 'revert' | 'play' | 'layer' | 'run' | 'walk' | 'swap' | 'clear' | 'undo' | 'redo';
    }
  | { type: 'toggle'; cell: number }
  | { type: 'end'; which: 0 | 1; cell: number }
  | { type: 'upto'; upto: number }
  | { type: 'piece'; piece: Piece }
  | { type: 'hover'; cell: number | null }
  | { type: 'want'; wanted: Wanted }
  | { type: 'swarm'; seed: number }
  | { type: 'refused'; message: string };

/** Units of a swarm. */
export const UNITS = 120;
/** Cells up to which each is drawn by itself, with its number. */
export const SMALL = 1200;
/** Cells up to which a map has a link, and those of the largest map. */
const LINKED = 40_000;
const MOST = 1 << 20;

export const initial: State = {
  width: 1,
  height: 1,
  walls: new Uint8Array(1),
  from: 0,
  to: 0,
  piece: 'king',
  question: 0,
  answer: null,
  upto: Infinity,
  isPlaying: false,
  wanted: null,
  route: null,
  note: '',
  swarm: null,
  hover: null,
  targets: [],
  drag: null,
  before: null,
  past: [],
  future: [],
  refusal: '',
  game: 0,
};

export const isChess = ({ width, height }: { width: number; height: number }): boolean =>
  width === 8 && height === 8;
export const isSmall = ({ width, height }: GridMap): boolean => width * height <= SMALL;

export const pieces = (map: { width: number; height: number }): readonly (readonly [Piece, string])[] =>
  isChess(map)
    ? [
        ['king', 'King'],
        ['queen', 'Queen'],
        ['rook', 'Rook'],
        ['bishop', 'Bishop'],
        ['knight', 'Knight'],
      ]
    : [
        ['king', 'King'],
        ['step', 'Four neighbors'],
        ['nocut', 'No corner cutting'],
        ['knight', 'Knight'],
      ];

const fitting = (map: GridMap, piece: Piece): Piece =>
  pieces(map).some(([other]) => other === piece) ? piece : 'king';
export const slides = ({ piece }: { piece: Piece }): boolean =>
  piece === 'queen' || piece === 'rook' || piece === 'bishop';
/** What makes tours: the knight on a chessboard, otherwise the piece. */
export const tourist = (state: State): Piece => (isChess(state) ? 'knight' : state.piece);

const saved = ({ width, height, walls, from, to, piece }: State): Saved => ({
  width,
  height,
  walls,
  from,
  to,
  piece,
});

/** Nothing wanted, found or playing. */
const idle = { upto: Infinity, isPlaying: false, wanted: null, route: null, note: '' } as const;

/** The state with something else to ask; what was found for the old question goes. */
function asked(state: State, change: Partial<State>): State {
  const question = state.question + 1;
  return { ...state, ...change, ...idle, question, refusal: '', targets: [], hover: null };
}

/** `next`, from which undo returns to `before`. */
function undoable(next: State, before: Saved): State {
  return { ...next, past: [...next.past.slice(-49), before], future: [] };
}

/** As `asked`, and can be undone. */
function changed(state: State, change: Partial<State>): State {
  return undoable(asked(state, change), saved(state));
}

function withMap(state: State, map: GridMap, piece: Piece): Partial<State> {
  const walls = map.walls.slice();
  walls[map.from] = walls[map.to] = 0;
  const isSame = map.width === state.width && map.height === state.height;
  return {
    ...map,
    walls,
    piece: fitting(map, piece),
    answer: isSame ? state.answer : null,
    swarm: null,
    drag: null,
  };
}

function withWalls(state: State, cells: readonly number[], wall: number): State {
  const changing = cells.filter(
    (cell) => cell !== state.from && cell !== state.to && state.walls[cell] !== wall,
  );
  if (!changing.length) return state;
  const walls = state.walls.slice();
  for (const cell of changing) walls[cell] = wall;
  return asked(state, { walls });
}

function withEnd(state: State, which: 0 | 1, cell: number): State {
  if (
    state.walls[cell] ||
    cell === (which ? state.from : state.to) ||
    cell === (which ? state.to : state.from)
  )
    return state;
  return asked(state, which ? { to: cell } : { from: cell });
}

/** The end at a cell, or near it on a large map. */
export function endAt({ width, height, from, to }: State, cell: number): 0 | 1 | null {
  const reach = Math.floor(Math.max(width, height) / 60);
  const isNear = (end: number): boolean =>
    Math.abs((end % width) - (cell % width)) <= reach &&
    Math.abs(Math.floor(end / width) - Math.floor(cell / width)) <= reach;
  return isNear(to) ? 1 : isNear(from) ? 0 : null;
}

/** Cells that a swarm can start from: those with a way to B. */
function starts(next: readonly number[]): number[] {
  return [...next.keys()].filter((cell) => next[cell] !== cell);
}

function walked(state: State, swarm: Swarm): State {
  const { next } = swarm;
  if (!next) return state;
  const roll = random(swarm.seed);
  const from = starts(next);
  if (!from.length) return { ...state, swarm: { ...swarm, units: [] } };
  const anywhere = (): number => from[Math.floor(roll() * from.length)] as number;
  let { arrived } = swarm;
  const units = Array.from({ length: UNITS }, (_, i) => {
    const cell = swarm.units[i];
    if (cell === undefined) return anywhere();
    if (cell === state.to) {
      arrived++;
      return anywhere();
    }
    return next[cell] === cell || next[cell] === undefined ? anywhere() : (next[cell] as number);
  });
  return {
    ...state,
    swarm: { ...swarm, units, arrived, seed: (swarm.seed * 1_103_515_245 + 12_345) % 2 ** 31 },
  };
}

export function update(state: State, event: Event): State {
  switch (event.type) {
    case 'open': {
      const { map, piece, wanted = null, upto = Infinity, units } = event;
      const next: State = {
        ...initial,
        question: state.question + 1,
        game: state.game + 1,
        ...withMap(state, map, piece),
        answer: null,
        wanted,
        upto,
      };
      return units === undefined ? next : { ...next, swarm: swarmOf(units) };
    }
    case 'map':
      return { ...changed(state, withMap(state, event.map, event.piece)), game: state.game + 1 };
    case 'answer':
      return { ...state, answer: { ...event.answer, question: event.question, ms: event.ms } };
    case 'route': {
      const { cells, runs } = event;
      const isClosed = state.wanted?.kind === 'closed';
      const isTour = isClosed || state.wanted?.kind === 'open';
      const free = state.walls.reduce((count, wall) => count + (wall ? 0 : 1), 0);
      const by = tourist(state) === 'knight' ? 'knight’s moves' : 'these steps';
      if (!cells?.length)
        return {
          ...state,
          note: isTour
            ? `There is no ${isClosed ? 'closed tour' : 'tour from A'} of these ${free} cells by ${by}.`
            : 'There is no path.',
        };
      const note = isTour
        ? `A ${isClosed ? 'closed ' : ''}tour: each of the ${free} free cells once, by ${by}.`
        : `One of ${large(state.answer?.count ?? '0')}, all equally likely.`;
      const all = isClosed ? [...cells, cells[0] as number] : cells;
      return { ...state, note, route: { cells: all, isTour, runner: runs ? 0 : null } };
    }
    case 'tours': {
      const { closed, open, problem } = event;
      const words = plural(closed, 'closed tour');
      if (problem !== null)
        return {
          ...state,
          note: `${closed ? `${words}. ` : ''}Not counted: ${problem}. Smaller boards can be counted.`,
        };
      return {
        ...state,
        note:
          open === null
            ? `${words}; open ones are being counted.`
            : `${words}, ${plural(open, 'open one')}${open === '0' ? '' : ' (each direction counts)'}.`,
      };
    }
    case 'failed':
      return { ...state, note: `${event.message[0]?.toUpperCase()}${event.message.slice(1)}.` };
    case 'next':
      if (!state.swarm) return state;
      return walked(state, { ...state.swarm, next: event.next, asked: event.question });
    case 'targets':
      return state.hover === event.cell ? { ...state, targets: event.cells } : state;
    case 'grab': {
      const end = endAt(state, event.cell);
      const drag = end === null ? { wall: state.walls[event.cell] ? 0 : 1 } : { end };
      return { ...state, drag, before: saved(state), refusal: '' };
    }
    case 'cells': {
      const { drag } = state;
      const last = event.cells.at(-1);
      if (!drag || last === undefined) return state;
      return 'end' in drag
        ? withEnd(state, drag.end, last)
        : withWalls(state, event.cells, drag.wall);
    }
    case 'letGo': {
      const { before } = state;
      const next = { ...state, drag: null, before: null };
      const isChanged =
        before &&
        (before.walls !== state.walls || before.from !== state.from || before.to !== state.to);
      return isChanged ? undoable(next, before) : next;
    }
    case 'revert':
      return state.before
        ? { ...asked(state, state.before), drag: null, before: null }
        : { ...state, drag: null };
    case 'toggle': {
      const next = withWalls(state, [event.cell], state.walls[event.cell] ? 0 : 1);
      return next === state ? state : undoable(next, saved(state));
    }
    case 'end': {
      const next = withEnd(state, event.which, event.cell);
      return next === state ? state : undoable(next, saved(state));
    }
    case 'swap':
      return changed(state, { from: state.to, to: state.from });
    case 'clear':
      return changed(state, { walls: new Uint8Array(state.walls.length) });
    case 'undo':
    case 'redo': {
      const back = turnedBack(state, event.type, saved(state));
      if (!back || state.drag) return state;
      return { ...asked(state, withMap(state, back.value, back.value.piece)), ...back.stacks };
    }
    case 'piece':
      return event.piece === state.piece
        ? state
        : { ...asked(state, { piece: fitting(state, event.piece) }), swarm: null };
    case 'upto': {
      const last = (state.answer?.layers.length ?? 1) - 1;
      const upto = event.upto >= last ? Infinity : Math.max(0, event.upto);
      return { ...state, isPlaying: false, upto };
    }
    case 'play': {
      if (!state.answer?.layers.length) return state;
      if (state.isPlaying) return { ...state, isPlaying: false };
      const upto = state.upto === Infinity ? 0 : state.upto;
      return { ...state, ...idle, swarm: null, isPlaying: true, upto };
    }
    case 'layer': {
      if (!state.isPlaying) return state;
      const isLast = state.upto + 1 >= (state.answer?.layers.length ?? 0) - 1;
      return { ...state, upto: isLast ? Infinity : state.upto + 1, isPlaying: !isLast };
    }
    case 'run': {
      const { route } = state;
      if (!route || route.runner === null) return state;
      const runner = route.runner + 1 < route.cells.length ? route.runner + 1 : null;
      return { ...state, route: { ...route, runner } };
    }
    case 'hover':
      return event.cell === state.hover ? state : { ...state, hover: event.cell, targets: [] };
    case 'want':
      return { ...state, ...idle, swarm: null, wanted: event.wanted };
    case 'swarm':
      if (slides(state)) return state;
      return state.swarm
        ? { ...state, swarm: null }
        : { ...state, ...idle, swarm: swarmOf(event.seed) };
    case 'walk':
      return state.swarm ? walked(state, state.swarm) : state;
    case 'refused':
      return { ...state, refusal: again(event.message, state.refusal) };
  }
}

const swarmOf = (seed: number): Swarm => ({ next: null, asked: -1, units: [], arrived: 0, seed });

// Links

export function link(state: State, isKept = false): string | null {
  const { width, height, walls, piece, from, to, wanted, upto, isPlaying, swarm } = state;
  if (width * height > LINKED && !isKept) return null;
  const bits = new Uint8Array(Math.ceil(walls.length / 8));
  walls.forEach((wall, c) => {
    if (wall) bits[c >> 3] = (bits[c >> 3] ?? 0) | (1 << (c & 7));
  });
  let end = bits.length;
  while (end > 0 && !bits[end - 1]) end--;
  return joined([`${width}x${height}`, piece, `${from},${to}`, base64url(bits.subarray(0, end))], {
    layers: upto === Infinity || isPlaying ? null : String(upto),
    path: wanted?.kind === 'sample' ? String(wanted.seed) : null,
    tour: wanted && wanted.kind !== 'sample' ? wanted.kind : null,
    swarm: swarm ? '1' : null,
  });
}

export function read(link: string): Event {
  const { parts, named } = fields(link, 4, ['layers', 'path', 'tour', 'swarm']);
  const [size = '', kind = 'king', ends = '', data = ''] = parts;
  if (link === KEPT) throw new Broken('it is of a map that is too large for links');
  const dimensions = /^(\d{1,4})x(\d{1,4})$/.exec(size);
  if (!dimensions) throw new Broken(`expected a size such as 24x16, found “${size.slice(0, 12)}”`);
  const [width, height] = [Number(dimensions[1]), Number(dimensions[2])];
  if (width * height < 2 || width * height > MOST)
    throw new Broken(`expected a map of 2 to ${MOST} cells, found ${size}`);
  const all = pieces({ width, height }).map(([piece]) => piece);
  const piece = all.find((piece) => piece === kind);
  if (!piece) throw new Broken(`“${kind.slice(0, 12)}” is not a piece: expected ${all.join(', ')}`);
  const [from = -1, to = -1] = /^\d+,\d+$/.test(ends) ? ends.split(',').map(Number) : [];
  for (const end of [from, to])
    if (end < 0 || end >= width * height)
      throw new Broken(
        `expected two cells from 0 to ${width * height - 1}, found “${ends.slice(0, 16)}”`,
      );
  if (from === to) throw new Broken(`expected two different cells, found “${ends}”`);
  const bits = fromBase64url('the walls', data);
  const walls = new Uint8Array(width * height);
  for (let c = 0; c < 8 * bits.length; c++) {
    if (!(((bits[c >> 3] ?? 0) >> (c & 7)) & 1)) continue;
    if (c >= walls.length)
      throw new Broken(`expected walls on ${walls.length} cells, found one on cell ${c}`);
    if (c === from || c === to)
      throw new Broken(
        `expected A and B on free cells, found a wall on ${nameOf({ width, height }, c)}`,
      );
    walls[c] = 1;
  }
  const seed = named.get('path');
  const tour = oneOf('the tour', named.get('tour'), ['open', 'closed', 'count'], '');
  const isSwarm = oneOf('the swarm', named.get('swarm'), ['1'], '') === '1';
  if (isSwarm && slides({ piece }))
    throw new Broken(`expected a piece that steps, found a swarm of “${piece}”`);
  const wanted: Wanted | null =
    seed !== undefined
      ? { kind: 'sample', seed: whole('the path', seed, 0, 999_999_999, 0) }
      : tour
        ? { kind: tour }
        : null;
  const layers = named.get('layers');
  return {
    type: 'open',
    map: { width, height, walls, from, to },
    piece,
    wanted,
    upto: layers === undefined ? Infinity : whole('the layers', layers, 0, MOST, 0),
    units: isSwarm ? 1 : undefined,
  } as Event;
}

// Words

export const nameOf = (state: { width: number; height: number }, cell: number): string =>
  isChess(state)
    ? `${'abcdefgh'[cell % 8]}${8 - Math.floor(cell / 8)}`
    : `${cell % state.width},${Math.floor(cell / state.width)}`;

export function title({ answer, swarm, refusal }: State): string {
  if (refusal) return 'Not a map';
  if (!answer) return 'One moment …';
  if (swarm) return `${plural(swarm.arrived, 'unit')} reached B`;
  return answer.distance === null ? 'No way from A to B' : plural(answer.distance, 'step');
}

export function detail(state: State): string {
  const { answer, swarm, refusal } = state;
  if (refusal) return refusal;
  if (!answer) return '';
  if (swarm) return 'Each unit follows the next step to B. Paint walls in their way.';
  const { distance, count, must, ms } = answer;
  if (distance === null) return 'Walls keep A and B apart.';
  const between = must.length - 2;
  const outlined =
    between > 0
      ? `All of them pass the ${plural(between, isSmall(state) ? 'outlined cell' : 'orange cell')}.`
      : 'No cell between A and B is on all of them.';
  return `${count === '1' ? 'One shortest path' : `${large(count)} shortest paths`}, found in ${ms < 0.1 ? 'less than 0.1 ms' : time(ms)}. ${count === '1' ? '' : outlined}`;
}

export function told(state: State): string {
  if (state.refusal) return `${title(state)}. ${detail(state)}`;
  if (!state.answer || state.drag || state.isPlaying) return '';
  if (state.swarm) return 'The swarm walks to B.';
  return state.note || `${title(state)}. ${detail(state).replace(/, found in .*?ms/, '')}`;
}

const endName = ({ from, to }: State, cell: number): string | undefined =>
  ({ [from]: 'A', [to]: 'B' })[cell];

export function cellName(state: State, cell: number, layers: Int32Array): string {
  const layer = layers[cell] ?? -1;
  const free = layer < 0 ? 'free' : `free, on shortest paths, ${plural(layer, 'step')} from A`;
  const what = endName(state, cell) ?? (state.walls[cell] ? 'wall' : free);
  return `${nameOf(state, cell)}: ${what}`;
}

const rowsOf = ({ width, height, walls }: GridMap, symbol: (cell: number) => string): string[] =>
  Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) =>
      walls[y * width + x] ? '#' : symbol(y * width + x),
    ).join(''),
  );
/** The map as its file. */
export const mapText = (map: GridMap): string => rowsOf(map, () => '.').join('\n');

export function text(state: State): string {
  const on = new Set(state.route ? state.route.cells : (state.answer?.layers.flat() ?? []));
  const rows = rowsOf(state, (cell) => endName(state, cell) ?? (on.has(cell) ? '*' : '.'));
  return `${rows.join('\n')}\n\nA ${nameOf(state, state.from)}, B ${nameOf(state, state.to)}, * on ${state.route ? 'the path' : 'shortest paths'}\n${title(state)}. ${detail(state)}\n${state.note}\n`;
}
