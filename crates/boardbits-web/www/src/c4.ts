// Connect 4: the score of every column, while one plays.
import { alertAbout, attribute, button, calm, card, changed, check, choice, h, inTurn, note, row, s, say, select, setText, time, type Tab } from './dom.ts';
import { Cancelled, fetchBook, Lane, ignoreCancelled, quick } from './lanes.ts';

type State = { moves: string; error: string | null; heights: number[]; turn: 0 | 1; over: boolean; winner: 0 | 1 | null; draw: boolean; line: [number, number][]; playable: number[]; winning: number[]; safe: number[] };
type Kind = 'human' | 'perfect' | 'casual';
/** What is known about a column: its sign first, then its score; `null` if the time was too short. */
type Known = { sign?: number; score?: number | null };

const NAMES = ['Orange', 'Yellow'] as const;
const SYMBOLS = '123456789abcdefghijklmnopqrstuvwxyz';
const SIZES = [['7x6', '7×6'], ['6x5', '6×5'], ['5x5', '5×5'], ['6x6', '6×6'], ['8x7', '8×7'], ['9x6', '9×6']] as const;
/** Milliseconds for a column. On boards larger than 7×6 openings may take longer than anybody waits. */
const LIMIT = 60_000;
const CELL = 80;
const TOP = 92;

let [width, height] = [7, 6];
let state: State = { moves: '', error: null, heights: [], turn: 0, over: true, winner: null, draw: false, line: [], playable: [], winning: [], safe: [] };
let redo = '';
const kinds: [Kind, Kind] = ['human', 'human'];
let showScores = true;
let known: Known[] = [];
let spent = 0;
/** Scores by size and moves. */
const cache = new Map<string, Known[]>();
let run = 0;

const lanes: Lane[] = [];
let bookBytes: Uint8Array | null = null;
let book: Promise<void> | null = null;

function workers(): Lane[] {
  const count = Math.max(2, Math.min(4, navigator.hardwareConcurrency || 2));
  while (lanes.length < count) lanes.push(new Lane(() => (bookBytes ? ['c4_book', [bookBytes]] : null)));
  return lanes;
}

const hasBook = (): boolean => width === 7 && height === 6;

/** Fetches the opening book once. Without it, openings take long, but everything works. */
function loadBook(): Promise<void> {
  book ??= fetchBook().then((bytes) => {
    bookBytes = bytes;
    for (const lane of lanes) lane.close();
    lanes.length = 0;
  }, (error: Error) => console.warn(error.message));
  return book;
}

const signed = (score: number): string => (score > 0 ? `+${score}` : score < 0 ? `−${-score}` : '0');

/** Number of moves, of both sides, until a game with this score ends. */
function movesToEnd(score: number, ply: number): number {
  const cells = width * height;
  if (score === 0) return cells - ply;
  const mover = score > 0 ? ply : ply + 1;
  const last = [cells + 1 - 2 * Math.abs(score), cells - 2 * Math.abs(score)].find((at) => at % 2 === mover % 2) ?? ply;
  return last - ply + 1;
}

function wording(score: number, ply: number): string {
  if (score === 0) return 'draw';
  const own = Math.ceil(movesToEnd(score, ply) / 2);
  return `${score > 0 ? 'wins' : 'loses'} in ${own}`;
}

// The picture

let svg: SVGSVGElement;
let columns: { group: SVGGElement; slot: SVGRectElement; chip: SVGGElement; value: SVGTextElement; sub: SVGTextElement; ghost: SVGGElement }[] = [];
let discs: SVGGElement;
let over: SVGGElement;
let hint: SVGCircleElement;
let boardElement: HTMLElement;
let focus = 3;

const center = (column: number, level: number): [number, number] => [column * CELL + CELL / 2 + 10, TOP + (height - 1 - level) * CELL + CELL / 2 + 10];

function disc(player: number): SVGGElement {
  const glyph = player ? s('circle', { class: 'glyph p1', r: 15 }) : s('path', { class: 'glyph p0', d: 'M-11-11 11 11M11-11-11 11' });
  return s('g', {}, s('circle', { class: `disc p${player}`, r: 33 }), glyph);
}

