// All shortest paths on a grid, while walls are painted and the ends are dragged.
import { alertAbout, attribute, base64url, button, calm, card, changed, choice, fromBase64url, h, large, note, plural, pointIn, row, s, say, setRange, setText, slider, time, wait, type Tab } from './dom.ts';
import { Cancelled, Lane, ignoreCancelled, quick } from './lanes.ts';

type Answer = { distance: number | null; count: string; layers: number[][]; must: number[] };
type Piece = 'king' | 'step' | 'nocut' | 'knight' | 'queen' | 'rook' | 'bishop';

/** Cells up to which each is drawn by itself, with its number. */
const SMALL = 1200;
const CELL = 30;

let [width, height] = [24, 16];
let walls = new Uint8Array(width * height);
let [from, to] = [0, 0];
let piece: Piece = 'king';
let answer: Answer = { distance: null, count: '0', layers: [], must: [] };
let upto = Infinity;
let cursor = 0;
let spent = 0;
let route: { cells: number[]; isTour: boolean } | null = null;
let targets: number[] = [];
let playing = 0;
let isChess = false;
const slow = new Lane();

let boardElement: HTMLElement;
let svg: SVGSVGElement;
let canvas: HTMLCanvasElement;
let rects: SVGRectElement[] = [];
let numbers: SVGTextElement[] = [];
let ends: SVGGElement[] = [];
let routeLine: SVGPolylineElement;
let runner: SVGCircleElement;
let cursorRect: SVGRectElement;

const isSmall = (): boolean => width * height <= SMALL;
const middle = (cell: number): [number, number] => [((cell % width) + 0.5) * CELL, (Math.floor(cell / width) + 0.5) * CELL];
const name = (cell: number): string => (isChess ? `${'abcdefgh'[cell % 8]}${8 - Math.floor(cell / 8)}` : `${cell % width},${Math.floor(cell / width)}`);

/** From blue by way of green to yellow, of even lightness. */
function hue(layer: number, count: number): string {
  const t = count < 2 ? 0 : layer / (count - 1);
  return `oklch(${(0.74 + 0.13 * t).toFixed(3)} ${(0.105 + 0.03 * t).toFixed(3)} ${(250 - 155 * t).toFixed(0)})`;
}

function build(): void {
  const [w, hgt] = [width * CELL, height * CELL];
  const margin = isChess ? 22 : 2;
  svg = s('svg', { viewBox: `${-margin} -2 ${w + margin + 2} ${hgt + margin + 2}`, role: 'application', tabindex: 0, 'aria-roledescription': 'grid', 'aria-label': `Grid of ${width} by ${height} cells. Arrows move, space paints a wall, A and B move the ends.` });
  canvas = h('canvas', { width, height });
  rects = [];
  numbers = [];
  const [under, above] = [s('g', {}), s('g', { class: 'over' })];
  if (isSmall()) {
    for (let c = 0; c < width * height; c++) {
      const [x, y] = middle(c);
      const rect = s('rect', { class: 'pcell', 'data-c': c, x: x - CELL / 2 + 1, y: y - CELL / 2 + 1, width: CELL - 2, height: CELL - 2, rx: isChess ? 1 : 4 });
      const number = s('text', { class: 'number', x, y: y + 0.5 });
      rects.push(rect);
      numbers.push(number);
      under.append(rect);
      above.append(number);
    }
    canvas.hidden = true;
  }
  if (isChess) for (let i = 0; i < 8; i++) above.append(s('text', { x: (i + 0.5) * CELL, y: hgt + 11, 'font-size': 12 }, 'abcdefgh'[i] as string), s('text', { x: -11, y: (i + 0.5) * CELL, 'font-size': 12 }, String(8 - i)));
  routeLine = s('polyline', { class: 'route' });
  const size = Math.max(1, Math.max(width, height) / 40);
  ends = ['A', 'B'].map((label) => s('g', {}, s('circle', { class: 'end', r: 12.5 * size }), s('text', { class: 'end-name', 'font-size': 14 * size }, label)));
  runner = s('circle', { class: 'runner', r: 9 * size, visibility: 'hidden' });
  cursorRect = s('rect', { class: 'cursor', width: CELL, height: CELL, rx: 5 });
  above.append(routeLine, ...ends, runner, cursorRect);
  svg.append(under, above);
  boardElement.replaceChildren(canvas, svg);
  layOut();
}

