// The page's modules without a browser: `const { Machine } = await load('machine.ts')`.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import esbuild from 'esbuild';

const src = join(dirname(fileURLToPath(import.meta.url)), '../src');

export async function load(...names) {
  const contents = names.map((name) => `export * from './${name}';`).join('\n');
  const built = await esbuild.build({
    stdin: { contents, resolveDir: src },
    bundle: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  });
  return import(
    `data:text/javascript;base64,${Buffer.from(built.outputFiles[0].contents).toString('base64')}`
  );
}

/** Numbers from 0 up to `n`, always the same for a seed. */
export function dice(state) {
  return (n) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * n);
  };
}
