// The transitions of Connect 4 (src/c4-state.ts) as a table, without a browser.
import assert from 'node:assert/strict';
import { dice, load } from './load.mjs';

const c4 = await load('c4-state.ts');
// Node.js before version 21 has none.
globalThis.navigator ??= {};
const { tab } = await load('c4.ts');
const { initial, update } = c4;

/** What the crate would say: an oracle for the rules that looks at all lines of four. */
function board(width, height, text) {
  const columns = Array.from({ length: width }, () => []);
  const wins = (column, player) => {
    const at = (x, y) => columns[x]?.[y] === player;
    const y = columns[column].length - 1;
    return [
      [1, 0],
      [0, 1],
      [1, 1],
      [1, -1],
    ].some(([dx, dy]) => {
      let count = 1;
      for (const side of [1, -1])
        for (let i = 1; at(column + side * i * dx, y + side * i * dy); i++) count++;
      return count >= 4;
    });
  };
  let [moves, winner, error] = ['', null, null];
  for (const symbol of text) {
    const column = c4.SYMBOLS.indexOf(symbol);
    if (winner !== null || column < 0 || column >= width || columns[column].length === height) {
      error = `Move ${moves.length + 1}: illegal`;
      break;
    }
    const player = moves.length % 2;
    columns[column].push(player);
    moves += symbol;
    if (wins(column, player)) winner = player;
  }
  const isOver = winner !== null || moves.length === width * height;
  const playable = isOver
    ? []
    : columns.flatMap((stones, column) => (stones.length < height ? [column] : []));
  return {
    moves,
    error,
    heights: columns.map((stones) => stones.length),
    turn: moves.length % 2,
    over: isOver,
    winner,
    draw: isOver && winner === null,
    line: [],
    playable,
    winning: [],
    safe: playable,
  };
}

/** Answers what a state asks about its position. */
const settled = (state) =>
  state.board
    ? state
    : update(state, { type: 'board', board: board(state.width, state.height, c4.shown(state)) });
const run = (state, ...events) =>
  events.reduce((state, event) => settled(update(settled(state), event)), settled(state));
const play = (moves) =>
  [...moves].map((symbol) => ({ type: 'play', column: c4.SYMBOLS.indexOf(symbol) }));
const ev = (type) => ({ type });
const kinds = (orange, yellow) => [
  { type: 'kind', player: 0, kind: orange },
  { type: 'kind', player: 1, kind: yellow },
];
const computer = (symbol) => ({ type: 'computer', column: c4.SYMBOLS.indexOf(symbol), remark: '' });

