// Puzzle files as the page writes them: the gallery, the calendar, painted boards, placed pieces.
import type { Coord, GridName } from './lattice.ts';

export type Placement = readonly [piece: number, cells: readonly number[]];

type Example = [name: string, title: string, count: string, grid: GridName, solution: string];

/** The gallery: name, title, number of solutions, and a solution by the letters of its pieces. */
export const GALLERY = `
meteor | Meteor | 2,098 | hexagon
00001/22201/26611/26155/86555/86633/48893/44893/47479/77799
pentominoes-6x10 | Pentominoes 6×10 | 9,356 | square
LLWWTTTXUU/LPPWWTXXXU/LPPPWTYXUU/LFNNYYYYZV/FFFNNNZZZV/FIIIIIZVVV
pentominoes-8x8-hole | Scott’s square | 520 | square
FFYYYYZV/IFFYZZZV/IFWWZVVV/IWW##UUU/IWT##UXU/IPTTTXXX/PPTNNNXL/PPNNLLLL
pentominoes-8x8-corners | Without corners | 17,360 | square
#FIIIII#/FFFYYYYW/FLLLLYWW/PLVVVWWT/PPVZZTTT/PPVZUUXT/NNZZUXXX/#NNNUUX#
pentominoes-5x12 | Pentominoes 5×12 | 4,040 | square
PPUUUZZWYYYY/PPUXUTZWWYLL/PFXXXTZZWWVL/FFFXTTTNNNVL/FIIIIINNVVVL
pentominoes-4x15 | Pentominoes 4×15 | 1,472 | square
UUUPPPTTTWWZVVV/UFUPPNNTWWXZZZV/FFFNNNLTWXXXYZV/FIIIIILLLLXYYYY
pentominoes-3x20 | Pentominoes 3×20 | 8 | square
UUXIIIIINNNFTWYYYYZV/UXXXPPLNNFFFTWWYZZZV/UUXPPPLLLLFTTTWWZVVV
hexiamonds-6x6 | Hexiamond rhombus | 624 | triangle
#AAAAAACCGGGG/##BBBBBCCCDDGG/###BEEECJDDDDII/####EEKKJJJJJIII/#####EKKLLLHHHFIF/######KKLLLHHHFFFF
hexiamonds-4x9 | Hexiamonds 4×9 | 148 | triangle
#FFFJJJJJHHHEEEDDDD/##FFFKKKJHHHEIEEDDAA/###KKKCCLLLIIIGGGGBAA/####CCCCLLLIIGGBBBBBAA
tetrahexes-4x7-parallelogram | Tetrahexes | 18 | axial
ADCCCFF/ADDCFGF/ABDGGEE/ABBBGEE
dominoes-8x8 | Dominoes | 12,988,816 | square
AABBCCDD/EEFFGGHH/IIJJKKLL/ABCDEFGH/ABCDEFGH/IIJJKKLL/AABBCCDD/EEFFGGHH
`
  .trim()
  .split(/\n(?=\S+ \|)/)
  .map((example) => example.split(/ \| |\n/) as Example);

export const SETS: Record<
  string,
  { grid: GridName; pieces: number; size: number; columns: number; width: number; height: number }
> = {
  tetrominoes: { grid: 'square', pieces: 5, size: 4, columns: 5, width: 9, height: 8 },
  pentominoes: { grid: 'square', pieces: 12, size: 5, columns: 10, width: 12, height: 9 },
  hexiamonds: { grid: 'triangle', pieces: 12, size: 6, columns: 12, width: 16, height: 8 },
  tetrahexes: { grid: 'hexagon', pieces: 7, size: 4, columns: 7, width: 10, height: 8 },
  pentahexes: { grid: 'hexagon', pieces: 22, size: 5, columns: 11, width: 13, height: 12 },
};

/** The rows of the board in a puzzle file. */
export function boardRows(file: string): string[] {
  const lines = file.split('\n');
  const from = lines.findIndex((line) => line.trim() === 'board') + 1;
  const end = lines.findIndex((line, i) => i >= from && !line.trim());
  return from ? lines.slice(from, end < 0 ? undefined : end) : [];
}

