// Chains of falling-block puzzles: a pair that falls, the chain step by step, an editor.
import { alertAbout, attribute, button, calm, card, changed, choice, digits, h, inTurn, note, plural, pointIn, row, s, say, setRange, setText, slider, time, wait, type Tab } from './dom.ts';
import { ignoreCancelled, quick } from './lanes.ts';

type Step = { blocks: number; power: number; colors: number; groups: number; score: number; vanished: [number, number][]; falls: [number, number, number][]; field: string };
type Chain = { start: string; steps: Step[]; score: number; nuisance: number; field: string; landed?: [number, number, string][] };
type Rules = 'tsu' | 'stc';
type Frame = { field: string; glow: Set<string>; falls: [number, number, number][]; step: number };

const COLUMNS = 6;
const ROWS = 13;
const CELL = 40;
/** A shape for each color. */
const GLYPHS: Record<string, string> = {
  0: 'M-6.5-4.5l2-2 4.5 4.5 4.5-4.5 2 2L2 0l4.5 4.5-2 2L0 2l-4.5 4.5-2-2L-2 0z',
  1: 'M-6.5 0a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0z',
  2: 'M0-8l7.5 13h-15z',
  3: 'M-6-6h12v12h-12z',
  4: 'M0-8.5L7 0 0 8.5-7 0z',
  5: 'M0-8.5l2.4 5.5 6 .6-4.5 4L5.200 7.500 0 4.400-5.200 7.500-3.900 1.600-8.400-2.400-2.400-3z',
};
const COLORS = ['skull', 'red circle', 'green triangle', 'blue square', 'yellow diamond', 'purple star'];
const EMPTY = Array(12).fill('......').join('/');
const OFFSETS = [[1, 0], [0, 1], [-1, 0], [0, -1]] as const;

let field = EMPTY;
let rules: Rules = 'tsu';
let seed = 7;
let index = 0;
/** Pairs at the front of the queue that do not come from the seed. */
let queue: string[] = [];
let dealt: string[] = [];
let column = 2;
let rotation = 1;
let preview: Chain | null = null;
let chain: Chain | null = null;
let frames: Frame[] = [];
let frame = 0;
let total = 0;
let playing = 0;
let paint: string | null = null;
let over = false;
const past: { field: string; queue: string[]; index: number; total: number }[] = [];

let svg: SVGSVGElement;
let cells: SVGGElement[] = [];
let landing: SVGGElement;
let falling: SVGGElement;
let aimRect: SVGRectElement;

