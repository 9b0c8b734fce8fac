// Chains, played through as a person would.
import assert from 'node:assert/strict';
import { center, choose, click, DESKTOP, hash, idle, once, PHONE, press, text } from './browser.mjs';

const CALM = { ...DESKTOP, reducedMotion: 'reduce' };
const cell = (x, y) => `#puyo .well-cell >> nth=${(11 - y) * 6 + x}`;
const focus = (page, name) =>
  page
    .locator(`#puyo [role=gridcell][tabindex="0"]`)
    .focus()
    .then(() => name);

export const tests = [
  [
    'Chains: a pair falls, best drop, undo, step through',
    CALM,
    async ({ page, open }) => {
      await open('puyo=1/1/1;11,23');
      await text(page, '#puyo-title', /No chain here/);
      await focus(page);
      await press(page, 'ArrowLeft', 'ArrowLeft', 'ArrowLeft');
      assert.equal(await text(page, '#puyo-title', /This makes/), 'This makes a 1-chain');
      assert.equal(await page.locator('#puyo .landing').count(), 2);
      await press(page, 'ArrowDown');
      await text(page, '#puyo-title', /1-chain · \d+ points/);
      await hash(page, /^#puyo=;23;tsu;7\.0;hold=0\.1;points=\d+$/);
      await press(page, 'h');
      await text(page, '#puyo-detail', /Best drop: column/);
      await press(page, 'Enter');
      await hash(page, /;;tsu;7\.0/);
      await press(page, 'u', 'u');
      await hash(page, /^#puyo=1\/1\/1;11,23;tsu;7\.0/);
      await press(page, 'y');
      await hash(page, /;23;tsu;7\.0/);
      await open('puyo=12;1x');
      assert.match(await text(page, '#puyo .alert', /./), /expected pairs such as 12,34, found 1x/);
      await open('puyo=9');
      assert.match(await text(page, '#puyo .alert', /./), /line 1, column 1: expected/);
    },
  ],
  [
    'Chains: an example plays by itself, step by step, and its points follow the scoring',
    DESKTOP,
    async ({ page, open }) => {
      await open('puyo=');
      await text(page, '#puyo-title', /7-chain · 19,360 points/);
      await once(
        page,
        () =>
          document.querySelector('#puyo .counter').textContent === '2×' &&
          document.querySelectorAll('#puyo .glow').length >= 4,
      );
      await page.getByRole('button', { name: /^3\. 10 × 4/ }).click();
      await hash(page, /;frame=5$/);
      assert.equal(await page.textContent('#puyo .counter'), '3×');
      // The list scrolls to the step that is shown.
      const isSeen = () =>
        page.$eval('#puyo .log', (list) => {
          const [box, step] = [list, list.querySelector('[aria-current]')].map((element) =>
            element.getBoundingClientRect(),
          );
          return step.top >= box.top && step.bottom <= box.bottom;
        });
      for (const step of [7, 1, 3]) {
        await page.locator('#puyo .log button').nth(step - 1).evaluate((button) => button.click());
        assert.ok(await isSeen(), `step ${step}`);
      }
      await page.locator('#puyo summary', { hasText: 'Scoring' }).click();
      await choose(page, 'Smash the Code');
      await text(page, '#puyo-title', /7-chain · 24,160 points/);
      await hash(page, /;stc;7\.0;frame=5$/);
      await page.reload();
      await text(page, '#puyo-title', /7-chain · 24,160 points/);
      assert.match(await page.textContent('#puyo-detail'), /total 24,160 points/);
      await page.getByRole('button', { name: 'Go on' }).filter({ visible: true }).focus();
      await press(page, 'Enter');
      await text(page, '#puyo-title', /No chain here|This makes/);
      await page.waitForFunction(() => document.activeElement.matches('#puyo [role=gridcell]'));
    },
  ],
  [
    'Chains: nothing plays on open with reduced motion',
    CALM,
    async ({ page, open }) => {
      await open('puyo=');
      await text(page, '#puyo-title', /7-chain/);
      await idle(page);
      assert.equal(await page.locator('#puyo .glow').count(), 0);
      await hash(page, /;;tsu;7\.0$/);
    },
  ],
  [
    'Chains: leaving and returning while a chain plays, keys right after a click on the tab',
    DESKTOP,
    async ({ page, open }) => {
      await open('c4=');
      await text(page, '#c4-title', /to move/);
      await page.getByRole('tab', { name: 'Chains' }).click();
      await text(page, '#puyo-title', /7-chain/);
      await page.getByRole('tab', { name: 'Connect 4' }).click();
      await page.waitForTimeout(600);
      await page.getByRole('tab', { name: 'Chains' }).click();
      await page.waitForFunction(
        () => document.querySelector('#puyo .counter').textContent === '7×',
      );
      await click(page, 'New game');
      await text(page, '#puyo-title', /No chain here/);
      await page.getByRole('tab', { name: 'Connect 4' }).click();
      await page.getByRole('tab', { name: 'Chains' }).click();
      await press(page, 'ArrowRight', 'ArrowRight');
      await hash(page, /^#puyo=.*hold=4\.1$/);
      await press(page, '1');
      await hash(page, /^#puyo=.*hold=0\.1$/);
    },
  ],
  [
    'Chains: a grid for screen readers, moves and results are told',
    CALM,
    async ({ page, open }) => {
      await open('puyo=12;11,22;tsu;3.0');
      await text(page, '#puyo-title', /No chain here/);
      assert.equal(await page.locator('#puyo [role=grid] [role=row]').count(), 12);
      assert.equal(
        await page.getAttribute(cell(0, 0), 'aria-label'),
        'column 1, row 1: red circle',
      );
      assert.equal(await page.getAttribute(cell(5, 11), 'aria-label'), 'column 6, row 12: empty');
      await focus(page);
      await press(page, 'ArrowLeft');
      await text(page, '#say', /^Column 2: red circle on top of red circle\. No chain here/);
      await press(page, 'ArrowUp');
      await text(page, '#say', /^Column 2: red circle left of red circle/);
      await press(page, 'Enter');
      await text(page, '#say', /No chain\. Column/);
      // With Shift, arrows read the field.
      await press(page, 'Shift+ArrowLeft');
      assert.match(
        await page.evaluate(() => document.activeElement.getAttribute('aria-label')),
        /^column 2, row 1: green triangle/,
      );
    },
  ],
  [
    'Chains: painted by keys',
    CALM,
    async ({ page, open }) => {
      await open('puyo=;11,11;tsu;3.0');
      await text(page, '#puyo-title', /No chain here/);
      await click(page, 'Paint');
      await focus(page);
      await press(
        page,
        'Home',
        'PageDown',
        '3',
        'Enter',
        'ArrowRight',
        ' ',
        'ArrowRight',
        '1',
        'Enter',
        'ArrowRight',
        'Enter',
        '.',
        'Enter',
      );
      await click(page, 'Finish');
      await hash(page, /^#puyo=331;11,11;tsu;3\.0$/);
    },
  ],
  [
    'Chains: painted by one swipe of a finger, a pinch paints nothing',
    { ...PHONE, reducedMotion: 'reduce' },
    async ({ page, context, open }) => {
      await open('puyo=;11,11;tsu;3.0');
      await text(page, '#puyo-title', /No chain here/);
      await page.getByRole('button', { name: 'Paint', exact: true }).tap();
      await page.getByRole('button', { name: 'Finish' }).waitFor();
      await page.evaluate(() => scrollTo(0, 0));
      const [[x0, y0], [x1, y1]] = [await center(page, cell(0, 0)), await center(page, cell(3, 0))];
      const client = await context.newCDPSession(page);
      let timestamp = Date.now() / 1000 - 60;
      const touch = (type, ...points) =>
        client.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: points.map(([x, y], id) => ({ x, y, id })),
          // The finger rests between events: Chromium takes a tap soon after a swipe as the end of a fling.
          timestamp: timestamp++,
        });
      await touch('touchStart', [x0, y0]);
      for (let i = 1; i <= 4; i++) await touch('touchMove', [x0 + ((x1 - x0) * i) / 4, y0]);
      await touch('touchEnd');
      assert.equal(await page.evaluate(() => scrollY), 0, 'the page has not moved');
      await page.getByRole('button', { name: 'Finish' }).tap();
      await text(page, '#puyo-title', /1-chain · 40 points/);
      await page.getByRole('button', { name: 'Go on' }).tap();
      await page.evaluate(() => scrollTo(0, 0));
      await page.touchscreen.tap(...(await center(page, cell(4, 6))));
      await hash(page, /hold=4\.1/);
      await page.touchscreen.tap(...(await center(page, cell(4, 6))));
      await hash(page, /^#puyo=....1\/....1;11;tsu;3\.0/);
      // Two fingers zoom the page.
      await page.getByRole('button', { name: 'Paint', exact: true }).tap();
      await page.evaluate(() => scrollTo(0, 0));
      await touch('touchStart', [x0, y0 - 80]);
      await touch('touchMove', [x0 + 40, y0 - 80]);
      await touch('touchStart', [x0 + 40, y0 - 80], [x1, y1 - 120]);
      await touch('touchMove', [x0, y0 - 60], [x1, y1 - 160]);
      await touch('touchEnd');
      await idle(page);
      await hash(page, /^#puyo=....1\/....1;11;tsu;3\.0/);
    },
  ],
  [
    'Chains: no button moves while a chain plays between two drops, a tap shows the pair',
    DESKTOP,
    async ({ page, open }) => {
      await open('puyo=..1/..1/..1;11,23;tsu;3.0');
      await text(page, '#puyo-title', /This makes/);
      const places = () =>
        page.$$eval('#puyo button', (buttons) =>
          buttons
            .filter((button) => button.offsetParent)
            .map((button) => [button.textContent, button.offsetLeft, button.offsetTop]),
        );
      const before = (await places()).slice(0, 12);
      await click(page, 'Drop');
      await text(page, '#puyo-title', /1-chain/);
      assert.deepEqual((await places()).slice(0, 12).map(String), before.map(String));
      await page.mouse.click(...(await center(page, cell(5, 6))));
      await hash(page, /;23;tsu;3\.0;hold=5\.1/);
      await text(page, '#puyo-title', /No chain here/);
    },
  ],
  [
    'Chains: pasted fields, autoplay',
    DESKTOP,
    async ({ page, open }) => {
      await open('puyo=;;tsu;3.0');
      await text(page, '#puyo-title', /No chain here/);
      await page.locator('#puyo summary', { hasText: 'import' }).click();
      await page.getByLabel('field as text').fill('2 . . . . .\n1 1 1 . . .\n');
      await click(page, 'Show this field');
      await hash(page, /^#puyo=2\/111;;tsu;3\.0$/);
      await page.getByLabel('field as text').fill('nonsense');
      await click(page, 'Show this field');
      assert.match(await text(page, '#puyo-remark', /./), /^This text is not a field/);
      await click(page, 'Autoplay');
      await hash(page, /tsu;3\.3/);
      assert.equal(await page.getByRole('button', { name: 'Stop' }).count(), 1);
      await click(page, 'Undo');
      assert.equal(
        await page.getByRole('button', { name: 'Autoplay' }).getAttribute('aria-pressed'),
        'false',
      );
    },
  ],
];
