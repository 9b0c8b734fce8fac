// Chains: the picture of the field with the pair that falls, and the controls.
import * as chains from './chains-state.ts';
import { COLORS, COLUMNS, OFFSETS, ROWS, type Event, type State } from './chains-state.ts';
import type { Parts, View } from './definition.ts';
import {
  attribute,
  button,
  calm,
  card,
  choice,
  digits,
  h,
  note,
  row,
  s,
  set,
  setRange,
  setText,
  slider,
} from './dom.ts';
import { inRectangle, makeGrid, type Grid } from './grid.ts';
import { gestures, pointIn } from './pointer.ts';

type Send = (event: Event) => void;

const CELL = 40;
/** Where the field begins; above it is the pair, beside it what comes next. */
const [LEFT, TOP] = [10, 34];
const [WIDTH, HEIGHT] = [COLUMNS * CELL, ROWS * CELL];
const SIDE = LEFT + WIDTH + 60;
/** A shape for each color. */
const GLYPHS: Record<string, string> = {
  0: 'M-6.5-4.5l2-2 4.5 4.5 4.5-4.5 2 2L2 0l4.5 4.5-2 2L0 2l-4.5 4.5-2-2L-2 0z',
  1: 'M-6.5 0a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0z',
  2: 'M0-8l7.5 13h-15z',
  3: 'M-6-6h12v12h-12z',
  4: 'M0-8.5L7 0 0 8.5-7 0z',
  5: 'M0-8.5l2.4 5.5 6 .6-4.5 4L5.2 7.5 0 4.4-5.2 7.5-3.900 1.600-8.400-2.400-2.400-3z',
};

export function block(kind: string, extra = ''): SVGGElement {
  return s(
    'g',
    { class: `block k${kind} ${extra}` },
    s('circle', { r: 17.5 }),
    s('path', { d: GLYPHS[kind] }),
  );
}

const place = (x: number, y: number): string =>
  `translate(${x * CELL + CELL / 2 + LEFT} ${(ROWS - 1 - y) * CELL + CELL / 2 + TOP})`;
const numbers = (key: string): [number, number] => key.split(',').map(Number) as [number, number];

class Picture {
  readonly svg: SVGSVGElement;
  readonly grid: Grid<string>;
  readonly drags: (isPossible: boolean) => void;
  readonly #blocks: SVGGElement[] = [];
  readonly #landing = s('g', { class: 'over' });
  readonly #falling = s('g', { class: 'over' });
  readonly #next = s('g', { class: 'over' });
  readonly #aim = s('rect', { class: 'lane over', y: TOP + CELL, height: HEIGHT - CELL });
  readonly #cursor = s('rect', { class: 'cursor over', width: CELL, height: CELL, rx: 8 });
  readonly #counter = s('text', { class: 'counter', x: SIDE, y: 380 });
  readonly #points = s('text', { class: 'points', x: SIDE, y: 422 });
  #state: State = chains.initial;
  #send: Send;

