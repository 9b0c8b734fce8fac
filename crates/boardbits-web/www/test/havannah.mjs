// Havannah, played through as a person would.
import assert from 'node:assert/strict';
import { choose, click, clickOnce, DESKTOP, hash, idle, PHONE, press, text } from './browser.mjs';

const players = async (page, { white, black }) => {
  await page.locator('#hav summary', { hasText: 'Players and board' }).click();
  if (white) await page.getByLabel('White', { exact: true }).selectOption(white);
  if (black) await page.getByLabel('Black', { exact: true }).selectOption(black);
};

export const tests = [
  [
    'Havannah: stones, a ring, threats, undo, links',
    DESKTOP,
    async ({ page, open }) => {
      await open('hav=8;any;h8,f6,i8,f8,j9,g10,j10,h11,i10,a1');
      await page.waitForSelector('#hav .threat');
      await page.locator('#hav [data-c=h9]').hover();
      assert.equal(await text(page, '#hav-hover', /./), 'White would complete a ring on h9.');
      await page.locator('#hav [data-c=h9]').click();
      await text(page, '#hav-title', /White wins/);
      assert.equal(
        await page.textContent('#hav-detail'),
        'White wins with a ring of 6 stones, completed by move 11.',
      );
      assert.match(
        await text(page, '#say', /ring/),
        /^White h9\. White wins\. White wins with a ring of 6 stones/,
      );
      assert.equal(await page.locator('#hav .structure').count(), 6);
      await press(page, 'u');
      await hash(page, /i10,a1,h9;at=10$/);
      await page.getByRole('button', { name: 'move 3: White i8' }).click();
      await hash(page, /;at=3$/);
      await open('hav=8;any;h8,h8');
      assert.match(
        await text(page, '#hav .alert', /./),
        /^This link is broken\. Move 2 \(h8\): .*The moves before it are shown\.$/,
      );
      await hash(page, /^#hav=8;any;h8$/);
      await page.locator('#hav').getByRole('button', { name: 'Swap' }).focus();
      await press(page, 'Enter');
      await hash(page, /h8,swap$/);
      assert.equal(await page.evaluate(() => document.activeElement.localName), 'button');
      await page.waitForSelector('#hav .alert', { state: 'hidden' });
      await open('hav=99');
      assert.equal(
        await text(page, '#hav .alert', /./),
        'This link is broken: expected a base from 2 to 12, found “99”.',
      );
    },
  ],
  [
    'Havannah: the engine plays a game on base 4',
    DESKTOP,
    async ({ page, open }) => {
      await open('hav=4;any;');
      await text(page, '#hav-title', /White to move/);
      await click(page, 'Hint');
      await text(page, '#hav-detail', /games tried/);
      await page.waitForSelector('#hav .visits');
      await idle(page);
      await click(page, 'Engine moves');
      await hash(page, /^#hav=4;any;[a-g]\d$/);
      await players(page, { white: 'engine' });
      // The engine does not begin in a corner.
      await page.locator('#hav [data-c=a1]').focus();
      await press(page, 'ArrowRight', 'Enter');
      await hash(page, /^#hav=4;any;\w+,\w+,\w+;white=engine/);
      await open('hav=4;any;d3,a1,e4,b1,e5,a2,d5,b2,c4,a3');
      await text(page, '#hav-title', /White to move/);
      await click(page, 'Engine moves');
      await text(page, '#hav-title', /White wins/);
    },
  ],
  [
    'Havannah: leaving and returning, the engine still moves',
    DESKTOP,
    async ({ page, context, open }) => {
      // The engine still thinks when the tab is left.
      await context.addInitScript(() => {
        if (location.protocol !== 'about:') localStorage.setItem('boardbits.hav.time', '8000');
      });
      await open('hav=4;any;d4;black=engine');
      await text(page, '#hav-title', /Black to move/);
      await page.getByRole('tab', { name: 'Connect 4' }).click();
      await page.waitForSelector('#c4:not([hidden])');
      await page.getByRole('tab', { name: 'Havannah' }).click();
      await hash(page, /^#hav=4;any;d4,\w+;black=engine$/);
    },
  ],
  [
    'Havannah: a search shows its time, stops and continues; Move now',
    DESKTOP,
    async ({ page, open }) => {
      await open('hav=8;any;');
      await page.locator('#hav summary', { hasText: 'Players and board' }).click();
      await choose(page, '8 s');
      await click(page, 'Engine moves');
      await clickOnce(page, '#hav .words', /The engine thinks · [\d.]+ s · [\d,]+ games/, 'Stop');
      await text(page, '#hav .words', /^Stopped after/);
      await click(page, 'Go on');
      await clickOnce(page, '#hav .words', /The engine thinks/, 'Move now');
      await hash(page, /^#hav=8;any;\w+$/);
    },
  ],
  [
    'Havannah: undo after losing takes the own move back',
    DESKTOP,
    async ({ page, open }) => {
      await open('hav=4;any;d3,a1,e4,b1,e5,a2,d5,b2,c4,a3;white=engine');
      await text(page, '#hav-title', /White wins/);
      await press(page, 'u');
      await hash(page, /;at=9;white=engine$/);
      await idle(page);
      await hash(page, /;at=9;white=engine$/);
    },
  ],
  [
    'Havannah: a grid with names and coordinates',
    DESKTOP,
    async ({ page, open }) => {
      await open('hav=4;any;d4');
      await text(page, '#hav-title', /Black to move/);
      assert.equal(await page.locator('#hav [role=grid] [role=row] > [role=gridcell]').count(), 37);
      assert.equal(await page.locator('#hav [role=row]').count(), 7);
      assert.equal(await page.getAttribute('#hav [data-c=d4]', 'aria-label'), 'd4: White.');
      assert.equal(await page.getAttribute('#hav [data-c=a1]', 'aria-label'), 'a1, corner: free.');
      const names = await page.$$eval('#hav .names text', (names) =>
        names.map((name) => name.textContent),
      );
      assert.deepEqual([...new Set(names)].sort(), [
        '1',
        '2',
        '3',
        '4',
        '5',
        '6',
        '7',
        'a',
        'b',
        'c',
        'd',
        'e',
        'f',
        'g',
      ]);
    },
  ],
  [
    'Havannah: two taps on small cells',
    PHONE,
    async ({ page, open }) => {
      await open('hav=8;any;');
      await text(page, '#hav-title', /White to move/);
      await page.locator('#hav [data-c=h8]').tap();
      assert.match(await text(page, '#hav-detail', /chosen/), /Tap it again/);
      await hash(page, /^#hav=8;any;$/);
      await page.locator('#hav [data-c=h8]').tap();
      await hash(page, /^#hav=8;any;h8$/);
    },
  ],
];