// From, events, and the link that they lead to.
const TABLE = [
  ['stones', [...play('4433')], '4433'],
  ['undo and redo', [...play('4433'), ev('undo'), ev('undo'), ev('redo')], '4433;at=3'],
  ['redo at the end', [...play('44'), ev('redo')], '44'],
  ['undo at the start', [ev('undo')], ''],
  [
    'a stone in the past replaces what came after it',
    [...play('4433'), ev('undo'), ev('undo'), ...play('5')],
    '445',
  ],
  [
    'the same stone again keeps what came after it',
    [...play('4433'), ev('undo'), ev('undo'), ...play('3')],
    '4433;at=3',
  ],
  ['a full column', [...play('4444444')], '444444'],
  ['a column beyond the board', [...play('9')], ''],
  ['after the end', [...play('12121217')], '1212121'],
  ['a click on a move', [...play('4433'), { type: 'goto', ply: 1 }], '4433;at=1'],
  [
    'the computer answers',
    [...kinds('human', 'perfect'), ...play('4'), computer('4')],
    '44;yellow=perfect',
  ],
  [
    'an example keeps the players',
    [
      ...kinds('human', 'perfect'),
      { type: 'open', width: 7, height: 6, moves: '4433', ply: 4, scores: true },
    ],
    '4433;yellow=perfect',
  ],
  [
    'a person cannot play for the computer',
    [...kinds('human', 'perfect'), ...play('4'), ...play('4')],
    '4;yellow=perfect',
  ],
  [
    'the computer does not play for a person',
    [...kinds('human', 'perfect'), computer('4')],
    ';yellow=perfect',
  ],
  [
    'undo against the computer takes both moves back',
    [...kinds('human', 'perfect'), ...play('4'), computer('4'), ev('undo')],
    '44;at=0;yellow=perfect',
  ],
  [
    'undo and redo against the computer keep the game',
    [
      ...kinds('human', 'perfect'),
      ...play('1'),
      computer('4'),
      ...play('2'),
      computer('4'),
      ev('undo'),
      ev('undo'),
      ev('redo'),
      ev('redo'),
    ],
    '1424;yellow=perfect',
  ],
  [
    'undo after losing takes the last own move back',
    [
      ...kinds('human', 'perfect'),
      ...play('1'),
      computer('2'),
      ...play('1'),
      computer('2'),
      ...play('3'),
      computer('2'),
      ...play('3'),
      computer('2'),
      ev('undo'),
    ],
    '12123232;at=6;yellow=perfect',
  ],
  [
    'undo while the computer is to move takes the own move back',
    [...kinds('human', 'perfect'), ...play('4'), ev('undo')],
    '4;at=0;yellow=perfect',
  ],
  [
    'the first stone of the computer cannot be taken back',
    [...kinds('perfect', 'human'), computer('4'), ev('undo')],
    '4;orange=perfect',
  ],
  [
    'in the past the computer waits',
    [...play('4433'), ev('undo'), ...kinds('perfect', 'perfect'), computer('1')],
    '4433;at=3;orange=perfect;yellow=perfect',
  ],
  [
    'a new game keeps players and size',
    [...kinds('human', 'casual'), { type: 'size', width: 6, height: 5 }, ...play('1'), ev('new')],
    '6x5;;yellow=casual',
  ],
  ['hidden scores are in the link', [{ type: 'scores', on: false }], ';scores=off'],
  ['autoplay from the end begins at the start', [...play('4433'), ev('autoplay')], '4433;at=0'],
  [
    'autoplay steps to the end',
    [...play('4433'), ev('autoplay'), ev('step'), ev('step'), ev('step'), ev('step')],
    '4433',
  ],
];