/** Puts the canvas of a large map under the picture. */
function layOut(): void {
  if (canvas.hidden) return;
  const matrix = svg.getScreenCTM();
  if (!matrix) return;
  const box = boardElement.getBoundingClientRect();
  Object.assign(canvas.style, { left: `${matrix.e - box.left - boardElement.clientLeft}px`, top: `${matrix.f - box.top - boardElement.clientTop}px`, width: `${width * CELL * matrix.a}px`, height: `${height * CELL * matrix.d}px` });
}

function color(css: string): [number, number, number] {
  probe.fillStyle = css;
  probe.fillRect(0, 0, 1, 1);
  const [r = 0, g = 0, b = 0] = probe.getImageData(0, 0, 1, 1).data;
  return [r, g, b];
}
const probe = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true }) as OffscreenCanvasRenderingContext2D;

function drawCanvas(): void {
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  const style = getComputedStyle(boardElement);
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  const pixels = context.createImageData(width, height);
  const fill = (cell: number, [r, g, b]: [number, number, number]): void => pixels.data.set([r, g, b, 255], cell * 4);
  const [free, wall] = [color(dark ? '#2b2f35' : '#f0efe9'), color(dark ? '#7f8288' : '#47453f')];
  for (let c = 0; c < width * height; c++) fill(c, walls[c] ? wall : free);
  answer.layers.forEach((layer, i) => {
    if (i > upto) return;
    const shade = color(hue(i, answer.layers.length));
    for (const cell of layer) fill(cell, shade);
  });
  const ink = color(style.color);
  for (const cell of answer.must) if ((answer.layers.findIndex((layer) => layer[0] === cell) ?? 0) <= upto) fill(cell, ink);
  context.putImageData(pixels, 0, 0);
}

function draw(): void {
  if (isSmall()) {
    const layerOf = new Int32Array(width * height).fill(-1);
    answer.layers.forEach((layer, i) => layer.forEach((cell) => (layerOf[cell] = i)));
    const must = new Set(answer.must);
    const reach = new Set(targets);
    rects.forEach((rect, c) => {
      const layer = layerOf[c] as number;
      const shown = layer >= 0 && layer <= upto;
      const dark = isChess && (c + Math.floor(c / 8)) % 2 === 1;
      attribute(rect, 'class', `pcell${walls[c] ? ' wall' : dark ? ' dark' : ''}${must.has(c) && shown ? ' must' : ''}${reach.has(c) ? ' target' : ''}`);
      rect.style.fill = shown && !walls[c] ? hue(layer, answer.layers.length) : '';
      setText(numbers[c] as Element, shown && c !== from && c !== to ? String(layer) : '');
    });
  } else drawCanvas();
  for (const [i, cell] of [from, to].entries()) attribute(ends[i] as Element, 'transform', `translate(${middle(cell).join(' ')})`);
  attribute(routeLine, 'points', (route?.cells ?? []).map((cell) => middle(cell).join()).join(' '));
  routeLine.classList.toggle('tour', Boolean(route?.isTour));
  attribute(cursorRect, 'x', middle(cursor)[0] - CELL / 2);
  attribute(cursorRect, 'y', middle(cursor)[1] - CELL / 2);
  drawPanel();
}

const title = h('p', { class: 'big', id: 'paths-title' });
const detail = note();
const range = slider('layers shown', (value) => {
  playing = 0;
  upto = value >= answer.layers.length - 1 ? Infinity : value;
  draw();
});
const routeNote = note();

function drawPanel(): void {
  const { distance, count, must, layers } = answer;
  setText(title, distance === null ? 'No way from A to B' : plural(distance, 'step'));
  const outlined = must.length - 2 > 0 ? `${plural(must.length - 2, 'cell')} between A and B that all of them pass, outlined.` : 'No cell between A and B is on all of them.';
  setText(detail, distance === null ? 'Walls keep A and B apart.' : `${count === '1' ? 'One shortest path' : `${large(count)} shortest paths`}. ${outlined} Found in ${time(spent)}.`);
  setRange(range, Math.max(0, layers.length - 1), Math.min(upto, Math.max(0, layers.length - 1)));
}

let asked = 0;
let asking = false;

