// Bundles the page into a folder: node build.mjs FOLDER. `cargo xtask web` runs it after wasm-bindgen.
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import esbuild from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2];
// The opening book of Connect 4, which the page fetches when it shows the board.
const book = await readFile(join(here, '../../c4-solver/src/generated/book_7x6.bin'));

const shared = { bundle: true, minify: true, format: 'iife', target: 'es2022', legalComments: 'none', absWorkingDir: here };
const bundle = async (name) => {
  const built = await esbuild.build({ ...shared, entryPoints: [`src/${name}.ts`], write: false });
  return built.outputFiles[0].text;
};
const [app, worker] = [await bundle('app'), await bundle('worker')];
const style = (await esbuild.build({ ...shared, entryPoints: ['src/style.css'], write: false })).outputFiles[0].text;
const html = await readFile(join(here, 'src/index.html'), 'utf8');
const wasm = await readFile(join(here, 'generated/boardbits_bg.wasm'));

await writeFile(join(out, 'app.js'), app);
await writeFile(join(out, 'worker.js'), worker);
await writeFile(join(out, 'style.css'), style);
await writeFile(join(out, 'index.html'), html);
await writeFile(join(out, 'boardbits.wasm'), wasm);
await writeFile(join(out, 'book-7x6.bin'), book);

// Everything in one file, because browsers let a page that was opened from a disk fetch nothing.
const script = (text) => text.replaceAll('</script', '<\\/script');
const inline = `globalThis.BOARDBITS={worker:${JSON.stringify(worker)},wasm:"${wasm.toString('base64')}",book:"${book.toString('base64')}"};`;
const single = html
  .replace('<link rel="stylesheet" href="style.css">', () => `<style>${style}</style>`)
  .replace('<script defer src="app.js"></script>', '')
  .replace('</body>', () => `<script>${script(inline)}</script><script>${script(app)}</script></body>`);
await writeFile(join(out, 'playground.html'), single);
