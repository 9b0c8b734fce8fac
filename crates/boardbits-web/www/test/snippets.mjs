// Runs the code that the page showed for some positions: node snippets.mjs FOLDER TARGET. Rust, Python and the command line
// must give the same answers. FOLDER has `snippets.jsonl`, which the tests in the browser write; the command line is that of
// the main workspace, whose folder of built files is TARGET.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../../..');

/** The crates that snippets use, with the features of the example `native`, so that both share the compiled crates. */
const CRATES = {
  'c4-solver': { path: 'c4-solver' },
  'cc-table': { path: 'cc-table', features: ['std'] },
  'havannah-uf': { path: 'havannah-uf' },
  'king-paths': { path: 'king-paths', features: ['bigint', 'std'] },
  'meteor-puzzle': { path: 'meteor' },
};

const numbers = (text) => (text.match(/\d+/g) ?? []).map(Number);

/** Column and row of the move that wins, if a win is proven. What random games find is not exact. */
const CELL = {
  rust: (text) => /x: (\d+), y: (\d+).*win rate 1\.00/.exec(text)?.slice(1).map(Number),
  shell: (text) => {
    const cell = text.includes(': win\n') && /^([a-z])(\d+) win/im.exec(text);
    return cell ? [cell[1].toLowerCase().charCodeAt(0) - 96, Number(cell[2])] : undefined;
  },
  // Row and column from 0.
  python: (text) => {
    const cell = /proven\W+win/.test(text) && /cell\W+(\d+), (\d+)/.exec(text);
    return cell ? [Number(cell[2]) + 1, Number(cell[1]) + 1] : undefined;
  },
};

/** The answer that a snippet has printed, in the same form for all languages; empty without an exact one. */
function answer(tab, language, printed) {
  const words = printed.replace(/[[\]]/g, ' ').trim().split(/\s+/);
  const isShell = language === 'shell';
  if (tab === 'hav') return CELL[language](printed) ?? [];
  // The score of each column. The command line repeats the moves; a full column has a sign.
  if (tab === 'c4') return words.slice(isShell ? 1 : 0).map((word) => (Number.isNaN(Number(word)) ? null : Number(word)));
  // The number of steps; the command line prints the points before it.
  if (tab === 'puyo') return numbers(printed).slice(isShell ? 1 : 0).slice(0, 1);
  // Distance and number of paths; the command line may draw them first.
  if (tab === 'paths') return numbers(printed.slice(Math.max(printed.lastIndexOf('distance'), 0))).slice(0, 2);
  // A number of solutions, or a solution: where each piece came first.
  return words.length < 10 ? numbers(printed).slice(0, 1) : words.map((word) => words.indexOf(word));
}

/** Compiles all sources to one program, which runs the one whose number is its argument. */
function compile(snippets, folder) {
  const crate = join(folder, 'snippets');
  rmSync(crate, { recursive: true, force: true });
  mkdirSync(join(crate, 'src'), { recursive: true });
  const dependencies = Object.entries(CRATES).map(([name, { path, features }]) => {
    const chosen = features ? `, default-features = false, features = ${JSON.stringify(features)}` : '';
    return `${name} = { path = ${JSON.stringify(join(root, 'crates', path))}${chosen} }\n`;
  });
  const manifest = '[workspace]\n[package]\nname = "snippets"\nedition = "2024"\n[dependencies]\n';
  writeFileSync(join(crate, 'Cargo.toml'), manifest + dependencies.join(''));
  cpSync(join(root, 'crates/boardbits-web/Cargo.lock'), join(crate, 'Cargo.lock'));
  snippets.forEach(({ rust }, i) => writeFileSync(join(crate, `src/s${i}.rs`), rust.replace('fn main()', 'pub fn main()')));
  const modules = snippets.map((_, i) => `mod s${i};\n`).join('');
  const arms = snippets.map((_, i) => `"${i}" => s${i}::main(),\n`).join('');
  const main = `match std::env::args().nth(1).unwrap().as_str() {\n${arms}_ => panic!("which snippet?"),\n}`;
  writeFileSync(join(crate, 'src/main.rs'), `${modules}\nfn main() {\n${main}\n}\n`);
  const options = ['build', '--quiet', '--release', '--manifest-path', join(crate, 'Cargo.toml')];
  execFileSync('cargo', options, { stdio: 'inherit', env: { ...process.env, CARGO_TARGET_DIR: folder } });
  return join(folder, 'release/snippets');
}

