# steininger.sh FOLDER OUTPUT: one thread, and the 64 MiB that our solver has by default.
set -eu
. "$(dirname "$0")/flags.sh"
copy=$(mktemp -d)
trap 'rm -r "$copy"' EXIT
cp -r "$1/src/." "$copy"
settings=$copy/solver/settings.h
grep -q 'NUM_THREADS = 0' "$settings" && grep -q 'ENTRIES = 134217757' "$settings"
sed -i.bak 's/NUM_THREADS = 0/NUM_THREADS = 1/; s/ENTRIES = 134217757/ENTRIES = 8388617/' "$settings"
build "$2" "$here/steininger.cpp" $(find "$copy/solver" -name '*.cpp') -I"$copy"
