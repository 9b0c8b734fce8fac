// BRTS and BMRS of github.com/attltb/UFBL: label images from a bit for each pixel, into labels that are kept.
#include "driver.h"

// The sources are for Visual C++. These are its intrinsics.
#include <cstring>
#define MY_PLATFORM_MACRO
#define _byteswap_uint64 __builtin_bswap64
template <class T>
inline unsigned char myBitScanForward64(T* index, uint64_t mask) {
    if (!mask) return 0;
    *index = __builtin_ctzll(mask);
    return 1;
}

#include "Labeling_BRTS_4c_x64.cpp"
#include "Labeling_BRTS_8c_x64.cpp"
#include "Labeling_BMRS_8c_x64.cpp"

using Label = void (*)(unsigned* labels, const void* bits, int height, int width, int data_width, int format);

Engine engine(std::string name, const char* how, Label label) {
    struct State {
        Picture picture;
        std::vector<uint64_t> bits;
        std::vector<uint32_t> labels;
    };
    auto state = std::make_shared<State>();
    std::vector<std::string> tasks;
    for (const char* image : {"512×512 pixels, noise", "1920×1080 pixels, blobs", "4096×4096 pixels, noise", "4096×4096 pixels, blobs"})
        tasks.push_back(std::string("label image of ") + image + how);
    auto read = [=] {
        state->picture = read_picture();
        const Picture& picture = state->picture;
        const size_t words = (picture.width + 63) / 64;
        state->bits.resize(words * picture.height);
        state->labels.resize(size_t(picture.width) * picture.height);
        for (int y = 0; y < picture.height; y++)
            for (int x = 0; x < picture.width; x++)
                state->bits[y * words + x / 64] |= uint64_t(picture.get(x, y)) << x % 64;
        return 1;
    };
    auto round = [=] {
        // Rows begin with a word, and the bits past their ends are zero.
        label(state->labels.data(), state->bits.data(), state->picture.height, state->picture.width, 0,
              BTCPR_FM_ALIGN_8 | BTCPR_FM_PADDING_ZERO);
    };
    auto print = [=] {
        round();
        std::cout << show_labels(state->labels) << "\n";
    };
    return {name, "", tasks, read, [] {}, round, print};
}

int main(int argc, char** argv) {
    return run({engine("BRTS", "", Labeling_BRTS4_X64), engine("BRTS", ", 8-connected", Labeling_BRTS8_X64),
                engine("BMRS", ", 8-connected", Labeling_BMRS_X64)},
               argc, argv);
}
