// The controls that games of moves have in common: undo, redo, autoplay, players and the list of moves.
import type { Parts } from './definition.ts';
import { attribute, h, select, setText } from './dom.ts';
import { isPast, type Game, type GameEvent, type Player } from './game.ts';

/** The view puts the buttons and the list in their places, and calls `draw`. */
export type Controls<K extends string> = {
  undo: HTMLButtonElement;
  redo: HTMLButtonElement;
  auto: HTMLButtonElement;
  fresh: HTMLButtonElement;
  players: HTMLElement[];
  list: HTMLElement;
  /** Marks what one does next: `button`, or a new game if the game is over. */
  primary(button: HTMLButtonElement, isOver: boolean): void;
  /** `about` has the class and the name of a move. */
  draw(state: Game<K>, about: (i: number) => [look: string, name: string]): void;
};

export function gameControls<K extends string>(
  parts: Parts,
  send: (event: GameEvent<K>) => void,
  names: readonly string[],
  kinds: readonly (readonly [K, string])[],
): Controls<K> {
  const to = (type: 'undo' | 'redo' | 'new' | 'autoplay') => () => send({ type });
  const undo = parts.action('Undo', to('undo'), { key: 'u' });
  const redo = parts.action('Redo', to('redo'), { key: 'y' });
  const auto = parts.action('Play through', to('autoplay'));
  const fresh = parts.action('New game', to('new'), { key: 'n' });
  const players = names.map((name, i) =>
    select(name, kinds, 'human' as K, (kind) => send({ type: 'kind', player: i as Player, kind })),
  );
  const list = h('ol', { class: 'moves', 'aria-label': 'moves' });
  list.addEventListener('click', (event) => {
    const ply = (event.target as Element).closest('button')?.dataset['ply'];
    if (ply !== undefined) send({ type: 'goto', ply: Number(ply) });
  });

  // One move is in the tab order; arrows go from move to move, and show the positions.
  list.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const from = Number((event.target as HTMLElement).dataset['ply']);
    const item = list.children[from - 1 + (step ?? 0)]?.firstChild as HTMLElement | undefined;
    if (!step || !item) return;
    event.preventDefault();
    send({ type: 'goto', ply: from + step });
    item.focus();
  });

  function draw(state: Game<K>, about: (i: number) => [look: string, name: string]): void {
    const { moves, ply } = state;
    undo.disabled = ply === 0;
    redo.disabled = !isPast(state);
    setText(auto, state.isPlaying ? 'Pause' : 'Play through');
    auto.disabled = fresh.disabled = moves.length === 0;
    players.forEach(({ input }, i) => (input.value = state.kinds[i as Player]));
    while (list.children.length > moves.length) list.lastChild?.remove();
    [...moves].forEach((move, i) => {
      if (!list.children[i])
        list.append(h('li', {}, h('button', { type: 'button', 'data-ply': i + 1 }, '')));
      const item = list.children[i]?.firstChild as HTMLButtonElement;
      const [look, name] = about(i);
      setText(item, move);
      attribute(item, 'class', `${look}${i >= ply ? ' ahead' : ''}`);
      attribute(item, 'aria-current', i + 1 === ply ? 'step' : undefined);
      attribute(item, 'aria-label', `move ${i + 1}: ${name}`);
      attribute(item, 'tabindex', i + 1 === Math.max(1, ply) ? 0 : -1);
    });
  }

  function primary(button: HTMLButtonElement, isOver: boolean): void {
    button.classList.toggle('primary', !isOver);
    fresh.classList.toggle('primary', isOver);
  }

  const elements = players.map(({ element }) => element);
  return { undo, redo, auto, fresh, players: elements, list, primary, draw };
}
