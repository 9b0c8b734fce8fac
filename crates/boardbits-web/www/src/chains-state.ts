// Chains: the state of the tab and its transitions. No DOM; test/chains-table.mjs tests it as a
// table.
//
// The tab is in one of four phases. `live`: a pair can be moved and dropped. `show`: the frames of
// a chain are shown, by themselves or one by one. `paint`: the field is edited. `over`: the third
// column is full. What a field does is asked from the crate: `asked` is a field that has to be
// played, `landing` what the pair does where it is held.
import { digits, plural } from './dom.ts';
import { turnedBack, type Stacks } from './machine.ts';
import { Broken, fields, joined, oneOf, whole } from './route.ts';

export type Step = {
  blocks: number;
  power: number;
  colors: number;
  groups: number;
  score: number;
  vanished: [number, number][];
  falls: [number, number, number][];
  field: string;
};
export type Chain = {
  start: string;
  steps: Step[];
  score: number;
  nuisance: number;
  field: string;
  landed?: [number, number, string][];
};
export type Rules = 'tsu' | 'stc';
/** One picture of a chain: blocks that glow before they vanish, or the falls that follow. */
export type Frame = {
  field: string;
  glow: ReadonlySet<string>;
  falls: [number, number, number][];
  step: number;
};
/** `ends`: the last frame is shown for a moment, then the game continues. */
export type Show = {
  chain: Chain;
  frame: number;
  mode: 'playing' | 'paused' | 'ends';
  goesOn: boolean;
};
export type Found = { column: number; rotation: number; now: number };

type Game = { field: string; queue: readonly string[]; index: number; total: number };

export type State = Game & Stacks<Game> & {
  rules: Rules;
  seed: number;
  /**
   * Pairs number `from` and on of a seed. Those at the front of the queue of a link come before.
   */
  dealt: { seed: number; from: number; pairs: readonly string[] } | null;
  column: number;
  rotation: number;
  /** What the pair does here; `null`: it does not fit, `undefined`: it is asked for. */
  landing: Chain | null | undefined;
  asked: {
    field: string;
    from: 'link' | 'text' | 'paint' | 'rules';
    plays: boolean;
    step: number | null;
  } | null;
  show: Show | null;
  /** The block to paint, `.` to erase. */
  paint: string | null;
  /** The field before the stroke that is being painted. */
  stroke: string | null;
  best: null | 'asked' | 'none' | Found;
  isAuto: boolean;
  isOver: boolean;
  /** What happened last, if the board does not show it. */
  remark: string;
  problem: string | null;
  game: number;
};

export type Event =
  | (Game &
      Pick<State, 'rules' | 'seed' | 'column' | 'rotation'> & {
        type: 'open';
        plays: boolean;
        step: number | null;
      })
  | { type: 'dealt'; seed: number; from: number; pairs: string[] }
  | { type: 'landing'; chain: Chain | null }
  | { type: 'chain'; chain: Chain }
  | { type: 'refused'; message: string }
  | { type: 'found'; found: Found | null }
  | { type: 'shift'; columns: number; turns: number }
  | { type: 'hold'; column: number }
  | { type: 'drop'; isCalm: boolean }
  | { type: 'best' | 'auto' | 'undo' | 'redo' | 'play' | 'tick' | 'goOn' | 'keep' | 'revert' }
  | { type: 'finish'; isCalm: boolean }
  | { type: 'frame'; frame: number }
  | { type: 'paint'; block: string }
  | { type: 'cells'; cells: readonly string[] }
  | { type: 'text'; text: string; isCalm: boolean }
  | { type: 'rules'; rules: Rules }
  | { type: 'new'; seed: number };

export const COLUMNS = 6;
export const ROWS = 13;
export const COLORS = [
  'skull',
  'red circle',
  'green triangle',
  'blue square',
  'yellow diamond',
  'purple star',
];
/** Where the second block of the pair is, by rotation: right, up, left, down. */
export const OFFSETS = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const;
export const EXAMPLE =
  '.21..3/.223.2/300232/132320/130203/333121/012223/332013/222221/111211/133321/212101';
const EMPTY = Array(12).fill('......').join('/');
/** Pairs that are asked for at once. */
export const DEAL = 60;

