// What all tabs have in common: history, links, exports, missing features, offline, keys.
import assert from 'node:assert/strict';
import { click, clickOnce, DESKTOP, hash, idle, once, PHONE, press, slack, text } from './browser.mjs';

const TABS = [
  ['c4', 'Connect 4'],
  ['puyo', 'Chains'],
  ['paths', 'Paths'],
  ['hav', 'Havannah'],
  ['poly', 'Puzzles'],
];
const fold = (page, id, name) => page.locator(`#${id} summary`, { hasText: name }).first().click();
const saved = async (page, name) => {
  const [file] = await Promise.all([page.waitForEvent('download'), click(page, name)]);
  return Buffer.concat(await (await file.createReadStream()).toArray());
};

export const tests = [
  [
    'Frame: tabs and games are entries of the history, moves are not',
    DESKTOP,
    async ({ page, open }) => {
      await open('c4=44');
      await text(page, '#c4-title', /Orange to move/);
      await page.getByRole('tab', { name: 'Havannah' }).click();
      await hash(page, /^#hav=/);
      await page.getByRole('tab', { name: 'Paths' }).click();
      await hash(page, /^#paths=/);
      await page.goBack();
      await page.waitForSelector('#hav:not([hidden])');
      await hash(page, /^#hav=/);
      await page.goBack();
      await page.waitForSelector('#c4:not([hidden])');
      await hash(page, /^#c4=44$/);
      await press(page, '4', '3');
      await hash(page, /^#c4=4443$/);
      await click(page, 'New game');
      await hash(page, /^#c4=$/);
      await press(page, '1');
      await hash(page, /^#c4=1$/);
      await page.goBack();
      await hash(page, /^#c4=4443$/);
      await page.goForward();
      await hash(page, /^#c4=1$/);
      assert.equal(await page.locator('#c4 .disc.p0').first().isVisible(), true);
    },
  ],
  [
    'Frame: returning to a tab keeps its position, settings and redo',
    DESKTOP,
    async ({ page, open }) => {
      await open('c4=4433');
      await text(page, '#c4-detail', /With best play/);
      await press(page, 'u');
      await page.getByRole('tab', { name: 'Havannah' }).click();
      await hash(page, /^#hav=/);
      assert.doesNotMatch(await page.textContent('#say'), /column/, 'said by the tab before');
      await page.goBack();
      await hash(page, /^#c4=4433;at=3$/);
      await press(page, 'y');
      await hash(page, /^#c4=4433$/);
    },
  ],
  [
    'Frame: a reload keeps the positions of the other tabs',
    DESKTOP,
    async ({ page, open }) => {
      await open('c4=4433');
      await text(page, '#c4-title', /to move/);
      await press(page, 'u');
      await page.getByRole('tab', { name: 'Paths' }).click();
      await text(page, '#paths-title', /steps/);
      await page.reload();
      await text(page, '#paths-title', /steps/);
      await page.getByRole('tab', { name: 'Connect 4' }).click();
      await hash(page, /^#c4=4433;at=3$/);
      // A link goes before what was shown.
      await open('c4=1');
      await hash(page, /^#c4=1$/);
      await open('');
      await hash(page, /^#c4=$/);
    },
  ],
  [
    'Frame: a letter means one thing in all tabs',
    DESKTOP,
    async ({ page, open }) => {
      const shared = [
        ['U', /^Undo$/],
        ['Y', /^Redo$/],
        ['H', /^Hint|^Best drop$/],
        ['N', /^New game$/],
        ['P', /^Play /],
      ];
      const meanings = new Map();
      for (const [id] of TABS) {
        await open(`${id}=`);
        await page.waitForSelector(`#${id} .keys`, { state: 'attached' });
        const keys = await page.$$eval(`#${id} .keys dt`, (terms) =>
          terms.map((term) => [term.textContent, term.nextElementSibling.textContent]),
        );
        for (const [key, name] of keys)
          if (/^[A-Z]$/.test(key)) meanings.set(key, [...(meanings.get(key) ?? []), name]);
      }
      assert.ok(meanings.size > 10);
      for (const [key, names] of meanings) {
        const meaning = shared.find(([other]) => other === key)?.[1];
        if (meaning) for (const name of names) assert.match(name, meaning, key);
        else assert.equal(names.length, 1, `${key}: ${names.join(', ')}`);
      }
    },
  ],
  [
    'Frame: copy and export',
    DESKTOP,
    async ({ page, open }) => {
      await open('c4=4433');
      await text(page, '#c4-title', /Orange/);
      await fold(page, 'c4', 'Share and open');
      await click(page, 'Copy link');
      await text(page, '#c4', /The link to this position is copied/);
      assert.ok(await page.evaluate(async () => (await navigator.clipboard.readText()) === location.href));
      const svg = (await saved(page, 'Save SVG')).toString();
      assert.match(svg, /^<svg[^>]* xmlns="http:\/\/www.w3.org\/2000\/svg"/);
      assert.ok(svg.includes('rgb(238, 122, 31)'), 'the colors are in the file');
      assert.ok(!svg.includes('aria-label='), 'names for screen readers are not');
      const png = await saved(page, 'Save PNG');
      assert.deepEqual([...png.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
      assert.equal(png.readUInt32BE(16), 1160);
      const plain = (await saved(page, 'Save text')).toString();
      assert.match(
        plain,
        /^\. \. \. \. \. \. \.\n(.*\n){3}\. \. o o \. \. \.\n\. \. x x \. \. \.\n1 2 3 4 5 6 7\n\nx Orange, o Yellow\nMoves: 4433\n/,
      );
      await page.goto('about:blank');
      await open('hav=4;any;d4,e5');
      await text(page, '#hav-title', /White/);
      await fold(page, 'hav', 'Share and open');
      assert.match((await saved(page, 'Save text')).toString(), /Moves: d4,e5/);
      assert.match((await saved(page, 'Save SVG')).toString(), /<svg/);
    },
  ],
  [
    'Frame: what one does next is the primary button, and New game on an empty board is disabled',
    DESKTOP,
    async ({ page, open }) => {
      const isNext = async (id, name) => {
        await text(page, `#${id} .primary:not([hidden])`, new RegExp(`^${name}$`));
        assert.equal(await page.locator(`#${id} .actions .primary:visible`).count(), 1);
      };
      const isFresh = (id) => page.locator(`#${id} button`, { hasText: 'New game' }).isEnabled();
      for (const [id, empty, over, name, ended] of [
        ['c4', '5x5;', '5x5;1212121', 'Hint', /Orange has won/],
        ['hav', '2;any;', '2;any;a1,c3,b1,a2,c2', 'Engine moves', /wins|Draw/],
      ]) {
        await open(`${id}=${empty}`);
        await text(page, `#${id}-title`, /to move/);
        await isNext(id, name);
        assert.equal(await isFresh(id), false);
        await open(`${id}=${over}`);
        await text(page, `#${id}-title`, ended);
        await isNext(id, 'New game');
        assert.equal(await isFresh(id), true);
      }
    },
  ],
  [
    'Frame: on a phone, what the folds change is brought into view',
    { ...PHONE, reducedMotion: 'reduce' },
    async ({ page, open }) => {
      const isSeen = (id) =>
        page.waitForFunction((id) => {
          const { top, bottom } = document.querySelector(`#${id} .board`).getBoundingClientRect();
          return top > -2 && top < innerHeight / 3 && bottom > 100;
        }, id);
      await open('poly=');
      await text(page, '#poly-title', /Solution 1/);
      await page.locator('#poly .tile', { hasText: 'Pentominoes 3×20' }).tap();
      await text(page, '#poly-title', /8 solutions left/);
      await isSeen('poly');
      await fold(page, 'poly', 'Puzzle files');
      await page.locator('#poly textarea').fill('board\n. . . .\n\npiece I 2 walk E\n');
      await click(page, 'Show this puzzle');
      await text(page, '#poly-title', /1 solution left/);
      await isSeen('poly');
      await open('paths=');
      await text(page, '#paths-title', /steps/);
      await click(page, 'Clear the walls');
      await isSeen('paths');
      // What changes nothing of the position leaves the page where it is.
      await fold(page, 'paths', 'Share and open');
      await click(page, 'Copy link');
      const top = await page.evaluate(
        () => document.querySelector('#paths .board').getBoundingClientRect().top,
      );
      assert.ok(top < 0, `the board is at ${top}`);
    },
  ],
  [
    'Frame: try this, legend, how it works, code, keys, about',
    DESKTOP,
    async ({ page, open }) => {
      for (const [id, title] of [
        ['c4', /Orange has won/],
        ['hav', /White wins/],
      ]) {
        await open(`${id}=`);
        await page.locator(`#${id}-try`).click();
        await clickOnce(page, `#${id}-title`, /^Move [2-9] of/, 'Pause');
        await page.locator(`#${id} .moves button`).last().click();
        await text(page, `#${id}-title`, title);
        await fold(page, id, 'What the signs mean');
        assert.ok((await page.locator(`#${id} .legend dt`).count()) >= 4);
        await fold(page, id, 'How it works');
        assert.equal(await page.locator(`#${id} .how p`).count(), 3);
        assert.equal(await page.locator(`#${id} .how figure svg`).isVisible(), true);
        await fold(page, id, 'Code for this position');
        for (const [name, words] of [
          ['Command line', 'boardbits '],
          ['Rust', 'fn main'],
          ['Python', 'from boardbits'],
        ]) {
          await page
            .getByRole('button', { name: `Copy ${name}` })
            .filter({ visible: true })
            .click();
          await page.waitForFunction(
            async (words) => (await navigator.clipboard.readText()).includes(words),
            words,
          );
        }
        await fold(page, id, 'About');
      }
      await click(page, 'Measure on this machine');
      await text(page, '#hav .folds', /playouts of the engine on base 8 a second/);
      // Until the crates are published, nothing leads to docs.rs.
      const add = await page.locator('#hav .folds pre', { hasText: 'cargo add' }).textContent();
      const links = page.locator('#hav a[href="https://docs.rs/havannah-uf"]');
      assert.equal(await links.count(), add.includes('--git') ? 0 : 2);
    },
  ],
  [
    'Frame: games and links are opened from text',
    DESKTOP,
    async ({ page, open }) => {
      const paste = async (id, words) => {
        await page.locator(`#${id}-open input`).fill(words);
        await page.locator(`#${id}-open button`).click();
      };
      await open('c4=1');
      await text(page, '#c4-title', /Yellow/);
      await fold(page, 'c4', 'Share and open');
      await paste('c4', '4 4 3, 3');
      await hash(page, /^#c4=4433$/);
      await paste('c4', 'd4');
      await text(page, '#c4-open .note', /not a game that can be read here/);
      await paste('c4', 'https://example.org/playground/#hav=4;any;d4');
      await hash(page, /^#hav=4;any;d4$/);
      await text(page, '#hav-title', /Black to move/);
      await fold(page, 'hav', 'Share and open');
      // Little Golem counts from 1 in each column: its e5 on base 4 is e6 here.
      await paste('hav', '(;FF[4]SZ[4];W[d4];B[swap];W[E5])');
      await hash(page, /^#hav=4;any;d4,swap,e6$/);
      await page.goBack();
      await hash(page, /^#hav=4;any;d4$/);
    },
  ],
  [
    'Frame: a link with a wrong setting shows its position and says what is wrong',
    DESKTOP,
    async ({ page, open }) => {
      for (const [link, words, shown] of [
        ['c4=44;at=99', /position from 0 to 2, found “99”\./, /^#c4=44$/],
        ['hav=4;any;d4;foo=1', /no settings but .*, found “foo=1”\./, /^#hav=4;any;d4$/],
        ['paths=4x4;king;0,15;;tour=x', /the tour to be .*, found “x”\./, /^#paths=4x4;king;0,15;$/],
        ['c5=44', /no tab is called “c5”/, /^#c4=$/],
      ]) {
        await open(link);
        await hash(page, shown);
        assert.match(await text(page, '[role=tabpanel]:not([hidden]) .alert', /./), words);
      }
    },
  ],
  [
    'Frame: a text that cannot be read is announced, each time',
    { ...DESKTOP, reducedMotion: 'reduce' },
    async ({ page, open }) => {
      for (const [id, ready, name, show, words] of [
        ['paths', /steps/, 'Your own map', 'Show this map', /This is not a map: /],
        ['poly', /Solution 1/, 'Puzzle files', 'Show this puzzle', /This is not a puzzle: /],
        ['puyo', /7-chain/, 'Scoring and import', 'Show this field', /This text is not a field: /],
      ]) {
        await open(`${id}=`);
        await text(page, `#${id}-title`, ready);
        await fold(page, id, name);
        await page.locator(`#${id} textarea`).fill('nonsense');
        for (let i = 0; i < 2; i++) {
          await page.evaluate(() => {
            globalThis.said = [];
            for (const region of document.querySelectorAll('[role=status]'))
              new MutationObserver(() => globalThis.said.push(region.textContent)).observe(region, {
                childList: true,
                characterData: true,
                subtree: true,
              });
          });
          await click(page, show);
          await once(
            page,
            (source) => globalThis.said.some((text) => new RegExp(source).test(text)),
            words.source,
          );
        }
      }
    },
  ],
  [
    'Frame: a long answer shows its time within 0.3 s',
    DESKTOP,
    async ({ page, open }) => {
      await open('hav=8;any;');
      await text(page, '#hav-title', /White to move/);
      await idle(page);
      const ms = await page.evaluate(
        () =>
          new Promise((done) => {
            const words = document.querySelector('#hav .words');
            const from = performance.now();
            new MutationObserver(() => words.textContent && done(performance.now() - from)).observe(
              words,
              { childList: true, characterData: true, subtree: true },
            );
            [...document.querySelectorAll('#hav .actions button')]
              .find((button) => button.textContent === 'Hint')
              .click();
          }),
      );
      assert.ok(ms <= 300 * slack, `${ms} ms`);
    },
  ],
  [
    'Frame: settings are remembered, links go before them',
    DESKTOP,
    async ({ page, open }) => {
      await open('c4=');
      await fold(page, 'c4', 'Players and board');
      await page.getByLabel('Yellow', { exact: true }).selectOption('casual');
      await page.getByLabel('Show the scores').click();
      await hash(page, /^#c4=;yellow=casual;scores=off$/);
      await open('');
      await hash(page, /^#c4=;yellow=casual;scores=off$/);
      await open('c4=44');
      await text(page, '#c4-detail', /With best play/);
      await hash(page, /^#c4=44$/);
    },
  ],
  [
    'Frame: without WebAssembly the page says so',
    { ...DESKTOP, allow: /./ },
    async ({ page, context, open }) => {
      await context.addInitScript(() => delete globalThis.WebAssembly);
      await open('c4=');
      assert.match(
        await text(page, '.lacking', /./),
        /needs WebAssembly, which this browser does not have/,
      );
    },
  ],
  [
    'Frame: a script that cannot be read or loaded is named',
    { ...DESKTOP, allow: /./ },
    async ({ page, open }) => {
      await page.route('**/app.js', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: 'let = = 1' }),
      );
      await open('c4=');
      assert.match(
        await text(page, '.lacking', /./),
        /This browser cannot run the page \(.*SyntaxError/,
      );
      await page.unroute('**/app.js');
      await page.route('**/app.js', (route) => route.abort());
      await open('c4=');
      assert.match(await text(page, '.lacking', /./), /A part of the page could not be loaded/);
    },
  ],
  [
    'Frame: without OffscreenCanvas, ResizeObserver and storage tabs work',
    DESKTOP,
    async ({ page, context, open }) => {
      await context.addInitScript(() => {
        delete globalThis.OffscreenCanvas;
        Object.defineProperty(globalThis, 'localStorage', {
          get: () => {
            throw new DOMException('denied', 'SecurityError');
          },
        });
      });
      for (const [id, link, selector, pattern] of [
        ['c4', '44', '#c4-detail', /With best play/],
        ['hav', '4;any;', '#hav-title', /White to move/],
      ]) {
        await open(`${id}=${link}`);
        await text(page, selector, pattern);
      }
    },
  ],
  [
    'Frame: tabs that are first opened without a connection work',
    { ...DESKTOP, allow: /Failed to load|ERR_INTERNET/ },
    async ({ page, context, open }) => {
      await open('c4=44');
      await text(page, '#c4-detail', /With best play/);
      // index.html names the files of all tabs.
      await once(page, async () => {
        const names = (await (await fetch('index.html')).text()).match(/tab-\w+\.js/g);
        const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
        return names.every((name) => loaded.some((other) => other.endsWith(name)));
      });
      await context.setOffline(true);
      await page.getByRole('tab', { name: 'Havannah' }).click();
      await text(page, '#hav-detail', /games tried/);
      await context.setOffline(false);
    },
  ],
  [
    'Frame: a failed part is named and loaded again',
    { ...DESKTOP, allow: /Failed to load|ERR_/ },
    async ({ page, open }) => {
      await page.route('**/boardbits.wasm', (route) => route.abort());
      await open('hav=4;any;d4');
      assert.match(
        await text(page, '#hav .words', /./),
        /^Loading the rules: no connection: boardbits.wasm could not be loaded\.$/,
      );
      await page.unroute('**/boardbits.wasm');
      await click(page, 'Try again');
      await text(page, '#hav-title', /Black to move/);
    },
  ],
  [
    'Frame: a tab whose code could not be loaded is loaded again, as an entry of the history',
    { ...DESKTOP, allow: /Failed to load|ERR_/ },
    async ({ page, context, open }) => {
      await context.addInitScript(() => (globalThis.requestIdleCallback = () => 0));
      await open('c4=44');
      await text(page, '#c4-detail', /With best play/);
      await page.route('**/tab-*.js', (route) => route.abort());
      await page.getByRole('tab', { name: 'Havannah' }).click();
      await text(page, '#hav .alert', /./);
      await page.unroute('**/tab-*.js');
      await click(page, 'Try again');
      await hash(page, /^#hav=/);
      await page.goBack();
      await hash(page, /^#c4=44$/);
    },
  ],
  [
    'Frame: offline after the first visit, and installable',
    { ...DESKTOP, serviceWorkers: 'allow' },
    async ({ page, context, open }) => {
      await open('c4=44');
      await text(page, '#c4-detail', /With best play/);
      await page.evaluate(async () => {
        await navigator.serviceWorker.ready;
        while (!(await caches.keys()).some((name) => name.startsWith('boardbits-')))
          await new Promise((next) => setTimeout(next, 50));
      });
      await context.setOffline(true);
      await open('hav=4;any;d4');
      await text(page, '#hav-title', /Black to move/);
      await open('c4=4433');
      await text(page, '#c4-detail', /With best play/);
      await context.setOffline(false);
      const manifest = await page.evaluate(async () =>
        (await fetch(document.querySelector('link[rel=manifest]').href)).json(),
      );
      assert.equal(manifest.display, 'standalone');
      for (const { src, sizes, type } of manifest.icons) {
        const size = await page.evaluate(
          async ([src, type]) => {
            const image = new Image();
            image.src = URL.createObjectURL(
              new Blob([await (await fetch(src)).arrayBuffer()], { type }),
            );
            await image.decode();
            return `${image.width}x${image.height}`;
          },
          [src, type],
        );
        assert.ok(sizes === 'any' || sizes === size, `${src}: ${size}`);
      }
    },
  ],
  [
    'Frame: forced colors show one selected tab',
    { ...DESKTOP, forcedColors: 'active' },
    async ({ page, open }) => {
      await open('c4=44');
      await text(page, '#c4-title', /Orange/);
      const borders = await page.$$eval('[role=tab]', (tabs) =>
        tabs.map((tab) => getComputedStyle(tab).borderBottomColor),
      );
      assert.equal(new Set(borders.slice(1)).size, 1);
      assert.notEqual(borders[0], borders[1]);
    },
  ],
  [
    'Frame: tabs by arrow keys, reduced motion',
    { ...DESKTOP, reducedMotion: 'reduce' },
    async ({ page, open }) => {
      await open('c4=');
      await page.getByRole('tab', { name: 'Connect 4' }).focus();
      for (const [id] of [...TABS.slice(1), ...TABS.slice(0, 1)]) {
        await press(page, 'ArrowRight');
        await page.waitForSelector(`#${id}:not([hidden])`);
        await hash(page, new RegExp(`^#${id}=`));
        assert.equal(await page.evaluate(() => document.activeElement.id), `tab-${id}`);
      }
      await press(page, 'Tab');
      assert.notEqual(await page.evaluate(() => document.activeElement.tagName), 'BODY');
    },
  ],
  [
    'Frame: keys right after a click on a tab are for its board, also while its code loads',
    DESKTOP,
    async ({ page, context, open }) => {
      // Nothing is loaded ahead.
      await context.addInitScript(() => (globalThis.requestIdleCallback = () => 0));
      await open('puyo=;11,22;tsu;3.0');
      await text(page, '#puyo-title', /No chain here/);
      /** Clicks a tab and presses keys in one task: no promise is settled in between. */
      const play = (id, ...keys) =>
        page.evaluate(
          ([id, keys]) => {
            const tab = document.getElementById(`tab-${id}`);
            tab.focus();
            tab.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
            for (const key of keys)
              document.activeElement.dispatchEvent(
                new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
              );
          },
          [id, keys],
        );
      const shown = () =>
        page.$$eval('[role=tabpanel]:not([hidden])', (panels) => panels.map(({ id }) => id).join());
      const hasFocus = (id) =>
        page.waitForFunction(
          (id) => document.activeElement.matches(`#${id} [role=gridcell]`),
          id,
        );
      let [gate, release] = [null, null];
      await page.route('**/tab-*.js', (route) => gate.then(() => route.continue()));
      // Puzzles have no board until their first answer.
      for (const id of ['c4', 'poly']) {
        gate = new Promise((done) => (release = done));
        await play(id, 'ArrowRight', 'ArrowRight');
        assert.equal(await shown(), id);
        release();
        await hash(page, new RegExp(`^#${id}=`));
        await hasFocus(id);
      }
      await play('puyo', 'ArrowRight', 'ArrowRight');
      await hash(page, /^#puyo=;11,22;tsu;3\.0;hold=4\.1$/);
      assert.equal(await shown(), 'puyo');
    },
  ],
  [
    'Frame: tabs in fast succession show the last one',
    DESKTOP,
    async ({ page, open }) => {
      await open('c4=44');
      await page.evaluate(() => {
        for (const id of ['puyo', 'paths', 'hav', 'poly', 'paths', 'hav'])
          document.getElementById(`tab-${id}`).click();
      });
      await hash(page, /^#hav=/);
      await idle(page);
      assert.deepEqual(
        await page.$$eval('[role=tabpanel]:not([hidden])', (panels) => panels.map(({ id }) => id)),
        ['hav'],
      );
    },
  ],
];
