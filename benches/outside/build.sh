# build.sh NAME FOLDER OUTPUT: compiles a program in C++ from its checkout and our driver.
set -eu
here=$(dirname "$0")
copy=$(mktemp -d)
trap 'rm -r "$copy"' EXIT
case $1 in
ama)
    # With the fifth color of our fields.
    cp -r "$2/core" "$copy/core"
    grep -q 'COUNT = 5' "$copy/core/cell.h"
    sed -i.bak 's/BLUE,/BLUE, PURPLE,/; s/COUNT = 5/COUNT = 6/' "$copy/core/cell.h"
    set -- "$@" "$copy"/core/*.cpp -I"$copy" -DPEXT
    ;;
pons)
    set -- "$@" "$2/Solver.cpp" -I"$2"
    ;;
steininger)
    # One thread, and the 64 MiB that our solver has by default.
    cp -r "$2/src/." "$copy"
    settings=$copy/solver/settings.h
    grep -q 'NUM_THREADS = 0' "$settings" && grep -q 'ENTRIES = 134217757' "$settings"
    sed -i.bak 's/NUM_THREADS = 0/NUM_THREADS = 1/; s/ENTRIES = 134217757/ENTRIES = 8388617/' "$settings"
    set -- "$@" $(find "$copy/solver" -name '*.cpp') -I"$copy"
    ;;
ufbl)
    set -- "$@" -I"$2"
    ;;
esac
driver=$here/$1.cpp output=$3
shift 3
g++ -std=c++20 -O3 -march=native -flto=auto -DNDEBUG -w -I"$here" "$driver" "$@" -o "$output"
