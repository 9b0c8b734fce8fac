// Connect 4: the picture of the board, the course of the game, and the controls.
import * as c4 from './c4-state.ts';
import { NAMES, SYMBOLS, type Event, type Kind, type Player, type State } from './c4-state.ts';
import type { Parts, View } from './definition.ts';
import { attribute, card, check, choice, h, note, s, set, setText } from './dom.ts';
import { gameControls } from './game-view.ts';
import { inRectangle, makeGrid, type Grid } from './grid.ts';
import type { Machine } from './machine.ts';
import { gestures, pointIn } from './pointer.ts';

type Send = (event: Event) => void;
type Column = ReturnType<typeof columnOf>;

const SIZES = [
  ['7x6', '7×6'],
  ['6x5', '6×5'],
  ['5x5', '5×5'],
  ['6x6', '6×6'],
  ['8x7', '8×7'],
  ['9x6', '9×6'],
] as const;
const KINDS: readonly (readonly [Kind, string])[] = [
  ['human', 'You'],
  ['beginner', 'Beginner'],
  ['casual', 'Casual'],
  ['strong', 'Strong'],
  ['perfect', 'Perfect'],
];
const CELL = 80;
/** Height of the scores above the board, and of the numbers of the columns below it. */
const TOP = 92;
const BOTTOM = 32;

function disc(player: number): SVGGElement {
  const glyph = player
    ? s('circle', { class: 'glyph p1', r: 15 })
    : s('path', { class: 'glyph p0', d: 'M-11-11 11 11M11-11-11 11' });
  return s('g', {}, s('circle', { class: `disc p${player}`, r: 33 }), glyph);
}

/** What a column has besides its cells: its score, and the stone and the line of the pointer. */
function columnOf(column: number, down: number) {
  const x = column * CELL + 10;
  const value = s('text', { class: 'value', x: x + 40, y: 28 });
  const sub = s('text', { class: 'sub', x: x + 40, y: 56 });
  const chip = s(
    'g',
    { class: 'chip' },
    s('rect', { x: x + 3, y: 3, width: 74, height: 72, rx: 14 }),
    value,
    sub,
  );
  const ghost = s('g', { class: 'ghost' });
  const line = s('rect', {
    class: 'aim-line',
    x: x + 1,
    y: 1,
    width: CELL - 2,
    height: down - 3,
    rx: 12,
  });
  const number = s(
    'text',
    { class: 'edge-name', x: x + 40, y: down + BOTTOM / 2 },
    SYMBOLS[column] ?? '',
  );
  const group = s('g', { class: 'column over' }, chip, ghost, line, number);
  return { group, chip, value, sub, ghost };
}

