"""The story of the README of the clients, told by what openapi-generator has made for Python, to a demo with examples/trips: sign in,
create, execute, work on the job, decide, upload, read the event log. Called by generators.sh."""

import json
import os
import urllib.request
import uuid

import generated
from generated.exceptions import ApiException

TRIPS = "01900000-0000-7000-8000-000000000005"
url = os.environ["MILLRACE_URL"]


def sign_in(secret):
    api = generated.SignInApi(generated.ApiClient(generated.Configuration(host=url)))
    return api.user_login(generated.TokenRequest(client_id=os.environ["MILLRACE_CLIENT_ID"], client_secret=secret))


def refused(status, call):
    try:
        call()
    except ApiException as error:
        assert error.status == status, error
    else:
        raise AssertionError(f"it was not refused with {status}")


def post_form(address, fields, name, content):
    boundary = uuid.uuid4().hex
    parts = [f'--{boundary}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n' for key, value in fields.items()]
    parts.append(f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n')
    body = "".join(parts).encode() + content + f"\r\n--{boundary}--\r\n".encode()
    headers = {"Content-Type": f"multipart/form-data; boundary={boundary}"}
    with urllib.request.urlopen(urllib.request.Request(address, body, headers)) as answer:
        assert answer.status < 300, answer.status


token = sign_in(os.environ["MILLRACE_CLIENT_SECRET"]).access_token
client = generated.ApiClient(generated.Configuration(host=url, access_token=token))
processes, workflows, jobs = generated.ProcessesApi(client), generated.WorkflowsApi(client), generated.JobsApi(client)
files, events = generated.FilesApi(client), generated.EventsApi(client)

request = generated.CreateProcessRequest(sub_project_id=TRIPS, fields={"destination": "Rome", "travellers": 2})
trip = processes.create_process(request).id
workflow = workflows.get_workflows(TRIPS, ["stage_init"]).workflows[0].id
execution = generated.ExecuteWorkflowRequest(sub_project_id=TRIPS, process_id=trip, stage_key="stage_init", workflow_id=workflow)
run = workflows.execute_workflow(execution).run_id.id

wanted = generated.ActivateJobsRequest(
    sub_project_id=TRIPS, type="book-trip", worker="story", timeout=60_000, max_jobs_to_activate=1, request_timeout=10_000
)
(job,) = jobs.activate_jobs(wanted).jobs
assert job.process_id == trip and job.variables["destination"] == "Rome", job
result = generated.CompleteJobRequest(sub_project_id=TRIPS, job_key=job.key, token=job.token, variables={"booking": "R-2"})
jobs.complete_job(result)

decision = generated.ResumeWorkflowRunsApiRequest(sub_project_id=TRIPS, run_id=run, approved=True)
assert workflows.resume_workflow_runs_api(decision).run_id.state == "COMPLETED"
filters = json.dumps({"subProjectId_id": TRIPS, "id": trip})
assert [process.state for process in processes.get_process("1", "10", filters).processes] == ["BOOKED"]

content = b"Rome, two travellers\n"
upload = generated.CreateSignedStorageRequest(
    sub_project_id=TRIPS, process_id=trip, file_name="ticket.txt", mime_type="text/plain", plugin_name="knowledgeRepo", size=str(len(content))
)
reserved = files.create_signed_storage(upload)
post_form(reserved.aws.url, reserved.aws.fields, "ticket.txt", content)
closed = files.close_signed_storage(generated.CloseSignedStorageRequest(sub_project_id=TRIPS, file_id=reserved.file.id))
assert closed.file.size == str(len(content)), closed

types = [event.type for event in events.get_events(TRIPS, process_id=trip, after_position="0").events]
expected = ["process.created", "run.started", "task.opened", "process.updated", "run.completed", "file.uploaded"]
assert [name for name in dict.fromkeys(types) if name in expected] == expected, types

refused(409, lambda: workflows.resume_workflow_runs_api(decision))
refused(401, lambda: sign_in("wrong"))
