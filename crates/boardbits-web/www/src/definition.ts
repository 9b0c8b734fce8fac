// What a tab is.
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
import type { Key } from './keys.ts';
import type { Machine, Query } from './machine.ts';

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

/** What every state has. */
export type Position = {
  /** Changes with each new game, which becomes an entry of the history. */
  game: number;
  /** What is wrong with a position that was opened, if only a query could tell. */
  problem?: string | null;
};

export type Definition<S extends Position, E> = {
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
  /**
   * The part of the address after `#id=`: everything that is visible. `null` if it is too large for
   * an address; with `isKept`, it is for a reload, and can be longer.
   */
  link(state: S, isKept?: boolean): string | null;
  /** The event that shows what a link says; '' is the first visit. Throws `Broken`. */
  read(link: string): E;
  /** The event that opens a game that was pasted as text, `null` if it is not one. */
  pasted?(text: string): E | null;
  /** A sentence that is announced whenever it changes: the last move, the result. */
  told(state: S): string;
  /** The position as text. */
  text(state: S): string;
  snippets(state: S): Snippets;
  view(parts: Parts, send: (event: E) => void, machine: Machine<S, E>): View<S>;
};

/** What the layout gives to a view, see layout.ts. */
export type Parts = {
  board: HTMLElement;
  title: HTMLElement;
  detail: HTMLElement;
  actions: HTMLElement;
  live: HTMLElement;
  fold(
    title: string,
    options: { isOpen?: boolean },
    ...children: (Node | string)[]
  ): HTMLDetailsElement;
  /** A field and buttons that read texts, from files too; and more buttons. */
  imports(texts: Import, read: (text: string) => void, ...more: HTMLElement[]): HTMLElement[];
  /** The keys of the tab: the view adds those without a button. */
  keys: Key[];
  /** A button with its key, which the view puts in its place. `does`: what the table of keys says. */
  action(label: string, run: () => void, options?: Action): HTMLButtonElement;
  /** Keeps `--px`, one pixel in units of the picture; calls `resized` when the pixels of a unit change. */
  scale(svg: SVGSVGElement, resized?: (pixels: number) => void): void;
};

type Action = { primary?: boolean; name?: string; id?: string; key?: string; does?: string };

/** What the panel that reads files says. */
export type Import = { rows: number; name: string; placeholder: string; show: string; open: string; accept: string };