/** The board of one size. */
class Picture {
  readonly svg: SVGSVGElement;
  readonly grid: Grid<string>;
  readonly #height: number;
  readonly #columns: Column[] = [];
  readonly #discs = s('g', { class: 'over' });
  readonly #over = s('g', { class: 'over' });
  readonly #hint = s('circle', { class: 'hinted over', r: 34, visibility: 'hidden' });
  readonly #ring = s(
    'g',
    { class: 'cursor over' },
    s('circle', { class: 'outer', r: 36 }),
    s('circle', { class: 'inner', r: 31 }),
  );
  #state: State;
  #aimed = -1;

  constructor(state: State, send: Send) {
    this.#state = state;
    const { width, height } = state;
    this.#height = height;
    const [w, down] = [width * CELL + 20, height * CELL + TOP + 20];
    this.svg = s('svg', { viewBox: `0 0 ${w} ${down + BOTTOM}` });
    const rows = Array.from({ length: height }, (_, i) => height - 1 - i);
    const cells = rows.map((row) =>
      Array.from({ length: width }, (_, column) => {
        const [cx, cy] = this.#middle(column, row);
        return { key: `${column},${row}`, element: s('circle', { class: 'hole', cx, cy, r: 36 }) };
      }),
    );
    const holes = cells
      .flat()
      .map(
        ({ element }) =>
          `M${Number(element.getAttribute('cx')) - 32} ${element.getAttribute('cy')}a32 32 0 1 0 64 0a32 32 0 1 0-64 0z`,
      )
      .join('');
    const plate = s('path', {
      class: 'plate over',
      'fill-rule': 'evenodd',
      d: `M20 ${TOP}H${w - 20}a18 18 0 0 1 18 18V${down - 20}a18 18 0 0 1-18 18H20a18 18 0 0 1-18-18V${TOP + 18}a18 18 0 0 1 18-18z${holes}`,
    });
    for (let column = 0; column < width; column++) this.#columns.push(columnOf(column, down));
    // Cells lie under everything else, which lets the pointer through.
    this.svg.append(
      ...cells.flat().map(({ element }) => element),
      ...this.#columns.map(({ group }) => group),
      this.#discs,
      plate,
      this.#over,
      this.#hint,
      this.#ring,
    );
    this.grid = makeGrid<string>(this.svg, {
      label: `Connect 4 board, ${width} columns, ${height} rows. Arrows move, Enter drops a stone in the column.`,
      rows: cells,
      first: `${width >> 1},0`,
      name: (key) => this.#name(key),
      next: (key, step) => {
        const [column, row] = key.split(',').map(Number) as [number, number];
        const next = inRectangle(width, height, column, height - 1 - row, step);
        return next && `${next[0]},${height - 1 - next[1]}`;
      },
      focus: (key) => this.#focus(key),
    });
    gestures<number>(this.svg, {
      hit: (x, y) => {
        const at = pointIn(this.svg, x, y);
        const column = Math.floor((at.x - 10) / CELL);
        return column >= 0 && column < width && at.y >= 0 && at.y <= down ? column : null;
      },
      tap: (column) => send({ type: 'play', column }),
      hover: (column) => this.#aim(column ?? -1),
    });
  }

  #middle(column: number, row: number): [number, number] {
    return [column * CELL + CELL / 2 + 10, TOP + (this.#height - 1 - row) * CELL + CELL / 2 + 10];
  }

  #name(key: string): string {
    const [column, row] = key.split(',').map(Number) as [number, number];
    const isHere = (stone: { column: number; row: number }): boolean =>
      stone.column === column && stone.row === row;
    const stone = c4.stones(this.#state).find(isHere);
    const place = `column ${SYMBOLS[column]}, row ${row + 1}`;
    return stone ? `${place}: ${NAMES[stone.player]}` : `${place}: empty, ${this.#about(column)}`;
  }

  /** What a stone in a column with an empty cell brings. */
  #about(column: number): string {
    const state = this.#state;
    const score = c4.knownOf(state)[column]?.score;
    if (state.board?.over) return 'the game is over';
    if (!state.scores || score === undefined) return 'playable';
    return `score ${c4.signed(score)}, ${c4.wording(state, score)}${score === c4.value(state) ? ', best' : ''}`;
  }

  #aim(column: number): void {
    this.#aimed = column;
    const { board } = this.#state;
    this.#columns.forEach(({ group, ghost }, i) => {
      const isAimed = i === column && c4.canPlay(this.#state, column);
      group.classList.toggle('aim', isAimed);
      if (!isAimed || !board) return;
      const [x, y] = this.#middle(i, board.heights[i] ?? 0);
      ghost.replaceChildren(disc(board.turn));
      attribute(ghost, 'transform', `translate(${x} ${y})`);
    });
    this.svg.classList.toggle('playable', column >= 0 && c4.canPlay(this.#state, column));
  }

  #focus(key: string | null): void {
    const column = key === null ? -1 : Number(key.split(',')[0]);
    this.#aim(column);
    if (key === null) return;
    const [cx, cy] = this.#middle(column, Number(key.split(',')[1]));
    attribute(this.#ring, 'transform', `translate(${cx} ${cy})`);
  }

  get column(): number {
    return Number(this.grid.cursor.split(',')[0]);
  }

  aimAt(column: number): void {
    this.grid.moveTo(`${column},${this.grid.cursor.split(',')[1]}`);
  }

  draw(state: State): void {
    this.#state = state;
    this.#drawDiscs(state);
    if (state.board) this.#drawMarks(state);
    this.#drawChips(state);
    this.#drawHint(state);
    this.#aim(this.#aimed);
    this.grid.update();
  }

  #drawDiscs(state: State): void {
    const stones = c4.stones(state);
    stones.forEach(({ column, row, player }, i) => {
      const key = `${i}:${column}`;
      if (this.#discs.children[i]?.getAttribute('data-k') === key) return;
      while (this.#discs.children.length > i) this.#discs.lastChild?.remove();
      const [x, y] = this.#middle(column, row);
      const moving = disc(player);
      if (i === stones.length - 1) {
        moving.classList.add('drop');
        moving.style.setProperty('--from', `${TOP - 50 - y}px`);
      }
      this.#discs.append(s('g', { 'data-k': key, transform: `translate(${x} ${y})` }, moving));
    });
    while (this.#discs.children.length > stones.length) this.#discs.lastChild?.remove();
  }

  #drawMarks(state: State): void {
    const { line } = state.board as c4.Board;
    const marks: SVGElement[] = [];
    const [a, b] = [line[0], line[line.length - 1]];
    if (a && b) {
      const [[x1, y1], [x2, y2]] = [this.#middle(...a), this.#middle(...b)];
      marks.push(s('line', { class: 'winline', x1, y1, x2, y2 }));
      for (const cell of line) {
        const [cx, cy] = this.#middle(...cell);
        marks.push(s('circle', { class: 'winning', cx, cy, r: 32 }));
      }
    } else if (state.ply) {
      const { column, row } = c4.stones(state).at(-1) ?? { column: 0, row: 0 };
      const [cx, cy] = this.#middle(column, row);
      marks.push(s('circle', { class: 'newest', cx, cy, r: 7 }));
    }
    this.#over.replaceChildren(...marks);
  }

  #drawChips(state: State): void {
    const known = c4.knownOf(state);
    const top = c4.value(state);
    this.#columns.forEach(({ chip, value, sub }, column) => {
      const { sign, score, spent } = known[column] ?? {};
      const isShown = state.scores && state.board?.playable.includes(column) === true;
      attribute(chip, 'visibility', isShown ? undefined : 'hidden');
      const side = score ?? sign;
      const kind = side === undefined ? 'wait' : side > 0 ? 'win' : side < 0 ? 'loss' : 'draw';
      attribute(
        chip,
        'class',
        `chip ${kind}${isShown && score !== undefined && score === top ? ' best' : ''}`,
      );
      const isOut = spent !== undefined && spent >= c4.budgetOf(state);
      setText(
        value,
        score !== undefined
          ? c4.signed(score)
          : sign !== undefined
            ? (['−', '0', '+'][sign + 1] as string)
            : isOut
              ? '?'
              : '…',
      );
      const words =
        score !== undefined
          ? c4.wording(state, score).replace(/^(wins|loses) /, '')
          : sign !== undefined
            ? (['loses', 'draw', 'wins'][sign + 1] as string)
            : '';
      setText(sub, words);
    });
  }

  #drawHint(state: State): void {
    const column = state.hint && c4.value(state) !== null ? c4.bestColumn(state) : null;
    attribute(this.#hint, 'visibility', column === null ? 'hidden' : 'visible');
    if (column === null) return;
    const [cx, cy] = this.#middle(column, state.board?.heights[column] ?? 0);
    set(this.#hint, { cx, cy });
  }
}