/** Asks for the paths; while an answer is under way, only the latest question waits. */
async function look(): Promise<void> {
  asked++;
  route = null;
  attribute(runner, 'visibility', 'hidden');
  draw();
  if (asking) return;
  asking = true;
  try {
    for (let latest = -1; latest !== asked; ) {
      latest = asked;
      const { text, ms } = await quick.timed('path_all', width, height, walls, from, to, piece);
      if (latest !== asked) continue;
      answer = JSON.parse(text) as Answer;
      spent = ms;
      draw();
      attribute(boardElement, 'data-answer', latest);
    }
  } finally {
    asking = false;
  }
  changed();
}

function setWall(cell: number, wall: number): void {
  if (cell === from || cell === to || walls[cell] === wall) return;
  walls[cell] = wall;
  void look().catch(ignoreCancelled);
}

function setEnd(which: 0 | 1, cell: number): void {
  if (walls[cell] || cell === (which ? from : to)) return;
  if (which) to = cell;
  else from = cell;
  void look().catch(ignoreCancelled);
}

// The pointer paints, or drags an end.

let drag: { end: 0 | 1 } | { wall: number } | null = null;

function under(event: PointerEvent): number | null {
  const { x, y } = pointIn(svg, event);
  const [column, line] = [Math.floor(x / CELL), Math.floor(y / CELL)];
  return column < 0 || line < 0 || column >= width || line >= height ? null : line * width + column;
}

/** The end at a cell, or near it on a large map. */
function endAt(cell: number): 0 | 1 | null {
  const reach = Math.floor(Math.max(width, height) / 60);
  const isNear = (end: number): boolean => Math.abs((end % width) - (cell % width)) <= reach && Math.abs(Math.floor(end / width) - Math.floor(cell / width)) <= reach;
  return isNear(to) ? 1 : isNear(from) ? 0 : null;
}

function down(event: PointerEvent): void {
  const cell = under(event);
  if (cell === null || event.button !== 0) return;
  boardElement.setPointerCapture(event.pointerId);
  playing = 0;
  upto = Infinity;
  alertAbout(null);
  const end = endAt(cell);
  drag = end === null ? { wall: walls[cell] ? 0 : 1 } : { end };
  last = cell;
  if ('wall' in drag) setWall(cell, drag.wall);
  cursor = cell;
}

let last = 0;

function dragged(event: PointerEvent): void {
  const cell = under(event);
  if (cell === null) return;
  if (!drag) return hovered(cell);
  if (cell === last) return;
  if ('end' in drag) setEnd(drag.end, cell);
  else for (const between of line(last, cell)) setWall(between, drag.wall);
  last = cell;
}

/** The cells from one to another: fast pointers skip some. */
function* line(a: number, b: number): Generator<number> {
  const [x0, y0, x1, y1] = [a % width, Math.floor(a / width), b % width, Math.floor(b / width)];
  const steps = Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0));
  for (let i = 1; i <= steps; i++) yield Math.round(y0 + ((y1 - y0) * i) / steps) * width + Math.round(x0 + ((x1 - x0) * i) / steps);
}

let hover = -1;

/** On the chessboard, shows where the piece can go from the cell under the pointer. */
function hovered(cell: number): void {
  if (!isChess || cell === hover) return;
  hover = cell;
  if (walls[cell]) return;
  quick.ask<number[]>('path_targets', width, height, walls, cell, piece).then((cells) => {
    if (hover === cell) {
      targets = cells;
      draw();
    }
  }, ignoreCancelled);
}

// What the buttons do

async function play(): Promise<void> {
  const mine = ++plays;
  playing = mine;
  for (let i = 0; i < answer.layers.length; i++) {
    upto = i;
    draw();
    await wait(Math.min(160, 4000 / answer.layers.length));
    if (playing !== mine) return;
  }
  upto = Infinity;
  playing = 0;
  draw();
}
let plays = 0;

async function random(): Promise<void> {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const cells = await quick.ask<number[] | null>('path_sample', width, height, walls, from, to, piece, seed);
  if (!cells) return setText(routeNote, 'There is no path.');
  route = { cells, isTour: false };
  setText(routeNote, `One of ${large(answer.count)}, all equally likely.`);
  draw();
  await follow(cells);
}