export const initial: State = {
  field: EMPTY,
  queue: [],
  index: 0,
  total: 0,
  rules: 'tsu',
  seed: 7,
  dealt: null,
  column: 2,
  rotation: 1,
  landing: undefined,
  asked: null,
  show: null,
  paint: null,
  stroke: null,
  best: null,
  isAuto: false,
  isOver: false,
  past: [],
  future: [],
  remark: '',
  problem: null,
  game: 0,
};

/** Another field, without what led to it. */
const fresh = { past: [], future: [], total: 0 } as const;

export const phase = ({ paint, show, isOver }: State): 'live' | 'show' | 'paint' | 'over' =>
  paint !== null ? 'paint' : show ? 'show' : isOver ? 'over' : 'live';

export const at = (line: string, x: number, y: number): string => {
  const rows = line.split('/');
  return rows[rows.length - 1 - y]?.[x] ?? '.';
};

function withCell(line: string, x: number, y: number, block: string): string {
  const rows = line.split('/');
  while (rows.length < ROWS) rows.unshift('......');
  const row = rows[ROWS - 1 - y] as string;
  rows[ROWS - 1 - y] = row.slice(0, x) + block + row.slice(x + 1);
  while (rows.length > 12 && rows[0] === '......') rows.shift();
  return rows.join('/');
}

/** The pair number `i` from now; `null` if it is not dealt yet. */
export function pairAt({ queue, dealt, seed, index }: State, i: number): string | null {
  const at = index + i - queue.length;
  return queue[i] ?? (dealt?.seed === seed ? (dealt.pairs[at - dealt.from] ?? null) : null);
}

/** The field that is shown. */
export const shownField = ({ show, field }: State): string =>
  show ? (framesOf(show.chain)[show.frame]?.field ?? field) : field;

const memory = new WeakMap<Chain, Frame[]>();

/** The pictures of a chain: before, then for each step the glow and what is left. */
export function framesOf(chain: Chain): Frame[] {
  let frames = memory.get(chain);
  if (frames) return frames;
  frames = [{ field: chain.start, glow: new Set(), falls: [], step: 0 }];
  let before = chain.start;
  for (const [i, { vanished, falls, field }] of chain.steps.entries()) {
    const glow = new Set(vanished.map(String));
    frames.push({ field: before, glow, falls: [], step: i + 1 });
    frames.push({ field, glow: new Set(), falls, step: i + 1 });
    before = field;
  }
  memory.set(chain, frames);
  return frames;
}

/** Milliseconds for which a frame is shown. */
export function delay({ show }: State): number {
  if (!show) return 0;
  if (show.mode === 'ends') return 1100;
  return framesOf(show.chain)[show.frame]?.glow.size ? 340 : 260;
}

// A block in the third column that reaches the twelfth row ends the game.
const isFull = (field: string): boolean => at(field, 2, 11) !== '.';

/** A position in which the next pair can be dropped. */
function live(state: State, game: Partial<Game>): State {
  const next = { ...state, ...game, show: null, asked: null, landing: undefined, best: null };
  return { ...next, isOver: isFull(next.field) };
}

const gameOf = ({ field, queue, index, total }: State): Game => ({ field, queue, index, total });

/** The pair at another place, as near as it fits between the walls. */
function held(state: State, column: number, rotation: number): State {
  const turned = ((rotation % 4) + 4) % 4;
  const dx = OFFSETS[turned]?.[0] ?? 0;
  const moved = Math.max(dx < 0 ? 1 : 0, Math.min(COLUMNS - 1 - (dx > 0 ? 1 : 0), column));
  if (moved === state.column && turned === state.rotation) return state;
  return { ...state, column: moved, rotation: turned, landing: undefined, best: null, remark: '' };
}

function shown(state: State, chain: Chain, plays: boolean, goesOn: boolean, frame = 0): State {
  const last = framesOf(chain).length - 1;
  const mode = plays ? 'playing' : goesOn ? 'ends' : 'paused';
  return {
    ...state,
    asked: null,
    show: { chain, frame: goesOn && !plays ? last : Math.min(frame, last), mode, goesOn },
  };
}

