"""One story with Python's standard library: create, execute, approve, upload, list. See README.md."""

import json
import os
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid


class MillraceError(Exception):
    """An error answer of the service: `id` is the numeric id, `problem` the whole body."""

    def __init__(self, status, problem):
        super().__init__(f"{status} {problem.get('id')} {problem.get('code')}: {problem.get('detail')}")
        self.status = status
        self.id = problem.get("id")
        self.problem = problem


class Millrace:
    """Calls a Millrace service as one client, with a token that is renewed before it expires."""

    attempts = 5
    timeout_s = 30

    def __init__(self, url, client_id, client_secret):
        self._url = url.rstrip("/")
        self._credentials = {"client_id": client_id, "client_secret": client_secret}
        self._token = ""
        self._renew_at = 0.0

    def get(self, path, **query):
        """Calls a GET operation. Query members that are no strings are sent as JSON, such as `filters`."""
        texts = {name: value if isinstance(value, str) else json.dumps(value) for name, value in query.items()}
        return self._send(f"{path}?{urllib.parse.urlencode(texts)}", None, self._authorization())

    def post(self, path, **body):
        """Calls a POST operation. Repeated after a failure it has its effect once, under one Idempotency-Key."""
        return self._send(path, body, {**self._authorization(), "Idempotency-Key": str(uuid.uuid4())})

    def upload(self, sub_project_id, file_name, content, mime_type, **members):
        """Uploads bytes to the object storage with a signed form, and returns the closed file."""
        created = self.post(
            "/v1/process/knowledges/createSignedStorage",
            subProjectId=sub_project_id,
            fileName=file_name,
            mimeType=mime_type,
            pluginName="knowledgeRepo",
            **members,
        )
        self._post_form(created["aws"], content)
        closed = self.post(
            "/v1/process/knowledges/closeSignedStorage",
            subProjectId=sub_project_id,
            fileId=created["file"]["id"],
        )
        return closed["file"]

    def _post_form(self, signed, content):
        boundary = uuid.uuid4().hex
        part = f'--{boundary}\r\nContent-Disposition: form-data; name="{{}}"{{}}\r\n\r\n'
        fields = "".join(f"{part.format(name, '')}{value}\r\n" for name, value in signed["fields"].items())
        # The file comes last: the store ignores fields after it.
        head = fields + part.format("file", '; filename="file"')
        request = urllib.request.Request(
            signed["url"],
            head.encode() + content + f"\r\n--{boundary}--\r\n".encode(),
            {"Content-Type": f"multipart/form-data; boundary={boundary}"},
        )
        with urllib.request.urlopen(request, timeout=self.timeout_s) as answer:
            if answer.status != 204:
                raise RuntimeError(f"the storage answered {answer.status}")

    def _authorization(self):
        if time.monotonic() >= self._renew_at:
            answer = self._send("/v1/users/userLogin", self._credentials, {})
            self._token = answer["access_token"]
            self._renew_at = time.monotonic() + answer["expires_in"] * 0.9
        return {"Authorization": f"Bearer {self._token}"}

    def _send(self, path, body, headers):
        data = None if body is None else json.dumps(body).encode()
        if data is not None:
            headers = {**headers, "Content-Type": "application/json"}
        request = urllib.request.Request(self._url + path, data, headers)
        for attempt in range(1, self.attempts + 1):
            try:
                with urllib.request.urlopen(request, timeout=self.timeout_s) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as error:
                problem = json.load(error)
                if error.code not in (429, 502, 503, 504) or attempt == self.attempts:
                    raise MillraceError(error.code, problem) from None
                wait = float(error.headers.get("Retry-After", 2**attempt / 4))
            except OSError:
                if attempt == self.attempts:
                    raise
                wait = 2**attempt / 4
            time.sleep(wait)


def main():
    millrace = Millrace(
        os.environ.get("MILLRACE_URL", "http://127.0.0.1:8080"),
        os.environ.get("MILLRACE_CLIENT_ID", "demo-owner"),
        os.environ.get("MILLRACE_CLIENT_SECRET", "demo-owner-secret"),
    )
    sub = "01900000-0000-7000-8000-000000000001"

    def find(**filters):
        page = millrace.get(
            "/v1/process/getProcess", page="1", perPageCount="10", filters={"subProjectId_id": sub, **filters}
        )
        return page["processes"]

    invoice = millrace.post(
        "/v1/process/createProcess",
        subProjectId=sub,
        fields={"supplier": "Acme", "amount": 840, "currency": "EUR"},
    )["id"]
    created = find(id=invoice)[0]
    print(f"created an invoice of {created['fields']['supplier']} in state {created['state']}")

    workflows = millrace.get("/v1/process/getWorkflows", subProjectId=sub, stageKeys="stage_init")["workflows"]
    approval = next(workflow for workflow in workflows if workflow["name"] == "Manager approval")
    run = millrace.post(
        "/v1/process/workflows/executeWorkflow",
        subProjectId=sub,
        processId=invoice,
        stageKey="stage_init",
        workflowId=approval["id"],
    )["runId"]
    print(f"the run is {run['state']}")

    run = millrace.post(
        "/v1/process/workflows/resumeWorkflowRunsApi",
        subProjectId=sub,
        runId=run["id"],
        approved=True,
        payload={"comment": "as agreed"},
    )["runId"]
    print(f"after the approval the run is {run['state']}")

    file = millrace.upload(sub, "invoice.txt", b"a document of yours\n", "text/plain", processId=invoice)
    print(f"uploaded {file['fileName']}, {file['size']} bytes")

    approved = find(**{"id": [invoice], "state": "APPROVED", "fields.supplier": "Acme", "fields.amount": {"gte": 500}})
    for process in approved:
        fields = process["fields"]
        print(f"found {fields['supplier']} {fields['amount']} {fields['currency']} {process['state']}")


if __name__ == "__main__":
    main()
