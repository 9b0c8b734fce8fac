// What the drivers of programs in C++ share: the protocol of docs/BENCHMARKS.md.
#pragma once
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <iterator>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

// An engine at tasks of benches/src/tasks, whose inputs it reads from the standard input.
struct Engine {
    std::string name;
    // Our engine that does the same work, or nothing for the first.
    std::string against;
    std::vector<std::string> tasks;
    // Reads the inputs and returns their number.
    std::function<int()> read;
    // Runs before each round and is not measured.
    std::function<void()> prepare;
    std::function<void()> round;
    // Prints the answers, a line each.
    std::function<void()> print;
};

inline void list(const std::vector<Engine>& engines) {
    const char* separator = "[";
    for (const Engine& engine : engines)
        for (const std::string& task : engine.tasks) {
            std::cout << separator << "{\"name\":\"" << task << "\",\"engines\":[{\"name\":\"" << engine.name
                      << "\",\"role\":\"rival\"";
            if (!engine.against.empty()) std::cout << ",\"against\":\"" << engine.against << "\"";
            std::cout << "}]}";
            separator = ",\n";
        }
    std::cout << "]\n";
}

inline void time(const Engine& engine, int units, double seconds) {
    auto round = [&] {
        engine.prepare();
        const auto start = std::chrono::steady_clock::now();
        engine.round();
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    double spent = round();
    int rounds = 1;
    // A long first round is the only one.
    if (spent < 1) spent = rounds = 0;
    for (; rounds == 0 || spent < seconds; rounds++) spent += round();
    std::printf("{\"rounds\":%d,\"nanoseconds\":%.0f,\"units\":%d}\n", rounds, spent * 1e9, units);
}

inline int run(const std::vector<Engine>& engines, int argc, char** argv) {
    const std::string question = argc > 1 ? argv[1] : "";
    if (question == "list") return list(engines), 0;
    for (const Engine& engine : engines) {
        if (argc < 4 || engine.name != argv[3]) continue;
        if (std::find(engine.tasks.begin(), engine.tasks.end(), argv[2]) == engine.tasks.end()) continue;
        const int units = engine.read();
        if (question == "time" && argc == 5) return time(engine, units, std::atof(argv[4]) / 1e3), 0;
        if (question == "answers") return engine.prepare(), engine.print(), 0;
    }
    return std::fprintf(stderr, "usage: %s list | time TASK ENGINE MILLISECONDS | answers TASK ENGINE\n", argv[0]), 2;
}

// An engine that answers inputs one by one, each a line. `show` is not measured.
template <class Input, class Parse, class Prepare, class Solve, class Show>
Engine one_by_one(std::string name, std::vector<std::string> tasks, Parse parse, Prepare prepare, Solve solve, Show show) {
    auto inputs = std::make_shared<std::vector<Input>>();
    auto read = [=] {
        for (std::string line; std::getline(std::cin, line);) inputs->push_back(parse(line));
        return int(inputs->size());
    };
    auto round = [=] {
        for (const Input& input : *inputs) {
            auto answer = solve(input);
            asm volatile("" : : "g"(&answer) : "memory");
        }
    };
    auto print = [=] {
        for (const Input& input : *inputs) std::cout << show(solve(input)) << "\n";
    };
    return {name, "", tasks, read, prepare, round, print};
}

// A PBM file from the standard input: rows of bits, the first pixel in the highest bit of a byte.
struct Picture {
    int width, height;
    std::vector<uint8_t> bytes;

    bool get(int x, int y) const { return bytes[size_t(y) * ((width + 7) / 8) + x / 8] >> (7 - x % 8) & 1; }
};

inline Picture read_picture() {
    Picture picture;
    std::string magic;
    std::cin >> magic >> picture.width >> picture.height;
    std::cin.get();
    picture.bytes.assign(std::istreambuf_iterator<char>(std::cin), {});
    return picture;
}

// Number of components and checksum of labels, as `show_labels` in benches/src/tasks/cc_label/mod.rs.
inline std::string show_labels(const std::vector<uint32_t>& labels) {
    std::vector<uint64_t> numbers{0};
    uint64_t count = 0, sum = 0;
    for (size_t place = 0; place < labels.size(); place++) {
        const uint32_t label = labels[place];
        if (label >= numbers.size()) numbers.resize(label + 1);
        if (label && !numbers[label]) numbers[label] = ++count;
        uint64_t mix = (place + 1) * 0x9e3779b97f4a7c15;
        mix = (mix ^ mix >> 32) * 0xd6e8feb86659fd93;
        sum += numbers[label] * mix;
    }
    std::ostringstream text;
    text << count << " components, " << std::hex << sum;
    return text.str();
}
