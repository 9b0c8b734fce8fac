// The panels that every tab has: legend, how it works, code, exports, keys.
import type { Import, Snippets, Story } from './definition.ts';
import { button, check, download, h, note, picture, row, say, setText } from './dom.ts';
import { shortcuts, table, type Key } from './keys.ts';
import { DOCS, PUBLISHED } from './published.ts';
import { flush } from './route.ts';

export function legendPanel(legend: Story<never>['legend']): HTMLElement {
  return h('dl', { class: 'legend' }, ...legend.flatMap(([sign, meaning]) => [h('dt', {}, markup(sign)), h('dd', {}, meaning)]));
}

export function howPanel({ picture, paragraphs, links }: Story<never>['how']): HTMLElement {
  const shown = links.filter(([, href]) => PUBLISHED || !href.startsWith(DOCS));
  const anchors = shown.map(([text, href]) => h('li', {}, h('a', { href, rel: 'noopener', target: '_blank' }, text)));
  return h('div', { class: 'how' }, h('figure', {}, markup(picture)), ...paragraphs.map((text) => h('p', {}, text)), h('ul', {}, ...anchors));
}

/** Markup of ours (a sign of the legend, a picture); plain text stays text. */
function markup(text: string): Node {
  if (!text.includes('<')) return document.createTextNode(text);
  const template = document.createElement('template');
  template.innerHTML = text;
  return template.content;
}

/** Copies a text, and says so in `told`. */
async function copy(text: string, what: string, told: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    setText(told, `${what} copied.`);
  } catch {
    setText(told, `Copying is not allowed here. Copy this: ${text}`);
  }
  say(told.textContent ?? '');
}

export function codePanel(snippets: () => Snippets): { element: HTMLElement; update(): void } {
  const languages = [['shell', 'Command line'], ['rust', 'Rust'], ['python', 'Python']] as const;
  const parts = languages.map(([key, name]) => {
    const code = h('code', { 'data-code': key });
    const told = note();
    const button_ = button('Copy', () => void copy(code.textContent ?? '', `${name}:`, told), { name: `Copy ${name}` });
    const block = h('pre', { tabindex: 0, role: 'region', 'aria-label': `${name} code` }, code);
    return { key, code, element: h('section', { class: 'code' }, h('div', { class: 'row head' }, h('h2', {}, name), button_), block, told) };
  });
  return {
    element: h('div', {}, ...parts.map(({ element }) => element)),
    update() {
      const texts = snippets();
      for (const { key, code } of parts) setText(code, texts[key]);
    },
  };
}

/** The picture as PNG, two pixels for each of the screen. */
async function png(svg: SVGSVGElement): Promise<Blob> {
  const { width, height } = svg.viewBox.baseVal;
  const scale = Math.min(2, 4096 / Math.max(width, height));
  const url = URL.createObjectURL(new Blob([picture(svg)], { type: 'image/svg+xml' }));
  try {
    const image = new Image(width, height);
    image.src = url;
    await image.decode();
    const canvas = h('canvas', { width: Math.round(width * scale), height: Math.round(height * scale) });
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((ok, fail) => canvas.toBlob((blob) => (blob ? ok(blob) : fail(new Error('the picture is too large'))), 'image/png'));
  } finally {
    URL.revokeObjectURL(url);
  }
}

export function exportPanel(
  id: string,
  svg: () => SVGSVGElement,
  text: () => string,
  hasLink: () => boolean,
): HTMLElement {
  const told = note();
  const save = (extension: string, make: () => Blob | Promise<Blob>) => async (): Promise<void> => {
    try {
      download(`boardbits-${id}.${extension}`, await make());
      setText(told, `Saved as boardbits-${id}.${extension}.`);
    } catch (error) {
      setText(told, `Not saved: ${(error as Error).message}.`);
    }
    say(told.textContent ?? '');
  };
  const link = (): void => {
    if (!hasLink()) {
      setText(told, 'This position is too large for a link: save its text.');
      return say(told.textContent ?? '');
    }
    flush();
    void copy(location.href, 'The link to this position is', told);
  };
  return h(
    'div',
    {},
    row(button('Copy link', link), button('Copy text', () => void copy(text(), 'The text of this position is', told))),
    row(
      button('Save SVG', () => void save('svg', () => new Blob([picture(svg())], { type: 'image/svg+xml' }))()),
      button('Save PNG', () => void save('png', () => png(svg()))()),
      button('Save text', () => void save('txt', () => new Blob([text()], { type: 'text/plain' }))()),
    ),
    told,
  );
}

/** Opens a link of the page, or a game in the tab's notation. */
export function openPanel(id: string, open: (text: string) => boolean): HTMLElement {
  const told = note();
  const input = h('input', { type: 'text', 'aria-label': 'a game or a link', placeholder: 'a game or a link', autocomplete: 'off', spellcheck: 'false' });
  const submit = (event: Event): void => {
    event.preventDefault();
    const text = input.value.trim();
    // A link of this page, from wherever it is served.
    const hash = /#[a-z0-9]+=\S*$/.exec(text)?.[0];
    if (hash) location.hash = hash;
    const isOpen = hash !== undefined || (text !== '' && open(text));
    setText(told, isOpen ? '' : 'This is not a game that can be read here.');
    if (isOpen) input.value = '';
    else say(told.textContent ?? '');
  };
  return h('form', { class: 'row open', id: `${id}-open`, submit }, input, h('button', { type: 'submit', class: 'b' }, 'Open'), told);
}

/** Reads texts that are pasted, from a file, or from a file that is dropped on the board. */
export function importPanel(board: HTMLElement, texts: Import, read: (text: string) => void, ...more: HTMLElement[]): HTMLElement[] {
  const readFile = (file: Blob | undefined): void => void file?.text().then(read);
  const input = h('input', {
    type: 'file',
    accept: texts.accept,
    class: 'sr',
    change: () => {
      readFile(input.files?.[0]);
      input.value = '';
    },
  });
  const pasted = h('textarea', { rows: texts.rows, 'aria-label': texts.name, placeholder: texts.placeholder });
  for (const type of ['dragover', 'dragleave', 'drop'] as const) {
    board.addEventListener(type, (event) => {
      event.preventDefault();
      board.classList.toggle('dropping', type === 'dragover');
      if (type === 'drop') readFile(event.dataTransfer?.files[0]);
    });
  }
  return [pasted, row(button(texts.show, () => read(pasted.value)), h('label', { class: 'file b' }, texts.open, input), ...more)];
}

export function keysPanel(keys: readonly Key[]): HTMLElement {
  const rows = [['Arrows', 'Move on the board (Tab enters and leaves it)'] as [string, string], ...table(keys)];
  const list = h('dl', { class: 'keys' }, ...rows.flatMap(([key, name]) => [h('dt', {}, h('kbd', {}, key)), h('dd', {}, name)]));
  return h('div', {}, list, check('Single letters and digits are shortcuts', shortcuts.get(), (isOn) => shortcuts.set(isOn)));
}
