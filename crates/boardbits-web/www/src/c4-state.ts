// Connect 4: the state of the tab and its transitions. No DOM; test/c4-table.mjs tests it as a table.
//
// Moves, undo, redo and autoplay are those of game.ts.
import {
  awaitsComputer,
  browsed,
  checked,
  isHuman,
  moving,
  played,
  readSettings,
  restarted,
  settings,
  shown,
  type Game,
  type GameEvent,
  type Player,
} from './game.ts';
import { Broken, fields, joined, oneOf } from './route.ts';

export { awaitsComputer, isHuman, shown, type Player };

export const SYMBOLS = '123456789abcdefghijklmnopqrstuvwxyz';
export const NAMES = ['Orange', 'Yellow'] as const;
export const KINDS = ['human', 'beginner', 'casual', 'strong', 'perfect'] as const;
export type Kind = (typeof KINDS)[number];

/** What the crate says about the position after `moves`. */
export type Board = {
  moves: string;
  error: string | null;
  heights: number[];
  turn: Player;
  over: boolean;
  winner: Player | null;
  draw: boolean;
  line: [column: number, row: number][];
  playable: number[];
  winning: number[];
  safe: number[];
};

/**
 * What is known about a column: who wins, then the exact score. `spent`: milliseconds of a search
 * that ended without an answer.
 */
export type Known = { sign?: number; score?: number; spent?: number };

export type State = Game<Kind, string> & {
  width: number;
  height: number;
  board: Board | null;
  scores: boolean;
  /** By size and moves, then column. */
  known: ReadonlyMap<string, readonly (Known | undefined)[]>;
  /** Milliseconds for the scores of a position. */
  budget: number;
  hint: boolean;
  /** The best line: asked for, or found. */
  line: null | 'asked' | string;
  /** What the computer says about its last move. */
  remark: string;
};

export type Event =
  /** Players that are left out stay. */
  | ({ type: 'open' } & Pick<State, 'width' | 'height' | 'moves' | 'ply' | 'scores'> &
      Partial<Pick<State, 'kinds' | 'isPlaying'>>)
  | { type: 'board'; board: Board }
  | { type: 'known'; moves: string; column: number; known: Known }
  | { type: 'play'; column: number }
  | { type: 'computer'; column: number; remark: string }
  | { type: 'line'; line: string }
  | GameEvent<Kind>
  | { type: 'hint' | 'askLine' | 'longer' }
  | { type: 'size'; width: number; height: number }
  | { type: 'scores'; on: boolean };

/** Milliseconds for the scores of a position, and for a move of the computer. */
export const BUDGET = 20_000;
export const MOVE = 5_000;

/** What a position begins with. */
const idle = {
  board: null,
  hint: false,
  line: null,
  remark: '',
  problem: null,
  budget: BUDGET,
} as const;

export const initial: State = {
  ...idle,
  width: 7,
  height: 6,
  moves: '',
  ply: 0,
  kinds: ['human', 'human'],
  scores: true,
  known: new Map(),
  isPlaying: false,
  game: 0,
};

export const keyOf = ({ width, height }: State, moves: string): string =>
  `${width}x${height}:${moves}`;
export const knownOf = (state: State, moves = shown(state)): readonly (Known | undefined)[] =>
  state.known.get(keyOf(state, moves)) ?? [];

/** Whether the visitor may drop a stone here. */
export function canPlay(state: State, column: number): boolean {
  return state.board !== null && state.board.playable.includes(column) && !awaitsComputer(state);
}

/** The columns whose scores are not known, after all the time that they have. */
export function missing(state: State): number[] {
  const known = knownOf(state);
  return (state.board?.playable ?? []).filter(
    (column) => known[column]?.score === undefined && (known[column]?.spent ?? 0) < budgetOf(state),
  );
}

export function budgetOf(state: State): number {
  return awaitsComputer(state) ? Math.min(MOVE, state.budget) : state.budget;
}

/** Whether the scores are needed: for the visitor or for the computer. */
export function needsScores(state: State): boolean {
  if (state.board === null || state.board.over) return false;
  const isComputer =
    awaitsComputer(state) && ['strong', 'perfect'].includes(state.kinds[state.board.turn]);
  return state.scores || state.hint || isComputer;
}

/** The score of the position for the side to move, if it is known for sure. */
export function value(state: State): number | null {
  const known = knownOf(state);
  const scores = (state.board?.playable ?? []).map((column) => known[column]?.score);
  if (!scores.length || scores.some((score) => score === undefined)) return null;
  return Math.max(...(scores as number[]));
}

