// One worker owns one WebAssembly instance, and answers one request after the other. A request is the name of an
// operation and its arguments as a text, and bytes (walls, the opening book); src/worker.rs knows the operations.
import { ask, initSync } from '../generated/boardbits.js';

type Request = { id: number; op: string; args: unknown[] };

let memory: WebAssembly.Memory;

/** All answers are JSON texts. */
function answered({ op, args }: Request): string {
  if (op === 'memory') return String(memory.buffer.byteLength);
  const isBytes = (arg: unknown): arg is Uint8Array => arg instanceof Uint8Array;
  const words = args.filter((arg) => !isBytes(arg));
  return ask([op, ...words].join('\x1f'), args.find(isBytes) ?? new Uint8Array());
}

/** The request that is being answered, and when its progress was last told. */
let current = -1;
let told = 0;
Object.assign(self, {
  boardbitsProgress(stage: number, done: number) {
    const now = performance.now();
    if (now - told < 100) return;
    told = now;
    self.postMessage({ id: current, stage, done });
  },
});

self.onmessage = ({ data }: MessageEvent<Request | WebAssembly.Module>) => {
  if (data instanceof WebAssembly.Module) {
    memory = initSync({ module: data }).memory;
    return;
  }
  const started = performance.now();
  current = data.id;
  try {
    const answer = answered(data);
    self.postMessage({ id: data.id, answer, ms: performance.now() - started });
  } catch (error) {
    // A failure of the crates is a code and a sentence; anything else is a fault of the worker.
    const text = error instanceof Error ? error.message : String(error);
    const [code, sentence] = text.split('\x1f');
    self.postMessage({ id: data.id, error: sentence ?? text, code: sentence && code, ms: 0 });
  }
};
