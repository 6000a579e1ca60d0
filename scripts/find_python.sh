#!/usr/bin/env bash
# Print the first Python that can make a virtual environment for Understudy: $PYTHON, else python3, else
# one with its version in the name.
set -euo pipefail

suits='import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 10))'

for candidate in ${PYTHON:-python3 python3.13 python3.12 python3.11 python3.10}; do
  if "$candidate" -c "$suits" >/dev/null 2>&1; then
    command -v "$candidate"
    exit 0
  fi
done

echo "No Python 3.10 or newer with the module venv was found (looked for: ${PYTHON:-python3, python3.13 ... python3.10})." >&2
echo "Install one (Debian, Ubuntu: apt-get install python3-venv) or name it: make demo PYTHON=/path/to/python3" >&2
exit 1
