// Havannah: a board of hexagons, an engine whose search can be watched, and the structure that wins.
import { alertAbout, attribute, button, card, changed, check, choice, digits, h, inTurn, note, row, s, say, select, setText, wait, type Tab } from './dom.ts';
import { Cancelled, Lane, ignoreCancelled, quick } from './lanes.ts';

type State = { moves: string; error: string | null; turn: 0 | 1; over: boolean; winner: 0 | 1 | null; canSwap: boolean; stones: [string, 0 | 1][]; structures: [string, string[]][]; threats: [[string, string][], [string, string][]] };
/** Rates are in thousandths. */
type Thought = { move: string; playouts: number; rate: number; proven: string | null; moves: [string, number, number][] };
type Rule = 'any' | 'nonown' | 'empty';
type Kind = 'human' | 'engine';
type Cell = { name: string; x: number; y: number };

const NAMES = ['White', 'Black'] as const;
const RADIUS = 19.6;
const DIRECTIONS = [[1, 0], [1, 1], [0, 1], [-1, 0], [-1, -1], [0, -1]] as const;
const EXAMPLE = 'h8,f6,i8,f8,j9,g10,j10,h11';

let base = 8;
let rule: Rule = 'any';
let strength = 500;
const kinds: [Kind, Kind] = ['human', 'human'];
let state: State = { moves: '', error: null, turn: 0, over: true, winner: null, canSwap: false, stones: [], structures: [], threats: [[], []] };
let cells: Cell[] = [];
let byName = new Map<string, Cell>();
let thought: Thought | null = null;
let picked: string | null = null;
let cursor = '';
let run = 0;
let marks = true;
const lane = new Lane();

let boardElement: HTMLElement;
let svg: SVGSVGElement;
let polygons = new Map<string, SVGPolygonElement>();
let stones: SVGGElement;
let visits: SVGGElement;
let over: SVGGElement;
let cursorRing: SVGPolygonElement;

const middle = ({ x, y }: Cell): [number, number] => [(x - y / 2) * 34, y * 29.5];

function corners([cx, cy]: [number, number], scale = 1): string {
  return [0, 1, 2, 3, 4, 5].map((i) => `${(cx + RADIUS * scale * Math.sin((i * Math.PI) / 3)).toFixed(1)},${(cy - RADIUS * scale * Math.cos((i * Math.PI) / 3)).toFixed(1)}`).join(' ');
}

/** On how many edges of the board a cell lies: two at a corner. */
function edges({ x, y }: Cell): number {
  return [x === 1, y === 1, x === 2 * base - 1, y === 2 * base - 1, x - y === base - 1, y - x === base - 1].filter(Boolean).length;
}

async function build(): Promise<void> {
  cells = (await quick.ask<[string, number, number][]>('hav_cells', base)).map(([name, x, y]) => ({ name, x, y }));
  byName = new Map(cells.map((cell) => [cell.name, cell]));
  polygons = new Map();
  const middles = cells.map(middle);
  const [left, right] = [Math.min(...middles.map(([x]) => x)), Math.max(...middles.map(([x]) => x))];
  const [top, bottom] = [Math.min(...middles.map(([, y]) => y)), Math.max(...middles.map(([, y]) => y))];
  svg = s('svg', { viewBox: `${left - 24} ${top - 26} ${right - left + 48} ${bottom - top + 52}`, role: 'application', tabindex: 0, 'aria-roledescription': 'board', 'aria-label': `Havannah board of base ${base}. Arrows move, Enter plays, H shows a hint.` });
  const under = s('g', {});
  for (const cell of cells) {
    const kind = edges(cell) > 1 ? ' corner' : edges(cell) ? ' edge' : '';
    const polygon = s('polygon', { class: `hexa${kind}`, 'data-c': cell.name, points: corners(middle(cell)), click: () => tap(cell.name), pointerenter: () => explain(cell.name) });
    polygons.set(cell.name, polygon);
    under.append(polygon);
  }
  [visits, over, stones] = [s('g', { class: 'over' }), s('g', { class: 'over' }), s('g', { class: 'over' })];
  cursorRing = s('polygon', { class: 'cursor over' });
  svg.append(under, over, stones, visits, cursorRing);
  boardElement.replaceChildren(svg);
  cursor = cells[cells.length >> 1]?.name ?? '';
}

