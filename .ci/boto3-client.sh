#!/usr/bin/env bash
# DIRECTORY: boto3, the S3 client of Python, against the embedded store as a program. Installs boto3 into a venv there.
set -euo pipefail
directory=$1
mkdir -p "$directory"
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$here"
if [ ! -x "$directory/venv/bin/python" ]; then
  python3 -m venv "$directory/venv" 2>/dev/null || {
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -q && apt-get install -q -y --no-install-recommends python3-venv
    rm -rf "$directory/venv"
    python3 -m venv "$directory/venv"
  }
fi
"$directory/venv/bin/pip" install -q --disable-pip-version-check 'boto3==1.44.5'
npm run --silent build
export MILLRACE_STORE_ACCESS_KEY=botocore MILLRACE_STORE_SECRET_KEY=botocore-secret
node packages/object-store/bin/millrace-object-store.js --directory "$directory/objects" --port 0 --bucket first >"$directory/out" &
store=$!
trap 'kill $store; wait $store || true' EXIT
for _ in $(seq 100); do
  grep -q 'listening on' "$directory/out" && break
  sleep 0.1
done
url=$(sed -n 's/.*listening on //p' "$directory/out")
"$directory/venv/bin/python" .ci/boto3-client.py "$url" "$MILLRACE_STORE_ACCESS_KEY" "$MILLRACE_STORE_SECRET_KEY"
