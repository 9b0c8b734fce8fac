// Every tab, played through as a person would.
import assert from 'node:assert/strict';
import { click, DESKTOP, hash, PHONE, press, text } from './browser.mjs';

const scores = (page) => page.$$eval('#c4 .chip', (chips) => chips.map((chip) => (chip.getAttribute('visibility') === 'hidden' ? '' : chip.querySelector('.value').textContent)));
const center = async (page, selector) => {
  const box = await page.locator(selector).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

export const tests = [
  ['Connect 4: scores, mouse, keys, undo, hint, history', DESKTOP, async ({ page, open }) => {
    await open('c4=44');
    await text(page, '#c4-verdict', /With best play/);
    assert.deepEqual(await scores(page), ['−3', '−3', '−2', '+1', '−2', '−3', '−3']);
    assert.match(await page.getAttribute('#c4 [role=button] >> nth=3', 'aria-label'), /column 4, score \+1, wins in \d+, best/);
    await page.locator('#c4 [role=button]').nth(3).click();
    await hash(page, /^#c4=444$/);
    await press(page, '3', 'u');
    await hash(page, /^#c4=444$/);
    await page.locator('#c4 [role=button]').nth(3).focus();
    await press(page, 'ArrowLeft', 'Enter');
    await hash(page, /^#c4=4443$/);
    await click(page, 'Undo');
    await click(page, 'Undo');
    await text(page, '#c4-verdict', /With best play/);
    await click(page, 'Hint');
    assert.equal(await page.textContent('#c4-line'), 'Best: column 4.');
    await click(page, 'New game');
    await hash(page, /^#c4=$/);
    await page.goBack();
    await hash(page, /^#c4=44$/);
    await text(page, '#c4-verdict', /wins with stone/);
  }],
  ['Connect 4: a win is outlined, its mistakes are marked', DESKTOP, async ({ page, open }) => {
    await open('c4=6237266376111153366');
    await text(page, '#c4-verdict', /With best play/);
    await open('c4=121212');
    await text(page, '#c4-turn', /Orange to move/);
    await press(page, '1');
    await text(page, '#c4-turn', /Orange has won/);
    assert.equal(await page.locator('#c4 .winning').count(), 4);
    assert.equal(await page.locator('#c4 .chip:not([visibility=hidden])').count(), 0);
    await page.waitForSelector('#c4 .mistake');
  }],
  ['Connect 4: the computer answers, other sizes, broken links', DESKTOP, async ({ page, open }) => {
    await open('c4=');
    await text(page, '#c4-turn', /Orange to move/);
    await page.getByLabel('Yellow', { exact: true }).selectOption('perfect');
    await press(page, '4');
    await hash(page, /^#c4=44$/);
    await page.getByLabel('Yellow', { exact: true }).selectOption('casual');
    await press(page, '4');
    await hash(page, /^#c4=444\d$/);
    await page.getByLabel('5×5').check({ force: true });
    await hash(page, /^#c4=5x5;$/);
    await text(page, '#c4-verdict', /the game is a draw/);
    await open('c4=4444444');
    assert.equal(await text(page, '#c4 .alert', /./), 'This link is broken. Move 7: column 4 is full. The moves before it are shown.');
    await hash(page, /^#c4=444444$/);
  }],
  ['Connect 4: the workers are cancelled ten times in a row', DESKTOP, async ({ page, open }) => {
    await open('c4=121541');
    await text(page, '#c4-turn', /Orange to move/);
    for (let i = 0; i < 5; i++) {
      await press(page, '4');
      await hash(page, /^#c4=1215414$/);
      await press(page, 'u');
      await hash(page, /^#c4=121541$/);
    }
    await page.evaluate(() => (location.hash = '#c4=6237266376111153366'));
    await text(page, '#c4-verdict', /With best play/);
    assert.ok((await scores(page)).includes('+3'));
  }],
  ['Chains: a pair falls, best drop, undo, step through', DESKTOP, async ({ page, open }) => {
    await open('puyo=1/1/1;11,23');
    await text(page, '#puyo-title', /This makes a 1-chain|No chain yet/);
    await press(page, 'ArrowLeft', 'ArrowLeft', 'ArrowLeft');
    assert.equal(await text(page, '#puyo-title', /This makes/), 'This makes a 1-chain');
    assert.equal(await page.locator('#puyo .landing').count(), 2);
    await press(page, 'ArrowDown');
    await text(page, '#puyo-title', /1-chain · 7?\d+ points/);
    await click(page, 'Go on');
    await hash(page, /^#puyo=;23;tsu;7\.0$/);
    await press(page, 'b');
    await page.waitForFunction(() => /Best drop: column/.test(document.body.textContent));
    await press(page, 'ArrowDown');
    await hash(page, /;;tsu;7\.0$/);
    await press(page, 'u', 'u');
    await hash(page, /^#puyo=1\/1\/1;11,23;tsu;7\.0$/);
    await click(page, 'Example chain');
    await text(page, '#puyo-title', /7-chain · 19,360 points/);
    assert.equal(await page.locator('#puyo .log li').count(), 7);
    await page.locator('#puyo input[type=range]').fill('3');
    assert.ok((await page.locator('#puyo .block.glow').count()) >= 4);
    await open('puyo=12;1x');
    assert.match(await text(page, '#puyo .alert', /./), /expected pairs such as 12,34, found 1x/);
    await open('puyo=9');
    assert.match(await text(page, '#puyo .alert', /./), /row 12, column 1: expected/);
  }],
  ['Chains: painted by touch', PHONE, async ({ page, open }) => {
    await open('puyo=;11,11;tsu;3.0');
    await text(page, '#puyo-title', /No chain yet/);
    await page.getByRole('button', { name: 'Edit' }).tap();
    await page.evaluate(() => scrollTo(0, 0));
    const well = await page.locator('#puyo .well').boundingBox();
    const cell = well.width / 6;
    for (let x = 0; x < 4; x++) await page.touchscreen.tap(well.x + cell * (x + 0.5), well.y + well.height - cell / 2);
    await page.getByRole('button', { name: 'Finish' }).tap();
    await text(page, '#puyo-title', /1-chain · 40 points/);
    await page.getByRole('button', { name: 'Go on' }).tap();
    await page.evaluate(() => scrollTo(0, 0));
    await page.touchscreen.tap(well.x + cell * 4.5, well.y + well.height / 2);
    await page.touchscreen.tap(well.x + cell * 4.5, well.y + well.height / 2);
    await hash(page, /^#puyo=....1\/....1;11;tsu;3\.0$/);
  }],
  ['Paths: paint, drag, keys, pieces, link', DESKTOP, async ({ page, open }) => {
    await open('paths=24x16;king;170,213;');
    assert.equal(await text(page, '#paths-title', /19 steps/), '19 steps');
    const [x, y] = await center(page, '#paths rect[data-c="10"]');
    const [, y2] = await center(page, '#paths rect[data-c="370"]');
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y2, { steps: 4 });
    await page.mouse.up();
    await text(page, '#paths-title', /No way|2\d steps/);
    assert.equal(await page.locator('#paths .pcell.wall').count(), 16);
    await page.locator('#paths > .board > svg').focus();
    const [ax, ay] = await center(page, '#paths .end >> nth=0');
    const [bx, by] = await center(page, '#paths rect[data-c="40"]');
    await page.mouse.move(ax, ay);
    await page.mouse.down();
    await page.mouse.move(bx, by, { steps: 5 });
    await page.mouse.up();
    await hash(page, /;40,213;/);
    await page.goto('about:blank');
    await page.goBack();
    await hash(page, /;40,213;/);
    await text(page, '#paths-title', /9 steps|steps/);
    await page.locator('#paths > .board > svg').focus();
    await press(page, 'ArrowDown', ' ');
    await hash(page, /;40,213;/);
    await page.getByLabel('Four neighbors').check({ force: true });
    await hash(page, /^#paths=24x16;step;/);
    await click(page, 'Random path');
    await page.waitForFunction(() => document.querySelector('#paths .route').getAttribute('points').length > 50);
    await open('paths=24x16;pawn;1,2;');
    assert.match(await text(page, '#paths .alert', /./), /“pawn” is not a piece/);
    await open('paths=24x16;king;1,999;');
    assert.match(await text(page, '#paths .alert', /./), /two cells from 0 to 383/);
  }],
  ['Paths: chessboard, tours, mazes, map files', DESKTOP, async ({ page, open }) => {
    await open('paths=');
    await click(page, 'Chessboard');
    await text(page, '#paths-title', /7 steps/);
    await page.getByLabel('Rook', { exact: true }).check({ force: true });
    await text(page, '#paths-title', /2 steps/);
    await page.locator('#paths rect[data-c="0"]').hover();
    await page.waitForFunction(() => document.querySelectorAll('#paths .pcell.target').length === 14);
    await click(page, 'Closed tour');
    await page.waitForFunction(() => document.querySelector('#paths .route.tour')?.getAttribute('points').split(' ').length === 65);
    await open('paths=5x5;knight;0,24;');
    await click(page, 'Count tours');
    await page.waitForFunction(() => document.body.textContent.includes('0 closed tours, 1,728 open ones'));
    await click(page, 'Maze');
    await hash(page, /^#paths=31x21;king;/);
    await text(page, '#paths-title', /\d+ steps/);
    await click(page, 'Large');
    await hash(page, /^#paths=160x104/);
    await page.locator('#paths input[type=file]').setInputFiles({ name: 'x.map', mimeType: 'text/plain', buffer: Buffer.from('type octile\nheight 2\nwidth 5\nmap\n..T..\n.....\n') });
    await hash(page, /^#paths=5x2;/);
    await page.locator('#paths input[type=file]').setInputFiles({ name: 'x.map', mimeType: 'text/plain', buffer: Buffer.from('..\n.x\n') });
    assert.match(await text(page, '#paths .alert', /./), /line 2, column 2/);
  }],
  ['Havannah: stones, a ring, threats, undo, links', DESKTOP, async ({ page, open }) => {
    await open('hav=8;any;h8,f6,i8,f8,j9,g10,j10,h11,i10,a1');
    await page.waitForSelector('#hav .threat');
    await page.locator('#hav [data-c=h9]').hover();
    assert.equal(await text(page, '#hav-hover', /./), 'White would complete a ring on h9.');
    await page.locator('#hav [data-c=h9]').click();
    await text(page, '#hav-title', /White wins/);
    assert.equal(await page.textContent('#hav-detail'), 'White wins with a ring of 6 stones, completed by stone 11.');
    assert.equal(await page.locator('#hav .structure').count(), 6);
    await press(page, 'u');
    await hash(page, /i10,a1$/);
    await open('hav=8;any;h8,h8');
    assert.match(await text(page, '#hav .alert', /./), /Move 2 \(h8\): /);
    await hash(page, /^#hav=8;any;h8$/);
    await click(page, 'Swap');
    await hash(page, /h8,swap$/);
  }],
  ['Havannah: the engine plays a game on base 4', DESKTOP, async ({ page, open }) => {
    await open('hav=4;any;');
    await page.waitForSelector('#hav .hexa');
    await click(page, 'Hint');
    await text(page, '#hav-detail', /games tried/);
    await page.waitForSelector('#hav .visits');
    await page.waitForFunction(() => [...document.querySelectorAll('#hav button')].some((button) => button.textContent === 'Engine moves'));
    await click(page, 'Engine moves');
    await hash(page, /^#hav=4;any;[a-g]\d$/);
    await page.getByLabel('White').selectOption('engine');
    await page.locator('#hav svg[role=application]').focus();
    await press(page, 'ArrowLeft', 'ArrowUp', 'Enter');
    await hash(page, /^#hav=4;any;\w+,\w+,\w+/);
    await open('hav=4;any;d3,a1,e4,b1,e5,a2,d5,b2,c4,a3');
    await page.waitForSelector('#hav .hexa');
    await click(page, 'Engine moves');
    await text(page, '#hav-title', /White wins/);
  }],
  ['Havannah: two taps on small cells', PHONE, async ({ page, open }) => {
    await open('hav=8;any;');
    await page.waitForSelector('#hav .hexa');
    await page.locator('#hav [data-c=h8]').tap();
    assert.match(await text(page, '#hav-detail', /chosen/), /Tap it again/);
    await hash(page, /^#hav=8;any;$/);
    await page.locator('#hav [data-c=h8]').tap();
    await hash(page, /^#hav=8;any;h8$/);
  }],
  ['Puzzles: solutions by number, hints, a piece by hand', DESKTOP, async ({ page, open }) => {
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
    // A piece that makes it impossible is named.
    await open('poly=pentominoes-3x20');
    await text(page, '#poly-title', /8 solutions left/);
    const [x, y] = await center(page, '#poly .piece[aria-label="piece I"]');
    const [bx, by] = await center(page, '#poly .spot[data-c="30"]');
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(bx, by, { steps: 4 });
    await page.mouse.up();
    await text(page, '#poly-title', /No solution left|solutions? left/);
    assert.equal(await page.locator('#poly .letter').count(), 5);
    await page.mouse.click(bx, by);
    await text(page, '#poly-title', /8 solutions left/);
    await open('poly=pentominoes-3x20:99');
    assert.match(await text(page, '#poly .alert', /./), /solution 99 does not exist: there are 8/);
    await open('poly=chess');
    assert.match(await text(page, '#poly .alert', /./), /not “chess”/);
  }],
  ['Puzzles: keys, the search, own boards, triangles', DESKTOP, async ({ page, open }) => {
    await open('poly=hexiamonds-6x6');
    await text(page, '#poly-title', /624 solutions left/);
    await page.locator('#poly .piece').first().focus();
    await press(page, 'r', 'f', 'ArrowLeft', 'ArrowRight');
    assert.equal(await page.locator('#poly .spot.over, #poly .spot.bad').count() > 0 || (await page.textContent('#say')) === 'not on the board', true);
    await open('poly=meteor');
    await text(page, '#poly-title', /2,098 solutions left/);
    await click(page, 'Watch the search');
    await text(page, '#poly-detail', /partial solutions tried/);
    await click(page, 'Stop the search');
    await click(page, 'Paint a board');
    await text(page, '#poly-detail', /60 cells/);
    assert.equal(await page.getByRole('button', { name: 'Solve this board' }).isDisabled(), false);
    await page.locator('#poly .spot:not(.off)').first().click();
    assert.match(await text(page, '#poly-detail', /too few/), /59 cells: 1 cell too few/);
    assert.equal(await page.getByRole('button', { name: 'Solve this board' }).isDisabled(), true);
    await page.locator('#poly .spot.off').last().click();
    await click(page, 'Solve this board');
    await text(page, '#poly-title', /No solution left|solutions? left/);
    const link = await hash(page, /^#poly=own:/);
    const title = await page.textContent('#poly-title');
    await open(link.slice(1));
    await text(page, '#poly-title', new RegExp(title));
  }],
  ['Sharing: link, picture, puzzle file; about', DESKTOP, async ({ page, open }) => {
    await open('c4=4433');
    await text(page, '#c4-turn', /Orange/);
    await click(page, 'Copy link');
    await text(page, '#c4 .side', /The link to this position is copied/);
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), page.url());
    const [file] = await Promise.all([page.waitForEvent('download'), click(page, 'Save picture')]);
    const picture = await (await file.createReadStream()).toArray();
    const svg = Buffer.concat(picture).toString();
    assert.match(svg, /^<svg[^>]* xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    assert.ok(svg.includes('rgb(213, 94, 0)'), 'the colors are in the file');
    await page.locator('#c4 summary').click();
    assert.equal(await page.locator('#c4 details a').getAttribute('href'), 'https://docs.rs/c4-solver');
    await click(page, 'Measure on this machine');
    await text(page, '#c4 details', /positions a second/);
  }],
  ['Tabs: arrow keys, reduced motion', { ...DESKTOP, reducedMotion: 'reduce' }, async ({ page, open }) => {
    await open('c4=');
    await page.getByRole('tab', { name: 'Connect 4' }).focus();
    for (const id of ['puyo', 'paths', 'hav', 'poly', 'c4']) {
      await press(page, 'ArrowRight');
      await page.waitForSelector(`#${id}:not([hidden])`);
      await hash(page, new RegExp(`^#${id}=`));
      assert.equal(await page.evaluate(() => document.activeElement.id), `tab-${id}`);
    }
    await press(page, 'Tab');
    assert.notEqual(await page.evaluate(() => document.activeElement.tagName), 'BODY');
  }],
];

export async function geometry(page, name) {
  const [overflow, board, small] = await page.evaluate(() => {
    const panel = document.querySelector('.tab:not([hidden])');
    const svg = panel.querySelector('.board svg').getBoundingClientRect();
    const small = [...panel.querySelectorAll('button.b, select, .seg, [role=tab]')].filter((element) => element.checkVisibility()).map((element) => element.getBoundingClientRect()).filter((box) => box.height < 40 || box.width < 30).length;
    return [document.documentElement.scrollWidth - innerWidth, { width: svg.width, share: svg.width / innerWidth, top: svg.top }, small];
  });
  assert.ok(overflow <= 0, `${name}: the page is ${overflow} pixels too wide`);
  assert.equal(small, 0, `${name}: controls below 40 pixels`);
  assert.ok(board.width > 330 && board.top < 200, `${name}: the board is small or far down (${JSON.stringify(board)})`);
}
