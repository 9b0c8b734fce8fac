// The page: the list of tabs, which of them is shown, and what the browser's history says about it.
//
// The code of a tab is loaded when the tab is first shown, and that of the others once the page is
// idle, so that they work without a connection. A tab that cannot be loaded says so in its panel.
// A tab whose code is loaded is shown within the event that asks for it: keys that follow are its own.
import type { Definition } from './definition.ts';
import { button, h, row } from './dom.ts';
// What all tabs share is one file.
import './grid.ts';
import './pointer.ts';
import './settings.ts';
import { memory, quick } from './lanes.ts';
import * as route from './route.ts';
import { mount, type Mounted } from './tab.ts';

/** Each tab has its own state and events. */
type Tab = Definition<any, any>;
/** `tab` is set once the code is loaded. */
type Entry = { id: string; name: string; load(): Promise<{ tab: Tab }>; tab?: Tab };

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
  const select = (event: MouseEvent): void => {
    visit(entry);
    // A click gives the focus to the board, where arrows move; keys leave it on the tab.
    if (event.detail > 0) enterPanel(id);
  };
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
    // Only `enterPanel` gives it the focus, not clicks on it.
    blur: () => panel.removeAttribute('tabindex'),
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
  visit(next);
});

/** Shows a tab with what it showed before; a new entry of the history. */
function visit(entry: Entry): void {
  void show(entry, null, (tab) => route.push({ id: entry.id, link: tab.link() }));
}

/** Gives the focus to the board, or to the panel, which hands it on as soon as there is a board. */
function enterPanel(id: string): void {
  const panel = panels.get(id) as HTMLElement;
  panel.tabIndex = -1;
  panel.focus({ preventScroll: true });
  mounted.get(id)?.focus();
}

/** Shows what an address says. */
function follow({ id, link }: route.Address): Promise<void> {
  const entry = tabs.find((entry) => entry.id === id);
  // An address without a tab, the first visit among them, is the first tab.
  const shown = entry ?? (tabs[0] as Entry);
  // The link as the tab writes it, also of the first visit and of a link that is broken.
  return show(shown, entry ? link : '', (tab) => {
    if (!entry && id) tab.complain(`no tab is called “${id.slice(0, 24)}”`);
    route.replace({ id: shown.id, link: tab.link() });
  });
}

const load = async (entry: Entry): Promise<Tab> => (entry.tab = (await entry.load()).tab);

/**
 * Shows a tab, and in it a link unless it is shown already. Calls `done` unless another change comes first: before this
 * function returns if the code is loaded.
 */
async function show(
  entry: Entry,
  link: string | null,
  done: (tab: Mounted) => void,
): Promise<void> {
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
    const tab = entry.tab ?? (await load(entry));
    if (mine === change) done(enter(entry, tab, link));
  } catch (error) {
    if (mine === change) fail(entry, error as Error, () => void show(entry, link, done));
  }
}

function enter({ id }: Entry, tab: Tab, link: string | null): Mounted {
  let result = mounted.get(id);
  if (!result) {
    const panel = panels.get(id) as HTMLElement;
    panel.replaceChildren();
    result = mount(tab, panel);
    mounted.set(id, result);
    result.open(link === null || link === route.KEPT ? kept(id) || (link ?? '') : link);
  } else if (link !== null && link !== result.link()) result.open(link);
  result.enter();
  return result;
}

function fail({ id }: Entry, error: Error, again: () => void): void {
  const words = h('p', { class: 'alert', role: 'alert' }, `${error.message}.`);
  panels.get(id)?.replaceChildren(words, row(button('Try again', again)));
}

// A reload forgets nothing: the links of all tabs outlive the page, as long as its window.
addEventListener('pagehide', () => {
  try {
    for (const [id, tab] of mounted) sessionStorage.setItem(`boardbits.${id}`, tab.kept());
  } catch {
    // Storage is forbidden.
  }
});

/** What a tab showed before the page was loaded again. */
function kept(id: string): string {
  try {
    return sessionStorage.getItem(`boardbits.${id}`) ?? '';
  } catch {
    return '';
  }
}

route.onNavigate((address) => void follow(address));
addEventListener('keydown', (event) => {
  if (current) mounted.get(current.id)?.press(event);
});

/** Loads the code of the other tabs, and what makes the page work offline. */
function prepare(): void {
  for (const entry of tabs) void load(entry).catch(() => {});
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
    isBusy: () => route.isPending() || (mounted.get(current?.id ?? '')?.isBusy() ?? true),
  },
});
void follow(route.current()).then(() => {
  const idle = globalThis.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 1000));
  idle(prepare, { timeout: 4000 });
});
// Tells the check in index.html that this file was understood.
document.documentElement.dataset.ready = '';
