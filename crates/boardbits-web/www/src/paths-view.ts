// Paths: the picture of the map with its layers, routes and units, and the controls.
import type { Parts, View } from './definition.ts';
import {
  attribute,
  button,
  choice,
  h,
  note,
  row,
  s,
  set,
  setRange,
  setText,
  slider,
  type Choice,
} from './dom.ts';
import { inRectangle, makeGrid, type Grid } from './grid.ts';
import { GALLERY, makeMap, random, type MapName, type Piece } from './paths-maps.ts';
import * as paths from './paths-state.ts';
import { type Event, type State } from './paths-state.ts';
import { gestures, pointIn } from './pointer.ts';

type Send = (event: Event) => void;

const CELL = 30;
/** Cells up to which each is an element for screen readers; beyond, one element stands for all. */
const LISTED = 500;

/** What the cells show. */
const DRAWN = ['walls', 'answer', 'upto', 'from', 'to', 'targets'] as const;

/** From blue by way of green to yellow, of even lightness. */
function hue(layer: number, count: number): string {
  const t = count < 2 ? 0 : layer / (count - 1);
  return `oklch(${(0.74 + 0.13 * t).toFixed(3)} ${(0.105 + 0.03 * t).toFixed(3)} ${(250 - 155 * t).toFixed(0)})`;
}

/** The map of one size. */
class Picture {
  readonly svg: SVGSVGElement;
  readonly grid: Grid<number>;
  readonly #canvas: HTMLCanvasElement;
  /** The canvas in the picture, while it is exported. */
  readonly #image: SVGImageElement;
  readonly #cells: SVGRectElement[] = [];
  readonly #numbers: SVGTextElement[] = [];
  readonly #route = s('polyline', { class: 'route' });
  readonly #ends: SVGGElement[];
  readonly #runner: SVGCircleElement;
  readonly #units = s('g', { class: 'units' });
  readonly #cursor = s('rect', { class: 'cursor', width: CELL, height: CELL, rx: 5 });
  #layers = new Int32Array(0);
  #shown: State | null = null;
  #state: State;
  #probe = h('canvas', { width: 1, height: 1 }).getContext('2d', { willReadFrequently: true });

