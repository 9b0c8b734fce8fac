// Addresses, the history of the browser, and the parts of links.
//
// Every position is a link: `#c4=444333;scores=off` names a tab and what it shows. The rules:
// - a change of the tab and a new game are entries of the history, a move replaces its entry;
// - Back and Forward open what their entry says, and write nothing;
// - writes wait for a pause of 100 ms, because browsers refuse hundreds of changes within seconds.
//
// A tab writes its link with `joined` and reads it with `fields`: positional parts, separated by `;`,
// then `name=value` for settings that differ from their defaults. What is wrong with a link is a
// `Broken`, whose sentence says what was expected and what was found. Then the link without its
// settings is shown, or the first visit if that is broken too.

/** The link of a position that is too large for one. A reload of the page shows it again. */
export const KEPT = 'kept';

/** What is wrong with a link, as a sentence without "This link is broken". */
export class Broken extends Error {}

export type Address = { id: string; link: string };

function parsed(hash: string): Address {
  const text = hash.replace(/^#/, '');
  const at = text.indexOf('=');
  const [id, link] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
  try {
    return { id, link: decodeURIComponent(link) };
  } catch {
    // A percent sign by itself stands for itself.
    return { id, link };
  }
}

let timer = 0;
let pending: string | null = null;

/** Writes at once what `replace` still holds back. */
export function flush(): void {
  clearTimeout(timer);
  if (pending !== null && pending !== location.hash) history.replaceState(null, '', pending);
  pending = null;
}

const address = ({ id, link }: Address): string => `#${id}=${link}`;

/** The address of this entry, for a move. */
export function replace(next: Address): void {
  clearTimeout(timer);
  pending = address(next);
  timer = window.setTimeout(flush, 100);
}

/** A new entry, for a new game or another tab. */
export function push(next: Address): void {
  flush();
  if (address(next) !== location.hash) history.pushState(null, '', address(next));
}

/** Whether an address is held back; for the tests. */
export const isPending = (): boolean => pending !== null;

export function current(): Address {
  return parsed(location.hash);
}

/** Calls `follow` for Back, Forward and addresses that are typed or clicked. */
export function onNavigate(follow: (address: Address) => void): void {
  const read = (): void => {
    clearTimeout(timer);
    pending = null;
    follow(current());
  };
  // Every change of the hash that is not ours fires `popstate`, links in the page too.
  addEventListener('popstate', read);
  addEventListener('pagehide', flush);
}

/** The parts of a link: at most `most` by position, and settings by name. */
export function fields(
  link: string,
  most: number,
  names: readonly string[],
): { parts: string[]; named: Map<string, string> } {
  const parts: string[] = [];
  const named = new Map<string, string>();
  for (const field of link.split(';')) {
    const [, name, value] = SETTING.exec(field) ?? [];
    if (name === undefined) {
      if (parts.push(field) > most)
        throw new Broken(`expected at most ${most} parts, found “${shortened(field)}”`);
    } else if (names.includes(name)) named.set(name, value as string);
    else
      throw new Broken(
        `expected no settings but ${names.join(', ')}, found “${shortened(field)}”`,
      );
  }
  return { parts, named };
}

const SETTING = /^([a-z]+)=(.*)$/;

/** A link without its settings. */
export const plain = (link: string): string =>
  link
    .split(';')
    .filter((field) => !SETTING.test(field))
    .join(';');

/** A link from its parts and those of its settings that are not `null`. */
export function joined(parts: string[], named: Record<string, string | null> = {}): string {
  const settings = Object.entries(named).filter(([, value]) => value !== null);
  return [...parts, ...settings.map(([name, value]) => `${name}=${value}`)].join(';');
}

/** One of the allowed values of a field, or its default if the link does not have it. */
export function oneOf<T extends string, O extends string>(
  what: string,
  value: string | undefined,
  allowed: readonly T[],
  otherwise: O,
): T | O {
  if (value === undefined || value === '') return otherwise;
  if ((allowed as readonly string[]).includes(value)) return value as T;
  throw new Broken(
    `expected ${what} to be ${allowed.join(', ').replace(/, ([^,]*)$/, ' or $1')}, found “${shortened(value)}”`,
  );
}

/** A whole number within bounds. */
export function whole(
  what: string,
  value: string | undefined,
  least: number,
  most: number,
  otherwise: number,
): number {
  if (value === undefined || value === '') return otherwise;
  const number = /^\d{1,9}$/.test(value) ? Number(value) : NaN;
  if (number >= least && number <= most) return number;
  throw new Broken(`expected ${what} from ${least} to ${most}, found “${shortened(value)}”`);
}

/** Bytes as base64url. */
export function base64url(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Bytes of base64url; a `Broken` if it is not. */
export function fromBase64url(what: string, text: string): Uint8Array<ArrayBuffer> {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1)
    throw new Broken(`${what} cannot be read: part of the link is missing`);
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (symbol) => symbol.charCodeAt(0));
}

export function shortened(text: string, most = 24): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
