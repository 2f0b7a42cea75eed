#!/usr/bin/env bash
# DIRECTORY: generates a client from docs/openapi.json with orval, from the npm registry, and calls a demo server with it.
# Needs Node 24 (orval needs 22.18, and the client runs as TypeScript) and a built checkout.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
directory=$1
mkdir -p "$directory"
chmod 755 "$directory"
cp "$root/.ci/orval-client.mjs" "$directory/"
cd "$directory"
[ -f package.json ] || echo '{"private":true,"type":"module"}' >package.json
npm install --no-audit --no-fund orval@8.30.0

PORT=0 MILLRACE_DATA_DIR="$directory/data" node "$root/packages/cli/bin/millrace.js" demo >server.log 2>&1 &
server=$!
trap 'kill $server; wait $server || true' EXIT
for _ in $(seq 300); do
  url=$(sed -n 's/.*ready at \(http[^ ]*\).*/\1/p' server.log)
  [ -n "$url" ] && break
  kill -0 $server || { cat server.log; exit 1; }
  sleep 0.2
done

cat >orval.config.mjs <<CONFIG
export default {
  millrace: {
    input: { target: '$root/docs/openapi.json' },
    output: { mode: 'single', client: 'fetch', target: './client.ts', baseUrl: '$url' },
  },
};
CONFIG
npx orval --config orval.config.mjs
node orval-client.mjs