const at = (line: string, x: number, y: number): string => {
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

const height = (line: string, x: number): number => {
  let y = ROWS;
  while (y > 0 && at(line, x, y - 1) === '.') y--;
  return y;
};

const place = (x: number, y: number): string => `translate(${x * CELL + CELL / 2 + 10} ${(ROWS - 1 - y) * CELL + CELL / 2 + 70})`;

function block(kind: string, extra = ''): SVGGElement {
  return s('g', { class: `block k${kind} ${extra}` }, s('circle', { r: 17.5 }), s('path', { d: GLYPHS[kind] }));
}

function build(board: HTMLElement): void {
  const [w, hgt] = [COLUMNS * CELL, ROWS * CELL];
  svg = s('svg', { viewBox: `0 0 ${w + 130} ${hgt + 80}`, role: 'group', 'aria-label': 'Field of 6 columns and 12 rows', pointerdown: tap as (event: never) => void, pointermove: hover as (event: never) => void });
  svg.append(s('rect', { class: 'well', x: 8, y: 68 + CELL, width: w + 4, height: hgt - CELL + 4, rx: 10 }));
  for (let x = 1; x < COLUMNS; x++) svg.append(s('line', { class: 'well-line', x1: x * CELL + 10, x2: x * CELL + 10, y1: 70 + CELL, y2: hgt + 70 }));
  for (let y = 1; y < 12; y++) svg.append(s('line', { class: 'well-line', x1: 10, x2: w + 10, y1: y * CELL + 70 + CELL, y2: y * CELL + 70 + CELL }));
  svg.append(s('path', { class: 'danger', d: `M${2 * CELL + 20} ${80 + CELL}l20 20m0-20l-20 20`, opacity: 0.35 }));
  aimRect = s('rect', { x: 0, y: 70 + CELL, width: CELL, height: hgt - CELL, fill: 'var(--accent)', opacity: 0.1, class: 'over' });
  svg.append(aimRect);
  cells = [];
  const layer = s('g', { class: 'over' });
  for (let y = 0; y < ROWS; y++) {
    for (let x = 0; x < COLUMNS; x++) {
      const cell = s('g', { transform: place(x, y) }, s('g', { class: 'block' }, s('circle', { r: 17.5 }), s('path')));
      cells.push(cell);
      layer.append(cell);
    }
  }
  landing = s('g', { class: 'over' });
  falling = s('g', { class: 'over' });
  next = s('g', { class: 'over' });
  svg.append(layer, landing, falling, s('text', { x: w + 70, y: 84, 'font-size': 14, style: 'fill:var(--soft)' }, 'next'), next);
  board.append(svg);
}

let next: SVGGElement;

function drawField(line: string, glow: Set<string>): void {
  cells.forEach((cell, i) => {
    const [x, y] = [i % COLUMNS, Math.floor(i / COLUMNS)];
    const kind = at(line, x, y);
    const body = cell.firstElementChild as SVGGElement;
    attribute(cell, 'visibility', kind === '.' ? 'hidden' : undefined);
    attribute(body, 'class', `block k${kind}${glow.has(`${x},${y}`) ? ' glow' : ''}`);
    attribute(body.lastElementChild as Element, 'd', GLYPHS[kind]);
  });
}

const isLive = (): boolean => frame === 0 && frames.length <= 1 && paint === null && !over && playing === 0;

function pairAt(i: number): string {
  return queue[i] ?? dealt[i - queue.length] ?? '11';
}

function drawPair(): void {
  const live = isLive();
  const pair = pairAt(0);
  const [dx, dy] = OFFSETS[rotation] as readonly [number, number];
  attribute(aimRect, 'visibility', live ? undefined : 'hidden');
  attribute(aimRect, 'x', Math.min(column, column + dx) * CELL + 10);
  attribute(aimRect, 'width', dx ? 2 * CELL : CELL);
  falling.replaceChildren();
  landing.replaceChildren();
  if (live) {
    for (const [i, x, y] of [[0, column, 0], [1, column + dx, dy]] as const) {
      const shown = block(pair[i] as string);
      attribute(shown, 'transform', `translate(${x * CELL + CELL / 2 + 10} ${60 - y * CELL})`);
      falling.append(shown);
    }
    for (const [x, y, kind] of preview?.landed ?? []) {
      const ghost = block(kind, 'landing');
      attribute(ghost, 'transform', place(x, y));
      landing.append(ghost);
    }
  }
  next.replaceChildren();
  for (const i of [1, 2]) {
    const pair = pairAt(i);
    for (const [k, kind] of [...pair].entries()) {
      const shown = block(kind);
      attribute(shown, 'transform', `translate(${COLUMNS * CELL + 70} ${(i - 1) * 110 + 120 + (1 - k) * 40})`);
      next.append(shown);
    }
  }
}

const title = h('p', { class: 'big', id: 'puyo-title' });
const detail = note();
const log = h('ol', { class: 'log', tabindex: 0, 'aria-label': 'Steps of the chain' });
const scrub = slider('step of the chain', (value) => {
  plays++;
  playing = 0;
  showFrame(value);
});
const playButton = button('Play', () => void play(), { primary: true });
const bestNote = note();
const paintBox = h('div', { class: 'palette', role: 'group', 'aria-label': 'Block to paint' });
const paintRow = h('div', {}, paintBox);

function drawLog(): void {
  log.replaceChildren(...(chain?.steps ?? []).map((step, i) => {
    const bonus = Math.max(1, Math.min(999, step.power + step.colors + step.groups));
    const formula = `10·${step.blocks} × ${bonus === step.power + step.colors + step.groups ? `(${step.power}+${step.colors}+${step.groups})` : bonus}`;
    return h('li', { class: frames[frame]?.step === i + 1 ? 'now' : '' }, h('span', {}, `${i + 1}. ${formula}`), h('b', {}, digits(step.score)));
  }));
  log.parentElement?.toggleAttribute('hidden', !chain?.steps.length);
}

function drawPanel(): void {
  setRange(scrub, Math.max(0, frames.length - 1), frame);
  scrub.disabled = frames.length < 2;
  drawLog();
  if (paint !== null) {
    setText(title, 'Paint a field');
    setText(detail, 'Tap cells to paint. Blocks fall when you finish.');
  } else if (frames.length > 1 && chain) {
    setText(title, `${chain.steps.length}-chain · ${digits(chain.score)} points`);
    setText(detail, `${plural(chain.nuisance, 'nuisance block')} for the opponent. Total: ${digits(total)} points.`);
  } else if (over) {
    setText(title, 'Game over');
    setText(detail, `The third column is full. ${digits(total)} points.`);
  } else {
    const steps = preview?.steps.length ?? 0;
    setText(title, preview ? (steps ? `This makes a ${steps}-chain` : 'No chain yet') : 'The pair does not fit here');
    setText(detail, steps && preview ? `${digits(preview.score)} points, ${plural(preview.nuisance, 'nuisance block')}. Total: ${digits(total)}.` : `Four of a color that touch vanish. Total: ${digits(total)} points.`);
  }
}

function showFrame(i: number): void {
  frame = Math.max(0, Math.min(frames.length - 1, i));
  const shown = frames[frame];
  drawField(shown?.field ?? field, shown?.glow ?? new Set());
  drawPair();
  drawPanel();
}

/** The pictures of a chain: before, then for each step the glow and what is left. */
function framesOf(chain: Chain): Frame[] {
  const result: Frame[] = [{ field: chain.start, glow: new Set(), falls: [], step: 0 }];
  let before = chain.start;
  chain.steps.forEach((step, i) => {
    result.push({ field: before, glow: new Set(step.vanished.map(String)), falls: [], step: i + 1 });
    result.push({ field: step.field, glow: new Set(), falls: step.falls, step: i + 1 });
    before = step.field;
  });
  return result;
}

/** Plays the chain from the present frame, then goes on with the game. */
async function play(): Promise<void> {
  if (frames.length < 2) return;
  const mine = ++plays;
  playing = mine;
  if (frame >= frames.length - 1) showFrame(0);
  while (frame < frames.length - 1) {
    await wait(calm() ? 250 : frames[frame]?.glow.size ? 340 : 260);
    if (playing !== mine) return;
    showFrame(frame + 1);
    if (!calm()) for (const [x, from, to] of frames[frame]?.falls ?? []) cells[to * COLUMNS + x]?.firstElementChild?.animate([{ transform: `translateY(${(to - from) * CELL}px)` }, { transform: 'none' }], { duration: 190, easing: 'ease-in' });
  }
  await wait(300);
  if (playing !== mine) return;
  playing = 0;
}

let plays = 0;

/** Ends the show of the last chain. */
async function goOn(): Promise<void> {
  playing = 0;
  if (frames.length > 1 && chain) field = chain.field;
  frames = [];
  frame = 0;
  over = height(field, 2) >= 12;
  changed();
  await look();
}

async function look(): Promise<void> {
  dealt = await quick.ask<string[]>('chain_deal', seed, index, index + 4, 4);
  const mine = [column, rotation, field].join();
  let answer: Chain | null = null;
  if (!over) {
    try {
      answer = await quick.ask<Chain>('chain_drop', field, pairAt(0), column, rotation, rules);
    } catch {
      // The column has no room.
    }
  }
  if (mine !== [column, rotation, field].join()) return;
  preview = answer;
  showFrame(0);
}

const act = inTurn();
/** Moves and turns the pair by some steps. */
const shift = (columns: number, turns: number): void => act(() => move(column + columns, rotation + turns));

async function move(newColumn: number, newRotation: number): Promise<void> {
  if (frames.length > 1) await goOn();
  rotation = (newRotation + 4) % 4;
  const [dx] = OFFSETS[rotation] as readonly [number, number];
  column = Math.max(dx < 0 ? 1 : 0, Math.min(COLUMNS - 1 - (dx > 0 ? 1 : 0), newColumn));
  await look();
}

async function drop(): Promise<void> {
  if (frames.length > 1) return goOn();
  if (!preview || over || paint !== null) return;
  past.push({ field, queue: [...queue], index, total });
  if (queue.length) queue.shift();
  else index++;
  const dropped = preview;
  preview = null;
  bestNote.textContent = '';
  alertAbout(null);
  void showDrop(dropped).catch(ignoreCancelled);
}

async function showDrop(dropped: Chain): Promise<void> {
  await run(dropped);
  // The game goes on by itself, unless somebody steps through the chain.
  const [shown, last] = [frames, plays];
  await wait(1200);
  if (frames === shown && plays === last && frame === frames.length - 1 && frames.length > 1 && playing === 0) await goOn();
}

/** Shows a chain and goes on after it. */
async function run(next: Chain): Promise<void> {
  chain = next;
  total += next.score;
  field = next.field;
  changed();
  if (!next.steps.length) {
    say('no chain');
    return goOn();
  }
  say(`${next.steps.length}-chain, ${next.score} points`);
  frames = framesOf(next);
  showFrame(0);
  await play();
}

async function undo(): Promise<void> {
  const last = past.pop();
  if (!last) return;
  ({ field, queue, index, total } = last);
  [chain, frames, over, playing] = [null, [], false, 0];
  changed();
  await look();
}

async function best(): Promise<void> {
  if (frames.length > 1) await goOn();
  const started = performance.now();
  const found = await quick.ask<{ column: number; rotation: number; now: number } | null>('chain_best', field, pairAt(0), pairAt(1), rules);
  if (!found) return setText(bestNote, 'The pair fits nowhere.');
  await move(found.column, found.rotation);
  const text = `Best drop: column ${found.column + 1}, ${['second to the right', 'second on top', 'second to the left', 'second below'][found.rotation]}. Two pairs searched in ${time(performance.now() - started)}.`;
  setText(bestNote, text);
  say(text);
}

function tap(event: PointerEvent): void {
  const point = pointIn(svg, event);
  const x = Math.floor((point.x - 10) / CELL);
  const y = ROWS - 1 - Math.floor((point.y - 70) / CELL);
  if (x < 0 || x >= COLUMNS) return;
  if (paint !== null) {
    if (y >= 0 && y < 12) paintCell(x, y);
    return;
  }
  if (frames.length > 1) return void goOn();
  const [dx] = OFFSETS[rotation] as readonly [number, number];
  if (x === column || x === column + dx) {
    if (point.y < 95) shift(0, -1);
    else act(drop);
  } else act(() => move(x, rotation));
}

function hover(event: PointerEvent): void {
  if (event.buttons !== 1 || paint === null) return;
  const point = pointIn(svg, event);
  const [x, y] = [Math.floor((point.x - 10) / CELL), ROWS - 1 - Math.floor((point.y - 70) / CELL)];
  if (x >= 0 && x < COLUMNS && y >= 0 && y < 12) paintCell(x, y);
}

function paintCell(x: number, y: number): void {
  field = withCell(field, x, y, paint ?? '.');
  showFrame(0);
  changed();
}

async function setPaint(kind: string | null): Promise<void> {
  const wasPainting = paint !== null;
  if (kind !== null && frames.length > 1) await goOn();
  paint = kind;
  paintRow.toggleAttribute('hidden', kind === null);
  for (const child of paintBox.children) attribute(child, 'aria-pressed', child.getAttribute('data-k') === kind ? 'true' : 'false');
  attribute(editButton, 'aria-pressed', kind === null ? 'false' : 'true');
  setText(editButton, kind === null ? 'Edit' : 'Finish');
  if (wasPainting && kind === null) {
    past.length = 0;
    await run(await quick.ask<Chain>('chain_play', field, rules));
  } else showFrame(0);
}

const editButton = button('Edit', () => void setPaint(paint === null ? '1' : null));

function fresh(newSeed: number): void {
  playing = 0;
  [field, seed, index, queue, total, over] = [EMPTY, newSeed, 0, [], 0, false];
  [chain, frames, frame, column, rotation] = [null, [], 0, 2, 1];
  past.length = 0;
  changed(true);
  void look();
}

async function example(): Promise<void> {
  playing = 0;
  [queue, index, total, over, past.length] = [[], 0, 0, false, 0];
  field = LONG;
  await run(await quick.ask<Chain>('chain_play', field, rules));
  changed(true);
}

const LONG = '.21..3/.223.2/300232/132320/130203/333121/012223/332013/222221/111211/133321/212101';

const ruleChoice = choice('Scoring', [['tsu', 'Puyo Puyo Tsu'], ['stc', 'Smash the Code']] as const, 'tsu', (value) => {
  rules = value;
  changed();
  void look();
});

export const chains: Tab = {
  id: 'puyo',
  name: 'Chains',
  crate: 'cc-table',
  about: 'Connected components of boards that fit in machine words. Chains of falling-block puzzles are played on bitboards: four equal blocks that touch vanish, and the rest falls.',
  unit: 'chains of seven steps',
  mount(board, side) {
    build(board);
    for (const kind of ['1', '2', '3', '4', '5', '0', '.']) {
      const icon = s('svg', { viewBox: '-20 -20 40 40', 'aria-hidden': 'true' }, kind === '.' ? s('rect', { x: -14, y: -14, width: 28, height: 28, rx: 5, class: 'pcell' }) : block(kind));
      const pick = h('button', { type: 'button', class: 'b', 'data-k': kind, 'aria-label': kind === '.' ? 'erase' : (COLORS[Number(kind)] ?? ''), click: () => void setPaint(kind) }, icon);
      paintBox.append(pick);
    }
    paintRow.hidden = true;
    side.append(
      card('Chain', title, detail),
      card('Move', row(button('◀', () => shift(-1, 0), { name: 'left' }), button('⟲', () => shift(0, 1), { name: 'turn left' }), button('⟳', () => shift(0, -1), { name: 'turn right' }), button('▶', () => shift(1, 0), { name: 'right' }), button('Drop', () => act(drop), { primary: true })), row(button('Best drop', () => act(best)), button('Undo', () => act(undo)), editButton), paintRow, bestNote, note('Keys: ← → move, Z X turn, ↓ drops, B best, U undoes. Tap a column to move there, tap it again to drop.')),
      card('Step through', scrub, row(button('Step back', () => showFrame(frame - 1), { name: 'step back' }), playButton, button('Step', () => showFrame(frame + 1), { name: 'step forward' }), button('Go on', () => void goOn()))),
      card('Steps', log),
      card('Game', row(button('New game', () => fresh(1 + Math.floor(Math.random() * 99_999)), { primary: true }), button('Example chain', () => void example().catch(ignoreCancelled))), ruleChoice.element),
    );
  },
  async open(link) {
    playing = 0;
    const isNew = link === '';
    if (!dealt.length) await look();
    const [text = '', pairs = '', rule = 'tsu', deal = ''] = (isNew ? `${LONG};;tsu;7.0` : link).split(';');
    if (rule !== 'tsu' && rule !== 'stc') throw new Error(`This link is broken: expected the rules tsu or stc, found ${rule}.`);
    const rows = text === '' ? [] : text.split('/');
    while (rows.length < 12) rows.unshift('......');
    const line = rows.map((row) => row.padEnd(6, '.')).join('/');
    const words = pairs.split(',').filter(Boolean);
    const wrong = words.find((word) => !/^[0-5]{2}$/.test(word));
    if (wrong) throw new Error(`This link is broken: expected pairs such as 12,34, found ${wrong}.`);
    let settled: Chain;
    try {
      settled = await quick.ask<Chain>('chain_play', line, rule);
    } catch (error) {
      throw new Error(`This link is broken: ${(error as Error).message}.`);
    }
    rules = rule;
    ruleChoice.set(rules);
    const [a, b] = deal.split('.').map(Number);
    [seed, index, queue, total, past.length] = [a || 7, b || 0, words, 0, 0];
    [chain, frames, frame, over, field] = [null, [], 0, false, settled.start];
    if (settled.steps.length) {
      [chain, frames, field] = [settled, framesOf(settled), settled.start];
      total = settled.score;
      dealt = await quick.ask<string[]>('chain_deal', seed, index, index + 4, 4);
      showFrame(0);
    } else await goOn();
  },
  link() {
    const shown = chain && frames.length > 1 ? chain.start : field;
    const rows = shown.split('/');
    while (rows.length && rows[0] === '......') rows.shift();
    return `${rows.map((row) => row.replace(/\.+$/, '')).join('/')};${queue.join(',')};${rules};${seed}.${index}`;
  },
  leave() {
    playing = 0;
  },
  key(event) {
    const keys: Record<string, () => void> = {
      ArrowLeft: () => shift(-1, 0),
      ArrowRight: () => shift(1, 0),
      ArrowDown: () => act(drop),
      ' ': () => act(drop),
      ArrowUp: () => shift(0, 1),
      z: () => shift(0, 1),
      x: () => shift(0, -1),
      b: () => act(best),
      u: () => act(undo),
    };
    const action = keys[event.key];
    action?.();
    return action !== undefined;
  },
};
