// Polyform puzzles: solve by hand with the number of solutions left, step through solutions and the search, paint boards.
import { alertAbout, attribute, base64url, button, card, changed, check, choice, digits, download, fromBase64url, h, large, note, plural, pointIn, row, s, say, select, setRange, setText, slider, time, wait, type Tab } from './dom.ts';
import { Cancelled, Lane, ignoreCancelled } from './lanes.ts';
import { cellNear, corners, middle, turn, type Coord, type GridName, type Point } from './grid.ts';

type Piece = { name: string; symbol: string; cells: Coord[]; least: number; most: number; oneSided: boolean; fixed: boolean };
type Placement = [number, number[]];
type Shown = { title: string; source: string; grid: GridName; cells: Coord[]; pieces: Piece[]; placed: Placement[]; packing: boolean; published: string | null };
type Solution = { count: string; number: string; placements: Placement[] };
/** Orientation: rotations after an optional reflection. */
type Held = { piece: number; turns: number; flipped: boolean };

const COLORS = ['#e69f00', '#6cb8ea', '#1a9e78', '#ece04a', '#6a8fe0', '#e0692a', '#d486b4', '#a9a9a2', '#b3d36d', '#c99b6d', '#9585dc', '#f4a6a0'];
const LIMIT = 30_000;
const SETS: Record<string, GridName> = { tetrominoes: 'square', pentominoes: 'square', hexiamonds: 'triangle', tetrahexes: 'hexagon', pentahexes: 'hexagon' };

let presets: [string, string][] = [];
let name = '';
let file = '';
let puzzle: Shown = { title: '', source: '', grid: 'square', cells: [], pieces: [], placed: [], packing: false, published: null };
let placed: Placement[] = [];
let solution: { number: string; count: string } | null = null;
let count: string | null = null;
let countProblem = '';
let held: Held | null = null;
let holdAt: Point | null = null;
let turns = new Map<number, [number, boolean]>();
let hintCells: number[] | null = null;
/** Number of solutions after each piece that was placed by hand, and which made it zero. */
let culprit: string | null = null;
let searching = 0;
let drawing: { grid: GridName; set: string; cells: Set<string>; width: number; height: number } | null = null;
let run = 0;
const lane = new Lane();

let boardElement: HTMLElement;
let svg: SVGSVGElement;
let cells: SVGPolygonElement[] = [];
let shapes: SVGGElement;
let tray: SVGGElement;
let floating: SVGGElement;
let overlay: SVGGElement;
let box = { width: 0, height: 0, boardHeight: 0 };
let origin: Point = [0, 0];

const color = (piece: number): string => COLORS[piece % COLORS.length] as string;
const at = (cell: Coord): Point => {
  const [x, y] = middle(puzzle.grid, cell);
  return [x + origin[0], y + origin[1]];
};
const used = (piece: number): number => placed.filter(([other]) => other === piece).length;
const left = (piece: number): number => Math.min((puzzle.pieces[piece] as Piece).most, 99) - used(piece);

// The board

/** Outlines of cells, and thick seams where pieces meet. */
function drawn(cellsOf: Point[], grid: GridName, coords: Coord[], piece: number, seamClass = 'seam'): SVGGElement {
  const group = s('g', {});
  coords.forEach((cell, i) => {
    const points = corners(grid, cell, cellsOf[i] as Point);
    const shape = s('polygon', { class: 'shape', points: points.map((point) => point.map((v) => v.toFixed(1)).join()).join(' ') });
    shape.style.fill = color(piece);
    group.append(shape);
  });
  coords.forEach((cell, i) => {
    const points = corners(grid, cell, cellsOf[i] as Point);
    points.forEach((a, k) => {
      const b = points[(k + 1) % points.length] as Point;
      const mid: Point = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
      const [cx, cy] = cellsOf[i] as Point;
      // The neighbor lies as far behind the middle of the side.
      const beyond: Point = [2 * mid[0] - cx, 2 * mid[1] - cy];
      const isInside = cellsOf.some(([x, y]) => Math.hypot(x - beyond[0], y - beyond[1]) < 6);
      if (!isInside) group.append(s('line', { class: seamClass, x1: a[0].toFixed(1), y1: a[1].toFixed(1), x2: b[0].toFixed(1), y2: b[1].toFixed(1) }));
    });
  });
  return group;
}

