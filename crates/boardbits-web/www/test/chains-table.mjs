// The transitions of Chains (src/chains-state.ts) as a table, without a browser.
import assert from 'node:assert/strict';
import { dice, load } from './load.mjs';

const chains = await load('chains-state.ts');
const { initial, update } = chains;

const grid = (field) => field.split('/').slice(-13);
const columnsOf = (field) =>
  Array.from({ length: 6 }, (_, x) =>
    grid(field)
      .map((row) => row[x])
      .reverse()
      .filter((kind) => kind !== '.'),
  );
const fieldOf = (columns) =>
  Array.from({ length: 12 }, (_, i) =>
    columns.map((column) => column[11 - i] ?? '.').join(''),
  ).join('/');

/** What the crate would say, cell by cell: groups of four and more vanish, the rest falls. 100 points a step. */
function played(field, points = 100) {
  let columns = columnsOf(field);
  const start = fieldOf(columns);
  const steps = [];
  for (;;) {
    const gone = new Set();
    columns.forEach((column, x) =>
      column.forEach((kind, y) => {
        const group = new Set([`${x},${y}`]);
        for (const cell of group) {
          const [cx, cy] = cell.split(',').map(Number);
          for (const [nx, ny] of [
            [cx + 1, cy],
            [cx - 1, cy],
            [cx, cy + 1],
            [cx, cy - 1],
          ])
            if (columns[nx]?.[ny] === kind && ny < 12) group.add(`${nx},${ny}`);
        }
        if (kind !== '0' && group.size >= 4) for (const cell of group) gone.add(cell);
      }),
    );
    if (!gone.size)
      return {
        start,
        steps,
        score: steps.length * points,
        nuisance: steps.length,
        field: fieldOf(columns),
      };
    columns = columns.map((column, x) => column.filter((_, y) => !gone.has(`${x},${y}`)));
    steps.push({
      blocks: gone.size,
      power: 0,
      colors: 0,
      groups: 0,
      score: points,
      vanished: [...gone].map((cell) => cell.split(',').map(Number)),
      falls: [],
      field: fieldOf(columns),
    });
  }
}

function dropped(state) {
  const columns = columnsOf(state.field);
  const pair = chains.pairAt(state, 0);
  const [dx, dy] = chains.OFFSETS[state.rotation];
  const blocks =
    dy < 0
      ? [
          [state.column, pair[1]],
          [state.column, pair[0]],
        ]
      : [
          [state.column, pair[0]],
          [state.column + dx, pair[1]],
        ];
  for (const [x, kind] of blocks) {
    if (columns[x].length >= 12) return null;
    columns[x].push(kind);
  }
  return played(fieldOf(columns), state.rules === 'tsu' ? 100 : 130);
}

/** Answers what a state asks until it asks nothing more that blocks. */
function settled(state) {
  for (let i = 0; i < 5; i++) {
    if (state.asked) {
      const isField = /^([.0-5]{6}\/){11,12}[.0-5]{6}$/.test(state.asked.field);
      state = update(
        state,
        isField
          ? { type: 'chain', chain: played(state.asked.field, state.rules === 'tsu' ? 100 : 130) }
          : { type: 'refused', message: 'field: row 12: expected 6 cells' },
      );
    } else if (chains.pairAt(state, 2) === null)
      state = update(state, {
        type: 'dealt',
        seed: state.seed,
        from: state.index,
        pairs: Array(chains.DEAL).fill('11'),
      });
    else if (chains.phase(state) === 'live' && state.landing === undefined)
      state = update(state, { type: 'landing', chain: dropped(state) });
  }
  return state;
}
const run = (state, ...events) =>
  events.reduce((state, event) => settled(update(settled(state), event)), settled(state));
const open = (link, plays = true) => settled(update(initial, chains.read(link, plays)));
const ev = (type) => ({ type });
const drop = { type: 'drop', isCalm: false };
const left = { type: 'shift', columns: -1, turns: 0 };
const turn = { type: 'shift', columns: 0, turns: 1 };
const ticks = (count) => Array(count).fill(ev('tick'));

