// The page: the list of tabs, which of them is shown, and what the browser's history says about it.
//
// The code of a tab is loaded when the tab is first shown, and that of the others once the page is
// idle, so that they work without a connection. A tab that cannot be loaded says so in its panel.
import { button, h, row } from './dom.ts';
// What all tabs share is one file.
import './grid.ts';
import './pointer.ts';
import './settings.ts';
import { memory, quick } from './lanes.ts';
import * as route from './route.ts';
import { mount, type Definition, type Mounted } from './tab.ts';

/** Each tab has its own state and events. */
type Tab = Definition<any, any>;
type Entry = { id: string; name: string; load(): Promise<{ tab: Tab }> };

const tabs: Entry[] = [
  { id: 'c4', name: 'Connect 4', load: () => import('./c4.ts') },
  { id: 'puyo', name: 'Chains', load: () => import('./chains.ts') },
  { id: 'paths', name: 'Paths', load: () => import('./paths.ts') },
  { id: 'hav', name: 'Havannah', load: () => import('./havannah.ts') },
  { id: 'poly', name: 'Puzzles', load: () => import('./puzzles.ts') },
];

const list = document.querySelector('[role=tablist]') as HTMLElement;
const main = document.querySelector('main') as HTMLElement;
const panels = new Map<string, HTMLElement>();
const mounted = new Map<string, Mounted>();
let current: Entry | null = null;
/** Each change of the tab has a number: only the last one is shown when its code arrives. */
let change = 0;

for (const entry of tabs) {
  const { id, name } = entry;
  // A click leaves the focus on the board, where arrows move; keys leave it on the tab.
  const select = (event: MouseEvent): void => void visit(entry, event.detail > 0);
  list.append(
    h(
      'button',
      {
        type: 'button',
        role: 'tab',
        id: `tab-${id}`,
        'aria-controls': id,
        'aria-selected': 'false',
        tabindex: -1,
        click: select,
      },
      name,
    ),
  );
  const panel = h('div', {
    role: 'tabpanel',
    id,
    class: 'tab',
    'aria-labelledby': `tab-${id}`,
    hidden: true,
  });
  panels.set(id, panel);
  main.append(panel);
}

list.addEventListener('keydown', (event) => {
  const at = tabs.findIndex(({ id }) => `tab-${id}` === document.activeElement?.id);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1 + tabs.length, Home: 0, End: tabs.length - 1 }[
    event.key
  ];
  if (to === undefined || at < 0) return;
  const next = tabs[to % tabs.length] as Entry;
  document.getElementById(`tab-${next.id}`)?.focus();
  event.preventDefault();
  void visit(next, false);
});

/** Shows a tab with what it showed before; a new entry of the history. */
async function visit(entry: Entry, takesFocus: boolean): Promise<void> {
  const tab = await show(entry);
  if (!tab) return;
  route.push({ id: entry.id, link: tab.link() });
  if (takesFocus) tab.focus();
}

/** Shows what an address says. */
async function follow({ id, link }: route.Address): Promise<void> {
  const entry = tabs.find((entry) => entry.id === id);
  // An address without a tab, the first visit among them, is the first tab.
  const shown = entry ?? (tabs[0] as Entry);
  const tab = await show(shown, entry ? link : '');
  // The link as the tab writes it, also of the first visit and of a link that is broken.
  if (tab) route.replace({ id: shown.id, link: tab.link() });
}

/** Shows a tab, and in it a link unless it is shown already. Returns `null` if another change came first. */
async function show(entry: Entry, link: string | null = null): Promise<Mounted | null> {
  const mine = ++change;
  if (current && current !== entry) mounted.get(current.id)?.leave();
  current = entry;
  document.title = `${entry.name} · boardbits playground`;
  for (const { id } of tabs) {
    const isShown = id === entry.id;
    (panels.get(id) as HTMLElement).hidden = !isShown;
    const button = document.getElementById(`tab-${id}`) as HTMLButtonElement;
    button.setAttribute('aria-selected', String(isShown));
    button.tabIndex = isShown ? 0 : -1;
  }
  try {
    const { tab } = await entry.load();
    return mine === change ? enter(entry, tab, link) : null;
  } catch (error) {
    if (mine === change) fail(entry, link, error as Error);
    return null;
  }
}

function enter({ id }: Entry, tab: Tab, link: string | null): Mounted {
  let result = mounted.get(id);
  if (!result) {
    const panel = panels.get(id) as HTMLElement;
    panel.replaceChildren();
    result = mount(tab, panel);
    mounted.set(id, result);
    result.open(link ?? '');
  } else if (link !== null && link !== result.link()) result.open(link);
  result.enter();
  return result;
}

function fail(entry: Entry, link: string | null, error: Error): void {
  const again = button('Try again', () => void show(entry, link));
  panels
    .get(entry.id)
    ?.replaceChildren(h('p', { class: 'alert', role: 'alert' }, `${error.message}.`), row(again));
}

route.onNavigate((address) => void follow(address));
addEventListener('keydown', (event) => {
  if (current) mounted.get(current.id)?.press(event);
});

/** Loads the code of the other tabs, and what makes the page work offline. */
function prepare(): void {
  for (const { load } of tabs) void load().catch(() => {});
  if ('serviceWorker' in navigator && location.protocol.startsWith('http')) {
    navigator.serviceWorker
      .register('sw.js')
      .catch((error: Error) => console.info(`not available offline: ${error.message}`));
  }
}

// For the tests: any question to the crates, the memory of the workers, whether a tab works.
Object.assign(globalThis, {
  boardbits: {
    ask: (op: string, ...args: unknown[]) => quick.timed(op, ...args),
    memory,
    isBusy: () => (current ? mounted.get(current.id)?.isBusy() === true : false),
  },
});
void follow(route.current()).then(() => {
  const idle = globalThis.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 1000));
  idle(prepare, { timeout: 4000 });
});
// Tells the check in index.html that this file was understood.
document.documentElement.dataset.ready = '';
