#!/usr/bin/env bash
# with-limit.sh SECONDS COMMAND…: runs a command, for so long at most. One that takes longer is ended with all it started; its
# status is 124 then, and the end of its output tells which processes there were.
set -u
limit=$1
shift
over=$(mktemp)
trap 'rm -f "$over"' EXIT

"$@" &
command=$!

# descendants PID: it, and what it started, also in process groups of their own.
descendants() {
  echo "$1"
  for child in $(pgrep -P "$1"); do descendants "$child"; done
}

watch() {
  # Before the sleep begins: a command that ends at once would leave it behind. Until then $! is the command. KILL, since a shell that is not yet sleep loses TERM.
  trap '[ "$!" = "$command" ] || kill -KILL "$!" 2>/dev/null; exit' TERM
  sleep "$limit" &
  wait $!
  local all
  all=$(descendants "$command")
  echo over >"$over"
  echo "not done after $limit s, with these processes:"
  ps -o pid=,ppid=,stat=,etimes=,wchan:20=,args= -p "$(echo $all | tr ' ' ,)" | cut -c 1-200
  kill -KILL $all 2>/dev/null
}
watch &
watcher=$!
wait "$command"
status=$?
kill -TERM "$watcher" 2>/dev/null
wait "$watcher" 2>/dev/null
[ -s "$over" ] && exit 124
exit "$status"
