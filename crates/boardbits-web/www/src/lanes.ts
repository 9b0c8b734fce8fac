// Workers. A lane is a worker that answers one request after the other and can be cancelled.
//
// The page fetches the module and the worker's script once and keeps them, so that a worker can be
// started again after it was cancelled, also without a connection. A fetch that failed is repeated by
// the next request.

declare const BOARDBITS: { worker: string; wasm: string; book: string } | undefined;

/** What a request fails with when its lane is cancelled. */
export class Cancelled extends Error {}

/** Why the crates have no answer: `Code` of src/lib.rs. */
export type Code = 'input' | 'limit' | 'missing';

/** What a request fails with when the crates have no answer, as opposed to a fault of the page. */
export class Failure extends Error {
  readonly code: Code;

  constructor(code: Code, message: string) {
    super(message);
    this.code = code;
  }
}

/** The failure, if the crates have one of these codes; every other error is thrown again. */
export function failure(error: unknown, ...codes: Code[]): Failure {
  if (error instanceof Failure && codes.includes(error.code)) return error;
  throw error;
}

type Waiting = { ok: (answer: Timed) => void; fail: (error: Error) => void };
/** What a worker sends: an answer, an error, or how far it is. */
type Message = {
  id: number;
  answer?: string;
  error?: string;
  code?: Code;
  ms: number;
  stage?: number;
  done?: number;
};
export type Timed = { text: string; ms: number };
/** A request that each new worker of a lane gets first. */
export type Prepare = () => [op: string, args: unknown[]] | null;

const inline = typeof BOARDBITS === 'undefined' ? null : BOARDBITS;

function bytes(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  return Uint8Array.from(text, (symbol) => symbol.charCodeAt(0));
}

/** A file of the page. */
async function file(name: string): Promise<Response> {
  const response = await fetch(name).catch(() => null);
  if (!response) throw new Error(`no connection: ${name} could not be loaded`);
  if (!response.ok) throw new Error(`${name} could not be loaded (status ${response.status})`);
  return response;
}

/** Does something once; after a failure, again. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | null = null;
  return () => {
    result ??= work().catch((error: unknown) => {
      result = null;
      throw error;
    });
    return result;
  };
}

/** The address of the worker's script, in memory. */
const script = once(async () => {
  const source = inline ? inline.worker : await (await file('worker.js')).text();
  return URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
});

/** The compiled module, which all workers share. */
const compiled = once(async () => {
  if (inline) return WebAssembly.compile(bytes(inline.wasm));
  const response = await file('boardbits.wasm');
  try {
    return await WebAssembly.compileStreaming(response.clone());
  } catch {
    // Some hosts serve WebAssembly with another type.
    return WebAssembly.compile(await response.arrayBuffer());
  }
});

/** The opening book of Connect 4. */
export const book = once(async () => (inline ? bytes(inline.book) : new Uint8Array(await (await file('book-7x6.bin')).arrayBuffer())));

/** All lanes, for the memory that they use together. */
const lanes = new Set<Lane>();

/** Bytes of the memories of all workers. */
export async function memory(): Promise<number> {
  const idle = [...lanes].filter((lane) => lane.started);
  const bytes = await Promise.all(idle.map((lane) => lane.ask<number>('memory')));
  return bytes.reduce((a, b) => a + b, 0);
}

export class Lane {
  /** Others use it too: cancelling a query leaves it alone. */
  readonly isShared: boolean;
  /** Called while a long request runs, with its stage and the part of the stage that is done. */
  progress: ((stage: number, done: number) => void) | null = null;
  #worker: Worker | null = null;
  #waiting = new Map<number, Waiting>();
  #next = 0;
  #prepare: Prepare | null;

  constructor(prepare: Prepare | null = null, isShared = false) {
    this.#prepare = prepare;
    this.isShared = isShared;
    lanes.add(this);
  }

  get busy(): boolean {
    return this.#waiting.size > 0;
  }

  get started(): boolean {
    return this.#worker !== null;
  }

  async #start(): Promise<Worker> {
    const [module, address] = await Promise.all([compiled(), script()]);
    if (this.#worker) return this.#worker;
    const worker = new Worker(address);
    worker.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.stage !== undefined && data.done !== undefined) return this.progress?.(data.stage, data.done);
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      const { answer, error, code } = data;
      if (answer === undefined)
        waiting?.fail(code ? new Failure(code, error ?? '') : new Error(error));
      else waiting?.ok({ text: answer, ms: data.ms });
    };
    worker.onerror = (event) => {
      // The request fails with it.
      event.preventDefault();
      this.#stop(new Error(event.message || 'the worker failed'));
    };
    worker.postMessage(module);
    this.#worker = worker;
    const first = this.#prepare?.();
    if (first) worker.postMessage({ id: -1, op: first[0], args: first[1] });
    return worker;
  }

  /** Asks, and returns the answer as JSON text with the time that it took. */
  timed(op: string, ...args: unknown[]): Promise<Timed> {
    const id = this.#next++;
    return new Promise((ok, fail) => {
      this.#waiting.set(id, { ok, fail });
      this.#start().then(
        (worker) => {
          if (this.#waiting.has(id)) worker.postMessage({ id, op, args });
        },
        (error: Error) => {
          this.#waiting.delete(id);
          fail(error);
        },
      );
    });
  }

  async ask<T>(op: string, ...args: unknown[]): Promise<T> {
    return JSON.parse((await this.timed(op, ...args)).text) as T;
  }

  #stop(reason: Error): void {
    this.#worker?.terminate();
    this.#worker = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { fail } of waiting) fail(reason);
  }

  /** Ends the worker if it is busy. The next request starts another from the compiled module. */
  cancel(): void {
    if (this.busy) this.#stop(new Cancelled('cancelled'));
  }

  /** Ends the worker and frees its memory. */
  close(): void {
    this.#stop(new Cancelled('cancelled'));
    lanes.delete(this);
  }
}

/** For answers within milliseconds. */
export const quick = new Lane(null, true);
