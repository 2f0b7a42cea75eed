"""The rules of calls, against a transport in memory."""

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar

import httpx
import pytest

from millrace import (
    AsyncMillrace,
    CallOptions,
    EventsLostError,
    InvalidRequestError,
    Millrace,
    MillraceError,
    ObjectStoreError,
    RateLimitedError,
    StorageError,
    TimedOutError,
    TransportError,
    UnauthenticatedError,
    VerificationError,
    _flows,
)
from millrace.errors import retry_after_of

Answer = Callable[[httpx.Request], httpx.Response]
PROCESS: dict[str, Any] = {"sub_project_id": "s", "fields": {}}


def problem(status: int, number: int, **headers: str) -> httpx.Response:
    body = {"id": number, "code": "ERROR_X", "detail": "No.", "traceId": "t-1", "errors": [{"pointer": "/a", "detail": "b"}]}
    return httpx.Response(status, json=body, headers={name.replace("_", "-"): value for name, value in headers.items()})


class Service:
    """Answers in turn; the last answer stays. Sign-ins are answered separately."""

    def __init__(self, *answers: Answer | httpx.Response | Exception) -> None:
        self.answers = list(answers)
        self.requests: list[httpx.Request] = []
        self.sign_ins = 0
        self.lifetime = 3600

    def __call__(self, request: httpx.Request) -> httpx.Response:
        if request.url.path == "/v1/users/userLogin":
            self.sign_ins += 1
            token = {"access_token": f"token-{self.sign_ins}", "expires_in": self.lifetime}
            return httpx.Response(200, json=token)
        self.requests.append(request)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, Exception):
            raise answer
        return answer(request) if callable(answer) else answer

    def client(self, **settings: Any) -> Millrace:
        http = httpx.Client(transport=httpx.MockTransport(self))
        return Millrace("http://service/", client_id="c", client_secret="s", http=http, **settings)


def created(request: httpx.Request) -> httpx.Response:
    return httpx.Response(200, json={"id": "p"})


@pytest.fixture(autouse=True)
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    waited: list[float] = []
    monkeypatch.setattr("millrace._client.time.sleep", waited.append)
    return waited


def test_a_post_has_one_idempotency_key_and_one_trace_id_for_all_its_attempts() -> None:
    service = Service(httpx.ConnectError("refused"), problem(503, 1010), created)
    assert service.client().create_process(**PROCESS) == {"id": "p"}
    assert len(service.requests) == 3
    for name in ("idempotency-key", "x-service-traceid"):
        values = {request.headers[name] for request in service.requests}
        assert len(values) == 1
        assert values != {""}


def test_the_key_and_the_version_of_the_caller_are_sent() -> None:
    service = Service(created)
    options = CallOptions(idempotency_key="k-1", if_match="7", trace_id="trace-1")
    service.client().update_process_field(sub_project_id="s", process_id="p", updates={}, options=options)
    headers = service.requests[0].headers
    assert (headers["idempotency-key"], headers["if-match"], headers["x-service-traceid"]) == ("k-1", '"7"', "trace-1")


def test_retry_after_is_the_least_pause(pauses: list[float]) -> None:
    service = Service(problem(429, 1003, retry_after="7"), created)
    service.client().create_process(**PROCESS)
    assert len(pauses) == 1
    assert 7 <= pauses[0] < 7.2


@pytest.mark.parametrize(
    ("value", "sent", "seconds"),
    [
        (None, None, None),
        ("12", None, 12.0),
        ("Mon, 23 Nov 2026 10:00:30 GMT", "Mon, 23 Nov 2026 10:00:00 GMT", 30.0),
        ("Mon, 23 Nov 2026 09:00:00 GMT", "Mon, 23 Nov 2026 10:00:00 GMT", 0.0),
        ("soon", None, None),
    ],
)
def test_retry_after_is_seconds_or_a_date(value: str | None, sent: str | None, seconds: float | None) -> None:
    assert retry_after_of(value, sent) == seconds


