"""Workers, against a service in memory."""

import asyncio
import json
import threading
from collections import deque
from collections.abc import Mapping
from typing import Any

import httpx
import pytest

from millrace import AsyncMillrace, BpmnError, JobContext, JobFailure, Millrace, MillraceError
from millrace.models import ActivatedJob

BOUND = 30.0


class Service:
    """Gives out jobs and keeps reports."""

    def __init__(self, *keys: str) -> None:
        self.open = deque(keys)
        self.reports: list[tuple[str, dict[str, Any]]] = []
        self.refusals: dict[str, list[httpx.Response]] = {}
        self.lost: set[str] = set()
        """Keys of jobs whose lease is not extended."""
        self.at_the_end: httpx.Response | None = None
        """What a request for jobs is answered when none is left."""
        self.changed = threading.Condition()

    def __call__(self, request: httpx.Request) -> httpx.Response:
        operation = request.url.path.rsplit("/", 1)[-1]
        body = json.loads(request.content)
        with self.changed:
            refusals = self.refusals.get(operation)
            if operation != "activateJobs":
                self.reports.append((operation, body))
                self.changed.notify_all()
            if operation == "extendJobLease" and body["jobKey"] in self.lost:
                return problem(409, 1009)
            if refusals:
                return refusals.pop(0)
            if operation == "activateJobs":
                jobs = [self.job(self.open.popleft()) for _ in range(min(len(self.open), body["maxJobsToActivate"]))]
                if not jobs and self.at_the_end is not None:
                    return self.at_the_end
                if not jobs:
                    self.changed.wait(0.02)
                return httpx.Response(200, json={"jobs": jobs})
        return httpx.Response(200, json={"deadline": "2026-11-23T00:00:00.000Z", "runId": {"id": "r", "state": "RACING"}})

    @staticmethod
    def job(key: str) -> dict[str, Any]:
        return {"key": key, "type": "t", "token": f"fence-{key}", "variables": {"n": 1}, "retries": 3, "idempotencyKey": key}

    def wait_for(self, operation: str, count: int = 1) -> list[dict[str, Any]]:
        def sent() -> list[dict[str, Any]]:
            return [body for name, body in self.reports if name == operation]

        with self.changed:
            assert self.changed.wait_for(lambda: len(sent()) >= count, BOUND), f"{operation} was not sent"
        return sent()

    def client(self) -> Millrace:
        return Millrace("http://service", token="t", http=httpx.Client(transport=httpx.MockTransport(self)))


def problem(status: int, number: int) -> httpx.Response:
    return httpx.Response(status, json={"id": number, "code": "ERROR_X", "detail": "No."})


def report(handler: Any, operation: str) -> dict[str, Any]:
    service = Service("1")
    with service.client().worker("t", handler, sub_project_id="s", poll=0):
        return service.wait_for(operation)[0]


def test_the_result_is_reported_with_the_token_of_the_lease() -> None:
    expected = {"subProjectId": "s", "jobKey": "1", "token": "fence-1", "variables": {"paid": 2}}
    assert report(lambda job: {"paid": job["variables"]["n"] + 1}, "completeJob") == expected


def test_nothing_is_a_result() -> None:
    assert "variables" not in report(lambda _: None, "completeJob")


def test_a_bpmn_error() -> None:
    def handler(_: ActivatedJob) -> None:
        raise BpmnError("DECLINED", "no cover", {"limit": 5})

    body = report(handler, "throwJobError")
    assert (body["errorCode"], body["errorMessage"], body["variables"]) == ("DECLINED", "no cover", {"limit": 5})


def test_failures() -> None:
    def failing(_: ActivatedJob) -> None:
        raise RuntimeError("no connection")

    body = report(failing, "failJob")
    assert body["errorMessage"] == "no connection"
    assert "retries" not in body

    def later(_: ActivatedJob) -> None:
        raise JobFailure("busy", retries=2, retry_after=1.5)

    body = report(later, "failJob")
    assert (body["retries"], body["retryBackOff"]) == (2, 1500)


def test_a_result_that_is_not_json_or_that_the_service_refuses_is_a_failed_attempt() -> None:
    assert "could not be taken" in report(lambda _: {"file": object()}, "failJob")["errorMessage"]
    service = Service("1")
    service.refusals["completeJob"] = [problem(400, 1200)]
    with service.client().worker("t", lambda _: {"a": 1}, sub_project_id="s", poll=0):
        assert "could not be taken" in service.wait_for("failJob")[0]["errorMessage"]


def test_the_lease_is_extended_while_the_handler_runs() -> None:
    service, go = Service("1"), threading.Event()
    with service.client().worker("t", lambda _: {"waited": go.wait(BOUND)}, sub_project_id="s", poll=0, lease=1.0):
        assert service.wait_for("extendJobLease", 2)[0]["timeout"] == 1000
        go.set()
        service.wait_for("completeJob")


def test_a_lost_lease_cancels_and_drops_the_result() -> None:
    service = Service("1", "2")
    service.refusals["extendJobLease"] = [problem(409, 1009)]
    lost: list[bool] = []

    def handler(job: ActivatedJob, context: JobContext) -> Mapping[str, Any]:
        if job["key"] == "1":
            lost.append(context.cancelled.wait(BOUND))
        return {}

    with service.client().worker("t", handler, sub_project_id="s", poll=0, lease=1.0, concurrency=1):
        service.wait_for("completeJob")
    assert lost == [True]
    assert [body["jobKey"] for name, body in service.reports if name == "completeJob"] == ["2"]


