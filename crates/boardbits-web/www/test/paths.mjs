// Paths, played through as a person would.
import assert from 'node:assert/strict';
import { center, choose, click, clickOnce, DESKTOP, hash, idle, once, PHONE, press, slack, text } from './browser.mjs';

const CALM = { ...DESKTOP, reducedMotion: 'reduce' };
const at = (page, cell) => center(page, `#paths rect[data-c="${cell}"]`);
const fold = (page, name) => page.locator('#paths summary', { hasText: name }).click();
const focus = (page) => page.locator('#paths [role=gridcell][tabindex="0"]').focus();

async function drag(page, from, to) {
  await page.mouse.move(...(await at(page, from)));
  await page.mouse.down();
  await page.mouse.move(...(await at(page, to)), { steps: 4 });
  await page.mouse.up();
}

export const tests = [
  [
    'Paths: paint, drag, keys, pieces, undo, link',
    CALM,
    async ({ page, open }) => {
      await open('paths=24x16;king;170,213;');
      assert.equal(await text(page, '#paths-title', /19 steps/), '19 steps');
      await drag(page, 10, 370);
      await text(page, '#paths-title', /No way/);
      assert.equal(await page.locator('#paths .pcell.wall').count(), 16);
      await drag(page, 170, 40);
      await hash(page, /;40,213;/);
      await click(page, 'Undo');
      await hash(page, /;170,213;/);
      await click(page, 'Undo');
      await text(page, '#paths-title', /^19 steps$/);
      await click(page, 'Redo');
      await text(page, '#paths-title', /No way/);
      await focus(page);
      await press(page, 'Home', 'ArrowDown', 'Enter', 'ArrowRight', ' ', 'ArrowRight', 'a');
      await hash(page, /;194,213;/);
      assert.equal(await page.locator('#paths .pcell.wall').count(), 18);
      assert.match(
        await page.evaluate(() => document.activeElement.getAttribute('aria-label')),
        /^2,8: A$/,
      );
      const link = await hash(page, /paths=/);
      await page.goto('about:blank');
      await page.goBack();
      assert.equal(await hash(page, /paths=/), link);
      await choose(page, 'Four neighbors');
      await hash(page, /^#paths=24x16;step;/);
      for (const [broken, reason] of [
        ['24x16;pawn;1,2;', /“pawn” is not a piece/],
        ['24x16;king;1,999;', /two cells from 0 to 383/],
        ['24x16;king;1,2;%25', /the walls cannot be read/],
      ]) {
        await open(`paths=${broken}`);
        assert.match(await text(page, '#paths .alert', /./), reason);
        await text(page, '#paths-title', /steps/);
      }
    },
  ],
  [
    'Paths: random paths are in the link, and go with a wall',
    CALM,
    async ({ page, open }) => {
      await open('paths=24x16;king;170,213;');
      await text(page, '#paths-title', /19 steps/);
      await click(page, 'Random path');
      assert.match(await text(page, '#paths-note', /./), /^One of [\d,]+, all equally likely\.$/);
      const points = await page.getAttribute('#paths .route', 'points');
      assert.equal(points.split(' ').length, 20);
      const link = await hash(page, /;path=\d+$/);
      await open(link.slice(1));
      await page.waitForFunction(
        (points) => document.querySelector('#paths .route')?.getAttribute('points') === points,
        points,
      );
      await page.mouse.click(...(await at(page, 0)));
      assert.equal(await page.textContent('#paths-note'), '');
      assert.equal(await page.getAttribute('#paths .route', 'points'), '');
    },
  ],
  [
    'Paths: a large map lies on its card on a phone',
    PHONE,
    async ({ page, open }) => {
      await open('paths=121x81;king;0,9800;');
      await text(page, '#paths-title', /120 steps/);
      const [canvas, picture] = await page.evaluate(() =>
        ['canvas', '.board > svg'].map((part) => {
          const { x, y, width } = document.querySelector(`#paths ${part}`).getBoundingClientRect();
          return [x, y, width];
        }),
      );
      canvas.forEach((value, i) =>
        assert.ok(Math.abs(value - picture[i]) < 12, `${canvas} in ${picture}`),
      );
    },
  ],
  [
    'Paths: tours are counted for the map that is shown (clicked at once), Stop and Go on',
    CALM,
    async ({ page, open }) => {
      await open('paths=5x5;knight;0,24;');
      await page.waitForFunction(() => {
        const button = [...document.querySelectorAll('#paths button')].find(
          (button) => button.textContent === 'Count tours',
        );
        button?.click();
        return button !== undefined;
      });
      await text(
        page,
        '#paths-note',
        /0 closed tours, 1,728 open ones \(each direction counts\)\./,
      );
      await open('paths=6x6;knight;0,35;');
      await text(page, '#paths-title', /steps/);
      await fold(page, 'Tours');
      await click(page, 'Closed tour');
      await page.waitForFunction(
        () =>
          document.querySelector('#paths .route.tour')?.getAttribute('points').split(' ').length ===
          37,
      );
      await hash(page, /;tour=closed$/);
      // A count that takes long tells its time within 0.3 s, can be stopped, and continues.
      await open('paths=10x10;king;0,99;');
      await text(page, '#paths-title', /9 steps/);
      await fold(page, 'Tours');
      const clicked = await page.evaluate(() => {
        [...document.querySelectorAll('#paths button')]
          .find((button) => button.textContent === 'Count tours')
          .click();
        return performance.now();
      });
      const shown = await once(
        page,
        () =>
          /Counting tours · /.test(document.querySelector('#paths .words').textContent) &&
          performance.now(),
      );
      assert.ok(shown - clicked < 300 * slack, `${shown - clicked} ms`);
      await clickOnce(page, '#paths .words', /Counting tours · /, 'Stop');
      await text(page, '#paths .words', /Stopped after .*: Counting tours/);
      await click(page, 'Go on');
      await text(page, '#paths .words', /Counting tours · /);
      await page.mouse.click(...(await at(page, 50)));
      await idle(page);
      assert.equal(await page.textContent('#paths-note'), '');
    },
  ],
  [
    'Paths: gallery, chessboard, map files, pasted maps',
    CALM,
    async ({ page, open }) => {
      await open('paths=');
      await fold(page, 'What the signs mean');
      assert.match(await page.textContent('#paths .legend'), /count from 0/);
      await page.getByRole('button', { name: 'Chess king' }).click();
      await text(page, '#paths-title', /7 steps/);
      await choose(page, 'Rook');
      await text(page, '#paths-title', /2 steps/);
      await page.locator('#paths rect[data-c="0"]').hover();
      await page.waitForFunction(
        () => document.querySelectorAll('#paths .pcell.target').length === 14,
      );
      assert.equal(await page.getByRole('button', { name: 'Send a swarm' }).isDisabled(), true);
      await page.getByRole('button', { name: 'Chess knight' }).click();
      await hash(page, /^#paths=8x8;knight;/);
      await page.getByRole('button', { name: 'Rooms', exact: true }).click();
      await hash(page, /^#paths=25x17;nocut;/);
      await text(page, '#paths-title', /\d+ steps/);
      await page.goBack();
      await hash(page, /^#paths=8x8;knight;/);
      await fold(page, 'Your own map');
      const file = (text) =>
        page
          .locator('#paths input[type=file]')
          .setInputFiles({ name: 'x.map', mimeType: 'text/plain', buffer: Buffer.from(text) });
      await file('type octile\nheight 2\nwidth 5\nmap\n..T..\n.....\n');
      await hash(page, /^#paths=5x2;/);
      await file('..\n.x\n');
      assert.match(await text(page, '#paths-detail', /not a map/), /line 2, column 2/);
      await page.getByLabel('map as text').fill('...\n.#.\n...\n');
      await click(page, 'Show this map');
      await hash(page, /^#paths=3x3;/);
      await text(page, '#paths-title', /steps/);
    },
  ],
  [
    'Paths: a swarm walks through rooms, walls and tabs change under it',
    DESKTOP,
    async ({ page, open }) => {
      await open('paths=');
      await text(page, '#paths-title', /steps/);
      await click(page, 'Swarm in rooms');
      await page.waitForFunction(
        () => document.querySelectorAll('#paths .units .unit').length === 120,
      );
      await text(page, '#paths-title', /^[1-9]\d* units? reached B/);
      await page.mouse.click(...(await at(page, 30)));
      await page.getByRole('tab', { name: 'Chains' }).click();
      await page.getByRole('tab', { name: 'Paths' }).click();
      const reached = Number.parseInt(await page.textContent('#paths-title'), 10);
      await page.waitForFunction(
        (reached) =>
          Number.parseInt(document.querySelector('#paths-title').textContent, 10) > reached,
        reached,
      );
      await click(page, 'Stop the swarm');
      await text(page, '#paths-title', /steps/);
      assert.equal(await page.locator('#paths .units .unit').count(), 0);
    },
  ],
  [
    'Paths: the picture of a large map is complete, its cells are read out',
    CALM,
    async ({ page, open }) => {
      await open('paths=');
      await page.getByRole('button', { name: 'Large maze' }).click();
      await hash(page, /^#paths=160x104/);
      await text(page, '#paths-title', /\d+ steps/);
      await fold(page, 'Share and open');
      const [file] = await Promise.all([page.waitForEvent('download'), click(page, 'Save SVG')]);
      const svg = Buffer.concat(await (await file.createReadStream()).toArray()).toString();
      const image = /<image[^>]*href="data:image\/png;base64,([\w+/]+)/.exec(svg);
      assert.ok(image && Buffer.from(image[1], 'base64').length > 1500, 'the map is in the file');
      await page.locator('#paths svg image[href]').waitFor({ state: 'detached' });
      const [png] = await Promise.all([page.waitForEvent('download'), click(page, 'Save PNG')]);
      assert.ok(Buffer.concat(await (await png.createReadStream()).toArray()).length > 10_000);
      await page.locator('#paths [role=gridcell]').focus();
      await press(page, 'ArrowRight', 'ArrowDown');
      assert.match(await page.getAttribute('#paths [role=gridcell]', 'aria-label'), /^2,2: /);
    },
  ],
  [
    'Paths: a map that is too large for a link is not copied, and a reload shows it',
    CALM,
    async ({ page, open }) => {
      await open('paths=');
      // The time of the first answer is not that of starting the worker.
      const detail = await text(page, '#paths-detail', /found in/);
      const first = /found in ([\d.]+) ms|less than/.exec(detail);
      assert.ok(Number(first[1] ?? 0) < 10 * slack, first[0]);
      await fold(page, 'Your own map');
      const line = (_, y) => '.'.repeat(y % 7 ? 210 : 200).padEnd(210, '#');
      const map = Array.from({ length: 210 }, line);
      await page.getByLabel('map as text').fill(map.join('\n'));
      await click(page, 'Show this map');
      await hash(page, /^#paths=kept$/);
      const steps = await text(page, '#paths-title', /steps/);
      await fold(page, 'Share and open');
      await click(page, 'Copy link');
      await text(page, '#paths', /This position is too large for a link: save its text/);
      await page.reload();
      assert.equal(await text(page, '#paths-title', /steps/), steps);
    },
  ],
  [
    'Paths: results are told, a pinch paints nothing',
    { ...PHONE, reducedMotion: 'reduce' },
    async ({ page, context, open }) => {
      await open('paths=12x12;king;0,11;');
      await text(page, '#paths-title', /11 steps/);
      await text(page, '#say', /^11 steps\. /);
      const client = await context.newCDPSession(page);
      const touch = (type, ...points) =>
        client.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: points.map(([x, y], id) => ({ x, y, id })),
        });
      const [a, b] = [await at(page, 40), await at(page, 43)];
      await touch('touchStart', a);
      await touch('touchMove', b);
      await touch('touchEnd');
      await page.waitForFunction(
        () => document.querySelectorAll('#paths .pcell.wall').length === 4,
      );
      const [c, d] = [await at(page, 90), await at(page, 120)];
      await touch('touchStart', c);
      await touch('touchMove', [c[0] + 40, c[1]]);
      await touch('touchStart', [c[0] + 40, c[1]], d);
      await touch('touchEnd');
      await idle(page);
      assert.equal(await page.locator('#paths .pcell.wall').count(), 4);
    },
  ],
];
