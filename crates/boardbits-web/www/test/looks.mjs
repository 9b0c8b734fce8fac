// How the page looks: at seven sizes, light and dark, nothing scrolls sideways, board and actions are seen together, no text
// is below 12 pixels, stones and words have contrast, and axe finds no violation. Two sizes are those of 200 % and 400 %
// zoom on a screen of 1280 pixels: there the board is at least 200 pixels high, and actions may need scrolling.
import AxeBuilder from '@axe-core/playwright';
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { idle, text } from './browser.mjs';

const SIZES = [[320, 640], [390, 844], [768, 1024], [1280, 800], [1920, 1080], [640, 400], [320, 256]];
/** A tab, a link, what to wait for. */
export const LINKS = [
  ['c4', 'c4=444333', '#c4-detail', /With best play/],
  ['hav', 'hav=', '#hav-detail', /games tried/],
  ['puyo', 'puyo=', '#puyo-title', /7-chain/],
  ['puyo', 'puyo=1/1/1;11,23', '#puyo-title', /No chain here/],
  ['paths', 'paths=', '#paths-title', /steps/],
  ['poly', 'poly=meteor:1000', '#poly-title', /Solution/],
  ['poly', 'poly=calendar:11-23', '#poly-title', /101 solutions left/],
];

/** Foreground, ground and the least contrast between them: variables of style.css. */
const CONTRASTS = [
  ['--one', '--plate', 3], ['--two', '--plate', 3], ['--one-bar', '--card', 3], ['--two-bar', '--card', 3], ['--strong-line', '--card', 3],
  ['--ink', '--card', 7], ['--ink', '--bg', 7], ['--soft', '--card', 4.5], ['--soft', '--bg', 4.5], ['--soft', '--cell', 4.5],
  ['--good', '--good-soft', 4.5], ['--bad', '--bad-soft', 4.5], ['--soft', '--good-soft', 4.5], ['--soft', '--bad-soft', 4.5],
  ['--on-accent', '--accent', 4.5], ['--accent', '--card', 4.5], ['--bad', '--card', 4.5],
];

function contrast(one, other) {
  const light = (color) => {
    const [r, g, b] = color.match(/\w\w/g).map((part) => parseInt(part, 16) / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [high, low] = [light(one), light(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

/** Boxes of what must be seen together, controls that are too small, and texts below 12 pixels. */
const measure = (page) => page.evaluate(() => {
  scrollTo(0, 0);
  const panel = document.querySelector('[role=tabpanel]:not([hidden])');
  const box = (selector) => {
    const { top, bottom, left, right, width } = panel.querySelector(selector).getBoundingClientRect();
    return { top: Math.round(top), bottom: Math.round(bottom), left: Math.round(left), right: Math.round(right), width: Math.round(width) };
  };
  const seen = [...document.querySelectorAll('body *')].filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }));
  const controls = seen.filter((element) => element.matches('button.b, select, .seg, [role=tab], summary, .check'));
  const low = controls.filter((element) => element.getBoundingClientRect().height < 43).map((element) => element.textContent.slice(0, 20));
  const small = [];
  for (const element of seen) {
    if (![...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()) || element.closest('.sr, option, h1')) continue;
    const scale = element instanceof SVGElement ? element.getScreenCTM().a : 1;
    const size = parseFloat(getComputedStyle(element).fontSize) * scale;
    if (size < 11.95) small.push(`${element.textContent.slice(0, 12)} ${size.toFixed(1)}`);
  }
  const labels = [...panel.querySelectorAll('.label')].map((label) => label.getBoundingClientRect());
  const touching = labels.filter(({ top, left }, i) => i > 0 && Math.abs(top - labels[i - 1].top) < 2 && left - labels[i - 1].right < 2).length;
  return { touching, overflow: document.documentElement.scrollWidth - innerWidth, board: box('.board > svg'), actions: box('.actions'), tabs: [...document.querySelectorAll('[role=tab]')].every((tab) => tab.getBoundingClientRect().right <= innerWidth), low, small, height: innerHeight };
});

/** The tests, whose pictures are written to a folder. */
export function looks(folder) {
  const tests = [];
  for (const colorScheme of ['light', 'dark']) {
    tests.push([`Looks: contrast, ${colorScheme}`, { colorScheme }, async ({ page, open }) => {
      await open('c4=44');
      const values = await page.evaluate((names) => Object.fromEntries(names.map((name) => [name, getComputedStyle(document.documentElement).getPropertyValue(name).trim()])), [...new Set(CONTRASTS.flatMap(([a, b]) => [a, b]))]);
      const full = (color) => (color.length === 4 ? `#${[...color.slice(1)].map((c) => c + c).join('')}` : color);
      for (const [a, b, least] of CONTRASTS) {
        const found = contrast(full(values[a]), full(values[b]));
        assert.ok(found >= least, `${a} ${values[a]} on ${b} ${values[b]}: ${found.toFixed(2)}, expected ${least}`);
      }
    }]);
    for (const [width, height] of SIZES) {
      const options = { viewport: { width, height }, hasTouch: width < 800, isMobile: width < 500, colorScheme, reducedMotion: 'reduce' };
      tests.push([`Looks: ${width}×${height}, ${colorScheme}`, options, async ({ page, open }) => {
        await mkdir(folder, { recursive: true });
        for (const [id, link, selector, pattern] of LINKS.filter(([id]) => (process.env.TAB ?? id).includes(id))) {
          await open(link);
          await text(page, selector, pattern);
          await idle(page);
          // Sizes that follow the layout are set in the frame after it.
          await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
          const where = `${id}, ${width}×${height}, ${colorScheme}`;
          const found = await measure(page);
          assert.ok(found.overflow <= 0, `${where}: ${found.overflow} pixels too wide`);
          assert.equal(found.touching, 0, `${where}: labels touch`);
          assert.ok(found.tabs, `${where}: a tab is hidden`);
          const isZoomed = height < 500;
          const least = isZoomed ? 0 : Math.min(width * 0.8, height * 0.42);
          if (isZoomed) assert.ok(found.board.bottom - found.board.top >= 200, `${where}: the board is small: ${JSON.stringify(found.board)}`);
          else assert.ok(found.board.top >= 0 && found.board.bottom <= height && found.actions.bottom <= height, `${where}: board and actions are not seen together: ${JSON.stringify(found)}`);
          assert.ok(found.board.width >= least, `${where}: the board is small: ${JSON.stringify(found.board)}`);
          assert.deepEqual(found.low, [], `${where}: controls below 44 pixels`);
          assert.deepEqual(found.small, [], `${where}: text below 12 pixels`);
          await page.screenshot({ path: join(folder, `${id}-${colorScheme}-${width}${isZoomed ? '-zoomed' : ''}.png`) });
          if (width === 390 || width === 1280) {
            await page.evaluate(() => { for (const fold of document.querySelectorAll('[role=tabpanel]:not([hidden]) details')) fold.open = true; });
            const { violations } = await new AxeBuilder({ page }).analyze();
            assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).slice(0, 3).join(' | ')}`), [], where);
            const open = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
            assert.ok(open <= 0, `${where}, folds open: ${open} pixels too wide`);
          }
        }
      }]);
    }
  }
  return tests;
}

export const tests = looks(process.env.PICTURES ?? '/tmp/boardbits-looks');
