// Geometry of squares, hexagons and triangles, in units of the picture.

export type GridName = 'square' | 'hexagon' | 'axial' | 'triangle';
/** Column and row. */
export type Coord = [number, number];
export type Point = [number, number];

const SIDE = 44;
/** Height of a triangle, and distance of the rows of hexagons. */
const TRIANGLE = SIDE * 1.25;
const TALL = (TRIANGLE * Math.sqrt(3)) / 2;
const ROW = (SIDE * Math.sqrt(3)) / 2;

/** Whether a triangle stands on its base. */
const isUp = ([x, y]: Coord): boolean => (((x + y) % 2) + 2) % 2 === 0;

/** The middle of a cell. */
export function middle(grid: GridName, [x, y]: Coord): Point {
  if (grid === 'square') return [x * SIDE, y * SIDE];
  if (grid === 'hexagon') return [x * SIDE + (((y % 2) + 2) % 2) * (SIDE / 2), y * ROW];
  if (grid === 'axial') return [x * SIDE + y * (SIDE / 2), y * ROW];
  return [(x * TRIANGLE) / 2, y * TALL + (isUp([x, y]) ? TALL / 6 : -TALL / 6)];
}

/** The rectangle around points, with a margin. */
export function around(points: readonly Point[], margin = 0): { x: number; y: number; width: number; height: number } {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  return { x, y, width: Math.max(...xs) + margin - x, height: Math.max(...ys) + margin - y };
}

/** The corners of a cell whose middle is given. */
export function corners(grid: GridName, cell: Coord, [cx, cy]: Point): Point[] {
  if (grid === 'square') {
    const half = SIDE / 2;
    return [[cx - half, cy - half], [cx + half, cy - half], [cx + half, cy + half], [cx - half, cy + half]];
  }
  if (grid === 'triangle') {
    const side = isUp(cell) ? 1 : -1;
    const reach = (TALL * 2) / 3;
    return [[cx, cy - side * reach], [cx + (side * TRIANGLE) / 2, cy + (side * TALL) / 3], [cx - (side * TRIANGLE) / 2, cy + (side * TALL) / 3]];
  }
  return hexagon([cx, cy], SIDE / Math.sqrt(3));
}

/** The corners of a hexagon that stands on one of them. */
export const hexagon = ([cx, cy]: Point, radius: number): Point[] =>
  [0, 1, 2, 3, 4, 5]
    .map((i) => (i * Math.PI) / 3)
    .map((angle) => [cx + radius * Math.sin(angle), cy - radius * Math.cos(angle)]);

/** Points as an attribute of a polygon. */
export const path = (points: readonly Point[]): string =>
  points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');

/**
 * The middles of cells after a reflection and rotations about the origin. The origin is the middle of a square or hexagon, or
 * a corner of triangles, so that cells come to lie on cells.
 */
export function turn(grid: GridName, cells: Coord[], rotations: number, flipped: boolean): Point[] {
  const angle = grid === 'square' ? Math.PI / 2 : Math.PI / 3;
  const [sin, cos] = [Math.sin(angle * rotations), Math.cos(angle * rotations)];
  const [ox, oy] = grid === 'triangle' ? [0, -TALL / 2] : [0, 0];
  return cells.map((cell): Point => {
    const [x, y] = middle(grid, cell);
    const [fx, fy] = [flipped ? -(x - ox) : x - ox, y - oy];
    return [fx * cos - fy * sin + ox, fx * sin + fy * cos + oy];
  });
}

/** The cell of the lattice whose middle is nearest to a point; for triangles only which way it stands matters. */
export function cellNear(grid: GridName, [x, y]: Point): Coord {
  if (grid !== 'triangle') return [Math.round(x), Math.round(y)];
  const row = Math.round(y / TALL);
  // The middles of triangles that stand on their bases are lower.
  const low = y - row * TALL > 0;
  const column = Math.round((2 * x) / TRIANGLE);
  return [isUp([column, row]) === low ? column : column + 1, row];
}
