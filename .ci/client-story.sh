#!/usr/bin/env bash
# DIRECTORY COMMAND…: starts the demo of a built checkout on a free port, deploys examples/trips, and runs the command with the
# address and the credentials of the demo's owner in MILLRACE_URL, MILLRACE_CLIENT_ID and MILLRACE_CLIENT_SECRET.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
directory=$1
shift
mkdir -p "$directory"
chmod 755 "$directory"
millrace=$root/packages/cli/bin/millrace.js
PORT=0 MILLRACE_DATA_DIR="$directory/data" node "$millrace" demo >"$directory/server.log" 2>&1 &
server=$!
trap 'kill $server; wait $server || true' EXIT
url=
for _ in $(seq 600); do
  url=$(sed -n 's/.*ready at \(http[^ ]*\).*/\1/p' "$directory/server.log")
  [ -n "$url" ] && break
  kill -0 "$server" || break
  sleep 0.1
done
[ -n "$url" ] || { cat "$directory/server.log"; exit 1; }
credential() { node -p 'JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8"))[process.argv[2]]' "$directory/data/admin-credentials.json" "$1"; }
export HOME=$directory MILLRACE_URL=$url
MILLRACE_CLIENT_ID=$(credential client_id) MILLRACE_CLIENT_SECRET=$(credential client_secret) \
  node "$millrace" deploy "$root/examples/trips" --yes
MILLRACE_CLIENT_ID=demo-owner MILLRACE_CLIENT_SECRET=demo-owner-secret timeout --kill-after=10 "${MILLRACE_STORY_SECONDS:-150}" "$@"
