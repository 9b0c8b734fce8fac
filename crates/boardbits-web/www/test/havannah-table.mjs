// The transitions of Havannah (src/havannah-state.ts) as a table, without a browser.
import assert from 'node:assert/strict';
import { dice, load } from './load.mjs';

const hav = await load('havannah-state.ts');
const { initial, update } = hav;

/** What the crate would say, without wins: stones, swap, and illegal moves. */
function board(base, moves) {
  const names = new Set(hav.cells(base).map(({ name }) => name));
  const stones = [];
  let [legal, error] = [[], null];
  for (const [i, move] of moves.entries()) {
    const isLegal =
      move === 'swap' ? i === 1 : names.has(move) && !stones.some(([name]) => name === move);
    if (!isLegal) {
      error = `Move ${i + 1} (${move}): illegal`;
      break;
    }
    if (move === 'swap') stones[0][1] = 1;
    else stones.push([move, i % 2]);
    legal.push(move);
  }
  const over = stones.length === names.size;
  return {
    moves: legal.join(','),
    error,
    turn: legal.length % 2,
    over,
    winner: null,
    canSwap: legal.length === 1,
    stones,
    structures: [],
    threats: [[], []],
  };
}

const settled = (state) =>
  state.board
    ? state
    : update(state, { type: 'board', board: board(state.base, hav.shown(state)) });
const run = (state, ...events) =>
  events.reduce((state, event) => settled(update(settled(state), event)), settled(state));
const start = { ...initial, base: 4 };
const play = (moves) => moves.split(',').map((move) => ({ type: 'play', move }));
const ev = (type) => ({ type });
const engine = (player) => ({ type: 'kind', player, kind: 'engine' });
const thinks = (move, rate = 500) => [
  { type: 'thought', thought: { move, playouts: 1, rate, proven: null, moves: [[move, 1, rate]] } },
  ev('decide'),
];
const touch = (cell) => ({ type: 'tap', cell, isSmall: true });

const TABLE = [
  ['stones and swap', [...play('d4,swap,c3')], '4;any;d4,swap,c3'],
  ['a taken cell', [...play('d4,d4')], '4;any;d4'],
  ['swap too late', [...play('d4,c3,swap')], '4;any;d4,c3'],
  [
    'undo and redo',
    [...play('d4,c3,e5'), ev('undo'), ev('undo'), ev('redo')],
    '4;any;d4,c3,e5;at=2',
  ],
  [
    'a stone in the past replaces what came after it',
    [...play('d4,c3,e5'), ev('undo'), ev('undo'), ...play('a1')],
    '4;any;d4,a1',
  ],
  ['small cells need two taps', [touch('d4'), touch('c3'), touch('c3')], '4;any;c3'],
  ['a tap on a stone plays nothing', [...play('d4'), touch('d4'), touch('d4')], '4;any;d4'],
  ['the engine answers', [engine(1), ...play('d4'), ...thinks('c3')], '4;any;d4,c3;black=engine'],
  [
    'a person cannot play for the engine',
    [engine(1), ...play('d4,c3')],
    '4;any;d4;black=engine',
  ],
  [
    'the engine takes a good first stone over',
    [engine(1), ...play('d4'), ...thinks('c3', 400)],
    '4;any;d4,swap;black=engine',
  ],
  [
    'undo against the engine takes both moves back',
    [engine(1), ...play('d4'), ...thinks('c3'), ev('undo')],
    '4;any;d4,c3;at=0;black=engine',
  ],
  [
    'undo while the engine thinks takes the own move back',
    [engine(1), ...play('d4'), ev('undo')],
    '4;any;d4;at=0;black=engine',
  ],
  [
    'redo returns to the own turn',
    [
      engine(1),
      ...play('d4'),
      ...thinks('c3'),
      ...play('e5'),
      ...thinks('a1'),
      ev('undo'),
      ev('undo'),
      ev('redo'),
      ev('redo'),
    ],
    '4;any;d4,c3,e5,a1;black=engine',
  ],
  [
    'the engine moves once for a person',
    [...play('d4'), ev('engine'), ...thinks('c3')],
    '4;any;d4,c3',
  ],
  [
    'a second press moves now',
    [...play('d4'), ev('engine'), thinks('c3')[0], ev('engine')],
    '4;any;d4,c3',
  ],
  ['a hint does not move', [...play('d4'), ev('hint'), ...thinks('c3')], '4;any;d4'],
  ['another base is a new game', [...play('d4'), { type: 'base', base: 5 }], '5;any;'],
  ['another rule keeps the stones', [...play('d4'), { type: 'rule', rule: 'empty' }], '4;empty;d4'],
];