/** Lets a piece run along. */
async function follow(cells: number[]): Promise<void> {
  const mine = ++plays;
  playing = mine;
  attribute(runner, 'visibility', 'visible');
  for (const cell of cells) {
    const [cx, cy] = middle(cell);
    attribute(runner, 'cx', cx);
    attribute(runner, 'cy', cy);
    if (!calm()) await wait(Math.min(110, 3000 / cells.length));
    if (playing !== mine) return;
  }
  playing = 0;
}

async function tour(closed: boolean): Promise<void> {
  const free = walls.reduce((count, wall) => count + (wall ? 0 : 1), 0);
  setText(routeNote, 'Looking for a tour …');
  const mover = piece === 'knight' || isChess ? 'knight' : piece;
  try {
    slow.cancel();
    const { tour } = await slow.ask<{ tour: number[] | null }>('path_tour', width, height, walls, from, to, mover === 'queen' || mover === 'rook' || mover === 'bishop' ? 'knight' : mover, closed, 10_000);
    if (!tour) {
      setText(routeNote, `There is no ${closed ? 'closed tour' : 'tour from A'} of these ${free} cells by ${mover === 'knight' ? 'knight’s moves' : 'these steps'}.`);
      return say(routeNote.textContent ?? '');
    }
    route = { cells: closed ? [...tour, tour[0] as number] : tour, isTour: true };
    setText(routeNote, `A ${closed ? 'closed ' : ''}tour: each of the ${free} free cells once, by ${mover === 'knight' ? 'knight’s moves' : 'these steps'}.`);
    say(routeNote.textContent ?? '');
    draw();
    await follow(route.cells);
  } catch (error) {
    setText(routeNote, error instanceof Error ? error.message : String(error));
  }
}

async function countTours(): Promise<void> {
  setText(routeNote, 'Counting …');
  const mover = ['king', 'step', 'nocut'].includes(piece) && !isChess ? piece : 'knight';
  try {
    slow.cancel();
    const ask = (closed: boolean): Promise<{ count: string }> => slow.ask('path_tours', width, height, walls, from, to, mover, closed, 20_000);
    const closed = await ask(true);
    setText(routeNote, `${plural(closed.count, 'closed tour')}. Counting open ones …`);
    const open = await ask(false);
    setText(routeNote, `${plural(closed.count, 'closed tour')}, ${plural(open.count, 'open one')}${open.count === '0' ? '' : ' (each direction counts)'}.`);
    say(routeNote.textContent ?? '');
  } catch (error) {
    if (!(error instanceof Cancelled)) setText(routeNote, `${routeNote.textContent?.replace(/ ?Counting.*/, '')} Not counted: ${(error as Error).message}. Smaller boards can be counted.`);
  }
}

function setMap(w: number, hgt: number, next: Uint8Array, a: number, b: number, chess = false): void {
  [width, height, walls, from, to, isChess] = [w, hgt, next as Uint8Array<ArrayBuffer>, a, b, chess];
  [upto, playing, targets, cursor] = [Infinity, 0, [], a];
  answer = { distance: null, count: '0', layers: [], must: [] };
  walls[from] = 0;
  walls[to] = 0;
  pieces();
  build();
}

/** The pieces that the map has. */
function pieces(): void {
  const values = isChess
    ? ([['king', 'King'], ['queen', 'Queen'], ['rook', 'Rook'], ['bishop', 'Bishop'], ['knight', 'Knight']] as const)
    : ([['king', 'King'], ['step', 'Four neighbors'], ['nocut', 'No corner cutting'], ['knight', 'Knight']] as const);
  if (!values.some(([value]) => value === piece)) piece = 'king';
  const group = choice<Piece>('Moves', values, piece, (value) => {
    piece = value;
    [hover, targets] = [-1, []];
    void look().catch(ignoreCancelled);
  }, true);
  pieceBox.replaceChildren(group.element);
}
const pieceBox = h('div', {});

/** An example, upright on narrow screens. */
function demo(): void {
  const isTall = innerWidth < 600;
  const [w, hgt] = isTall ? [15, 19] : [24, 16];
  const isWall = (x: number, y: number): boolean =>
    isTall ? (y === 6 && x >= 2 && x < 12 && x !== 5) || (y === 12 && x >= 4) || (x === 11 && y > 6 && y < 10) : (x === 8 && y >= 2 && y < 13 && y !== 6) || (x === 15 && y >= 4) || (y === 12 && x > 8 && x < 13);
  const next = new Uint8Array(w * hgt);
  for (let c = 0; c < next.length; c++) next[c] = isWall(c % w, Math.floor(c / w)) ? 1 : 0;
  setMap(w, hgt, next, isTall ? 2 * w + 7 : 7 * w + 2, isTall ? 16 * w + 8 : 8 * w + 21);
}

