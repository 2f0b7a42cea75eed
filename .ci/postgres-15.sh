#!/usr/bin/env bash
# start|stop DIRECTORY: a throw-away PostgreSQL 15 on 127.0.0.1:15435, user and password millrace.
set -euo pipefail
bin=/usr/lib/postgresql/15/bin
directory=$2
as_postgres() { (cd / && if [ "$(id -u)" = 0 ]; then setpriv --reuid postgres --regid postgres --clear-groups "$@"; else "$@"; fi); }
case $1 in
  start)
    mkdir -p "$directory"
    [ "$(id -u)" = 0 ] && chown postgres "$directory"
    printf millrace >"$directory/password"
    chmod 644 "$directory/password"
    as_postgres "$bin/initdb" -D "$directory/data" -U millrace --pwfile="$directory/password" -A scram-sha-256 -E UTF8 --locale=C.UTF-8 >/dev/null
    as_postgres "$bin/pg_ctl" -D "$directory/data" -w -l "$directory/data/log" \
      -o "-p 15435 -c listen_addresses=127.0.0.1 -c unix_socket_directories=$directory/data -c fsync=off -c full_page_writes=off -c synchronous_commit=off -c max_connections=200" start
    ;;
  stop) as_postgres "$bin/pg_ctl" -D "$directory/data" -m immediate stop ;;
esac
