#!/usr/bin/env bash
# DIRECTORY: generators that are not ours make clients from docs/openapi.json without a warning, and what they make compiles; one tells its
# story to a demo. Needs a built checkout with node_modules. Exit code 77: the tools are not here.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
directory=$1
mkdir -p "$directory"
for tool in java mvn python3; do command -v "$tool" >/dev/null || { echo "$tool is not here"; exit 77; }; done
generate() { bash "$root/.ci/openapi-generator.sh" "$directory" "$@"; }

generate python --additional-properties=packageName=generated,hideGenerationTimestamp=true --global-property=apiTests=false,modelTests=false,apiDocs=false,modelDocs=false
python3 -m compileall -q "$directory/python/generated"
echo 'openapi-generator python: generated and compiled'

generate typescript-fetch --additional-properties=supportsES6=true,importFileExtension=.js
[ -f "$directory/package.json" ] || echo '{"private":true,"type":"module"}' >"$directory/package.json"
"$root/node_modules/.bin/tsc" --ignoreConfig --strict --skipLibCheck --target es2022 --lib es2022,dom,dom.iterable --module nodenext \
  --outDir "$directory/typescript-fetch/dist" "$directory/typescript-fetch/index.ts"
bash "$root/.ci/client-story.sh" "$directory/demo" node "$root/.ci/typescript-fetch-story.mjs" "$directory/typescript-fetch/dist" >"$directory/story.log" 2>&1 || {
  tail -n 40 "$directory/story.log"
  exit 1
}
echo 'openapi-generator typescript-fetch: generated, compiled, and it tells its story'

cd "$directory"
npm install --no-audit --no-fund --silent openapi-typescript@7.10.1
node_modules/.bin/openapi-typescript "$root/docs/openapi.json" --output "$directory/types.d.ts" >types.log 2>&1
if grep -i warn types.log; then
  echo 'openapi-typescript: the generator warns'
  exit 1
fi
"$root/node_modules/.bin/tsc" --ignoreConfig --noEmit --strict --target es2022 types.d.ts
echo 'openapi-typescript: generated and compiled'

if command -v go >/dev/null; then
  generate go --additional-properties=packageName=generated,withGoMod=true,isGoSubmodule=false --global-property=apiTests=false,modelTests=false,apiDocs=false,modelDocs=false
  (cd go && go mod tidy >/dev/null 2>&1 && go build ./...)
  echo 'openapi-generator go: generated and compiled'
else
  echo 'skipped: openapi-generator go, because Go is not here'
fi
# Not kiota: its package on npm is a wrapper that downloads a program from GitHub when it is first used.