def test_it_gives_up_after_its_retries_and_raises_the_error_of_the_service() -> None:
    service = Service(problem(503, 1010))
    with pytest.raises(MillraceError, match=r"createProcess: 1010 ERROR_X: No\.") as raised:
        service.client(retries=2).create_process(**PROCESS)
    assert len(service.requests) == 3
    assert (raised.value.trace_id, raised.value.errors[0].pointer) == ("t-1", "/a")


def test_it_does_not_wait_beyond_the_total_time() -> None:
    service = Service(problem(429, 1003, retry_after="3600"))
    with pytest.raises(RateLimitedError) as raised:
        service.client().create_process(**PROCESS)
    assert len(service.requests) == 1
    assert raised.value.retry_after == 3600


def test_other_errors_are_not_retried() -> None:
    service = Service(problem(400, 1200))
    with pytest.raises(InvalidRequestError):
        service.client().create_process(**PROCESS)
    assert len(service.requests) == 1


def test_a_post_without_idempotency_key_is_sent_once() -> None:
    service = Service(httpx.ReadTimeout("late"))
    with pytest.raises(TimedOutError):
        service.client().sign_out()
    assert len(service.requests) == 1


def test_codes_of_the_storage_are_storage_errors() -> None:
    answer = httpx.Response(400, json={"id": 1715, "code": "ERROR_STORAGE_CLOSE_FAILED", "detail": "missing"})
    with pytest.raises(StorageError, match="1715"):
        Service(answer).client().create_process(**PROCESS)


def test_an_answer_that_is_not_json_is_a_transport_error() -> None:
    with pytest.raises(TransportError, match="not JSON"):
        Service(httpx.Response(200, text="<html>")).client().create_process(**PROCESS)


def test_the_page_of_a_proxy_is_the_detail() -> None:
    with pytest.raises(MillraceError, match="HTTP 418: I am a proxy"):
        Service(httpx.Response(418, text="I am a proxy")).client().create_process(**PROCESS)


class TestTokens:
    def test_calls_share_one_until_it_nears_its_end(self) -> None:
        service = Service(created)
        client = service.client()
        client.create_process(**PROCESS)
        client.create_process(**PROCESS)
        assert service.sign_ins == 1
        service.lifetime = 0
        other = service.client()
        other.create_process(**PROCESS)
        other.create_process(**PROCESS)
        assert service.sign_ins == 3

    def test_a_rejected_one_is_replaced_once(self) -> None:
        service = Service(problem(401, 1001), created)
        service.client().create_process(**PROCESS)
        assert [request.headers["authorization"] for request in service.requests] == ["Bearer token-1", "Bearer token-2"]
        refusing = Service(problem(401, 1001))
        with pytest.raises(UnauthenticatedError):
            refusing.client().create_process(**PROCESS)
        assert (refusing.sign_ins, len(refusing.requests)) == (2, 2)

    def test_threads_share_a_sign_in(self) -> None:
        service = Service(created)
        client = service.client()
        begin = threading.Barrier(8)

        def call() -> None:
            begin.wait(10)
            client.create_process(**PROCESS)

        threads = [threading.Thread(target=call) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)
        assert (service.sign_ins, len(service.requests)) == (1, 8)

    def test_a_function_gives_them_and_hears_of_rejected_ones(self) -> None:
        service = Service(problem(401, 1001), created)
        heard: list[str | None] = []

        def token(rejected: str | None) -> str:
            heard.append(rejected)
            return f"own-{len(heard)}"

        http = httpx.Client(transport=httpx.MockTransport(service))
        Millrace("http://service", token=token, http=http).create_process(**PROCESS)
        assert heard == [None, "own-1"]
        assert service.sign_ins == 0

    @pytest.mark.parametrize("settings", [{"client_id": "c"}, {"client_id": "c", "client_secret": "s", "token": "t"}])
    def test_credentials_that_cannot_be_meant_are_refused(self, settings: dict[str, str]) -> None:
        with pytest.raises(ValueError, match="client_secret"):
            Millrace("http://service", **settings)  # type: ignore[arg-type]

    def test_an_address_is_an_address(self) -> None:
        with pytest.raises(ValueError, match="not an address"):
            Millrace("service.example.com")


