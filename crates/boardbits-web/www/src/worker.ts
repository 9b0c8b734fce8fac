// One worker owns one WebAssembly instance, and answers one request after the other.
import * as wasm from '../generated/boardbits.js';

type Request = { id: number; op: string; args: never[] };

const solvers = new Map<string, wasm.C4>();
let book: Uint8Array | null = null;
let engine: wasm.Engine | null = null;
let puzzle: wasm.Puzzle | null = null;
let memory: WebAssembly.Memory;

/** Bytes of a transposition table; each worker for Connect 4 has one. */
const TABLE = 16 << 20;

function c4(width: number, height: number): wasm.C4 {
  const size = `${width}x${height}`;
  let solver = solvers.get(size);
  if (!solver) {
    for (const old of solvers.values()) old.free();
    solvers.clear();
    solver = book && size === '7x6' ? wasm.C4.with_book(book, TABLE) : new wasm.C4(width, height, TABLE);
    solvers.set(size, solver);
  }
  return solver;
}

function opened(): wasm.Puzzle {
  if (!puzzle) throw new Error('no puzzle is open');
  return puzzle;
}

/** All answers are JSON texts. */
const ops: Record<string, (...args: never[]) => string> = {
  c4_state: wasm.c4_state,
  c4_book: (bytes: Uint8Array) => {
    book = bytes;
    for (const old of solvers.values()) old.free();
    solvers.clear();
    return 'null';
  },
  c4_sign: (width: number, height: number, moves: string, column: number, ms: number) => c4(width, height).sign(moves, column, ms),
  c4_score: (width: number, height: number, moves: string, column: number, ms: number) => c4(width, height).score(moves, column, ms),
  c4_line: (width: number, height: number, moves: string, ms: number) => c4(width, height).line(moves, ms),
  chain_play: wasm.chain_play,
  chain_drop: wasm.chain_drop,
  chain_best: wasm.chain_best,
  chain_deal: wasm.chain_deal,
  path_all: wasm.path_all,
  path_sample: wasm.path_sample,
  path_tour: wasm.path_tour,
  path_tours: wasm.path_tours,
  path_targets: wasm.path_targets,
  path_map: wasm.path_map,
  hav_cells: wasm.hav_cells,
  hav_state: wasm.hav_state,
  hav_new: (seed: number) => {
    engine?.free();
    engine = new wasm.Engine(seed);
    return 'null';
  },
  hav_think: (base: number, rule: string, moves: string, ms: number, playouts: number) =>
    (engine ??= new wasm.Engine(1)).think(base, rule, moves, ms, playouts),
  presets: wasm.presets,
  puzzle_open: (file: string) => {
    const next = new wasm.Puzzle(file);
    puzzle?.free();
    puzzle = next;
    return puzzle.shown();
  },
  puzzle_place: (piece: number, cells: Uint32Array) => opened().place(piece, cells),
  puzzle_remove: (cell: number) => opened().remove(cell),
  puzzle_clear: () => opened().clear(),
  puzzle_count: (ms: number) => opened().count(ms),
  puzzle_classes: (ms: number) => opened().classes(ms),
  puzzle_hint: (ms: number) => opened().hint(ms),
  puzzle_solution: (n: string, ms: number) => opened().solution(n, ms),
  puzzle_random: (seed: number, ms: number) => opened().random(seed, ms),
  puzzle_step: (nodes: number) => opened().step(nodes),
  speed: (name: string, rounds: number) => String(wasm.speed(name, rounds)),
  memory: () => String(memory.buffer.byteLength),
};

self.onmessage = ({ data }: MessageEvent<Request | WebAssembly.Module>) => {
  if (data instanceof WebAssembly.Module) {
    memory = wasm.initSync({ module: data }).memory;
    return;
  }
  const started = performance.now();
  try {
    const op = ops[data.op];
    if (!op) throw new Error(`${data.op} is not an operation`);
    const answer = op(...data.args);
    self.postMessage({ id: data.id, answer, ms: performance.now() - started });
  } catch (error) {
    self.postMessage({ id: data.id, error: error instanceof Error ? error.message : String(error), ms: 0 });
  }
};
