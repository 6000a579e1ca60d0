#!/usr/bin/env bash
# Check types and run all tests, side by side. The check takes one processor for minutes; tests wait now and then
# for browsers, servers and other processes, and leave it that time. Kernels are compiled before the first test,
# while the check is alone: tests that begin together would each compile them anew, and wait for it.
#
#   scripts/check_and_test.sh FOLDER_OF_PROGRAMS
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
bin=$1
# Tests start hundreds of processes. Packages are installed without byte code, which their first import leaves
# behind: where that is switched off, as in many containers, each process would compile them all again.
unset PYTHONDONTWRITEBYTECODE
said=$(mktemp)
trap 'rm -f "$said"' EXIT

"$bin/pyright" --pythonpath "$bin/python" >"$said" 2>&1 &
types=$!
trap 'kill "$types" 2>/dev/null; exit 130' INT TERM

"$bin/python" -c 'from understudy.batch.warm_up import warm_up; warm_up("nao", "track")' &&
  "$bin/python" -m pytest -n auto --maxprocesses 4 --dist loadfile --no-loadscope-reorder
tests=$?

wait "$types"
checked=$?
printf '==> types:\n'
cat "$said"
[ "$tests" = 0 ] && [ "$checked" = 0 ]