export const units = [
  [
    'Connect 4, table: the progress counts the columns that are solved',
    async () => {
      const state = settled(update(initial, c4.read('9x6;')));
      const words = [];
      let asked = 0;
      await tab.wants(state)[0].run({
        elapsed: () => 0,
        send() {},
        progress: (_, text) => words.push(text),
        ask: async (_, op) => (op === 'c4_score' && ++asked > 7 ? 1 : null),
      });
      assert.equal(words.length, 18);
      assert.deepEqual([words[8], words.at(-1)], ['0 of 9 columns', '2 of 9 columns']);
    },
  ],
  ...TABLE.map(([name, events, link]) => [
    `Connect 4, table: ${name}`,
    async () => assert.equal(c4.link(run(initial, ...events)), link),
  ]),
  [
    'Connect 4, table: autoplay ends by itself and stops by hand',
    async () => {
      const playing = run(initial, ...play('44'), ev('autoplay'), ev('step'));
      assert.equal(playing.isPlaying, true);
      assert.equal(run(playing, ev('step')).isPlaying, false);
      for (const event of [
        ev('autoplay'),
        ev('undo'),
        ev('new'),
        { type: 'goto', ply: 2 },
        ...play('7'),
      ])
        assert.equal(run(playing, event).isPlaying, false, event.type);
    },
  ],
  [
    'Connect 4, table: a link with an illegal move shows the moves before it',
    async () => {
      const state = settled(update(initial, c4.read('4444444;at=7')));
      assert.deepEqual([state.moves, state.ply, c4.link(state)], ['444444', 6, '444444']);
      assert.match(state.problem, /Move 7: .*The moves before it are shown/);
      assert.equal(run(state, ...play('1')).problem, null);
    },
  ],
  [
    'Connect 4, table: links that are broken are explained',
    async () => {
      for (const [link, reason] of [
        ['99x99;4', /a board such as 7x6.*“99x99”/],
        ['0x6;', /a board/],
        ['7x6;4;yellow=king', /the player of yellow to be human.*“king”/],
        ['44;scores=maybe', /the scores to be on or off/],
        ['44;at=3', /the position from 0 to 2, found “3”/],
        ['44;white=perfect', /^expected no settings but at, orange, yellow, scores, found “white=perfect”$/],
        ['7x6;44;55', /^expected at most 2 parts, found “55”$/],
      ]) {
        assert.throws(
          () => c4.read(link),
          (error) => reason.test(error.message),
          link,
        );
      }
    },
  ],
  [
    'Connect 4, table: the computer moves by what is known when its time is over',
    async () => {
      let state = run(initial, ...kinds('human', 'perfect'), ...play('4'));
      assert.equal(c4.budgetOf(state), c4.MOVE);
      assert.equal(c4.missing(state).length, 7);
      for (let column = 0; column < 7; column++)
        state = update(state, {
          type: 'known',
          moves: '4',
          column,
          known: column === 5 ? { sign: 1 } : { spent: c4.MOVE },
        });
      assert.deepEqual(c4.missing(state), [5]);
      state = update(state, { type: 'known', moves: '4', column: 5, known: { spent: c4.MOVE } });
      assert.deepEqual([c4.missing(state), c4.bestColumn(state), c4.value(state)], [[], 5, null]);
    },
  ],
  [
    'Connect 4, table: a mistake names the column that was better, the middle one of several',
    async () => {
      const mistakes = (width, moves, scores) => {
        let state = { ...initial, width, height: 4, moves };
        scores.forEach((score, column) => {
          state = update(state, { type: 'known', moves: '', column, known: { score } });
        });
        return c4.course(state)[0].mistake;
      };
      const words = 'Orange gave away a';
      assert.equal(mistakes(4, '1', [-1, 2, 0, 1]), `${words} win: column 2 wins`);
      assert.equal(mistakes(5, '1', [-1, 0, -2, 0, -2]), `${words} draw: column 2 draws`);
      assert.equal(mistakes(5, '5', [1, 1, 1, 1, 0]), `${words} win: column 3 wins`);
      assert.equal(mistakes(4, '4', [-1, 2, 0, 1]), null);
    },
  ],
  [
    'Connect 4, table: 20,000 random events keep the rules of the state',
    async () => {
      const roll = dice(7);
      let state = settled(initial);
      const any = () => {
        const type = [
          'play',
          'play',
          'play',
          'computer',
          'undo',
          'undo',
          'redo',
          'goto',
          'step',
          'autoplay',
          'hint',
          'kind',
          'scores',
          'new',
          'size',
        ][roll(15)];
        if (type === 'play' || type === 'computer') return { type, column: roll(9), remark: '' };
        if (type === 'goto') return { type, ply: roll(50) - 3 };
        if (type === 'kind') return { type, player: roll(2), kind: c4.KINDS[roll(5)] };
        if (type === 'scores') return { type, on: roll(2) === 0 };
        if (type === 'size')
          return roll(8) ? { type: 'hint' } : { type, width: 5 + roll(3), height: 5 + roll(2) };
        return type === 'new' && roll(10) ? { type: 'hint' } : { type };
      };
      for (let i = 0; i < 20_000; i++) {
        const event = any();
        // A column that is not on the board is not among those that a computer chooses.
        if (event.type === 'computer' && !state.board.playable.includes(event.column)) continue;
        const next = run(state, event);
        const where = `action ${i}, ${JSON.stringify(event)}`;
        assert.equal(
          board(next.width, next.height, next.moves).moves,
          next.moves,
          `${where}: illegal moves ${next.moves}`,
        );
        assert.ok(next.ply >= 0 && next.ply <= next.moves.length, where);
        const opened = settled(update(initial, c4.read(c4.link(next))));
        assert.equal(c4.link(opened), c4.link(next), where);
        assert.deepEqual(
          [opened.moves, opened.ply, opened.kinds, opened.scores, opened.width],
          [next.moves, next.ply, next.kinds, next.scores, next.width],
          where,
        );
        if (
          event.type === 'undo' &&
          next.ply < state.ply &&
          (next.kinds.includes('human') ? c4.isHuman(next, next.ply) : true)
        )
          assert.equal(next.moves, state.moves, where);
        if (event.type === 'play' && next.moves !== state.moves)
          assert.ok(!c4.awaitsComputer(state), where);
        state = next;
      }
    },
  ],
];
