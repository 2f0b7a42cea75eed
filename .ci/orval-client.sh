#!/usr/bin/env bash
# DIRECTORY: generates a client from docs/openapi.json with orval, from the npm registry, which tells its story to a demo.
# Needs Node 24 (orval needs 22.18, and the client runs as TypeScript) and a built checkout.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
directory=$1
mkdir -p "$directory"
cp "$root/.ci/stories/orval.mjs" "$directory/"
cd "$directory"
[ -f package.json ] || echo '{"private":true,"type":"module"}' >package.json
npm install --no-audit --no-fund orval@8.30.0

tell() {
  cat >orval.config.mjs <<CONFIG
export default {
  millrace: {
    input: { target: '$root/docs/openapi.json' },
    output: { mode: 'single', client: 'fetch', target: './client.ts', baseUrl: '$MILLRACE_URL' },
  },
};
CONFIG
  npx orval --config orval.config.mjs
  node orval.mjs
}
export root
export -f tell
bash "$root/.ci/client-story.sh" "$directory/demo" bash -euc tell
