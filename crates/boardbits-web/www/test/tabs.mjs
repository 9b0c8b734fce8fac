// All tests of the page but budgets and looks: one file each tab, and what tabs have in common.
import * as c4 from './c4.mjs';
import * as chains from './chains.mjs';
import * as frame from './frame.mjs';
import * as havannah from './havannah.mjs';
import * as paths from './paths.mjs';
import * as puzzles from './puzzles.mjs';

export const tests = [frame, c4, chains, paths, havannah, puzzles].flatMap(({ tests }) => tests);
