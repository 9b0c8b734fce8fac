// A board for keyboards and screen readers: a labeled grid with one cell in the tab order.
//
// The picture's own shapes are the cells of the grid, so that what is read lies where it is seen:
//
//   const grid = makeGrid<string>(svg, {
//     label: 'Connect 4 board',
//     rows: [[{ key: '1,6', element }, ...], ...],    // in reading order
//     name: (key) => 'column 1, row 6, empty',        // read when the cell is focused
//     next: (key, step) => key of the neighbor or null,
//     focus: (key) => draw the cursor there,
//   });
//   grid.update();                                    // after each change of the position
//
// Arrows move (Home and End within the row, Page Up and Page Down within the column); Enter and Space
// are keys of the tab (see keys.ts) with `grid.cursor` as their cell. The tab changes nothing of the
// shapes but their look: grid.ts owns `role`, `tabindex`, `aria-label`.
//
// Boards of thousands of cells give one row with one cell (`virtual`): its label changes as the cursor
// moves, and the size is told by `aria-rowcount` and `aria-colcount`.
import { attribute, s } from './dom.ts';

export type Step = { key: string; shift: boolean };
export type Entry<K> = { key: K; element: SVGElement };

export type GridRules<K> = {
  label: string;
  rows: Entry<K>[][];
  name(key: K): string;
  next(key: K, step: Step): K | null;
  /** The cursor is on a cell that was reached by key or pointer; `null`: the focus left the board. */
  focus?(key: K | null): void;
  first?: K;
  /** For large boards: one shape stands for all cells. */
  virtual?: { rows: number; columns: number; place(key: K): [row: number, column: number] };
};

export type Grid<K> = {
  /** The cell that Enter and Space mean. */
  readonly cursor: K;
  /** Labels the cells again. */
  update(): void;
  /** Moves the cursor, and the focus with it if the board has it. */
  moveTo(key: K): void;
  /** Gives the board the focus. */
  focus(): void;
};

const ARROWS = /^(Arrow(Left|Right|Up|Down)|Home|End|Page(Up|Down))$/;

export function makeGrid<K>(svg: SVGSVGElement, rules: GridRules<K>): Grid<K> {
  const elements = new Map<K, SVGElement>();
  const keys = new Map<Element, K>();
  let cursor = rules.first ?? (rules.rows[0]?.[0]?.key as K);

  attribute(svg, 'role', 'grid');
  attribute(svg, 'aria-label', rules.label);
  // Chromium takes an element that listens for the focus into the tab order.
  attribute(svg, 'tabindex', -1);
  for (const row of rules.rows) {
    // A row may be a group of the picture already; otherwise its cells are moved into one.
    const group = s('g', { role: 'row' });
    row[0]?.element.before(group);
    for (const { key, element } of row) {
      attribute(element, 'role', 'gridcell');
      element.classList.add('cell');
      elements.set(key, element);
      keys.set(element, key);
      group.append(element);
    }
  }
  if (rules.virtual) {
    attribute(svg, 'aria-rowcount', rules.virtual.rows);
    attribute(svg, 'aria-colcount', rules.virtual.columns);
  }

  const shape = (key: K): SVGElement | undefined =>
    rules.virtual ? elements.values().next().value : elements.get(key);

  function label(key: K, element: SVGElement): void {
    attribute(element, 'aria-label', rules.name(key));
    attribute(element, 'tabindex', rules.virtual || key === cursor ? 0 : -1);
    if (!rules.virtual) return;
    const [row, column] = rules.virtual.place(key);
    attribute(element.parentElement as Element, 'aria-rowindex', row + 1);
    attribute(element, 'aria-colindex', column + 1);
  }

  function update(): void {
    if (rules.virtual) {
      const element = shape(cursor);
      if (element) label(cursor, element);
    } else for (const [key, element] of elements) label(key, element);
  }

  const hasFocus = (): boolean => svg.contains(document.activeElement);

  function moveTo(key: K): void {
    const old = shape(cursor);
    cursor = key;
    const element = shape(key);
    if (!element) return;
    if (old && old !== element) attribute(old, 'tabindex', -1);
    label(key, element);
    if (!hasFocus()) return;
    element.focus({ preventScroll: true });
    rules.focus?.(key);
  }

  svg.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !ARROWS.test(event.key)) return;
    event.preventDefault();
    const next = rules.next(cursor, { key: event.key, shift: event.shiftKey });
    if (next !== null) moveTo(next);
  });
  svg.addEventListener('focusin', (event) => {
    const key = keys.get(event.target as Element);
    if (key !== undefined && !rules.virtual) cursor = key;
    rules.focus?.(cursor);
  });
  svg.addEventListener('focusout', (event) => {
    if (!svg.contains(event.relatedTarget as Node | null)) rules.focus?.(null);
  });

  update();
  return {
    get cursor() {
      return cursor;
    },
    update,
    moveTo,
    focus: () => shape(cursor)?.focus({ preventScroll: true }),
  };
}

/** Cells by rows, which follow one another. */
export function byRow<K>(cells: readonly (Entry<K> & { y: number })[]): Entry<K>[][] {
  const rows = new Map<number, Entry<K>[]>();
  for (const { key, element, y } of cells)
    rows.set(y, [...(rows.get(y) ?? []), { key, element }]);
  return [...rows.values()];
}

/** The neighbor in a rectangle of cells: column and row from the top left. */
export function inRectangle(
  width: number,
  height: number,
  x: number,
  y: number,
  { key }: Step,
): [number, number] | null {
  const to: Record<string, [number, number]> = {
    ArrowLeft: [x - 1, y],
    ArrowRight: [x + 1, y],
    ArrowUp: [x, y - 1],
    ArrowDown: [x, y + 1],
    Home: [0, y],
    End: [width - 1, y],
    PageUp: [x, 0],
    PageDown: [x, height - 1],
  };
  const [nx, ny] = to[key] ?? [x, y];
  return nx < 0 || ny < 0 || nx >= width || ny >= height ? null : [nx, ny];
}
