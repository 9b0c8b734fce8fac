// A browser, pages that fail on errors and foreign requests, and a list of tests.
import { chromium } from 'playwright-core';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

// Times may exceed their budgets by this factor, for machines that do other work.
export const slack = Number(process.env.SLACK ?? 1);
// Seeds `Math.random` of the pages, so that a failure can be repeated.
export const seed = Number(process.env.SEED ?? 1);
export const DESKTOP = { viewport: { width: 1200, height: 880 } };
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

export async function launch() {
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
  return chromium.launch({ executablePath, args: FLAGS });
}

/** Replaces `Math.random` of a page by mulberry32. */
function seedRandom(state) {
  Math.random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Opens a page, runs a test on it, and checks that it logged no error and asked no other server. `allow` in the options is a
 * pattern of errors that the test provokes.
 */
export async function withPage(browser, address, { allow = /^$/, ...options }, test) {
  const context = await browser.newContext({
    colorScheme: 'light',
    permissions: ['clipboard-read', 'clipboard-write'],
    acceptDownloads: true,
    serviceWorkers: 'block',
    ...options,
  });
  await context.addInitScript(seedRandom, seed);
  const page = await context.newPage();
  const problems = [];
  page.on(
    'console',
    (message) =>
      message.type() === 'error' && !allow.test(message.text()) && problems.push(message.text()),
  );
  page.on(
    'pageerror',
    (error) => !allow.test(error.message) && problems.push(error.stack ?? error.message),
  );
  page.on('request', (request) => {
    const url = request.url();
    if (
      !url.startsWith(address) &&
      !url.startsWith('data:') &&
      !url.startsWith('blob:') &&
      !url.startsWith('file:') &&
      url !== 'about:blank'
    )
      problems.push(`request to ${url}`);
  });
  page.setDefaultTimeout(15_000 * slack);
  /** Opens a link in a new document. */
  const open = async (hash, file = '') => {
    await page.goto('about:blank');
    await page.goto(`${address}${file}#${hash}`);
  };
  try {
    await test({ page, context, open });
  } finally {
    await context.close();
  }
  if (problems.length) throw new Error(problems.join('\n'));
}

/** The value of a function in the page, once it is not false: no other task of the page comes in between. */
export const once = async (page, test, argument) =>
  (await page.waitForFunction(test, argument)).jsonValue();

/** The text of an element, once it matches. */
export const text = async (page, selector, pattern) =>
  (
    await once(
      page,
      ([selector, source]) => {
        const text = document.querySelector(selector)?.textContent ?? '';
        return new RegExp(source).test(text) && [text];
      },
      [selector, pattern.source],
    )
  )[0];

/** The part of the address behind the hash, once it matches. */
export const hash = (page, pattern) =>
  once(
    page,
    (source) => {
      const hash = decodeURIComponent(location.hash);
      return new RegExp(source).test(hash) && hash;
    },
    pattern.source,
  );

export const press = async (page, ...keys) => {
  for (const key of keys) await page.keyboard.press(key);
};

export const click = (page, name) =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true }).first().click();

/** Chooses one of several values by its label. */
export const choose = (page, name) =>
  page.locator('label.seg').filter({ has: page.getByText(name, { exact: true }), visible: true }).click();

/** Clicks a button of the tab that is shown as soon as a text matches, for what lasts a moment. */
export const clickOnce = (page, selector, pattern, name) =>
  once(
    page,
    ([selector, source, name]) => {
      if (!new RegExp(source).test(document.querySelector(selector)?.textContent ?? '')) return false;
      const buttons = document.querySelectorAll('[role=tabpanel]:not([hidden]) button');
      [...buttons].find((button) => button.textContent === name && !button.hidden).click();
      return true;
    },
    [selector, pattern.source, name],
  );

/** The middle of an element, in pixels of the page. */
export const center = async (page, selector) => {
  const box = await page.locator(selector).first().boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

/** Waits until the tab that is shown has nothing to do, and its address is written. */
export const idle = (page) => page.waitForFunction(() => !globalThis.boardbits.isBusy());
