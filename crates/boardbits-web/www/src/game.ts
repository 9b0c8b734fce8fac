// A game as a list of moves of which one position is shown: what Connect 4 and Havannah have in common. No DOM.
//
// `moves` is the whole game and `ply` the position that is shown: undo and redo, clicks on the list of
// moves and autoplay only change `ply`. A move played in an earlier position replaces what came after it.
// The computer moves at the end of the game, never in the past.
import { oneOf, whole } from './route.ts';

export type Player = 0 | 1;

type Moves = string | readonly string[];
/** What the crate says about the moves of a link, all others are legal. */
type Checked = { error: string | null; over: boolean };

export type Game<K extends string, M extends Moves = Moves> = {
  moves: M;
  ply: number;
  /** What the crate says about the position that is shown; `null` while it is asked for. */
  board: Checked | null;
  /** Who plays: `human`, or a kind of computer. */
  kinds: readonly [K, K];
  isPlaying: boolean;
  /** What is wrong with a link, whose moves are shown as far as they are legal. */
  problem: string | null;
  game: number;
};

export type GameEvent<K extends string> =
  | { type: 'undo' | 'redo' | 'new' | 'autoplay' | 'step' }
  | { type: 'goto'; ply: number }
  | { type: 'kind'; player: Player; kind: K };

export const isPast = ({ moves, ply }: { moves: Moves; ply: number }): boolean =>
  ply < moves.length;
/** The moves of the position that is shown. */
export const shown = <M extends Moves>({ moves, ply }: { moves: M; ply: number }): M =>
  moves.slice(0, ply) as M;
export const isHuman = ({ kinds }: { kinds: readonly string[] }, ply: number): boolean =>
  kinds[ply % 2] === 'human';

/** Whether a kind of computer is to move. */
export function awaitsComputer(state: Game<string>): boolean {
  const { board, ply } = state;
  return board !== null && !board.over && !isPast(state) && !isHuman(state, ply);
}

/** Whose turn it is, in words. */
export const moving = (game: { moves: Moves; ply: number }, name: string): string =>
  `${isPast(game) ? `Move ${game.ply} of ${game.moves.length}: ` : ''}${name} to move`;

/** Another position of the game. `idle` is what a position begins with. */
function at<S extends Game<string>>(state: S, ply: number, idle: Partial<S>): S {
  return ply === state.ply ? state : { ...state, ...idle, ply };
}

export function played<S extends Game<string>>(state: S, move: string, idle: Partial<S>): S {
  const { moves, ply } = state;
  const longer = (shown(state) as string[]).concat(move);
  return {
    ...at(state, ply + 1, idle),
    moves: moves[ply] === move ? moves : longer,
    isPlaying: false,
  };
}

/** A new game, also on another board. */
export function restarted<S extends Game<string>>(state: S, idle: Partial<S>): S {
  const moves = state.moves.slice(0, 0);
  return { ...state, ...idle, moves, ply: 0, isPlaying: false, game: state.game + 1 };
}

/** The position with what the crate says about it: of a link with an illegal move, the one before it. */
export function checked<S extends Game<string>>(
  state: S,
  board: NonNullable<S['board']>,
  moves: S['moves'],
): S {
  if (board.error === null) return { ...state, board };
  const problem = `${board.error}. The moves before it are shown.`;
  return { ...state, board, moves, ply: moves.length, problem };
}

/** The nearest position before or after this one in which a person is to move. */
function ownTurn(state: Game<string>, step: 1 | -1): number {
  const [from, end] = [state.ply, state.moves.length];
  let ply = from + step;
  if (!state.kinds.includes('human')) return ply;
  while (ply > 0 && ply < end && !isHuman(state, ply)) ply += step;
  // The first move is the computer's: nothing of one's own to take back.
  return ply === 0 && step < 0 && !isHuman(state, 0) ? from : ply;
}

export function browsed<K extends string, S extends Game<K>>(
  state: S,
  event: GameEvent<K>,
  idle: Partial<S>,
): S {
  const { moves, ply } = state;
  const to = (next: number, isPlaying = false): S => ({
    ...at(state, Math.max(0, Math.min(moves.length, next)), idle),
    isPlaying,
  });
  switch (event.type) {
    case 'undo':
      return to(ownTurn(state, -1));
    case 'redo':
      return to(ownTurn(state, 1));
    case 'goto':
      return to(event.ply);
    case 'step':
      return to(ply + 1, ply + 1 < moves.length);
    case 'autoplay':
      if (state.isPlaying || !moves.length) return { ...state, isPlaying: false };
      return to(isPast(state) ? ply : 0, true);
    case 'new':
      return restarted(state, idle);
    case 'kind': {
      const kinds = state.kinds.map((kind, i) => (i === event.player ? event.kind : kind));
      return { ...state, kinds: kinds as [K, K], isPlaying: false };
    }
  }
}

// Links

/** The position and the players as settings of a link. */
export function settings(
  { moves, ply, kinds }: { moves: Moves; ply: number; kinds: readonly [string, string] },
  names: readonly [string, string],
): Record<string, string | null> {
  const players = names.map((name, i) => [name, kinds[i] === 'human' ? null : kinds[i]]);
  return { at: ply < moves.length ? String(ply) : null, ...Object.fromEntries(players) };
}

/** What `settings` wrote. */
export function readSettings<K extends string>(
  named: Map<string, string>,
  moves: Moves,
  names: readonly [string, string],
  all: readonly K[],
): { ply: number; kinds: [K, K] } {
  const kind = (name: string): K =>
    oneOf(`the player of ${name}`, named.get(name), all, 'human' as K);
  return {
    ply: whole('the position', named.get('at'), 0, moves.length, moves.length),
    kinds: [kind(names[0]), kind(names[1])],
  };
}
