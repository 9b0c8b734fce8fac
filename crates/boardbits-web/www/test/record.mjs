// Keeps the last run of the tests: node record.mjs RUN copies its record and pictures into the repository and writes its
// figures into docs/design/boardbits-web.md. `cargo xtask web --test` checks that the document agrees with the record.
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../../..');
export const RECORD = join(root, 'crates/boardbits-web/record.json');
const DOCUMENT = join(root, 'docs/design/boardbits-web.md');
const PICTURES = join(root, 'docs/pictures/playground');

const UNITS = {
  c4: ['Connect 4: positions searched', 'c4-solver'],
  chains: ['chains of seven steps', 'cc-table'],
  paths: ['all shortest paths on 24×16', 'king-paths'],
  havannah: ['playouts of the Havannah engine, base 8', 'havannah-uf'],
  puzzles: ['pentomino solutions on 6×10 counted', 'meteor-puzzle'],
};

const perSecond = (value) =>
  value >= 1e6
    ? `${(value / 1e6).toPrecision(3)} million`
    : `${Number(value.toPrecision(3)).toLocaleString('en')}`;
const kib = (bytes) => `${(bytes / 1000).toFixed(0)} kB`;

function tables(record) {
  const { sizes, times, speeds, answers } = record;
  const asked = Object.values(answers).reduce((a, b) => a + b, 0);
  return `
| quantity | measured | budget |
| --- | ---: | ---: |
| WebAssembly, gzip | ${kib(sizes.wasm)} | 340 kB |
| HTML, CSS and JavaScript, gzip | ${kib(sizes.page)} | 80 kB |
| opening book | ${kib(sizes.book)} | 350 kB |
| from the address to the first answer | ${times.first} ms | 800 ms |${times.slow === undefined ? '' : `\n| the same on slow 4G with a processor of a quarter of the speed | ${times.slow.toLocaleString('en')} ms | 5,000 ms |`}
| pointer event to new paths, median | ${times.pointerMedian} ms | 16 ms |
| pointer event to new paths, worst | ${times.pointerWorst} ms | 50 ms |
| longest frame while the workers solve | ${times.frame} ms | 120 ms |
| memory of all workers after a visit to each tab | ${times.heap} MiB | 256 MiB |

| work in one second, one thread | crate | native | WebAssembly | native / WebAssembly |
| --- | --- | ---: | ---: | ---: |
${Object.entries(speeds)
  .map(
    ([name, { native, wasm }]) =>
      `| ${UNITS[name][0]} | ${UNITS[name][1]} | ${perSecond(native)} | ${perSecond(wasm)} | ${(native / wasm).toFixed(1)} |`,
  )
  .join('\n')}

${asked.toLocaleString('en')} questions had the same answers in the page as natively.
Recorded on ${record.date}: ${record.processor}, ${record.browser}${record.load === undefined ? '' : `, load average ${record.load} at the start`};
all tests of the page took ${record.seconds} s.
`;
}

const [START, END] = ['<!-- playground record -->', '<!-- playground record end -->'];

function withTables(document, record) {
  const [before, after] = [document.indexOf(START), document.indexOf(END)];
  if (before < 0 || after < before) throw new Error(`${DOCUMENT} has no place for the record`);
  return (
    document.slice(0, before + START.length) + '\n' + tables(record) + '\n' + document.slice(after)
  );
}

/** What is wrong with the document, or null. */
export async function stale() {
  const [document, record] = [
    await readFile(DOCUMENT, 'utf8'),
    JSON.parse(await readFile(RECORD, 'utf8')),
  ];
  return withTables(document, record) === document
    ? null
    : 'docs/design/boardbits-web.md differs from record.json: node crates/boardbits-web/www/test/record.mjs writes it';
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const run = process.argv[2];
  if (run) {
    await copyFile(join(run, 'playground.json'), RECORD);
    await mkdir(PICTURES, { recursive: true });
    for (const name of await readdir(join(run, 'pictures'))) {
      if (!/^(puyo|hav)-light-1280/.test(name)) continue;
      const kept = name.replace('1280', 'desktop');
      await copyFile(join(run, 'pictures', name), join(PICTURES, kept));
    }
  }
  const record = JSON.parse(await readFile(RECORD, 'utf8'));
  await writeFile(DOCUMENT, withTables(await readFile(DOCUMENT, 'utf8'), record));
}
