// The state of a tab: one value, changed by events, and the queries that the value wants answered.
//
// A tab gives three pure functions. `update` returns the state after an event (a move, an answer, a
// setting, a link). `wants` lists the queries whose answers the state lacks. The machine compares that
// list with what is running, by key: it starts what is missing and cancels what is not wanted any more.
// There is nothing else to start or cancel, so undo, redo, double clicks and tab changes need no code
// but their transition:
//
//   event ──> queue ──> update ──> state ──> draw
//                ▲                    │
//                └── answers ◀── wants(state): start, keep or cancel by key
//
// - An answer that arrives when its query is not wanted any more is dropped: each run has a number.
// - While a `blocking` query runs (the details of a position, which take milliseconds), events of the
//   visitor wait in the queue, so that fast keys are played in order on what the one before has done.
// - `stop` and failures hold a query: it stays wanted, but does not run until `resume`, or until the
//   state has wanted something else in between. A stopped tab therefore always has a way on.
// - `leave` drops queued events and cancels all queries; `enter` starts what is wanted again.
//
// There is no DOM in this file; test/machine.mjs tests it as a table.
import { Cancelled, type Lane } from './lanes.ts';

/** What a state wants to know. Queries with equal keys are the same query. */
export type Query<E> = {
  key: string;
  /** What is being done, for people: "Solving 7 columns". Shown with the elapsed time. */
  label: string;
  /** Visitors' events wait for it. For answers within milliseconds. */
  blocking?: boolean;
  /** Work in the background (a graph): no elapsed time is shown, and Stop leaves it alone. */
  quiet?: boolean;
  /** Asks the workers, and sends the answers as events; the last one can be returned. */
  run(task: Task<E>): Promise<E | void>;
};

/** An event after a pause: the next step of something that plays by itself. */
export const later = <E>(key: string, ms: number, event: E): Query<E> => ({
  key,
  label: 'Playing',
  quiet: true,
  run: async (task) => {
    await task.wait(ms);
    return event;
  },
});

/** A running query, as its `run` sees it. After it is cancelled, every call throws `Cancelled`. */
export type Task<E> = {
  /** Milliseconds since the query was started. */
  elapsed(): number;
  /** Asks a worker. Cancelling the query ends the worker, unless others use it too (`quick`). */
  ask<T>(lane: Lane, op: string, ...args: unknown[]): Promise<T>;
  /** Applies an event at once, before those that wait in the queue. */
  send(event: E): void;
  /** Shows how far the query is: a share from 0 to 1 or `null`, and words such as "3 of 7 columns". */
  progress(share: number | null, words?: string): void;
  wait(ms: number): Promise<void>;
};

/** The query that visitors wait for, or that they stopped, or that failed. */
export type Status =
  | { kind: 'idle' }
  | { kind: 'running'; label: string; ms: number; share: number | null; words: string }
  | { kind: 'stopped'; label: string; ms: number }
  | { kind: 'failed'; label: string; message: string };

type Run<E> = {
  query: Query<E>;
  from: number;
  lanes: Set<Lane>;
  share: number | null;
  words: string;
  last: number;
};
type Held = {
  kind: 'done' | 'stopped' | 'failed';
  label: string;
  message: string;
  ms: number;
  quiet: boolean;
};

export type Rules<S, E> = {
  first: S;
  update(state: S, event: E): S;
  wants(state: S): Query<E>[];
  /** Called after each change of the state or of what runs. Must not send events. */
  draw(state: S, before: S): void;
};

export class Machine<S, E> {
  #rules: Rules<S, E>;
  #state: S;
  #queue: E[] = [];
  #running = new Map<string, Run<E>>();
  #held = new Map<string, Held>();
  #isActive = false;
  #isApplying = false;

  constructor(rules: Rules<S, E>) {
    this.#rules = rules;
    this.#state = rules.first;
  }

  get state(): S {
    return this.#state;
  }