/** The best column as far as it is known: proven wins, then what does not lose, the middle first. */
export function bestColumn(state: State): number | null {
  const { board, width } = state;
  if (!board || !board.playable.length) return null;
  const known = knownOf(state);
  const worth = (column: number): number => {
    const { score, sign } = known[column] ?? {};
    if (score !== undefined) return score === 0 ? 0 : score;
    if (sign !== undefined) return sign * 0.5;
    if (board.winning.includes(column)) return 100;
    // Unknown: between a draw and a loss, and last if it loses at once.
    return board.safe.includes(column) || !board.safe.length ? -0.25 : -100;
  };
  const order = (a: number, b: number): number => worth(b) - worth(a) || central(width, a, b);
  return [...board.playable].sort(order)[0] ?? null;
}

/** Order of columns: the middle first. */
function central(width: number, a: number, b: number): number {
  const middle = (width - 1) / 2;
  return Math.abs(a - middle) - Math.abs(b - middle);
}

/** The stones on the board, in the order in which they were played. */
export function stones(state: State): { column: number; row: number; player: Player }[] {
  const heights = new Array<number>(state.width).fill(0);
  return [...shown(state)].map((symbol, i) => {
    const column = SYMBOLS.indexOf(symbol);
    const row = heights[column] ?? 0;
    heights[column] = row + 1;
    return { column, row, player: (i % 2) as Player };
  });
}

const dropped = (state: State, column: number): State =>
  played(state, SYMBOLS[column] as string, idle);

export function update(state: State, event: Event): State {
  switch (event.type) {
    case 'open': {
      const { type: _, ...opened } = event;
      const { known, kinds, game } = state;
      return { ...initial, known, kinds, ...opened, game: game + 1 };
    }
    case 'board':
      return checked(state, event.board, event.board.moves);
    case 'known': {
      const all = [...(state.known.get(keyOf(state, event.moves)) ?? [])];
      all[event.column] = { ...all[event.column], ...event.known };
      return { ...state, known: new Map(state.known).set(keyOf(state, event.moves), all) };
    }
    case 'play':
      return canPlay(state, event.column) ? dropped(state, event.column) : state;
    case 'computer':
      return awaitsComputer(state)
        ? { ...dropped(state, event.column), remark: event.remark }
        : state;
    case 'size':
      return { ...restarted(state, idle), width: event.width, height: event.height };
    case 'scores':
      return { ...state, scores: event.on };
    case 'hint':
      return { ...state, hint: !state.hint };
    case 'askLine':
      return state.board?.over ? state : { ...state, line: state.line ?? 'asked' };
    case 'line':
      return { ...state, line: event.line };
    case 'longer':
      return { ...state, budget: state.budget * 4 };
    default:
      return browsed(state, event, idle);
  }
}

// Links

const PLAYERS = ['orange', 'yellow'] as const;

export function link(state: State): string {
  const { width, height, moves, scores } = state;
  const parts = width === 7 && height === 6 ? [moves] : [`${width}x${height}`, moves];
  return joined(parts, { ...settings(state, PLAYERS), scores: scores ? null : 'off' });
}

/** What a link says. Whether its moves are legal, the crate tells. */
export function read(link: string): Event {
  const { parts, named } = fields(link, 2, ['at', ...PLAYERS, 'scores']);
  const hasSize = parts.length > 1 || /^\d+x/.test(parts[0] ?? '');
  const size = hasSize ? /^(\d{1,2})x(\d{1,2})$/.exec(parts[0] ?? '') : ['', '7', '6'];
  const [width, height] = [Number(size?.[1]), Number(size?.[2])];
  if (!(width > 0 && height > 0 && width < 13 && width * (height + 1) <= 64)) {
    throw new Broken(
      `expected a board such as 7x6, with at most 64 bits, found “${(parts[0] ?? '').slice(0, 12)}”`,
    );
  }
  const moves = (hasSize ? parts[1] : parts[0]) ?? '';
  return {
    type: 'open',
    width,
    height,
    moves,
    ...readSettings(named, moves, PLAYERS, KINDS),
    scores: oneOf('the scores', named.get('scores'), ['on', 'off'], 'on') === 'on',
  };
}

/** A game as columns: "4 4 3", "444", or one of other programs with a sign between them. */
export function pasted(text: string): Event | null {
  const moves = text
    .trim()
    .toLowerCase()
    .replace(/[\s,;.-]+/g, '');
  return /^[1-9]{1,63}$/.test(moves) ? read(moves) : null;
}

