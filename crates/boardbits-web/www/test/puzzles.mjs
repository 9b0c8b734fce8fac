// Puzzles, played through as a person would.
import assert from 'node:assert/strict';
import { center, click, DESKTOP, hash, idle, once, PHONE, press, slack, text } from './browser.mjs';

const CALM = { ...DESKTOP, reducedMotion: 'reduce' };
const spot = (cell) => `#poly .spot[data-c="${cell}"]`;
const tile = (name) => `#poly .piece[aria-label="piece ${name}"]`;
const fold = (page, name) => page.locator('#poly summary', { hasText: name }).click();
const focus = (page) => page.locator('#poly [role=gridcell][tabindex="0"]').focus();

export const tests = [
  [
    'Puzzles: solutions by number, hints, a piece by hand',
    CALM,
    async ({ page, open }) => {
      await open('poly=pentominoes-3x20:3');
      await text(page, '#poly-title', /Solution 3 of 8/);
      await page.locator('#poly-next').click();
      await hash(page, /^#poly=pentominoes-3x20:4$/);
      await click(page, 'Up to symmetry');
      await text(page, '#poly-detail', /^2 solutions up to symmetry/);
      await click(page, 'Random');
      await text(page, '#poly-title', /Solution \d of 8/);
      await click(page, 'Empty the board');
      await text(page, '#poly-title', /8 solutions left/);
      await click(page, 'Hint');
      await page.waitForSelector('#poly .hint-piece');
      await click(page, 'Hint');
      await text(page, '#poly-title', /[1-8] solutions? left/);
      await open('poly=pentominoes-3x20');
      await text(page, '#poly-title', /8 solutions left/);
      await page.mouse.move(...(await center(page, tile('I'))));
      await page.mouse.down();
      await page.mouse.move(...(await center(page, spot(30))), { steps: 4 });
      await page.mouse.up();
      await text(page, '#poly-title', /No solution left|solutions? left/);
      assert.equal(await page.locator('#poly .letter').count(), 5);
      await page.mouse.click(...(await center(page, spot(30))));
      await text(page, '#poly-title', /8 solutions left/);
      await open('poly=pentominoes-3x20:99');
      assert.match(
        await text(page, '#poly .alert', /./),
        /[Ss]olution 99 does not exist: there are 8/,
      );
      await open('poly=chess');
      assert.match(await text(page, '#poly .alert', /./), /not “chess”/);
      await text(page, '#poly-title', /2,098 solutions left/);
    },
  ],
  [
    'Puzzles: pieces by hand are in the link, the culprit is named',
    CALM,
    async ({ page, open }) => {
      await open('poly=pentominoes-3x20');
      await text(page, '#poly-title', /8 solutions left/);
      await page.mouse.move(...(await center(page, tile('X'))));
      await page.mouse.down();
      await page.mouse.move(...(await center(page, spot(30))), { steps: 4 });
      await page.mouse.up();
      const link = await hash(page, /;on=\d+-10\.29\.30\.31\.50$/);
      await text(page, '#poly-title', /No solution left/);
      await text(page, '#poly-detail', /^Piece X made it impossible/);
      await open(link.slice(1));
      await text(page, '#poly-title', /No solution left/);
      assert.equal(await page.locator('#poly .letter').count(), 5);
      await click(page, 'Empty the board');
      await text(page, '#poly-title', /8 solutions left/);
      await click(page, 'Undo');
      await text(page, '#poly-detail', /^Piece X made it impossible/);
      await open('poly=pentominoes-3x20;on=0-0.1.2.3.4');
      assert.match(await text(page, '#poly .alert', /./), /placed pieces do not fit/);
    },
  ],
  [
    'Puzzles: Hint keeps the focus while it searches',
    CALM,
    async ({ page, open }) => {
      await open('poly=pentominoes-3x20');
      await text(page, '#poly-title', /8 solutions left/);
      await page.getByRole('button', { name: 'Hint' }).filter({ visible: true }).focus();
      await press(page, 'Enter');
      await text(page, '#poly-detail', /fits here/);
      await idle(page);
      assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Hint');
      await press(page, 'Enter');
      await hash(page, /;on=\d+-/);
      // At the end of the list of moves, Redo hands the focus on.
      await open('c4=44');
      await text(page, '#c4-detail', /With best play/);
      await click(page, 'Undo');
      await page.getByRole('button', { name: 'Redo' }).filter({ visible: true }).focus();
      await press(page, 'Enter');
      await idle(page);
      await page.waitForFunction(() => document.activeElement.localName === 'button');
    },
  ],
  [
    'Puzzles: keys choose, turn, place and take off, all is told',
    CALM,
    async ({ page, open }) => {
      await open('poly=pentominoes-6x10');
      await text(page, '#poly-title', /9,356 solutions left/);
      assert.equal(await page.locator('#poly [role=grid] [role=row]').count(), 6);
      await focus(page);
      await press(page, 'c');
      await text(page, '#say', /^Piece F is not on the board|^Piece F fits here|^Piece F/);
      await press(page, 'ArrowDown', 'ArrowRight');
      await text(page, '#say', /^Piece F fits here/);
      assert.equal(await page.locator('#poly .spot.aimed').count(), 5);
      await press(page, 'r', 'f');
      await text(page, '#say', /Piece F, flipped, rotation \d/);
      await press(page, 'Enter');
      await hash(page, /;on=0-/);
      assert.match(
        await page.evaluate(() => document.activeElement.getAttribute('aria-label')),
        /: piece F$/,
      );
      await press(page, 'Delete');
      await hash(page, /^#poly=pentominoes-6x10$/);
      await page.locator(tile('X')).focus();
      await press(page, 'Enter', 'ArrowDown', 'ArrowRight', 'Enter');
      await hash(page, /;on=\d+-/);
      assert.equal(await page.locator('#poly .piece[aria-label="piece X, used"]').count(), 1);
    },
  ],
  [
    'Puzzles: Random on pentominoes tells its time, is fast once all are known, and a slider does not jump',
    CALM,
    async ({ page, open }) => {
      await open('poly=pentominoes-6x10');
      await text(page, '#poly-title', /9,356 solutions left/);
      await click(page, 'Random');
      await page.waitForFunction(
        () =>
          /Finding the solution · \d/.test(document.querySelector('#poly .words').textContent) ||
          /^Solution/.test(document.querySelector('#poly-title').textContent),
      );
      await page.waitForFunction(
        () => /^Solution [\d,]+ of 9,356$/.test(document.querySelector('#poly-title').textContent),
        null,
        { timeout: 90_000 * slack },
      );
      for (let i = 0; i < 3; i++) {
        const before = await page.textContent('#poly-title');
        const from = performance.now();
        await click(page, 'Random');
        await page.waitForFunction(
          (before) => document.querySelector('#poly-title').textContent !== before,
          before,
        );
        assert.ok(performance.now() - from < 3000 * slack, `${performance.now() - from} ms`);
      }
      await page.evaluate(async () => {
        const range = document.querySelector('#poly input[type=range]');
        for (let i = 0; i < 60; i++) {
          range.value = String(i * 150);
          range.dispatchEvent(new Event('input', { bubbles: true }));
          await new Promise((next) => setTimeout(next, 5));
        }
      });
      await text(page, '#poly-title', /^Solution 8,851 of/);
      await idle(page);
      assert.equal(await page.inputValue('#poly input[type=range]'), '8850');
      assert.equal(await page.textContent('#poly-title'), 'Solution 8,851 of 9,356');
    },
  ],
  [
    'Puzzles: the search can be stopped, and a tap, a hint or another puzzle ends it',
    CALM,
    async ({ page, open }) => {
      await open('poly=meteor');
      await text(page, '#poly-title', /2,098 solutions left/);
      await page.locator('#poly .live').getByRole('button', { name: 'Watch the search' }).click();
      await text(page, '#poly-detail', /[1-9]\d* partial solutions? tried/);
      await click(page, 'Stop the search');
      await text(page, '#poly-title', /paused/);
      const nodes = await page.textContent('#poly-detail');
      await idle(page);
      assert.equal(await page.textContent('#poly-detail'), nodes);
      await click(page, 'Continue the search');
      await page.waitForFunction(
        (nodes) => document.querySelector('#poly-detail').textContent !== nodes,
        nodes,
      );
      await page.mouse.click(...(await center(page, '#poly .letter')));
      await text(page, '#poly-title', /solutions? left/);
      assert.equal(
        await page.locator('#poly .live').getByRole('button', { name: 'Watch the search' }).count(),
        1,
      );
      // Other puzzles, faster than they open.
      await page.evaluate(() => {
        for (const name of ['Tetrahexes', 'Hexiamonds 4×9', 'Dominoes', 'Pentominoes 3×20'])
          [...document.querySelectorAll('#poly .tile')]
            .find((tile) => tile.textContent.startsWith(name))
            .click();
      });
      await text(page, '#poly-title', /^8 solutions left/);
      assert.equal(await page.locator('#poly .alert:not([hidden])').count(), 0);
      await page.goBack();
      await hash(page, /^#poly=dominoes-8x8$/);
      await text(page, '#poly-title', /^12,988,816 solutions left/);
      assert.match(await page.getAttribute('#poly .piece', 'aria-label'), /^piece I, 32 left$/);
    },
  ],
  [
    'Puzzles: painted boards by mouse and keys, solved twice at once',
    CALM,
    async ({ page, open }) => {
      await open('poly=meteor');
      await text(page, '#poly-title', /2,098/);
      await page.locator('#poly .tile', { hasText: 'Paint a board' }).click();
      await text(page, '#poly-detail', /60 cells: as many as the pieces have/);
      const solve = page.getByRole('button', { name: 'Solve this board' });
      assert.equal(await solve.isDisabled(), false);
      await page.locator('#poly .spot:not(.off)').first().click();
      assert.match(await text(page, '#poly-detail', /too few/), /59 cells: 1 cell too few/);
      assert.equal(await solve.isDisabled(), true);
      await idle(page);
      await page.reload();
      await text(page, '#poly-detail', /59 cells/);
      await focus(page);
      await press(page, 'Enter');
      assert.match(await text(page, '#poly-detail', /as many/), /60 cells/);
      await press(page, 'h', 'c', 'r');
      await solve.evaluate((button) => {
        button.click();
        button.click();
      });
      await text(page, '#poly-title', /No solution left|solutions? left/);
      const link = await hash(page, /^#poly=own:[\w-]+$/);
      const title = await page.textContent('#poly-title');
      await open(link.slice(1));
      await text(page, '#poly-title', new RegExp(title));
    },
  ],
  [
    'Puzzles: the calendar of a day, solved by hints; files and pasted puzzles',
    DESKTOP,
    async ({ page, open }) => {
      await open('poly=calendar:10-6');
      await text(page, '#poly-title', /^7 solutions left/);
      assert.deepEqual(
        await page.$$eval('#poly .date .label', (labels) =>
          labels.map((label) => label.textContent),
        ),
        ['Oct', '6'],
      );
      for (let i = 0; i < 8; i++) {
        await click(page, 'Hint');
        await page.waitForSelector('#poly .hint-piece');
        await click(page, 'Hint');
        await page.waitForFunction(
          (letters) => document.querySelectorAll('#poly .letter').length >= letters,
          5 * (i + 1),
        );
      }
      await once(
        page,
        () =>
          document.querySelector('#poly-title').textContent === 'Solved!' &&
          document.querySelectorAll('#poly .spark').length > 20,
      );
      await page.getByLabel('Month').selectOption('1');
      await hash(page, /^#poly=calendar:1-6$/);
      await fold(page, 'Puzzle files');
      const file = (text) =>
        page
          .locator('#poly input[type=file]')
          .setInputFiles({ name: 'x.puzzle', mimeType: 'text/plain', buffer: Buffer.from(text) });
      await file('board\n. . . .\n. . . .\n\npiece I 4 walk E\n');
      await text(page, '#poly-title', /^5 solutions left/);
      await file('board\n. x');
      assert.match(await text(page, '#poly .refusal', /./), /^This is not a puzzle: /);
      await text(page, '#poly-title', /^5 solutions left/);
      await page.getByLabel('puzzle file as text').fill('board\n. . . .\n\npiece I 2 walk E\n');
      await click(page, 'Show this puzzle');
      await text(page, '#poly-title', /^1 solution left/);
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        click(page, 'Save puzzle file'),
      ]);
      assert.match(
        Buffer.concat(await (await saved.createReadStream()).toArray()).toString(),
        /^board\n/,
      );
    },
  ],
  [
    'Puzzles: a piece is dragged with a finger, nothing celebrates with reduced motion',
    { ...PHONE, reducedMotion: 'reduce' },
    async ({ page, context, open }) => {
      await open('poly=pentominoes-6x10');
      await text(page, '#poly-title', /9,356 solutions left/);
      const client = await context.newCDPSession(page);
      const touch = (type, ...points) =>
        client.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: points.map(([x, y], id) => ({ x, y, id })),
        });
      const [[x0, y0], [x1, y1]] = [await center(page, tile('X')), await center(page, spot(44))];
      await touch('touchStart', [x0, y0]);
      for (let i = 1; i <= 5; i++)
        await touch('touchMove', [x0 + ((x1 - x0) * i) / 5, y0 + ((y1 + 36 - y0) * i) / 5]);
      // The finger does not hide the piece.
      await once(
        page,
        (finger) => {
          const { bottom } = document.querySelector('#poly .floating').getBoundingClientRect();
          return bottom < finger - 16 && bottom > finger - 32;
        },
        y1 + 36,
      );
      await touch('touchEnd');
      await hash(page, /;on=\d+-(\d+\.){4}\d+$/);
      assert.equal(await page.evaluate(() => scrollY), 0, 'the page has not moved');
      assert.equal(await page.locator('#poly .spark').count(), 0);
    },
  ],
];
