// Havannah: the state of the tab and its transitions. No DOM; test/havannah-table.mjs tests it as a table.
//
// Moves, undo, redo and autoplay are those of game.ts. Move number i is White's if i is even: a swap, by
// which Black takes over White's first stone, counts as a move.
// `search` says for what the engine searches, and `thought` what it has found so far.
import { digits } from './dom.ts';
import {
  awaitsComputer,
  browsed,
  checked,
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
import { Broken, fields, joined, oneOf, whole } from './route.ts';

export { shown, type Player };

export const NAMES = ['White', 'Black'] as const;
export const RULES = ['any', 'nonown', 'empty'] as const;
export type Rule = (typeof RULES)[number];
export const KINDS = ['human', 'engine'] as const;
export type Kind = (typeof KINDS)[number];
export type Cell = { name: string; x: number; y: number };

/** What the crate says about the position. */
export type Board = {
  moves: string;
  error: string | null;
  turn: Player;
  over: boolean;
  winner: Player | null;
  canSwap: boolean;
  stones: [name: string, player: Player][];
  structures: [way: string, names: string[]][];
  threats: [[name: string, ways: string][], [name: string, ways: string][]];
};

/** What a search has found. Rates are in thousandths, for the side to move. */
export type Thought = {
  move: string;
  playouts: number;
  rate: number;
  proven: string | null;
  moves: [name: string, visits: number, rate: number][];
};

export type State = Game<Kind, readonly string[]> & {
  base: number;
  rule: Rule;
  board: Board | null;
  /** Milliseconds for a move of the engine. */
  time: number;
  marks: boolean;
  thought: Thought | null;
  /** For a hint, to move once, or not at all. The engine as a player needs no `search`. */
  search: 'hint' | 'move' | null;
  /** The cell that the first of two taps chose. */
  picked: string | null;
  /** What a move was refused for. */
  refused: string;
};

export type Event =
  /** Players that are left out stay. */
  | ({ type: 'open' } & Pick<State, 'base' | 'rule' | 'moves' | 'ply'> &
      Partial<Pick<State, 'kinds' | 'isPlaying' | 'search'>>)
  | { type: 'board'; board: Board }
  | { type: 'tap'; cell: string; isSmall: boolean }
  | { type: 'play'; move: string }
  | { type: 'thought'; thought: Thought }
  | { type: 'decide' }
  | GameEvent<Kind>
  | { type: 'hint' | 'engine' }
  | { type: 'base'; base: number }
  | { type: 'rule'; rule: Rule }
  | { type: 'time'; ms: number }
  | { type: 'marks'; on: boolean };

/** What a position begins with. */
const idle = {
  board: null,
  thought: null,
  search: null,
  picked: null,
  refused: '',
  problem: null,
} as const;

export const initial: State = {
  ...idle,
  base: 8,
  rule: 'any',
  moves: [],
  ply: 0,
  kinds: ['human', 'human'],
  time: 500,
  marks: true,
  isPlaying: false,
  game: 0,
};

/** A game that shows threats of both sides. */
export const EXAMPLE: readonly string[] = 'h8,f6,i8,f8,j9,g10,j10,h11'.split(',');

/** All cells of a board, row by row. The name is the letter of x and the number y. */
export function cells(base: number): Cell[] {
  const all: Cell[] = [];
  for (let y = 1; y < 2 * base; y++) {
    for (let x = Math.max(1, y - base + 1); x <= Math.min(2 * base - 1, y + base - 1); x++) {
      all.push({ name: `${String.fromCharCode(96 + x)}${y}`, x, y });
    }
  }
  return all;
}

/** On how many edges of the board a cell lies: two at a corner. */
export function edges({ x, y }: Cell, base: number): number {
  return [
    x === 1,
    y === 1,
    x === 2 * base - 1,
    y === 2 * base - 1,
    x - y === base - 1,
    y - x === base - 1,
  ].filter(Boolean).length;
}

/** Whether the engine searches, and moves then. */
export function searches(state: State): 'hint' | 'move' | null {
  if (!state.board || state.board.over) return null;
  return awaitsComputer(state) ? 'move' : state.search;
}

export function canPlay(state: State, cell: string): boolean {
  const { board } = state;
  return (
    board !== null &&
    !board.over &&
    !awaitsComputer(state) &&
    !board.stones.some(([name]) => name === cell)
  );
}

/** What the engine plays: it takes a first stone over that is better than its own chances. */
export function decision(state: State): string | null {
  const { board, thought } = state;
  if (!thought) return null;
  return board?.canSwap && awaitsComputer(state) && thought.rate < 450 ? 'swap' : thought.move;
}

export function update(state: State, event: Event): State {
  switch (event.type) {
    case 'open': {
      const { type: _, ...opened } = event;
      const { kinds, time, marks, game } = state;
      return { ...initial, kinds, time, marks, ...opened, game: game + 1 };
    }
    case 'board':
      return checked(state, event.board, event.board.moves.split(',').filter(Boolean));
    case 'tap':
      // Small cells need two taps: the first chooses, the second plays.
      if (!canPlay(state, event.cell)) return { ...state, picked: null };
      if (event.isSmall && state.picked !== event.cell) return { ...state, picked: event.cell };
      return played(state, event.cell, idle);
    case 'play': {
      if (event.move === 'swap')
        return state.board?.canSwap && !awaitsComputer(state) ? played(state, 'swap', idle) : state;
      if (canPlay(state, event.move)) return played(state, event.move, idle);
      const isTaken = state.board?.stones.some(([name]) => name === event.move) === true;
      return { ...state, refused: isTaken ? `There is a stone on ${event.move}.` : '' };
    }
    case 'thought':
      return { ...state, thought: event.thought };
    case 'decide': {
      const purpose = searches(state);
      const move = decision(state);
      if (purpose === null || move === null) return { ...state, search: null };
      return purpose === 'move' ? played(state, move, idle) : { ...state, search: null };
    }
    case 'hint':
      return state.board?.over
        ? state
        : { ...state, search: state.search ? null : 'hint', isPlaying: false };
    case 'engine':
      // While it searches, the button says "Move now".
      if (searches(state) !== null && state.thought)
        return played(state, decision(state) as string, idle);
      return state.board?.over ? state : { ...state, search: 'move', isPlaying: false };
    case 'base':
      return { ...restarted(state, idle), base: event.base };
    case 'rule':
      return { ...state, ...idle, rule: event.rule };
    case 'time':
      return { ...state, time: event.ms };
    case 'marks':
      return { ...state, marks: event.on };
    default:
      return browsed(state, event, idle);
  }
}

// Links

const PLAYERS = ['white', 'black'] as const;

export function link(state: State): string {
  const { base, rule, moves } = state;
  return joined([String(base), rule, moves.join(',')], settings(state, PLAYERS));
}

export function read(link: string): Event {
  if (link === '')
    return {
      type: 'open',
      base: 8,
      rule: 'any',
      moves: EXAMPLE,
      ply: EXAMPLE.length,
      kinds: ['human', 'human'],
      search: 'hint',
    };
  const { parts, named } = fields(link, 3, ['at', ...PLAYERS]);
  const base = whole('a base', parts[0], 2, 12, 8);
  const rule = oneOf('the rule for rings', parts[1], RULES, 'any');
  const moves = (parts[2] ?? '').toLowerCase().split(',').filter(Boolean);
  const wrong = moves.find((move) => !/^([a-z]{1,2}\d{1,2}|swap)$/.test(move));
  if (wrong) throw new Broken(`expected moves such as h8 or swap, found “${wrong.slice(0, 12)}”`);
  return { type: 'open', base, rule, moves, ...readSettings(named, moves, PLAYERS, KINDS) };
}

/** Moves such as "h8 f6 swap", or a record of Little Golem, whose numbers begin at 1 in each column. */
export function pasted(text: string): Event | null {
  const record = [...text.matchAll(/[;(\s][WB]\[(\w+)\]/gi)].map((match) =>
    (match[1] as string).toLowerCase(),
  );
  if (record.length) {
    const base = Number(/SZ\[(\d+)\]/i.exec(text)?.[1] ?? 8);
    const inGrid = (move: string): string => {
      const x = move.charCodeAt(0) - 96;
      return /^[a-z]\d+$/.test(move)
        ? `${move[0]}${Number(move.slice(1)) + Math.max(0, x - base)}`
        : move;
    };
    return base >= 2 && base <= 12
      ? read(
          `${base};any;${record
            .filter((move) => move !== 'resign')
            .map(inGrid)
            .join(',')}`,
        )
      : null;
  }
  const moves = text
    .trim()
    .toLowerCase()
    .split(/[\s,;]+/);
  return moves.every((move) => /^([a-z]\d{1,2}|swap)$/.test(move))
    ? read(`8;any;${moves.join(',')}`)
    : null;
}

// Words

export function title(state: State): string {
  const { board, ply, moves } = state;
  if (!board) return 'One moment …';
  if (board.winner !== null) return `${NAMES[board.winner]} wins`;
  if (board.over) return 'Draw';
  return moving({ moves, ply }, NAMES[board.turn]);
}

/** The structure that wins, in a sentence. */
function sentence({ board, base, ply }: State): string {
  if (!board || board.winner === null) return 'The board is full: a draw.';
  const all = new Map(cells(base).map((cell) => [cell.name, cell]));
  const parts = board.structures.map(([way, names]) => {
    const ends = names.filter((name) => edges(all.get(name) as Cell, base) > 1);
    if (way === 'ring') return `a ring of ${names.length} stones`;
    if (way === 'bridge')
      return `a bridge of ${names.length} stones between the corners ${ends.slice(0, 2).join(' and ')}`;
    return `a fork of ${names.length} stones that connects three edges`;
  });
  return `${NAMES[board.winner]} wins with ${parts.join(' and ')}, completed by move ${ply}.`;
}

export function detail(state: State): string {
  const { board, thought, picked, refused } = state;
  if (!board) return '';
  if (board.over) return sentence(state);
  if (refused) return refused;
  if (picked) return `${picked} is chosen. Tap it again to play there.`;
  if (!thought)
    return 'Connect two corners (bridge), three edges (fork), or surround a cell (ring).';
  const proven =
    thought.proven === 'win'
      ? ' This is a proven win.'
      : thought.proven === 'loss'
        ? ' This is a proven loss.'
        : '';
  return `${digits(thought.playouts)} games tried. ${NAMES[board.turn]} expects to win ${Math.round(thought.rate / 10)} % with ${thought.move}.${proven}`;
}

/** What a stone on a cell would win. */
export function explained({ board }: State, name: string): string {
  if (!board || board.over) return '';
  const parts = board.threats.flatMap((threats, player) =>
    threats
      .filter(([cell]) => cell === name)
      .map(
        ([, ways]) =>
          `${NAMES[player as Player]} would complete a ${ways.replaceAll(',', ' and a ')} on ${name}`,
      ),
  );
  return parts.length ? `${parts.join('; ')}.` : '';
}

export function told(state: State): string {
  const { board, moves, ply, thought, picked } = state;
  if (!board) return '';
  const last = ply > 0 ? `${NAMES[((ply - 1) % 2) as Player]} ${moves[ply - 1]}. ` : '';
  const more =
    board.over || picked || state.refused || (thought && searches(state) === null)
      ? ` ${detail(state)}`
      : '';
  return `${last}${title(state)}.${more}`;
}

/** The position as text, row by row as on the board. */
export function text(state: State): string {
  const stones = new Map(state.board?.stones ?? []);
  const rows: string[] = [];
  for (let y = 1; y < 2 * state.base; y++) {
    const row = cells(state.base).filter((cell) => cell.y === y);
    const signs = row.map(({ name }) => (stones.has(name) ? (stones.get(name) ? 'o' : 'x') : '.'));
    rows.push(`${String(y).padStart(2)} ${' '.repeat(Math.abs(state.base - y))}${signs.join(' ')}`);
  }
  return `${rows.join('\n')}\n\nx White, o Black, base ${state.base}, rings around: ${state.rule}\nMoves: ${shown(state).join(',')}\n${title(state)}. ${detail(state)}\n`;
}
