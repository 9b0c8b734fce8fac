// The transitions of Puzzles (src/puzzles-state.ts, puzzles-words.ts) as a table, without a browser.
import assert from 'node:assert/strict';
import { dice, load } from './load.mjs';

const { initial, update, link, read, ...puzzles } = await load(
  'puzzles-model.ts',
  'puzzles-state.ts',
  'puzzles-words.ts',
);
const files = await load('puzzles-files.ts');
const shape = await load('puzzles-shape.ts');
const { middle } = await load('lattice.ts');

// Two dominoes, an L of three cells and a square on 3×4 less a corner: 11 cells.
const cells = Array.from({ length: 11 }, (_, i) => [i % 4, Math.floor(i / 4)]);
const piece = (name, cells, more = {}) => ({
  name,
  symbol: name,
  cells,
  least: 1,
  most: 1,
  oneSided: false,
  fixed: false,
  ...more,
});
const PUZZLE = {
  title: 'Test 3x4',
  source: '',
  grid: 'square',
  cells,
  placed: [],
  packing: false,
  published: null,
  pieces: [
    piece(
      'I',
      [
        [0, 0],
        [1, 0],
      ],
      { least: 2, most: 2 },
    ),
    piece('L', [
      [0, 0],
      [0, 1],
      [1, 1],
    ]),
    piece('O', [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ]),
  ],
};
const FILE =
  'title Test 3x4\nsolutions 5\n\nboard\n  . . . .\n  . . . .\n  . . . #\n\npiece I 2\nX X\n';

/** All solutions of what is left, by trying every placement. */
function solve(placed) {
  const covered = new Set(placed.flatMap(([, cells]) => cells));
  const first = cells.findIndex((_, i) => !covered.has(i));
  if (first < 0) return [placed];
  const found = new Map();
  PUZZLE.pieces.forEach((kind, i) => {
    if (placed.filter(([other]) => other === i).length === kind.most) return;
    for (const flipped of [false, true]) {
      for (let turns = 0; turns < 4; turns++) {
        for (const at of cells) {
          const on = shape.under(
            PUZZLE,
            shape.heldAt(
              'square',
              kind,
              [turns, flipped],
              shape.overCell(PUZZLE, kind, [turns, flipped], cells.indexOf(at)),
            ),
          );
          if (on?.includes(first) && !on.some((cell) => covered.has(cell)))
            found.set(`${i}:${on}`, [i, on]);
        }
      }
    }
  });
  return [...found.values()].flatMap((placement) => solve([...placed, placement]));
}

const known = new Map();
function solutions(placed) {
  const key = puzzles.keyOf(placed);
  if (!known.has(key))
    known.set(
      key,
      solve([...placed]).map((all) => [...placed, ...all.slice(placed.length)]),
    );
  return known.get(key);
}

function settled(state) {
  if (state.files === null)
    state = update(state, {
      type: 'files',
      files: [
        ['meteor', FILE],
        ['test', FILE],
      ],
    });
  if (state.drawing || state.file === null) return state;
  if (!state.puzzle) state = update(state, { type: 'opened', puzzle: PUZZLE, problem: null });
  const key = puzzles.keyOf(state.placed);
  if (!puzzles.countOf(state))
    state = update(state, {
      type: 'count',
      key,
      count: String(solutions(state.placed).length),
      ms: 1,
    });
  const { wanted, solution } = state;
  if (wanted && !(wanted.kind === 'nth' && wanted.number === solution?.number)) {
    const all = solutions([]);
    const number = wanted.kind === 'nth' ? Number(wanted.number) : wanted.seed % all.length;
    state =
      number < all.length
        ? update(state, {
            type: 'solution',
            solution: {
              count: String(all.length),
              number: String(number),
              placements: all[number],
            },
          })
        : update(state, { type: 'noSolution', message: 'Solution 99 does not exist' });
  }
  if (state.hint === 'asked') {
    const first = solutions(state.placed)[0];
    state = update(state, { type: 'hint', hint: first?.[state.placed.length] ?? null });
  }
  return state;
}
const run = (state, ...events) =>
  events.reduce((state, event) => settled(update(state, event)), settled(state));
const open = (text) => settled(update(initial, read(text)));
const ev = (type) => ({ type });
const at = (cell) => middle('square', cells[cell]);
/** Drags a piece from the tray so that its middle lies between cells. */
const drag = (piece, ...on) => {
  const [x, y] = on
    .map(at)
    .reduce(([ax, ay], [bx, by]) => [ax + bx / on.length, ay + by / on.length], [0, 0]);
  return [
    { type: 'grab', piece, cell: null, at: [300, 300] },
    { type: 'move', at: [200, 200] },
    { type: 'move', at: [x, y] },
    { type: 'letGo', isOnBoard: true },
  ];
};
const tap = (cell) => [
  { type: 'grab', piece: null, cell, at: at(cell) },
  { type: 'letGo', isOnBoard: true },
];
const random = { type: 'want', wanted: { kind: 'random', seed: 1 } };
const ALL = solutions([]).length;

