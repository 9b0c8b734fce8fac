// The chains of github.com/citrus610/ama: an input is a field, its rows from the top with slashes between them; an answer
// the number of steps, the score, and the field after them. The score is by other rules than ours, so it is computed but
// not compared.
#include "driver.h"
#include "core/core.h"

const cell::Type COLORS[] = {cell::Type::GARBAGE, cell::Type::RED, cell::Type::YELLOW,
                             cell::Type::GREEN, cell::Type::BLUE, cell::Type::PURPLE};

struct Played {
    chain::Score score;
    Field field;
};

int main(int argc, char** argv) {
    auto parse = [](const std::string& rows) {
        Field field;
        for (int i = 0; i < (int)rows.size(); i++)
            if (rows[i] >= '0' && rows[i] <= '5') field.set_cell(i % 7, 11 - i / 7, COLORS[rows[i] - '0']);
        return field;
    };
    auto solve = [](Field field) {
        auto popped = field.pop();
        return Played{chain::get_score(popped), field};
    };
    auto show = [](Played played) {
        std::string text = std::to_string(played.score.count) + " ? ";
        for (int y = 11; y >= 0; y--) {
            for (int x = 0; x < 6; x++) {
                char symbol = '.';
                for (int color = 0; color < 6; color++)
                    if (played.field.get_cell(x, y) == COLORS[color]) symbol = '0' + color;
                text += symbol;
            }
            if (y > 0) text += '/';
        }
        return text;
    };
    const std::vector<std::string> tasks = {"chain of a field in play, scored"};
    return run({one_by_one<Field>("ama, scored by its rules", tasks, parse, [] {}, solve, show)}, argc, argv);
}
