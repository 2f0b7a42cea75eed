#!/usr/bin/env bash
# DIRECTORY: schemathesis sends requests made from docs/openapi.json to a demo, as its owner and as the administrator, with all of its
# checks that are on by default and in all of its phases: what the contract allows is taken, what it forbids is refused, and every
# answer is one that it names. Needs a built checkout. schemathesis/schemathesis.toml names where the contract cannot say all. Exit
# code 77: the tools are not here.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
work=$1
for tool in python3 jq curl; do command -v "$tool" >/dev/null || { echo "$tool is not here"; exit 77; }; done
python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' || { echo 'Python 3.10 or newer is not here'; exit 77; }
mkdir -p "$work"
[ -x "$work/venv/bin/pip" ] || python3 -m venv "$work/venv" || { echo 'the module venv of Python is not here'; exit 77; }
"$work/venv/bin/pip" install -q --disable-pip-version-check schemathesis==4.32.5

# as NAME CLIENT SECRET: writes what schemathesis says to NAME.log.
as() {
  local token
  token=$(jq -n --arg id "$2" --arg secret "$3" '{client_id: $id, client_secret: $secret}' |
    curl -sSf "$MILLRACE_URL/v1/users/userLogin" -H 'Content-Type: application/json' --data-binary @- | jq -r .access_token)
  (cd "$work" && PYTHONPATH=$root/.ci/schemathesis PYTHONDONTWRITEBYTECODE=1 SCHEMATHESIS_HOOKS=hooks \
    venv/bin/schemathesis --config-file "$root/.ci/schemathesis/schemathesis.toml" run "$root/docs/openapi.json" --url "$MILLRACE_URL" \
    -H "Authorization: Bearer $token" --max-examples "${MILLRACE_TEST_EXAMPLES:-2}" --seed 1 --continue-on-failure \
    --suppress-health-check all --warnings off --no-color) >"$work/$1.log" 2>&1
}
both() {
  as owner demo-owner demo-owner-secret &
  local owner=$!
  local file=$work/demo/data/admin-credentials.json status=0
  as administrator "$(jq -r .client_id "$file")" "$(jq -r .client_secret "$file")" || status=1
  wait "$owner" || status=1
  for name in owner administrator; do
    [ "$status" = 0 ] || grep -v '^ *curl ' "$work/$name.log" | cut -c 1-400
    grep -E 'generated|passed|failed' "$work/$name.log" | tail -n 2 | sed "s/^/$name: /"
  done
  return "$status"
}
export -f as both
export root work
MILLRACE_STORY_SECONDS=420 bash "$root/.ci/client-story.sh" "$work/demo" bash -c both
