// Elements, words for people, pictures.

type Attributes = Record<string, string | number | boolean | ((event: never) => void) | undefined>;
type Child = Node | string | null;

export function set(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value as EventListener);
    else attribute(element, name, value);
  }
}

/** Sets an attribute only if it changes, so that pictures are updated in place. */
export function attribute(
  element: Element,
  name: string,
  value: string | number | boolean | undefined,
): void {
  if (value === undefined || value === false) element.removeAttribute(name);
  else {
    const text = value === true ? '' : String(value);
    if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
}

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  return filled(document.createElement(tag), attributes, children);
}

export function s<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  return filled(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);
}

function filled<E extends Element>(element: E, attributes: Attributes, children: Child[]): E {
  set(element, attributes);
  element.append(...children.filter((child) => child !== null));
  return element;
}

export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

export function card(title: string, ...children: Child[]): HTMLElement {
  return h('section', { class: 'card' }, h('h2', {}, title), ...children);
}

export function row(...children: Child[]): HTMLElement {
  return h('div', { class: 'row' }, ...children);
}

export function note(text = ''): HTMLParagraphElement {
  return h('p', { class: 'note' }, text);
}

export function button(
  label: string,
  click: () => void,
  options: { primary?: boolean; name?: string; id?: string } = {},
): HTMLButtonElement {
  return h(
    'button',
    {
      type: 'button',
      class: options.primary ? 'b primary' : 'b',
      'aria-label': options.name,
      id: options.id,
      click,
    },
    label,
  );
}

export type Choice<T extends string> = { element: HTMLElement; value: T; set(value: T): void };

let choices = 0;

/** A group of which one is chosen; the arrow keys change it. */
export function choice<T extends string>(
  label: string,
  values: readonly (readonly [T, string])[],
  first: T,
  change: (value: T) => void,
): Choice<T> {
  const name = `choice${choices++}`;
  const inputs = values.map(([value, text]) => {
    const input = h('input', { type: 'radio', name, value, change: () => pick(value) });
    return [input, h('label', { class: 'seg' }, input, h('span', {}, text))] as const;
  });
  const element = h(
    'fieldset',
    { class: 'choice' },
    h('legend', {}, label),
    h('div', { class: 'segs' }, ...inputs.map(([, label]) => label)),
  );
  const self: Choice<T> = {
    element,
    value: first,
    set(value) {
      self.value = value;
      for (const [input] of inputs) input.checked = input.value === value;
    },
  };
  function pick(value: T): void {
    self.value = value;
    change(value);
  }
  self.set(first);
  return self;
}

export function select<T extends string>(
  label: string,
  values: readonly (readonly [T, string])[],
  first: T,
  change: (value: T) => void,
): { element: HTMLElement; input: HTMLSelectElement } {
  const options = values.map(([value, text]) => h('option', { value }, text));
  const input = h(
    'select',
    { 'aria-label': label, change: () => change(input.value as T) },
    ...options,
  );
  input.value = first;
  return { element: h('label', { class: 'field' }, h('span', {}, label), input), input };
}

export function check(
  label: string,
  checked: boolean,
  change: (checked: boolean) => void,
): HTMLElement {
  const input = h('input', { type: 'checkbox', change: () => change(input.checked) });
  input.checked = checked;
  return h('label', { class: 'check' }, input, h('span', {}, label));
}

export function slider(label: string, input: (value: number) => void): HTMLInputElement {
  const range = h('input', {
    type: 'range',
    min: 0,
    max: 0,
    value: 0,
    'aria-label': label,
    input: () => input(Number(range.value)),
  });
  return range;
}

export function setRange(range: HTMLInputElement, max: number, value: number): void {
  attribute(range, 'max', max);
  range.value = String(value);
}

/** A text as another one than `before`: the same sentence twice is read twice only if the text changes. */
export const again = (text: string, before: string | null): string =>
  text === before ? `${text}\u00a0` : text;

/** Tells people who cannot see the page what has happened. */
export function say(text: string): void {
  const region = document.getElementById('say') as HTMLElement;
  setText(region, again(text, region.textContent));
}

export const calm = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Groups the digits of a number, given as text if it is large. */
export function digits(value: number | string): string {
  return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

/** A large number, shortened to its power of ten. */
export function large(value: string): string {
  if (value.length <= 15) return digits(value);
  return `${value[0]}.${value.slice(1, 3)} × 10${superscript(value.length - 1)}`;
}

function superscript(value: number): string {
  return String(value).replace(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)] ?? '');
}

export function plural(count: number | string, one: string, many = `${one}s`): string {
  return `${digits(count)} ${String(count) === '1' ? one : many}`;
}

export function time(ms: number): string {
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  return ms < 1000 ? `${ms.toFixed(0)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** Gives a file to the visitor. */
export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  h('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

const STYLES = `fill fill-opacity stroke stroke-width stroke-linecap stroke-linejoin
  stroke-dasharray opacity font-family font-size font-weight text-anchor dominant-baseline
  visibility display`.split(/\s+/);

/** Attributes that mean nothing outside of the page. */
const INSIDE = ['class', 'style', 'tabindex', 'role', 'aria-label', 'data-c', 'data-k'];

/** A picture that looks the same outside of the page. */
export function picture(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const copies = copy.querySelectorAll('*');
  svg.querySelectorAll('*').forEach((element, i) => {
    const computed = getComputedStyle(element);
    for (const name of STYLES) copies[i]?.setAttribute(name, computed.getPropertyValue(name));
    for (const name of INSIDE) copies[i]?.removeAttribute(name);
  });
  const { x, y, width, height } = svg.viewBox.baseVal;
  const paper = getComputedStyle(svg.parentElement ?? svg).backgroundColor;
  copy.prepend(s('rect', { x, y, width, height, fill: paper }));
  for (const [name, value] of Object.entries({
    xmlns: 'http://www.w3.org/2000/svg',
    width,
    height,
  }))
    copy.setAttribute(name, String(value));
  for (const name of [...INSIDE, 'aria-rowcount', 'aria-colcount']) copy.removeAttribute(name);
  return new XMLSerializer().serializeToString(copy);
}