function build(): void {
  const points = puzzle.cells.map((cell) => middle(puzzle.grid, cell));
  const [x0, y0] = [Math.min(...points.map(([x]) => x)), Math.min(...points.map(([, y]) => y))];
  const [x1, y1] = [Math.max(...points.map(([x]) => x)), Math.max(...points.map(([, y]) => y))];
  origin = [34 - x0, 34 - y0];
  box = { width: Math.max(x1 - x0 + 68, 420), height: 0, boardHeight: y1 - y0 + 68 };
  origin[0] += (box.width - (x1 - x0 + 68)) / 2;
  svg = s('svg', { role: 'group', 'aria-label': 'Puzzle board and pieces' });
  const under = s('g', {});
  cells = puzzle.cells.map((cell, i) => {
    const polygon = s('polygon', { class: 'spot', 'data-c': i, points: corners(puzzle.grid, cell, at(cell)).map((point) => point.map((v) => v.toFixed(1)).join()).join(' ') });
    under.append(polygon);
    return polygon;
  });
  [shapes, tray, floating, overlay] = [s('g', { class: 'over' }), s('g', {}), s('g', { class: 'over' }), s('g', { class: 'over' })];
  svg.append(under, shapes, overlay, tray, floating);
  boardElement.replaceChildren(svg);
}

function draw(): void {
  shapes.replaceChildren();
  for (const [piece, covered] of placed) {
    const coords = covered.map((cell) => puzzle.cells[cell] as Coord);
    const group = drawn(coords.map(at), puzzle.grid, coords, piece);
    for (const cell of coords) {
      const [x, y] = at(cell);
      group.append(s('text', { class: 'letter', x: x.toFixed(1), y: y.toFixed(1), 'font-size': puzzle.grid === 'triangle' ? 11 : 15 }, puzzle.pieces[piece]?.symbol ?? ''));
    }
    shapes.append(group);
  }
  overlay.replaceChildren();
  if (hintCells) {
    for (const cell of hintCells) {
      const coord = puzzle.cells[cell] as Coord;
      overlay.append(s('polygon', { class: 'hint-piece', points: corners(puzzle.grid, coord, at(coord)).map((point) => point.map((v) => v.toFixed(1)).join()).join(' ') }));
    }
  }
  drawTray();
  drawHeld();
  drawPanel();
}

function orientation(piece: number): [number, boolean] {
  return turns.get(piece) ?? [0, false];
}

/** The middles of a piece's cells about its first cell's lattice point, in its orientation. */
function shapeOf(piece: number, [rotation, flipped]: [number, boolean] = orientation(piece)): Point[] {
  return turn(puzzle.grid, (puzzle.pieces[piece] as Piece).cells, rotation, flipped);
}