/** Ends the show, if there is one. */
function goneOn(state: State): State {
  return state.show ? live(state, { field: state.show.chain.field }) : state;
}

function advanced(state: State, frame: number): State {
  const show = state.show as Show;
  const last = framesOf(show.chain).length - 1;
  const isLast = frame >= last;
  return {
    ...state,
    show: {
      ...show,
      frame: Math.max(0, Math.min(last, frame)),
      mode: !isLast ? show.mode : show.goesOn ? 'ends' : 'paused',
    },
  };
}

function dropped(state: State, isCalm: boolean): State {
  const chain = state.landing;
  if (phase(state) !== 'live' || !chain) return state;
  const queue = state.queue.slice(1);
  const index = state.queue.length ? state.index : state.index + 1;
  const next = {
    ...state,
    past: [...state.past, gameOf(state)],
    future: [],
    queue,
    index,
    total: state.total + chain.score,
    problem: null,
  };
  if (!chain.steps.length) return { ...live(next, { field: chain.field }), remark: 'No chain.' };
  return {
    ...shown(next, chain, !isCalm, true),
    field: chain.field,
    landing: undefined,
    best: null,
    remark: '',
  };
}

export function update(state: State, event: Event): State {
  switch (event.type) {
    case 'open': {
      const { type: _, field, plays, step, ...opened } = event;
      const asked = { field, from: 'link', plays, step } as const;
      return { ...initial, dealt: state.dealt, ...opened, asked, game: state.game + 1 };
    }
    case 'dealt':
      return { ...state, dealt: event };
    case 'landing':
      return { ...state, landing: event.chain };
    case 'chain': {
      const { chain } = event;
      const asked = state.asked;
      if (!asked) return state;
      const last = framesOf(chain).length - 1;
      const problem =
        (asked.step ?? 0) > last ? `Expected a frame from 0 to ${last}, found ${asked.step}.` : null;
      const next = { ...state, total: state.total + chain.score, problem };
      if (!chain.steps.length) return live(next, { field: chain.field });
      return shown(
        { ...next, field: chain.field, isOver: false },
        chain,
        asked.plays && asked.step === null,
        false,
        asked.step ?? 0,
      );
    }
    case 'refused':
      if (state.asked?.from === 'link') return { ...live(state, {}), problem: `${event.message}.` };
      return { ...state, asked: null, remark: `This text is not a field: ${event.message}.` };
    case 'found':
      if (!event.found)
        return { ...state, best: 'none', isAuto: false, remark: 'The pair fits nowhere.' };
      return { ...held(state, event.found.column, event.found.rotation), best: event.found };
    case 'shift': {
      if (state.paint !== null) return state;
      const next = { ...goneOn(state), isAuto: false };
      return held(next, next.column + event.columns, next.rotation + event.turns);
    }
    case 'hold':
      return state.paint !== null
        ? state
        : { ...held(goneOn(state), event.column, state.rotation), isAuto: false };
    case 'drop':
      return state.show ? goneOn(state) : dropped(state, event.isCalm);
    case 'best':
      return phase(goneOn(state)) === 'live' ? { ...goneOn(state), best: 'asked' } : state;
    case 'auto':
      return state.isAuto || state.isOver || state.paint !== null
        ? { ...state, isAuto: false }
        : { ...goneOn(state), isAuto: true, best: null };
    case 'undo':
    case 'redo': {
      const back = turnedBack(state, event.type, gameOf(state));
      if (!back || state.paint !== null) return state;
      return { ...live(state, back.value), ...back.stacks, isAuto: false, remark: '' };
    }
    case 'play': {
      const { show } = state;
      if (!show) return state;
      if (show.mode === 'playing') return { ...state, show: { ...show, mode: 'paused' } };
      const isAtEnd = show.frame >= framesOf(show.chain).length - 1;
      return {
        ...state,
        show: { ...show, mode: 'playing', goesOn: false, frame: isAtEnd ? 0 : show.frame },
      };
    }
    case 'tick':
      if (!state.show || state.show.mode === 'paused') return state;
      return state.show.mode === 'ends' ? goneOn(state) : advanced(state, state.show.frame + 1);
    case 'frame': {
      if (!state.show) return state;
      const show = { ...state.show, goesOn: false, mode: 'paused' } as const;
      return { ...advanced({ ...state, show }, event.frame), isAuto: false };
    }
    case 'goOn':
      return goneOn(state);
    case 'paint':
      return {
        ...goneOn(state),
        paint: event.block,
        isAuto: false,
        best: null,
        remark: '',
        problem: null,
      };
    case 'cells': {
      if (state.paint === null) return state;
      let field = state.field;
      for (const cell of event.cells) {
        const [x, y] = cell.split(',').map(Number) as [number, number];
        if (x >= 0 && x < COLUMNS && y >= 0 && y < 12) field = withCell(field, x, y, state.paint);
      }
      return field === state.field
        ? state
        : { ...state, field, stroke: state.stroke ?? state.field };
    }
    case 'keep':
      return { ...state, stroke: null };
    case 'revert':
      return { ...state, field: state.stroke ?? state.field, stroke: null };
    case 'finish':
      if (state.paint === null) return state;
      return {
        ...state,
        ...fresh,
        paint: null,
        stroke: null,
        landing: undefined,
        asked: { field: state.field, from: 'paint', plays: !event.isCalm, step: null },
      };
    case 'text': {
      const rows = event.text.trim().replace(/\s*\n\s*|\/+/g, '/');
      const field = padded(rows.replace(/[^\S/]/g, ''));
      return {
        ...state,
        ...fresh,
        show: null,
        paint: null,
        isAuto: false,
        remark: '',
        game: state.game + 1,
        asked: { field, from: 'text', plays: !event.isCalm, step: null },
      };
    }
    case 'rules': {
      if (event.rules === state.rules) return state;
      // Points of different rules are not added up: a change starts again at 0.
      const none = <T extends Game>(games: readonly T[]): T[] =>
        games.map((game) => ({ ...game, total: 0 }));
      const next = {
        ...state,
        rules: event.rules,
        total: 0,
        past: none(state.past),
        future: none(state.future),
        landing: undefined,
        best: null,
      };
      if (!state.show) return next;
      const { chain, mode, frame } = state.show;
      const plays = mode === 'playing';
      const step = plays ? null : frame;
      return { ...next, asked: { field: chain.start, from: 'rules', plays, step } };
    }
    case 'new': {
      const { dealt, rules, game } = state;
      return { ...initial, dealt, rules, seed: event.seed, game: game + 1 };
    }
  }
}