function preset(kind: string): void {
  const [w, hgt] = kind === 'chess' ? [8, 8] : kind === 'large' ? [160, 104] : kind === 'maze' ? [31, 21] : [24, 16];
  const next = new Uint8Array(w * hgt);
  let [a, b] = [Math.floor(hgt / 2) * w + 2, Math.floor(hgt / 2) * w + w - 3];
  if (kind === 'maze' || kind === 'large') {
    if (piece === 'knight') piece = 'king'; // Its leaps find no way in many mazes.
    maze(w, hgt, next, kind === 'large' ? 0.35 : 0.06);
    [a, b] = [w + 1, (hgt - 2 - (hgt % 2 ? 0 : 1)) * w + w - 2 - (w % 2 ? 0 : 1)];
  } else if (kind === 'random') next.forEach((_, c) => (next[c] = Math.random() < 0.28 ? 1 : 0));
  else if (kind === 'chess') [a, b] = [56, 7];
  setMap(w, hgt, next, a, b, kind === 'chess');
  void look().then(() => changed(true), ignoreCancelled);
}

/** A maze by depth-first search, with some walls broken so that there are many ways. */
function maze(w: number, hgt: number, cells: Uint8Array, broken: number): void {
  cells.fill(1);
  const stack = [w + 1];
  cells[w + 1] = 0;
  while (stack.length) {
    const cell = stack[stack.length - 1] as number;
    const [x, y] = [cell % w, Math.floor(cell / w)];
    const open = [[2, 0], [-2, 0], [0, 2], [0, -2]].map(([dx, dy]) => [x + (dx as number), y + (dy as number)] as const).filter(([x, y]) => x > 0 && y > 0 && x < w - 1 && y < hgt - 1 && cells[y * w + x]);
    const pick = open[Math.floor(Math.random() * open.length)];
    if (!pick) stack.pop();
    else {
      cells[((y + pick[1]) / 2) * w + (x + pick[0]) / 2] = 0;
      cells[pick[1] * w + pick[0]] = 0;
      stack.push(pick[1] * w + pick[0]);
    }
  }
  for (let y = 1; y < hgt - 1; y++) for (let x = 1; x < w - 1; x++) if (cells[y * w + x] && Math.random() < broken) cells[y * w + x] = 0;
}

async function readMap(file: Blob): Promise<void> {
  try {
    const map = await quick.ask<{ width: number; height: number; walls: string }>('path_map', await file.text());
    const next = Uint8Array.from(map.walls, (symbol) => (symbol === '#' ? 1 : 0));
    const free = [...next.keys()].filter((cell) => !next[cell]);
    if (free.length < 2) throw new Error('The map has fewer than two free cells.');
    setMap(map.width, map.height, next, free[0] as number, free[free.length - 1] as number);
    alertAbout(null);
    await look();
    changed(true);
  } catch (error) {
    alertAbout(`The file is not a map: ${(error as Error).message}.`);
  }
}