function build(): void {
  const [w, hgt] = [width * CELL + 20, height * CELL + TOP + 20];
  svg = s('svg', { viewBox: `0 0 ${w} ${hgt}`, role: 'group', 'aria-label': `Connect 4 board, ${width} columns, ${height} rows` });
  discs = s('g', { class: 'over' });
  over = s('g', { class: 'over' });
  hint = s('circle', { class: 'hinted over', r: 34, visibility: 'hidden' });
  let holes = '';
  for (let c = 0; c < width; c++) {
    for (let r = 0; r < height; r++) {
      const [x, y] = center(c, r);
      holes += `M${x - 32} ${y}a32 32 0 1 0 64 0a32 32 0 1 0-64 0z`;
    }
  }
  const plate = s('path', { class: 'plate over', 'fill-rule': 'evenodd', d: `M20 ${TOP}H${w - 20}a18 18 0 0 1 18 18V${hgt - 20}a18 18 0 0 1-18 18H20a18 18 0 0 1-18-18V${TOP + 18}a18 18 0 0 1 18-18z${holes}` });
  columns = [];
  const groups = [];
  for (let c = 0; c < width; c++) {
    const x = c * CELL + 10;
    const value = s('text', { class: 'value', x: x + 40, y: 34 });
    const sub = s('text', { class: 'sub', x: x + 40, y: 57 });
    const chip = s('g', { class: 'chip over' }, s('rect', { x: x + 5, y: 6, width: 70, height: 66, rx: 14 }), value, sub);
    const ghost = s('g', { class: 'ghost over' });
    const slot = s('rect', { class: 'slot', x, y: 0, width: CELL, height: hgt, rx: 10, role: 'button', tabindex: -1, click: () => playByHand(c), focus: () => aim(c, true), blur: () => aim(-1, false), pointerenter: () => aim(c, false), pointerleave: () => aim(-1, false) });
    const line = s('rect', { class: 'aim-line over', x: x + 1, y: 2, width: CELL - 2, height: hgt - 4, rx: 12 });
    const group = s('g', { class: 'column' }, slot, chip, ghost, line);
    columns.push({ group, slot, chip, value, sub, ghost });
    groups.push(group);
  }
  // Slots lie under everything else, which lets the pointer through.
  svg.append(...groups, discs, plate, over, hint);
  boardElement.replaceChildren(svg);
  focus = width >> 1;
}

function aim(column: number, isFocus: boolean): void {
  columns.forEach(({ group, ghost }, c) => {
    group.classList.toggle('aim', c === column && canPlay(c));
    group.classList.toggle('focus', c === column && isFocus);
    if (c === column) {
      const [x, y] = center(c, state.heights[c] ?? 0);
      ghost.replaceChildren(disc(state.turn));
      attribute(ghost, 'transform', `translate(${x} ${y})`);
    }
  });
  if (isFocus && column >= 0) focus = column;
}

const humanMoves = (): boolean => !state.over && kinds[state.turn] === 'human';
const canPlay = (column: number): boolean => humanMoves() && state.playable.includes(column);

function drawDiscs(): void {
  const heights = new Array<number>(width).fill(0);
  [...state.moves].forEach((symbol, i) => {
    const column = SYMBOLS.indexOf(symbol);
    const level = heights[column] ?? 0;
    heights[column] = level + 1;
    const key = `${i}:${symbol}`;
    const there = discs.children[i];
    if (there?.getAttribute('data-k') === key) return;
    while (discs.children.length > i) discs.lastChild?.remove();
    const [x, y] = center(column, level);
    const moving = disc(i % 2);
    const isLast = i === state.moves.length - 1;
    if (isLast) {
      moving.classList.add('drop');
      moving.style.setProperty('--from', `${TOP - 50 - y}px`);
    }
    discs.append(s('g', { 'data-k': key, transform: `translate(${x} ${y})` }, moving));
  });
  while (discs.children.length > state.moves.length) discs.lastChild?.remove();
  over.replaceChildren();
  const [a, b] = [state.line[0], state.line[state.line.length - 1]];
  if (a && b) {
    const [[x1, y1], [x2, y2]] = [center(...a), center(...b)];
    over.append(s('line', { class: 'winline', x1, y1, x2, y2 }));
    for (const cell of state.line) {
      const [cx, cy] = center(...cell);
      over.append(s('circle', { class: 'winning', cx, cy, r: 32 }));
    }
  } else if (state.moves) {
    const column = SYMBOLS.indexOf(state.moves.slice(-1));
    const [cx, cy] = center(column, (heights[column] ?? 1) - 1);
    over.append(s('circle', { cx, cy, r: 6, fill: '#fff', stroke: '#0006' }));
  }
}