/** The pieces that are not on the board, in rows below it. */
function drawTray(): void {
  const focused = tray.contains(document.activeElement) ? document.activeElement?.getAttribute('data-piece') : null;
  tray.replaceChildren();
  if (drawing) {
    setBox(box.boardHeight);
    return;
  }
  const scale = 0.62;
  let [x, y, rowHeight] = [14, box.boardHeight + 16, 0];
  puzzle.pieces.forEach((piece, i) => {
    const points = shapeOf(i).map(([px, py]): Point => [px * scale, py * scale]);
    const pad = 20;
    const [a, b] = [Math.min(...points.map(([px]) => px)) - pad, Math.min(...points.map(([, py]) => py)) - pad];
    const [w, hgt] = [Math.max(...points.map(([px]) => px)) + pad - a, Math.max(...points.map(([, py]) => py)) + pad - b];
    if (x + w > box.width - 8) [x, y, rowHeight] = [14, y + rowHeight + 6, 0];
    rowHeight = Math.max(rowHeight, hgt);
    const count = left(i);
    const group = s('g', { class: `piece${count ? '' : ' used'}${held?.piece === i ? ' picked' : ''}`, role: 'button', 'data-piece': i, tabindex: count ? 0 : -1, 'aria-label': `piece ${piece.name}${count > 1 ? `, ${count} left` : count ? '' : ', used'}`, 'aria-disabled': count ? undefined : 'true', transform: `translate(${(x - a).toFixed(1)} ${(y - b).toFixed(1)})`, pointerdown: ((event: PointerEvent) => grab(event, i)) as (event: never) => void, focus: () => pick(i) });
    const outline = s('g', { transform: `scale(${scale})` });
    const shape = drawnTurned(shapeOf(i), i);
    outline.append(shape);
    group.append(s('rect', { class: 'halo', x: a + 4, y: b + 4, width: w - 8, height: hgt - 8, rx: 10 }), s('rect', { x: a, y: b, width: w, height: hgt, fill: 'transparent' }), outline);
    if (count > 1) group.append(s('text', { x: a + w - 10, y: b + 10, 'font-size': 13, 'font-weight': 700 }, `×${count > 90 ? '∞' : count}`));
    tray.append(group);
    x += w + 4;
  });
  setBox(y + rowHeight + 10);
  // Drawing the tray again must not lose the focus.
  if (focused) (tray.querySelector<SVGGElement>(`[data-piece="${focused}"][tabindex="0"]`) ?? tray.querySelector<SVGGElement>('[tabindex="0"]'))?.focus();
}

function setBox(total: number): void {
  box.height = total;
  attribute(svg, 'viewBox', `0 0 ${box.width} ${total}`);
}

/** A piece whose cells are given by their middles; on the lattice, these tell how triangles stand. */
function drawnTurned(points: Point[], piece: number, lattice = points): SVGGElement {
  const coords = lattice.map((point) => cellNear(puzzle.grid, point));
  return drawn(points, puzzle.grid, coords, piece);
}

function drawHeld(): void {
  floating.replaceChildren();
  for (const polygon of cells) polygon.classList.remove('over', 'bad');
  if (!held || !holdAt) return;
  const points = heldPoints();
  const shape = drawnTurned(points, held.piece, shapeOf(held.piece, [held.turns, held.flipped]));
  attribute(shape, 'opacity', 0.8);
  floating.append(shape);
  const target = targetCells();
  const fits = target !== null && target.every((cell) => !placed.some(([, covered]) => covered.includes(cell)));
  for (const cell of target ?? []) cells[cell]?.classList.add(fits ? 'over' : 'bad');
}

function heldPoints(): Point[] {
  if (!held || !holdAt) return [];
  const points = shapeOf(held.piece, [held.turns, held.flipped]);
  const mean = center(points);
  const [hx, hy] = holdAt;
  return points.map(([x, y]): Point => [x - mean[0] + hx, y - mean[1] + hy]);
}

const center = (points: Point[]): Point => [points.reduce((sum, [x]) => sum + x, 0) / points.length, points.reduce((sum, [, y]) => sum + y, 0) / points.length];

/** The cells under the held piece, if all of them are on the board. */
function targetCells(): number[] | null {
  const reach = puzzle.grid === 'triangle' ? 17 : 26;
  const result = heldPoints().map(([x, y]) => {
    let best = -1;
    let near = reach;
    puzzle.cells.forEach((cell, i) => {
      const [cx, cy] = at(cell);
      const distance = Math.hypot(cx - x, cy - y);
      if (distance < near) [best, near] = [i, distance];
    });
    return best;
  });
  return result.includes(-1) || new Set(result).size < result.length ? null : result;
}

// Solving by hand

function pick(piece: number): void {
  if (!left(piece)) return;
  const [rotation, flipped] = orientation(piece);
  if (held?.piece === piece) return;
  held = { piece, turns: rotation, flipped };
  holdAt = null;
  for (const group of tray.children) group.classList.toggle('picked', Number(group.getAttribute('data-piece')) === piece);
}