  constructor(send: Send) {
    this.#send = send;
    this.svg = s('svg', { viewBox: `0 0 ${WIDTH + 130} ${HEIGHT + TOP + 10}` });
    this.svg.append(
      s('rect', {
        class: 'well over',
        x: LEFT - 2,
        y: TOP + CELL - 2,
        width: WIDTH + 4,
        height: HEIGHT - CELL + 4,
        rx: 10,
      }),
    );
    const cells = Array.from({ length: 12 }, (_, i) =>
      Array.from({ length: COLUMNS }, (_, x) => ({
        key: `${x},${11 - i}`,
        element: s('rect', {
          class: 'well-cell',
          x: x * CELL + LEFT,
          y: (i + 1) * CELL + TOP,
          width: CELL,
          height: CELL,
        }),
      })),
    );
    const layer = s('g', { class: 'over' });
    for (let y = 0; y < ROWS; y++) {
      for (let x = 0; x < COLUMNS; x++) {
        const cell = s(
          'g',
          { transform: place(x, y) },
          s('g', { class: 'block' }, s('circle', { r: 17.5 }), s('path')),
        );
        this.#blocks.push(cell);
        layer.append(cell);
      }
    }
    const danger = s('path', {
      class: 'danger over',
      d: `M${2 * CELL + LEFT + 10} ${TOP + CELL + 10}l20 20m0-20l-20 20`,
    });
    this.svg.append(
      ...cells.flat().map(({ element }) => element),
      danger,
      this.#aim,
      layer,
      this.#landing,
      this.#falling,
      this.#cursor,
    );
    this.svg.append(
      s('text', { class: 'next-name', x: SIDE, y: 24 }, 'next'),
      this.#next,
      this.#counter,
      this.#points,
    );
    this.grid = makeGrid<string>(this.svg, {
      label:
        'Field of 6 columns and 12 rows. Left and right move the pair, up turns it, down or Enter drops it. With Shift, arrows read the field.',
      rows: cells,
      first: '2,0',
      name: (key) => chains.cellName(this.#state, ...numbers(key)),
      next: (key, step) => {
        if (this.#state.paint === null && !step.shift && step.key.startsWith('Arrow')) {
          this.#move(step.key);
          return null;
        }
        const [x, y] = numbers(key);
        const next = inRectangle(COLUMNS, 12, x, 11 - y, step);
        return next && `${next[0]},${11 - next[1]}`;
      },
      focus: (key) => {
        if (key === null) return;
        const [x, y] = numbers(key);
        set(this.#cursor, { x: x * CELL + LEFT, y: (ROWS - 1 - y) * CELL + TOP });
      },
    });
    const { drags } = gestures<string>(this.svg, {
      hit: (x, y) => this.#hit(x, y),
      start: () => this.#state.paint !== null,
      stroke: (cells) => send({ type: 'cells', cells }),
      end: () => send({ type: 'keep' }),
      cancel: () => send({ type: 'revert' }),
      tap: (cell) => this.#tap(...numbers(cell)),
    });
    this.drags = drags;
  }

  #hit(clientX: number, clientY: number): string | null {
    const { x, y } = pointIn(this.svg, clientX, clientY);
    const column = Math.floor((x - LEFT) / CELL);
    return column < 0 || column >= COLUMNS
      ? null
      : `${column},${ROWS - 1 - Math.floor((y - TOP) / CELL)}`;
  }

  #move(key: string): void {
    if (key === 'ArrowDown') this.#send({ type: 'drop', isCalm: calm() });
    else if (key === 'ArrowUp') this.#send({ type: 'shift', columns: 0, turns: 1 });
    else this.#send({ type: 'shift', columns: key === 'ArrowLeft' ? -1 : 1, turns: 0 });
  }

  /**
   * A tap beside the pair moves it there, one on its column drops it, one on the pair turns it. A
   * tap during a chain ends the chain, and the pair is there.
   */
  #tap(x: number, y: number): void {
    const { column, rotation, show } = this.#state;
    const second = column + (OFFSETS[rotation]?.[0] ?? 0);
    if (show || (x !== column && x !== second)) this.#send({ type: 'hold', column: x });
    else if (y >= ROWS) this.#send({ type: 'shift', columns: 0, turns: -1 });
    else this.#send({ type: 'drop', isCalm: calm() });
  }

  draw(state: State, before: State): void {
    this.#state = state;
    const isPainting = state.paint !== null;
    this.drags(isPainting);
    this.svg.classList.toggle('painting', isPainting);
    const frame = state.show ? chains.framesOf(state.show.chain)[state.show.frame] : undefined;
    const line = frame?.field ?? state.field;
    this.#blocks.forEach((cell, i) => {
      const [x, y] = [i % COLUMNS, Math.floor(i / COLUMNS)];
      const kind = chains.at(line, x, y);
      const body = cell.firstElementChild as SVGGElement;
      attribute(cell, 'visibility', kind === '.' ? 'hidden' : undefined);
      attribute(body, 'class', `block k${kind}${frame?.glow.has(`${x},${y}`) ? ' glow' : ''}`);
      attribute(body.lastElementChild as Element, 'd', GLYPHS[kind]);
    });
    if (
      frame &&
      state.show?.mode !== 'paused' &&
      before.show?.frame !== state.show?.frame &&
      !calm()
    ) {
      for (const [x, from, to] of frame.falls) {
        this.#blocks[to * COLUMNS + x]?.firstElementChild?.animate(
          [{ transform: `translateY(${(to - from) * CELL}px)` }, { transform: 'none' }],
          { duration: 190, easing: 'ease-in' },
        );
      }
    }
    this.#drawPair(state);
    const step = state.show?.chain.steps[(frame?.step ?? 0) - 1];
    setText(this.#counter, step ? `${frame?.step}×` : '');
    setText(this.#points, step ? `+${digits(step.score)}` : '');
    if (
      step &&
      before.show &&
      frame?.glow.size &&
      before.show.frame !== state.show?.frame &&
      !calm()
    )
      this.#counter.animate([{ transform: 'scale(1.6)' }, { transform: 'none' }], {
        duration: 220,
      });
    this.grid.update();
  }

  #drawPair(state: State): void {
    const isLive = chains.phase(state) === 'live';
    const { column, rotation } = state;
    const pair = chains.pairAt(state, 0);
    const [dx, dy] = OFFSETS[rotation] as readonly [number, number];
    attribute(this.#aim, 'visibility', isLive ? undefined : 'hidden');
    attribute(this.#aim, 'x', Math.min(column, column + dx) * CELL + LEFT);
    attribute(this.#aim, 'width', dx ? 2 * CELL : CELL);
    const moved = (kind: string, x: number, y: number): SVGGElement => {
      const shown = block(kind);
      attribute(shown, 'transform', `translate(${x} ${y})`);
      return shown;
    };
    const falling = [...((isLive && pair) || '')].map((kind, i) =>
      moved(kind, (column + i * dx + 0.5) * CELL + LEFT, 60 - i * dy * CELL),
    );
    this.#falling.replaceChildren(...falling);
    const landed = isLive ? (state.landing?.landed ?? []) : [];
    this.#landing.replaceChildren(
      ...landed.map(([x, y, kind]) => {
        const ghost = block(kind, 'landing');
        attribute(ghost, 'transform', place(x, y));
        return ghost;
      }),
    );
    const coming = [1, 2].flatMap((i) =>
      [...(chains.pairAt(state, i) ?? '')].map((kind, k) =>
        moved(kind, SIDE, (i - 1) * 105 + 60 + (1 - k) * CELL),
      ),
    );
    this.#next.replaceChildren(...coming);
  }
}

