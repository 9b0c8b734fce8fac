// The keyboard: keys of a board work while the focus is in it, single letters in the whole tab.
//
// A tab lists its keys once; the list also makes the table of keys in the tab's help:
//
//   keys: [
//     { keys: ['u'], name: 'Undo', run: () => send({ type: 'undo' }) },
//     { keys: ['Enter', ' '], name: 'Drop', isOnBoard: true, run: ... },
//   ]
//
// Rules (they keep the page's keys for the page):
// - arrows, Enter, Space and other named keys are for boards only (`isOnBoard` is implied);
// - letters and digits work wherever the focus is in the tab or on nothing, unless a field takes text;
// - a letter means the same in all tabs (U Undo, Y Redo, H Hint, N New game, P Play) or has a meaning in one only;
// - keys with Ctrl, Alt or Meta belong to the browser;
// - `settings.shortcuts = false` turns letters and digits off (WCAG 2.1.4) outside of boards.
import { setting } from './settings.ts';

export type Key = {
  /** Values of `KeyboardEvent.key`. */
  keys: string[];
  name: string;
  /** Only while the focus is in the board. */
  isOnBoard?: boolean;
  run(key: string, event: KeyboardEvent): void;
};

export const shortcuts = setting('shortcuts', true);

const isLetter = (key: string): boolean => key.length === 1 && key !== ' ';

/** Runs what a key of a tab means, and tells the browser that it is done. */
export function press(keys: readonly Key[], board: Element, event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const target = event.target as Element;
  if (target.closest('input:not([type=checkbox], [type=radio], [type=range]), textarea, dialog'))
    return;
  // A list takes letters, and digits if it has numbers.
  const options = [...(target.closest('select')?.options ?? [])];
  const isDigit = /^\d$/.test(event.key);
  if (options.some(({ text }) => !isDigit || text.startsWith(event.key))) return;
  const isInBoard = board.contains(target);
  // Radio buttons and sliders move with arrows, lists with letters.
  if (!isInBoard && !isLetter(event.key)) return;
  if (!isInBoard && !shortcuts.get()) return;
  const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const found = keys.find(
    ({ keys, isOnBoard }) => keys.includes(name) && (isInBoard || !isOnBoard),
  );
  if (!found) return;
  event.preventDefault();
  found.run(name, event);
}

const NAMES: Record<string, string> = {
  ' ': 'Space',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
};

/** The keys for people: "U" and "Undo". */
export function table(keys: readonly Key[]): [string, string][] {
  return keys.map(({ keys, name }) => [
    keys.map((key) => NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key)).join(' '),
    name,
  ]);
}