let dragging = false;

function grab(event: PointerEvent, piece: number): void {
  if (!left(piece)) return;
  event.preventDefault();
  pick(piece);
  dragging = true;
  boardElement.setPointerCapture(event.pointerId);
  const { x, y } = pointIn(svg, event);
  holdAt = [x, y];
  drawHeld();
}

function rotate(step: number): void {
  if (!held) return;
  const fold = puzzle.grid === 'square' ? 4 : 6;
  held.turns = (held.turns + (held.flipped ? fold - step : step) + fold) % fold;
  turns.set(held.piece, [held.turns, held.flipped]);
  drawTray();
  drawHeld();
}

function flip(): void {
  if (!held || puzzle.pieces[held.piece]?.oneSided) return;
  held.flipped = !held.flipped;
  turns.set(held.piece, [held.turns, held.flipped]);
  drawTray();
  drawHeld();
}

async function putDown(): Promise<void> {
  const [target, piece] = [targetCells(), held?.piece];
  if (!target || piece === undefined) {
    holdAt = null;
    drawHeld();
    return;
  }
  await place(piece, target);
}

async function place(piece: number, target: number[]): Promise<void> {
  const label = puzzle.pieces[piece]?.name ?? '';
  try {
    leaveSolution();
    if (solution) await clear();
    await reopen();
    const next = await lane.ask<{ placed: Placement[] }>('puzzle_place', piece, Uint32Array.from(target));
    placed = next.placed;
    [held, holdAt, hintCells] = [null, null, null];
    alertAbout(null);
    draw();
    changed();
    await recount(label);
  } catch (error) {
    if (error instanceof Cancelled) return;
    holdAt = null;
    draw();
    setText(detail, `Piece ${label} does not fit: ${(error as Error).message}.`);
    say(detail.textContent ?? '');
  }
}

function leaveSolution(): void {
  searching = 0;
}

async function remove(cell: number): Promise<void> {
  leaveSolution();
  await reopen();
  if (solution) {
    // Keep the other pieces of the solution that is shown.
    const others = placed.filter(([, covered]) => !covered.includes(cell));
    await reset();
    for (const [piece, covered] of others) placed = (await lane.ask<{ placed: Placement[] }>('puzzle_place', piece, Uint32Array.from(covered))).placed;
  } else placed = (await lane.ask<{ placed: Placement[] }>('puzzle_remove', cell)).placed;
  [solution, hintCells] = [null, null];
  draw();
  changed();
  await recount(null);
}

async function reset(): Promise<void> {
  placed = (await lane.ask<{ placed: Placement[] }>('puzzle_clear')).placed;
  [solution, hintCells, culprit] = [null, null, null];
}

async function clear(): Promise<void> {
  leaveSolution();
  await reopen();
  await reset();
  draw();
  changed(true);
  await recount(null);
}

/** Ends a count that nobody waits for any more, and opens the puzzle again if its worker was cancelled. */
async function reopen(): Promise<void> {
  if (counting) lane.cancel();
  counting = false;
  if (lane.started) return;
  await lane.ask('puzzle_open', file);
  for (const [piece, covered] of solution ? [] : placed) await lane.ask('puzzle_place', piece, Uint32Array.from(covered)).catch(() => null);
}

async function recount(after: string | null): Promise<void> {
  const mine = ++run;
  const before = count;
  [count, countProblem] = [null, ''];
  drawPanel();
  counting = true;
  try {
    const { text, ms } = await lane.timed('puzzle_count', LIMIT);
    if (mine !== run) return;
    counting = false;
    count = (JSON.parse(text) as { count: string }).count;
    counted = ms;
    if (count === '0' && before !== '0' && after !== null) culprit = after;
    if (count !== '0') culprit = null;
    drawPanel();
    say(title.textContent ?? '');
  } catch (error) {
    if (error instanceof Cancelled || mine !== run) return;
    counting = false;
    countProblem = `Not counted within ${LIMIT / 1000} seconds.`;
    drawPanel();
  }
}
let counted = 0;
let counting = false;

