// The search of github.com/ChristopheSteininger/c4 without its pool of threads, which takes longer than an easy position:
// an input is a position as the columns of its moves, an answer the score.
#include <algorithm>
#include "driver.h"
#include "solver/search.h"

// Null windows around the last result, until both bounds meet.
int score_of(Search& search, Position position) {
    if (position.wins_this_move(position.find_player_threats())) return position.score_win();
    int low = std::max(position.score_loss(), Position::MIN_SCORE);
    int high = std::min(position.score_win(), Position::MAX_SCORE);
    int guess = (low + high) / 2;
    while (low < high) {
        const int beta = std::max(guess, low + 1);
        Position copy = position;
        guess = search.search(copy, beta - 1, beta, 0);
        (guess < beta ? high : low) = guess;
    }
    return low;
}

int main(int argc, char** argv) {
    Table table;
    Search search(0, table, std::make_shared<Stats>(), std::make_shared<Progress>());
    search.start();
    auto parse = [](const std::string& moves) {
        Position position;
        for (char column : moves) position.move(column - '1');
        return position;
    };
    auto solve = [&](const Position& position) { return score_of(search, position); };
    auto show = [](int score) { return std::to_string(score); };
    const std::vector<std::string> tasks = {
        "exact scores, End-Easy",   "exact scores, Middle-Easy",  "exact scores, 100 Middle-Medium",
        "exact scores, Begin-Easy", "exact scores, Begin-Medium", "exact scores, 30 Begin-Hard",
    };
    return run({one_by_one<Position>("Christophe Steininger's solver", tasks, parse, [&] { table.clear(); }, solve, show)},
               argc, argv);
}
