#!/bin/sh
# Give the database's password out of the secret to the server, or to the command that is named, such as
#   docker compose exec server /start.sh library token jo --role admin
# so that it is in no file and no listing.
set -eu
password=$(cat "${DATABASE_PASSWORD_FILE:-/run/secrets/database-password}")
export UNDERSTUDY_LIBRARY_DATABASE="postgresql://understudy:${password}@database/motions"
export UNDERSTUDY_LIBRARY="${UNDERSTUDY_LIBRARY:-/library}"
if [ "$#" -eq 0 ]; then
    set -- library serve --host 0.0.0.0 --port 8000 --secure
fi
exec understudy "$@"
