// Puts a tab (definition.ts) on the page, with its history and links.
import type { Definition, Position, View } from './definition.ts';
import { say } from './dom.ts';
import { layout } from './layout.ts';
import { Machine } from './machine.ts';
import { press } from './keys.ts';
import { Broken, KEPT, plain, push, replace, shortened } from './route.ts';

/** A tab on the page, as app.ts sees it. */
export type Mounted = {
  link(): string;
  /** The link for a reload, which can be longer. */
  kept(): string;
  /** Shows a link, unless it is shown already. */
  open(link: string): void;
  /** Shows what is wrong with a link, until the position changes. */
  complain(reason: string): void;
  enter(): void;
  leave(): void;
  focus(): void;
  press(event: KeyboardEvent): void;
  isBusy(): boolean;
};

/** Puts a tab into its panel. */
export function mount<S extends Position, E>(tab: Definition<S, E>, panel: HTMLElement): Mounted {
  const first = tab.first();
  const linkOf = (state: S): string => tab.link(state) ?? KEPT;
  /** What is wrong with the link, until the visitor changes the position. */
  let broken: { text: string; link: string } | null = null;
  /** Whether an address is being opened, whose history is not ours to write. */
  let isOpening = false;
  let isShown = false;
  /** Whether the visitor has done anything since an address was opened. */
  let isTouched = false;

  const machine: Machine<S, E> = new Machine<S, E>({
    first,
    update: tab.update,
    wants: tab.wants,
    draw(state, before) {
      if (!view) return;
      const had = document.activeElement;
      view.draw(state, before);
      // After a click on the tab, until there is a board.
      if (document.activeElement === panel) view.focus();
      // A layout while it is drawn takes the focus from a button that vanishes.
      keepFocus(document.activeElement === document.body ? had : document.activeElement);
      const link = linkOf(state);
      if (broken && !isTouched) broken.link = link;
      else if (broken && broken.link !== link) broken = null;
      parts.alert(
        broken?.text ?? (state.problem ? `This link is broken. ${state.problem}` : null),
      );
      parts.update(state);
      if (!isShown) return;
      if (state !== before) {
        const told = tab.told(state);
        if (told !== tab.told(before)) say(told);
      }
      if (isOpening) return;
      if (state.game !== before.game) {
        push({ id: tab.id, link });
        parts.reveal();
      } else if (link !== linkOf(before)) replace({ id: tab.id, link });
    },
  });

  /** A button that had the focus when it was disabled or hidden. */
  let lost: HTMLButtonElement | null = null;
  const canFocus = (button: HTMLButtonElement): boolean =>
    !button.disabled && button.offsetParent !== null;

  /** A button that is used may be disabled by that: it gets the focus back, or another one of its row has it. */
  function keepFocus(active: Element | null): void {
    if (active instanceof HTMLButtonElement && panel.contains(active) && !canFocus(active))
      lost = active;
    else if (active !== document.body) lost = null;
    if (!lost || !isShown) return;
    if (canFocus(lost)) lost.focus();
    else if (machine.isBusy) return;
    else {
      const row = [...(lost.parentElement?.querySelectorAll('button') ?? [])];
      const next = row.find(canFocus);
      if (next) next.focus();
      else view.focus();
    }
    lost = null;
  }

  const play = (events: E[]): void => {
    isTouched = true;
    const [start, ...rest] = events;
    if (start !== undefined) machine.replace(start);
    for (const event of rest) machine.send(event);
  };
  const send = (event: E): void => {
    isTouched = true;
    machine.send(event);
  };
  const parts = layout(panel, tab, machine, play, () => view);
  // After the parts, which it fills.
  const view: View<S> = tab.view(parts, send, machine);
  parts.finish();

  function open(link: string): void {
    let event: E | undefined;
    let reason = '';
    for (const text of [link, plain(link), '']) {
      try {
        event ??= tab.read(text);
      } catch (error) {
        if (!(error instanceof Broken)) throw error;
        reason ||= error.message;
      }
    }
    broken = null;
    isTouched = false;
    isOpening = true;
    try {
      machine.replace(event as E);
    } finally {
      isOpening = false;
    }
    if (reason) complain(reason);
  }

  function complain(reason: string): void {
    const text = `This link is broken: ${shortened(reason, 300)}.`;
    broken = { text, link: linkOf(machine.state) };
    parts.alert(broken.text);
  }

  return {
    link: () => linkOf(machine.state),
    kept: () => tab.link(machine.state, true) ?? '',
    open,
    complain,
    enter() {
      isShown = true;
      machine.enter();
    },
    leave() {
      machine.leave();
      isShown = false;
      // What was announced is not about the tab that is shown next.
      say('');
    },
    focus: () => view.focus(),
    press: (event) => press(parts.keys, parts.board, event),
    isBusy: () => machine.isBusy,
  };
}
