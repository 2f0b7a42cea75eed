#!/usr/bin/env bash
# DIRECTORY: generators that are not ours make clients from docs/openapi.json without a warning, what they make compiles, and clients tell
# their story to a demo. Needs a built checkout with node_modules. Exit code 77: the tools are not here.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
directory=$1
mkdir -p "$directory"
for tool in java mvn python3; do command -v "$tool" >/dev/null || { echo "$tool is not here"; exit 77; }; done
generate() { bash "$root/.ci/openapi-generator.sh" "$directory" "$@"; }

generate python --additional-properties=packageName=generated,hideGenerationTimestamp=true --global-property=apiTests=false,modelTests=false,apiDocs=false,modelDocs=false
[ -x "$directory/venv/bin/pip" ] || python3 -m venv "$directory/venv" || { echo 'the module venv of Python is not here'; exit 77; }
"$directory/venv/bin/pip" install -q --disable-pip-version-check "$directory/python"
stories=(python)

echo '{"private":true,"type":"module"}' >"$directory/package.json"
generate typescript-fetch --additional-properties=supportsES6=true,importFileExtension=.js
"$root/node_modules/.bin/tsc" --ignoreConfig --strict --skipLibCheck --target es2022 --lib es2022,dom,dom.iterable --module nodenext \
  --outDir "$directory/typescript-fetch/dist" "$directory/typescript-fetch/index.ts"
stories+=(typescript-fetch)

if command -v go >/dev/null; then
  generate go --additional-properties=packageName=generated,withGoMod=true,isGoSubmodule=false --global-property=apiTests=false,modelTests=false,apiDocs=false,modelDocs=false
  mkdir -p "$directory/go/story"
  cp "$root/.ci/stories/go/main.go" "$directory/go/story/"
  (cd "$directory/go" && go mod tidy >/dev/null 2>&1 && go build ./... && go build -o "$directory/go-story" ./story)
  stories+=(go)
else
  echo 'skipped: openapi-generator go, because Go is not here'
fi

bash "$root/.ci/client-story.sh" "$directory/demo" bash "$root/.ci/stories/tell.sh" "$directory" "${stories[@]}"

cd "$directory"
npm install --no-audit --no-fund --silent openapi-typescript@7.10.1
node_modules/.bin/openapi-typescript "$root/docs/openapi.json" --output "$directory/types.d.ts" >types.log 2>&1
if grep -i warn types.log; then
  echo 'openapi-typescript: the generator warns'
  exit 1
fi
"$root/node_modules/.bin/tsc" --ignoreConfig --noEmit --strict --target es2022 types.d.ts
echo 'openapi-typescript: generated and compiled'
# Not kiota: its package on npm is a wrapper that downloads a program from GitHub when it is first used.
