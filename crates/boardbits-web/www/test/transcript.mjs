// What a screen reader is told during one game on each tab: the element that has the focus and the live regions, as they
// are in the accessibility tree of the browser. All actions are keys. The transcripts are kept beside the record.
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DESKTOP, idle } from './browser.mjs';

/** Writes down what changes in the accessibility tree. */
async function listener(page, context) {
  const client = await context.newCDPSession(page);
  const lines = [];
  let focused = '';
  let said = new Map();

  const property = (node, name) =>
    node.properties?.find((property) => property.name === name)?.value.value;

  /** Adds what has changed since the last call. */
  async function hear() {
    const { nodes } = await client.send('Accessibility.getFullAXTree');
    const byId = new Map(nodes.map((node) => [node.nodeId, node]));
    const words = (node) =>
      node.role?.value === 'StaticText'
        ? node.name.value
        : (node.childIds ?? []).map((id) => words(byId.get(id))).join('');
    const now = new Map();
    for (const node of nodes) {
      // Nodes inside of a region name its root.
      if (!property(node, 'live') || property(node, 'root')) continue;
      const text = words(node).trim();
      now.set(node.backendDOMNodeId, text);
      if (text && said.get(node.backendDOMNodeId) !== text) lines.push(`says: ${text}`);
    }
    said = now;
    const node = nodes.find(
      (node) => property(node, 'focused') && node.role.value !== 'RootWebArea',
    );
    const state = node && property(node, 'pressed') === 'true' ? ', pressed' : '';
    const text = node ? `${node.role.value} “${node.name?.value ?? ''}”${state}` : '';
    if (text && text !== focused) lines.push(`focus: ${text}`);
    focused = text;
  }

  /** Presses keys, and hears what each brings. */
  async function press(...keys) {
    for (const key of keys) {
      lines.push(`> ${key === ' ' ? 'Space' : key}`);
      await page.keyboard.press(key);
      // What is said while the tab works is heard too; a swarm walks for ever.
      for (let i = 0; i < 40; i++) {
        await page.waitForTimeout(40);
        await hear();
        if (!(await page.evaluate(() => globalThis.boardbits.isBusy()))) break;
      }
    }
  }

  /** Presses Tab until the focus is on something with this name. */
  async function tabTo(name) {
    for (let i = 0; i < 60; i++) {
      await press('Tab');
      if (name.test(focused)) return;
    }
    assert.fail(`no element is called ${name}: ${lines.slice(-60).join('\n')}`);
  }

  /** Waits until a line since the last key matches. */
  async function until(pattern) {
    const from = lines.findLastIndex((line) => line.startsWith('>'));
    for (let i = 0; i < 200; i++) {
      await hear();
      if (lines.slice(from).some((line) => pattern.test(line))) return;
      await page.waitForTimeout(100);
    }
    assert.fail(`${pattern} is not said: ${lines.slice(-20).join('\n')}`);
  }

  /** Waits until the tab has nothing to do, and hears what it says meanwhile. */
  async function settle() {
    for (let i = 0; i < 200; i++) {
      await hear();
      if (!(await page.evaluate(() => globalThis.boardbits.isBusy()))) return hear();
      await page.waitForTimeout(100);
    }
    assert.fail(`the tab stays busy: ${lines.slice(-20).join('\n')}`);
  }

  return { lines, hear, press, tabTo, until, settle, focused: () => focused };
}