/** A painted board as a file. */
export function paintedText(set: string, cells: ReadonlySet<string>): string {
  const { grid, width, height } = SETS[set] as (typeof SETS)[string];
  const rows = Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => (cells.has(`${x},${y}`) ? '.' : '#')).join(' '),
  );
  return `title My board\ngrid ${grid}\n\nset ${set}\n\nboard\n${rows.join('\n')}\n`;
}

/** The cells of a painted board. */
export function paintedCells(file: string): Set<string> {
  return new Set(
    boardRows(file).flatMap((row, y) =>
      row.trim().split(' ').flatMap((symbol, x) => (symbol === '.' ? [`${x},${y}`] : [])),
    ),
  );
}

/** A board with as many cells as the pieces of a set. */
export function firstCells(set: string): Set<string> {
  const { pieces, size, columns } = SETS[set] as (typeof SETS)[string];
  return new Set(
    Array.from(
      { length: pieces * size },
      (_, i) => `${(i % columns) + 1},${Math.floor(i / columns) + 1}`,
    ),
  );
}

/**
 * The file with pieces on its board, by their symbols; without the published numbers, which do not
 * hold for it.
 */
export function withPlaced(
  file: string,
  cells: readonly Coord[],
  symbols: readonly string[],
  placed: readonly Placement[],
): string {
  if (!placed.length) return file;
  const on = new Map<string, string>();
  for (const [piece, covered] of placed)
    for (const cell of covered) on.set(String(cells[cell]), symbols[piece] ?? '?');
  const lines = file.split('\n').filter((line) => !/^\s*(solutions|distinct)\b/.test(line));
  const from = lines.findIndex((line) => line.trim() === 'board') + 1;
  for (let y = 0; from + y < lines.length && (lines[from + y] as string).trim(); y++) {
    let x = -1;
    lines[from + y] = (lines[from + y] as string).replace(/\S/g, (symbol) => {
      x++;
      return symbol === '.' ? (on.get(`${x},${y}`) ?? symbol) : symbol;
    });
  }
  return lines.join('\n');
}

// The calendar: months and days on a board of 43 cells, two of which stay free.

export const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const LENGTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const WIDTHS = [6, 6, 7, 7, 7, 7, 3];
const CALENDAR = `
piece L walk S S S E
piece N walk S S W S
piece P walk E S W S
piece U walk S E E N
piece V walk S S E E
piece Y walk S W E S S
piece Z walk E S S E
piece R walk E E S W W
`;

export type MonthDay = { month: number; day: number };
export const isDate = ({ month, day }: MonthDay): boolean =>
  month >= 1 && day >= 1 && day <= (LENGTHS[month - 1] ?? 0);
export const today = (): MonthDay => ({
  month: new Date().getMonth() + 1,
  day: new Date().getDate(),
});

/** The name of each cell of the calendar. */
export const calendarLabels: readonly (readonly [x: number, y: number, label: string])[] =
  WIDTHS.flatMap((width, y) =>
    Array.from(
      { length: width },
      (_, x) =>
        [x, y, y < 2 ? (MONTHS[y * 6 + x] as string) : String((y - 2) * 7 + x + 1)] as const,
    ),
  );

export function calendarText({ month, day }: MonthDay): string {
  const rows = WIDTHS.map((width) => Array.from({ length: 7 }, (_, x) => (x < width ? '.' : '#')));
  (rows[Math.floor((month - 1) / 6)] as string[])[(month - 1) % 6] = '#';
  (rows[2 + Math.floor((day - 1) / 7)] as string[])[(day - 1) % 7] = '#';
  return `title Calendar puzzle, ${day} ${MONTHS[month - 1]}\nsource A-Puzzle-A-Day, DragonFjord\ngrid square\n\nboard\n${rows.map((row) => row.join(' ')).join('\n')}\n${CALENDAR}`;
}
