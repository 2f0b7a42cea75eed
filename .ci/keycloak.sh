#!/usr/bin/env bash
# Signs people in and out at a real identity provider: Keycloak from Maven Central, in development mode on loopback.
#   keycloak.sh DIR     installs into DIR (150 MB), starts it on a free port, runs the tests, and stops it
# Needs Java 17; without it, and when the download fails, it ends with 77 and the reason. Takes 80 s on a busy machine.
set -euo pipefail
dir=$1 version=26.0.7
if ! command -v java >/dev/null; then
  echo 'there is no Java 17 (Debian: openjdk-17-jre-headless)'
  exit 77
fi
mkdir -p "$dir"
if [ ! -x "$dir/keycloak-$version/bin/kc.sh" ]; then
  if ! command -v mvn >/dev/null; then
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -q && apt-get install -q -y --no-install-recommends maven
  fi
  fetch() { mvn -q -B dependency:copy -Dartifact=org.keycloak:keycloak-quarkus-dist:$version:zip -DoutputDirectory="$dir"; }
  if ! fetch && ! fetch; then
    echo 'Keycloak could not be downloaded from Maven Central'
    exit 77
  fi
  (cd "$dir" && python3 -m zipfile -e "keycloak-quarkus-dist-$version.zip" . && chmod +x keycloak-$version/bin/*.sh)
fi
mkdir -p "$dir/keycloak-$version/data/import"
# The test adds the addresses of its server to the client.
cat >"$dir/keycloak-$version/data/import/company-realm.json" <<'REALM'
{ "realm": "company", "enabled": true, "sslRequired": "none",
  "clients": [{ "clientId": "millrace", "secret": "millrace-oidc-secret", "enabled": true, "publicClient": false,
    "standardFlowEnabled": true, "attributes": { "pkce.code.challenge.method": "S256" },
    "protocolMappers": [{ "name": "groups", "protocol": "openid-connect", "protocolMapper": "oidc-group-membership-mapper",
      "config": { "claim.name": "groups", "full.path": "false", "id.token.claim": "true", "userinfo.token.claim": "true" } }] }],
  "groups": [{ "name": "managers" }, { "name": "clerks" }],
  "users": [
    { "username": "ada", "email": "ada@example.com", "emailVerified": true, "firstName": "Ada", "lastName": "Byron",
      "enabled": true, "groups": ["/managers"],
      "credentials": [{ "type": "password", "value": "ada-password", "temporary": false }] },
    { "username": "max", "email": "max@example.com", "emailVerified": false, "firstName": "Max", "lastName": "Muster",
      "enabled": true, "groups": ["/clerks"],
      "credentials": [{ "type": "password", "value": "max-password", "temporary": false }] }] }
REALM
port=$(node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
log=$dir/keycloak.log
KC_BOOTSTRAP_ADMIN_USERNAME=admin KC_BOOTSTRAP_ADMIN_PASSWORD=admin JAVA_OPTS_APPEND='-Xmx512m -XX:TieredStopAtLevel=1' \
  "$dir/keycloak-$version/bin/kc.sh" start-dev --db=dev-mem --cache=local --http-host=127.0.0.1 --http-port="$port" --import-realm >"$log" 2>&1 &
server=$!
# kc.sh ends with exec, so this is the process of Java.
trap 'kill -TERM $server 2>/dev/null; wait $server 2>/dev/null || true' EXIT
issuer=http://127.0.0.1:$port/realms/company
for _ in $(seq 360); do
  curl -fs -o /dev/null "$issuer/.well-known/openid-configuration" && break
  kill -0 $server 2>/dev/null || { tail -n 20 "$log"; exit 1; }
  sleep 0.5
done
MILLRACE_TEST_KEYCLOAK=$issuer npx vitest run packages/server/src/pages/single-sign-on/keycloak.test.ts