const TABLE = [
  ['a piece from the tray', 'test', drag(2, 0, 1, 4, 5), 'test;on=2-0.1.4.5'],
  [
    'a piece on another does not fit',
    'test',
    [...drag(2, 0, 1, 4, 5), ...drag(0, 1, 2)],
    'test;on=2-0.1.4.5',
  ],
  [
    'a piece beside the board',
    'test',
    [...drag(2, 0, 1, 4, 5).slice(0, 2), { type: 'letGo', isOnBoard: false }],
    'test',
  ],
  ['a tap takes a piece off', 'test', [...drag(2, 0, 1, 4, 5), ...tap(5)], 'test'],
  [
    'a piece is moved on the board, in one step of undo',
    'test',
    [
      ...drag(0, 0, 1),
      { type: 'grab', piece: null, cell: 0, at: at(0) },
      { type: 'move', at: [at(0)[0] + 22, 44] },
      { type: 'letGo', isOnBoard: true },
      ev('undo'),
    ],
    'test;on=0-0.1',
  ],
  [
    'a pinch puts a lifted piece back',
    'test',
    [
      ...drag(0, 0, 1),
      { type: 'grab', piece: null, cell: 0, at: at(0) },
      { type: 'move', at: [99, 99] },
      ev('revert'),
    ],
    'test;on=0-0.1',
  ],
  [
    'undo and redo',
    'test',
    [...drag(0, 0, 1), ...drag(0, 2, 3), ev('undo'), ev('undo'), ev('redo')],
    'test;on=0-0.1',
  ],
  [
    'no third copy of two',
    'test',
    [...drag(0, 0, 1), ...drag(0, 2, 3), ...drag(0, 4, 5)],
    'test;on=0-0.1_0-2.3',
  ],
  [
    'keys: next piece, rotate, place at the cursor',
    'test',
    [{ type: 'pick', by: 1 }, ev('rotate'), { type: 'over', cell: 1 }, { type: 'put', cell: 1 }],
    'test;on=0-1.5',
  ],
  [
    'keys: the piece before the first is the last',
    'test',
    [
      { type: 'pick', by: -1 },
      { type: 'put', cell: 5 },
    ],
    'test;on=2-5.6.9.10',
  ],
  [
    'keys: Enter takes off what is covered',
    'test',
    [
      { type: 'pick', by: 1 },
      { type: 'put', cell: 0 },
      { type: 'put', cell: 0 },
    ],
    'test',
  ],
  ['empty, and undo', 'test', [...drag(0, 0, 1), ev('clear'), ev('undo')], 'test;on=0-0.1'],
  [
    'a solution by number',
    'test',
    [
      { type: 'step', by: 1 },
      { type: 'step', by: 1 },
    ],
    'test:2',
  ],
  [
    'the solution before the first is the last',
    'test:1',
    [{ type: 'step', by: -1 }],
    `test:${ALL}`,
  ],
  [
    'double clicks step twice',
    'test:1',
    [
      { type: 'step', by: 1 },
      { type: 'step', by: 1 },
    ],
    `test:${(2 % ALL) + 1}`,
  ],
  ['random', 'test', [random], 'test:2'],
  [
    'a piece of a solution is taken off',
    'test:1',
    [...tap(0)],
    `test;on=${solutions([])[0]
      .filter(([, on]) => !on.includes(0))
      .map(([piece, on]) => `${piece}-${on.join('.')}`)
      .join('_')}`,
  ],
  [
    'pieces by hand come back after a solution',
    'test',
    [...drag(0, 0, 1), random, ev('undo')],
    'test;on=0-0.1',
  ],
  ['emptying a solution', 'test:1', [ev('clear')], 'test'],
  [
    'hint, and again: the piece is placed',
    'test',
    [ev('askHint'), ev('askHint')],
    `test;on=${solutions([])[0]
      .slice(0, 1)
      .map(([piece, on]) => `${piece}-${on.join('.')}`)}`,
  ],
  [
    'the search, and a tap on the board',
    'test',
    [
      ev('search'),
      { type: 'searched', nodes: 3, state: 'searching', placements: [[0, [0, 1]]] },
      { type: 'pick', by: 1 },
      ev('search'),
      ...tap(0),
    ],
    'test',
  ],
  [
    'a late answer of the search is dropped',
    'test',
    [
      ev('search'),
      ev('search'),
      { type: 'searched', nodes: 3, state: 'searching', placements: [[0, [0, 1]]] },
    ],
    'test',
  ],
  [
    'no hint, no search, no pieces while painting',
    'test',
    [
      { type: 'draw', set: 'tetrominoes' },
      ev('askHint'),
      ev('search'),
      { type: 'pick', by: 1 },
      random,
      ev('undo'),
      ev('quit'),
    ],
    'meteor',
  ],
  [
    'a double click on “Solve this board”',
    'test',
    [{ type: 'draw', set: 'tetrominoes' }, ev('solve'), ev('solve'), ev('solve')],
    null,
  ],
  [
    'other puzzles one after the other',
    'test',
    [
      ...drag(0, 0, 1),
      { type: 'choose', name: 'meteor' },
      { type: 'choose', name: 'test' },
      { type: 'choose', name: 'meteor' },
    ],
    'meteor',
  ],
  [
    'a file',
    'test',
    [{ type: 'file', text: FILE }],
    `own:${Buffer.from(FILE).toString('base64url')}`,
  ],
  ['the calendar', 'test', [{ type: 'date', date: { month: 12, day: 24 } }], 'calendar:12-24'],
  [
    'no 31 February',
    'calendar:2-28',
    [{ type: 'date', date: { month: 2, day: 31 } }],
    'calendar:2-28',
  ],
];