function best(): number | null {
  const scores = state.playable.map((c) => known[c]?.score);
  if (!scores.length || scores.some((score) => score === undefined || score === null)) return null;
  return Math.max(...(scores as number[]));
}

function drawChips(): void {
  const top = best();
  const ply = state.moves.length;
  columns.forEach(({ slot, chip, value, sub }, c) => {
    const { sign, score } = known[c] ?? {};
    const playable = state.playable.includes(c);
    attribute(chip, 'visibility', showScores && !state.over && playable ? undefined : 'hidden');
    const side = score ?? sign;
    const isBest = playable && score !== undefined && score !== null && score === top;
    const kind = side === undefined || side === null ? 'wait' : side > 0 ? 'win' : side < 0 ? 'loss' : 'draw';
    attribute(chip, 'class', `chip over ${kind}${isBest ? ' best' : ''}`);
    const words = ['loses', 'draw', 'wins'];
    setText(value, typeof score === 'number' ? signed(score) : score === null ? '?' : sign === undefined || sign === null ? '…' : (['−', '0', '+'][sign + 1] ?? ''));
    setText(sub, typeof score === 'number' ? wording(score, ply) : sign === undefined || sign === null ? '' : (words[sign + 1] ?? ''));
    const about = !playable ? (state.over ? 'the game is over' : 'full') : showScores && typeof score === 'number' ? `score ${signed(score)}, ${wording(score, ply)}${isBest ? ', best' : ''}` : 'free';
    attribute(slot, 'aria-label', `column ${SYMBOLS[c]}, ${about}`);
    attribute(slot, 'aria-disabled', canPlay(c) ? undefined : 'true');
    slot.classList.toggle('shut', !canPlay(c));
    attribute(slot, 'tabindex', c === focus ? 0 : -1);
  });
}

// The panel

const turnTitle = h('p', { class: 'big', id: 'c4-turn' });
const verdict = h('p', { class: 'note', id: 'c4-verdict' });
const lineNote = h('p', { class: 'note', id: 'c4-line' });
const graph = s('svg', { class: 'graph', viewBox: '0 0 300 96', role: 'img', 'aria-label': 'score of the game' });
const graphNote = note();
const sizes = choice('Size of the board', SIZES, '7x6', (value) => newGame(value, ''), true);
const cancelButton = button('Stop', () => stop(), { id: 'c4-stop' });

function drawPanel(): void {
  const ply = state.moves.length;
  const name = NAMES[state.turn];
  const title = state.winner !== null ? `${NAMES[state.winner]} has won` : state.draw ? 'Draw' : `${name} to move`;
  const shown = state.winner ?? state.turn;
  turnTitle.replaceChildren(s('svg', { viewBox: '-36 -36 72 72', 'aria-hidden': 'true' }, disc(shown)), title);
  const top = best();
  cancelButton.hidden = !working;
  if (state.over) setText(verdict, state.draw ? 'The board is full, and nobody has four in a row.' : `Four in a row with stone ${ply}.`);
  else if (!showScores) setText(verdict, 'The scores are hidden.');
  else if (top === null) setText(verdict, working ? 'Solving …' : 'Some columns take too long to solve here.');
  else {
    const end = top === 0 ? 'the game is a draw' : `${top > 0 ? name : NAMES[1 - state.turn]} wins with stone ${ply + movesToEnd(top, ply)}`;
    setText(verdict, `With best play ${end} (score ${signed(top)}). ${state.playable.length} columns in ${time(spent)}.`);
  }
}

