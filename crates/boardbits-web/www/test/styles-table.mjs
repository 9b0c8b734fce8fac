// The styles of a tab do not reach the boards of other tabs: all sheets are one file on the page.
import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE = join(dirname(fileURLToPath(import.meta.url)), '../src');
const TABS = ['c4', 'chains', 'paths', 'havannah', 'puzzles'];

/** The classes that are a whole selector of a sheet, such as `.tile`. */
const bare = (sheet) =>
  sheet
    .replace(/\/\*.*?\*\//gs, '')
    .split(/[{},;]/)
    .map((selector) => /^\s*\.([a-z][\w-]*)\s*$/.exec(selector)?.[1])
    .filter(Boolean);

/** The classes that a source gives to elements. */
const given = (source) =>
  [...source.matchAll(/(?:class: |class=|classList\.\w+\()(['"`])(.*?)\1/g)].flatMap(([, , names]) =>
    names.split(/\s+/),
  );

export const units = [
  [
    'styles: no class that a tab styles alone is one of another tab',
    async () => {
      const files = await readdir(SOURCE);
      const shared = [];
      for (const tab of TABS) {
        const styled = new Set(bare(await readFile(join(SOURCE, `${tab}.css`), 'utf8')));
        for (const file of files.filter((name) => name.endsWith('.ts'))) {
          const owner = TABS.find((other) => file.startsWith(other));
          if (!owner || owner === tab) continue;
          const names = given(await readFile(join(SOURCE, file), 'utf8'));
          shared.push(
            ...names.filter((name) => styled.has(name)).map((name) => `${tab}: ${name} in ${file}`),
          );
        }
      }
      assert.deepEqual([...new Set(shared)], []);
    },
  ],
];
