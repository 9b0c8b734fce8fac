// Settings that are remembered from visit to visit: `const speed = setting('c4.speed', 2)`.
// A browser without storage forgets them, and nothing else changes.

const PREFIX = 'boardbits.';

export type Setting<T> = { get(): T; set(value: T): void };

export function setting(name: string, otherwise: boolean): Setting<boolean>;
export function setting(name: string, otherwise: number): Setting<number>;
export function setting<T extends string>(name: string, otherwise: T): Setting<T>;
export function setting<T extends string | number | boolean>(
  name: string,
  otherwise: T,
): Setting<T>;
export function setting<T extends string | number | boolean>(
  name: string,
  otherwise: T,
): Setting<T> {
  let value = otherwise;
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null');
    if (typeof stored === typeof otherwise) value = stored as T;
  } catch {
    // Storage is forbidden, or holds something else.
  }
  return {
    get: () => value,
    set(next) {
      value = next;
      try {
        localStorage.setItem(PREFIX + name, JSON.stringify(next));
      } catch {
        // Only this visit knows it.
      }
    },
  };
}
