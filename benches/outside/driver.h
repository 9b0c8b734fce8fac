// What every driver shares: inputs from the standard input, a line each, then "answers" or measured rounds.
#pragma once
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

// Prints the answer of each input, or measures rounds for as many milliseconds as the first argument says and prints
// the time of one in seconds. `prepare` runs before each round and is not measured.
template <class Input, class Parse, class Prepare, class Solve>
int drive(int argc, char** argv, Parse parse, Prepare prepare, Solve solve) {
    if (argc != 2) return std::fprintf(stderr, "usage: %s answers | MILLISECONDS\n", argv[0]), 2;
    std::vector<Input> inputs;
    for (std::string line; std::getline(std::cin, line);) inputs.push_back(parse(line));
    prepare();
    if (argv[1] == std::string("answers")) {
        for (const Input& input : inputs) std::cout << solve(input).text() << "\n";
        return 0;
    }
    const double least = std::atof(argv[1]) / 1e3;
    auto round = [&] {
        const auto start = std::chrono::steady_clock::now();
        for (const Input& input : inputs) {
            auto answer = solve(input);
            asm volatile("" : : "g"(&answer) : "memory");
        }
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    double spent = round();
    int rounds = 1;
    if (spent < 1) spent = rounds = 0;
    while (rounds == 0 || spent < least) {
        prepare();
        spent += round();
        rounds++;
    }
    std::printf("%.9g\n", spent / rounds);
    return 0;
}

// A score, as an answer.
struct Score {
    int score;
    std::string text() const { return std::to_string(score); }
};
