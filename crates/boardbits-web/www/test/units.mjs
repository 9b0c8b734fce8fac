// The tests that need no browser: node units.mjs. Each file of tables exports `units`.
import { readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

/** All units: name and test. */
export async function units() {
  const names = (await readdir(here))
    .filter((name) => ['machine.mjs', 'snippets.mjs'].includes(name) || name.endsWith('-table.mjs'))
    .sort();
  const files = await Promise.all(names.map((name) => import(`./${name}`)));
  return files.flatMap(({ units }) => units);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  let failed = 0;
  const all = await units();
  for (const [name, test] of all) {
    try {
      await test();
    } catch (error) {
      failed++;
      console.log(`FAIL ${name}\n${error.stack ?? error}`);
    }
  }
  console.log(`${all.length - failed} of ${all.length} units passed`);
  process.exitCode = failed ? 1 : 0;
}
