// Puzzles: the events of the tab and its transitions. No DOM; test/puzzles-table.mjs tests them as
// a table.
import { again } from './dom.ts';
import type { Point } from './lattice.ts';
import { turnedBack } from './machine.ts';
import {
  calendarText,
  firstCells,
  isDate,
  paintedCells,
  paintedText,
  type MonthDay,
  type Placement,
} from './puzzles-files.ts';
import {
  aim,
  boardOf,
  coveredBy,
  difference,
  initial,
  left,
  lying,
  type Held,
  type Shown,
  type Solution,
  type State,
  type Wanted,
} from './puzzles-model.ts';
import { folds, orientationOf, overCell, type Orientation, type Piece } from './puzzles-shape.ts';

/** What buttons send. */
export type Button =
  'undo' | 'redo' | 'clear' | 'askHint' | 'askDistinct' | 'search' | 'solve' | 'quit';

export type Event =
  | { type: 'files'; files: [string, string][] }
  /** `drawing`: the set of pieces of a painted board. */
  | ({ type: 'open'; drawing: string | null } & Pick<
      State,
      'name' | 'file' | 'date' | 'placed' | 'wanted'
    >)
  | { type: 'choose'; name: string }
  | { type: 'date'; date: MonthDay }
  | { type: 'file'; text: string }
  | { type: 'opened'; puzzle: Shown; problem: string | null }
  | { type: 'refused' | 'rejected'; message: string }
  | { type: 'count'; key: string; count: string | null; ms: number }
  | { type: 'solution'; solution: Solution }
  | { type: 'noSolution'; message: string }
  | { type: 'distinct'; count: string }
  | { type: 'hint'; hint: Placement | null }
  | { type: 'searched'; nodes: number; state: string; placements: Placement[] }
  | { type: 'want'; wanted: Wanted }
  | { type: 'step'; by: number }
  | { type: 'grab'; piece: number | null; cell: number | null; at: Point }
  | { type: 'move'; at: Point }
  | { type: 'letGo'; isOnBoard: boolean }
  | { type: 'over'; cell: number | null }
  | { type: 'put' | 'take'; cell: number }
  | { type: 'pick'; by: number }
  | { type: 'rotate' | 'flip' | 'revert' | 'endStroke' | Button }
  | { type: 'pace'; isFast: boolean }
  | { type: 'draw'; set: string }
  | { type: 'paint'; cells: readonly number[]; begins: boolean };

const orientation = (state: State, piece: number): Orientation =>
  state.orientations[piece] ?? [0, false];

/** The pieces placed by hand, without a solution or a search. */
function byHandAgain(state: State): State {
  const nothing = { solution: null, search: null, wanted: null, held: null, hint: null };
  return { ...state, ...nothing, remark: '' };
}

/** By hand: what else was shown or asked goes. */
function byHand(state: State, placed: readonly Placement[]): State {
  return {
    ...state,
    placed,
    past: [...state.past, state.placed],
    future: [],
    solution: null,
    wanted: null,
    search: null,
    hint: null,
    distinct: null,
    remark: '',
    refusal: '',
    problem: null,
  };
}

function opening(state: State, change: Partial<State>): State {
  return { ...initial, files: state.files, game: state.game + 1, ...change };
}

function put(state: State, held: Held): State {
  const found = aim({ ...state, held });
  const piece = state.puzzle?.pieces[held.piece];
  if (!found?.fits || !piece) {
    const why = found ? 'there is another piece' : 'it would not be on the board';
    return {
      ...state,
      held: { ...held, at: null, from: null, isDragged: false },
      remark: `Piece ${piece?.name} does not fit: ${why}.`,
    };
  }
  return { ...byHand(state, [...lying(state), [held.piece, found.cells]]), held: null };
}

function taken(state: State, cell: number): State {
  const placement = coveredBy(state, cell);
  if (!placement || !state.puzzle) return state;
  const isGiven = state.puzzle.placed.some((given) => String(given) === String(placement));
  if (isGiven) return { ...state, remark: 'This piece belongs to the puzzle.' };
  return {
    ...byHand(
      state,
      lying(state).filter((other) => other !== placement),
    ),
    held: null,
  };
}

function turned(state: State, turn: (from: Orientation, all: number) => Orientation): State {
  const { held, puzzle } = state;
  if (!held || !puzzle || puzzle.pieces[held.piece]?.fixed) return state;
  const next = turn(held.orientation, folds(puzzle.grid));
  const orientations = puzzle.pieces.map((_, i) =>
    i === held.piece ? next : orientation(state, i),
  );
  return { ...state, orientations, held: { ...held, orientation: next }, remark: '' };
}

function held(state: State, piece: number, turns = orientation(state, piece)): Held {
  return { piece, orientation: turns, at: null, from: null, isDragged: false, moved: false };
}

/** A board before it is painted. */
const blank = { before: null, isAdding: true } as const;