/** The steps of the chain with their scores; each is a button. */
function logOf(send: Send): { element: HTMLElement; draw(state: State): void } {
  const list = h('ol', { class: 'log' });
  const range = slider('picture of the chain', (frame) => send({ type: 'frame', frame }));
  const back = button('◀', () => send({ type: 'frame', frame: shown() - 1 }), {
    name: 'step back',
  });
  const forth = button('▶', () => send({ type: 'frame', frame: shown() + 1 }), {
    name: 'step forward',
  });
  const element = card(
    'Steps: 10 × blocks × (chain + colors + groups)',
    h('div', { class: 'scrub' }, back, range, forth),
    list,
  );
  const shown = (): number => Number(range.value);
  list.addEventListener('click', (event) => {
    const frame = (event.target as Element).closest('button')?.dataset['frame'];
    if (frame !== undefined) send({ type: 'frame', frame: Number(frame) });
  });
  function draw({ show }: State): void {
    element.hidden = show === null;
    if (!show) return;
    const frames = chains.framesOf(show.chain);
    setRange(range, frames.length - 1, show.frame);
    const step = frames[show.frame]?.step;
    const rows = show.chain.steps.map((step, i) => {
      const bonus = step.power + step.colors + step.groups;
      const factor =
        bonus >= 1 && bonus <= 999
          ? `(${step.power} + ${step.colors} + ${step.groups})`
          : bonus < 1
            ? '1'
            : '999';
      return h(
        'li',
        {},
        h(
          'button',
          { type: 'button', 'data-frame': 2 * i + 1 },
          h('span', {}, `${i + 1}. 10 × ${step.blocks} × ${factor}`),
          h('b', {}, digits(step.score)),
        ),
      );
    });
    const key = String(show.chain.score) + show.chain.start;
    if (list.dataset['key'] !== key) list.replaceChildren(...rows);
    list.dataset['key'] = key;
    [...list.children].forEach((item, i) => {
      const isCurrent = i + 1 === step;
      attribute(item.firstElementChild as Element, 'aria-current', isCurrent ? 'step' : undefined);
      // Only the list scrolls, not the page.
      const row = item as HTMLElement;
      const middle = row.offsetTop - list.offsetTop - (list.clientHeight - row.offsetHeight) / 2;
      if (isCurrent) list.scrollTop = middle;
    });
  }
  return { element, draw };
}