/** Counts the solutions of the empty board, symmetric ones once. */
async function classes(): Promise<void> {
  await reopen();
  setText(detail, 'Counting …');
  const { count } = await lane.ask<{ count: string }>('puzzle_classes', LIMIT);
  setText(detail, `${large(count)} ${count === '1' ? 'solution' : 'solutions'} up to symmetry.`);
  say(detail.textContent ?? '');
}

async function hint(): Promise<void> {
  if (solution) await clear();
  await reopen();
  const { hint } = await lane.ask<{ hint: Placement | null }>('puzzle_hint', LIMIT);
  if (!hint) {
    setText(detail, count === '0' ? 'There is no solution with these pieces. Take the last one off.' : 'The board is full.');
    return;
  }
  const [piece, covered] = hint;
  if (hintCells && hintCells.join() === covered.join()) return place(piece, covered);
  hintCells = covered;
  draw();
  setText(detail, `Piece ${puzzle.pieces[piece]?.name} fits here. Press Hint again to place it.`);
  say(detail.textContent ?? '');
}

// Solutions by number, and the search

async function showSolution(number: string): Promise<void> {
  leaveSolution();
  await reopen();
  const found = await lane.ask<Solution>('puzzle_solution', number, LIMIT);
  shown(found);
}

function shown(found: Solution): void {
  solution = { number: found.number, count: found.count };
  [placed, hintCells, held] = [found.placements, null, null];
  draw();
  changed();
}

async function step(by: number): Promise<void> {
  if (!solution) return showSolution('0');
  const total = BigInt(solution.count);
  const next = (BigInt(solution.number) + BigInt(by) + total) % total;
  await showSolution(String(next));
}

async function random(): Promise<void> {
  leaveSolution();
  await reopen();
  if (!solution && placed.length) await reset();
  shown(await lane.ask<Solution>('puzzle_random', Math.floor(Math.random() * 2 ** 31), LIMIT));
}

async function search(): Promise<void> {
  if (searching) {
    searching = 0;
    setText(searchButton, 'Watch the search');
    return;
  }
  const mine = ++searches;
  searching = mine;
  setText(searchButton, 'Stop the search');
  if (solution) await reset();
  while (searching === mine) {
    const next = await lane.ask<{ state: string; nodes: number; placements: Placement[] }>('puzzle_step', pace);
    if (searching !== mine) break;
    placed = next.placements;
    draw();
    setText(title, next.state === 'solution' ? 'A solution' : next.state === 'done' ? 'The search is over' : 'Searching …');
    setText(detail, `${digits(next.nodes)} partial solutions tried.`);
    if (next.state === 'done') break;
    await wait(next.state === 'solution' ? 900 : 90);
  }
  if (searching === mine) searching = 0;
  setText(searchButton, 'Watch the search');
}
let searches = 0;
let pace = 1;

// The panel

const title = h('p', { class: 'big', id: 'poly-title' });
const detail = h('p', { class: 'note', id: 'poly-detail' });
const range = slider('number of the solution', (value) => void showSolution(String(value)).catch(ignoreCancelled));
const searchButton = button('Watch the search', () => void search().catch(ignoreCancelled));
const sourceNote = note();
const drawNote = h('p', { class: 'note', id: 'poly-draw' });