/** The bars of the game with the list of its moves, and what was given away. Both are clickable. */
function courseOf(
  send: Send,
  list: HTMLElement,
): { element: HTMLElement; draw(state: State, points: ReturnType<typeof c4.course>): void } {
  const graph = s('svg', { class: 'graph', 'aria-hidden': 'true', preserveAspectRatio: 'none' });
  const told = note();
  const element = card('Course of the game', h('div', { class: 'strip' }, graph), list, told);
  // Each move is a button below its bar.
  graph.addEventListener('click', (event) => {
    const at = pointIn(graph, event.clientX, event.clientY);
    send({ type: 'goto', ply: Math.floor(at.x) });
  });
  function draw(state: State, points: ReturnType<typeof c4.course>): void {
    element.hidden = state.moves.length === 0;
    const most = Math.ceil((state.width * state.height) / 2);
    attribute(graph, 'viewBox', `0 0 ${Math.max(16, points.length)} 60`);
    const bars = points.map(({ value }, i) => {
      const size =
        value === null ? 0 : value === 0 ? 3 : Math.max(4, Math.sqrt(Math.abs(value) / most) * 27);
      const bar = s('rect', {
        class: value === null || value === 0 ? 'bar' : value > 0 ? 'bar0' : 'bar1',
        x: i + 0.1,
        y: value === null ? 30 : value > 0 ? 30 - size : value < 0 ? 30 : 28.5,
        width: 0.8,
        height: size,
      });
      const back = s('rect', {
        class: i === state.ply ? 'now' : 'back',
        x: i,
        y: 0,
        width: 1,
        height: 60,
      });
      return s('g', {}, back, bar);
    });
    const marks = points.flatMap(({ mistake }, i) =>
      mistake ? [s('path', { class: 'mistake', d: `M${i + 1.2} 50l.6 8m0-8l-.6 8` })] : [],
    );
    graph.replaceChildren(...bars, s('path', { class: 'zero', d: 'M0 30H999' }), ...marks);
    const mistakes = points.flatMap(({ mistake }, i) =>
      mistake ? [`Move ${i + 1}: ${mistake}.`] : [],
    );
    setText(
      told,
      mistakes.length > 3
        ? `${mistakes.slice(0, 3).join(' ')} And ${mistakes.length - 3} more.`
        : mistakes.join(' '),
    );
  }
  return { element, draw };
}

