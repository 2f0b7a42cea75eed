#!/usr/bin/env bash
# Checks and tests the alerting rules, and the queries of the dashboard, with promtool from the Debian package prometheus.
# Usage: promtool.sh DIRECTORY   (the package is unpacked there and not installed, so no service is started)
set -eu
directory=$1
mkdir -p "$directory"
if ! command -v promtool >/dev/null && [ ! -x "$directory/usr/bin/promtool" ]; then
  (cd "$directory" && { apt-get download -q prometheus || { apt-get update -q && apt-get download -q prometheus; }; })
  dpkg -x "$directory"/prometheus_*.deb "$directory"
fi
promtool=$(command -v promtool || echo "$directory/usr/bin/promtool")
cd deploy/monitoring
"$promtool" check rules alerts.yaml
"$promtool" test rules alerts.test.yaml
# Queries of the dashboard as recording rules: promtool parses them. Grafana replaces $__rate_interval.
node -e '
  const { panels } = JSON.parse(require("node:fs").readFileSync("dashboard.json", "utf8"));
  const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr.replaceAll("$__rate_interval", "5m")));
  const rules = queries.map((expr, n) => ({ record: `dashboard:query${n}`, expr }));
  process.stdout.write(JSON.stringify({ groups: [{ name: "dashboard", rules }] }));
' >"$directory/dashboard-queries.json"
"$promtool" check rules "$directory/dashboard-queries.json"