  /** An event of the visitor. */
  send(event: E): void {
    // A key that is held must not be played for seconds after it is released.
    if (this.#queue.length < 16) this.#queue.push(event);
    this.#drain();
  }

  /** An event that does not wait, and makes those that wait pointless: a link, a new game. */
  replace(event: E): void {
    this.#queue.length = 0;
    this.#apply(event);
  }

  enter(): void {
    if (this.#isActive) return;
    this.#isActive = true;
    // What failed when the tab was left is tried again; what was stopped stays stopped.
    for (const [key, held] of this.#held) if (held.kind === 'failed') this.#held.delete(key);
    this.#settle(this.#state);
  }

  leave(): void {
    this.#isActive = false;
    this.#queue.length = 0;
    for (const key of [...this.#running.keys()]) this.#cancel(key);
  }

  /** Stops what the visitor waits for. */
  stop(): void {
    for (const [key, run] of [...this.#running]) {
      if (run.query.quiet) continue;
      this.#cancel(key);
      this.#hold(run, 'stopped');
    }
    this.#queue.length = 0;
    this.#settle(this.#state);
  }

  /** Runs again what was stopped or has failed. */
  resume(): void {
    for (const [key, held] of this.#held) if (held.kind !== 'done') this.#held.delete(key);
    this.#settle(this.#state);
  }

  /** Whether a query with this key runs. */
  runs(key: string): boolean {
    return this.#running.has(key);
  }

  /** Whether anything runs or waits; for the tests. */
  get isBusy(): boolean {
    return this.#queue.length > 0 || this.#running.size > 0;
  }

  status(): Status {
    for (const { query, from, share, words } of this.#running.values()) {
      if (!query.quiet)
        return { kind: 'running', label: query.label, ms: performance.now() - from, share, words };
    }
    for (const { kind, label, message, ms, quiet } of this.#held.values()) {
      if (kind === 'failed' && !quiet) return { kind, label, message };
      if (kind === 'stopped') return { kind, label, ms };
    }
    return { kind: 'idle' };
  }

  #drain(): void {
    while (this.#isActive && !this.#isApplying && this.#queue.length && !this.#isBlocked()) {
      this.#apply(this.#queue.shift() as E);
    }
  }

  #isBlocked(): boolean {
    for (const { query } of this.#running.values()) if (query.blocking) return true;
    return false;
  }

  #apply(event: E): void {
    const before = this.#state;
    this.#isApplying = true;
    try {
      this.#state = this.#rules.update(before, event);
    } finally {
      this.#isApplying = false;
    }
    this.#settle(before);
  }

  /** Starts and cancels queries until what runs is what is wanted, draws, and continues with the queue. */
  #settle(before: S): void {
    if (this.#isActive) {
      const wanted = new Map(this.#rules.wants(this.#state).map((query) => [query.key, query]));
      for (const key of [...this.#running.keys()]) if (!wanted.has(key)) this.#cancel(key);
      for (const key of [...this.#held.keys()]) if (!wanted.has(key)) this.#held.delete(key);
      for (const query of wanted.values()) {
        if (!this.#running.has(query.key) && !this.#held.has(query.key)) this.#start(query);
      }
    }
    this.#rules.draw(this.#state, before);
    this.#drain();
  }

  #cancel(key: string): void {
    const run = this.#running.get(key);
    this.#running.delete(key);
    for (const lane of run?.lanes ?? []) lane.cancel();
  }

  #hold({ query, from }: Run<E>, kind: Held['kind'], message = ''): void {
    const { key, label, quiet = false } = query;
    this.#held.set(key, { kind, label, message, ms: performance.now() - from, quiet });
  }

  #start(query: Query<E>): void {
    const now = performance.now();
    const run: Run<E> = { query, from: now, lanes: new Set(), share: null, words: '', last: now };
    this.#running.set(query.key, run);
    const isLive = (): boolean => this.#running.get(query.key) === run;
    const checked = <T>(value: T): T => {
      if (!isLive()) throw new Cancelled('cancelled');
      return value;
    };
    const task: Task<E> = {
      elapsed: () => performance.now() - run.from,
      ask: async <T>(lane: Lane, op: string, ...args: unknown[]): Promise<T> => {
        checked(null);
        if (!lane.isShared) run.lanes.add(lane);
        return checked(await lane.ask<T>(op, ...args));
      },
      send: (event) => {
        checked(null);
        this.#apply(event);
      },
      progress: (share, words = '') => {
        checked(null);
        [run.share, run.words] = [share, words];
      },
      wait: async (ms) => checked(await new Promise<void>((done) => setTimeout(done, ms))),
    };
    const end = (kind: 'done' | 'failed', message = ''): void => {
      if (!isLive()) return;
      this.#running.delete(query.key);
      this.#hold(run, kind, message);
      this.#settle(this.#state);
    };
    // Not at once: `run` may send, and events are applied one after the other.
    Promise.resolve()
      .then(() => query.run(task))
      .then((event) => event && task.send(event))
      .then(
        () => end('done'),
        (error: unknown) => {
          if (!(error instanceof Cancelled))
            end('failed', error instanceof Error ? error.message : String(error));
          // Its worker was ended from elsewhere. The query is still wanted, so it starts again.
          else if (isLive()) {
            this.#running.delete(query.key);
            this.#settle(this.#state);
          }
        },
      );
  }
}

// Undo and redo

/** What can be returned to. */
export type Stacks<T> = { readonly past: readonly T[]; readonly future: readonly T[] };

/** What undo or redo returns to, and the stacks after it; `null` if there is nothing. */
export function turnedBack<T>(
  { past, future }: Stacks<T>,
  type: 'undo' | 'redo',
  now: T,
): { value: T; stacks: Stacks<T> } | null {
  const [from, to] = type === 'undo' ? [past, future] : [future, past];
  const value = from.at(-1);
  if (value === undefined) return null;
  const [rest, other] = [from.slice(0, -1), [...to, now]];
  const stacks =
    type === 'undo' ? { past: rest, future: other } : { past: other, future: rest };
  return { value, stacks };
}