function drawPanel(): void {
  title.classList.toggle('zero', count === '0');
  if (drawing) return drawPainting();
  if (solution) {
    setText(title, `Solution ${digits(BigInt(solution.number) + 1n + '')} of ${large(solution.count)}`);
    setText(detail, 'Tap a piece to take it off and solve the rest by hand.');
    const total = Number(solution.count);
    setRange(range, Math.min(total - 1, 1e6), Number(solution.number));
    range.disabled = total < 2;
    return;
  }
  range.disabled = false;
  if (count !== null && count !== '0') setRange(range, Math.min(Number(count) - 1, 1e6), 0);
  const done = puzzle.pieces.every((piece, i) => used(i) >= piece.least) && cells.length > 0 && placed.reduce((sum, [, covered]) => sum + covered.length, 0) === puzzle.cells.length;
  if (done) setText(title, 'Solved!');
  else setText(title, count === null ? countProblem || 'Counting …' : count === '0' ? 'No solution left' : `${large(count)} ${count === '1' ? 'solution' : 'solutions'} left`);
  if (culprit) setText(detail, `Piece ${culprit} made it impossible. Tap it to take it off.`);
  else if (count === '0') setText(detail, whyNone());
  else if (count !== null) setText(detail, done ? 'Every cell is covered.' : `Counted in ${time(counted)}. Drag a piece onto the board.`);
}

/** Why there is no solution, if counting cells tells. */
function whyNone(): string {
  const free = puzzle.cells.length;
  const least = puzzle.pieces.reduce((sum, piece) => sum + piece.least * piece.cells.length, 0);
  const most = puzzle.pieces.reduce((sum, piece) => sum + Math.min(piece.most, 999) * piece.cells.length, 0);
  if (least > free) return `The board has ${plural(least - free, 'cell')} too few for all pieces.`;
  if (most < free && !puzzle.packing) return `The board has ${plural(free - most, 'cell')} more than all pieces together.`;
  return 'The numbers of cells agree, but the pieces do not fit this board.';
}

// Own boards

const pieceCount: Record<string, [number, number]> = { tetrominoes: [5, 4], pentominoes: [12, 5], hexiamonds: [12, 6], tetrahexes: [7, 4], pentahexes: [22, 5] };

function paintedText(): string {
  if (!drawing) return '';
  const { grid, set, cells, width, height } = drawing;
  const rows = Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => (cells.has(`${x},${y}`) ? '.' : '#')).join(' '));
  return `title My board\ngrid ${grid}\n\nset ${set}\n\nboard\n${rows.join('\n')}\n`;
}

function startDrawing(set: string): void {
  leaveSolution();
  const grid = SETS[set] as GridName;
  const [width, height] = grid === 'triangle' ? [18, 8] : [12, 8];
  const [pieces, size] = pieceCount[set] as [number, number];
  const filled = new Set<string>();
  // Something near the number of cells that the pieces have.
  const columns = grid === 'triangle' ? 12 : set === 'pentahexes' ? 11 : set === 'pentominoes' ? 10 : set === 'tetrominoes' ? 5 : 7;
  for (let i = 0; i < pieces * size; i++) filled.add(`${(i % columns) + 1},${Math.floor(i / columns) + 1}`);
  const rows = set === 'pentahexes' ? 12 : height;
  drawing = { grid, set, cells: filled, width: columns + 2 > width ? columns + 2 : width, height: rows };
  const all: Coord[] = [];
  for (let y = 0; y < drawing.height; y++) for (let x = 0; x < drawing.width; x++) all.push([x, y]);
  puzzle = { ...puzzle, grid, cells: all, pieces: [], placed: [] };
  [placed, solution, count, held, hintCells, culprit] = [[], null, null, null, null, null];
  run++;
  build();
  draw();
}

function drawPainting(): void {
  if (!drawing) return;
  const { cells: filled, set } = drawing;
  cells.forEach((polygon, i) => polygon.classList.toggle('off', !filled.has(String(puzzle.cells[i]))));
  const [pieces, size] = pieceCount[set] as [number, number];
  const difference = filled.size - pieces * size;
  const problem = difference < 0 ? `${plural(-difference, 'cell')} too few` : difference > 0 ? `${plural(difference, 'cell')} too many` : filled.size > 128 ? 'more than 128 cells' : 'as many cells as the pieces';
  setText(title, 'Paint a board');
  setText(detail, `${filled.size} cells: ${problem}. The ${pieces} ${set} have ${pieces * size}.`);
  setText(drawNote, `${problem}.`);
  solveButton.disabled = difference !== 0;
}

