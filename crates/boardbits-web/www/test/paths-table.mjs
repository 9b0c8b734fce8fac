// The transitions of Paths (src/paths-state.ts) as a table, without a browser.
import assert from 'node:assert/strict';
import { dice, load } from './load.mjs';

const paths = await load('paths-state.ts', 'paths-maps.ts');
const { initial, update } = paths;

/** What the crate would say about four neighbors: a plain search. */
function answer({ width, height, walls, from, to }) {
  const near = (cell) =>
    [
      cell % width > 0 ? cell - 1 : -1,
      cell % width < width - 1 ? cell + 1 : -1,
      cell - width,
      cell + width,
    ].filter((next) => next >= 0 && next < width * height && !walls[next]);
  const flood = (start) => {
    const distance = new Map([[start, 0]]);
    for (const [cell, steps] of distance)
      for (const next of near(cell)) if (!distance.has(next)) distance.set(next, steps + 1);
    return distance;
  };
  const [a, b] = [flood(from), flood(to)];
  const distance = a.get(to) ?? null;
  const layers =
    distance === null
      ? []
      : Array.from({ length: distance + 1 }, (_, i) =>
          [...a.keys()].filter((cell) => a.get(cell) === i && b.get(cell) === distance - i),
        );
  return {
    distance,
    count: '1',
    layers,
    must: layers.filter((layer) => layer.length === 1).flat(),
  };
}

const settled = (state) =>
  state.answer?.question === state.question
    ? state
    : update(state, { type: 'answer', answer: answer(state), question: state.question, ms: 1 });
const run = (state, ...events) =>
  events.reduce((state, event) => settled(update(state, event)), settled(state));
const open = (link) => settled(update(initial, paths.read(link)));
const ev = (type) => ({ type });
const START = '6x3;step;6,11;';
const wall = [
  { type: 'grab', cell: 2 },
  { type: 'cells', cells: [2] },
  { type: 'cells', cells: [8, 14] },
];
const tour = { type: 'want', wanted: { kind: 'open' } };
const route = { type: 'route', cells: [6, 7, 8], runs: false };

const TABLE = [
  ['a stroke paints', [...wall, ev('letGo')], '6x3;step;6,11;BEE'],
  [
    'a stroke that begins on a wall erases',
    [
      ...wall,
      ev('letGo'),
      { type: 'grab', cell: 8 },
      { type: 'cells', cells: [8, 2] },
      ev('letGo'),
    ],
    '6x3;step;6,11;AEA',
  ],
  ['a pinch undoes the whole stroke', [...wall, ev('revert')], '6x3;step;6,11;'],
  ['undo takes a stroke back at once', [...wall, ev('letGo'), ev('undo')], '6x3;step;6,11;'],
  ['redo', [...wall, ev('letGo'), ev('undo'), ev('redo')], '6x3;step;6,11;BEE'],
  ['no undo in a stroke', [...wall, ev('undo')], '6x3;step;6,11;BEE'],
  [
    'an end is dragged, and jumps over walls',
    [
      { type: 'toggle', cell: 7 },
      { type: 'grab', cell: 6 },
      { type: 'cells', cells: [7, 8] },
      ev('letGo'),
    ],
    '6x3;step;8,11;gA',
  ],
  [
    'ends do not meet',
    [
      { type: 'grab', cell: 6 },
      { type: 'cells', cells: [10] },
      { type: 'cells', cells: [11] },
      ev('letGo'),
    ],
    '6x3;step;10,11;',
  ],
  [
    'a wall on an end is not painted',
    [
      { type: 'toggle', cell: 6 },
      { type: 'toggle', cell: 11 },
    ],
    '6x3;step;6,11;',
  ],
  [
    'ends by key',
    [
      { type: 'end', which: 1, cell: 3 },
      { type: 'end', which: 0, cell: 2 },
    ],
    '6x3;step;2,3;',
  ],
  ['swap', [ev('swap')], '6x3;step;11,6;'],
  ['clear', [...wall, ev('letGo'), ev('clear')], '6x3;step;6,11;'],
  ['clear and undo', [...wall, ev('letGo'), ev('clear'), ev('undo')], '6x3;step;6,11;BEE'],
  [
    'pieces of a chessboard do not move on others',
    [{ type: 'piece', piece: 'rook' }],
    '6x3;king;6,11;',
  ],
  ['layers', [{ type: 'upto', upto: 2 }], '6x3;step;6,11;;layers=2'],
  ['the last layer is all of them', [{ type: 'upto', upto: 5 }], '6x3;step;6,11;'],
  ['layers play to the end', [ev('play'), ...Array(9).fill(ev('layer'))], '6x3;step;6,11;'],
  [
    'layers pause',
    [ev('play'), ev('layer'), ev('layer'), ev('play'), ev('layer')],
    '6x3;step;6,11;;layers=2',
  ],
  [
    'a random path',
    [{ type: 'want', wanted: { kind: 'sample', seed: 5 } }, route],
    '6x3;step;6,11;;path=5',
  ],
  [
    'a tour, and then a wall',
    [tour, route, { type: 'toggle', cell: 0 }],
    '6x3;step;6,11;AQ',
  ],
  ['a swarm', [{ type: 'swarm', seed: 1 }], '6x3;step;6,11;;swarm=1'],
  [
    'a swarm that is stopped',
    [
      { type: 'swarm', seed: 1 },
      { type: 'swarm', seed: 1 },
    ],
    '6x3;step;6,11;',
  ],
  [
    'other layers end nothing of the map',
    [tour, { type: 'upto', upto: 1 }],
    '6x3;step;6,11;;layers=1;tour=open',
  ],
];

