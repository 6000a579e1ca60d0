#!/usr/bin/env bash
# See to the system libraries that pip cannot bring: Mesa for pictures without a screen, and for the tests
# a browser and PostgreSQL. Root on Debian or Ubuntu installs what is missing; anybody else is told. Never
# fails, because everything except pictures and those tests works without.
#
#   scripts/system_packages.sh demo|test
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

PATH="$PATH:/usr/sbin:/sbin"
apt=(apt-get -q -o Acquire::http::Timeout=20 -o Acquire::Retries=1 -o Dpkg::Use-Pty=0)
wanted=(python3-venv libegl1 libgl1-mesa-dri libosmesa6)
[ "${1:-demo}" = test ] && wanted+=(chromium postgresql)

say() { printf '==> %s\n' "$*"; }

has_library() { ldconfig -p 2>/dev/null | grep -q "$1"; }

is_present() {
  case $1 in
    python3-venv) scripts/find_python.sh >/dev/null 2>&1 ;;
    libegl1) has_library 'libEGL\.so\.1' ;;
    libgl1-mesa-dri) has_library libgallium || compgen -G '/usr/lib*/dri/swrast_dri.so' >/dev/null ||
      compgen -G '/usr/lib/*/dri/swrast_dri.so' >/dev/null ;;
    libosmesa6) has_library 'libOSMesa\.so' ;;
    postgresql) compgen -G '/usr/lib/postgresql/*/bin/initdb' || command -v initdb ;;
    chromium) command -v chromium || command -v chromium-browser || command -v google-chrome ;;
  esac >/dev/null
}

use_of() {
  case $1 in
    chromium) echo "the browser's test" ;;
    postgresql) echo "the library's tests on PostgreSQL" ;;
    *) echo "pictures and video without a screen" ;;
  esac
}

list_missing() {
  missing=()
  for package in "${wanted[@]}"; do
    is_present "$package" || missing+=("$package")
  done
}

may_install() { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null && command -v apt-cache >/dev/null; }

# A release of the system may lack a package (new ones have no OSMesa), and one unknown name would stop
# the installation of all others.
install_missing() {
  local available=()
  export DEBIAN_FRONTEND=noninteractive
  "${apt[@]}" update </dev/null >/dev/null 2>&1 || say "the system's package lists could not be refreshed"
  for package in "${missing[@]}"; do
    if apt-cache show "$package" >/dev/null 2>&1; then available+=("$package"); fi
  done
  [ ${#available[@]} -gt 0 ] || return 0
  "${apt[@]}" install -y --no-install-recommends "${available[@]}" </dev/null >/dev/null 2>&1 ||
    say "installing ${available[*]} did not succeed"
}

# Only Linux draws through Mesa; other systems bring what MuJoCo needs.
[ "$(uname -s)" = Linux ] || exit 0

list_missing
if [ ${#missing[@]} -gt 0 ] && may_install; then
  say "installing system packages: ${missing[*]}"
  install_missing
  list_missing
fi
# What python3-venv is for cannot be done without; find_python.sh says so when it comes to that.
for package in ${missing[@]+"${missing[@]}"}; do
  [ "$package" = python3-venv ] || say "missing: $package, for $(use_of "$package"); the rest works without it"
done
exit 0
