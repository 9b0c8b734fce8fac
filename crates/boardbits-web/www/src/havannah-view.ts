// Havannah: the picture of the board and the controls.
import type { Parts, View } from './definition.ts';
import { attribute, card, check, choice, h, note, s, setText } from './dom.ts';
import { gameControls } from './game-view.ts';
import { byRow, makeGrid, type Grid, type Step } from './grid.ts';
import * as hav from './havannah-state.ts';
import { NAMES, type Cell, type Event, type Player, type State } from './havannah-state.ts';
import { hexagon, path, type Point } from './lattice.ts';
import type { Machine } from './machine.ts';
import { cellAt, gestures } from './pointer.ts';

type Send = (event: Event) => void;

const RADIUS = 19.6;
/** Pixels of a cell below which a touch chooses first. */
const SMALL = 32;
const LINES = [
  [1, 0],
  [1, 1],
  [0, 1],
] as const;

const middle = ({ x, y }: Cell): Point => [(x - y / 2) * 34, y * 29.5];

const corners = (at: Point, scale = 1): string => path(hexagon(at, RADIUS * scale));

/** The board of one base. */
class Picture {
  readonly svg: SVGSVGElement;
  readonly grid: Grid<string>;
  readonly #cells: Map<string, Cell>;
  readonly #base: number;
  readonly #polygons = new Map<string, SVGPolygonElement>();
  readonly #stones = s('g', { class: 'over' });
  readonly #visits = s('g', { class: 'over' });
  readonly #marks = s('g', { class: 'over' });
  readonly #cursor = s('polygon', { class: 'cursor over' });
  #state: State;

  constructor(state: State, send: Send, explain: (cell: string | null) => void) {
    this.#state = state;
    this.#base = state.base;
    const all = hav.cells(state.base);
    this.#cells = new Map(all.map((cell) => [cell.name, cell]));
    const [xs, ys] = [all.map((cell) => middle(cell)[0]), all.map((cell) => middle(cell)[1])];
    const [left, top] = [Math.min(...xs) - 40, Math.min(...ys) - 40];
    this.svg = s('svg', {
      viewBox: `${left} ${top} ${Math.max(...xs) + 40 - left} ${Math.max(...ys) + 34 - top}`,
    });
    const cells = all.map((cell) => {
      const sides = hav.edges(cell, state.base);
      const element = s('polygon', {
        class: `hexa${sides > 1 ? ' corner' : sides ? ' edge' : ''}`,
        'data-c': cell.name,
        points: corners(middle(cell)),
      });
      this.#polygons.set(cell.name, element);
      return { key: cell.name, element, y: cell.y };
    });
    this.svg.append(
      ...this.#polygons.values(),
      this.#edgeNames(all),
      this.#marks,
      this.#stones,
      this.#visits,
      this.#cursor,
    );
    this.grid = makeGrid<string>(this.svg, {
      label: `Havannah board of base ${state.base}. Arrows move, with Shift along the other diagonal; Enter plays.`,
      rows: byRow(cells),
      first: all[all.length >> 1]?.name as string,
      name: (key) => this.#name(key),
      next: (key, step) => this.#next(key, step),
      focus: (key) => {
        if (key !== null)
          attribute(this.#cursor, 'points', corners(middle(this.#cells.get(key) as Cell), 0.9));
        explain(key);
      },
    });
    gestures<string>(this.svg, {
      hit: cellAt,
      tap: (cell, at) => {
        const width = this.#polygons.get(cell)?.getBoundingClientRect().width ?? SMALL;
        send({ type: 'tap', cell, isSmall: width < SMALL && at.type !== 'mouse' });
      },
      hover: explain,
    });
  }

  /** Letters along the upper edges, numbers along the left ones: the name of a cell is both. */
  #edgeNames(all: Cell[]): SVGGElement {
    const names = s('g', { class: 'names over', 'aria-hidden': 'true' });
    const last = 2 * this.#base - 1;
    for (const cell of all) {
      const [cx, cy] = middle(cell);
      const isTop = cell.y === 1 || cell.x - cell.y === this.#base - 1;
      const isLeft = cell.x === 1 || cell.y - cell.x === this.#base - 1;
      // The lines of a letter run down to the right.
      if (isTop && cell.x <= last)
        names.append(
          s(
            'text',
            { x: cx - (cell.y === 1 ? 14 : -16), y: cy - (cell.y === 1 ? 27 : 24) },
            cell.name[0] ?? '',
          ),
        );
      if (isLeft) names.append(s('text', { x: cx - 28, y: cy }, String(cell.y)));
    }
    return names;
  }

