// A tab: what its author writes, and how it is put on the page.
//
// What a tab author does (c4.ts is the example):
// 1. `NAME-state.ts`, without DOM: the type of the state, the type of its events, `update`, `link`,
//    `read`. Every way of playing is a transition here; test/NAME-table.mjs tests them as a table.
// 2. `NAME.ts`: `export const tab: Definition<State, Event> = {...}` with `wants` (queries, see machine.ts), the story
//    (one sentence, legend, "try this", how it works), the snippets of code, and `view`.
// 3. `view(parts, send)` builds the board and controls once, and returns `draw(state, before)`. `draw`
//    shows the state and nothing else; it keeps no state but the elements. Pictures are updated in
//    place: an element that is replaced under the pointer loses clicks.
// 4. Pointer: `gestures` (pointer.ts). Board for keyboards and screen readers: `makeGrid` (grid.ts).
//    Keys: `parts.action` and `parts.keys` (keys.ts). Results are announced from `told`; call nothing else for that.
// 5. `NAME.css` has the looks of its board, imported in style.css. Colors come from variables that
//    style.css defines for light and dark; no text below 12 px: `Parts.scale` tells the pixels of a unit
//    of the picture, for boards whose labels must grow on small screens.
// 6. One line in the list of app.ts loads the module.
//
// The page does the rest: history and links (`link`, `read`, `game`), elapsed time, progress, Stop,
// errors and "Go on" (the bar of layout.ts), leaving and returning, shortcuts, exports, code panel.
import { say } from './dom.ts';
import { layout, type Parts } from './layout.ts';
import { Machine, type Query } from './machine.ts';
import { press } from './keys.ts';
import { Broken, plain, push, replace } from './route.ts';

/** Texts about a tab. Signs and pictures are markup of ours, never of a visitor. */
export type Story<E> = {
  /** One sentence: what one sees and can do. */
  intro: string;
  /** What the numbers and signs on the board mean. */
  legend: readonly (readonly [sign: string, meaning: string])[];
  /** An example that plays: its label and the events, which the machine takes one after the other. */
  tryThis: { label: string; events(): E[] };
  how: {
    picture: string;
    paragraphs: readonly string[];
    links: readonly (readonly [text: string, address: string])[];
  };
};

/** What gives the same answer elsewhere. Tests run all three. */
export type Snippets = { rust: string; python: string; shell: string };

export type View<S> = {
  draw(state: S, before: S): void;
  /** The picture, for exports. */
  svg(): SVGSVGElement;
  /** Gives the board the focus. */
  focus(): void;
};

export type Definition<S, E> = {
  id: string;
  name: string;
  /** The crate, what it does, the unit of its speed, and the name of its work in `speed.rs`. */
  crate: string;
  about: string;
  unit: string;
  work: string;
  story: Story<E>;
  first(): S;
  update(state: S, event: E): S;
  wants(state: S): Query<E>[];
  /** The part of the address after `#id=`: everything that is visible. */
  link(state: S): string;
  /** The event that shows what a link says; '' is the first visit. Throws `Broken`. */
  read(link: string): E;
  /** The event that opens a game that was pasted as text, `null` if it is not one. */
  pasted?(text: string): E | null;
  /** Changes with each new game, which becomes an entry of the history. */
  game(state: S): number;
  /** What is wrong with a position that was opened, if only a query could tell. */
  problem?(state: S): string | null;
  /** A sentence that is announced whenever it changes: the last move, the result. */
  told(state: S): string;
  /** The position as text. */
  text(state: S): string;
  snippets(state: S): Snippets;
  view(parts: Parts, send: (event: E) => void, machine: Machine<S, E>): View<S>;
};

/** A tab on the page, as app.ts sees it. */
export type Mounted = {
  link(): string;
  /** Shows a link, unless it is shown already. */
  open(link: string): void;
  /** Shows what is wrong with a link, until the position changes. */
  complain(reason: string): void;
  enter(): void;
  leave(): void;
  focus(): void;
  press(event: KeyboardEvent): void;
  isBusy(): boolean;
};

