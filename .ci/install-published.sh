#!/usr/bin/env bash
# DIRECTORY: packs the packages as they are published, installs them into the directory with the Node of the PATH, and
# fails when npm warns that a dependency does not support that Node, or when a server does not start from them or has no console. Fastify's dependencies @fastify/static and
# light-my-request need Node 22 in their newest releases, so packages/server pins the last ones before that.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
mkdir -p "$1/packed" "$1/installed"
packages=(engine object-store contract client console server cli)
npm pack --silent --pack-destination "$1/packed" "${packages[@]/#/--workspace=packages/}"
cd "$1/installed"
echo '{ "private": true }' >package.json
npm install --ignore-scripts --no-audit --no-fund "$1"/packed/*.tgz 2>&1 | tee install.log
if grep EBADENGINE install.log; then
  echo "a dependency does not support Node $(node --version)"
  exit 1
fi
npx millrace --version
for command in demo 'start --workers 2'; do
  # shellcheck disable=SC2086
  PORT=0 MILLRACE_DATA_DIR="$1/data" node node_modules/.bin/millrace $command >server.log 2>&1 &
  server=$!
  until grep 'is ready at' server.log; do
    kill -0 "$server" || { cat server.log; exit 1; }
    sleep 0.1
  done
  url=$(grep -om1 'is ready at [^ ]*' server.log | cut -d ' ' -f 4)
  # The console, and the script that it loads.
  script=$(curl -sf -H 'accept: text/html' "$url" | grep -om1 'assets/[^"]*\.js')
  curl -sf -o /dev/null -H 'accept-encoding: br' "$url/$script"
  kill -TERM "$server"
  wait "$server"
done
node "$here/check-package-links.mjs" .
