// Connect 4, played through as a person would.
import assert from 'node:assert/strict';
import { center, choose, click, clickOnce, DESKTOP, hash, idle, PHONE, press, slack, text } from './browser.mjs';

const scores = (page) =>
  page.$$eval('#c4 .chip', (chips) =>
    chips.map((chip) =>
      chip.getAttribute('visibility') === 'hidden' ? '' : chip.querySelector('.value').textContent,
    ),
  );
const drop = async (page, column) =>
  page.mouse.click(...(await center(page, `#c4 .hole >> nth=${column - 1}`)));
const players = async (page, { orange, yellow }) => {
  await page.locator('#c4 summary', { hasText: 'Players and board' }).click();
  if (orange) await page.getByLabel('Orange', { exact: true }).selectOption(orange);
  if (yellow) await page.getByLabel('Yellow', { exact: true }).selectOption(yellow);
};

export const tests = [
  [
    'Connect 4: scores, mouse, keys, undo, hint, history',
    DESKTOP,
    async ({ page, open }) => {
      await open('c4=44');
      await text(page, '#c4-detail', /With best play/);
      assert.deepEqual(await scores(page), ['−3', '−3', '−2', '+1', '−2', '−3', '−3']);
      assert.match(
        await page.getAttribute('#c4 [role=gridcell] >> nth=3', 'aria-label'),
        /column 4, row 6: empty, score \+1, wins in \d+, best/,
      );
      await drop(page, 4);
      await hash(page, /^#c4=444$/);
      await press(page, '3', 'u');
      await hash(page, /^#c4=4443;at=3$/);
      await drop(page, 4);
      await press(page, 'ArrowLeft', 'Enter');
      await hash(page, /^#c4=44443$/);
      await click(page, 'Undo');
      await click(page, 'Undo');
      await click(page, 'Undo');
      await hash(page, /^#c4=44443;at=2$/);
      await text(page, '#c4-detail', /With best play/);
      await click(page, 'Hint');
      assert.equal(await text(page, '#c4-remark', /./), 'Best: column 4.');
      await click(page, 'Best line');
      await text(page, '#c4-remark', /Best line: 4( \d){10,}/);
      await click(page, 'New game');
      await hash(page, /^#c4=$/);
      await page.goBack();
      await hash(page, /^#c4=44443;at=2$/);
      await text(page, '#c4-detail', /wins with stone/);
    },
  ],
  [
    'Connect 4: a win is outlined, its mistakes are marked, its moves can be clicked',
    DESKTOP,
    async ({ page, open }) => {
      await open('c4=6237266376111153366');
      await text(page, '#c4-detail', /With best play/);
      await open('c4=121212');
      await text(page, '#c4-title', /Orange to move/);
      await press(page, '1');
      await text(page, '#c4-title', /Orange has won/);
      assert.equal(await page.locator('#c4 .winning').count(), 4);
      assert.equal(await page.locator('#c4 .chip:not([visibility=hidden])').count(), 0);
      await page.waitForSelector('#c4 .graph .mistake');
      await page.getByRole('button', { name: /^move 2: Yellow, column 2/ }).click();
      await hash(page, /^#c4=1212121;at=2$/);
      await text(page, '#c4-title', /Move 2 of 7: Orange to move/);
      const [x, y] = await center(page, '#c4 .graph g >> nth=4');
      await page.mouse.click(x, y);
      await hash(page, /;at=4$/);
      await press(page, 'y', 'y', 'y');
      await text(page, '#c4-title', /Orange has won/);
      await click(page, 'Play through');
      await hash(page, /;at=[0-3]$/);
      await text(page, '#c4-title', /Orange has won/);
      await hash(page, /^#c4=1212121$/);
    },
  ],
  [
    'Connect 4: the computer answers, other sizes, broken links',
    DESKTOP,
    async ({ page, open }) => {
      await open('c4=');
      await text(page, '#c4-title', /Orange to move/);
      await players(page, { yellow: 'perfect' });
      await press(page, '4');
      await hash(page, /^#c4=44;yellow=perfect$/);
      for (const kind of ['casual', 'beginner', 'strong']) {
        await page.getByLabel('Yellow', { exact: true }).selectOption(kind);
        const before = (await hash(page, new RegExp(`yellow=${kind}$`))).split(';')[0].length;
        await press(page, '4');
        await page.waitForFunction(
          (length) => location.hash.split(';')[0].length === length + 2,
          before,
        );
      }
      await choose(page, '5×5');
      await hash(page, /^#c4=5x5;;yellow=strong$/);
      await page.getByLabel('Yellow', { exact: true }).selectOption('human');
      await text(page, '#c4-detail', /the game is a draw/);
      await open('c4=4444444');
      assert.equal(
        await text(page, '#c4 .alert', /./),
        'This link is broken. Move 7: column 4 is full. The moves before it are shown.',
      );
      await hash(page, /^#c4=444444$/);
      await open('c4=77x6;1');
      assert.equal(
        await text(page, '#c4 .alert', /./),
        'This link is broken: expected a board such as 7x6, with at most 64 bits, found “77x6”.',
      );
      await press(page, '4');
      await page.waitForSelector('#c4 .alert', { state: 'hidden' });
    },
  ],
  [
    'Connect 4: arrows go through the list of moves, digits play after a player was chosen',
    DESKTOP,
    async ({ page, open }) => {
      await open('c4=443322');
      await text(page, '#c4-title', /Orange to move/);
      assert.equal(await page.locator('#c4 .moves [tabindex="0"]').count(), 1);
      await page.locator('#c4 .moves [tabindex="0"]').focus();
      await press(page, 'ArrowLeft', 'ArrowLeft');
      await hash(page, /^#c4=443322;at=4$/);
      const focused = () => page.evaluate(() => document.activeElement.dataset.ply);
      assert.equal(await focused(), '4');
      await press(page, 'ArrowRight', 'ArrowRight', 'ArrowRight');
      await hash(page, /^#c4=443322$/);
      assert.equal(await focused(), '6');
      await page.locator('#c4 summary', { hasText: 'Players' }).click();
      await page.getByLabel('Yellow', { exact: true }).focus();
      await press(page, '1');
      await hash(page, /^#c4=4433221$/);
      // Letters choose in a list.
      await press(page, 'u');
      await idle(page);
      assert.equal(await hash(page, /./), '#c4=4433221');
      await page.goto('about:blank');
      await open('poly=calendar:11-23');
      await text(page, '#poly-title', /solutions left/);
      await page.getByLabel('Day', { exact: true }).focus();
      await press(page, '7');
      await hash(page, /^#poly=calendar:11-7$/);
    },
  ],
  [
    'Connect 4: the workers are cancelled ten times in a row',
    DESKTOP,
    async ({ page, open }) => {
      await open('c4=121541');
      await text(page, '#c4-title', /Orange to move/);
      for (let i = 0; i < 5; i++) {
        await press(page, '4');
        await hash(page, /^#c4=1215414$/);
        await press(page, 'u');
        await hash(page, /^#c4=1215414;at=6$/);
      }
      await page.evaluate(() => (location.hash = '#c4=6237266376111153366'));
      await text(page, '#c4-detail', /With best play/);
      assert.ok((await scores(page)).includes('+3'));
    },
  ],
  [
    'Connect 4: solving continues after leaving and returning, and the computer still moves',
    DESKTOP,
    async ({ page, open }) => {
      await open('c4=5x5;');
      await text(page, '#c4-title', /Orange to move/);
      await page.getByRole('tab', { name: 'Chains' }).click();
      await page.waitForSelector('#puyo:not([hidden])');
      await page.getByRole('tab', { name: 'Connect 4' }).click();
      await text(page, '#c4-detail', /the game is a draw/);
      await open('c4=5x5;3;yellow=casual');
      await page.waitForSelector('#c4 .chip');
      await page.getByRole('tab', { name: 'Chains' }).click();
      await page.waitForSelector('#puyo:not([hidden])');
      await page.getByRole('tab', { name: 'Connect 4' }).click();
      await hash(page, /^#c4=5x5;3\d;yellow=casual$/);
    },
  ],
  [
    'Connect 4: a long answer shows time and progress, stops, and continues',
    DESKTOP,
    async ({ page, open }) => {
      await open('c4=9x6;;orange=perfect');
      await clickOnce(page, '#c4 .words', /Solving 9 columns · [\d.]+ s/, 'Stop');
      await text(page, '#c4 .words', /^Stopped after [\d.]+ s: Solving 9 columns\.$/);
      await click(page, 'Go on');
      const from = Date.now();
      await hash(page, /^#c4=9x6;\d;orange=perfect$/);
      assert.ok(Date.now() - from < 9000 * slack, `the first move took ${Date.now() - from} ms`);
      await text(page, '#c4-remark', /Orange had 5 s, could not prove which column is best/);
      await press(page, 'u', '4');
      await hash(page, /^#c4=9x6;\d4/);
    },
  ],
  [
    'Connect 4: undo after losing takes the own move back',
    DESKTOP,
    async ({ page, open }) => {
      // Yellow wins with column 2 at once, which every computer sees.
      await open('c4=1212323;yellow=casual');
      await hash(page, /^#c4=12123232;yellow=casual$/);
      await text(page, '#c4-title', /Yellow has won/);
      await press(page, 'u');
      await hash(page, /^#c4=12123232;at=6;yellow=casual$/);
      await idle(page);
      await hash(page, /^#c4=12123232;at=6;yellow=casual$/);
    },
  ],
  [
    'Connect 4: redo against the computer keeps the game',
    DESKTOP,
    async ({ page, open }) => {
      await open('c4=1424;yellow=casual');
      await text(page, '#c4-title', /Orange to move/);
      for (const name of ['Undo', 'Undo', 'Redo', 'Redo']) await click(page, name);
      await hash(page, /^#c4=1424;yellow=casual$/);
      await idle(page);
      await hash(page, /^#c4=1424;yellow=casual$/);
    },
  ],
  [
    'Connect 4: after a click on the tab, keys play; the focus ring stays',
    DESKTOP,
    async ({ page, open }) => {
      await open('paths=');
      await page.getByRole('tab', { name: 'Connect 4' }).click();
      await text(page, '#c4-title', /Orange to move/);
      await press(page, 'ArrowRight', 'Enter');
      await hash(page, /^#c4=5$/);
      await idle(page);
      const ring = () =>
        page.evaluate(() => [
          document.activeElement.getAttribute('role'),
          getComputedStyle(document.querySelector('#c4 .cursor')).visibility,
        ]);
      assert.deepEqual(await ring(), ['gridcell', 'visible']);
      await press(page, 'Enter');
      await text(page, '#c4-detail', /With best play/);
      assert.deepEqual(await ring(), ['gridcell', 'visible']);
    },
  ],
  [
    'Connect 4: keys of the page stay with the page',
    DESKTOP,
    async ({ page, open }) => {
      await page.setViewportSize({ width: 1200, height: 500 });
      await open('c4=44');
      await text(page, '#c4-title', /Orange to move/);
      await press(page, ' ');
      await press(page, 'ArrowDown');
      await page.waitForFunction(() => scrollY > 0);
      await hash(page, /^#c4=44$/);
      await page.locator('#c4 summary', { hasText: 'Keys' }).click();
      await page.getByLabel('Single letters and digits are shortcuts').click();
      await page.evaluate(() => document.activeElement.blur());
      await press(page, '4', 'u');
      await idle(page);
      await hash(page, /^#c4=44$/);
      await page.reload();
      await text(page, '#c4-title', /Orange to move/);
      await press(page, '4');
      await idle(page);
      await hash(page, /^#c4=44$/);
    },
  ],
  [
    'Connect 4: the board is a grid with names, and moves are announced',
    DESKTOP,
    async ({ page, open }) => {
      await open('c4=4;yellow=casual;scores=off');
      await hash(page, /^#c4=4\d;/);
      const reply = (await hash(page, /^#c4=4\d;/)).slice(5, 6);
      assert.match(
        await text(page, '#say', /Yellow/),
        new RegExp(`^Yellow in column ${reply}\\. Orange to move`),
      );
      assert.equal(await page.locator('#c4 [role=grid] [role=row]').count(), 6);
      assert.equal(await page.locator('#c4 [role=grid] [role=row] [role=gridcell]').count(), 42);
      assert.equal(await page.locator('#c4 [role=gridcell][tabindex="0"]').count(), 1);
      const names = await page.$$eval('#c4 [role=gridcell]', (cells) =>
        cells.map((cell) => cell.getAttribute('aria-label')),
      );
      assert.equal(names.filter((name) => / (Orange|Yellow)$/.test(name)).length, 2);
      assert.ok(names.includes('column 4, row 1: Orange'));
    },
  ],
  [
    'Connect 4: played by touch',
    PHONE,
    async ({ page, open }) => {
      await open('c4=');
      await text(page, '#c4-title', /Orange to move/);
      for (const column of [4, 4, 3])
        await page.touchscreen.tap(...(await center(page, `#c4 .hole >> nth=${column - 1}`)));
      await hash(page, /^#c4=443$/);
    },
  ],
];
