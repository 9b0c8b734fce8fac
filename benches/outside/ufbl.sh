# ufbl.sh FOLDER OUTPUT
set -eu
. "$(dirname "$0")/flags.sh"
build "$2" "$here/ufbl.cpp" -I"$1"
