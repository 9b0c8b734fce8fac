// Where pieces lie: their shapes in any orientation, the cells under a piece that is held.
//
// Points are in units of the lattice's picture (see lattice.ts), with its origin.
import { middle, turn, type Coord, type GridName, type Point } from './lattice.ts';

export type Board = { grid: GridName; cells: readonly Coord[] };
export type Piece = {
  name: string;
  symbol: string;
  cells: Coord[];
  least: number;
  most: number;
  oneSided: boolean;
  fixed: boolean;
};
/** Rotations after an optional reflection. */
export type Orientation = readonly [turns: number, flipped: boolean];

export const folds = (grid: GridName): number => (grid === 'square' ? 4 : 6);

/** The middles of a piece's cells. */
export const shapeOf = (grid: GridName, piece: Piece, [turns, flipped]: Orientation): Point[] =>
  turn(grid, piece.cells, turns, flipped);

const center = (points: readonly Point[]): Point => [
  points.reduce((sum, [x]) => sum + x, 0) / points.length,
  points.reduce((sum, [, y]) => sum + y, 0) / points.length,
];

/** The middles of a piece's cells when it is held with its middle at a point. */
export function heldAt(
  grid: GridName,
  piece: Piece,
  orientation: Orientation,
  [x, y]: Point,
): Point[] {
  const points = shapeOf(grid, piece, orientation);
  const [cx, cy] = center(points);
  return points.map(([px, py]): Point => [px - cx + x, py - cy + y]);
}

/** The cell of the board nearest to a point, within a reach. */
export function nearest(board: Board, [x, y]: Point, reach = 24): number | null {
  let best: number | null = null;
  board.cells.forEach((cell, i) => {
    const [cx, cy] = middle(board.grid, cell);
    const distance = Math.hypot(cx - x, cy - y);
    if (distance < reach) [best, reach] = [i, distance];
  });
  return best;
}

/** The cells of the board under a piece that is held; `null` if it is not on the board. */
export function under(board: Board, points: readonly Point[]): number[] | null {
  const cells = points.map((point) => nearest(board, point, board.grid === 'triangle' ? 17 : 26));
  const found = cells.filter((cell) => cell !== null);
  return found.length === points.length && new Set(found).size === found.length
    ? found.sort((a, b) => a - b)
    : null;
}

/**
 * The point at which a piece is held so that it covers a cell, as near to it as the lattice
 * allows.
 */
export function overCell(
  board: Board,
  piece: Piece,
  orientation: Orientation,
  cell: number,
): Point {
  const at = middle(board.grid, board.cells[cell] as Coord);
  const points = heldAt(board.grid, piece, orientation, at);
  // The piece's cell that is nearest to its middle comes to lie on the cell, if the lattice allows.
  const order = points
    .map((point, i) => [Math.hypot(point[0] - at[0], point[1] - at[1]), i] as const)
    .sort((a, b) => a[0] - b[0]);
  let spare: Point | null = null;
  for (const [, i] of order) {
    const [x, y] = points[i] as Point;
    const moved: Point = [2 * at[0] - x, 2 * at[1] - y];
    const cells = under(board, heldAt(board.grid, piece, orientation, moved));
    if (cells?.includes(cell)) return moved;
    spare ??= moved;
  }
  return spare ?? at;
}

/** The orientation in which a piece covers cells; that of its definition if there is none. */
export function orientationOf(board: Board, piece: Piece, cells: readonly number[]): Orientation {
  const wanted = cells.map((cell) => middle(board.grid, board.cells[cell] as Coord));
  const [cx, cy] = center(wanted);
  for (const flipped of [false, true]) {
    for (let turns = 0; turns < folds(board.grid); turns++) {
      const points = heldAt(board.grid, piece, [turns, flipped], [cx, cy]);
      const isSame = points.every(([x, y]) =>
        wanted.some(([wx, wy]) => Math.hypot(x - wx, y - wy) < 3),
      );
      if (isSame) return [turns, flipped];
    }
  }
  return [0, false];
}
