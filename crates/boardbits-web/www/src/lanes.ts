// Workers. A lane is a worker that answers one request after the other and can be cancelled.

declare const BOARDBITS: { worker: string; wasm: string; book: string } | undefined;

/** What a request fails with when its lane is cancelled. */
export class Cancelled extends Error {}

type Waiting = { ok: (answer: Timed) => void; fail: (error: Error) => void };
export type Timed = { text: string; ms: number };

const inline = typeof BOARDBITS === 'undefined' ? null : BOARDBITS;
let workerUrl = 'worker.js';

function bytes(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  return Uint8Array.from(text, (symbol) => symbol.charCodeAt(0));
}

/** The compiled module, which all workers share. */
const compiled: Promise<WebAssembly.Module> = (async () => {
  if (inline) {
    workerUrl = URL.createObjectURL(new Blob([inline.worker], { type: 'text/javascript' }));
    return WebAssembly.compile(bytes(inline.wasm));
  }
  const response = await fetch('boardbits.wasm');
  if (!response.ok) throw new Error(`boardbits.wasm: ${response.status}`);
  try {
    return await WebAssembly.compileStreaming(response.clone());
  } catch {
    // Some hosts serve WebAssembly with another type.
    return WebAssembly.compile(await response.arrayBuffer());
  }
})();

/** All lanes, for the memory that they use together. */
const lanes = new Set<Lane>();

/** Bytes of the memories of all workers. */
export async function memory(): Promise<number> {
  const idle = [...lanes].filter((lane) => lane.started);
  const bytes = await Promise.all(idle.map((lane) => lane.ask<number>('memory')));
  return bytes.reduce((a, b) => a + b, 0);
}

/** The opening book of Connect 4. */
export async function fetchBook(): Promise<Uint8Array> {
  if (inline) return bytes(inline.book);
  const response = await fetch('book-7x6.bin');
  if (!response.ok) throw new Error(`book-7x6.bin: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

export class Lane {
  #worker: Worker | null = null;
  #waiting = new Map<number, Waiting>();
  #next = 0;
  #prepare: (() => [string, unknown[]] | null) | null;

  /** `prepare` names a request that each new worker gets first. */
  constructor(prepare: (() => [string, unknown[]] | null) | null = null) {
    this.#prepare = prepare;
    lanes.add(this);
  }

  get busy(): boolean {
    return this.#waiting.size > 0;
  }

  get started(): boolean {
    return this.#worker !== null;
  }

  async #start(): Promise<Worker> {
    const module = await compiled;
    if (this.#worker) return this.#worker;
    const worker = new Worker(workerUrl);
    worker.onmessage = ({ data }: MessageEvent<{ id: number; answer?: string; error?: string; ms: number }>) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if (data.answer === undefined) waiting?.fail(new Error(data.error));
      else waiting?.ok({ text: data.answer, ms: data.ms });
    };
    worker.onerror = (event) => this.#stop(new Error(event.message || 'the worker failed'));
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
export const quick = new Lane();

/** Reports a failure, unless the request was cancelled. */
export function ignoreCancelled(error: unknown): void {
  if (!(error instanceof Cancelled)) console.error(error);
}
