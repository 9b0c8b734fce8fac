# pons.sh FOLDER OUTPUT
set -eu
. "$(dirname "$0")/flags.sh"
build "$2" "$here/pons.cpp" "$1/Solver.cpp" -I"$1"