// Words

export const signed = (score: number): string =>
  score > 0 ? `+${score}` : score < 0 ? `−${-score}` : '0';

/** Number of moves, of both sides, until a game with this score ends. */
export function movesToEnd({ width, height }: State, score: number, ply: number): number {
  const cells = width * height;
  if (score === 0) return cells - ply;
  const mover = score > 0 ? ply : ply + 1;
  const last =
    [cells + 1 - 2 * Math.abs(score), cells - 2 * Math.abs(score)].find(
      (at) => at % 2 === mover % 2,
    ) ?? ply;
  return last - ply + 1;
}

export function wording(state: State, score: number): string {
  if (score === 0) return 'draw';
  return `${score > 0 ? 'wins' : 'loses'} in ${Math.ceil(movesToEnd(state, score, state.ply) / 2)}`;
}

export function title({ board, ply, moves }: State): string {
  if (!board) return 'One moment …';
  if (board.winner !== null) return `${NAMES[board.winner]} has won`;
  if (board.draw) return 'Draw';
  return moving({ moves, ply }, NAMES[board.turn]);
}

export function verdict(state: State): string {
  const { board, ply, scores } = state;
  if (!board) return '';
  if (board.over)
    return board.draw
      ? 'The board is full, and neither side has four in a row.'
      : `Four in a row with stone ${ply}.`;
  const best = value(state);
  if (!scores) return 'The scores are hidden.';
  if (best === null) {
    if (missing(state).length) return '';
    const unknown = board.playable.filter((column) => knownOf(state)[column]?.score === undefined);
    return `Not solved in time: ${unknown.length === 1 ? 'column' : 'columns'} ${unknown.map((column) => SYMBOLS[column]).join(', ')}.`;
  }
  if (best === 0) return 'With best play the game is a draw (score 0).';
  const winner = NAMES[(best > 0 ? board.turn : 1 - board.turn) as Player];
  return `With best play ${winner} wins with stone ${ply + movesToEnd(state, best, ply)} (score ${signed(best)}).`;
}

/** One point for each position of the game: its score for Orange, and the mistake made there. */
export function course(state: State): { value: number | null; mistake: string | null }[] {
  const heights = new Array<number>(state.width).fill(0);
  const points = [];
  for (let i = 0; i <= state.moves.length; i++) {
    const known = knownOf(state, state.moves.slice(0, i));
    const scores = heights.flatMap((height, column) =>
      height < state.height ? [known[column]?.score] : [],
    );
    const top =
      scores.length && !scores.includes(undefined) ? Math.max(...(scores as number[])) : null;
    const column = SYMBOLS.indexOf(state.moves[i] ?? ' ');
    const own = known[column]?.score;
    const isMistake = top !== null && own !== undefined && Math.sign(own) < Math.sign(top);
    const result = top && top > 0 ? 'win' : 'draw';
    const better = [...known.keys()]
      .filter((column) => known[column]?.score === top)
      .sort((a, b) => central(state.width, a, b))[0];
    const gift = isMistake
      ? `${NAMES[(i % 2) as Player]} gave away a ${result}: column ${SYMBOLS[better as number]} ${result}s`
      : null;
    points.push({ value: top === null ? null : i % 2 && top ? -top : top, mistake: gift });
    if (column >= 0) heights[column] = (heights[column] ?? 0) + 1;
  }
  return points;
}

export function told(state: State): string {
  const { board, moves, ply } = state;
  if (!board) return '';
  const last = ply > 0 ? `${NAMES[((ply - 1) % 2) as Player]} in column ${moves[ply - 1]}. ` : '';
  if (board.over) return `${last}${title(state)}. ${verdict(state)}`;
  return value(state) === null || !state.scores
    ? `${last}${title(state)}.`
    : `${last}${title(state)}. ${verdict(state)}`;
}

/** The position as text, with the game below it. */
export function text(state: State): string {
  const signs = new Map(
    stones(state).map(({ column, row, player }) => [`${column},${row + 1}`, 'xo'[player]]),
  );
  const columns = [...Array(state.width).keys()];
  const rows = [...Array(state.height).keys()].map((i) =>
    columns.map((column) => signs.get(`${column},${state.height - i}`) ?? '.').join(' '),
  );
  return `${rows.join('\n')}\n${columns.map((column) => SYMBOLS[column]).join(' ')}\n\nx Orange, o Yellow\nMoves: ${shown(state)}\n${title(state)}. ${verdict(state)}\n`;
}
