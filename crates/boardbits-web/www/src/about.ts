// How fast a tab's crate is on this machine, and where it lives.
import { button, digits, h, note } from './dom.ts';
import { Lane } from './lanes.ts';
import { DOCS, PUBLISHED } from './published.ts';

/** A speed for people: 12,300,000 is 12 million. */
function shown(value: number): string {
  if (value >= 1e6) return `${(value / 1e6).toPrecision(3)} million`;
  return digits(Number(value.toPrecision(3)));
}

/** Does a crate's work for about a third of a second, and returns how much it did in a second. */
async function speed(name: string, lane: Lane): Promise<number> {
  let rounds = 1;
  for (;;) {
    const { text, ms } = await lane.timed('speed', name, rounds);
    if (ms > 250 || rounds > 1 << 20) return (Number(text) / ms) * 1000;
    rounds = Math.ceil(rounds * Math.min(20, 350 / Math.max(ms, 1)));
  }
}

/** How to get a crate, the program and the Python package. */
function installation(crate: string): string {
  if (PUBLISHED) return `cargo add ${crate}\ncargo install boardbits`;
  return `# The crates are not on crates.io yet. REPOSITORY is the address of the sources.
cargo add ${crate} --git REPOSITORY

# The program and the Python package, in a checkout:
cargo install --path crates/boardbits
cargo xtask python`;
}

export function about(tab: { crate: string; unit: string; work: string }): HTMLElement {
  const result = note();
  const measure = button('Measure on this machine', () => {
    const lane = new Lane();
    measure.disabled = true;
    result.textContent = 'Measuring …';
    speed(tab.work, lane)
      .then(
        (value) =>
          (result.textContent = `${shown(value)} ${tab.unit} a second, in one thread of this browser.`),
      )
      .catch((error: Error) => (result.textContent = error.message))
      .finally(() => {
        measure.disabled = false;
        lane.close();
      });
  });
  const install = h(
    'pre',
    { tabindex: 0, role: 'region', 'aria-label': 'how to install' },
    installation(tab.crate),
  );
  const page = h('div', {}, install);
  if (PUBLISHED) {
    const href = `${DOCS}${tab.crate}`;
    const link = h('a', { href, rel: 'noopener', target: '_blank' }, `Documentation of ${tab.crate}`);
    page.append(h('p', {}, link));
  }
  page.append(h('div', { class: 'row' }, measure), result);
  return page;
}
