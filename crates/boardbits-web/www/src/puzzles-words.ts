// Puzzles: links, and what is said about a state: title, detail, announcements. No DOM.
import { large, plural, time } from './dom.ts';
import { SETS, calendarText, isDate, paintedText, type Placement } from './puzzles-files.ts';
import {
  LIMIT,
  aim,
  boardOf,
  countOf,
  coveredBy,
  culprit,
  difference,
  isSolved,
  type State,
  type Wanted,
} from './puzzles-model.ts';
import type { Event } from './puzzles-state.ts';
import { Broken, base64url, fields, fromBase64url, joined, oneOf } from './route.ts';

// Links

/** Placed pieces in links and requests: `3-0.1.2_5-3.4.5`. */
export const placedText = (placed: readonly Placement[]): string =>
  placed.map(([piece, cells]) => `${piece}-${cells.join('.')}`).join('_');

export function link(state: State): string {
  const { name, file, date, drawing, puzzle, placed, wanted } = state;
  const text = (what: string): string => base64url(new TextEncoder().encode(what));
  if (drawing)
    return joined([`own:${text(paintedText(drawing.set, drawing.cells))}`], { paint: drawing.set });
  const number = state.solution?.number ?? (wanted?.kind === 'nth' ? wanted.number : null);
  const shown = number === null ? null : String(BigInt(number) + 1n);
  const given = puzzle?.placed.length ?? 0;
  const on = placedText(placed.slice(given));
  if (name === 'own') return joined([`own:${text(file ?? '')}`], { n: shown, on: on || null });
  if (name === 'calendar' && date)
    return joined([`calendar:${date.month}-${date.day}`], { n: shown, on: on || null });
  return joined([shown === null ? name : `${name}:${shown}`], { on: on || null });
}

export function read(link: string): Event {
  const [name = '', argument = '', more] = (link || 'meteor:1').replace(/;.*/, '').split(':');
  if (more !== undefined)
    throw new Broken(`expected one colon, found “${link.slice(0, 24)}”`);
  const names = { own: ['n', 'on', 'paint'], calendar: ['n', 'on'] }[name] ?? ['on'];
  const { named } = fields(link, 1, names);
  const placed = (named.get('on') ?? '')
    .split('_')
    .filter(Boolean)
    .map((word): Placement => {
      const match = /^(\d{1,3})-(\d{1,3}(?:\.\d{1,3})*)$/.exec(word);
      if (!match)
        throw new Broken(
          `expected a placed piece such as 3-0.1.2.3.4, found “${word.slice(0, 24)}”`,
        );
      return [Number(match[1]), (match[2] as string).split('.').map(Number)];
    });
  const number = name === 'own' || name === 'calendar' ? named.get('n') : argument || undefined;
  if (number !== undefined && !/^[1-9]\d{0,30}$/.test(number))
    throw new Broken(`expected the number of a solution, found “${number.slice(0, 24)}”`);
  const wanted: Wanted | null =
    number === undefined ? null : { kind: 'nth', number: String(BigInt(number) - 1n) };
  const event = {
    type: 'open',
    name,
    file: null,
    date: null,
    placed,
    wanted,
    drawing: null,
  } as const;
  if (name === 'own') {
    const file = new TextDecoder().decode(fromBase64url('the puzzle', argument));
    const set = named.get('paint');
    return {
      ...event,
      file,
      drawing:
        set === undefined ? null : oneOf('the pieces', set, Object.keys(SETS), 'pentominoes'),
    };
  }
  if (name === 'calendar') {
    const [month = 0, day = 0, more] = argument.split('-').map(Number);
    if (!isDate({ month, day }) || more !== undefined)
      throw new Broken(`expected a date such as 12-24, found “${argument.slice(0, 12)}”`);
    return { ...event, date: { month, day }, file: calendarText({ month, day }) };
  }
  return event;
}

// Words

/** "6x10" as people write it. */
const titled = (text: string): string => text.replace(/(\d)x(\d)/g, '$1×$2');
export const puzzleTitle = ({ puzzle, drawing }: State): string =>
  drawing ? 'Paint a board' : titled(puzzle?.title || 'Your own puzzle');

