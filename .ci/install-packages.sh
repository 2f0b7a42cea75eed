#!/usr/bin/env bash
# Debian packages of the slower checks: the oldest supported PostgreSQL and a real S3 server.
set -euo pipefail
if [ ! -x /usr/lib/postgresql/15/bin/postgres ] || ! command -v radosgw >/dev/null; then
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -q
  apt-get install -q -y --no-install-recommends postgresql-15 radosgw ceph-mon ceph-osd
fi
