// Bundles the page into a folder: node build.mjs FOLDER. `cargo xtask web` runs it after wasm-bindgen.
import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateSync } from 'node:zlib';
import esbuild from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const [out] = process.argv.slice(2);
// The opening book of Connect 4, which the page fetches when it shows the board.
const book = await readFile(join(here, '../../c4-solver/src/generated/book_7x6.bin'));

const shared = {
  bundle: true,
  minify: true,
  target: 'es2022',
  legalComments: 'none',
  absWorkingDir: here,
  write: false,
};
/** A bundle as one classic script. */
const classic = async (name) =>
  (await esbuild.build({ ...shared, format: 'iife', entryPoints: [`src/${name}`] })).outputFiles[0]
    .text;
/** The page as modules: the tabs are loaded when they are shown. */
const { outputFiles: modules, metafile } = await esbuild.build({
  ...shared,
  format: 'esm',
  splitting: true,
  metafile: true,
  outdir: out,
  entryPoints: ['src/app.ts'],
  chunkNames: 'tab-[hash]',
});
const [worker, style] = [await classic('worker.ts'), await classic('style.css')];
const source = await readFile(join(here, 'src/index.html'), 'utf8');
const html = await withoutComments(source.replace('__PRELOAD__', JSON.stringify(preload())));
const wasm = await readFile(join(here, 'generated/boardbits_bg.wasm'));

const files = new Map(
  modules.map(({ path, contents }) => [
    path.slice(path.lastIndexOf('/') + 1),
    Buffer.from(contents),
  ]),
);
files.set('worker.js', worker);
files.set('style.css', style);
files.set('index.html', html);
files.set('boardbits.wasm', wasm);
files.set('book-7x6.bin', book);
for (const name of ['icon.svg', 'manifest.webmanifest'])
  files.set(name, await readFile(join(here, 'src', name)));
for (const size of [192, 512]) files.set(`icon-${size}.png`, icon(size));

// The service worker keeps exactly these files, as one version.
const hash = createHash('sha256');
for (const [name, content] of [...files].sort()) hash.update(name).update(content);
const version = `boardbits-${hash.digest('hex').slice(0, 12)}`;
const kept = [...files.keys()].filter((name) => !name.startsWith('icon-')).sort();
const sw = (await readFile(join(here, 'src/sw.js'), 'utf8'))
  .replace('__VERSION__', version)
  .replace('__FILES__', JSON.stringify(kept));
files.set('sw.js', (await esbuild.transform(sw, { minify: true })).code);

// Everything in one file, because browsers let a page that was opened from a disk fetch nothing.
const script = (text) => text.replaceAll('</script', '<\\/script');
const inline = `globalThis.BOARDBITS={worker:${JSON.stringify(worker)},wasm:"${wasm.toString('base64')}",book:"${book.toString('base64')}"};`;
const app = await classic('app.ts');
const single = source
  .replace(/<link rel="(manifest|preload)"[^>]*>\n/g, '')
  .replace(/<script>\n\/\/ The code of the tab[^]*?<\/script>\n/, '')
  .replace(
    'href="icon.svg"',
    () =>
      `href="data:image/svg+xml;base64,${Buffer.from(files.get('icon.svg')).toString('base64')}"`,
  )
  .replace('<link rel="stylesheet" href="style.css">', () => `<style>${style}</style>`)
  .replace(
    '<script type="module" src="app.js"></script>',
    () => `<script>${script(inline)}</script>\n<script>${script(app)}</script>`,
  );
files.set('playground.html', single);

await mkdir(out, { recursive: true });
// Chunks of earlier builds have other names.
for (const name of await readdir(out))
  if (/^tab-\w+\.js$/.test(name) && !files.has(name)) await rm(join(out, name));
for (const [name, content] of files) await writeFile(join(out, name), content);

/** The document with its scripts minified; they stay readable for old browsers. */
async function withoutComments(html) {
  const parts = html.split(/(<script>[^]*?<\/script>)/);
  const minified = parts.map(async (part) => {
    if (!part.startsWith('<script>')) return part;
    const { code } = await esbuild.transform(part.slice(8, -9), { minify: true, target: 'es5' });
    return `<script>${code.trim()}</script>`;
  });
  return (await Promise.all(minified)).join('');
}

/** By tab: the files that it needs before its first answer, besides those that index.html names. */
function preload() {
  const name = (path) => path.slice(path.lastIndexOf('/') + 1);
  const chunk = (entry) =>
    Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === entry)?.[0];
  const all = (path) => [
    name(path),
    ...metafile.outputs[path].imports
      .filter(({ kind }) => kind === 'import-statement')
      .flatMap(({ path }) => all(path)),
  ];
  const tabs = { c4: 'c4', puyo: 'chains', paths: 'paths', hav: 'havannah', poly: 'puzzles' };
  const files = Object.entries(tabs).map(([id, file]) => [
    id,
    [
      ...new Set([
        ...all(chunk(`src/${file}.ts`)),
        'worker.js',
        ...(id === 'c4' ? ['book-7x6.bin'] : []),
      ]),
    ],
  ]);
  return Object.fromEntries(files);
}

/** The icon as PNG: four squares on paper. */
function icon(size) {
  const [paper, blue, orange] = [
    [246, 245, 241],
    [11, 95, 165],
    [213, 94, 0],
  ];
  const rows = Buffer.alloc(size * (size * 3 + 1));
  const half = (at) =>
    at >= size * 0.19 && at < size * 0.47 ? 0 : at >= size * 0.53 && at < size * 0.81 ? 1 : -1;
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const [a, b] = [half(x), half(y)];
      const color = a < 0 || b < 0 ? paper : a === b ? blue : orange;
      rows.set(color, y * (size * 3 + 1) + 1 + x * 3);
    }
  }
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The checksum of PNG; `crc32` of node:zlib needs Node.js 22. */
function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let i = 0; i < 8; i++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