class TestMembers:
    def test_none_leaves_a_member_out_unless_it_takes_null(self) -> None:
        service = Service(created)
        client = service.client()
        client.activate_jobs(sub_project_id="s", type="t", worker=None)
        assert json.loads(service.requests[0].content) == {"subProjectId": "s", "type": "t"}

    def test_queries_are_texts(self) -> None:
        service = Service(httpx.Response(200, json={"meta": {}, "processes": []}))
        service.client().get_process(
            page=1, per_page_count=50, filters={"state": "INIT"}, sort=["-createdTs", "state"], include=["version", "stageKey"]
        )
        query = dict(service.requests[0].url.params)
        assert query == {
            "page": "1",
            "perPageCount": "50",
            "filters": '{"state": "INIT"}',
            "sort": "-createdTs,state",
            "include": "version,stageKey",
        }


def upload_service(close: dict[str, Any], *stores: httpx.Response) -> tuple[Service, list[httpx.Request]]:
    posted: list[httpx.Request] = []
    answers = list(stores)

    def answer(request: httpx.Request) -> httpx.Response:
        if request.url.host == "store":
            posted.append(request)
            return answers.pop(0)
        if request.url.path.endswith("createSignedStorage"):
            form = {"url": "http://store/bucket", "fields": {"key": "k", "Policy": "p"}}
            return httpx.Response(200, json={"file": {"id": "f", "fileName": "a.txt", "locked": True}, "aws": form})
        return httpx.Response(200, json={"file": close})

    return Service(answer), posted


class TestUpload:
    closed: ClassVar[dict[str, Any]] = {"id": "f", "fileName": "a.txt", "size": "5", "locked": False}

    def test_sends_size_and_sha256_and_the_file_last(self) -> None:
        service, posted = upload_service(self.closed, httpx.Response(204))
        assert service.client().upload_file(b"hello", sub_project_id="s", file_name="a.txt") == self.closed
        body = json.loads(service.requests[0].content)
        assert (body["size"], body["mimeType"]) == ("5", "text/plain")
        assert body["sha256"] == "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"
        form = posted[0].content
        assert "authorization" not in posted[0].headers
        assert form.index(b'name="key"') < form.index(b'name="Policy"') < form.index(b'name="file"')

    def test_sends_the_form_again_after_a_temporary_failure(self) -> None:
        service, posted = upload_service(self.closed, httpx.Response(503), httpx.Response(204))
        service.client().upload_file(b"hello", sub_project_id="s", file_name="a.txt")
        assert [b"hello" in request.content for request in posted] == [True, True]

    def test_says_why_the_storage_refuses(self) -> None:
        refusal = httpx.Response(400, text="<Error><Code>EntityTooLarge</Code><Message>Too large</Message></Error>")
        service, _ = upload_service(self.closed, refusal)
        with pytest.raises(ObjectStoreError, match="400 EntityTooLarge: Too large"):
            service.client().upload_file(b"hello", sub_project_id="s", file_name="a.txt")

    @pytest.mark.parametrize("wrong", [{"size": "4"}, {"locked": True}, {"id": "g"}])
    def test_checks_what_is_confirmed(self, wrong: dict[str, Any]) -> None:
        service, _ = upload_service({**self.closed, **wrong}, httpx.Response(204))
        with pytest.raises(VerificationError):
            service.client().upload_file(b"hello", sub_project_id="s", file_name="a.txt")


def download_service(answer: Answer) -> Service:
    def answers(request: httpx.Request) -> httpx.Response:
        if request.url.host == "store":
            return answer(request)
        return httpx.Response(200, json={"urls": [{"url": "http://store/bucket/f"}]})

    return Service(answers)


