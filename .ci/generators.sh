#!/usr/bin/env bash
# DIRECTORY: generators that are not ours make clients from docs/openapi.json without a warning, and what they make compiles. Needs a
# checkout with node_modules. Exit code 77: the tools are not here.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
directory=$1
version=7.14.0
mkdir -p "$directory"
contract=$directory/openapi.json
# Webhooks are requests that the service sends. openapi-generator would make operations of clients of them, in Python with errors.
node -e 'const { webhooks, ...document } = require(process.argv[1]); process.stdout.write(JSON.stringify(document))' \
  "$root/docs/openapi.json" >"$contract"
for tool in java mvn python3; do command -v "$tool" >/dev/null || { echo "$tool is not here"; exit 77; }; done
mvn -q -B dependency:copy -Dartifact="org.openapitools:openapi-generator-cli:$version" -DoutputDirectory="$directory"

# Warnings that are not about a fault of the contract: support of 3.1 is beta, examples are for JSON only, values of any type and
# references that may be null have no name of their own, an option of typescript-fetch has no value by default, and names of the contract that a language reserves get a prefix.
known='OpenAPI 3.1 support is still in beta|examples can currently only be generated for|Ignoring complex example'
known+='|must be either boolean or string. Default to .false.'
known+='|Failed to get the schema name: null|Codegen property is null|\(reserved word\) cannot be used as|Default to typing.Any'

# generate NAME OPTION…
generate() {
  local name=$1 log=$directory/$1.log
  shift
  java -jar "$directory/openapi-generator-cli-$version.jar" generate -g "$name" -i "$contract" -o "$directory/$name" "$@" >"$log" 2>&1 ||
    { tail -n 40 "$log"; return 1; }
  if grep -E ' (WARN|ERROR) ' "$log" | grep -vE "$known"; then
    echo "$name: the generator warns"
    return 1
  fi
}

generate python --additional-properties=packageName=generated,hideGenerationTimestamp=true --global-property=apiTests=false,modelTests=false,apiDocs=false,modelDocs=false
python3 -m compileall -q "$directory/python/generated"
echo 'openapi-generator python: generated and compiled'

generate typescript-fetch --additional-properties=supportsES6=true
"$root/node_modules/.bin/tsc" --ignoreConfig --noEmit --strict --skipLibCheck --target es2022 --lib es2022,dom,dom.iterable --module esnext --moduleResolution bundler \
  "$directory/typescript-fetch/index.ts"
echo 'openapi-generator typescript-fetch: generated and compiled'

cd "$directory"
[ -f package.json ] || echo '{"private":true,"type":"module"}' >package.json
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
generate csharp --additional-properties=packageName=Generated
if command -v dotnet >/dev/null; then
  (cd csharp && dotnet build --nologo -v quiet)
  echo 'openapi-generator csharp: generated and compiled'
else
  echo 'openapi-generator csharp: generated; skipped: compiled, because dotnet is not here'
fi
# Not kiota: its package on npm is a wrapper that downloads a program from GitHub when it is first used.