const solveButton = button('Solve this board', () => {
  const text = paintedText();
  drawing = null;
  void openText('own', text, true).catch((error: Error) => alertAbout(error.message));
}, { primary: true });

let painting: boolean | null = null;

function paintAt(event: PointerEvent): void {
  if (!drawing) return;
  const { x, y } = pointIn(svg, event);
  const cell = nearest([x, y]);
  if (cell === null) return;
  const key = String(puzzle.cells[cell]);
  painting ??= !drawing.cells.has(key);
  if (painting) drawing.cells.add(key);
  else drawing.cells.delete(key);
  drawPainting();
}

function nearest([x, y]: Point): number | null {
  let best: number | null = null;
  let near = 24;
  puzzle.cells.forEach((cell, i) => {
    const [cx, cy] = at(cell);
    const distance = Math.hypot(cx - x, cy - y);
    if (distance < near) [best, near] = [i, distance];
  });
  return best;
}

// Opening

async function openText(newName: string, text: string, isNew = false): Promise<void> {
  leaveSolution();
  lane.cancel();
  counting = false;
  const next = await lane.ask<Shown>('puzzle_open', text);
  [name, file, puzzle, placed, solution, count, culprit, held, hintCells, drawing] = [newName, text, next, next.placed, null, null, null, null, null, null];
  turns = new Map();
  setText(sourceNote, next.source.split('\n')[0] ?? '');
  presetSelect.input.value = newName;
  build();
  draw();
  changed(isNew);
  await recount(null);
}

const presetSelect = select<string>('Puzzle', [], '', (value) => {
  const text = presets.find(([preset]) => preset === value)?.[1];
  if (text) void openText(value, text, true).then(() => showSolution('0')).catch((error: Error) => alertAbout(error.message));
});

function exportFile(): void {
  download('puzzle.puzzle', 'text/plain', drawing ? paintedText() : file);
}

function down(event: PointerEvent): void {
  if (drawing) {
    painting = null;
    boardElement.setPointerCapture(event.pointerId);
    paintAt(event);
    dragging = true;
    return;
  }
  if (dragging) return;
  const { x, y } = pointIn(svg, event);
  if (y > box.boardHeight) return;
  const cell = nearest([x, y]);
  if (cell === null) return;
  if (placed.some(([, covered]) => covered.includes(cell))) void remove(cell).catch(ignoreCancelled);
  else if (held) {
    // A tap puts the chosen piece there.
    holdAt = [x, y];
    drawHeld();
    void putDown();
  }
}

function moved(event: PointerEvent): void {
  if (drawing) {
    if (dragging) paintAt(event);
    return;
  }
  if (!dragging || !held) return;
  const { x, y } = pointIn(svg, event);
  holdAt = [x, y];
  drawHeld();
}

function up(): void {
  if (drawing) {
    dragging = false;
    return;
  }
  if (!dragging) return;
  dragging = false;
  if (holdAt && holdAt[1] < box.boardHeight) void putDown();
  else {
    holdAt = null;
    drawHeld();
  }
}