const humanMoves = (): boolean => !state.over && kinds[state.turn] === 'human';

function draw(): void {
  const placed = new Map(state.stones.map(([name, player], i) => [name, { player, i }]));
  for (const [name, polygon] of polygons) {
    polygon.classList.toggle('free', humanMoves() && !placed.has(name));
    polygon.classList.toggle('picked', name === picked);
  }
  state.stones.forEach(([name, player], i) => {
    const [cx, cy] = middle(byName.get(name) as Cell);
    const id = `${name}${player}`;
    let group = stones.children[i];
    if (group?.getAttribute('data-k') !== id) {
      const stone = s('g', { 'data-k': id }, s('circle', { cx, cy, r: 13.8 }), s('text', { class: `ply p${player}`, x: cx, y: cy + 0.5 }, String(i + 1)));
      if (group) group.replaceWith(stone);
      else stones.append(stone);
      group = stone;
    }
    attribute(group.firstElementChild as Element, 'class', `stone p${player}${i === state.stones.length - 1 ? ' last' : ''}`);
  });
  while (stones.children.length > state.stones.length) stones.lastChild?.remove();
  over.replaceChildren();
  for (const [, names] of state.structures) {
    const inside = new Set(names);
    for (const name of names) {
      const cell = byName.get(name) as Cell;
      const [x1, y1] = middle(cell);
      for (const [dx, dy] of DIRECTIONS.slice(0, 3)) {
        const other = cells.find(({ x, y }) => x === cell.x + dx && y === cell.y + dy);
        if (!other || !inside.has(other.name)) continue;
        const [x2, y2] = middle(other);
        over.append(s('line', { class: 'structure', x1, y1, x2, y2 }));
      }
    }
  }
  if (marks && !state.over) {
    for (const threats of state.threats) for (const [name] of threats) over.append(s('polygon', { class: 'threat', points: corners(middle(byName.get(name) as Cell), 0.78) }));
  }
  drawVisits();
  const at = byName.get(cursor);
  if (at) attribute(cursorRing, 'points', corners(middle(at), 0.92));
  drawPanel();
}

function drawVisits(): void {
  visits.replaceChildren();
  if (!thought || state.over) return;
  const most = Math.max(...thought.moves.map(([, count]) => count), 1);
  for (const [name, count, rate] of thought.moves) {
    const cell = byName.get(name);
    if (!cell) continue;
    const [cx, cy] = middle(cell);
    const share = count / most;
    visits.append(s('circle', { class: 'visits', cx, cy, r: (3 + 11.5 * Math.sqrt(share)).toFixed(1) }));
    if (share > 0.35) visits.append(s('text', { class: 'rate', x: cx, y: cy + 0.5 }, String(Math.round(rate / 10))));
  }
}

/** The structure in a sentence. */
function sentence(): string {
  const { winner, structures, stones } = state;
  if (winner === null) return state.over ? 'The board is full: a draw.' : '';
  const told = structures.map(([kind, names]) => {
    const ends = names.filter((name) => edges(byName.get(name) as Cell) > 1);
    if (kind === 'ring') return `a ring of ${names.length} stones`;
    if (kind === 'bridge') return `a bridge of ${names.length} stones between the corners ${ends.slice(0, 2).join(' and ')}`;
    return `a fork of ${names.length} stones that connects three edges`;
  });
  return `${NAMES[winner]} wins with ${told.join(' and ')}, completed by stone ${stones.length}.`;
}

const title = h('p', { class: 'big', id: 'hav-title' });
const detail = h('p', { class: 'note', id: 'hav-detail' });
const hoverNote = h('p', { class: 'note', id: 'hav-hover' });
const thinkButton = button('Engine moves', () => void think(true), { primary: true });
const hintButton = button('Hint', () => void think(false));
const swapButton = button('Swap', () => act(() => play('swap')));

