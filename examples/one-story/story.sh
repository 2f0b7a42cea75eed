#!/usr/bin/env bash
# One story with curl and jq: create, execute, approve, upload, list. See README.md.
set -euo pipefail

BASE=${MILLRACE_URL:-http://127.0.0.1:8080}
CLIENT=${MILLRACE_CLIENT_ID:-demo-owner}
SECRET=${MILLRACE_CLIENT_SECRET:-demo-owner-secret}
SUB=01900000-0000-7000-8000-000000000001

# post PATH BODY: retries a request that got no answer. The Idempotency-Key stays the same, so it has its effect once.
post() {
  curl -sS --fail-with-body --retry 4 --retry-connrefused "$BASE$1" -H "Authorization: Bearer ${TOKEN:-}" \
    -H 'Content-Type: application/json' -H "Idempotency-Key: $RANDOM-$RANDOM-$(date +%s%N)" -d "$2"
}
# list FILTERS: a page of processes.
list() {
  curl -sS --fail-with-body --retry 4 -G "$BASE/v1/process/getProcess" -H "Authorization: Bearer $TOKEN" \
    -d page=1 -d perPageCount=10 --data-urlencode "filters=$1"
}

TOKEN=$(post /v1/users/userLogin "$(jq -n --arg id "$CLIENT" --arg secret "$SECRET" \
  '{client_id: $id, client_secret: $secret}')" | jq -r .access_token)

INVOICE=$(post /v1/process/createProcess \
  '{"subProjectId": "'$SUB'", "fields": {"supplier": "Acme", "amount": 840, "currency": "EUR"}}' | jq -r .id)
list '{"subProjectId_id": "'$SUB'", "id": "'"$INVOICE"'"}' |
  jq -r '.processes[] | "created an invoice of \(.fields.supplier) in state \(.state)"'

WORKFLOW=$(curl -sS --fail-with-body -G "$BASE/v1/process/getWorkflows" -H "Authorization: Bearer $TOKEN" \
  -d subProjectId=$SUB -d stageKeys=stage_init | jq -r '.workflows[] | select(.name == "Manager approval").id')
STARTED=$(post /v1/process/workflows/executeWorkflow '{"subProjectId": "'$SUB'", "processId": "'"$INVOICE"'",
  "stageKey": "stage_init", "workflowId": "'"$WORKFLOW"'"}')
echo "the run is $(jq -r .runId.state <<<"$STARTED")"

RESUMED=$(post /v1/process/workflows/resumeWorkflowRunsApi '{"subProjectId": "'$SUB'", "approved": true,
  "runId": "'"$(jq -r .runId.id <<<"$STARTED")"'", "payload": {"comment": "as agreed"}}')
echo "after the approval the run is $(jq -r .runId.state <<<"$RESUMED")"

DOCUMENT=$(mktemp)
trap 'rm -f "$DOCUMENT"' EXIT
echo 'a document of yours' >"$DOCUMENT"
RESERVED=$(post /v1/process/knowledges/createSignedStorage '{"subProjectId": "'$SUB'", "fileName": "invoice.txt",
  "mimeType": "text/plain", "pluginName": "knowledgeRepo", "processId": "'"$INVOICE"'"}')
FORM=()
while IFS=$'\t' read -r name value; do FORM+=(--form-string "$name=$value"); done \
  < <(jq -r '.aws.fields | to_entries[] | [.key, .value] | @tsv' <<<"$RESERVED")
curl -sS --fail-with-body "${FORM[@]}" -F "file=@$DOCUMENT" "$(jq -r .aws.url <<<"$RESERVED")"
post /v1/process/knowledges/closeSignedStorage \
  '{"subProjectId": "'$SUB'", "fileId": "'"$(jq -r .file.id <<<"$RESERVED")"'"}' |
  jq -r '"uploaded \(.file.fileName), \(.file.size) bytes"'

list '{"subProjectId_id": "'$SUB'", "id": ["'"$INVOICE"'"], "state": "APPROVED", "fields.supplier": "Acme",
  "fields.amount": {"gte": 500}}' |
  jq -r '.processes[] | "found \(.fields.supplier) \(.fields.amount) \(.fields.currency) \(.state)"'