export const puzzles: Tab = {
  id: 'poly',
  name: 'Puzzles',
  crate: 'meteor-puzzle',
  about: 'Polyform puzzles on squares, hexagons and triangles: counts, solutions by number, random ones, hints. Partial solutions that cover the same cells are one node of a graph, so that thousands of solutions are counted at once.',
  unit: 'solutions counted',
  mount(board, side) {
    boardElement = board;
    const sets = choice('Set of pieces', Object.keys(SETS).map((set) => [set, set] as const), 'pentominoes', (set) => startDrawing(set));
    const ownBox = h('div', { hidden: true }, sets.element, row(solveButton), drawNote, note('Tap or drag over cells to add or remove them.'));
    side.append(
      card('Solutions', title, detail, row(button('◀', () => void step(-1).catch(ignoreCancelled), { name: 'previous solution', id: 'poly-previous' }), button('▶', () => void step(1).catch(ignoreCancelled), { name: 'next solution', id: 'poly-next' }), button('Random', () => void random().catch((error: Error) => setText(detail, error.message))), button('Up to symmetry', () => void classes().catch((error: Error) => setText(detail, error.message))), searchButton), range, check('Faster search', false, (checked) => (pace = checked ? 5000 : 1))),
      card('Solve it yourself', row(button('Empty the board', () => void clear().catch(ignoreCancelled), { primary: true }), button('Hint', () => void hint().catch(ignoreCancelled)), button('Rotate', () => rotate(1)), button('Flip', flip)), note('Drag a piece onto the board, or choose it and tap a cell. Keys: R rotates, F flips, arrows move the chosen piece, Enter places it, H hints. Tap a piece on the board to take it off.')),
      card('Puzzle', presetSelect.element, sourceNote, row(button('Paint a board', () => {
        ownBox.hidden = false;
        startDrawing(sets.value);
      }), button('Save puzzle file', exportFile)), ownBox),
    );
    board.addEventListener('pointerdown', down);
    board.addEventListener('pointermove', moved);
    board.addEventListener('pointerup', up);
    board.addEventListener('pointercancel', up);
  },
  async open(link) {
    presets = await lane.ask<[string, string][]>('presets');
    if (!presetSelect.input.options.length) for (const [preset] of presets) presetSelect.input.append(h('option', { value: preset }, preset));
    if (!presetSelect.input.querySelector('[value=own]')) presetSelect.input.append(h('option', { value: 'own' }, 'your own'));
    const [kind = '', argument = ''] = (link === '' ? 'meteor:1' : link).split(':');
    const text = kind === 'own' ? new TextDecoder().decode(fromBase64url(argument)) : presets.find(([preset]) => preset === kind)?.[1];
    if (!name && text === undefined) await openText('meteor', presets[0]?.[1] ?? '');
    if (text === undefined) throw new Error(`This link is broken: there is a puzzle ${presets.map(([preset]) => preset).join(', ')}, but not “${kind}”.`);
    try {
      await openText(kind, text);
    } catch (error) {
      if (!name) await openText('meteor', presets[0]?.[1] ?? '');
      throw new Error(`This link is broken: ${(error as Error).message}.`);
    }
    if (kind === 'own' || argument === '') return;
    if (!/^[1-9]\d*$/.test(argument)) throw new Error(`This link is broken: expected the number of a solution, found “${argument}”.`);
    try {
      await showSolution(String(BigInt(argument) - 1n));
    } catch (error) {
      throw new Error(`This link is broken: ${(error as Error).message}.`);
    }
  },
  link() {
    if (name === 'own') return `own:${base64url(new TextEncoder().encode(drawing ? paintedText() : file))}`;
    if (!name) return '';
    return solution ? `${name}:${BigInt(solution.number) + 1n}` : name;
  },
  leave() {
    searching = 0;
  },
  key(event) {
    if (event.key === 'r') rotate(1);
    else if (event.key === 'f') flip();
    else if (event.key === 'h') void hint().catch(ignoreCancelled);
    else if (held && event.key.startsWith('Arrow')) {
      const size = puzzle.grid === 'triangle' ? 26 : 44;
      const [dx, dy] = { ArrowLeft: [-size, 0], ArrowRight: [size, 0], ArrowUp: [0, -44], ArrowDown: [0, 44] }[event.key] ?? [0, 0];
      const [x, y] = holdAt ?? at(puzzle.cells[puzzle.cells.length >> 1] as Coord);
      holdAt = [Math.max(0, Math.min(box.width, x + (dx as number))), Math.max(0, Math.min(box.boardHeight, y + (dy as number)))];
      drawHeld();
      const target = targetCells();
      say(target ? `over cells ${target.join(' ')}` : 'not on the board');
    } else if (event.key === 'Enter' && held && holdAt) void putDown();
    else if (event.key === 'Escape' && held) {
      holdAt = null;
      drawHeld();
    } else return false;
    return true;
  },
};
