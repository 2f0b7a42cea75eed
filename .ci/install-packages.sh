#!/usr/bin/env bash
# Debian packages of the slower checks: the oldest supported PostgreSQL, a real S3 server, what runs compose.yaml without Docker, a virus scanner, what computes codes as authenticator apps do, what signs people in with OpenID Connect, and what the guide's commands use.
set -euo pipefail
missing=
[ -x /usr/lib/postgresql/15/bin/postgres ] || missing=postgres
[ -x /usr/sbin/clamd ] || missing=clamd
[ -f /usr/lib/apache2/modules/mod_auth_openidc.so ] || missing=mod_auth_openidc
for tool in radosgw jq python3 curl docker-compose nginx ip oathtool pgrep; do command -v "$tool" >/dev/null || missing=$tool; done
if [ -n "$missing" ]; then
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -q
  apt-get install -q -y --no-install-recommends postgresql-15 radosgw ceph-mon ceph-osd docker-compose nginx-light iproute2 jq procps python3 curl clamav-daemon oathtool apache2-bin libapache2-mod-auth-openidc
fi
# Tools of the clients in other languages. Without one of them the steps that need it are skipped, and say so.
tools=()
python3 -c 'import ensurepip, venv' 2>/dev/null || tools+=(python3-venv)
command -v go >/dev/null || tools+=(golang-go)
command -v javac >/dev/null || tools+=(default-jdk-headless)
command -v mvn >/dev/null || tools+=(maven)
if [ "${#tools[@]}" -gt 0 ]; then
  export DEBIAN_FRONTEND=noninteractive
  [ -n "$missing" ] || apt-get update -q
  apt-get install -q -y --no-install-recommends "${tools[@]}" || echo "not installed: ${tools[*]}"
fi