/** The score of the position before each move, for Orange, as far as it is known. */
function history(): { value: number | null; mistake: string | null }[] {
  const points = [];
  for (let i = 0; i <= state.moves.length; i++) {
    const moves = state.moves.slice(0, i);
    const scores = cache.get(key(moves));
    const played = state.moves[i] === undefined ? -1 : SYMBOLS.indexOf(state.moves[i] as string);
    const exact = (scores ?? []).map((known) => known?.score).filter((score): score is number => typeof score === 'number');
    const complete = scores !== undefined && scores.length > 0 && scores.every((known) => known === undefined || typeof known.score === 'number');
    const top = complete && exact.length ? Math.max(...exact) : null;
    const own = played < 0 ? null : (scores?.[played]?.score ?? null);
    const lost = top !== null && own !== null && Math.sign(own) < Math.sign(top);
    points.push({ value: top === null ? null : i % 2 ? -top : top, mistake: lost ? `Move ${i + 1}: ${NAMES[i % 2 as 0 | 1]} gave away a ${top > 0 ? 'win' : 'draw'}` : null });
  }
  return points;
}

function drawGraph(): void {
  const points = history();
  const most = Math.ceil((width * height) / 2);
  const step = Math.min(14, 288 / Math.max(1, points.length));
  graph.replaceChildren(s('line', { class: 'zero', x1: 4, x2: 296, y1: 48, y2: 48 }));
  const mistakes: string[] = [];
  points.forEach(({ value, mistake }, i) => {
    const x = 6 + i * step;
    if (value !== null) {
      const size = Math.max(3, Math.sqrt(Math.abs(value) / most) * 40);
      graph.append(s('rect', { class: value > 0 ? 'bar0' : value < 0 ? 'bar1' : 'bar', x, y: value > 0 ? 48 - size : value < 0 ? 48 : 45, width: Math.max(2, step - 2), height: value === 0 ? 6 : size, rx: 2 }));
    }
    if (mistake) {
      mistakes.push(mistake);
      graph.append(s('text', { class: 'mistake', x: x + step / 2 + step, y: 90 }, '✕'));
    }
  });
  setText(graphNote, mistakes.length ? `${mistakes.join('. ')}.` : 'Bars above the line: Orange wins; below: Yellow. ✕ marks a mistake.');
}

// Solving

const key = (moves: string): string => `${width}x${height}:${moves}`;
let working = false;

/** Asks the workers, each for the next column. */
async function spread(columns: number[], ask: (lane: Lane, column: number) => Promise<void>): Promise<void> {
  const left = [...columns];
  const work = async (lane: Lane): Promise<void> => {
    for (let column = left.shift(); column !== undefined; column = left.shift()) await ask(lane, column);
  };
  await Promise.all(workers().map(work));
}

async function solve(): Promise<void> {
  const mine = ++run;
  for (const lane of lanes) lane.cancel();
  working = false;
  const moves = state.moves;
  known = cache.get(key(moves)) ?? [];
  spent = 0;
  drawAll();
  if (state.over) {
    if (hasBook()) await loadBook();
    return backfill(mine);
  }
  if (!showScores && kinds[0] !== 'perfect' && kinds[1] !== 'perfect') return;
  const from = performance.now();
  const mid = (width - 1) / 2;
  const order = [...state.playable].sort((a, b) => Math.abs(a - mid) - Math.abs(b - mid));
  const scores: Known[] = known;
  working = true;
  drawPanel();
  if (hasBook()) await loadBook();
  if (mine !== run) return;
  try {
    const unknown = (field: 'sign' | 'score') => order.filter((c) => scores[c]?.[field] === undefined && scores[c]?.score === undefined);
    const isSolved = unknown('score').length === 0;
    for (const [op, field] of [['c4_sign', 'sign'], ['c4_score', 'score']] as const) {
      await spread(unknown(field), async (lane, column) => {
        const value = await lane.ask<number | null>(op, width, height, moves, column, LIMIT);
        if (mine !== run) return;
        const entry = (scores[column] ??= {});
        if (field === 'score') entry.score = value;
        else if (value !== null) entry.sign = value;
        cache.set(key(moves), scores);
        drawChips();
      });
      if (mine !== run) return;
    }
    if (!isSolved) spent = performance.now() - from;
    working = false;
    drawAll();
    say(verdict.textContent ?? '');
    void backfill(mine);
  } catch (error) {
    if (error instanceof Cancelled) return;
    working = false;
    setText(verdict, error instanceof Error ? error.message : String(error));
  }
}