  #name(key: string): string {
    const stone = this.#state.board?.stones.find(([name]) => name === key);
    const cell = this.#cells.get(key) as Cell;
    const sides = hav.edges(cell, this.#base);
    const place = sides > 1 ? `${key}, corner` : sides ? `${key}, edge` : key;
    return `${place}: ${stone ? NAMES[stone[1]] : 'free'}. ${hav.explained(this.#state, key)}`.trim();
  }

  #next(key: string, { key: arrow, shift }: Step): string | null {
    const here = this.#cells.get(key) as Cell;
    const straight: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [-1, -1],
      ArrowDown: [1, 1],
    };
    const step = shift ? { ArrowUp: [0, -1], ArrowDown: [0, 1] }[arrow] : straight[arrow];
    if (arrow === 'Home' || arrow === 'End') {
      const row = [...this.#cells.values()].filter(({ y }) => y === here.y);
      return (arrow === 'Home' ? row[0] : row[row.length - 1])?.name ?? null;
    }
    if (!step) return null;
    const [x, y] = [here.x + (step[0] as number), here.y + (step[1] as number)];
    return [...this.#cells.values()].find((cell) => cell.x === x && cell.y === y)?.name ?? null;
  }

  draw(state: State): void {
    this.#state = state;
    if (state.board) this.#drawStones(state.board);
    this.#drawMarks(state);
    this.#drawVisits(state);
    for (const [name, polygon] of this.#polygons) {
      polygon.classList.toggle('free', hav.canPlay(state, name));
      polygon.classList.toggle('picked', name === state.picked);
    }
    this.grid.update();
  }

  #drawStones({ stones, moves }: hav.Board): void {
    const hasSwap = moves.includes('swap');
    stones.forEach(([name, player], i) => {
      const [cx, cy] = middle(this.#cells.get(name) as Cell);
      const key = `${i}${name}${player}`;
      let group = this.#stones.children[i];
      if (group?.getAttribute('data-k') !== key) {
        const number = i + 1 + (hasSwap && i > 0 ? 1 : 0);
        const stone = s(
          'g',
          { 'data-k': key },
          s('circle', { cx, cy, r: 14.6 }),
          s('text', { class: `ply p${player}`, x: cx, y: cy + 0.5 }, String(number)),
        );
        if (group) group.replaceWith(stone);
        else this.#stones.append(stone);
        group = stone;
      }
      attribute(
        group.firstElementChild as Element,
        'class',
        `stone p${player}${i === stones.length - 1 ? ' last' : ''}`,
      );
    });
    while (this.#stones.children.length > stones.length) this.#stones.lastChild?.remove();
  }

  #drawMarks({ board, marks }: State): void {
    const shapes: SVGElement[] = [];
    for (const [, names] of board?.structures ?? []) {
      const inside = new Set(names);
      for (const name of names) {
        const cell = this.#cells.get(name) as Cell;
        const [x1, y1] = middle(cell);
        for (const [dx, dy] of LINES) {
          const other = [...inside]
            .map((name) => this.#cells.get(name) as Cell)
            .find(({ x, y }) => x === cell.x + dx && y === cell.y + dy);
          if (!other) continue;
          const [x2, y2] = middle(other);
          shapes.push(s('line', { class: 'structure', x1, y1, x2, y2 }));
        }
      }
    }
    if (marks && board && !board.over) {
      for (const [name] of board.threats.flat())
        shapes.push(
          s('polygon', {
            class: 'threat',
            points: corners(middle(this.#cells.get(name) as Cell), 0.78),
          }),
        );
    }
    this.#marks.replaceChildren(...shapes);
  }

  #drawVisits({ thought, board }: State): void {
    this.#visits.replaceChildren();
    if (!thought || board?.over) return;
    const most = Math.max(...thought.moves.map(([, count]) => count), 1);
    for (const [name, count, rate] of thought.moves) {
      const [cx, cy] = middle(this.#cells.get(name) as Cell);
      const share = count / most;
      this.#visits.append(
        s('circle', { class: 'visits', cx, cy, r: (3 + 12 * Math.sqrt(share)).toFixed(1) }),
      );
      if (share > 0.35)
        this.#visits.append(
          s('text', { class: 'rate', x: cx, y: cy + 0.5 }, String(Math.round(rate / 10))),
        );
    }
  }
}

export function view(parts: Parts, send: Send, machine: Machine<State, Event>): View<State> {
  let picture: Picture | null = null;
  let base = 0;
  const hover = h('p', { class: 'note', id: 'hav-hover' });
  parts.detail.after(hover);
  const explain = (cell: string | null): void =>
    setText(hover, cell === null ? '' : hav.explained(machine.state, cell));

  const play = (move: string): void => send({ type: 'play', move });
  parts.keys.push({
    keys: ['Enter', ' '],
    name: 'Play on the cell of the cursor',
    isOnBoard: true,
    run: () => play(picture?.grid.cursor ?? ''),
  });
  const engine = parts.action('Engine moves', () => send({ type: 'engine' }), {
    primary: true,
    key: 'e',
    does: 'The engine moves',
  });
  const hint = parts.action('Hint', () => send({ type: 'hint' }), { key: 'h' });
  const swap = parts.action('Swap', () => play('swap'), { key: 'w' });
  const controls = gameControls(parts, send, NAMES, [
    ['human', 'You'],
    ['engine', 'Engine'],
  ] as const);
  const { undo, redo, auto, fresh } = controls;
  parts.actions.append(engine, hint, undo, redo, swap, auto, fresh);
  const moves = card('Moves', controls.list);
  parts.live.append(moves);

  const times = choice(
    'Time for a move of the engine',
    [
      ['500', '0.5 s'],
      ['2000', '2 s'],
      ['8000', '8 s'],
    ] as const,
    '500',
    (ms) => send({ type: 'time', ms: Number(ms) }),
  );
  const marks = check('Mark cells that win at once', true, (on) => send({ type: 'marks', on }));
  const bases = choice(
    'Base',
    (['4', '5', '6', '7', '8', '9', '10'] as const).map((value) => [value, value] as const),
    '8',
    (value) => send({ type: 'base', base: Number(value) }),
  );
  const rules = choice(
    'A ring surrounds',
    [
      ['any', 'any cell'],
      ['nonown', 'a cell not its own'],
      ['empty', 'an empty cell'],
    ] as const,
    'any',
    (rule) => send({ type: 'rule', rule }),
  );
  parts.fold(
    'Players and board',
    {},
    ...controls.players,
    times.element,
    marks,
    bases.element,
    rules.element,
    note('The engine may take over the first stone (swap), as may you.'),
  );

  function draw(state: State): void {
    if (base !== state.base) {
      base = state.base;
      picture = new Picture(state, send, explain);
      parts.board.replaceChildren(picture.svg);
      const { svg } = picture;
      // Numbers on stones and rates do not fit small cells.
      parts.scale(svg, (pixels) => svg.classList.toggle('small', pixels < 0.86));
      bases.set(String(base) as '8');
    }
    picture?.draw(state);
    const { board, thought } = state;
    const player = board?.winner ?? board?.turn ?? 0;
    parts.title.replaceChildren(
      s(
        'svg',
        { viewBox: '-16 -16 32 32', 'aria-hidden': 'true' },
        s('circle', { class: `stone p${player}`, r: 13.8 }),
      ),
      hav.title(state),
    );
    setText(parts.detail, hav.detail(state));
    if (!board || board.over) setText(hover, '');
    const isSearching = hav.searches(state) !== null;
    setText(engine, isSearching && thought ? 'Move now' : 'Engine moves');
    engine.disabled = hint.disabled = !board || board.over;
    controls.primary(engine, board?.over === true);
    attribute(hint, 'aria-pressed', String(state.search === 'hint'));
    swap.hidden = board?.canSwap !== true;
    moves.hidden = state.moves.length === 0;
    controls.draw(state, (i) => [`w${i % 2}`, `${NAMES[(i % 2) as Player]} ${state.moves[i]}`]);
    times.set(String(state.time) as '500');
    rules.set(state.rule);
    (marks.querySelector('input') as HTMLInputElement).checked = state.marks;
  }

  return {
    draw,
    svg: () => picture?.svg as SVGSVGElement,
    focus: () => picture?.grid.focus(),
  };
}