export const units = [
  [
    'Puzzles, table: a count that was not finished is not said to be counted',
    async () => {
      const counted = { type: 'count', key: puzzles.keyOf([]), count: null, ms: 30_000 };
      const state = update(open('test'), counted);
      assert.match(puzzles.title(state), /^Not counted within 30 seconds/);
      assert.match(puzzles.detail(state), /^Place a piece/);
    },
  ],
  ...TABLE.map(([name, from, events, expected]) => [
    `Puzzles, table: ${name}`,
    async () => {
      const state = run(open(from), ...events);
      if (expected !== null) assert.equal(link(state), expected);
      // A link shows the same again; the search is not part of it.
      const again = open(link(state));
      if (!state.search)
        assert.deepEqual(
          [link(again), puzzles.title(again), again.placed],
          [link(state), puzzles.title(state), state.placed],
        );
    },
  ]),
  [
    'Puzzles, table: the piece that made it impossible is named, also after undo and redo',
    async () => {
      const first = [1, 2, 3].flatMap((picks) =>
        [...Array(11).keys()].map((cell) =>
          run(open('test'), ...Array(picks).fill({ type: 'pick', by: 1 }), { type: 'put', cell }),
        ),
      );
      const bad = first.find(
        (state) => state.placed.length === 1 && puzzles.countOf(state).count === '0',
      );
      assert.ok(bad, 'a piece that spoils the puzzle');
      const spoiler = bad.placed[0][0];
      assert.equal(puzzles.culprit(bad), spoiler);
      assert.equal(puzzles.title(bad), 'No solution left');
      assert.match(puzzles.detail(bad), /^Piece [ILO] made it impossible/);
      assert.equal(puzzles.culprit(run(bad, ev('undo'))), null);
      assert.equal(puzzles.culprit(run(bad, ev('undo'), ev('redo'))), spoiler);
    },
  ],
  [
    'Puzzles, table: hints lead to a solved board, on which nothing is left',
    async () => {
      const state = run(open('test'), ...Array(8).fill(ev('askHint')));
      assert.deepEqual(
        [
          puzzles.isSolved(state),
          puzzles.title(state),
          PUZZLE.pieces.map((_, i) => puzzles.left(state, i)),
        ],
        [true, 'Solved!', [0, 0, 0]],
      );
      assert.equal(
        puzzles.left(
          {
            ...state,
            puzzle: {
              ...PUZZLE,
              pieces: [
                piece(
                  'I',
                  [
                    [0, 0],
                    [1, 0],
                  ],
                  { most: 99 },
                ),
              ],
            },
          },
          0,
        ),
        0,
      );
    },
  ],
  [
    'Puzzles, table: painting, a pinch undoes the stroke',
    async () => {
      let state = run(open('test'), { type: 'draw', set: 'tetrominoes' });
      assert.equal(puzzles.difference(state), 0);
      state = run(
        state,
        { type: 'paint', cells: [0], begins: true },
        { type: 'paint', cells: [1, 2], begins: false },
      );
      assert.equal(puzzles.difference(state), 3);
      assert.equal(puzzles.difference(run(state, ev('revert'))), 0);
      const kept = run(
        state,
        ev('endStroke'),
        { type: 'paint', cells: [1], begins: true },
        { type: 'paint', cells: [0, 2], begins: false },
        ev('endStroke'),
      );
      assert.equal(puzzles.difference(kept), 0);
      assert.equal(run(state, ev('endStroke'), ev('solve')).drawing?.cells.size, 23);
      assert.equal(link(open(link(state))), link(state));
    },
  ],
  [
    'Puzzles, table: links that are broken are explained',
    async () => {
      for (const [text, reason] of [
        ['test:x', /the number of a solution, found “x”/],
        ['test;on=5', /a placed piece such as 3-0\.1\.2\.3\.4, found “5”/],
        ['calendar:2-31', /a date such as 12-24, found “2-31”/],
        ['calendar:7-14-3', /a date such as 12-24, found “7-14-3”/],
        ['test:1:2', /expected one colon, found “test:1:2”/],
        ['test;n=5', /no settings but on, found “n=5”/],
        ['calendar:7-14;paint=x', /no settings but n, on, found “paint=x”/],
        ['own:***', /the puzzle cannot be read/],
        ['own:;paint=soma', /the pieces to be tetrominoes.*“soma”/],
      ]) {
        assert.throws(
          () => read(text),
          (error) => reason.test(error.message),
          text,
        );
      }
      const state = open('chess');
      assert.match(state.problem, /but not “chess”/);
      assert.equal(state.name, 'meteor');
      assert.match(open('test:99').problem, /Solution 99 does not exist/);
    },
  ],
  [
    'Puzzles, table: files with placed pieces have their symbols and no published numbers',
    async () => {
      const text = files.withPlaced(
        FILE,
        cells,
        ['I', 'L', 'O'],
        [
          [2, [5, 6, 9, 10]],
          [0, [0, 1]],
        ],
      );
      assert.deepEqual(files.boardRows(text), ['  I I . .', '  . O O .', '  . O O #']);
      assert.ok(!/solutions/.test(text));
      assert.equal(files.withPlaced(FILE, cells, ['I'], []), FILE);
      for (const set of Object.keys(files.SETS))
        assert.deepEqual(
          files.paintedCells(files.paintedText(set, files.firstCells(set))),
          files.firstCells(set),
          set,
        );
      assert.equal(
        files
          .boardRows(files.calendarText({ month: 1, day: 1 }))
          .join('')
          .replace(/[^.]/g, '').length,
        41,
      );
    },
  ],
  [
    'Puzzles, table: 2,000 random events keep the rules of the state',
    async () => {
      const roll = dice(11);
      let state = open('test');
      for (let i = 0; i < 2000; i++) {
        const type = [
          'grab',
          'grab',
          'move',
          'move',
          'letGo',
          'letGo',
          'revert',
          'over',
          'put',
          'put',
          'take',
          'pick',
          'pick',
          'rotate',
          'flip',
          'undo',
          'redo',
          'clear',
          'askHint',
          'search',
          'searched',
          'want',
          'step',
          'choose',
          'draw',
          'paint',
          'endStroke',
          'solve',
          'quit',
        ][roll(29)];
        const point = [roll(260) - 40, roll(180) - 40];
        const more = {
          grab: roll(2) ? { piece: roll(3), cell: null } : { piece: null, cell: roll(11) },
          letGo: { isOnBoard: roll(4) > 0 },
          want: {
            wanted: roll(2)
              ? { kind: 'random', seed: roll(9) }
              : { kind: 'nth', number: String(roll(ALL + 2)) },
          },
          step: { by: roll(2) * 2 - 1 },
          pick: { by: roll(2) * 2 - 1 },
          choose: { name: 'test' },
          draw: { set: 'tetrominoes' },
          paint: { cells: [roll(72)], begins: roll(2) === 0 },
          searched: { nodes: i, state: 'searching', placements: [[0, [0, 1]]] },
        }[type];
        if (type === 'draw' && roll(6)) continue;
        // Only what is shown can be painted.
        if (type === 'paint' && !state.drawing) continue;
        state = run(state, { type, at: point, cell: roll(11), ...more });
        const where = `action ${i}, ${type}`;
        const covered = state.placed.flatMap(([, on]) => on);
        assert.equal(new Set(covered).size, covered.length, `${where}: cells are covered twice`);
        for (const [index, on] of state.placed)
          assert.equal(on.length, PUZZLE.pieces[index].cells.length, where);
        PUZZLE.pieces.forEach(({ most }, k) =>
          assert.ok(state.placed.filter(([other]) => other === k).length <= most, where),
        );
        if (!state.held?.from && !state.search)
          assert.equal(link(open(link(state))), link(state), where);
      }
    },
  ],
];
