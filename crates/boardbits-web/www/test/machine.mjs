// The machine of a tab (src/machine.ts), without a browser: a counter that asks a slow calculator.
import assert from 'node:assert/strict';
import { dice, load } from './load.mjs';

const { Machine, Cancelled, Failure, failure } = await load('machine.ts', 'lanes.ts');
const turns = (n = 12) =>
  new Promise((done) => (n ? Promise.resolve().then(() => turns(n - 1).then(done)) : done()));

/** A worker whose answers come when the test says so. */
class Fake {
  isShared = false;
  waiting = [];
  cancelled = 0;
  ask(op, ...args) {
    return new Promise((ok, fail) => this.waiting.push({ op, args, ok, fail }));
  }
  cancel() {
    if (!this.waiting.length) return;
    this.cancelled++;
    for (const { fail } of this.waiting.splice(0)) fail(new Cancelled('cancelled'));
  }
  async answer(value) {
    this.waiting.shift().ok(value);
    await turns();
  }
  async fail(message) {
    this.waiting.shift().fail(new Error(message));
    await turns();
  }
}

/** A number and its square, which is asked for; `log` has what was drawn. */
function counter({ isBlocking = false } = {}) {
  const lane = new Fake();
  const log = [];
  const machine = new Machine({
    first: { n: 0, square: null },
    update(state, event) {
      if (event === 'more') return { n: state.n + 1, square: null };
      if (event === 'less') return { n: state.n - 1, square: null };
      if (typeof event === 'number') return { n: event, square: null };
      return { ...state, square: event.square };
    },
    wants: ({ n, square }) =>
      square === null
        ? [
            {
              key: `square ${n}`,
              label: `Squaring ${n}`,
              blocking: isBlocking,
              run: async (task) => task.send({ square: await task.ask(lane, 'square', n) }),
            },
          ]
        : [],
    draw: ({ n, square }) => log.push(`${n}:${square}`),
  });
  return { machine, lane, log };
}

