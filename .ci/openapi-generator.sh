#!/usr/bin/env bash
# DIRECTORY NAME OPTION…: the generator NAME of openapi-generator makes DIRECTORY/NAME from docs/openapi.json without a warning. Needs
# Java and Maven.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
directory=$1 name=$2
shift 2
version=7.14.0
jar=$directory/openapi-generator-cli-$version.jar
[ -f "$jar" ] || mvn -q -B dependency:copy -Dartifact="org.openapitools:openapi-generator-cli:$version" -DoutputDirectory="$directory"
# Webhooks are requests that the service sends. openapi-generator would make operations of clients of them, in Python with errors.
contract=$directory/openapi.json
node -e 'const { webhooks, ...document } = require(process.argv[1]); process.stdout.write(JSON.stringify(document))' \
  "$root/docs/openapi.json" >"$contract"

# Warnings that are not about a fault of the contract: support of 3.1 is beta, examples are for JSON only, values of any type and
# references that may be null have no name of their own, an option of typescript-fetch has no value by default, and names of the contract that a language reserves get a prefix.
known='OpenAPI 3.1 support is still in beta|examples can currently only be generated for|Ignoring complex example'
known+='|must be either boolean or string. Default to .false.'
known+='|Failed to get the schema name: null|Codegen property is null|\(reserved word\) cannot be used as|Default to typing.Any'

log=$directory/$name.log
java -jar "$jar" generate -g "$name" -i "$contract" -o "$directory/$name" "$@" >"$log" 2>&1 || { tail -n 40 "$log"; exit 1; }
if grep -E ' (WARN|ERROR) ' "$log" | grep -vE "$known"; then
  echo "$name: the generator warns"
  exit 1
fi