/** Puts a tab into its panel. */
export function mount<S, E>(tab: Definition<S, E>, panel: HTMLElement): Mounted {
  const first = tab.first();
  /** What is wrong with the link, until the visitor changes the position. */
  let broken: { text: string; link: string } | null = null;
  /** Whether an address is being opened, whose history is not ours to write. */
  let isOpening = false;
  let isShown = false;
  /** Whether the visitor has done anything since an address was opened. */
  let isTouched = false;

  const machine: Machine<S, E> = new Machine<S, E>({
    first,
    update: tab.update,
    wants: tab.wants,
    draw(state, before) {
      if (!view) return;
      view.draw(state, before);
      // After a click on the tab, until there is a board.
      if (document.activeElement === panel) view.focus();
      keepFocus();
      const link = tab.link(state);
      if (broken && !isTouched) broken.link = link;
      else if (broken && broken.link !== link) broken = null;
      parts.alert(
        broken?.text ??
          (tab.problem?.(state) ? `This link is broken. ${tab.problem(state)}` : null),
      );
      parts.update(state);
      if (!isShown) return;
      if (state !== before) {
        const told = tab.told(state);
        if (told !== tab.told(before)) say(told);
      }
      if (isOpening) return;
      if (tab.game(state) !== tab.game(before)) {
        push({ id: tab.id, link });
        parts.reveal();
      } else if (link !== tab.link(before)) replace({ id: tab.id, link });
    },
  });

  /** A button that had the focus when it was disabled or hidden. */
  let lost: HTMLButtonElement | null = null;
  const canFocus = (button: HTMLButtonElement): boolean =>
    !button.disabled && button.offsetParent !== null;

  /** A button that is used may be disabled by that: it gets the focus back, or another one of its row has it. */
  function keepFocus(): void {
    const active = document.activeElement;
    if (active instanceof HTMLButtonElement && panel.contains(active) && !canFocus(active))
      lost = active;
    else if (active !== document.body) lost = null;
    if (!lost || !isShown) return;
    if (canFocus(lost)) lost.focus();
    else if (machine.isBusy) return;
    else {
      const row = [...(lost.parentElement?.querySelectorAll('button') ?? [])];
      const next = row.find(canFocus);
      if (next) next.focus();
      else view.focus();
    }
    lost = null;
  }

  const play = (events: E[]): void => {
    isTouched = true;
    const [start, ...rest] = events;
    if (start !== undefined) machine.replace(start);
    for (const event of rest) machine.send(event);
  };
  const send = (event: E): void => {
    isTouched = true;
    machine.send(event);
  };
  const parts = layout(panel, tab, machine, play, () => view);
  // After the parts, which it fills.
  const view: View<S> = tab.view(parts, send, machine);
  parts.finish();

  function open(link: string): void {
    let event: E | undefined;
    let reason = '';
    for (const text of [link, plain(link), '']) {
      try {
        event ??= tab.read(text);
      } catch (error) {
        if (!(error instanceof Broken)) throw error;
        reason ||= error.message;
      }
    }
    broken = null;
    isTouched = false;
    isOpening = true;
    try {
      machine.replace(event as E);
    } finally {
      isOpening = false;
    }
    if (reason) complain(reason);
  }

  function complain(reason: string): void {
    broken = { text: `This link is broken: ${reason}.`, link: tab.link(machine.state) };
    parts.alert(broken.text);
  }

  return {
    link: () => tab.link(machine.state),
    open,
    complain,
    enter() {
      isShown = true;
      machine.enter();
    },
    leave() {
      machine.leave();
      isShown = false;
      // What was announced is not about the tab that is shown next.
      say('');
    },
    focus: () => view.focus(),
    press: (event) => press(parts.keys, parts.board, event),
    isBusy: () => machine.isBusy,
  };
}
