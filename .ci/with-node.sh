#!/usr/bin/env bash
# VERSION DIRECTORY COMMAND…: runs a command on another Node. The npm package of Node's binary goes into the directory,
# unless an earlier call has put it there.
set -euo pipefail
version=$1
directory=$2/$version
shift 2
machine=$(node -p '`${process.platform}-${process.arch}`')
bin=$directory/node_modules/node-$machine/bin
[ -x "$bin/node" ] || npm install --prefix "$directory" --no-save --ignore-scripts "node-$machine@$version"
export PATH=$bin:$PATH
echo "Node $(node --version)"
exec "$@"
