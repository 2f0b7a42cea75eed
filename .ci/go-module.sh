#!/usr/bin/env bash
# DIRECTORY: makes the operations of clients/go from the contract, and runs its tests and its story against a demo. Needs a built
# checkout. Exit code 77: the tools are not here.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
directory=$1
mkdir -p "$directory"
command -v go >/dev/null || { echo 'Go is not here'; exit 77; }
[ "$(printf '%s\n' 1.24 "$(go env GOVERSION | sed 's/^go//')" | sort -V | head -n 1)" = 1.24 ] || {
  echo "Go 1.24 or newer is not here, only $(go env GOVERSION)"
  exit 77
}
cd "$root/clients/go"
go generate ./api 2>&1 | tee "$directory/generator.log"
if grep -i warning "$directory/generator.log"; then
  echo 'the generator of clients/go warns'
  exit 1
fi
unformatted=$(gofmt -l ./*.go story api/generate.go)
[ -z "$unformatted" ] || { echo "not formatted: $unformatted"; exit 1; }
go vet ./...
go test ./...
go build -o "$directory/story" ./story
bash "$root/.ci/client-story.sh" "$directory/demo" "$directory/story"
