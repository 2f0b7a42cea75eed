"""The story of the README of the clients, against a demo with examples/trips: sign in, create, execute, work on the job,
decide, upload, read the event log. Blocking and asynchronous.
"""

import asyncio
import hashlib
import sys
import tempfile
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from millrace import (
    AsyncMillrace,
    BpmnError,
    CallOptions,
    ConflictError,
    JobContext,
    Millrace,
    NotAllowedError,
    NotFoundError,
    UnauthenticatedError,
)
from millrace.models import ActivatedJob

TRIPS = "01900000-0000-7000-8000-000000000005"
CONTENT = b"Rome, two travellers\n" * 1000
EXPECTED = ["process.created", "run.started", "task.opened", "process.updated", "run.completed", "file.uploaded"]


def book(job: ActivatedJob, context: JobContext) -> Mapping[str, Any]:
    """Book a trip, and take longer than the lease."""
    travellers = job["variables"]["travellers"]
    if travellers > 9:
        raise BpmnError("TOO_MANY", "Groups are booked by phone")
    assert not context.cancelled.wait(1.5), "the lease was not extended"
    return {"booking": f"R-{travellers}-{job['variables']['destination']}"}


def blocking() -> None:
    with Millrace.from_environment() as millrace:
        workflow = millrace.get_workflows(sub_project_id=TRIPS, stage_keys="stage_init")["workflows"][0]["id"]

        def start(travellers: int) -> tuple[str, str]:
            fields = {"destination": "Rome", "travellers": travellers}
            process = millrace.create_process(sub_project_id=TRIPS, fields=fields)["id"]
            run = millrace.execute_workflow(
                sub_project_id=TRIPS, process_id=process, stage_key="stage_init", workflow_id=workflow
            )["runId"]
            assert run["state"] == "RACING", run
            return process, run["id"]

        trip, run = start(2)
        group, group_run = start(20)
        tasked, ended = threading.Event(), threading.Event()

        def follow() -> None:
            for event in millrace.events(sub_project_id=TRIPS, types=["task.opened", "run.completed"], follow=True):
                if event["processId"] == trip and event["type"] == "task.opened":
                    tasked.set()
                if event["processId"] == group and event["type"] == "run.completed":
                    ended.set()
                if tasked.is_set() and ended.is_set():
                    return

        follower = threading.Thread(target=follow, daemon=True)
        follower.start()
        with millrace.worker("book-trip", book, sub_project_id=TRIPS, lease=1.0, poll=1.0):
            assert tasked.wait(60), "the job of the trip was not done"
            assert ended.wait(60), "the BPMN error of the group did not end its run"

        resumed = millrace.resume_workflow_runs_api(sub_project_id=TRIPS, run_id=run, approved=True)["runId"]
        assert resumed["state"] == "COMPLETED", resumed
        detail = millrace.get_workflow_run(sub_project_id=TRIPS, run_id=run)["detail"]
        assert detail["variables"]["booking"] == "R-2-Rome", detail["variables"]
        states = {
            process["id"]: process["state"]
            for process in millrace.get_process(
                page=1, per_page_count=10, filters={"subProjectId_id": TRIPS, "id": [trip, group]}
            )["processes"]
        }
        assert states == {trip: "BOOKED", group: "DECLINED"}, states

        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "ticket.txt"
            path.write_bytes(CONTENT)
            file = millrace.upload_file(path, sub_project_id=TRIPS, process_id=trip)
            assert (file["fileName"], file["size"], file["locked"]) == ("ticket.txt", str(len(CONTENT)), False)
            millrace.download_file(sub_project_id=TRIPS, file_id=file["id"], process_id=trip, to=Path(folder) / "copy")
            assert (Path(folder) / "copy").read_bytes() == CONTENT
        listed = millrace.list_storage(sub_project_id=TRIPS, filters={"processId": trip}, include=["sha256", "mimeType"])
        assert listed["files"][0].get("sha256") == hashlib.sha256(CONTENT).hexdigest(), listed
        exported = list(millrace.export_processes(filters={"subProjectId_id": TRIPS}, format="ndjson"))
        assert len(exported) >= 2, exported

        types = [event["type"] for event in millrace.events(sub_project_id=TRIPS, process_id=trip)]
        at = [types.index(one) for one in EXPECTED]
        assert at == sorted(at), types

        options = CallOptions(idempotency_key=f"story-{trip}")
        first = millrace.create_process(sub_project_id=TRIPS, fields={"destination": "Oslo", "travellers": 1}, options=options)
        again = millrace.create_process(sub_project_id=TRIPS, fields={"destination": "Oslo", "travellers": 1}, options=options)
        assert first["id"] == again["id"]
        for error, call in (
            (NotFoundError, lambda: millrace.update_process_field(sub_project_id=TRIPS, process_id="nothing", updates={})),
            (ConflictError, lambda: millrace.resume_workflow_runs_api(sub_project_id=TRIPS, run_id=run, approved=True)),
            (NotAllowedError, lambda: millrace.get_users(page=1, per_page_count=1)),
        ):
            try:
                call()
            except error:
                continue
            raise AssertionError(f"{error.__name__} was expected")
        wrong = Millrace(millrace._url, client_id="demo-owner", client_secret="wrong")
        try:
            wrong.get_me()
            number = None
        except UnauthenticatedError as error:
            number = error.id
        assert number == 1002, "a wrong secret was accepted"
        assert group_run != run


async def asynchronous() -> None:
    async with AsyncMillrace.from_environment() as millrace:
        workflow = (await millrace.get_workflows(sub_project_id=TRIPS, stage_keys="stage_init"))["workflows"][0]["id"]
        process = await millrace.create_process(sub_project_id=TRIPS, fields={"destination": "Bern", "travellers": 3})
        trip = process["id"]
        executed = await millrace.execute_workflow(
            sub_project_id=TRIPS, process_id=trip, stage_key="stage_init", workflow_id=workflow
        )
        run = executed["runId"]["id"]

        async def book_async(job: ActivatedJob) -> Mapping[str, Any]:
            await asyncio.sleep(1.5)
            return {"booking": f"R-{job['variables']['travellers']}"}

        async def tasked() -> None:
            events = millrace.events(sub_project_id=TRIPS, process_id=trip, types=["task.opened"], follow=True)
            async for _ in events:
                return

        async with millrace.worker("book-trip", book_async, sub_project_id=TRIPS, lease=1.0, poll=1.0):
            await asyncio.wait_for(tasked(), 60)
        resumed = await millrace.resume_workflow_runs_api(sub_project_id=TRIPS, run_id=run, approved=True)
        assert resumed["runId"]["state"] == "COMPLETED", resumed
        file = await millrace.upload_file(CONTENT, file_name="ticket.txt", sub_project_id=TRIPS, process_id=trip)
        assert file["size"] == str(len(CONTENT))
        copy = await millrace.download_file(sub_project_id=TRIPS, file_id=file["id"], process_id=trip)
        assert copy == CONTENT
        types = [event["type"] async for event in millrace.events(sub_project_id=TRIPS, process_id=trip)]
        at = [types.index(one) for one in EXPECTED]
        assert at == sorted(at), types
        lines = [line async for line in millrace.export_processes(filters={"subProjectId_id": TRIPS}, format="ndjson")]
        assert len(lines) >= 3, lines


blocking()
asyncio.run(asynchronous())
sys.stdout.write("The Python client has told its story, blocking and asynchronous.\n")
