// Puzzles: what the state of the tab is, and what can be read off it. No DOM.
//
// A puzzle is a `file`; `puzzle` is what the crate reads in it. The board shows one of four
// things: the pieces `placed` by hand, a `solution` by its number, the search for all solutions,
// or a board that is `drawn`. Numbers of solutions are kept in `counts` by what is placed, so that
// undo knows them at once; the piece that spoiled the puzzle is read off them.
import type { Coord, GridName, Point } from './lattice.ts';
import { SETS, type MonthDay, type Placement } from './puzzles-files.ts';
import { heldAt, under, type Board, type Orientation, type Piece } from './puzzles-shape.ts';

export type Shown = {
  title: string;
  source: string;
  grid: GridName;
  cells: Coord[];
  pieces: Piece[];
  placed: Placement[];
  packing: boolean;
  published: string | null;
};
export type Solution = { count: string; number: string; placements: Placement[] };
export type Search = {
  isRunning: boolean;
  isFast: boolean;
  nodes: number;
  state: string;
  placements: readonly Placement[];
};
/**
 * A piece in the hand. `from`: what it covered before it was lifted; `moved`: since it was
 * grabbed.
 */
export type Held = {
  piece: number;
  orientation: Orientation;
  at: Point | null;
  from: readonly number[] | null;
  isDragged: boolean;
  moved: boolean;
};
export type Wanted = { kind: 'nth'; number: string } | { kind: 'random'; seed: number };
type Count = { count: string | null; ms: number };

export type State = {
  /** Of the gallery, `calendar` or `own`. */
  name: string;
  date: MonthDay | null;
  /** Texts of the gallery. */
  files: ReadonlyMap<string, string> | null;
  file: string | null;
  puzzle: Shown | null;
  placed: readonly Placement[];
  past: readonly (readonly Placement[])[];
  future: readonly (readonly Placement[])[];
  counts: ReadonlyMap<string, Count>;
  solution: Solution | null;
  wanted: Wanted | null;
  distinct: null | 'asked' | string;
  hint: null | 'asked' | 'none' | Placement;
  search: Search | null;
  held: Held | null;
  orientations: readonly Orientation[];
  drawing: {
    set: string;
    cells: ReadonlySet<string>;
    before: ReadonlySet<string> | null;
    isAdding: boolean;
  } | null;
  remark: string;
  /** Why a text is not a puzzle. */
  refusal: string;
  problem: string | null;
  game: number;
};

export const initial: State = {
  name: '',
  date: null,
  files: null,
  file: null,
  puzzle: null,
  placed: [],
  past: [],
  future: [],
  counts: new Map(),
  solution: null,
  wanted: null,
  distinct: null,
  hint: null,
  search: null,
  held: null,
  orientations: [],
  drawing: null,
  remark: '',
  refusal: '',
  problem: null,
  game: 0,
};

/** Milliseconds for counts, hints and solutions. */
export const LIMIT = 30_000;

/** The board that is shown: that of the puzzle, or all cells that can be painted. */
export function boardOf({ puzzle, drawing }: State): Board {
  if (!drawing) return puzzle ?? { grid: 'square', cells: [] };
  const { grid, width, height } = SETS[drawing.set] as (typeof SETS)[string];
  return {
    grid,
    cells: Array.from({ length: width * height }, (_, i): Coord => [
      i % width,
      Math.floor(i / width),
    ]),
  };
}

/** The pieces on the board, whatever put them there. */
export const lying = ({ solution, search, placed }: State): readonly Placement[] =>
  search ? search.placements : (solution?.placements ?? placed);
export const coveredBy = (state: State, cell: number): Placement | undefined =>
  lying(state).find(([, cells]) => cells.includes(cell));
export const keyOf = (placed: readonly Placement[]): string => placed.map(String).sort().join(';');

/** How many copies of a piece are left. */
export function left(state: State, piece: number): number {
  const { puzzle } = state;
  const kind = puzzle?.pieces[piece];
  if (!puzzle || !kind) return 0;
  const on = lying(state);
  const free = puzzle.cells.length - on.reduce((sum, [, cells]) => sum + cells.length, 0);
  return Math.max(
    0,
    Math.min(
      kind.most - on.filter(([other]) => other === piece).length,
      Math.floor(free / kind.cells.length),
    ),
  );
}

/**
 * The number of solutions with what is placed; on the untouched board of a known puzzle the
 * published one.
 */
export function countOf(state: State, placed = state.placed): Count | undefined {
  const { puzzle, counts } = state;
  const known = counts.get(keyOf(placed));
  if (known || !puzzle?.published || placed.length !== puzzle.placed.length) return known;
  return { count: puzzle.published, ms: -1 };
}

/** The piece whose placement left no solution. */
export function culprit(state: State): number | null {
  for (
    let i = state.placed.length;
    i > 0 && countOf(state, state.placed.slice(0, i))?.count === '0';
    i--
  ) {
    const before = countOf(state, state.placed.slice(0, i - 1))?.count;
    if (before !== undefined && before !== null && before !== '0')
      return (state.placed[i - 1] as Placement)[0];
  }
  return null;
}

/** Whether every cell is covered by hand. */
export function isSolved({ puzzle, placed, solution, search, drawing }: State): boolean {
  if (!puzzle || solution || search || drawing || placed.length <= puzzle.placed.length)
    return false;
  if (puzzle.packing)
    return puzzle.pieces.every(
      (piece, i) => placed.filter(([other]) => other === i).length >= piece.least,
    );
  return placed.reduce((sum, [, cells]) => sum + cells.length, 0) === puzzle.cells.length;
}

/** The cells under the piece in the hand, and whether it fits there. */
export function aim(state: State): { cells: number[]; fits: boolean } | null {
  const { held, puzzle } = state;
  const piece = held && puzzle?.pieces[held.piece];
  if (!held?.at || !puzzle || !piece) return null;
  const cells = under(puzzle, heldAt(puzzle.grid, piece, held.orientation, held.at));
  return cells && { cells, fits: !cells.some((cell) => coveredBy(state, cell)) };
}

/** Cells that a painted board has more than its pieces. */
export function difference({ drawing }: State): number {
  if (!drawing) return 0;
  const { pieces, size } = SETS[drawing.set] as (typeof SETS)[string];
  return drawing.cells.size - pieces * size;
}