// Links

/** A field with all its rows and columns; 12 rows, or 13 as they are. */
function padded(text: string): string {
  const rows = text === '' ? [] : text.split('/');
  while (rows.length < 12) rows.unshift('......');
  return rows.map((row) => row.padEnd(COLUMNS, '.')).join('/');
}

export function link(state: State): string {
  const { queue, rules, seed, index, column, rotation, show, asked, total } = state;
  const rows = (show ? show.chain.start : (asked?.field ?? state.field)).split('/');
  while (rows.length && rows[0] === '......') rows.shift();
  const points = total - (show?.chain.score ?? 0);
  const isHeld = column !== 2 || rotation !== 1;
  // The first and the last picture need no number: a link to the chain plays it.
  const frame = show?.mode === 'paused' ? show.frame : (asked?.step ?? 0);
  const isInside = frame > 0 && (!show || frame < framesOf(show.chain).length - 1);
  return joined(
    [
      rows.map((row) => row.replace(/\.+$/, '')).join('/'),
      queue.join(','),
      rules,
      `${seed}.${index}`,
    ],
    {
      hold: isHeld ? `${column}.${rotation}` : null,
      points: points ? String(points) : null,
      frame: isInside ? String(frame) : null,
    },
  );
}

export function read(link: string, plays: boolean): Event {
  const { parts, named } = fields(link === '' ? `${EXAMPLE};;tsu;7.0` : link, 4, [
    'hold',
    'points',
    'frame',
  ]);
  const [field = '', pairs = '', rules, deal = ''] = parts;
  const queue = pairs.split(',').filter(Boolean);
  const wrong = queue.find((pair) => !/^[0-5]{2}$/.test(pair));
  if (wrong) throw new Broken(`expected pairs such as 12,34, found ${wrong.slice(0, 12)}`);
  const [seed, index, more] = deal.split('.');
  if (more !== undefined)
    throw new Broken(`expected a seed and a number such as 7.0, found “${deal.slice(0, 24)}”`);
  const [x, turns] = (named.get('hold') ?? '').split('.');
  const column = whole('the column of the pair', x, 0, 5, 2);
  const rotation = whole('the rotation of the pair', turns, 0, 3, 1);
  if (![0, 1, 2, 3, 4, 5].includes(column + (OFFSETS[rotation]?.[0] ?? 0)))
    throw new Broken(`expected a pair within the walls, found “${named.get('hold')}”`);
  const frame = named.get('frame');
  return {
    type: 'open',
    field: padded(field),
    queue,
    rules: oneOf('the scoring', rules, ['tsu', 'stc'], 'tsu'),
    seed: whole('the seed', seed, 0, 999_999_999, 7),
    index: whole('the number of the pair', index, 0, 999_999_999, 0),
    column,
    rotation,
    total: whole('the points', named.get('points'), 0, 999_999_999, 0),
    step: frame === undefined ? null : whole('the frame', frame, 0, 99, 0),
    plays,
  };
}

