#!/usr/bin/env bash
# DIRECTORY: packs the packages as they are published, installs them into the directory with the Node of the PATH, and
# fails when npm warns that a dependency does not support that Node. Fastify's dependencies @fastify/static and
# light-my-request need Node 22 in their newest releases, so packages/server pins the last ones before that.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
mkdir -p "$1/packed" "$1/installed"
packages=(engine object-store contract client server cli)
npm pack --silent --pack-destination "$1/packed" "${packages[@]/#/--workspace=packages/}"
cd "$1/installed"
echo '{ "private": true }' >package.json
npm install --ignore-scripts --no-audit --no-fund "$1"/packed/*.tgz 2>&1 | tee install.log
! grep EBADENGINE install.log
npx millrace --version
node "$here/check-package-links.mjs" .