class TestDownload:
    call: ClassVar[dict[str, Any]] = {"sub_project_id": "s", "file_id": "f"}

    def test_returns_or_writes_the_content(self, tmp_path: Path) -> None:
        client = download_service(lambda _: httpx.Response(200, content=b"hello")).client()
        assert client.download_file(**self.call) == b"hello"
        client.download_file(**self.call, to=tmp_path / "copy")
        with (tmp_path / "open").open("wb") as file:
            client.download_file(**self.call, to=file)
        assert {one.name: one.read_bytes() for one in tmp_path.iterdir()} == {"copy": b"hello", "open": b"hello"}

    def test_leaves_the_file_as_it_was_when_the_storage_stops_half_way(self, tmp_path: Path) -> None:
        def half() -> Iterator[bytes]:
            yield b"hel"
            raise httpx.ReadError("connection reset")

        target = tmp_path / "copy"
        target.write_bytes(b"before")
        client = download_service(lambda _: httpx.Response(200, content=half())).client()
        with pytest.raises(TransportError, match="connection reset"):
            client.download_file(**self.call, to=target)
        assert [(one.name, one.read_bytes()) for one in tmp_path.iterdir()] == [("copy", b"before")]

    def test_says_why_nothing_came(self) -> None:
        def silent(_: httpx.Request) -> httpx.Response:
            raise httpx.ReadTimeout("")

        with pytest.raises(TimedOutError, match="ReadTimeout"):
            download_service(silent).client().download_file(**self.call)
        refusal = httpx.Response(403, text="<Error><Code>AccessDenied</Code><Message>expired</Message></Error>")
        with pytest.raises(ObjectStoreError, match="403 AccessDenied: expired"):
            download_service(lambda _: refusal).client().download_file(**self.call)

    def test_asyncio_leaves_the_file_as_it_was(self, tmp_path: Path) -> None:
        async def half() -> AsyncIterator[bytes]:
            yield b"hel"
            raise httpx.ReadError("connection reset")

        async def story() -> None:
            service = download_service(lambda _: httpx.Response(200, content=half()))
            async with AsyncMillrace(
                "http://service", token="t", http=httpx.AsyncClient(transport=httpx.MockTransport(service))
            ) as client:
                await client.download_file(**self.call, to=tmp_path / "copy")

        with pytest.raises(TransportError, match="connection reset"):
            asyncio.run(story())
        assert list(tmp_path.iterdir()) == []


class TestEvents:
    def page(self, positions: list[int], following: str, latest: str, *, reset: bool = False) -> httpx.Response:
        events = [{"position": str(one)} for one in positions]
        return httpx.Response(200, json={"events": events, "next": following, "latest": latest, "reset": reset})

    def test_are_read_page_by_page_to_the_end(self) -> None:
        service = Service(self.page([1, 2], "2", "9"), self.page([], "7", "9"), self.page([8], "9", "9"), self.page([], "9", "9"))
        read = [event["position"] for event in service.client().events(sub_project_id="s", types=["task.*", "run.started"])]
        assert read == ["1", "2", "8"]
        assert [request.url.params["afterPosition"] for request in service.requests] == ["0", "2", "7", "9"]
        assert service.requests[0].url.params.get_list("types") == ["task.*", "run.started"]

    def test_that_were_deleted_are_told_of(self) -> None:
        service = Service(self.page([], "40", "50", reset=True))
        with pytest.raises(EventsLostError) as raised:
            list(service.client().events(sub_project_id="s", after="3"))
        assert raised.value.position == "40"


def test_asyncio_follows_the_same_rules() -> None:
    service = Service(problem(503, 1010), problem(401, 1001), created)

    async def story() -> None:
        http = httpx.AsyncClient(transport=httpx.MockTransport(service))
        async with AsyncMillrace("http://service", client_id="c", client_secret="s", http=http) as client:
            assert await client.create_process(**PROCESS) == {"id": "p"}

    asyncio.run(story())
    assert [request.headers["authorization"] for request in service.requests] == ["Bearer token-1"] * 2 + ["Bearer token-2"]
    assert len({request.headers["idempotency-key"] for request in service.requests}) == 1


def test_the_backoff_doubles_up_to_its_limit() -> None:
    error = TransportError("x", "t", "broken")
    assert [round(_flows.pause_of(error, failures, lambda: 1.0), 1) for failures in (0, 1, 2, 10)] == [0.2, 0.4, 0.8, 10.0]