def test_it_works_on_several_at_the_same_time_and_on_no_more() -> None:
    service, both = Service("1", "2", "3"), threading.Barrier(2)
    most = 0

    def handler(job: ActivatedJob) -> None:
        nonlocal most
        most = max(most, worker.running)
        if job["key"] != "3":
            both.wait(BOUND)

    worker = service.client().worker("t", handler, sub_project_id="s", poll=0, concurrency=2)
    with worker:
        service.wait_for("completeJob", 3)
    assert most == 2


def test_stopping_waits_for_handlers_and_takes_no_more_jobs() -> None:
    service, begun, go = Service("1", "2"), threading.Event(), threading.Event()

    def handler(_: ActivatedJob) -> None:
        begun.set()
        go.wait(BOUND)

    worker = service.client().worker("t", handler, sub_project_id="s", poll=0, concurrency=1)
    worker.start()
    assert begun.wait(BOUND)
    stopping = threading.Thread(target=worker.stop)
    stopping.start()
    assert worker._stopping.wait(BOUND)
    go.set()
    stopping.join(BOUND)
    assert not stopping.is_alive()
    assert [name for name, _ in service.reports] == ["completeJob"]
    assert list(service.open) == ["2"]


def test_a_refusal_ends_it_and_an_outage_does_not() -> None:
    service = Service("1")
    service.refusals["activateJobs"] = [problem(500, 1000), problem(403, 1209)]
    with pytest.raises(MillraceError, match="1209"):
        service.client().worker("t", lambda _: None, sub_project_id="s", poll=0).run()


def test_asyncio() -> None:
    service = Service("1", "2", "3")
    service.lost.add("3")
    cancelled: list[str] = []

    async def handler(job: ActivatedJob) -> Mapping[str, Any]:
        if job["key"] == "2":
            raise BpmnError("DECLINED")
        if job["key"] == "3":
            try:
                await asyncio.sleep(BOUND)
            except asyncio.CancelledError:
                cancelled.append(job["key"])
                raise
        return {"done": job["key"]}

    async def answer(request: httpx.Request) -> httpx.Response:
        # A network lets other tasks run.
        await asyncio.sleep(0.001)
        return service(request)

    async def story() -> None:
        http = httpx.AsyncClient(transport=httpx.MockTransport(answer))
        async with AsyncMillrace("http://service", token="t", http=http) as client:
            worker = client.worker("t", handler, sub_project_id="s", poll=0, lease=1.0)
            async with worker:
                for operation in ("completeJob", "throwJobError", "extendJobLease"):
                    await asyncio.to_thread(service.wait_for, operation)

    asyncio.run(story())
    assert cancelled == ["3"]
    assert sorted((name, body["jobKey"]) for name, body in service.reports if name != "extendJobLease") == [
        ("completeJob", "1"),
        ("throwJobError", "2"),
    ]


def test_asyncio_finishes_its_jobs_when_it_is_refused() -> None:
    service = Service("1")
    service.at_the_end = problem(403, 1209)

    async def story() -> None:
        refused = asyncio.Event()

        async def handler(_: ActivatedJob) -> Mapping[str, Any]:
            await refused.wait()
            return {"done": True}

        async def answer(request: httpx.Request) -> httpx.Response:
            await asyncio.sleep(0)
            response = service(request)
            if response.status_code == 403:
                refused.set()
            return response

        http = httpx.AsyncClient(transport=httpx.MockTransport(answer))
        async with AsyncMillrace("http://service", token="t", http=http) as client:
            await client.worker("t", handler, sub_project_id="s", poll=0).run()

    with pytest.raises(MillraceError, match="1209"):
        asyncio.run(story())
    assert [name for name, _ in service.reports] == ["completeJob"]


def test_stopping_does_not_wait_for_a_request_for_jobs_beyond_its_grace() -> None:
    asked, answered, ran = threading.Event(), threading.Event(), threading.Event()

    def answer(_: httpx.Request) -> httpx.Response:
        asked.set()
        answered.wait(BOUND)
        return httpx.Response(200, json={"jobs": [Service.job("1")]})

    http = httpx.Client(transport=httpx.MockTransport(answer))
    worker = Millrace("http://service", token="t", http=http).worker("t", lambda _: ran.set(), sub_project_id="s")
    worker.start()
    assert asked.wait(BOUND)
    worker.stop(grace=0.01)
    assert not answered.is_set()
    answered.set()
    worker._join()
    assert not ran.is_set()


def test_asyncio_stops_within_its_grace_while_it_asks_for_jobs() -> None:
    async def story() -> None:
        asked = asyncio.Event()

        async def answer(_: httpx.Request) -> httpx.Response:
            asked.set()
            await asyncio.Event().wait()
            raise AssertionError

        http = httpx.AsyncClient(transport=httpx.MockTransport(answer))

        async def handler(_: ActivatedJob) -> None:
            raise AssertionError

        client = AsyncMillrace("http://service", token="t", http=http)
        async with client, client.worker("t", handler, sub_project_id="s") as worker:
            await asyncio.wait_for(asked.wait(), BOUND)
            await asyncio.wait_for(worker.stop(grace=0.01), BOUND)

    asyncio.run(story())
