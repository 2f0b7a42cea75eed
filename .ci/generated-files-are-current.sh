#!/usr/bin/env bash
# Regenerates every generated file and fails when that changes anything.
set -euo pipefail
npm run --silent generate
git diff --exit-code --stat
