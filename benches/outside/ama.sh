# ama.sh FOLDER OUTPUT: with the fifth color of our fields.
set -eu
. "$(dirname "$0")/flags.sh"
copy=$(mktemp -d)
trap 'rm -r "$copy"' EXIT
cp -r "$1/core" "$copy/core"
grep -q 'COUNT = 5' "$copy/core/cell.h"
sed -i.bak 's/BLUE,/BLUE, PURPLE,/; s/COUNT = 5/COUNT = 6/' "$copy/core/cell.h"
build "$2" "$here/ama.cpp" "$copy"/core/*.cpp -I"$copy" -DPEXT