/** A tab, a link, and a game by keys. */
const GAMES = [
  [
    'c4',
    'c4=;yellow=beginner',
    async ({ lines, press, tabTo, until, focused }) => {
      await tabTo(/gridcell “column 4, row 1/);
      await press('ArrowLeft', 'ArrowRight', 'Enter');
      await until(/says: Yellow in column \d\. Orange to move/);
      // The names of the cells say which column is best.
      for (let turn = 0; turn < 20 && !lines.some((line) => /has won/.test(line)); turn++) {
        await press('PageUp', 'Home', ...Array(6).fill('ArrowRight'));
        const best = lines
          .slice(lines.findLastIndex((line) => line.startsWith('says: Yellow')))
          .map((line) => /column (\d), row \d+: .*, best”/.exec(line)?.[1])
          .find(Boolean);
        await press(best ?? '4');
        await until(/Yellow in column \d\. Orange to move|has won|Draw/);
      }
      assert.ok(focused().startsWith('gridcell'), 'the focus stays in the board');
    },
    [
      /focus: gridcell “column 4, row 1: empty, score \+1, wins in \d+, best”/,
      /says: Yellow in column \d\. Orange to move\..*best play/,
      /focus: gridcell “column \d, row 6: empty, score \+\d+, wins in \d+, best”/,
      /says: Orange in column \d\. Orange has won\. Four in a row with stone \d+/,
    ],
  ],
  [
    'puyo',
    'puyo=1/1/1;11,23,34',
    async ({ press, tabTo, until }) => {
      await tabTo(/gridcell “column 3, row/);
      await press('ArrowLeft', 'ArrowLeft', 'ArrowDown');
      await until(/1-chain · \d+ points/);
      await until(/green triangle/);
      await press('Shift+ArrowLeft', 'ArrowRight', 'Enter', 'h');
      await until(/No chain here/);
      await press('u');
    },
    [
      /says: Column 3: red circle on top of red circle\. No chain here/,
      /focus: gridcell “column 3, row \d+: empty”/,
      /says: Column 1: red circle on top of red circle\. This makes a 1-chain/,
      /says: 1-chain · \d+ points/,
      /says: Column \d: blue square on top of green triangle\. No chain here/,
      /focus: gridcell “column \d, row \d+: /,
    ],
  ],
  [
    'paths',
    'paths=8x6;king;0,47;',
    async ({ press, tabTo, until }) => {
      await tabTo(/gridcell “0,0: A”/);
      await press('ArrowRight', 'Enter', 'ArrowDown', 'Enter', 'd');
      await until(/One of/);
      await press('s');
      await until(/swarm/);
      await press('s', 'u', 'y', 'ArrowLeft', 'Enter');
      await until(/Walls keep/);
    },
    [
      /focus: gridcell “0,0: A”/,
      /focus: gridcell “1,0: free, on shortest paths, 1 step from A”|focus: gridcell “1,0: free”/,
      /says: \d+ steps\. .*shortest path/,
      /focus: gridcell “1,1: wall”|focus: gridcell “1,1: free/,
      /says: One of [\d,]+, all equally likely/,
      /says: The swarm walks to B/,
      /says: No way from A to B\. Walls keep A and B apart/,
    ],
  ],
  [
    'hav',
    'hav=4;any;;black=engine',
    async ({ lines, press, tabTo, until, settle }) => {
      await tabTo(/gridcell “d4/);
      await press('ArrowRight', 'ArrowLeft', 'Enter');
      await until(/says: Black/);
      await press('h');
      await until(/expects to win/);
      // "e" plays at once while the engine searches: each move is waited for.
      for (let turn = 0; turn < 20 && !lines.some((line) => /wins with|draw/.test(line)); turn++) {
        await press('e');
        await settle();
      }
    },
    [
      /focus: gridcell “d4: free\.”/,
      /says: White d4\. Black to move/,
      /says: Black \w+\. White to move/,
      /says: .*games tried\. White expects to win \d+ % with \w+/,
      /says: (White|Black) \w+\. ((White|Black) wins\. .* wins with a (ring|bridge|fork)|Draw)/,
    ],
  ],
  [
    'poly',
    'poly=pentominoes-3x20',
    async ({ lines, press, tabTo, until }) => {
      await tabTo(/gridcell “column 1, row 1/);
      await press('c', 'r', 'ArrowRight', 'Enter', 'Delete', 'u', 'y');
      for (let turn = 0; turn < 30 && !lines.some((line) => /Solved!/.test(line)); turn++) {
        await press('h');
        await until(/says: .*(fits here|solutions? left|Solved!)/);
      }
    },
    [
      /focus: gridcell “column 1, row 1: free”/,
      /says: Piece \w+/,
      /says: Piece \w+, rotation 1/,
      /says: 8 solutions left\..*Piece \w+ fits here\. Press Hint again/,
      /says: \d solutions? left/,
      /says: Solved! All 60 cells covered by 12 pieces/,
    ],
  ],
];

/** The tests, whose transcripts are written to a folder. */
export const transcripts = (folder) =>
  GAMES.map(([id, link, play, messages]) => [
    `Screen reader: one game on ${id}`,
    { ...DESKTOP, reducedMotion: 'reduce' },
    async ({ page, context, open }) => {
      await open(link);
      await page.waitForSelector(`#${id} [role=gridcell]`);
      await idle(page);
      const reader = await listener(page, context);
      await reader.hear();
      try {
        await play(reader);
      } finally {
        await mkdir(folder, { recursive: true });
        await writeFile(join(folder, `${id}.txt`), `${reader.lines.join('\n')}\n`);
      }
      // The board is one stop of the Tab key, on its cell.
      assert.deepEqual(
        reader.lines.filter((line) => line.startsWith('focus: grid “')),
        [],
      );
      let at = 0;
      for (const message of messages) {
        const found = reader.lines.findIndex((line, i) => i >= at && message.test(line));
        assert.ok(found >= 0, `${message} is not said after line ${at} of ${id}.txt`);
        at = found;
      }
    },
  ]);
