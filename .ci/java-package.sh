#!/usr/bin/env bash
# DIRECTORY: builds clients/java, whose operations are made from the contract, and runs its story against a demo. Needs a built
# checkout. Exit code 77: the tools are not here.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
directory=$1
mkdir -p "$directory"
for tool in javac mvn; do command -v "$tool" >/dev/null || { echo "$tool is not here"; exit 77; }; done
version=$(javac -version 2>&1 | sed 's/javac \([0-9]*\).*/\1/')
[ "$version" -ge 17 ] || { echo "Java 17 or newer is not here, only $version"; exit 77; }
cd "$root/clients/java"
mvn -q -B test-compile dependency:copy-dependencies -DoutputDirectory=target/lib >"$directory/build.log" 2>&1 || {
  grep -v '^\[INFO\]' "$directory/build.log" | tail -n 40
  exit 1
}
bash "$root/.ci/client-story.sh" "$directory/demo" java -cp 'target/classes:target/test-classes:target/lib/*' io.millrace.Story