function drawPanel(): void {
  const player = state.winner ?? state.turn;
  const stone = s('svg', { viewBox: '-16 -16 32 32', 'aria-hidden': 'true' }, s('circle', { class: `stone p${player}`, r: 13.8 }));
  title.replaceChildren(stone, state.winner !== null ? `${NAMES[state.winner]} wins` : state.over ? 'Draw' : `${NAMES[state.turn]} to move`);
  if (state.over) setText(detail, sentence());
  else if (thought) {
    const rate = Math.round(thought.rate / 10);
    const proven = thought.proven === 'win' ? ' This is a proven win.' : thought.proven === 'loss' ? ' This is a proven loss.' : '';
    setText(detail, `${digits(thought.playouts)} games tried. ${NAMES[state.turn]} expects to win ${rate} % with ${thought.move}.${proven} Dots: how often a move was tried, and its win rate.`);
  } else if (picked) setText(detail, `${picked} is chosen. Tap it again to play there.`);
  else setText(detail, 'Connect two corners (bridge), three edges (fork), or surround a cell (ring).');
  swapButton.disabled = !state.canSwap;
  thinkButton.disabled = state.over;
  hintButton.disabled = state.over;
}

/** What a stone on a cell would win. */
function explain(name: string): void {
  if (state.over) return setText(hoverNote, '');
  const told = state.threats.flatMap((threats, player) => threats.filter(([cell]) => cell === name).map(([, kind]) => `${NAMES[player]} would complete a ${kind.replaceAll(',', ' and a ')} on ${name}`));
  setText(hoverNote, told.length ? `${told.join('; ')}.` : '');
}

/** Small cells need two taps: the first chooses, the second plays. */
function tap(name: string): void {
  cursor = name;
  const size = polygons.get(name)?.getBoundingClientRect().width ?? 40;
  if (size < 30 && picked !== name) {
    picked = name;
    explain(name);
    draw();
    return;
  }
  playByHand(name);
}

const act = inTurn();
const playByHand = (name: string): void => act(() => (humanMoves() ? play(name) : null));

async function play(move: string): Promise<void> {
  const next = await quick.ask<State>('hav_state', base, rule, state.moves ? `${state.moves},${move}` : move);
  if (next.error) {
    setText(hoverNote, next.error);
    return say(next.error);
  }
  alertAbout(null);
  await show(next);
}

async function show(next: State, isNew = false): Promise<void> {
  stop();
  state = next;
  [thought, picked] = [null, null];
  setText(hoverNote, '');
  draw();
  changed(isNew);
  say(`${title.textContent}. ${state.over ? detail.textContent : ''}`);
  if (!state.over && kinds[state.turn] === 'engine') void think(true);
}

function stop(): void {
  run++;
  lane.cancel();
  setText(thinkButton, 'Engine moves');
}

/** Searches in slices, so that the visits can be watched, and then moves. */
async function think(moves: boolean): Promise<void> {
  if (lane.busy) {
    const best = thought?.move;
    stop();
    if (moves && best) await play(best);
    return;
  }
  const mine = ++run;
  setText(thinkButton, 'Move now');
  const end = performance.now() + strength;
  try {
    do {
      const slice = Math.max(60, Math.min(250, end - performance.now()));
      const next = await lane.ask<Thought | null>('hav_think', base, rule, state.moves, Math.ceil(slice), 2 ** 31);
      if (mine !== run || !next) return;
      thought = next;
      drawVisits();
      drawPanel();
      await wait(0);
    } while (performance.now() < end && !thought.proven);
    setText(thinkButton, 'Engine moves');
    if (mine !== run || !thought) return;
    if (moves && state.canSwap && kinds[state.turn] === 'engine' && thought.rate < 450) await play('swap');
    else if (moves) await play(thought.move);
    else say(`best: ${thought.move}, ${Math.round(thought.rate / 10)} percent`);
  } catch (error) {
    if (!(error instanceof Cancelled)) setText(detail, (error as Error).message);
  }
}