/** Solves the positions before, for the graph, with the last move first. */
async function backfill(mine: number): Promise<void> {
  try {
    for (let i = state.moves.length - 1; i >= 0 && mine === run; i--) {
      const moves = state.moves.slice(0, i);
      const before = (cache.get(key(moves)) ?? []) as Known[];
      const { playable } = await quick.ask<State>('c4_state', width, height, moves);
      const missing = playable.filter((c) => before[c]?.score === undefined);
      await spread(missing, async (lane, column) => {
        const score = await lane.ask<number | null>('c4_score', width, height, moves, column, 4000);
        if (mine === run) (before[column] ??= {}).score = score;
      });
      if (mine !== run) return;
      cache.set(key(moves), before);
      if (missing.length) drawGraph();
    }
  } catch (error) {
    ignoreCancelled(error);
  }
}

function stop(): void {
  run++;
  for (const lane of lanes) lane.cancel();
  working = false;
  drawAll();
  setText(verdict, 'Stopped. The next move starts the workers again.');
}

function drawAll(): void {
  drawChips();
  drawPanel();
  drawGraph();
}

// Playing

async function show(moves: string, isNew = false): Promise<void> {
  const next = await quick.ask<State>('c4_state', width, height, moves);
  state = next;
  attribute(hint, 'visibility', 'hidden');
  setText(lineNote, '');
  aim(-1, false);
  drawDiscs();
  changed(isNew);
  const solving = solve();
  if (next.over) say(turnTitle.textContent ?? '');
  if (!next.over && kinds[next.turn] !== 'human') void answer(solving, run);
  else solving.catch(ignoreCancelled);
}

/** Plays for the computer. */
async function answer(solving: Promise<void>, mine: number): Promise<void> {
  const kind = kinds[state.turn];
  if (kind === 'perfect') await solving;
  await new Promise((done) => setTimeout(done, calm() ? 50 : 420));
  if (mine !== run || state.over) return;
  const column = kind === 'perfect' ? perfect() : casual();
  if (column !== null) await show(state.moves + SYMBOLS[column]);
}

function perfect(): number | null {
  const scored = state.playable.map((c) => [c, known[c]?.score ?? known[c]?.sign ?? -99] as const);
  const top = Math.max(...scored.map(([, score]) => score));
  const mid = (width - 1) / 2;
  const columns = scored.filter(([, score]) => score === top).map(([c]) => c);
  return columns.sort((a, b) => Math.abs(a - mid) - Math.abs(b - mid))[0] ?? null;
}

/** Sees what wins and loses at once; otherwise likes the middle. */
function casual(): number | null {
  if (state.winning[0] !== undefined) return state.winning[0];
  const columns = state.safe.length ? state.safe : state.playable;
  const weights = columns.map((c) => 1 + Math.max(0, 3 - Math.abs(c - (width - 1) / 2)));
  let pick = Math.random() * weights.reduce((a, b) => a + b, 0);
  for (const [i, weight] of weights.entries()) if ((pick -= weight) < 0) return columns[i] ?? null;
  return columns[0] ?? null;
}

const act = inTurn();

const playByHand = (column: number): void =>
  act(() => {
    if (!canPlay(column)) return;
    redo = '';
    alertAbout(null);
    return show(state.moves + SYMBOLS[column]);
  });

const undo = (): void => act(takeBack);

async function takeBack(): Promise<void> {
  if (!state.moves) return;
  // Against the computer, one's own move comes back as well.
  const against = kinds[0] !== 'human' || kinds[1] !== 'human';
  const count = against && state.moves.length > 1 && !state.over ? 2 : 1;
  redo = state.moves.slice(-count) + redo;
  await show(state.moves.slice(0, -count));
}