function painting(state: State, change: Partial<NonNullable<State['drawing']>>): State {
  return state.drawing ? { ...state, drawing: { ...state.drawing, ...change } } : state;
}

const inHand = (state: State, held: Held): State => ({ ...state, held, remark: '' });

export function update(state: State, event: Event): State {
  const { puzzle } = state;
  switch (event.type) {
    case 'files': {
      const files = new Map(event.files);
      const next = { ...state, files };
      if (state.file !== null || state.drawing) return next;
      const file = files.get(state.name);
      if (file !== undefined) return { ...next, file };
      const names = [...files.keys()].join(', ');
      return {
        ...next,
        name: 'meteor',
        file: files.get('meteor') ?? '',
        wanted: null,
        placed: [],
        problem: `There is a puzzle calendar, ${names}, but not “${state.name.slice(0, 24)}”.`,
      };
    }
    case 'open': {
      const { type: _, drawing, ...opened } = event;
      const { name, file } = opened;
      if (drawing !== null)
        return opening(state, {
          name: 'own',
          drawing: { ...blank, set: drawing, cells: paintedCells(file ?? '') },
        });
      return opening(state, {
        ...opened,
        file: file ?? state.files?.get(name) ?? null,
        ...(file === null && state.files && !state.files.has(name) ? { files: null } : {}),
      });
    }
    case 'choose':
      if (event.name === 'calendar') return state;
      return opening(state, { name: event.name, file: state.files?.get(event.name) ?? null });
    case 'date':
      return isDate(event.date)
        ? opening(state, { name: 'calendar', date: event.date, file: calendarText(event.date) })
        : state;
    case 'file':
      return opening(state, { name: 'own', file: event.text });
    case 'opened': {
      const given = event.puzzle.placed;
      const placed =
        event.problem === null && state.placed.length ? [...given, ...state.placed] : given;
      return {
        ...state,
        puzzle: event.puzzle,
        placed,
        problem: event.problem ?? state.problem,
        orientations: event.puzzle.pieces.map((): Orientation => [0, false]),
      };
    }
    case 'refused': {
      // A link that is not a puzzle: the first puzzle is shown instead.
      const file = state.files?.get('meteor') ?? null;
      return {
        ...state,
        name: 'meteor',
        date: null,
        file,
        placed: [],
        wanted: null,
        problem: `${event.message}.`,
      };
    }
    case 'rejected':
      return { ...state, refusal: again(`This is not a puzzle: ${event.message}.`, state.refusal) };
    case 'count':
      return {
        ...state,
        counts: new Map(state.counts).set(event.key, { count: event.count, ms: event.ms }),
      };
    case 'solution':
      return {
        ...byHandAgain(state),
        solution: event.solution,
        wanted: state.wanted && { kind: 'nth', number: event.solution.number },
      };
    case 'noSolution':
      return {
        ...state,
        wanted: null,
        ...(state.solution ? { remark: `${event.message}.` } : { problem: `${event.message}.` }),
      };
    case 'distinct':
      return { ...state, distinct: event.count };
    case 'hint':
      return { ...state, hint: event.hint ?? 'none' };
    case 'searched': {
      const { nodes, placements } = event;
      if (!state.search?.isRunning) return state;
      return {
        ...state,
        search: {
          ...state.search,
          nodes,
          placements,
          state: event.state,
          isRunning: event.state !== 'done',
        },
      };
    }
    case 'want':
      if (!puzzle || state.drawing) return state;
      return {
        ...byHandAgain(state),
        solution: state.solution,
        wanted: event.wanted,
        distinct: null,
        problem: null,
        refusal: '',
      };
    case 'step': {
      const { solution } = state;
      if (!solution) return update(state, { type: 'want', wanted: { kind: 'nth', number: '0' } });
      const total = BigInt(solution.count);
      const from = BigInt(state.wanted?.kind === 'nth' ? state.wanted.number : solution.number);
      return update(state, {
        type: 'want',
        wanted: { kind: 'nth', number: String((from + BigInt(event.by) + total) % total) },
      });
    }
    case 'grab': {
      if (!puzzle || state.drawing) return state;
      if (event.piece !== null)
        return left(state, event.piece)
          ? inHand(state, { ...held(state, event.piece), at: event.at, isDragged: true })
          : state;
      const placement = event.cell === null ? undefined : coveredBy(state, event.cell);
      if (!placement) return state;
      const [piece, cells] = placement;
      const turns = orientationOf(puzzle, puzzle.pieces[piece] as Piece, cells);
      const hand = { ...held(state, piece, turns), at: event.at, from: cells, isDragged: true };
      return inHand(state, hand);
    }
    case 'move': {
      const { held } = state;
      if (!held?.isDragged) return state;
      const next = { ...held, at: event.at, moved: true };
      // A piece of the board is lifted when it moves.
      if (!held.from || held.moved) return { ...state, held: next };
      const lifted = taken(state, held.from[0] as number);
      return lifted.past === state.past ? { ...lifted, held: null } : { ...lifted, held: next };
    }
    case 'letGo': {
      const { held } = state;
      if (!held?.isDragged) return state;
      if (!held.moved)
        return held.from
          ? taken({ ...state, held: null }, held.from[0] as number)
          : { ...state, held: { ...held, at: null, isDragged: false } };
      if (!event.isOnBoard)
        return { ...state, held: { ...held, at: null, from: null, isDragged: false } };
      const next = put(state, held);
      // A piece that was moved on the board is one step for undo.
      return held.from && next.held === null ? { ...next, past: next.past.slice(0, -1) } : next;
    }
    case 'revert': {
      const { held, drawing } = state;
      if (drawing) return painting(state, { cells: drawing.before ?? drawing.cells, before: null });
      if (!held) return state;
      const next = { ...state, held: null };
      return held.from && held.moved && state.past.length
        ? { ...next, placed: state.past.at(-1) ?? [], past: state.past.slice(0, -1) }
        : next;
    }
    case 'over': {
      const { held } = state;
      if (!held || held.isDragged || !puzzle) return state;
      const at =
        event.cell === null
          ? null
          : overCell(puzzle, puzzle.pieces[held.piece] as Piece, held.orientation, event.cell);
      return { ...state, held: { ...held, at } };
    }
    case 'put': {
      if (!puzzle || !state.held) return taken(state, event.cell);
      if (coveredBy(state, event.cell)) return taken(state, event.cell);
      const next = update(state, { type: 'over', cell: event.cell });
      return next.held ? put(next, next.held) : next;
    }
    case 'take':
      return taken(state, event.cell);
    case 'pick': {
      if (!puzzle || state.drawing) return state;
      const count = puzzle.pieces.length;
      let piece = state.held?.piece ?? (event.by > 0 ? -1 : count);
      for (let i = 0; i < count; i++) {
        piece = (piece + event.by + count) % count;
        if (left(state, piece)) return inHand(state, held(state, piece));
      }
      return { ...state, held: null };
    }
    case 'rotate':
      return turned(state, ([turns, flipped], all) => [(turns + 1) % all, flipped]);
    case 'flip':
      if (state.held && puzzle?.pieces[state.held.piece]?.oneSided)
        return { ...state, remark: 'This piece must not be turned over.' };
      return turned(state, ([turns, flipped], all) => [(all - turns) % all, !flipped]);
    case 'undo':
    case 'redo': {
      if (state.drawing) return state;
      if (state.solution || state.search)
        return byHandAgain(state);
      const back = turnedBack(state, event.type, state.placed);
      if (!back) return state;
      return { ...state, placed: back.value, ...back.stacks, held: null, hint: null, remark: '' };
    }
    case 'clear':
      if (!puzzle || state.drawing) return state;
      if (!state.placed.length || state.placed.length === puzzle.placed.length)
        return byHandAgain(state);
      return { ...byHand(state, puzzle.placed), held: null };
    case 'askHint': {
      if (!puzzle || state.drawing) return state;
      const { hint } = state;
      if (hint !== null && typeof hint === 'object')
        return { ...byHand(state, [...state.placed, hint]), held: null };
      return { ...byHandAgain(state), hint: 'asked' };
    }
    case 'askDistinct':
      return puzzle && !state.drawing ? { ...state, distinct: 'asked' } : state;
    case 'search': {
      if (!puzzle || state.drawing) return state;
      const { search } = state;
      if (search?.isRunning) return { ...state, search: { ...search, isRunning: false } };
      if (search && search.state !== 'done')
        return { ...state, search: { ...search, isRunning: true } };
      return {
        ...byHandAgain(state),
        search: {
          isRunning: true,
          isFast: state.search?.isFast ?? false,
          nodes: 0,
          state: 'searching',
          placements: state.placed,
        },
      };
    }
    case 'pace':
      return state.search ? { ...state, search: { ...state.search, isFast: event.isFast } } : state;
    case 'draw':
      return opening(state, {
        name: 'own',
        drawing: { ...blank, set: event.set, cells: firstCells(event.set) },
      });
    case 'paint': {
      const { drawing } = state;
      const cells = boardOf(state).cells;
      const first = event.cells[0];
      if (!drawing || first === undefined) return state;
      const isAdding = event.begins ? !drawing.cells.has(String(cells[first])) : drawing.isAdding;
      const next = new Set(drawing.cells);
      for (const cell of event.cells) next[isAdding ? 'add' : 'delete'](String(cells[cell]));
      const before = event.begins ? drawing.cells : drawing.before;
      return painting(state, { cells: next, isAdding, before });
    }
    case 'endStroke':
      return painting(state, { before: null });
    case 'solve':
      if (!state.drawing || difference(state)) return state;
      return opening(state, {
        name: 'own',
        file: paintedText(state.drawing.set, state.drawing.cells),
      });
    case 'quit':
      return state.drawing
        ? opening(state, { name: 'meteor', file: state.files?.get('meteor') ?? null })
        : state;
  }
}