export function title(state: State): string {
  const { solution, search, drawing, puzzle } = state;
  if (drawing) return 'Paint a board';
  if (!puzzle) return 'One moment …';
  if (search)
    return (
      { solution: 'A solution', done: 'The search is over' }[search.state] ??
      (search.isRunning ? 'Searching …' : 'The search is paused')
    );
  if (solution)
    return `Solution ${large(String(BigInt(solution.number) + 1n))} of ${large(solution.count)}`;
  if (isSolved(state)) return 'Solved!';
  const known = countOf(state);
  if (!known) return 'Counting …';
  if (known.count === null) return `Not counted within ${LIMIT / 1000} seconds`;
  return known.count === '0'
    ? 'No solution left'
    : `${large(known.count)} ${known.count === '1' ? 'solution' : 'solutions'} left`;
}

export function detail(state: State): string {
  const { solution, search, drawing, puzzle, hint, remark, distinct } = state;
  if (remark) return remark;
  if (drawing) {
    const { pieces, size } = SETS[drawing.set] as (typeof SETS)[string];
    const more = difference(state);
    const problem =
      more < 0
        ? `${plural(-more, 'cell')} too few`
        : more > 0
          ? `${plural(more, 'cell')} too many`
          : 'as many as the pieces have';
    return `${drawing.cells.size} cells: ${problem}. The ${pieces} ${drawing.set} have ${pieces * size}.`;
  }
  if (!puzzle) return '';
  if (distinct !== null && distinct !== 'asked')
    return `${large(distinct)} ${distinct === '1' ? 'solution' : 'solutions'} up to symmetry.`;
  if (search) return `${plural(search.nodes, 'partial solution')} tried.`;
  if (solution) return 'Take a piece off and solve the rest by hand.';
  if (hint !== null && typeof hint === 'object')
    return `Piece ${puzzle.pieces[hint[0]]?.name} fits here. Press Hint again to place it.`;
  if (isSolved(state))
    return `All ${plural(puzzle.cells.length, 'cell')} covered by ${plural(state.placed.length, 'piece')}.`;
  const spoiler = culprit(state);
  if (spoiler !== null)
    return `Piece ${puzzle.pieces[spoiler]?.name} made it impossible. Undo, or take it off.`;
  const known = countOf(state);
  if (!known) return '';
  if (hint === 'none')
    return known.count === '0'
      ? 'There is no solution with these pieces. Take one off.'
      : 'The board is full.';
  if (known.count === '0') return whyNone(state);
  if (known.count === null) return 'Place a piece: with fewer left, counting is faster.';
  return `${known.ms < 0 ? 'This is the published number' : `Counted in ${time(known.ms)}`}. Drag a piece onto the board.`;
}

/** Why there is no solution, if the numbers of cells tell. */
function whyNone({ puzzle }: State): string {
  if (!puzzle) return '';
  const free = puzzle.cells.length;
  const least = puzzle.pieces.reduce((sum, piece) => sum + piece.least * piece.cells.length, 0);
  const most = puzzle.pieces.reduce(
    (sum, piece) => sum + Math.min(piece.most, 999) * piece.cells.length,
    0,
  );
  if (least > free) return `The board has ${plural(least - free, 'cell')} too few for all pieces.`;
  if (most < free && !puzzle.packing)
    return `The board has ${plural(free - most, 'cell')} more than all pieces together.`;
  return 'The numbers of cells agree, but the pieces do not fit.';
}

export function told(state: State): string {
  const { held, puzzle, search } = state;
  if (search?.isRunning || !puzzle) return '';
  if (held && !held.isDragged) {
    const name = puzzle.pieces[held.piece]?.name ?? '';
    const [turns, flipped] = held.orientation;
    const found = aim(state);
    const where = !held.at
      ? ''
      : found?.fits
        ? ' fits here'
        : found
          ? ' lies on another piece'
          : ' is not on the board';
    return `${state.remark} Piece ${name}${turns || flipped ? `, ${flipped ? 'flipped, ' : ''}rotation ${turns}` : ''}${where}.`.trim();
  }
  if (!state.solution && !countOf(state)) return '';
  return `${title(state).replace(/[^!]$/, '$&.')} ${detail(state)}`;
}

export function cellName(state: State, cell: number): string {
  const { drawing, puzzle, hint } = state;
  const [x, y] = boardOf(state).cells[cell] ?? [0, 0];
  const place = `column ${x + 1}, row ${y + 1}`;
  if (drawing)
    return `${place}: ${drawing.cells.has(`${x},${y}`) ? 'part of the board' : 'not part of the board'}`;
  const on = coveredBy(state, cell);
  const hinted =
    hint !== null && typeof hint === 'object' && hint[1].includes(cell)
      ? `, hint: piece ${puzzle?.pieces[hint[0]]?.name}`
      : '';
  return `${place}: ${on ? `piece ${puzzle?.pieces[on[0]]?.name}` : 'free'}${hinted}`;
}