export function view(parts: Parts, send: Send, _machine: Machine<State, Event>): View<State> {
  let picture: Picture | null = null;
  let size = '';
  const to = (type: 'hint' | 'askLine' | 'longer') => () => send({ type });
  parts.keys.push(
    {
      keys: ['Enter', ' '],
      name: 'Drop a stone in the column of the cursor',
      isOnBoard: true,
      run: () => send({ type: 'play', column: picture?.column ?? 0 }),
    },
    {
      keys: [...SYMBOLS.slice(0, 9)],
      name: 'Drop a stone in that column',
      run: (key) => {
        picture?.aimAt(Math.min(SYMBOLS.indexOf(key), Number(size.split('x')[0]) - 1));
        send({ type: 'play', column: SYMBOLS.indexOf(key) });
      },
    },
  );
  const controls = gameControls(parts, send, NAMES, KINDS);
  const { undo, redo, auto, fresh } = controls;
  const hint = parts.action('Hint', to('hint'), { key: 'h' });
  const line = parts.action('Best line', to('askLine'));
  const longer = parts.action('Search longer', to('longer'));
  parts.actions.append(fresh, undo, redo, hint, line, auto, longer);

  const remark = h('p', { class: 'note', id: 'c4-remark' });
  parts.detail.after(remark);
  const course = courseOf(send, controls.list);
  parts.live.append(course.element);

  const scores = check('Show the scores', true, (on) => send({ type: 'scores', on }));
  const sizes = choice('Size of the board', SIZES, '7x6', (value) => {
    const [width, height] = value.split('x').map(Number) as [number, number];
    send({ type: 'size', width, height });
  });
  parts.fold(
    'Players and board',
    {},
    ...controls.players,
    note(
      'Beginner sees its own wins, Casual also threats. Strong plays perfectly four times in five.',
    ),
    scores,
    sizes.element,
  );

  function draw(state: State): void {
    if (size !== `${state.width}x${state.height}`) {
      size = `${state.width}x${state.height}`;
      picture = new Picture(state, send);
      parts.board.replaceChildren(picture.svg);
      parts.scale(picture.svg);
      sizes.set(size as '7x6');
    }
    picture?.draw(state);
    const points = c4.course(state);
    course.draw(state, points);
    controls.draw(state, (i) => {
      const [player, mistake] = [(i % 2) as Player, points[i]?.mistake];
      return [
        `p${player}${mistake ? ' wrong' : ''}`,
        `${NAMES[player]}, column ${state.moves[i]}${mistake ? `, ${mistake}` : ''}`,
      ];
    });
    const { board } = state;
    parts.title.replaceChildren(
      s(
        'svg',
        { viewBox: '-36 -36 72 72', 'aria-hidden': 'true' },
        disc(board?.winner ?? board?.turn ?? 0),
      ),
      c4.title(state),
    );
    setText(parts.detail, c4.verdict(state));
    const found =
      state.line === null || state.line === 'asked'
        ? ''
        : state.line
          ? `Best line: ${[...state.line].join(' ')}.`
          : 'No line was found within eight seconds.';
    const best = c4.value(state) === null ? null : c4.bestColumn(state);
    const hinted = state.hint && best !== null ? `Best: column ${SYMBOLS[best]}.` : '';
    setText(remark, [state.remark, hinted, found].filter(Boolean).join(' '));
    hint.disabled = line.disabled = !board || board.over;
    controls.primary(hint, board?.over === true);
    attribute(hint, 'aria-pressed', String(state.hint));
    const isUnsolved =
      board !== null &&
      !board.over &&
      state.scores &&
      c4.value(state) === null &&
      c4.missing(state).length === 0;
    longer.hidden = !isUnsolved;
    (scores.querySelector('input') as HTMLInputElement).checked = state.scores;
  }

  return {
    draw,
    svg: () => picture?.svg as SVGSVGElement,
    focus: () => picture?.grid.focus(),
  };
}
