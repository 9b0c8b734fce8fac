// Puzzles: the controls around the board, the gallery and the import.
import type { Parts, View } from './definition.ts';
import {
  attribute,
  button,
  calm,
  card,
  check,
  choice,
  digits,
  download,
  h,
  note,
  row,
  s,
  select,
  setRange,
  setText,
  slider,
} from './dom.ts';
import { around, corners, middle, type Coord, type GridName, type Point } from './lattice.ts';
import {
  GALLERY,
  MONTHS,
  SETS,
  boardRows,
  calendarText,
  paintedText,
  today,
  withPlaced,
} from './puzzles-files.ts';
import * as puzzles from './puzzles-model.ts';
import * as words from './puzzles-words.ts';
import type { State } from './puzzles-model.ts';
import type { Button, Event } from './puzzles-state.ts';
import { Picture, color } from './puzzles-view.ts';

type Send = (event: Event) => void;

/** A solution by the letters of its pieces, as a small picture. */
function thumbnail(grid: GridName, solution: string): SVGSVGElement {
  const shapes: SVGElement[] = [];
  const names = [...new Set(solution.replace(/[/#]/g, ''))].sort();
  const all: Point[] = [];
  solution.split('/').forEach((row, y) =>
    [...row].forEach((name, x) => {
      if (name === '#') return;
      const cell: Coord = [x, y];
      const at = middle(grid, cell);
      all.push(at);
      const shape = s('polygon', {
        points: corners(grid, cell, at)
          .map((point) => point.map((v) => v.toFixed(0)).join())
          .join(' '),
      });
      shape.style.fill = shape.style.stroke = color(names.indexOf(name));
      shapes.push(shape);
    }),
  );
  const { x, y, width, height } = around(all, 28);
  return s('svg', { viewBox: `${x} ${y} ${width} ${height}`, 'aria-hidden': 'true' }, ...shapes);
}

function tile(
  picture: SVGElement | null,
  name: string,
  under: string,
  click: () => void,
): HTMLElement {
  return h(
    'button',
    { type: 'button', class: 'tile', click },
    picture ?? h('span', {}),
    h('span', {}, name),
    h('span', { class: 'count' }, under),
  );
}

/** The file of what is shown: the painted board, or the puzzle with its pieces. */
export function fileText(state: State): string {
  const { drawing, puzzle, file, placed } = state;
  if (drawing) return paintedText(drawing.set, drawing.cells);
  if (!puzzle || file === null) return '';
  return withPlaced(
    file,
    puzzle.cells,
    puzzle.pieces.map((piece) => piece.symbol),
    placed.slice(puzzle.placed.length),
  );
}

export function view(
  parts: Parts,
  send: Send,
  readText: (text: string) => void,
  state_: () => State,
): View<State> {
  let picture: Picture | null = null;
  let label = '';
  const to = (type: Button) => () => send({ type });

  const cell = (): number => picture?.grid.cursor ?? 0;
  const enter = (): void => {
    if (!state_().drawing) return send({ type: 'put', cell: cell() });
    send({ type: 'paint', cells: [cell()], begins: true });
    send({ type: 'endStroke' });
  };
  /** After the piece in the hand has changed, it is shown at the cursor. */
  const atCursor = (event: Event) => (): void => {
    send(event);
    if (picture?.svg.contains(document.activeElement)) send({ type: 'over', cell: cell() });
  };
  parts.keys.push(
    {
      keys: ['Enter', ' '],
      name: 'Place the chosen piece, or take one off; paint',
      isOnBoard: true,
      run: enter,
    },
    {
      keys: ['Delete', 'Backspace'],
      name: 'Take a piece off',
      isOnBoard: true,
      run: () => send({ type: 'take', cell: cell() }),
    },
    { keys: ['c'], name: 'Choose the next piece', run: atCursor({ type: 'pick', by: 1 }) },
    { keys: ['v'], name: 'Choose the piece before it', run: atCursor({ type: 'pick', by: -1 }) },
  );

  // Under the board
  const rotate = parts.action('Rotate', atCursor({ type: 'rotate' }), { key: 'r' });
  const flip = parts.action('Flip', atCursor({ type: 'flip' }), { key: 'f' });
  const hint = parts.action('Hint', to('askHint'), {
    primary: true,
    key: 'h',
    does: 'Hint; again: place it',
  });
  const undo = parts.action('↶', to('undo'), { name: 'Undo', key: 'u' });
  const redo = parts.action('↷', to('redo'), { name: 'Redo', key: 'y' });
  const clear = button('Empty', to('clear'), { name: 'Empty the board' });
  const byHand = row(hint, rotate, flip, undo, redo, clear);
  const sets = choice(
    'Pieces',
    Object.keys(SETS).map((set) => [set, set] as const),
    'pentominoes',
    (set) => send({ type: 'draw', set }),
  );
  const solve = button('Solve this board', to('solve'), { primary: true });
  const painting = h(
    'div',
    {},
    sets.element,
    row(solve, button('Back to the puzzles', to('quit'))),
  );
  parts.actions.append(byHand, painting);

  // Solutions
  const previous = button('◀', () => send({ type: 'step', by: -1 }), {
    name: 'previous solution',
    id: 'poly-previous',
  });
  const next = button('▶', () => send({ type: 'step', by: 1 }), {
    name: 'next solution',
    id: 'poly-next',
  });
  const range = slider('number of the solution', (number) =>
    send({ type: 'want', wanted: { kind: 'nth', number: String(number) } }),
  );
  const random = button('Random', () =>
    send({ type: 'want', wanted: { kind: 'random', seed: Math.floor(Math.random() * 2 ** 31) } }),
  );
  const distinct = button('Up to symmetry', to('askDistinct'));
  const search = button('Watch the search', to('search'));
  const pace = check('Faster', false, (isFast) => send({ type: 'pace', isFast }));
  const solutions = card(
    'Solutions',
    h('div', { class: 'scrub' }, previous, range, next),
    row(random, search, pace, distinct),
  );
  parts.live.append(solutions);

  // Puzzles
  const date = today();
  const days = Array.from({ length: 31 }, (_, i) => [String(i + 1), String(i + 1)] as const);
  const month = select<string>(
    'Month',
    MONTHS.map((name, i) => [String(i + 1), name] as const),
    String(date.month),
    () => send({ type: 'date', date: chosen() }),
  );
  const day = select<string>('Day', days, String(date.day), () =>
    send({ type: 'date', date: chosen() }),
  );
  const chosen = (): { month: number; day: number } => ({
    month: Number(month.input.value),
    day: Number(day.input.value),
  });
  const calendarPicture = thumbnail(
    'square',
    boardRows(calendarText(date))
      .map((row) => row.replaceAll(' ', ''))
      .join('/')
      .replace(/\./g, (_, at: number) => 'ABCDEFGH'[(at * 5) % 8] as string),
  );
  const tiles = GALLERY.map(
    ([name, title, count, grid, solution]) =>
      [
        name,
        tile(thumbnail(grid, solution), title, `${count} solutions`, () =>
          send({ type: 'choose', name }),
        ),
      ] as const,
  );
  const calendar = tile(
    calendarPicture,
    'Calendar',
    `${date.day} ${MONTHS[date.month - 1]}, today`,
    () => send({ type: 'date', date: today() }),
  );
  const own = tile(
    s(
      'svg',
      { viewBox: '0 0 40 28', 'aria-hidden': 'true' },
      s('path', { class: 'pencil', d: 'M10 22l2-7L26 3l5 5-14 12z' }),
    ),
    'Paint a board',
    'your own',
    () => send({ type: 'draw', set: 'pentominoes' }),
  );
  const source = note();
  const dates = h('div', { class: 'dates' }, month.element, day.element);
  parts.fold(
    'Puzzles',
    { isOpen: true },
    h('div', { class: 'tiles' }, ...tiles.map(([, element]) => element), calendar, own),
    dates,
    source,
  );

  const refusal = h('p', { class: 'note refusal', role: 'status' });
  parts.fold(
    'Puzzle files',
    {},
    note(
      'A board of dots, and pieces as pictures or names of sets. Files can be dropped on the board.',
    ),
    ...parts.imports(
      {
        rows: 6,
        name: 'puzzle file as text',
        placeholder: 'board\n. . . .\n. . . .\n\npiece L 2\nX X X\nX . .',
        show: 'Show this puzzle',
        open: 'Open a file',
        accept: '.puzzle,.txt',
      },
      readText,
      button('Save puzzle file', () =>
        download('puzzle.puzzle', new Blob([fileText(state_())], { type: 'text/plain' })),
      ),
    ),
    refusal,
  );

  /** The pixels that board and tray may take. */
  function arrange(): void {
    const style = getComputedStyle(parts.board);
    const width =
      parts.board.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    if (!picture || width <= 0) return;
    const rest = parseFloat(getComputedStyle(picture.svg).maxHeight);
    picture.arrange({ width, height: Number.isFinite(rest) ? rest : width });
  }
  new ResizeObserver(arrange).observe(parts.board);
  addEventListener('resize', arrange);

  function drawPanel(state: State): void {
    const { solution, puzzle, drawing, held } = state;
    setText(parts.title, words.title(state));
    setText(parts.detail, words.detail(state));
    parts.title.classList.toggle(
      'none',
      !drawing && !solution && puzzles.countOf(state)?.count === '0',
    );
    byHand.hidden = solutions.hidden = drawing !== null;
    painting.hidden = drawing === null;
    solve.disabled = puzzles.difference(state) !== 0;
    if (drawing) sets.set(drawing.set);
    rotate.disabled = flip.disabled = held === null;
    undo.disabled = !state.past.length && !solution && !state.search;
    redo.disabled = !state.future.length;
    clear.disabled = !puzzles.lying(state).length;
    hint.disabled = !puzzle || state.hint === 'asked';
    const total = Number(
      solution?.count ?? puzzles.countOf(state, puzzle?.placed ?? [])?.count ?? 0,
    );
    setRange(
      range,
      Math.max(0, Math.min(total - 1, 1e6)),
      Number(state.wanted?.kind === 'nth' ? state.wanted.number : (solution?.number ?? 0)),
    );
    range.disabled = total < 2;
    attribute(
      range,
      'aria-valuetext',
      solution
        ? `${digits(BigInt(solution.number) + 1n + '')} of ${digits(solution.count)}`
        : 'none is shown',
    );
    setText(
      search,
      state.search?.isRunning
        ? 'Stop the search'
        : state.search && state.search.state !== 'done'
          ? 'Continue the search'
          : 'Watch the search',
    );
    pace.hidden = !state.search;
    (pace.firstElementChild as HTMLInputElement).checked = state.search?.isFast === true;
    for (const [name, element] of tiles)
      attribute(element, 'aria-pressed', String(name === state.name));
    attribute(calendar, 'aria-pressed', String(state.name === 'calendar'));
    attribute(own, 'aria-pressed', String(state.name === 'own'));
    dates.hidden = state.name !== 'calendar';
    if (state.date)
      [month.input.value, day.input.value] = [String(state.date.month), String(state.date.day)];
    setText(
      source,
      puzzle
        ? [words.puzzleTitle(state), puzzle.source.split('\n')[0]].filter(Boolean).join('. ')
        : '',
    );
    setText(refusal, state.refusal);
  }

  function draw(state: State, before: State): void {
    const isBoard = state.puzzle !== null || state.drawing !== null;
    if (isBoard && !picture?.shows(state)) {
      const hadFocus = picture?.svg.contains(document.activeElement) === true;
      const current = new Picture(state, send);
      picture = current;
      parts.board.replaceChildren(picture.svg);
      parts.scale(picture.svg, () => current.fit());
      arrange();
      label = '';
      if (hadFocus) picture.grid.focus();
    }
    if (isBoard) picture?.draw(state);
    drawPanel(state);
    const solved = puzzles.isSolved(state) ? puzzles.keyOf(state.placed) : '';
    if (
      solved &&
      solved !== label &&
      before.placed !== state.placed &&
      before.puzzle === state.puzzle &&
      !calm()
    )
      picture?.celebrate();
    label = solved;
  }

  return {
    draw,
    svg: () => picture?.svg as SVGSVGElement,
    focus: () => picture?.grid.focus(),
  };
}
