# Compiles a driver: `build OUTPUT SOURCES…`.
here=$(dirname "$0")
build() {
    output=$1
    shift
    g++ -std=c++20 -O3 -march=native -flto=auto -DNDEBUG -w -I"$here" "$@" -o "$output"
}