// From, events, and the link that they lead to.
const TABLE = [
  ['a drop', ';12,34;tsu;7.0', [drop], '..2/..1;34;tsu;7.0'],
  [
    'the pair between the walls',
    ';12,34;tsu;7.0',
    [left, left, left, left, turn],
    ';12,34;tsu;7.0;hold=1.2',
  ],
  ['undo', ';12,34;tsu;7.0', [drop, drop, ev('undo')], '..2/..1;34;tsu;7.0'],
  [
    'redo',
    ';12,34;tsu;7.0',
    [drop, drop, ev('undo'), ev('undo'), ev('redo')],
    '..2/..1;34;tsu;7.0',
  ],
  [
    'a drop ends redo',
    ';12,34;tsu;7.0',
    [drop, ev('undo'), left, drop, ev('redo')],
    '.2/.1;34;tsu;7.0;hold=1.1',
  ],
  ['undo at the start', ';12,34;tsu;7.0', [ev('undo')], ';12,34;tsu;7.0'],
  [
    'a chain is shown with the field before it',
    '..1/..1;11,23;tsu;7.0',
    [drop],
    '..1/..1/..1/..1;23;tsu;7.0',
  ],
  [
    'the game continues after the chain',
    '..1/..1;11,23;tsu;7.0',
    [drop, ...ticks(3)],
    ';23;tsu;7.0;points=100',
  ],
  [
    'undo while a chain is shown',
    '..1/..1;11,23;tsu;7.0',
    [drop, ev('tick'), ev('undo')],
    '..1/..1;11,23;tsu;7.0',
  ],
  [
    'a step by hand stays',
    '..1/..1;11,23;tsu;7.0',
    [drop, { type: 'frame', frame: 1 }, ...ticks(5)],
    '..1/..1/..1/..1;23;tsu;7.0;frame=1',
  ],
  [
    'a drop while a chain is shown continues',
    '..1/..1;11,23;tsu;7.0',
    [drop, drop],
    ';23;tsu;7.0;points=100',
  ],
  [
    'a key while a chain is shown continues and moves',
    '..1/..1;11,23;tsu;7.0',
    [drop, left],
    ';23;tsu;7.0;hold=1.1;points=100',
  ],
  [
    'other rules score the chain again',
    '1111;;tsu;7.0',
    [{ type: 'rules', rules: 'stc' }],
    '1111;;stc;7.0',
  ],
  [
    'other rules start again at 0',
    '..1/..1;11,23;tsu;7.0',
    [drop, ...ticks(3), { type: 'rules', rules: 'stc' }],
    ';23;stc;7.0',
  ],
  [
    'painting',
    ';;tsu;7.0',
    [
      { type: 'paint', block: '3' },
      { type: 'cells', cells: ['0,0', '1,0'] },
      ev('keep'),
      ev('finish'),
    ],
    '33;;tsu;7.0',
  ],
  [
    'a pinch undoes the stroke',
    '2;;tsu;7.0',
    [
      { type: 'paint', block: '3' },
      { type: 'cells', cells: ['0,0'] },
      { type: 'cells', cells: ['1,0'] },
      ev('revert'),
      ev('finish'),
    ],
    '2;;tsu;7.0',
  ],
  [
    'painted blocks fall, and their chain is shown',
    ';;tsu;7.0',
    [
      { type: 'paint', block: '3' },
      { type: 'cells', cells: ['0,5', '1,5', '2,5', '3,5'] },
      ev('keep'),
      ev('finish'),
    ],
    '3333;;tsu;7.0',
  ],
  [
    'nothing drops while painting',
    ';12;tsu;7.0',
    [{ type: 'paint', block: '3' }, drop, left, ev('undo'), ev('finish')],
    ';12;tsu;7.0',
  ],
  [
    'erasing',
    '12;;tsu;7.0',
    [{ type: 'paint', block: '.' }, { type: 'cells', cells: ['0,0'] }, ev('keep'), ev('finish')],
    '.2;;tsu;7.0',
  ],
  [
    'a text',
    ';;tsu;7.0',
    [{ type: 'text', text: ' 1 2 . . . .\n 1 2 3 . . .\n' }],
    '12/123;;tsu;7.0',
  ],
  [
    'a text that is not a field changes nothing',
    '12;;tsu;7.0',
    [{ type: 'text', text: 'hello' }],
    '12;;tsu;7.0',
  ],
  [
    'a tap during a chain ends it and holds the pair there',
    '1111;23,45;tsu;7.0',
    [{ type: 'hold', column: 4 }],
    ';23,45;tsu;7.0;hold=4.1;points=100',
  ],
  ['a new game keeps the scoring', '12;;stc;7.0', [{ type: 'new', seed: 9 }], ';;stc;9.0'],
];

