// Puzzles: the picture of the board with the pieces beside or below it.
//
// The board is a picture in the picture, a grid for keyboards; the tray is a list of buttons. Both
// share the units of lattice.ts, so that a piece can be dragged from one to the other.
import { attribute, s, set } from './dom.ts';
import { byRow, makeGrid, type Grid } from './grid.ts';
import {
  around,
  cellNear,
  corners,
  middle,
  path,
  type Coord,
  type GridName,
  type Point,
} from './lattice.ts';
import { gestures, pointIn } from './pointer.ts';
import { calendarLabels, type Placement } from './puzzles-files.ts';
import { heldAt, nearest, shapeOf, type Board } from './puzzles-shape.ts';
import * as puzzles from './puzzles-model.ts';
import * as words from './puzzles-words.ts';
import type { State } from './puzzles-model.ts';
import type { Event } from './puzzles-state.ts';

type Send = (event: Event) => void;
type Slot = { x: number; y: number; size: number };

const COLORS = `#e69f00 #6cb8ea #1a9e78 #ece04a #6a8fe0 #e0692a
  #d486b4 #a9a9a2 #b3d36d #c99b6d #9585dc #f4a6a0`.split(/\s+/);
const PAD = 30;
/** Size of the pieces in the tray. */
const SMALL = 0.56;
/** Pixels that a pointer may move while it taps. */
const SLIP = 8;

export const color = (piece: number): string => COLORS[piece % COLORS.length] as string;

/** Cells of a piece, with thick seams where it ends. */
export function drawn(
  grid: GridName,
  coords: readonly Coord[],
  points: readonly Point[],
  piece: number,
): SVGGElement {
  const group = s('g', {});
  const seams: string[] = [];
  coords.forEach((cell, i) => {
    const [cx, cy] = points[i] as Point;
    const outline = corners(grid, cell, [cx, cy]);
    const shape = s('polygon', { class: 'shape', points: path(outline) });
    shape.style.fill = color(piece);
    group.append(shape);
    outline.forEach((a, k) => {
      const b = outline[(k + 1) % outline.length] as Point;
      // The neighbor lies as far beyond the middle of the side.
      const [x, y] = [a[0] + b[0] - cx, a[1] + b[1] - cy];
      if (!points.some(([px, py]) => Math.hypot(px - x, py - y) < 6))
        seams.push(`M${path([a])}L${path([b])}`);
    });
  });
  group.append(s('path', { class: 'seam', d: seams.join('') }));
  return group;
}

/** The picture of one board. */
export class Picture {
  readonly svg: SVGSVGElement;
  readonly grid: Grid<number>;
  readonly #board: SVGSVGElement;
  readonly #spots: SVGPolygonElement[];
  readonly #shapes = s('g', { class: 'over' });
  readonly #overlay = s('g', { class: 'over' });
  readonly #tray = s('g', { class: 'tray', role: 'group', 'aria-label': 'pieces' });
  readonly #floating = s('g', { class: 'over' });
  readonly #sparks = s('g', { class: 'over' });
  readonly #cursor: SVGPolygonElement;
  readonly #of: Board;
  #slots: Slot[] = [];
  #tiles: SVGGElement[] = [];
  #box = { x: 0, y: 0, width: 0, height: 0 };
  #state: State;
  #shown: State | null = null;
  #start: Point = [0, 0];