const CHECKED = Uint8Array.from({ length: 300 * 200 }, (_, cell) => (cell * 7) % 3 & 1);

export const units = [
  [
    'Paths, table: a map that is too large for an address is kept for a reload',
    async () => {
      const map = { width: 300, height: 200, walls: CHECKED, from: 0, to: 59_999 };
      const state = update(initial, { type: 'map', map, piece: 'step' });
      assert.equal(paths.link(state), null);
      const again = update(initial, paths.read(paths.link(state, true)));
      assert.deepEqual([again.walls, again.piece], [state.walls, 'step']);
    },
  ],
  [
    'Paths, table: mazes begin with four neighbors, cells of large maps are orange',
    async () => {
      for (const [name, , piece] of paths.GALLERY)
        if (name === 'maze' || name === 'large') assert.equal(piece, 'step', name);
      for (const [width, color] of [[30, 'outlined'], [300, 'orange']]) {
        const walls = new Uint8Array(width * 30);
        const map = { width, height: 30, walls, from: 0, to: 2 };
        const state = run(initial, { type: 'map', map, piece: 'step' });
        state.answer.count = '2';
        assert.match(paths.detail(state), new RegExp(`pass the 1 ${color} cell`));
      }
    },
  ],
  ...TABLE.map(([name, events, link]) => [
    `Paths, table: ${name}`,
    async () => assert.equal(paths.link(run(open(START), ...events)), link),
  ]),
  [
    'Paths, table: notes, routes and tours go with the map they are about',
    async () => {
      const state = run(open(START), tour, route);
      assert.match(state.note, /^A tour: each of the 18 free cells/);
      for (const event of [
        { type: 'toggle', cell: 0 },
        ev('swap'),
        ev('clear'),
        { type: 'piece', piece: 'king' },
        { type: 'end', which: 0, cell: 3 },
        { type: 'map', map: open('5x5;step;0,24;'), piece: 'step' },
      ]) {
        const next = run(state, event);
        assert.deepEqual([next.note, next.route, next.wanted], ['', null, null], event.type);
      }
    },
  ],
  [
    'Paths, table: a text that is no map is announced, also beside a note',
    async () => {
      const state = update(run(open(START), tour), { type: 'refused', message: 'Row 2 is too long.' });
      assert.equal(paths.told(state), 'Not a map. Row 2 is too long.');
    },
  ],
  [
    'Paths, table: an answer of an earlier map is drawn, but not taken for that of this one',
    async () => {
      const before = open(START);
      const asked = update(before, { type: 'toggle', cell: 8 });
      const late = update(asked, {
        type: 'answer',
        answer: answer(before),
        question: before.question,
        ms: 1,
      });
      assert.notEqual(late.answer.question, late.question);
    },
  ],
  [
    'Paths, table: units follow next steps, start again at B, and survive a new wall',
    async () => {
      const next = Array.from({ length: 18 }, (_, cell) =>
        cell === 11 ? 11 : cell % 6 < 5 ? cell + 1 : cell < 11 ? cell + 6 : cell - 6,
      );
      let state = run(open(START), { type: 'swarm', seed: 4 });
      state = update(state, { type: 'next', next, question: state.question });
      assert.equal(state.swarm.units.length, paths.UNITS);
      for (let i = 0; i < 20; i++) {
        const { units, arrived } = state.swarm;
        state = update(state, ev('walk'));
        units.forEach((cell, k) => cell !== 11 && assert.equal(state.swarm.units[k], next[cell]));
        assert.equal(state.swarm.arrived - arrived, units.filter((cell) => cell === 11).length);
      }
      assert.ok(state.swarm.arrived > paths.UNITS);
      assert.equal(run(state, { type: 'toggle', cell: 0 }).swarm.units.length, paths.UNITS);
      const walled = update(state, { type: 'next', next: [...next.keys()], question: 99 });
      assert.deepEqual(walled.swarm.units, []);
    },
  ],
  [
    'Paths, table: links that are broken are explained',
    async () => {
      for (const [link, reason] of [
        ['24x16;pawn;1,2;', /“pawn” is not a piece/],
        ['24x16;king;1,999;', /two cells from 0 to 383, found “1,999”/],
        ['x;king;1,2;', /a size such as 24x16, found “x”/],
        ['9999x999;king;1,2;', /of 2 to 1048576 cells/],
        ['kept', /too large for links/],
        ['24x16;king;1,2;*', /the walls cannot be read/],
        ['24x16;king;1,2;;layers=x', /the layers from 0/],
        ['24x16;queen;1,2;', /“queen” is not a piece: expected king, step, nocut, knight/],
        ['8x8;step;1,2;', /“step” is not a piece: expected king, queen, rook, bishop, knight/],
        ['4x4;king;0,15;AQ', /A and B on free cells, found a wall on 0,0/],
        ['3x3;king;0,8;AAI', /walls on 9 cells, found one on cell 9/],
        ['4x4;king;5,5;', /two different cells, found “5,5”/],
        ['4x4;king;0,15;;tour=maybe', /the tour to be open, closed or count, found “maybe”/],
        ['4x4;king;0,15;;swarm=no', /the swarm to be 1, found “no”/],
        ['8x8;rook;0,63;;swarm=1', /a piece that steps, found a swarm of “rook”/],
      ]) {
        assert.throws(
          () => paths.read(link),
          (error) => reason.test(error.message),
          link,
        );
      }
    },
  ],
  [
    'Paths, table: maps of the gallery have free ends and a way between them',
    async () => {
      for (const isTall of [false, true]) {
        for (let seed = 0; seed < 30; seed++) {
          for (const name of [
            'example',
            'rooms',
            'maze',
            'chess',
            'leaper',
            'empty',
            'large',
            'cave',
            'random',
          ]) {
            if (name === 'large' && seed) continue;
            const map = paths.makeMap(name, isTall, paths.random(seed));
            const where = `${name}, seed ${seed}, ${isTall}`;
            assert.equal(map.walls.length, map.width * map.height, where);
            assert.deepEqual(
              [map.walls[map.from], map.walls[map.to], map.from === map.to],
              [0, 0, false],
              where,
            );
            if (name !== 'cave' && name !== 'random')
              assert.notEqual(answer(map).distance, null, where);
          }
        }
      }
    },
  ],
  [
    'Paths, table: 10,000 random events keep the rules of the state',
    async () => {
      const roll = dice(5);
      let state = open(START);
      const any = () => {
        const type = [
          'grab',
          'cells',
          'cells',
          'letGo',
          'revert',
          'toggle',
          'end',
          'swap',
          'clear',
          'undo',
          'redo',
          'piece',
          'play',
          'layer',
          'run',
          'walk',
          'upto',
          'want',
          'route',
          'swarm',
          'hover',
          'map',
        ][roll(22)];
        const cell = roll(state.walls.length);
        if (type === 'cells') return { type, cells: [cell, roll(state.walls.length)] };
        if (type === 'piece') return { type, piece: ['king', 'step', 'rook', 'knight'][roll(4)] };
        if (type === 'upto') return { type, upto: roll(9) };
        if (type === 'want')
          return {
            type,
            wanted: [
              { kind: 'count' },
              { kind: 'sample', seed: roll(99) },
              { kind: 'closed' },
            ][roll(3)],
          };
        if (type === 'route') return { type, cells: [state.from, state.to], runs: true };
        if (type === 'map')
          return roll(5)
            ? ev('run')
            : {
                type,
                map: paths.makeMap(['chess', 'example'][roll(2)], true, paths.random(roll(9))),
                piece: 'king',
              };
        return { type, cell, which: roll(2), seed: 1 };
      };
      for (let i = 0; i < 10_000; i++) {
        const event = any();
        // A path is only found for a wish.
        if (event.type === 'route' && !state.wanted) continue;
        state = run(state, event);
        const where = `action ${i}, ${JSON.stringify(event).slice(0, 80)}`;
        assert.deepEqual(
          [state.walls[state.from], state.walls[state.to], state.from === state.to],
          [0, 0, false],
          where,
        );
        assert.ok(
          paths.pieces(state).some(([piece]) => piece === state.piece),
          where,
        );
        if (!state.isPlaying)
          assert.equal(paths.link(open(paths.link(state))), paths.link(state), where);
      }
    },
  ],
];
