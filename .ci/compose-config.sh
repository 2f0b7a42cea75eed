#!/usr/bin/env bash
# Compose itself reads compose.yaml, with .env.example filled in. It needs no Docker for that.
set -euo pipefail
filled=$(mktemp)
trap 'rm -f "$filled"' EXIT
sed 's/=$/=filled/' .env.example >"$filled"
docker-compose --env-file "$filled" config --quiet
