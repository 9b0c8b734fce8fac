// The solver of github.com/PascalPons/connect4, without its opening book: an input is a position as the columns of its
// moves, an answer the score.
#include "driver.h"
#include "Solver.hpp"

using namespace GameSolver::Connect4;

int main(int argc, char** argv) {
    Solver solver;
    auto parse = [](const std::string& moves) {
        Position position;
        position.play(moves);
        return position;
    };
    auto solve = [&](const Position& position) { return solver.solve(position); };
    auto show = [](int score) { return std::to_string(score); };
    // The sets with the fewest nodes.
    return run({one_by_one<Position>("Pascal Pons' solver", {"exact scores, End-Easy", "exact scores, Middle-Easy"}, parse,
                                     [&] { solver.reset(); }, solve, show)},
               argc, argv);
}
