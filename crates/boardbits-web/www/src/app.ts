// The page: tabs, addresses, what all tabs have in common.
import { about } from './about.ts';
import { button, card, download, h, note, onAlert, onChange, picture, row, say, type Tab } from './dom.ts';
import { memory, quick } from './lanes.ts';
import { c4 } from './c4.ts';
import { chains } from './chains.ts';
import { havannah } from './havannah.ts';
import { paths } from './paths.ts';
import { puzzles } from './puzzles.ts';

const tabs: Tab[] = [c4, chains, paths, havannah, puzzles];
const list = document.querySelector('[role=tablist]') as HTMLElement;
const main = document.querySelector('main') as HTMLElement;
const mounted = new Set<string>();
const alerts = new Map<string, HTMLElement>();
let current = tabs[0] as Tab;

for (const tab of tabs) {
  const id = tab.id;
  list.append(h('button', { type: 'button', role: 'tab', id: `tab-${id}`, 'aria-controls': id, 'aria-selected': 'false', tabindex: -1, click: () => go(tab, null) }, tab.name));
  const alert = h('p', { class: 'alert', role: 'alert', hidden: true });
  alerts.set(id, alert);
  const panel = h('div', { role: 'tabpanel', id, class: 'tab', 'aria-labelledby': `tab-${id}`, hidden: true });
  panel.append(alert, h('div', { class: `board ${id}` }), h('div', { class: 'side' }));
  main.append(panel);
}

list.addEventListener('keydown', (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const next = tabs[(tabs.indexOf(current) + step + tabs.length) % tabs.length] as Tab;
  document.getElementById(`tab-${next.id}`)?.focus();
  go(next, null);
  event.preventDefault();
});

function address(): string {
  return `#${current.id}=${current.link()}`;
}

let timer = 0;
/** The address that is not written yet. */
let pending: string | null = null;

function flush(): void {
  clearTimeout(timer);
  if (pending !== null && pending !== location.hash) history.replaceState(null, '', pending);
  pending = null;
}

// A move replaces the address, a new game is a new entry of the history. Browsers refuse hundreds of changes within seconds,
// so that what is painted is written once it pauses.
onChange((isNew = false) => {
  const next = address();
  if (isNew) {
    flush();
    if (next !== location.hash) history.pushState(null, '', next);
    return;
  }
  clearTimeout(timer);
  pending = next;
  timer = setTimeout(flush, 100);
});

onAlert((text) => {
  const alert = alerts.get(current.id);
  if (!alert) return;
  alert.hidden = text === null;
  alert.textContent = text ?? '';
});

function share(tab: Tab, board: HTMLElement): HTMLElement {
  const told = note();
  const copy = async (): Promise<void> => {
    flush();
    const url = location.href;
    try {
      await navigator.clipboard.writeText(url);
      told.textContent = 'The link to this position is copied.';
    } catch {
      told.textContent = `Copy the address of this page: ${url}`;
    }
    say(told.textContent);
  };
  const save = (): void => {
    const svg = board.querySelector('svg');
    if (svg) download(`boardbits-${tab.id}.svg`, 'image/svg+xml', picture(svg));
    told.textContent = `Saved as boardbits-${tab.id}.svg.`;
    say(told.textContent);
  };
  return card('Share', row(button('Copy link', () => void copy()), button('Save picture', save)), told);
}

function mount(tab: Tab): void {
  const panel = document.getElementById(tab.id);
  const [board, side] = [panel?.querySelector('.board') as HTMLElement, panel?.querySelector('.side') as HTMLElement];
  tab.mount(board, side);
  side.append(share(tab, board), about(tab));
  mounted.add(tab.id);
}

/** Shows a tab, and in it what a link says, or what was there before. */
async function go(tab: Tab, link: string | null): Promise<void> {
  if (tab !== current) current.leave?.();
  clearTimeout(timer);
  pending = null;
  current = tab;
  for (const { id } of tabs) {
    const [panel, button] = [document.getElementById(id), document.getElementById(`tab-${id}`)];
    if (!panel || !button) continue;
    panel.hidden = id !== tab.id;
    button.setAttribute('aria-selected', String(id === tab.id));
    button.tabIndex = id === tab.id ? 0 : -1;
    if (id === tab.id) list.scrollTo({ left: button.offsetLeft - list.clientWidth / 2 + button.clientWidth / 2 });
  }
  document.title = `${tab.name} · boardbits playground`;
  const isFirst = !mounted.has(tab.id);
  if (isFirst) mount(tab);
  const alert = alerts.get(tab.id) as HTMLElement;
  alert.hidden = true;
  try {
    if (link !== null || isFirst) await tab.open(link ?? '');
  } catch (error) {
    alert.textContent = error instanceof Error ? error.message : String(error);
    alert.hidden = false;
  }
  if (current === tab && link === null && address() !== location.hash) history.replaceState(null, '', address());
}

function follow(): void {
  const hash = location.hash.slice(1);
  const at = hash.indexOf('=');
  const id = at < 0 ? hash : hash.slice(0, at);
  const tab = tabs.find((tab) => tab.id === id);
  let link = at < 0 ? '' : hash.slice(at + 1);
  try {
    link = decodeURIComponent(link);
  } catch {
    // A percent sign by itself stands for itself.
  }
  if (tab) void go(tab, link);
  else void go(tabs[0] as Tab, null);
}

addEventListener('hashchange', follow);
addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target as HTMLElement;
  if (target.closest('input, select, textarea, [role=tablist]')) return;
  // Buttons keep the keys that press them.
  if (target.closest('button, summary, a') && (event.key === 'Enter' || event.key === ' ')) return;
  if (current.key?.(event)) event.preventDefault();
});

// For the tests: any question to the crates, and the memory of the workers.
Object.assign(globalThis, { boardbits: { ask: (op: string, ...args: unknown[]) => quick.timed(op, ...args), memory } });
follow();
