#!/usr/bin/env bash
# DIRECTORY NAME…: the clients that generators.sh has made in the directory tell their stories to the server of MILLRACE_URL.
set -euo pipefail
here=$(dirname "${BASH_SOURCE[0]}")
directory=$1
shift
for name in "$@"; do
  case $name in
    python) "$directory/venv/bin/python" "$here/python.py" ;;
    typescript-fetch) node "$here/typescript-fetch.mjs" "$directory/typescript-fetch/dist" ;;
    go) "$directory/go-story" ;;
  esac
  echo "openapi-generator $name: generated, compiled, and its story told"
done