export const units = [
  ...TABLE.map(([name, from, events, link]) => [
    `Chains, table: ${name}`,
    async () => assert.equal(chains.link(run(open(from), ...events)), link),
  ]),
  [
    'Chains, table: a chain plays on open, but not with reduced motion',
    async () => {
      assert.equal(open('1111;;tsu;7.0').show.mode, 'playing');
      assert.equal(open('1111;;tsu;7.0', false).show.mode, 'paused');
      const still = run(open('..1/..1;11,23;tsu;7.0', false), { type: 'drop', isCalm: true });
      assert.deepEqual([still.show.mode, still.show.frame], ['ends', 2]);
      assert.equal(run(still, ev('tick')).show, null);
    },
  ],
  [
    'Chains, table: the points of a chain follow its scoring',
    async () => {
      const state = run(open('1111;;tsu;7.0'), { type: 'rules', rules: 'stc' });
      assert.deepEqual([state.show.chain.score, state.total], [130, 130]);
      assert.equal(open(chains.link(state)).total, 130);
    },
  ],
  [
    'Chains, table: the third column ends the game, and undo takes it up again',
    async () => {
      const full = Array.from({ length: 10 }, (_, i) => `..${(i % 2) + 1}`).join('/');
      const state = run(open(`${full};34,34;tsu;7.0`), drop);
      assert.deepEqual([chains.phase(state), chains.title(state)], ['over', 'Game over']);
      assert.equal(run(state, drop, left).field, state.field);
      assert.equal(chains.phase(run(state, ev('undo'))), 'live');
    },
  ],
  [
    'Chains, table: autoplay asks for the best drop, and any move of the visitor ends it',
    async () => {
      const state = run(open(';12,34;tsu;7.0'), ev('auto'));
      assert.deepEqual([state.isAuto, state.best], [true, null]);
      const found = run(state, { type: 'found', found: { column: 4, rotation: 0, now: 0 } });
      assert.deepEqual([found.column, found.rotation, found.isAuto], [4, 0, true]);
      for (const event of [
        left,
        ev('auto'),
        ev('undo'),
        { type: 'paint', block: '1' },
        { type: 'new', seed: 1 },
      ])
        assert.equal(run(found, drop, event).isAuto, false, event.type);
      assert.equal(run(state, { type: 'found', found: null }).isAuto, false);
    },
  ],
  [
    'Chains, table: links that are broken are explained',
    async () => {
      for (const [link, reason] of [
        [';1x', /pairs such as 12,34, found 1x/],
        [';;tetris', /the scoring to be tsu or stc, found “tetris”/],
        [';;tsu;x', /the seed from 0/],
        [';;tsu;1.1;hold=9.1', /the column of the pair from 0 to 5/],
        [';;tsu;1.1.1', /expected a seed and a number such as 7.0, found “1.1.1”/],
        [';;tsu;1.1;hold=5.0', /a pair within the walls, found “5.0”/],
        [';;tsu;1.1;at=3', /no settings but hold, points, frame, found “at=3”/],
      ]) {
        assert.throws(
          () => chains.read(link, true),
          (error) => reason.test(error.message),
          link,
        );
      }
      assert.match(open('1;;tsu;7.0;frame=0').problem ?? '', /^$/);
      assert.match(open('1;;tsu;7.0;frame=3').problem, /^Expected a frame from 0 to 0, found 3\.$/);
      assert.match(
        update(update(initial, chains.read('9', true)), {
          type: 'refused',
          message: 'field: row 12',
        }).problem,
        /row 12/,
      );
    },
  ],
  [
    'Chains, table: 10,000 random events keep the rules of the state',
    async () => {
      const roll = dice(3);
      let state = open(';;tsu;7.0');
      const any = () => {
        const type = [
          'drop',
          'drop',
          'drop',
          'shift',
          'shift',
          'hold',
          'undo',
          'redo',
          'tick',
          'tick',
          'frame',
          'play',
          'goOn',
          'best',
          'auto',
          'paint',
          'cells',
          'cells',
          'keep',
          'revert',
          'finish',
          'rules',
          'new',
          'found',
        ][roll(24)];
        if (type === 'shift') return { type, columns: roll(3) - 1, turns: roll(3) - 1 };
        if (type === 'hold') return { type, column: roll(8) - 1 };
        if (type === 'drop') return { type, isCalm: roll(2) === 0 };
        if (type === 'frame') return { type, frame: roll(9) - 2 };
        if (type === 'paint') return roll(4) ? ev('finish') : { type, block: '012345.'[roll(7)] };
        if (type === 'cells') return { type, cells: [`${roll(8) - 1},${roll(14) - 1}`] };
        if (type === 'rules') return { type, rules: roll(2) ? 'tsu' : 'stc' };
        if (type === 'found')
          return { type, found: { column: roll(6), rotation: roll(4), now: 0 } };
        return type === 'new' ? { type, seed: roll(9) } : { type };
      };
      for (let i = 0; i < 10_000; i++) {
        const event = any();
        state = run(state, event);
        const where = `action ${i}, ${JSON.stringify(event)}`;
        const dx = chains.OFFSETS[state.rotation][0];
        assert.ok(
          state.column >= 0 &&
            state.column + dx >= 0 &&
            Math.max(state.column, state.column + dx) < 6,
          where,
        );
        assert.match(chains.shownField(state), /^([.0-5]{6}\/){11,12}[.0-5]{6}$/, where);
        if (chains.phase(state) === 'paint') continue;
        // A link shows the same again.
        const again = open(chains.link(state), false);
        if (!state.show || state.show.mode === 'paused')
          assert.equal(chains.link(again), chains.link(state), where);
        assert.equal(again.total, state.total, where);
      }
    },
  ],
];
