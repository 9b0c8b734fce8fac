// Mouse, touch and pen on a board, as gestures on its cells.
//
// A tab says which cell lies under a point, and gets taps, strokes and hovering in terms of cells:
//
//   gestures(svg, {
//     hit: (x, y) => cell or null,          // in client coordinates; `cellAt` reads `data-c`
//     start: (cell) => paints(cell),        // true: a stroke; false: a tap
//     stroke: (cells) => ...,               // every cell that the pointer has crossed since the last call
//     end: () => ..., cancel: () => ...,    // cancel: undo the whole stroke (a pinch, a phone call)
//     tap: (cell) => ..., hover: (cell) => ...
//   });
//
// - The pointer is captured during a stroke, which may leave the board and come back.
// - Fast strokes have no gaps: the segment between two events is sampled.
// - A second finger is a pinch: it cancels the stroke and draws nothing. The page can be zoomed.
// - `touch-action` follows `drags`: while strokes are possible, a finger does not scroll the page.

export type At = { x: number; y: number; type: string; button: number; shift: boolean };

export type Gestures<K> = {
  hit(x: number, y: number): K | null;
  /** Whether a press begins a stroke. Without it, presses are taps. */
  start?(cell: K | null, at: At): boolean;
  stroke?(cells: K[], at: At): void;
  end?(cell: K | null, at: At): void;
  cancel?(): void;
  /** Pressed and released on one cell. `at.type` is `mouse`, `touch` or `pen`. */
  tap?(cell: K, at: At): void;
  /** The cell under a mouse or pen, `null` outside. */
  hover?(cell: K | null, at: At): void;
};

/** Pixels between the points of a segment that are looked up. */
const SAMPLE = 5;
/** Pixels that a finger may move during a tap. */
const SLIP = 12;

type Press<K> = { id: number; isStroke: boolean; from: At; last: At; cell: K | null };

/** Connects gestures to a board. `drags(true)` is called while strokes are possible on it. */
export function gestures<K>(
  board: SVGElement | HTMLElement,
  rules: Gestures<K>,
): { drags(isPossible: boolean): void; cancel(): void } {
  let press: Press<K> | null = null;
  /** Fingers on the board. */
  const down = new Set<number>();
  let hovered: K | null = null;

  const at = (event: PointerEvent): At => ({
    x: event.clientX,
    y: event.clientY,
    type: event.pointerType,
    button: event.button,
    shift: event.shiftKey,
  });

  function hover(cell: K | null, where: At): void {
    if (cell === hovered || !rules.hover) return;
    hovered = cell;
    rules.hover(cell, where);
  }

  function cancel(): void {
    const old = press;
    press = null;
    if (old?.isStroke) rules.cancel?.();
  }

  function extend(current: Press<K>, next: At): void {
    const { x, y } = current.last;
    const steps = Math.max(1, Math.ceil(Math.hypot(next.x - x, next.y - y) / SAMPLE));
    const crossed: K[] = [];
    for (let i = 1; i <= steps; i++) {
      const cell = rules.hit(x + ((next.x - x) * i) / steps, y + ((next.y - y) * i) / steps);
      if (cell === null || cell === current.cell) continue;
      current.cell = cell;
      crossed.push(cell);
    }
    current.last = next;
    if (crossed.length) rules.stroke?.(crossed, next);
  }

  const listen = <T extends keyof HTMLElementEventMap>(
    type: T,
    listener: (event: HTMLElementEventMap[T]) => void,
  ): void => {
    (board as HTMLElement).addEventListener(type, listener);
  };

  listen('pointerdown', (event) => {
    if (event.pointerType === 'touch') {
      down.add(event.pointerId);
      if (down.size > 1) return cancel();
    }
    // Only the main button, or a finger, or the tip of a pen.
    if (press || event.button !== 0) return;
    const where = at(event);
    const cell = rules.hit(where.x, where.y);
    const isStroke = rules.start?.(cell, where) === true;
    press = { id: event.pointerId, isStroke, from: where, last: where, cell };
    if (!isStroke) return;
    try {
      board.setPointerCapture(event.pointerId);
    } catch {
      // The pointer is gone already.
    }
    event.preventDefault();
    if (cell !== null) rules.stroke?.([cell], where);
  });

  listen('pointermove', (event) => {
    if (press?.id === event.pointerId && press.isStroke) {
      const all = event.getCoalescedEvents?.() ?? [];
      for (const part of all.length ? all : [event]) if (press) extend(press, at(part));
    } else if (!press && event.pointerType !== 'touch')
      hover(rules.hit(event.clientX, event.clientY), at(event));
  });

  listen('pointerup', (event) => {
    down.delete(event.pointerId);
    if (press?.id !== event.pointerId) return;
    const [old, where] = [press, at(event)];
    press = null;
    const cell = rules.hit(where.x, where.y);
    if (old.isStroke) return rules.end?.(cell, where);
    const isStill = Math.hypot(where.x - old.from.x, where.y - old.from.y) <= SLIP;
    if (cell !== null && (cell === old.cell || isStill)) rules.tap?.(old.cell ?? cell, where);
  });

  listen('pointercancel', (event) => {
    down.delete(event.pointerId);
    if (press?.id === event.pointerId) cancel();
  });
  listen('pointerleave', (event) => {
    if (!press) hover(null, at(event));
  });
  // A press that ends elsewhere (not captured, because it was a tap) must not stay.
  addEventListener('pointerup', (event) => {
    down.delete(event.pointerId);
    if (press?.id === event.pointerId && !press.isStroke && !board.contains(event.target as Node))
      press = null;
  });
  addEventListener('pointercancel', (event) => down.delete(event.pointerId));
  addEventListener('blur', cancel);

  const drags = (isPossible: boolean): void => {
    board.style.touchAction = isPossible ? 'pinch-zoom' : 'manipulation';
  };
  drags(rules.start !== undefined);
  return { drags, cancel };
}

/** The attribute `data-c` of the element under a point. Everything that lies over a board has the class `over`. */
export function cellAt(x: number, y: number): string | null {
  return document.elementFromPoint(x, y)?.closest('[data-c]')?.getAttribute('data-c') ?? null;
}

/** A point of the screen in the units of an SVG picture. */
export function pointIn(svg: SVGSVGElement, x: number, y: number): DOMPoint {
  const matrix = svg.getScreenCTM();
  const point = new DOMPoint(x, y);
  return matrix ? point.matrixTransform(matrix.inverse()) : point;
}