async function load(moves: string, isNew = false): Promise<void> {
  await show(await quick.ask<State>('hav_state', base, rule, moves), isNew);
}

async function undo(): Promise<void> {
  const moves = state.moves.split(',').filter(Boolean);
  const count = kinds.includes('engine') && moves.length > 1 && !state.over ? 2 : 1;
  await load(moves.slice(0, -count).join(','));
}

async function fresh(): Promise<void> {
  await build();
  await load('', true);
}

const bases = choice('Base', (['4', '5', '6', '7', '8', '9', '10'] as const).map((value) => [value, value] as const), '8', (value) => {
  base = Number(value);
  void fresh().catch(ignoreCancelled);
});
const rules = choice('A ring surrounds', [['any', 'any cell'], ['nonown', 'a cell not its own'], ['empty', 'an empty cell']] as const, 'any', (value) => {
  rule = value;
  void load(state.moves).catch(ignoreCancelled);
});

function sideChooser(player: 0 | 1): HTMLElement {
  return select(NAMES[player], [['human', 'You'], ['engine', 'Engine']] as const, 'human', (kind) => {
    kinds[player] = kind;
    act(() => load(state.moves));
  }).element;
}

export const havannah: Tab = {
  id: 'hav',
  name: 'Havannah',
  crate: 'havannah-uf',
  about: 'Rules, random games, a player and a solver for Havannah. Union-find tells at each stone whether it completes a bridge, a fork or a ring.',
  unit: 'playouts of the engine on base 8',
  mount(board, side) {
    boardElement = board;
    board.addEventListener('pointerleave', () => setText(hoverNote, ''));
    const strengths = choice('Time for a move', [['500', '0.5 s'], ['2000', '2 s'], ['8000', '8 s']] as const, '500', (value) => (strength = Number(value)));
    side.append(
      card('Game', title, detail, hoverNote),
      card('Play', row(thinkButton, hintButton, button('Undo', () => act(undo)), swapButton, button('New game', () => void fresh().catch(ignoreCancelled))), strengths.element, sideChooser(0), sideChooser(1), check('Mark cells that win at once', true, (checked) => {
        marks = checked;
        draw();
      }), note('Keys: arrows move (with Shift along the other diagonal), Enter plays, H shows a hint, U undoes.')),
      card('Rules', bases.element, rules.element),
    );
  },
  async open(link) {
    const [size = '8', ring = 'any', moves = ''] = link === '' ? ['8', 'any', EXAMPLE] : link.split(';');
    const wrong = !/^\d+$/.test(size) || Number(size) < 2 || Number(size) > 12 ? `expected a base from 2 to 12, found “${size}”` : !['any', 'nonown', 'empty'].includes(ring) ? `“${ring}” is not a rule for rings` : null;
    [base, rule] = wrong ? [8, 'any'] : [Number(size), ring as Rule];
    bases.set(String(base) as '8');
    rules.set(rule);
    await build();
    await load(wrong ? '' : moves);
    if (wrong) throw new Error(`This link is broken: ${wrong}.`);
    if (state.error) throw new Error(`This link is broken. ${state.error}. The moves before it are shown.`);
    if (link === '') void think(false);
  },
  link: () => `${base};${rule};${state.moves}`,
  leave: stop,
  key(event) {
    const step = event.shiftKey ? { ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] : { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [-1, -1], ArrowDown: [1, 1] }[event.key];
    if (step) {
      const here = byName.get(cursor);
      const next = cells.find(({ x, y }) => here && x === here.x + (step[0] as number) && y === here.y + (step[1] as number));
      if (!next) return true;
      cursor = next.name;
      svg.focus();
      draw();
      explain(cursor);
      const stone = state.stones.find(([name]) => name === cursor);
      say(`${cursor} ${stone ? NAMES[stone[1]] : 'free'} ${hoverNote.textContent}`);
    } else if (event.key === 'Enter' || event.key === ' ') {
      playByHand(cursor);
    } else if (event.key === 'h') void think(false);
    else if (event.key === 'u') act(undo);
    else return false;
    return true;
  },
};