export const units = [
  [
    'a failure of the crates is told by its code, every other error is thrown again',
    async () => {
      const late = new Failure('limit', 'input');
      assert.equal(failure(late, 'missing', 'limit'), late);
      for (const error of [new Error('time limit'), new Cancelled('limit'), late])
        assert.throws(() => failure(error, 'input'), (thrown) => thrown === error);
    },
  ],
  [
    'machine: nothing runs before it is entered',
    async () => {
      const { machine, lane } = counter();
      await turns();
      assert.equal(lane.waiting.length, 0);
      machine.enter();
      await turns();
      assert.equal(lane.waiting.length, 1);
      await lane.answer(0);
      assert.deepEqual(machine.state, { n: 0, square: 0 });
      assert.deepEqual(machine.status(), { kind: 'idle' });
    },
  ],
  [
    'machine: a late answer is dropped',
    async () => {
      const { machine, lane } = counter();
      machine.enter();
      await turns();
      const late = lane.waiting[0];
      lane.waiting = [];
      machine.send(3);
      await turns();
      late.ok(99);
      await turns();
      assert.equal(machine.state.square, null);
      await lane.answer(9);
      assert.deepEqual(machine.state, { n: 3, square: 9 });
    },
  ],
  [
    'machine: back and forth asks again, and the first answer of the same key does not count',
    async () => {
      const { machine, lane } = counter();
      machine.enter();
      await turns();
      const first = lane.waiting[0];
      lane.waiting = [];
      machine.send('more');
      machine.send('less');
      await turns();
      first.ok(77);
      await turns();
      assert.equal(machine.state.square, null);
      assert.equal(lane.waiting.at(-1).args[0], 0);
    },
  ],
  [
    'machine: events wait for what blocks, and are played in order',
    async () => {
      const { machine, lane } = counter({ isBlocking: true });
      machine.enter();
      await turns();
      machine.send('more');
      machine.send('more');
      machine.send('less');
      assert.equal(machine.state.n, 0);
      for (const square of [0, 1, 4, 1]) await lane.answer(square);
      assert.deepEqual(machine.state, { n: 1, square: 1 });
      assert.equal(machine.isBusy, false);
    },
  ],
  [
    'machine: a link does not wait, and drops what waits',
    async () => {
      const { machine, lane } = counter({ isBlocking: true });
      machine.enter();
      await turns();
      machine.send('more');
      machine.replace(7);
      await turns();
      assert.equal(machine.state.n, 7);
      assert.equal(lane.waiting.at(-1).args[0], 7);
      await lane.answer(49);
      assert.deepEqual(machine.state, { n: 7, square: 49 });
    },
  ],
  [
    'machine: stop holds, resume asks again',
    async () => {
      const { machine, lane } = counter();
      machine.enter();
      await turns();
      machine.stop();
      await turns();
      assert.equal(lane.cancelled, 1);
      assert.equal(machine.status().kind, 'stopped');
      assert.equal(machine.status().label, 'Squaring 0');
      machine.resume();
      await turns();
      await lane.answer(0);
      assert.deepEqual(machine.status(), { kind: 'idle' });
    },
  ],
  [
    'machine: a stopped query runs when it is asked for again',
    async () => {
      const { machine, lane } = counter();
      machine.enter();
      await turns();
      machine.stop();
      machine.send('more');
      machine.send('less');
      await turns();
      assert.equal(machine.status().kind, 'running');
      await lane.answer(0);
      assert.deepEqual(machine.state, { n: 0, square: 0 });
    },
  ],
  [
    'machine: leaving cancels, returning asks again',
    async () => {
      const { machine, lane } = counter();
      machine.enter();
      await turns();
      machine.leave();
      await turns();
      assert.deepEqual([lane.cancelled, machine.isBusy], [1, false]);
      machine.enter();
      await turns();
      await lane.answer(0);
      assert.equal(machine.state.square, 0);
    },
  ],
  [
    'machine: a failure is told once and can be repeated',
    async () => {
      const { machine, lane } = counter();
      machine.enter();
      await turns();
      await lane.fail('no connection');
      assert.deepEqual(machine.status(), {
        kind: 'failed',
        label: 'Squaring 0',
        message: 'no connection',
      });
      assert.equal(lane.waiting.length, 0);
      machine.resume();
      await turns();
      await lane.answer(0);
      assert.equal(machine.state.square, 0);
    },
  ],
  [
    'machine: a failure does not block, and returning tries again',
    async () => {
      const { machine, lane } = counter({ isBlocking: true });
      machine.enter();
      await turns();
      await lane.fail('no connection');
      machine.send('more');
      assert.equal(machine.state.n, 1);
      await turns();
      await lane.fail('no connection');
      machine.leave();
      machine.enter();
      await turns();
      await lane.answer(1);
      assert.deepEqual(machine.state, { n: 1, square: 1 });
    },
  ],
  [
    'machine: 5,000 random events, stops and tab changes end with the right answer',
    async () => {
      for (let seed = 1; seed <= 10; seed++) {
        const roll = dice(seed);
        const { machine, lane } = counter({ isBlocking: seed % 2 === 0 });
        machine.enter();
        for (let i = 0; i < 500; i++) {
          const action = roll(9);
          if (action < 2) machine.send('more');
          else if (action === 2) machine.send('less');
          else if (action === 3) machine.replace(roll(50));
          else if (action === 4) machine.stop();
          else if (action === 5) machine.resume();
          else if (action === 6) machine.leave();
          else if (action === 7) machine.enter();
          else if (lane.waiting.length) {
            if (roll(10) === 0) await lane.fail('lost');
            else await lane.answer(lane.waiting[0].args[0] ** 2);
          }
          if (roll(3) === 0) await turns();
          const { n, square } = machine.state;
          assert.ok(
            square === null || square === n * n,
            `seed ${seed}, action ${i}: ${n}² = ${square}`,
          );
          assert.ok(lane.waiting.length <= 1, 'one query at a time');
        }
        machine.enter();
        machine.resume();
        for (let i = 0; i < 40 && machine.isBusy; i++) {
          await turns();
          if (lane.waiting.length) await lane.answer(lane.waiting[0].args[0] ** 2);
        }
        assert.equal(machine.state.square, machine.state.n ** 2, `seed ${seed}`);
        assert.deepEqual([machine.isBusy, machine.status().kind], [false, 'idle']);
      }
    },
  ],
];
