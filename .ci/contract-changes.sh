#!/usr/bin/env bash
# DIRECTORY: docs/openapi.json breaks no client of the last release, whose contract is in its tag (v1.2.3). docs/guide/clients.md says
# which changes may come within a version. Before that it shows, with changes of the contract as it is, that the comparison finds what
# breaks a client and nothing else. Exit code 77: the tools are not here, or nothing has been released.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
directory=$1
mkdir -p "$directory"
directory=$(cd "$directory" && pwd)
command -v go >/dev/null || { echo 'Go is not here'; exit 77; }
[ "$(printf '%s\n' 1.24 "$(go env GOVERSION | sed 's/^go//')" | sort -V | head -n 1)" = 1.24 ] || {
  echo "Go 1.24 or newer is not here, only $(go env GOVERSION)"
  exit 77
}
(cd "$root/.ci/oasdiff" && GOFLAGS=-mod=readonly go build -o "$directory/oasdiff" github.com/oasdiff/oasdiff)

# breaks OLD NEW: lists what breaks clients; status 1 if anything does. A wider pattern is a warning too, since oasdiff cannot tell it
# from a narrower one: accepted.txt has the warnings since the last release that break nobody.
breaks() {
  "$directory/oasdiff" breaking "$1" "$2" --fail-on WARN --severity-levels "$root/.ci/oasdiff/severity.txt" \
    --warn-ignore "$root/.ci/oasdiff/accepted.txt"
}

contract=$root/docs/openapi.json
# changed NAME CHANGE: writes the contract with a change made by JavaScript, where `api` is the contract, `list` the operation getProcess.
changed() {
  node -e '
    const [, contract, file, change] = process.argv;
    const { readFileSync, writeFileSync } = require("node:fs");
    const api = JSON.parse(readFileSync(contract, "utf8"));
    const list = api.paths["/v1/process/getProcess"].get;
    new Function("api", "list", change)(api, list);
    writeFileSync(file, JSON.stringify(api));
  ' "$contract" "$directory/$1.json" "$2"
}
must_fail() {
  changed "$1" "$2"
  if breaks "$contract" "$directory/$1.json" >"$directory/$1.log"; then
    echo "not found: $1"
    exit 1
  fi
  grep -qE '^(error|warning)' "$directory/$1.log" || { cat "$directory/$1.log"; echo "not compared: $1"; exit 1; }
}
must_pass() {
  changed "$1" "$2"
  breaks "$contract" "$directory/$1.json" || { echo "taken for a breaking change: $1"; exit 1; }
}
must_fail operation-removed 'delete api.paths["/v1/users/getMe"]'
must_fail parameter-removed 'list.parameters = list.parameters.filter(({ name }) => name !== "sort")'
must_fail parameter-required 'list.parameters.push({ name: "tenant", in: "query", required: true, schema: { type: "string" } })'
must_fail parameter-narrower 'list.parameters.find(({ name }) => name === "page").schema.pattern = "^[1-9]$"'
must_fail choice-removed 'api.paths["/v1/process/workflows/getTasks"].get.parameters.find(({ name }) => name === "view").schema.enum.pop()'
must_fail member-required 'api.components.schemas.AddCommentRequest.required.push("parentId")'
must_fail answer-member-removed 'const { Task } = api.components.schemas; delete Task.properties.name; Task.required = Task.required.filter((name) => name !== "name")'
must_fail answer-optional-member-removed 'delete api.components.schemas.Meta.properties.atLeast'
must_fail answer-member-of-other-type 'api.components.schemas.Task.properties.name = { type: "integer" }'
must_pass nothing ''
must_pass operation-added 'api.paths["/v1/process/getMore"] = { get: { ...list, operationId: "getMore" } }'
must_pass parameter-added 'list.parameters.push({ name: "tenant", in: "query", schema: { type: "string" } })'
must_pass answer-member-added 'api.components.schemas.Task.properties.colour = { type: "string", description: "Colour" }'
must_pass answer-choice-added 'api.components.schemas.Task.properties.state.enum.push("DELEGATED")'

last=$(git -C "$root" describe --tags --abbrev=0 --match 'v[0-9]*' 2>/dev/null) || { echo 'nothing has been released: there is no tag v* to compare with'; exit 77; }
git -C "$root" show "$last:docs/openapi.json" >"$directory/released.json"
breaks "$directory/released.json" "$contract" || { echo "clients of $last would break"; exit 1; }
echo "clients of $last go on working"
