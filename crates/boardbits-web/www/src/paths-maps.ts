// The gallery of Paths: maps by name, built from numbers of a generator so that they can be
// repeated.

export type GridMap = {
  width: number;
  height: number;
  walls: Uint8Array<ArrayBuffer>;
  from: number;
  to: number;
};
export type Piece = 'king' | 'step' | 'nocut' | 'knight' | 'queen' | 'rook' | 'bishop';
export type MapName =
  'example' | 'rooms' | 'maze' | 'cave' | 'chess' | 'leaper' | 'random' | 'empty' | 'large';

/** Name, title, and the piece that it begins with. */
export const GALLERY: readonly (readonly [MapName, string, Piece])[] = [
  ['example', 'Two walls', 'king'],
  ['rooms', 'Rooms', 'nocut'],
  ['maze', 'Maze', 'step'],
  ['cave', 'Cave', 'king'],
  ['chess', 'Chess king', 'king'],
  ['leaper', 'Chess knight', 'knight'],
  ['random', 'Random walls', 'king'],
  ['large', 'Large maze', 'step'],
  ['empty', 'Empty map', 'king'],
];

export type Random = () => number;

/** Numbers from 0 to 1 (mulberry32), always the same for a seed. */
export function random(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Size = [width: number, height: number];
/** The sizes on wide and on narrow screens, if they are not 24×16 and 15×19. */
const SIZES: Partial<Record<MapName, [wide: Size, tall: Size]>> = {
  rooms: [[25, 17], [17, 21]],
  maze: [[31, 21], [19, 23]],
  large: [[160, 104], [104, 160]],
  chess: [[8, 8], [8, 8]],
  leaper: [[8, 8], [8, 8]],
};

/** A map; upright ones for narrow screens. */
export function makeMap(name: MapName, isTall: boolean, roll: Random): GridMap {
  const isChess = name === 'chess' || name === 'leaper';
  const [wide, tall] = SIZES[name] ?? [[24, 16], [15, 19]];
  const [width, height] = isTall ? tall : wide;
  const walls = new Uint8Array(width * height);
  let [from, to] = isTall
    ? [2 * width + (width >> 1), (height - 3) * width + (width >> 1)]
    : [(height >> 1) * width + 2, (height >> 1) * width + width - 3];
  if (name === 'example') {
    const isWall = (x: number, y: number): boolean =>
      isTall
        ? (y === 6 && x >= 2 && x < 12 && x !== 5) ||
          (y === 12 && x >= 4) ||
          (x === 11 && y > 6 && y < 10)
        : (x === 8 && y >= 2 && y < 13 && y !== 6) ||
          (x === 15 && y >= 4) ||
          (y === 12 && x > 8 && x < 13);
    for (let c = 0; c < walls.length; c++)
      walls[c] = isWall(c % width, Math.floor(c / width)) ? 1 : 0;
    [from, to] = isTall ? [2 * width + 7, 16 * width + 8] : [7 * width + 2, 8 * width + 21];
  } else if (name === 'rooms') {
    rooms(width, height, walls, roll);
    [from, to] = [width + 1, (height - 2) * width + width - 2];
  } else if (name === 'maze' || name === 'large') {
    maze(width, height, walls, name === 'large' ? 0.35 : 0.06, roll);
    [from, to] = [
      width + 1,
      (height - 2 - (height % 2 ? 0 : 1)) * width + width - 2 - (width % 2 ? 0 : 1),
    ];
  } else if (name === 'cave') cave(width, height, walls, roll);
  else if (name === 'random') walls.forEach((_, c) => (walls[c] = roll() < 0.28 ? 1 : 0));
  else if (isChess) [from, to] = [56, 7];
  walls[from] = walls[to] = 0;
  return { width, height, walls, from, to };
}

/** Rooms of about 7×3 cells, with a door in each wall between two rooms. */
function rooms(w: number, h: number, walls: Uint8Array, roll: Random): void {
  const [dx, dy] = [w > h ? 8 : 4, w > h ? 4 : 5];
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) if (x % dx === 0 || y % dy === 0) walls[y * w + x] = 1;
  for (let y = 0; y < h - 1; y += dy) {
    for (let x = 0; x < w - 1; x += dx) {
      const door = (size: number): number => 1 + Math.floor(roll() * (size - 1));
      if (x > 0 && roll() < 0.8) walls[(y + door(dy)) * w + x] = 0;
      if (y > 0) walls[y * w + x + door(dx)] = 0;
    }
  }
}

/** Rock and hollows: random walls, smoothed by majority of the neighbors. */
function cave(w: number, h: number, walls: Uint8Array, roll: Random): void {
  walls.forEach((_, c) => (walls[c] = roll() < 0.42 ? 1 : 0));
  for (let round = 0; round < 2; round++) {
    const before = walls.slice();
    for (let y = 0; y < h; y++) {
      for (let x = 0; x < w; x++) {
        let count = 0;
        for (let dy = -1; dy <= 1; dy++)
          for (let dx = -1; dx <= 1; dx++) {
            const [nx, ny] = [x + dx, y + dy];
            count += nx < 0 || ny < 0 || nx >= w || ny >= h ? 0.5 : (before[ny * w + nx] ?? 0);
          }
        walls[y * w + x] = count >= 5 ? 1 : 0;
      }
    }
  }
}

/** A maze by depth-first search, with some walls broken so that there are many ways. */
function maze(w: number, h: number, walls: Uint8Array, broken: number, roll: Random): void {
  walls.fill(1);
  const stack = [w + 1];
  walls[w + 1] = 0;
  while (stack.length) {
    const cell = stack[stack.length - 1] as number;
    const [x, y] = [cell % w, Math.floor(cell / w)];
    const open = [
      [2, 0],
      [-2, 0],
      [0, 2],
      [0, -2],
    ]
      .map(([dx, dy]) => [x + (dx as number), y + (dy as number)] as const)
      .filter(([x, y]) => x > 0 && y > 0 && x < w - 1 && y < h - 1 && walls[y * w + x]);
    const pick = open[Math.floor(roll() * open.length)];
    if (!pick) stack.pop();
    else {
      walls[((y + pick[1]) / 2) * w + (x + pick[0]) / 2] = 0;
      walls[pick[1] * w + pick[0]] = 0;
      stack.push(pick[1] * w + pick[0]);
    }
  }
  for (let y = 1; y < h - 1; y++)
    for (let x = 1; x < w - 1; x++) if (walls[y * w + x] && roll() < broken) walls[y * w + x] = 0;
}
