// Drives the chains of github.com/citrus610/ama: an input is a field, its rows from the top with slashes between them;
// an answer the number of steps and the field after them. The score is computed too, by other rules than ours.
#include "driver.h"
#include "core/core.h"

const cell::Type COLORS[] = {cell::Type::GARBAGE, cell::Type::RED, cell::Type::YELLOW,
                             cell::Type::GREEN, cell::Type::BLUE, cell::Type::PURPLE};

struct Played {
    chain::Score score;
    Field field;

    std::string text() {
        std::string text = std::to_string(score.count) + " ";
        for (int y = 11; y >= 0; y--) {
            for (int x = 0; x < 6; x++) {
                char symbol = '.';
                for (int color = 0; color < 6; color++)
                    if (field.get_cell(x, y) == COLORS[color]) symbol = '0' + color;
                text += symbol;
            }
            if (y > 0) text += '/';
        }
        return text;
    }
};

int main(int argc, char** argv) {
    auto parse = [](const std::string& rows) {
        Field field;
        for (int i = 0; i < (int)rows.size(); i++)
            if (rows[i] >= '0' && rows[i] <= '5') field.set_cell(i % 7, 11 - i / 7, COLORS[rows[i] - '0']);
        return field;
    };
    return drive<Field>(argc, argv, parse, [] {}, [](Field field) {
        auto popped = field.pop();
        return Played{chain::get_score(popped), field};
    });
}
