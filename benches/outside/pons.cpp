// Drives the solver of github.com/PascalPons/connect4: an input is a position as the columns of its moves, an answer
// the score. It has no opening book.
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
    return drive<Position>(
        argc, argv, parse, [&] { solver.reset(); },
        [&](const Position& position) { return Score{solver.solve(position)}; });
}