export function view(parts: Parts, send: Send): View<State> {
  const picture = new Picture(send);
  parts.board.append(picture.svg);
  parts.scale(picture.svg);

  const shift = (columns: number, turns: number) => () => send({ type: 'shift', columns, turns });
  const to = (type: 'best' | 'auto' | 'undo' | 'redo' | 'play' | 'goOn') => () => send({ type });
  const fall = (): void => send({ type: 'drop', isCalm: calm() });
  const isPainting = (): boolean => picture.svg.classList.contains('painting');
  parts.keys.push(
    {
      keys: ['Enter', ' '],
      name: 'Drop the pair; while painting, paint the cell',
      isOnBoard: true,
      run() {
        if (!isPainting()) return fall();
        send({ type: 'cells', cells: [picture.grid.cursor] });
        send({ type: 'keep' });
      },
    },
    {
      keys: ['1', '2', '3', '4', '5', '6', '0'],
      name: 'Move to a column; while painting, choose a block',
      run(key) {
        if (!isPainting()) send({ type: 'hold', column: Number(key) - 1 });
        else if (key !== '6') send({ type: 'paint', block: key });
      },
    },
    {
      keys: ['.'],
      name: 'While painting, erase',
      run() {
        if (isPainting()) send({ type: 'paint', block: '.' });
      },
    },
  );
  const moves = [
    button('◀', shift(-1, 0), { name: 'left' }),
    parts.action('⟲', shift(0, 1), { name: 'turn left', key: 'z', does: 'Turn left' }),
    parts.action('⟳', shift(0, -1), { name: 'turn right', key: 'x', does: 'Turn right' }),
    button('▶', shift(1, 0), { name: 'right' }),
    button('Drop', fall, { primary: true }),
  ];
  const drop = moves[4] as HTMLButtonElement;
  const best = parts.action('Best drop', to('best'), { key: 'h' });
  const auto = button('Autoplay', to('auto'));
  const play = parts.action('Play', to('play'), { key: 'p', does: 'Play or pause the chain' });
  const undo = parts.action('↶', to('undo'), { name: 'Undo', key: 'u' });
  const redo = parts.action('↷', to('redo'), { name: 'Redo', key: 'y' });
  const fresh = button('New game', () =>
    send({ type: 'new', seed: 1 + Math.floor(Math.random() * 99_999) }),
  );
  const goOn = button('Go on', to('goOn'), { primary: true });
  const kinds = ['1', '2', '3', '4', '5', '0', '.'].map((kind) => {
    const icon = s(
      'svg',
      { viewBox: '-20 -20 40 40', 'aria-hidden': 'true' },
      kind === '.'
        ? s('path', { class: 'eraser', d: 'M-11 5 3-9l10 10-8 8h-8zM-4-2 6 8' })
        : block(kind),
    );
    return h(
      'button',
      {
        type: 'button',
        class: 'b kind',
        'data-k': kind,
        'aria-label': kind === '.' ? 'erase' : `paint ${COLORS[Number(kind)]}`,
        click: () => send({ type: 'paint', block: kind }),
      },
      icon,
    );
  });
  const finish = button('Finish', () => send({ type: 'finish', isCalm: calm() }), {
    primary: true,
  });
  const edit = button('Paint', () => send({ type: 'paint', block: '1' }));
  // The buttons of each phase.
  const sets = {
    live: [...moves, undo, redo, best, auto],
    show: [goOn, play, undo, redo],
    over: [undo, redo],
    paint: [...kinds, finish],
  };
  const all = new Set(Object.values(sets).flat());
  parts.actions.append(...moves, goOn, play, ...kinds, finish, undo, redo, best, auto);
  const remark = h('p', { class: 'note', id: 'puyo-remark' });
  parts.detail.after(remark);

  const log = logOf(send);
  parts.live.append(row(fresh, edit), log.element);
  const scoring = choice(
    'Scoring',
    [
      ['tsu', 'Puyo Puyo Tsu'],
      ['stc', 'Smash the Code'],
    ] as const,
    'tsu',
    (rules) => send({ type: 'rules', rules }),
  );
  const input = h('textarea', {
    rows: 4,
    'aria-label': 'field as text',
    placeholder: '.11...\n122...',
  });
  parts.fold(
    'Scoring and import',
    {},
    scoring.element,
    note('Another scoring starts again at 0 points.'),
    h(
      'label',
      {},
      note(
        'A field as text: a row on each line, digits 1 to 5, 0 for skulls, dots for empty cells.',
      ),
      input,
    ),
    row(button('Show this field', () => send({ type: 'text', text: input.value, isCalm: calm() }))),
  );

  function draw(state: State, before: State): void {
    const hadFocus = parts.actions.contains(document.activeElement);
    picture.draw(state, before);
    log.draw(state);
    const now = chains.phase(state);
    setText(parts.title, chains.title(state));
    setText(parts.detail, chains.detail(state));
    setText(remark, state.remark);
    // While a chain plays in between, no button moves.
    const isBetween = state.show?.goesOn === true && state.show.mode !== 'paused';
    const buttons = sets[isBetween ? 'live' : now];
    for (const button of all) button.hidden = !buttons.includes(button);
    drop.disabled = now === 'live' && !state.landing;
    setText(auto, state.isAuto ? 'Stop' : 'Autoplay');
    undo.disabled = !state.past.length;
    redo.disabled = !state.future.length;
    fresh.classList.toggle('primary', now === 'over');
    attribute(auto, 'aria-pressed', String(state.isAuto));
    setText(play, state.show?.mode === 'playing' ? 'Pause' : 'Play');
    for (const kind of kinds)
      attribute(kind, 'aria-pressed', String(kind.dataset['k'] === state.paint));
    scoring.set(state.rules);
    // Buttons that vanish leave the focus where the game is.
    const { offsetParent } = document.activeElement as HTMLElement;
    if (hadFocus && before.show !== state.show && offsetParent === null) picture.grid.focus();
  }

  return {
    draw,
    svg: () => picture.svg,
    focus: () => picture.grid.focus(),
  };
}
