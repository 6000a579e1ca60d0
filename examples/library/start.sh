#!/bin/sh
# Start the server with the database's password out of the secret, so that it is in no file and no listing.
set -eu
password=$(cat /run/secrets/database-password)
export UNDERSTUDY_LIBRARY_DATABASE="postgresql://understudy:${password}@database/motions"
exec understudy library serve --library /library --host 0.0.0.0 --port 8000 --secure