const again = (): void =>
  act(() => {
    const next = redo.slice(0, 1);
    redo = redo.slice(1);
    return next ? show(state.moves + next) : null;
  });

function newGame(size: string, moves: string): void {
  [width, height] = size.split('x').map(Number) as [number, number];
  redo = '';
  build();
  act(() => show(moves, true));
}

function showHint(): void {
  const column = best() === null ? null : perfect();
  if (column === null) return say('The position is not solved yet.');
  const [cx, cy] = center(column, state.heights[column] ?? 0);
  for (const [name, value] of Object.entries({ cx, cy, visibility: 'visible' })) attribute(hint, name, value);
  setText(lineNote, `Best: column ${SYMBOLS[column]}.`);
  say(`best: column ${SYMBOLS[column]}`);
}

async function bestLine(): Promise<void> {
  if (state.over) return;
  setText(lineNote, 'Looking for the line …');
  const moves = state.moves;
  const { line } = await (workers()[0] as Lane).ask<{ line: string }>('c4_line', width, height, moves, 5000);
  if (moves !== state.moves) return;
  setText(lineNote, line ? `Best line: ${line.split('').join(' ')}` : 'No line within five seconds.');
}

function sideChooser(player: 0 | 1): HTMLElement {
  const values = [['human', 'You'], ['perfect', 'Perfect'], ['casual', 'Casual']] as const;
  return select(NAMES[player], values, 'human', (kind) => {
    kinds[player] = kind as Kind;
    act(() => show(state.moves));
  }).element;
}

export const c4: Tab = {
  id: 'c4',
  name: 'Connect 4',
  crate: 'c4-solver',
  about: 'A perfect solver of Connect 4: the exact score of every column on any board of up to 128 bits. A score of +3 is a win with three stones to spare, counting the winning one; 0 is a draw.',
  unit: 'positions',
  mount(board, side) {
    boardElement = board;
    side.append(
      card('Game', turnTitle, verdict, row(cancelButton)),
      card('Play', row(button('Undo', undo), button('Redo', again), button('Hint', showHint), button('Best line', () => void bestLine().catch(ignoreCancelled)), button('New game', () => newGame(sizes.value, ''), { primary: true })), lineNote, sideChooser(0), sideChooser(1), check('Show the scores', true, (checked) => {
        showScores = checked;
        void solve();
      }), note('Keys: 1–9 drop a stone, ← → choose, Enter drops, U undoes, H hints.')),
      card('Course of the game', graph, graphNote),
      card('Size', sizes.element),
    );
  },
  async open(link) {
    const [first, second] = link.includes(';') ? link.split(';', 2) : ['7x6', link];
    const size = /^(\d+)x(\d+)$/.exec(first ?? '');
    [width, height] = [Number(size?.[1] ?? 7), Number(size?.[2] ?? 6)];
    const isBoard = size !== null && width > 0 && height > 0 && width < 13 && width * (height + 1) <= 64;
    if (!isBoard) [width, height] = [7, 6];
    sizes.set(`${width}x${height}` as '7x6');
    build();
    if (hasBook()) void loadBook();
    await show(isBoard ? (second ?? '') : '');
    if (!isBoard) throw new Error(`This link is broken: expected a board such as 7x6, with at most 64 bits, found “${first}”.`);
    if (state.error) throw new Error(`This link is broken. ${state.error}. The moves before it are shown.`);
  },
  link: () => (width === 7 && height === 6 ? state.moves : `${width}x${height};${state.moves}`),
  leave() {
    run++;
    for (const lane of lanes) lane.cancel();
    working = false;
  },
  key(event) {
    const column = event.key.length === 1 ? SYMBOLS.slice(0, 9).indexOf(event.key) : -1;
    if (column >= 0 && column < width) playByHand(column);
    else if (event.key === 'u') undo();
    else if (event.key === 'h') showHint();
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      focus = (focus + (event.key === 'ArrowLeft' ? width - 1 : 1)) % width;
      drawChips();
      columns[focus]?.slot.focus();
    } else if (event.key === 'Enter' || event.key === ' ' || event.key === 'ArrowDown') playByHand(focus);
    else return false;
    return true;
  },
};