export const paths: Tab = {
  id: 'paths',
  name: 'Paths',
  crate: 'king-paths',
  about: 'All shortest paths at once, by flood fill on bitboards: layers, exact counts, random paths, and tours through every cell. The cells of a layer are equally far from A and B on some shortest path.',
  unit: 'maps of 24×16',
  mount(board, side) {
    boardElement = board;
    const input = h('input', { type: 'file', accept: '.map,.txt', class: 'sr', change: () => input.files?.[0] && void readMap(input.files[0]) });
    side.append(
      card('All shortest paths', title, detail),
      card('Layer by layer', range, row(button('Play', () => void play(), { primary: true }), button('Random path', () => void random().catch(ignoreCancelled)), button('Swap ends', () => {
        [from, to] = [to, from];
        void look().catch(ignoreCancelled);
      })), routeNote),
      card('Moves', pieceBox),
      card('Map', row(...([['Example', 'demo'], ['Empty', 'empty'], ['Random', 'random'], ['Maze', 'maze'], ['Chessboard', 'chess'], ['Large', 'large']] as const).map(([label, kind]) => button(label, () => (kind === 'demo' ? (demo(), void look().then(() => changed(true), ignoreCancelled)) : preset(kind)))), h('label', { class: 'file b' }, 'Open a .map file', input)), note('Paint walls with the pointer; drag A and B. Keys: arrows move, space paints, A and B move the ends, R shows a random path, P plays. Files can be dropped on the board.')),
      card('Tours', row(button('Tour from A', () => void tour(false)), button('Closed tour', () => void tour(true)), button('Count tours', () => void countTours())), note('A tour visits every free cell once, by knight’s moves on the chessboard and otherwise by the chosen moves.')),
    );
    board.addEventListener('pointerdown', down);
    board.addEventListener('pointermove', dragged);
    board.addEventListener('pointerup', () => (drag = null));
    board.addEventListener('pointercancel', () => (drag = null));
    board.addEventListener('dragover', (event) => {
      event.preventDefault();
      board.classList.add('dropping');
    });
    board.addEventListener('dragleave', () => board.classList.remove('dropping'));
    board.addEventListener('drop', (event) => {
      event.preventDefault();
      board.classList.remove('dropping');
      const file = event.dataTransfer?.files[0];
      if (file) void readMap(file);
    });
    new ResizeObserver(layOut).observe(board);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => svg && draw());
  },
  async open(link) {
    if (link === '') {
      piece = 'king';
      demo();
      return look();
    }
    const [size = '', kind = 'king', ends = '', data = ''] = link.split(';');
    const broken = (what: string): Error => new Error(`This link is broken: ${what}.`);
    if (!svg) {
      // Something to look at if the link is broken.
      demo();
      await look();
    }
    const dimensions = /^(\d{1,3})x(\d{1,3})$/.exec(size);
    if (!dimensions) throw broken(`expected a size such as 24x16, found “${size}”`);
    const [w, hgt] = [Number(dimensions[1]), Number(dimensions[2])];
    if (w * hgt < 2 || w * hgt > 40_000) throw broken(`a grid of ${size} cells has no link`);
    const kinds = ['king', 'step', 'nocut', 'knight', 'queen', 'rook', 'bishop'];
    if (!kinds.includes(kind)) throw broken(`“${kind}” is not a piece`);
    const [a, b] = ends.split(',').map(Number) as [number, number];
    for (const end of [a, b]) if (!Number.isInteger(end) || end < 0 || end >= w * hgt) throw broken(`expected two cells from 0 to ${w * hgt - 1}, found “${ends}”`);
    const next = new Uint8Array(w * hgt);
    try {
      const bits = fromBase64url(data);
      next.forEach((_, c) => (next[c] = ((bits[c >> 3] ?? 0) >> (c & 7)) & 1));
    } catch {
      throw broken('the walls are not base64url');
    }
    piece = kind as Piece;
    setMap(w, hgt, next, a, b, w === 8 && hgt === 8);
    await look();
  },
  link() {
    if (width * height > 40_000) return '';
    const bits = new Uint8Array(Math.ceil(walls.length / 8));
    walls.forEach((wall, c) => {
      if (wall) bits[c >> 3] = (bits[c >> 3] ?? 0) | (1 << (c & 7));
    });
    let end = bits.length;
    while (end > 0 && !bits[end - 1]) end--;
    return `${width}x${height};${piece};${from},${to};${base64url(bits.subarray(0, end))}`;
  },
  leave() {
    playing = 0;
    slow.cancel();
  },
  key(event) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (step) {
      const [x, y] = [(cursor % width) + (step[0] as number), Math.floor(cursor / width) + (step[1] as number)];
      if (x < 0 || y < 0 || x >= width || y >= height) return true;
      cursor = y * width + x;
      svg.focus();
      draw();
      say(`${name(cursor)} ${cursor === from ? 'A' : cursor === to ? 'B' : walls[cursor] ? 'wall' : 'free'}`);
    } else if (event.key === ' ' || event.key === 'Enter') setWall(cursor, walls[cursor] ? 0 : 1);
    else if (event.key === 'a') setEnd(0, cursor);
    else if (event.key === 'b') setEnd(1, cursor);
    else if (event.key === 'r') void random().catch(ignoreCancelled);
    else if (event.key === 'p') void play();
    else return false;
    return true;
  },
};
