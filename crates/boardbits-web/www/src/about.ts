// What a tab's crate is, and how fast it is on this machine.
import { button, digits, h, note, type Tab } from './dom.ts';
import { Lane } from './lanes.ts';

const DOCS = 'https://docs.rs/';

/** A speed for people: 12,300,000 is 12 million. */
function shown(value: number): string {
  if (value >= 1e6) return `${(value / 1e6).toPrecision(3)} million`;
  return digits(Number(value.toPrecision(3)));
}

/** Does a crate's work for about a third of a second, and returns how much it did in a second. */
export async function speed(name: string, lane: Lane): Promise<number> {
  let rounds = 1;
  for (;;) {
    const { text, ms } = await lane.timed('speed', name, rounds);
    if (ms > 250 || rounds > 1 << 20) return (Number(text) / ms) * 1000;
    rounds = Math.ceil(rounds * Math.min(20, 350 / Math.max(ms, 1)));
  }
}

const LABELS: Record<string, string> = { c4: 'c4', puyo: 'chains', paths: 'paths', hav: 'havannah', poly: 'puzzles' };

export function about(tab: Tab): HTMLElement {
  const result = note();
  const measure = button('Measure on this machine', () => {
    const lane = new Lane();
    measure.disabled = true;
    result.textContent = 'Measuring …';
    speed(LABELS[tab.id] ?? '', lane)
      .then((value) => (result.textContent = `${shown(value)} ${tab.unit} a second, in one thread of this browser.`))
      .catch((error: Error) => (result.textContent = error.message))
      .finally(() => {
        measure.disabled = false;
        lane.close();
      });
  });
  const link = h('a', { href: `${DOCS}${tab.crate}`, rel: 'noopener', target: '_blank' }, `Documentation of ${tab.crate}`);
  return h('details', { class: 'card' }, h('summary', {}, `About ${tab.crate}`), h('p', { class: 'note' }, tab.about), h('p', { class: 'note' }, link), h('div', { class: 'row' }, measure), result);
}
