#!/usr/bin/env bash
# Make a virtual environment with exactly the packages of a lock, and Understudy itself, editable.
#
#   scripts/set_up.sh demo|test FOLDER
#
# Only pip is used: it is the one installer that comes with every Python and knows the user's mirrors and
# certificates. Byte-compiling everything would double its time, so that is left to the first import. Only
# ready-built packages are taken, since building one would download tools that no lock pins. A lock is
# complete, so pip has no dependencies to look for and no index can talk it into other versions.
set -euo pipefail

purpose=$1
venv=$2
lock="requirements/$purpose.txt"
cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf '==> %s\n' "$*"; }

scripts/system_packages.sh "$purpose"

works() { PYTHON="$venv/bin/python" scripts/find_python.sh && "$venv/bin/python" -m pip --version; }

if ! works >/dev/null 2>&1; then
  python=$(scripts/find_python.sh)
  say "making $venv with $("$python" --version)"
  "$python" -m venv --clear "$venv"
fi

pip() { "$venv/bin/python" -m pip --disable-pip-version-check --no-input -qq install --no-compile --no-deps "$@"; }

say "installing the packages of $lock, some of them large: this takes up to a minute or two"
pip --only-binary :all: --require-hashes -r "$lock"

say "installing Understudy itself from this folder"
pip --no-build-isolation --no-index --editable .

say "ready in $SECONDS s"