export const units = [
  ...TABLE.map(([name, events, link]) => [
    `Havannah, table: ${name}`,
    async () => assert.equal(hav.link(run(start, ...events)), link),
  ]),
  [
    'Havannah, table: cells have the names of the crate',
    async () => {
      const names = hav.cells(4).map(({ name }) => name);
      assert.equal(names.length, 37);
      for (const name of ['a1', 'a4', 'd1', 'd7', 'g4', 'g7'])
        assert.ok(names.includes(name), name);
      for (const name of ['a5', 'g3']) assert.ok(!names.includes(name), name);
      assert.equal(hav.cells(4).filter((cell) => hav.edges(cell, 4) === 2).length, 6);
    },
  ],
  [
    'Havannah, table: links that are broken are explained',
    async () => {
      for (const [link, reason] of [
        ['99;any;', /a base from 2 to 12.*“99”/],
        ['4;some;', /the rule for rings to be any, nonown or empty.*“some”/],
        ['4;any;d4,!!', /moves such as h8 or swap.*“!!”/],
        ['4;any;d4;black=me', /the player of black/],
        ['4;any;d4;at=x', /the position from 0 to 1, found “x”/],
        ['4;any;d4;e5', /at most 3 parts, found “e5”/],
      ]) {
        assert.throws(
          () => hav.read(link),
          (error) => reason.test(error.message),
          link,
        );
      }
      const state = settled(update(initial, hav.read('4;any;d4,d4')));
      assert.deepEqual(
        [hav.link(state), state.problem],
        ['4;any;d4', 'Move 2 (d4): illegal. The moves before it are shown.'],
      );
    },
  ],
  [
    'Havannah, table: 20,000 random events keep the rules of the state',
    async () => {
      const roll = dice(3);
      const names = hav.cells(4).map(({ name }) => name);
      let state = settled(start);
      for (let i = 0; i < 20_000; i++) {
        const cell = names[roll(names.length)];
        const event = [
          { type: 'play', move: roll(9) ? cell : 'swap' },
          { type: 'play', move: cell },
          touch(cell),
          ev('undo'),
          ev('redo'),
          ev('step'),
          ev('autoplay'),
          ev('hint'),
          ev('engine'),
          ev('decide'),
          { type: 'goto', ply: roll(40) - 2 },
          { type: 'kind', player: roll(2), kind: hav.KINDS[roll(2)] },
          { type: 'rule', rule: hav.RULES[roll(3)] },
          roll(20) ? ev('hint') : ev('new'),
        ][roll(14)];
        const free = names.filter((name) => !state.board.stones.some(([taken]) => taken === name));
        if (hav.searches(state) && free.length && roll(2))
          state = run(state, ...thinks(free[roll(free.length)], roll(1000)));
        const next = run(state, event);
        const where = `action ${i}, ${JSON.stringify(event)}`;
        assert.equal(board(4, next.moves).error, null, `${where}: ${next.moves}`);
        assert.ok(next.ply >= 0 && next.ply <= next.moves.length, where);
        const opened = settled(update(initial, hav.read(hav.link(next))));
        assert.deepEqual(
          [opened.moves, opened.ply, opened.kinds, opened.rule],
          [next.moves, next.ply, next.kinds, next.rule],
          where,
        );
        if (event.type === 'undo' || event.type === 'redo' || event.type === 'goto')
          assert.deepEqual(next.moves, state.moves, where);
        state = next;
      }
    },
  ],
];
