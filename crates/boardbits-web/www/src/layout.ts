// The layout of a tab: board, result, actions and folds, the same for all tabs.
//
//   wide: ┌───────┬────────┐   narrow: ┌────────┐
//         │       │ intro  │           │ intro  │
//         │ board │ result │           │ board  │
//         │       │ bar    │           │ result │
//         │       │ folds  │           │ bar    │
//         └───────┴────────┘           │ folds  │
//                                      └────────┘
//
// Board, result and bar fit the screen together; only the folds scroll. A view fills the parts:
//   parts.board      the picture (one SVG)
//   parts.title      the result in a few words, parts.detail: in a sentence
//   parts.actions    buttons of this position: one primary, at most five others
//   parts.live       what changes with every move (moves, graph, tray), beside the board
//   parts.fold(...)  secondary settings; closed unless `isOpen`
// The busy bar beside the title shows elapsed time, progress, Stop, errors and "Go on"; it needs nothing of the tab.
import { about } from './about.ts';
import type { Definition, Parts, Position, View } from './definition.ts';
import { attribute, button, calm, h, note, setText, time } from './dom.ts';
import type { Machine } from './machine.ts';
import {
  codePanel,
  exportPanel,
  howPanel,
  importPanel,
  keysPanel,
  legendPanel,
  openPanel,
} from './panels.ts';
import type { Key } from './keys.ts';

type Page = Parts & {
  /** Scrolls to the board if it is out of sight: on a phone the folds lie far below it. */
  reveal(): void;
  alert(text: string | null): void;
  /** Shows what runs, and the state in the open panels. */
  update(state: unknown): void;
  /** Adds the panels that every tab has, after those of the view. */
  finish(): void;
};

/** Milliseconds after which a query shows that it runs. */
const PATIENCE = 200;

/** Elapsed time, progress, Stop; what was stopped or has failed, and the way on. */
function busyBar<S, E>(
  machine: Machine<S, E>,
): { words: HTMLElement; element: HTMLElement; update(): void } {
  const words = h('p', { class: 'note words' });
  const meter = h('progress', { 'aria-label': 'progress' });
  const stop = button('Stop', () => machine.stop());
  const resume = button('Go on', () => machine.resume());
  const element = h(
    'div',
    { class: 'busy', role: 'group', 'aria-label': 'running work' },
    meter,
    stop,
    resume,
  );
  let timer = 0;
  function update(): void {
    clearTimeout(timer);
    const status = machine.status();
    const isLong = status.kind === 'running' && status.ms >= PATIENCE;
    words.classList.toggle('failed', status.kind === 'failed');
    stop.hidden = !isLong;
    meter.hidden = !isLong;
    resume.hidden = status.kind !== 'stopped' && status.kind !== 'failed';
    setText(resume, status.kind === 'failed' ? 'Try again' : 'Go on');
    if (status.kind === 'running') {
      timer = window.setTimeout(update, isLong ? 100 : PATIENCE - status.ms + 1);
      if (isLong)
        setText(
          words,
          [status.label, time(Math.floor(status.ms / 100) * 100), status.words]
            .filter(Boolean)
            .join(' · '),
        );
      if (status.share === null) meter.removeAttribute('value');
      else meter.value = status.share;
    } else if (status.kind === 'stopped')
      setText(words, `Stopped after ${time(status.ms)}: ${status.label}.`);
    else if (status.kind === 'failed') setText(words, `${status.label}: ${status.message}.`);
    if (status.kind === 'idle' || (status.kind === 'running' && !isLong)) setText(words, '');
  }
  return { words, element, update };
}

export function layout<S extends Position, E>(
  panel: HTMLElement,
  tab: Definition<S, E>,
  machine: Machine<S, E>,
  play: (events: E[]) => void,
  view: () => View<S>,
): Page {
  const alert = h('p', { class: 'alert', role: 'alert', hidden: true });
  const tryThis = button(tab.story.tryThis.label, () => play(tab.story.tryThis.events()), {
    id: `${tab.id}-try`,
  });
  const intro = h('div', { class: 'intro' }, h('p', {}, tab.story.intro), tryThis);
  const board = h('div', { class: `board ${tab.id}` });
  const title = h('p', { class: 'big', id: `${tab.id}-title` });
  const detail = h('p', { class: 'note', id: `${tab.id}-detail` });
  const actions = h('div', { class: 'row actions', role: 'group', 'aria-label': 'actions' });
  const live = h('div', { class: 'live' });
  const busy = busyBar(machine);
  const status = h('div', { class: 'status' }, title, busy.element);
  const result = h(
    'div',
    { class: 'result' },
    status,
    h('div', { class: 'details' }, busy.words, detail),
    actions,
  );
  const folds = h('div', { class: 'folds' });
  panel.append(alert, intro, board, result, live, folds);

  const reveal = (): void => {
    const { top, bottom } = board.getBoundingClientRect();
    if (bottom < innerHeight / 3 || top > (innerHeight * 2) / 3)
      board.scrollIntoView({ behavior: calm() ? 'auto' : 'smooth' });
  };
  let clicked = machine.state;
  folds.addEventListener('click', () => (clicked = machine.state), true);
  folds.addEventListener('click', (event) => {
    const isButton = (event.target as Element).closest('button') !== null;
    if (isButton && tab.link(machine.state) !== tab.link(clicked)) reveal();
  });

  const updates: ((state: S) => void)[] = [];
  const fold = (
    heading: string,
    options: { isOpen?: boolean },
    ...children: (Node | string)[]
  ): HTMLDetailsElement => {
    const element = h(
      'details',
      { class: 'card', open: options.isOpen === true },
      h('summary', {}, heading),
      h('div', { class: 'inside' }, ...children),
    );
    folds.append(element);
    return element;
  };

  const keys: Key[] = [];

  return {
    board,
    title,
    detail,
    actions,
    live,
    fold,
    reveal,
    imports: (texts, read, ...more) => importPanel(board, texts, read, ...more),
    keys,
    action(label, run, { key, does, ...options } = {}) {
      if (key) keys.push({ keys: [key], name: does ?? options.name ?? label, run });
      return button(label, run, options);
    },
    scale(svg, resized) {
      let last = 0;
      const measure = (): void => {
        const pixels = svg.getScreenCTM()?.a ?? 0;
        if (pixels <= 0 || Math.abs(pixels - last) <= 0.01 * last) return;
        last = pixels;
        svg.style.setProperty('--px', String(1 / pixels));
        resized?.(pixels);
      };
      new ResizeObserver(measure).observe(svg);
    },
    alert(text) {
      attribute(alert, 'hidden', text === null);
      setText(alert, text ?? '');
    },
    update(state) {
      busy.update();
      for (const update of updates) update(state as S);
    },
    finish() {
      fold('What the signs mean', {}, legendPanel(tab.story.legend));
      fold('How it works', {}, howPanel(tab.story.how));
      const code = codePanel(() => tab.snippets(machine.state));
      const details = fold('Code for this position', {}, code.element);
      details.addEventListener('toggle', () => code.update());
      updates.push(() => details.open && code.update());
      const share = exportPanel(
        tab.id,
        () => view().svg(),
        () => tab.text(machine.state),
        () => tab.link(machine.state) !== null,
      );
      const open = (text: string): boolean => {
        const event = tab.pasted?.(text) ?? null;
        if (event !== null) machine.replace(event);
        return event !== null;
      };
      fold('Share and open', {}, share, openPanel(tab.id, open));
      fold('Keys', {}, keysPanel(keys));
      fold(`About ${tab.crate}`, {}, note(tab.about), about(tab));
    },
  };
}