function main(folder, target) {
  const lines = readFileSync(join(folder, 'snippets.jsonl'), 'utf8').trim().split('\n');
  const snippets = lines.map((line) => JSON.parse(line));
  const program = compile(snippets, folder);
  // Built as by the other checks of the main workspace.
  const build = ['build', '--quiet', '--workspace', '--features', 'benches/rivals', '--bin', 'boardbits'];
  const manifest = ['--manifest-path', join(root, 'Cargo.toml'), '--target-dir', target];
  execFileSync('cargo', [...build, ...manifest], { stdio: 'inherit' });
  const env = { ...process.env, PATH: join(target, 'debug') + delimiter + process.env.PATH };
  const python = process.env.PYTHON ?? 'python3';
  const hasPython = spawnSync(python, ['-c', 'import boardbits'], { env }).status === 0;
  if (!hasPython) console.log('without Python: `import boardbits` fails (cargo xtask python builds it)');
  let compared = 0;
  for (const [number, { link, shell, python: code }] of snippets.entries()) {
    const runs = { rust: [program, `${number}`], shell: ['sh', '-c', shell], python: [python, '-c', code] };
    if (!hasPython) delete runs.python;
    const answers = Object.entries(runs).map(([language, [command, ...options]]) => {
      const printed = execFileSync(command, options, { env, encoding: 'utf8' });
      assert.notEqual(printed.trim(), '', `#${link}: ${language} prints nothing`);
      return [language, answer(link.split('=')[0], language, printed)];
    });
    const [[, expected]] = answers;
    for (const [language, found] of answers) assert.deepEqual(found, expected, `#${link}: rust and ${language} differ`);
    if (expected.length) compared++;
  }
  console.log(`ran the code of ${snippets.length} positions, compared the answers of ${compared}`);
}

function answersAreReadInEachLanguage() {
  const same = (tab, rust, shell, python, expected) => {
    for (const [language, printed] of Object.entries({ rust, shell, python }))
      assert.deepEqual(answer(tab, language, printed), expected, `${tab}, ${language}`);
  };
  same('c4', '-2 - 3\n', '44 -2 - 3\n', '[-2 -- 3]\n', [-2, null, 3]);
  same('puyo', '7 steps, 19360 points\n', '19360 7 ....../...\n', '7 steps\n', [7]);
  const shell = 'layer 1\n8 . x\ndistance 3, 12 shortest paths\n';
  same('paths', 'Some(3) steps, 12 shortest paths\n', shell, '3 steps\n12 shortest paths\n', [3, 12]);
  same('poly', '9356 solutions\n', '9356\n', '9356 solutions\n', [9356]);
  const picture = 'A A B B C\nA B B C C\n';
  same('poly', picture, picture, '[[7 7 0 0 2]\n [7 0 0 2 2]]\n', [0, 0, 2, 2, 4, 0, 2, 2, 4, 4]);
  const won = 'first to move after 6 stones: win\nthreats of first: d1 bridge\nd1 win ? %\n';
  const python = "Choice(cell=(0, 3), proven='win')\n";
  same('hav', ' . O\nHex { x: 4, y: 1 }, win rate 1.00\n', won, python, [4, 1]);
  const open = 'Choice(cell=(0, 3), proven=None)\n';
  same('hav', 'Hex { x: 4, y: 1 }, win rate 0.50\n', 'first to move: ?\nd1 ? 50 %\n', open, []);
}

export const units = [['Code: answers are read in each language', answersAreReadInEachLanguage]];

if (import.meta.url === pathToFileURL(process.argv[1]).href) main(...process.argv.slice(2));