  constructor(state: State, send: Send) {
    this.#state = state;
    this.#of = puzzles.boardOf(state);
    const { grid, cells } = this.#of;
    const points = cells.map((cell) => middle(grid, cell));
    const labels = state.name === 'calendar' ? calendarLabels : [];
    const named = labels.map(([x, y]) => middle(grid, [x, y]));
    this.#box = around([...points, ...named], PAD);
    const { x, y, width, height } = this.#box;
    this.svg = s('svg', {});
    this.#board = s('svg', { x, y, width, height, viewBox: `${x} ${y} ${width} ${height}` });
    this.#spots = cells.map((cell, i) =>
      s('polygon', {
        class: 'spot',
        'data-c': i,
        points: path(corners(grid, cell, points[i] as Point)),
      }),
    );
    this.#cursor = s('polygon', { class: 'cursor over' });
    const names = labels.map(([lx, ly, label]) => {
      const [cx, cy] = middle(grid, [lx, ly]);
      const isDate = !cells.some(([a, b]) => a === lx && b === ly);
      return s(
        'g',
        { class: isDate ? 'over date' : 'over' },
        isDate ? s('rect', { x: cx - 20, y: cy - 20, width: 40, height: 40, rx: 7 }) : null,
        s('text', { class: 'label', x: cx, y: cy }, label),
      );
    });
    this.#board.append(...this.#spots, ...names, this.#shapes, this.#overlay, this.#cursor);
    this.svg.append(this.#board, this.#tray, this.#floating, this.#sparks);
    this.grid = makeGrid<number>(this.#board, {
      label: `${words.puzzleTitle(state)}: board of ${cells.length} cells. Arrows move; C chooses a piece, R turns it, F flips it, Enter places it or takes one off.`,
      rows: byRow(cells.map(([, y], key) => ({ key, element: this.#spots[key] as SVGElement, y }))),
      name: (cell) => words.cellName(this.#state, cell),
      next: (cell, { key }) => this.#next(cell, key),
      focus: (cell) => {
        if (cell !== null)
          attribute(
            this.#cursor,
            'points',
            path(corners(grid, cells[cell] as Coord, points[cell] as Point)),
          );
        send({ type: 'over', cell });
      },
    });
    this.#build(state, send);
    this.#listen(send);
  }

  /** The nearest cell in the direction of an arrow. */
  #next(cell: number, key: string): number | null {
    const direction: Record<string, Point> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
      Home: [-1, 0],
      End: [1, 0],
      PageUp: [0, -1],
      PageDown: [0, 1],
    };
    const { grid, cells } = this.#of;
    const [dx, dy] = direction[key] ?? [0, 0];
    const [x, y] = middle(grid, cells[cell] as Coord);
    const isFar = !key.startsWith('Arrow');
    let [best, cost] = [null as number | null, Infinity];
    cells.forEach((other, i) => {
      const [ox, oy] = middle(grid, other);
      const [along, across] = [
        (ox - x) * dx + (oy - y) * dy,
        Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx),
      ];
      if (along < 8 || across > Math.max(along, 24)) return;
      const price = (isFar ? -along : along) + 3 * across;
      if (price < cost) [best, cost] = [i, price];
    });
    return best;
  }

  #listen(send: Send): void {
    const lattice = (x: number, y: number): Point => {
      const at = pointIn(this.#board, x, y);
      return [at.x, at.y];
    };
    const cellAt = (x: number, y: number): number | null =>
      nearest(this.#of, lattice(x, y), this.#of.grid === 'triangle' ? 20 : 26);
    // While pieces are dragged, points matter and not cells: each is a cell by itself.
    const { drags } = gestures<string>(this.svg, {
      hit: (x, y) =>
        this.#state.drawing
          ? (cellAt(x, y)?.toString() ?? null)
          : `${Math.round(x)},${Math.round(y)}`,
      start: (hit, at) => {
        this.#start = [at.x, at.y];
        if (this.#state.drawing) {
          if (hit !== null) send({ type: 'paint', cells: [Number(hit)], begins: true });
          return hit !== null;
        }
        const cell = cellAt(at.x, at.y);
        const tile = document
          .elementFromPoint(at.x, at.y)
          ?.closest('[data-piece]')
          ?.getAttribute('data-piece');
        if (tile === undefined || tile === null) {
          if (cell === null || !puzzles.coveredBy(this.#state, cell)) return false;
          send({ type: 'grab', piece: null, cell, at: lattice(at.x, at.y) });
        } else send({ type: 'grab', piece: Number(tile), cell: null, at: lattice(at.x, at.y) });
        return true;
      },
      stroke: (hits, at) => {
        if (this.#state.drawing)
          return send({ type: 'paint', cells: hits.map(Number), begins: false });
        const isSlip = Math.hypot(at.x - this.#start[0], at.y - this.#start[1]) < SLIP;
        if (this.#state.held?.moved || !isSlip)
          send({ type: 'move', at: this.#lifted(lattice(at.x, at.y), at.type) });
      },
      end: (_, at) => {
        if (this.#state.drawing) return send({ type: 'endStroke' });
        const [x, y] = this.#lifted(lattice(at.x, at.y), at.type);
        const box = this.#box;
        send({
          type: 'letGo',
          isOnBoard: x > box.x && y > box.y && x < box.x + box.width && y < box.y + box.height,
        });
      },
      cancel: () => send({ type: 'revert' }),
      tap: (_, at) => {
        const cell = cellAt(at.x, at.y);
        if (cell !== null) send({ type: 'put', cell });
      },
      hover: (_, at) => {
        if (this.#state.held && !this.#state.held.isDragged)
          send({ type: 'over', cell: cellAt(at.x, at.y) });
      },
    });
    drags(true);
  }

  /** The middle of the piece that is held: a finger holds it some 24 pixels below its lower end, so that it can be seen. */
  #lifted([x, y]: Point, type: string): Point {
    const { held, puzzle } = this.#state;
    const piece = held && puzzle?.pieces[held.piece];
    if (type !== 'touch' || !piece) return [x, y];
    const points = heldAt(puzzle.grid, piece, held.orientation, [0, 0]);
    const lower = Math.max(...points.map(([, py]) => py)) + PAD;
    return [x, y - lower - 16 / (this.svg.getScreenCTM()?.a ?? 1)];
  }

  /** The tiles of the tray, once; `arrange` moves them. */
  #build(state: State, send: Send): void {
    const { puzzle } = state;
    if (!puzzle || state.drawing) return;
    this.#tiles = puzzle.pieces.map((_, i) => {
      const choose = (event: KeyboardEvent): void => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        send({ type: 'grab', piece: i, cell: null, at: [0, 0] });
        send({ type: 'letGo', isOnBoard: false });
        this.grid.focus();
      };
      return s('g', {
        class: 'piece',
        role: 'button',
        'data-piece': i,
        keydown: choose as (event: never) => void,
      });
    });
    this.#tray.append(...this.#tiles);
    this.#slots = puzzle.pieces.map((piece) => {
      const { width, height } = around(shapeOf(puzzle.grid, piece, [0, false]));
      return { x: 0, y: 0, size: (Math.max(width, height) + 68) * SMALL };
    });
  }

  /** Makes labels narrower that would touch the next one: their letters keep their height on small screens. */
  fit(): void {
    for (const label of this.svg.querySelectorAll<SVGTextElement>('.label')) {
      label.removeAttribute('textLength');
      if (label.getComputedTextLength() > 38)
        set(label, { textLength: 38, lengthAdjust: 'spacingAndGlyphs' });
    }
  }

  /** Places the tray where board and pieces become largest: beside the board or below it. */
  arrange(room: { width: number; height: number }): void {
    const box = this.#box;
    const flow = (width: number): { slots: Slot[]; width: number; height: number } => {
      let [x, y, down, most] = [0, 0, 0, 0];
      const slots = this.#slots.map((slot) => {
        if (x + slot.size > width && x > 0) [x, y, down] = [0, y + down, 0];
        const placed = { x, y, size: slot.size };
        [x, down, most] = [x + slot.size, Math.max(down, slot.size), Math.max(most, x + slot.size)];
        return placed;
      });
      return { slots, width: most, height: y + down };
    };
    let best = { scale: 0, slots: this.#slots, x: 0, y: 0, width: box.width, height: box.height };
    const consider = (isBeside: boolean, width: number): void => {
      const tray = flow(width);
      const [w, h] = isBeside
        ? [box.width + tray.width + 10, Math.max(box.height, tray.height)]
        : [Math.max(box.width, tray.width), box.height + tray.height];
      const scale = Math.min(room.width / w, room.height / h);
      if (scale <= best.scale * 1.01) return;
      const x = isBeside ? box.width + 10 : (w - tray.width) / 2;
      const y = isBeside ? Math.max(0, (h - tray.height) / 2) : box.height;
      best = {
        scale,
        slots: tray.slots.map((slot) => ({ ...slot, x: slot.x + x, y: slot.y + y })),
        x: isBeside ? 0 : (w - box.width) / 2,
        y: isBeside ? (h - box.height) / 2 : 0,
        width: w,
        height: h,
      };
    };
    if (this.#slots.length) {
      const widest = Math.max(...this.#slots.map(({ size }) => size));
      for (let width = widest; width < 900; width += 20) {
        consider(true, width);
        consider(false, Math.max(width, box.width));
      }
    }
    const [left, top] = [box.x - best.x, box.y - best.y];
    attribute(
      this.svg,
      'viewBox',
      `${left.toFixed(1)} ${top.toFixed(1)} ${best.width.toFixed(1)} ${best.height.toFixed(1)}`,
    );
    this.#slots = best.slots.map((slot) => ({ ...slot, x: slot.x + left, y: slot.y + top }));
    this.#drawTray(this.#state, true);
  }

  draw(state: State): void {
    const last = this.#shown;
    this.#state = this.#shown = state;
    const lying = puzzles.lying(state);
    if (!last || puzzles.lying(last) !== lying || last.drawing !== state.drawing)
      this.#drawPieces(state, lying);
    if (state.drawing)
      this.#spots.forEach((spot, i) =>
        spot.classList.toggle('off', !state.drawing?.cells.has(String(this.#of.cells[i]))),
      );
    const { hint } = state;
    if (!last || last.hint !== hint) {
      const cells = hint !== null && typeof hint === 'object' ? hint[1] : [];
      this.#overlay.replaceChildren(
        ...cells.map((cell) =>
          s('polygon', {
            class: 'hint-piece',
            points: this.#spots[cell]?.getAttribute('points') ?? '',
          }),
        ),
      );
    }
    this.#drawTray(state, false);
    this.#drawHeld(state);
    this.grid.update();
  }

  #drawPieces(state: State, lying: readonly Placement[]): void {
    const { grid, cells } = this.#of;
    const symbols = state.puzzle?.pieces ?? [];
    const old = new Map(
      [...this.#shapes.children].map((shape) => [shape.getAttribute('data-p'), shape]),
    );
    const shapes = lying.map((placement) => {
      const key = String(placement);
      const kept = old.get(key);
      if (kept) return kept;
      const [piece, covered] = placement;
      const coords = covered.map((cell) => cells[cell] as Coord);
      const points = coords.map((cell) => middle(grid, cell));
      const group = drawn(grid, coords, points, piece);
      attribute(group, 'data-p', key);
      group.append(
        ...points.map(([x, y]) =>
          s(
            'text',
            { class: 'letter', x: x.toFixed(1), y: y.toFixed(1) },
            symbols[piece]?.symbol ?? '',
          ),
        ),
      );
      return group;
    });
    if (
      shapes.length !== this.#shapes.children.length ||
      shapes.some((shape, i) => shape !== this.#shapes.children[i])
    )
      this.#shapes.replaceChildren(...shapes);
  }

  #drawTray(state: State, isMoved: boolean): void {
    const { puzzle } = state;
    if (!puzzle || !this.#tiles.length) return;
    let first = true;
    this.#tiles.forEach((tile, i) => {
      const piece = puzzle.pieces[i];
      const slot = this.#slots[i];
      if (!piece || !slot) return;
      const count = puzzles.left(state, i);
      const orientation = state.orientations[i] ?? [0, false];
      const key = `${orientation} ${count}`;
      attribute(
        tile,
        'class',
        `piece${count ? '' : ' used'}${state.held?.piece === i ? ' picked' : ''}`,
      );
      // One of the pieces is in the tab order; the others are reached with N.
      attribute(tile, 'tabindex', count && (state.held ? state.held.piece === i : first) ? 0 : -1);
      if (count) first = false;
      attribute(
        tile,
        'aria-label',
        `piece ${piece.name}${count > 1 ? `, ${count} left` : count ? '' : ', used'}`,
      );
      attribute(tile, 'aria-disabled', count ? undefined : 'true');
      attribute(tile, 'aria-pressed', state.held?.piece === i ? 'true' : 'false');
      if (tile.dataset['key'] === key && !isMoved) return;
      tile.dataset['key'] = key;
      const points = shapeOf(puzzle.grid, piece, orientation);
      const coords = points.map((point) => cellNear(puzzle.grid, point));
      const box = around(points);
      const [cx, cy] = [box.x + box.width / 2, box.y + box.height / 2];
      const shape = drawn(puzzle.grid, coords, points, i);
      attribute(
        shape,
        'transform',
        `translate(${slot.x + slot.size / 2} ${slot.y + slot.size / 2}) scale(${SMALL}) translate(${-cx} ${-cy})`,
      );
      const halo = s('rect', {
        class: 'halo',
        x: slot.x + 1.5,
        y: slot.y + 1.5,
        width: slot.size - 3,
        height: slot.size - 3,
        rx: 9,
      });
      tile.replaceChildren(halo, shape);
      if (count > 1)
        tile.append(
          s('text', { class: 'copies', x: slot.x + slot.size - 14, y: slot.y + 12 }, `×${count}`),
        );
    });
  }

  #drawHeld(state: State): void {
    const { held, puzzle } = state;
    const aim = puzzles.aim(state);
    this.#spots.forEach((spot, i) => {
      const isUnder = aim?.cells.includes(i) === true;
      spot.classList.toggle('aimed', isUnder && aim?.fits === true);
      spot.classList.toggle('bad', isUnder && aim?.fits === false);
    });
    const piece = held && puzzle?.pieces[held.piece];
    if (!held?.at || !piece || !puzzle || (held.isDragged && !held.moved))
      return this.#floating.replaceChildren();
    const points = heldAt(puzzle.grid, piece, held.orientation, held.at);
    const coords = shapeOf(puzzle.grid, piece, held.orientation).map((point) =>
      cellNear(puzzle.grid, point),
    );
    const shape = drawn(puzzle.grid, coords, points, held.piece);
    attribute(shape, 'class', 'floating');
    this.#floating.replaceChildren(shape);
  }

  /** The pieces jump one after the other, and sparks fly. */
  celebrate(): void {
    [...this.#shapes.children].forEach((shape, i) =>
      shape.animate(
        [
          { transform: 'none' },
          { transform: 'translateY(-14px) scale(1.02)' },
          { transform: 'none' },
        ],
        { duration: 420, delay: i * 60, easing: 'ease-in-out' },
      ),
    );
    const { x, y, width, height } = this.#box;
    const sparks = Array.from({ length: 48 }, (_, i) => {
      const spark = s('rect', {
        class: 'spark',
        x: x + width / 2,
        y: y + height / 2,
        width: 11,
        height: 11,
        rx: 2,
      });
      spark.style.fill = color(i);
      const angle = (i / 48) * 2 * Math.PI + (i % 5);
      const reach = (0.35 + ((i * 7) % 10) / 14) * Math.max(width, height);
      const flight = spark.animate(
        [
          { transform: 'none', opacity: 1 },
          {
            transform: `translate(${Math.cos(angle) * reach}px, ${Math.sin(angle) * reach * 0.7 + 60}px)`,
            opacity: 0,
          },
        ],
        {
          duration: 1500,
          delay: 200 + (i % 6) * 40,
          easing: 'cubic-bezier(.1,.7,.4,1)',
          fill: 'both',
        },
      );
      flight.onfinish = () => spark.remove();
      return spark;
    });
    this.#sparks.replaceChildren(...sparks);
  }

  /** Whether a board is the one of this picture. */
  shows(state: State): boolean {
    const last = this.#state;
    return (
      last.puzzle === state.puzzle &&
      last.name === state.name &&
      last.drawing?.set === state.drawing?.set
    );
  }
}