  constructor(board: HTMLElement, state: State, send: Send) {
    this.#state = state;
    const { width, height } = state;
    const [isChess, isSmall] = [paths.isChess(state), paths.isSmall(state)];
    const [w, down] = [width * CELL, height * CELL];
    const margin = isChess ? 22 : 2;
    this.svg = s('svg', { viewBox: `${-margin} -2 ${w + margin + 2} ${down + margin + 2}` });
    this.#canvas = h('canvas', { width, height, hidden: isSmall });
    this.#image = s('image', {
      width: w,
      height: down,
      'image-rendering': 'pixelated',
      preserveAspectRatio: 'none',
    });
    const above = s('g', { class: 'over' });
    if (isSmall) {
      for (let c = 0; c < width * height; c++) {
        const [x, y] = this.#middle(c);
        this.#cells.push(
          s('rect', {
            class: 'pcell',
            'data-c': c,
            x: x - CELL / 2 + 1,
            y: y - CELL / 2 + 1,
            width: CELL - 2,
            height: CELL - 2,
            rx: isChess ? 1 : 4,
          }),
        );
        this.#numbers.push(s('text', { class: 'number', x, y: y + 0.5 }));
      }
      this.svg.append(...this.#cells);
    } else this.svg.append(this.#image);
    if (isChess)
      for (let i = 0; i < 8; i++)
        above.append(
          s(
            'text',
            { class: 'edge-name', x: (i + 0.5) * CELL, y: down + 11 },
            'abcdefgh'[i] as string,
          ),
          s('text', { class: 'edge-name', x: -11, y: (i + 0.5) * CELL }, String(8 - i)),
        );
    const size = Math.max(1, Math.max(width, height) / 40);
    this.#ends = ['A', 'B'].map((label) =>
      s(
        'g',
        {},
        s(
          'g',
          { transform: `scale(${size})` },
          s('circle', { class: 'end', r: 12.5 }),
          s('text', { class: 'end-name', 'font-size': 14 }, label),
        ),
      ),
    );
    this.#runner = s('circle', { class: 'runner', r: 9 * size });
    const isListed = width * height <= LISTED;
    const proxy = s('rect', { class: 'proxy', width: CELL, height: CELL });
    above.append(
      ...this.#numbers,
      this.#route,
      this.#units,
      ...this.#ends,
      this.#runner,
      this.#cursor,
    );
    if (!isListed) this.svg.append(s('g', { class: 'over' }, proxy));
    this.svg.append(above);
    board.replaceChildren(this.#canvas, this.svg);
    const cells = Array.from({ length: height }, (_, y) =>
      Array.from({ length: width }, (_, x) => ({
        key: y * width + x,
        element: this.#cells[y * width + x] as SVGElement,
      })),
    );
    this.grid = makeGrid<number>(this.svg, {
      label: `Map of ${width} by ${height} cells. Arrows move, Enter paints a wall, A and B move the ends.`,
      rows: isListed ? cells : [[{ key: state.from, element: proxy }]],
      virtual: isListed
        ? undefined
        : {
            rows: height,
            columns: width,
            place: (cell) => [Math.floor(cell / width), cell % width],
          },
      first: state.from,
      name: (cell) => paths.cellName(this.#state, cell, this.#layers),
      next: (cell, step) => {
        const next = inRectangle(width, height, cell % width, Math.floor(cell / width), step);
        return next && next[1] * width + next[0];
      },
      focus: (cell) => {
        if (cell !== null) for (const shape of [this.#cursor, proxy]) this.#put(shape, cell);
        send({ type: 'hover', cell });
      },
    });
    gestures<number>(this.svg, {
      hit: (x, y) => this.#hit(x, y),
      start: (cell) => {
        if (cell === null) return false;
        send({ type: 'grab', cell });
        if (!this.svg.contains(document.activeElement)) this.grid.moveTo(cell);
        return true;
      },
      stroke: (cells) => send({ type: 'cells', cells }),
      end: () => send({ type: 'letGo' }),
      cancel: () => send({ type: 'revert' }),
      hover: (cell) => send({ type: 'hover', cell }),
    });
  }

  #middle(cell: number): [number, number] {
    const { width } = this.#state;
    return [((cell % width) + 0.5) * CELL, (Math.floor(cell / width) + 0.5) * CELL];
  }

  #put(shape: SVGElement, cell: number): void {
    const [x, y] = this.#middle(cell);
    set(shape, { x: x - CELL / 2, y: y - CELL / 2 });
  }

  #hit(clientX: number, clientY: number): number | null {
    const { width, height } = this.#state;
    const { x, y } = pointIn(this.svg, clientX, clientY);
    const [column, line] = [Math.floor(x / CELL), Math.floor(y / CELL)];
    return column < 0 || line < 0 || column >= width || line >= height
      ? null
      : line * width + column;
  }

  /**
   * The pixels of a unit of the picture: ends stay readable, numbers are left out where they are
   * not.
   */
  resized(pixels: number): void {
    const { width, height } = this.#state;
    const size = Math.max(1, Math.max(width, height) / 40, 12.2 / 14 / pixels);
    for (const end of this.#ends)
      attribute(end.firstElementChild as Element, 'transform', `scale(${size.toFixed(2)})`);
    this.svg.classList.toggle('tiny', pixels * CELL < 17);
  }

  /** Puts the canvas of a large map under the picture. */
  layOut(): void {
    const matrix = this.svg.getScreenCTM();
    const board = this.svg.parentElement;
    if (this.#canvas.hidden || !matrix || !board) return;
    const { width, height } = this.#state;
    const box = board.getBoundingClientRect();
    Object.assign(this.#canvas.style, {
      left: `${matrix.e - box.left - board.clientLeft}px`,
      top: `${matrix.f - box.top - board.clientTop}px`,
      width: `${width * CELL * matrix.a}px`,
      height: `${height * CELL * matrix.d}px`,
    });
  }

  /** The picture with what the canvas shows, for exports. */
  whole(): SVGSVGElement {
    if (!this.#canvas.hidden) {
      attribute(this.#image, 'href', this.#canvas.toDataURL());
      setTimeout(() => this.#image.removeAttribute('href'));
    }
    return this.svg;
  }

  redraw(): void {
    this.#shown = null;
    this.draw(this.#state);
  }

  draw(state: State): void {
    const last = this.#shown;
    this.#state = this.#shown = state;
    const { answer, from, to, route, swarm } = state;
    if (last?.answer !== answer) this.#layers = this.#layersOf(state);
    const isSame = (name: keyof State): boolean => last?.[name] === state[name];
    if (!DRAWN.every(isSame) || Boolean(last?.swarm) !== Boolean(swarm)) {
      if (paths.isSmall(state)) this.#drawCells(state);
      else this.#drawCanvas(state);
      this.grid.update();
    }
    for (const [i, cell] of [from, to].entries())
      attribute(
        this.#ends[i] as Element,
        'transform',
        `translate(${this.#middle(cell).join(' ')})`,
      );
    if (!last || last.route?.cells !== route?.cells)
      attribute(
        this.#route,
        'points',
        (route?.cells ?? []).map((cell) => this.#middle(cell).join()).join(' '),
      );
    attribute(this.#route, 'class', route?.isTour ? 'route tour' : 'route');
    const runner = route && route.runner !== null ? route.cells[route.runner] : undefined;
    attribute(this.#runner, 'visibility', runner === undefined ? 'hidden' : undefined);
    if (runner !== undefined) {
      const [cx, cy] = this.#middle(runner);
      set(this.#runner, { cx, cy });
    }
    if (last?.swarm !== swarm) this.#drawUnits(state, last);
  }

  #layersOf({ width, height, answer }: State): Int32Array<ArrayBuffer> {
    const layers = new Int32Array(width * height).fill(-1);
    answer?.layers.forEach((layer, i) => layer.forEach((cell) => (layers[cell] = i)));
    return layers;
  }

  #drawCells(state: State): void {
    const { width, walls, answer, upto, from, to, targets } = state;
    const [must, reach] = [new Set(answer?.must), new Set(targets)];
    const [isChess, count] = [paths.isChess(state), answer?.layers.length ?? 0];
    this.#cells.forEach((rect, c) => {
      const layer = this.#layers[c] as number;
      const isShown = layer >= 0 && layer <= upto && !walls[c];
      const isDark = isChess && (c + Math.floor(c / width)) % 2 === 1;
      attribute(
        rect,
        'class',
        `cell pcell${walls[c] ? ' wall' : isDark ? ' dark' : ''}${must.has(c) && isShown ? ' must' : ''}${reach.has(c) ? ' target' : ''}`,
      );
      const fill = isShown ? hue(layer, count) : '';
      if (rect.dataset['fill'] !== fill) rect.style.fill = rect.dataset['fill'] = fill;
      setText(
        this.#numbers[c] as Element,
        isShown && c !== from && c !== to && !state.swarm ? String(layer) : '',
      );
    });
  }

  #rgb(css: string): [number, number, number] {
    const probe = this.#probe;
    if (!probe) return [0, 0, 0];
    probe.fillStyle = css;
    probe.fillRect(0, 0, 1, 1);
    const [r = 0, g = 0, b = 0] = probe.getImageData(0, 0, 1, 1).data;
    return [r, g, b];
  }

  #drawCanvas({ width, height, walls, answer, upto }: State): void {
    const context = this.#canvas.getContext('2d');
    if (!context) return;
    const style = getComputedStyle(this.svg);
    const pixels = context.createImageData(width, height);
    const fill = (cell: number, [r, g, b]: [number, number, number]): void =>
      pixels.data.set([r, g, b, 255], cell * 4);
    const [free, wall, must] = ['--cell', '--wall', '--one'].map((name) =>
      this.#rgb(style.getPropertyValue(name)),
    ) as [[number, number, number], [number, number, number], [number, number, number]];
    for (let c = 0; c < width * height; c++) fill(c, walls[c] ? wall : free);
    const layers = answer?.layers ?? [];
    layers.forEach((layer, i) => {
      if (i > upto) return;
      const shade = this.#rgb(hue(i, layers.length));
      for (const cell of layer) if (!walls[cell]) fill(cell, shade);
    });
    for (const cell of answer?.must ?? [])
      if ((this.#layers[cell] ?? 0) <= upto && !walls[cell]) fill(cell, must);
    context.putImageData(pixels, 0, 0);
  }

  /** Units glide to their next cell. A new or restarted unit appears at its start at once. */
  #drawUnits({ swarm, width }: State, last: State | null): void {
    const units = swarm?.units ?? [];
    while (this.#units.children.length > units.length) this.#units.lastChild?.remove();
    units.forEach((cell, i) => {
      let unit = this.#units.children[i] as SVGCircleElement | undefined;
      if (!unit)
        this.#units.append(
          (unit = s('circle', { class: 'unit', r: 5.5 * Math.max(1, width / 50) })),
        );
      const [x, y] = this.#middle(cell);
      const old = last?.swarm?.units[i];
      const isNear =
        old !== undefined &&
        Math.abs((old % width) - (cell % width)) <= 2 &&
        Math.abs(old - cell) <= 2 * width + 2;
      unit.classList.toggle('jumps', !isNear);
      // A little apart, so that a crowd looks like one.
      attribute(
        unit,
        'transform',
        `translate(${x + ((i * 7) % 13) - 6} ${y + ((i * 11) % 13) - 6})`,
      );
    });
  }
}

/** A small picture of a map, on a button that opens it. */
function thumbnail(name: MapName, title: string, piece: Piece, send: Send): HTMLElement {
  const map = makeMap(name, false, random(5));
  const dark = paths.isChess(map)
    ? [...map.walls.keys()].filter((c) => (c + Math.floor(c / 8)) % 2)
    : [...map.walls.keys()].filter((c) => map.walls[c]);
  const d = dark.map((c) => `M${c % map.width} ${Math.floor(c / map.width)}h1v1h-1z`).join('');
  const dot = (cell: number, kind: string): SVGElement =>
    s('circle', {
      class: kind,
      cx: (cell % map.width) + 0.5,
      cy: Math.floor(cell / map.width) + 0.5,
      r: map.width / 22,
    });
  const picture = s(
    'svg',
    {
      viewBox: `0 0 ${map.width} ${map.height}`,
      'aria-hidden': 'true',
      preserveAspectRatio: 'none',
    },
    s('rect', { class: 'paper', width: map.width, height: map.height }),
    s('path', { class: 'rock', d }),
    dot(map.from, 'a'),
    dot(map.to, 'z'),
  );
  const open = (): void =>
    send({ type: 'map', map: makeMap(name, innerWidth < 600, Math.random), piece });
  return h('button', { type: 'button', class: 'tile', click: open }, picture, h('span', {}, title));
}

export function view(parts: Parts, send: Send, readText: (text: string) => void): View<State> {
  let picture: Picture | null = null;
  let size = '';
  const seed = (): number => Math.floor(Math.random() * 999_999_999);
  const cell = (): number => picture?.grid.cursor ?? 0;
  const end = (which: 0 | 1) => () => send({ type: 'end', which, cell: cell() });
  const toggle = (): void => send({ type: 'toggle', cell: cell() });
  parts.keys.push(
    { keys: ['Enter', ' '], name: 'Paint or erase a wall', isOnBoard: true, run: toggle },
    { keys: ['a'], name: 'Move A to the cell', isOnBoard: true, run: end(0) },
    { keys: ['b'], name: 'Move B to the cell', isOnBoard: true, run: end(1) },
  );
  const want = (wanted: paths.Wanted): void => send({ type: 'want', wanted });
  const to = (type: 'play' | 'undo' | 'redo' | 'clear' | 'swap') => () => send({ type });
  const swarm = parts.action('Send a swarm', () => send({ type: 'swarm', seed: seed() }), {
    primary: true,
    key: 's',
    does: 'Send or stop a swarm',
  });
  const sample = parts.action('Random path', () => want({ kind: 'sample', seed: seed() }), {
    key: 'd',
    does: 'Draw a random path',
  });
  const play = parts.action('Play layers', to('play'), { key: 'p', does: 'Play the layers' });
  const undo = parts.action('↶', to('undo'), { name: 'Undo', key: 'u' });
  const redo = parts.action('↷', to('redo'), { name: 'Redo', key: 'y' });
  parts.actions.append(swarm, sample, play, undo, redo);
  const told = h('p', { class: 'note', id: 'paths-note' });
  parts.detail.after(told);
  const range = slider('layers shown', (upto) => send({ type: 'upto', upto }));
  const box = h('div', {});
  let group: Choice<Piece> | null = null;
  let kinds = '';
  parts.live.append(
    h(
      'section',
      { class: 'card' },
      box,
      h('label', { class: 'field' }, h('span', {}, 'Layers'), range),
    ),
  );

  const tiles = GALLERY.map(([name, title, piece]) => thumbnail(name, title, piece, send));
  parts.fold(
    'Maps',
    { isOpen: true },
    h('div', { class: 'tiles' }, ...tiles),
    row(
      button('Clear the walls', to('clear')),
      button('Swap A and B', to('swap')),
    ),
  );
  const tours = row(
    button('Tour from A', () => want({ kind: 'open' })),
    button('Closed tour', () => want({ kind: 'closed' })),
    button('Count tours', () => want({ kind: 'count' })),
  );
  const tourNote = note();
  parts.fold(
    'Tours',
    {},
    note(
      'A tour visits every free cell once, by knight’s moves on the chessboard and otherwise by the chosen moves.',
    ),
    tours,
    tourNote,
  );
  parts.fold(
    'Your own map',
    {},
    note(
      'A row on each line, dots for free cells, # for walls; maps of the Moving AI benchmarks too. Files can be dropped on the board.',
    ),
    ...parts.imports(
      {
        rows: 4,
        name: 'map as text',
        placeholder: '.....\n.###.\n.....',
        show: 'Show this map',
        open: 'Open a .map file',
        accept: '.map,.txt',
      },
      readText,
    ),
  );

  new ResizeObserver(() => picture?.layOut()).observe(parts.board);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => picture?.redraw());

  function draw(state: State): void {
    if (size !== `${state.width}x${state.height}`) {
      size = `${state.width}x${state.height}`;
      picture = new Picture(parts.board, state, send);
      const current = picture;
      parts.scale(current.svg, (pixels) => current.resized(pixels));
    }
    picture?.draw(state);
    picture?.layOut();
    const current = state.answer?.question === state.question;
    if (current) attribute(parts.board, 'data-answer', state.question);
    const values = paths.pieces(state);
    if (kinds !== String(values)) {
      kinds = String(values);
      group = choice<Piece>('Moves', values, state.piece, (piece) =>
        send({ type: 'piece', piece }),
      );
      box.replaceChildren(group.element);
    }
    group?.set(state.piece);
    setText(parts.title, paths.title(state));
    setText(parts.detail, paths.detail(state));
    setText(told, state.note);
    setText(tourNote, state.wanted && state.wanted.kind !== 'sample' ? state.note : '');
    const last = Math.max(0, (state.answer?.layers.length ?? 0) - 1);
    setRange(range, last, Math.min(state.upto, last));
    range.disabled = last < 1;
    setText(swarm, state.swarm ? 'Stop the swarm' : 'Send a swarm');
    setText(play, state.isPlaying ? 'Pause' : 'Play layers');
    swarm.disabled = paths.slides(state);
    sample.disabled = play.disabled = state.answer?.distance === null;
    undo.disabled = !state.past.length;
    redo.disabled = !state.future.length;
  }

  return {
    draw,
    svg: () => picture?.whole() as SVGSVGElement,
    focus: () => picture?.grid.focus(),
  };
}