// Words

const colorAt = (pair: string, i: number): string => COLORS[Number(pair[i])] ?? '';

export function title(state: State): string {
  const { show, landing } = state;
  if (phase(state) === 'paint') return 'Paint a field';
  if (show) return `${show.chain.steps.length}-chain · ${digits(show.chain.score)} points`;
  if (state.isOver) return 'Game over';
  if (landing === undefined) return state.asked ? 'One moment …' : '…';
  if (landing === null) return 'The pair does not fit here';
  return landing.steps.length ? `This makes a ${landing.steps.length}-chain` : 'No chain here';
}

export function detail(state: State): string {
  const { show, landing, total, best } = state;
  const sum = `total ${plural(total, 'point')}.`;
  if (phase(state) === 'paint') return 'Tap or drag over cells. Blocks fall when you finish.';
  if (show) return `${plural(show.chain.nuisance, 'nuisance block')} for the opponent, ${sum}`;
  if (state.isOver) return `The third column is full; ${sum}`;
  if (best !== null && typeof best === 'object')
    return `Best drop: column ${best.column + 1}, ${['second to the right', 'second on top', 'second to the left', 'second below'][best.rotation]}; ${sum}`;
  if (landing?.steps.length)
    return `${digits(landing.score)} points, ${plural(landing.nuisance, 'nuisance block')}, ${sum}`;
  return `Four of a color that touch vanish; ${sum}`;
}

/** Where the pair is, for screen readers. */
function pairText(state: State): string {
  const pair = pairAt(state, 0);
  if (!pair) return '';
  const where = ['right of', 'on top of', 'left of', 'below'][state.rotation];
  return `Column ${state.column + 1}: ${colorAt(pair, 1)} ${where} ${colorAt(pair, 0)}.`;
}

export function told(state: State): string {
  switch (phase(state)) {
    case 'paint':
      return `Painting ${state.paint === '.' ? 'nothing: erasing' : (COLORS[Number(state.paint)] ?? '')}.`;
    case 'show':
      return `${title(state)}.`;
    case 'over':
      return `${title(state)}. ${detail(state)}`;
    case 'live':
      return state.landing === undefined
        ? ''
        : [state.remark, pairText(state), `${title(state)}.`].filter(Boolean).join(' ');
  }
}

export function cellName(state: State, x: number, y: number): string {
  const kind = at(shownField(state), x, y);
  return `column ${x + 1}, row ${y + 1}: ${kind === '.' ? 'empty' : (COLORS[Number(kind)] ?? kind)}`;
}

export function text(state: State): string {
  const pairs = [0, 1, 2].map((i) => pairAt(state, i)).filter(Boolean);
  return `${shownField(state)
    .split('/')
    .map((row) => [...row].join(' '))
    .join('\n')}\n\nPairs: ${pairs.join(' ')}\n${title(state)}. ${detail(state)}\n`;
}
