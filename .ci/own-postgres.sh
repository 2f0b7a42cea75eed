#!/usr/bin/env bash
# URL DIRECTORY: what docs/guide/backup.md and operate.md say of a PostgreSQL of one's own, on the server of URL (a
# superuser): two roles, a dump under a running server, a restore into a new database, and doctor on both.
set -euo pipefail
admin_url=$1
work=$2
mkdir -p "$work"
name=millrace_own_$$
millrace() { node packages/cli/bin/millrace.js "$@"; }
address() { sed -E "s#//[^@]*@#//$1:$1@#; s#/[^/]*\$#/$2#" <<<"$admin_url"; }
value() { psql -X -q -t -A -v ON_ERROR_STOP=1 -c "$2" "$1"; }
server=
cleanup() {
  [ -z "$server" ] || { kill -TERM "$server"; wait "$server" || true; }
  for database in "$name" "${name}_restored" "${name}_before"; do
    value "$admin_url" "drop database if exists $database with (force)" || true
  done
  value "$admin_url" "drop role if exists millrace_owner; drop role if exists millrace_server" || true
}
trap cleanup EXIT

# start URL: a server that answers, with the demo's data.
start() {
  DATABASE_URL=$1 PORT=18471 MILLRACE_DATA_DIR=$work/data MILLRACE_LOG_LEVEL=warn node packages/cli/bin/millrace.js demo >"$work/server.log" 2>&1 &
  server=$!
  for _ in $(seq 240); do
    curl -sf http://127.0.0.1:18471/readyz >/dev/null && return
    sleep 0.5
  done
  cat "$work/server.log"
  exit 1
}
stop() {
  kill -TERM "$server"
  wait "$server" || true
  server=
}
counts() {
  value "$1" "select (select count(*) from millrace.processes), (select count(*) from millrace.audit_log),
    (select count(*) from millrace.runs), (select sum(version) from millrace.processes)"
}
# The doctor exits with 0 and says that the role is the right one.
doctor() {
  DATABASE_URL=$1 millrace doctor --server | tee "$work/doctor.txt"
  grep -q 'millrace_server can add audit rows and not change them' "$work/doctor.txt"
}

echo '== roles and migrations'
psql -X -q -v ON_ERROR_STOP=1 "$admin_url" <<SQL
create role millrace_owner login password 'millrace_owner';
create role millrace_server login password 'millrace_server';
grant millrace_server to millrace_owner;
create database $name owner millrace_owner;
SQL
owner_url=$(address millrace_owner "$name")
server_url=$(address millrace_server "$name")
DATABASE_URL=$owner_url millrace migrate --grant millrace_server
start "$server_url"
doctor "$server_url"

echo '== the server cannot change the audit log'
for statement in 'delete from millrace.audit_log' 'truncate millrace.audit_log' 'drop table millrace.audit_log' \
  'alter table millrace.audit_log disable trigger all' 'set role millrace_owner'; do
  if value "$server_url" "$statement" 2>"$work/refused.txt"; then
    echo "was not refused: $statement"
    exit 1
  fi
  grep -E 'permission denied|must be owner' "$work/refused.txt"
done

echo '== a dump of a running server, restored into a new database'
pg_dump --format=custom --file="$work/millrace.dump" "$owner_url"
stop
before=$(counts "$owner_url")
value "$admin_url" "create database ${name}_restored owner millrace_owner"
restored_url=$(address millrace_owner "${name}_restored")
pg_restore --no-owner --no-privileges --exit-on-error --dbname="$restored_url" "$work/millrace.dump"
DATABASE_URL=$restored_url millrace migrate --grant millrace_server
value "$admin_url" "alter database $name rename to ${name}_before"
value "$admin_url" "alter database ${name}_restored rename to $name"
after=$(counts "$owner_url")
echo "before $before, after $after"
[ "$before" = "$after" ]
start "$server_url"
doctor "$server_url"
stop
