// Random actions on every tab: clicks, keys, touches, selects, drags, tab changes, Back and Forward, other sizes, no
// connection. No action may log an error, leave the site, or make a tab that cannot settle. `ACTIONS` is the number of
// actions for each tab (2,000 for a release), `SEED` repeats a failure.
import assert from 'node:assert/strict';
import { DESKTOP, seed, text } from './browser.mjs';
import { dice } from './load.mjs';

const ACTIONS = Number(process.env.ACTIONS ?? 300);
const IDS = ['c4', 'puyo', 'paths', 'hav', 'poly'];
const KEYS = [
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
  'Enter',
  ' ',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'Tab',
  'Escape',
  ...'0123456789.abcdefhnprsuvwxyz',
];
const SIZES = [
  [320, 640],
  [390, 844],
  [768, 1024],
  [1280, 800],
  [844, 390],
];

/** What can be used in the tab that is shown, by number. Links that leave the page and files are left out. */
const controls = (page) =>
  page.evaluate(() => {
    const panel = document.querySelector('[role=tabpanel]:not([hidden])');
    globalThis.controls = [
      ...panel.querySelectorAll('button, select, input:not([type=file]), summary, [role=gridcell]'),
    ].filter(
      (element) =>
        element.checkVisibility() && !element.disabled && !/Measure|Save/.test(element.textContent),
    );
    return globalThis.controls.length;
  });

async function use(page, number, roll) {
  return page.evaluate(
    ([number, value]) => {
      const element = globalThis.controls[number];
      if (!element?.isConnected) return 'gone';
      if (element.tagName === 'SELECT') {
        element.selectedIndex = value % element.options.length;
        element.dispatchEvent(new Event('change', { bubbles: true }));
      } else if (element.type === 'range') {
        element.value = String(
          Number(element.min) + (value % (Number(element.max) - Number(element.min) + 1)),
        );
        element.dispatchEvent(new Event('input', { bubbles: true }));
        element.dispatchEvent(new Event('change', { bubbles: true }));
      } else if (element instanceof SVGElement) element.focus();
      else {
        element.click();
        // A double click.
        if (value % 5 === 0 && element.isConnected && !element.disabled) element.click();
      }
      return `${element.tagName} ${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)}`;
    },
    [number, roll(1000)],
  );
}

async function pointer(page, roll, isTouch) {
  const box = await page.evaluate(() => {
    const board = document.querySelector('[role=tabpanel]:not([hidden]) .board');
    board?.scrollIntoView({ block: 'center' });
    const { x, y, width, height } = board?.getBoundingClientRect() ?? {
      x: 0,
      y: 0,
      width: 1,
      height: 1,
    };
    return [x, y, width, height];
  });
  const at = () => [box[0] + (box[2] * roll(100)) / 100, box[1] + (box[3] * roll(100)) / 100];
  const [a, b] = [at(), at()];
  if (isTouch) {
    await page.evaluate(
      ([a, b, isPinch]) => {
        const target = (at) => document.elementFromPoint(...at) ?? document.body;
        const fire = (type, id, [clientX, clientY]) =>
          target([clientX, clientY]).dispatchEvent(
            new PointerEvent(type, {
              pointerId: id,
              pointerType: 'touch',
              isPrimary: id === 5,
              clientX,
              clientY,
              button: 0,
              bubbles: true,
              cancelable: true,
            }),
          );
        fire('pointerdown', 5, a);
        if (isPinch) fire('pointerdown', 6, b);
        fire('pointermove', 5, b);
        if (isPinch) fire('pointerup', 6, b);
        fire(isPinch ? 'pointercancel' : 'pointerup', 5, b);
      },
      [a, b, roll(4) === 0],
    );
    return `touch ${a.map(Math.round)} to ${b.map(Math.round)}`;
  }
  if (roll(2)) {
    await page.mouse.click(...a);
    return `click ${a.map(Math.round)}`;
  }
  await page.mouse.move(...a);
  await page.mouse.down();
  await page.mouse.move(...b, { steps: 3 });
  await page.mouse.up();
  return `drag ${a.map(Math.round)} to ${b.map(Math.round)}`;
}

export const tests = IDS.map((id) => [
  `Random: ${ACTIONS} actions on ${id}`,
  {
    ...DESKTOP,
    hasTouch: true,
    reducedMotion: 'reduce',
    allow: /Failed to load resource|ERR_INTERNET_DISCONNECTED/,
  },
  async ({ page, context, open }) => {
    const roll = dice(seed * 1000 + IDS.indexOf(id));
    const log = [];
    const errors = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on(
      'console',
      (message) =>
        message.type() === 'error' &&
        !/Failed to load/.test(message.text()) &&
        errors.push(message.text()),
    );
    await open(`${id}=`);
    await text(page, `#${id}`, /./);
    await page.waitForTimeout(500);
    const address = new URL(page.url()).origin;
    let isOffline = false;
    for (let i = 0; i < ACTIONS; i++) {
      const action = roll(100);
      let what = '';
      if (action < 45) {
        const count = await controls(page);
        if (count) what = await use(page, roll(count), roll);
      } else if (action < 65) {
        what = KEYS[roll(KEYS.length)];
        await page.keyboard.press(what);
      } else if (action < 85) what = await pointer(page, roll, roll(3) === 0);
      else if (action < 90) {
        what = `tab ${id}`;
        const other = IDS[roll(5)];
        await page.evaluate((other) => document.getElementById(`tab-${other}`).click(), other);
        await page.evaluate((id) => document.getElementById(`tab-${id}`).click(), id);
      } else if (action < 94) {
        what = roll(2) ? 'Back' : 'Forward';
        // The navigation API has only our entries, not those before the first.
        await page.evaluate(async (isBack) => {
          if (isBack ? navigation.canGoBack : navigation.canGoForward)
            await (isBack ? navigation.back() : navigation.forward()).finished;
        }, what === 'Back');
        await page.evaluate((id) => document.getElementById(`tab-${id}`).click(), id);
      } else if (action < 97) {
        const [width, height] = SIZES[roll(SIZES.length)];
        what = `size ${width}`;
        await page.setViewportSize({ width, height });
      } else {
        isOffline = !isOffline;
        what = `offline ${isOffline}`;
        await context.setOffline(isOffline);
      }
      log.push(what);
      if (roll(10) === 0) await page.waitForTimeout(roll(60));
      assert.deepEqual(
        errors,
        [],
        `seed ${seed}, action ${i}; the last: ${log.slice(-12).join(' | ')}`,
      );
      assert.ok(page.url().startsWith(address), `left the site after ${log.slice(-6).join(' | ')}`);
    }
    await context.setOffline(false);
    await page.evaluate((id) => document.getElementById(`tab-${id}`).click(), id);
    // The tab still answers: it settles, or can be stopped.
    await page.evaluate(() =>
      [...document.querySelectorAll('[role=tabpanel]:not([hidden]) .busy button')]
        .find((stop) => stop.textContent === 'Stop' && !stop.hidden)
        ?.click(),
    );
    await page.waitForTimeout(200);
    assert.ok((await page.textContent(`#${id}`)).length > 50);
    await page.evaluate((id) => (location.hash = `#${id}=`), id);
    if (id === 'c4' || id === 'hav') await text(page, `#${id}-title`, /to move/);
    await page.waitForTimeout(300);
    assert.deepEqual(errors, []);
  },
]);
