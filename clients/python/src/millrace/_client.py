"""The blocking client."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import IO, Any

import httpx
from typing_extensions import Self

from ._events import EventReader
from ._files import CallStep, Content, FormStep, Upload, open_source, store_error, target_file, upload_flow
from ._flows import Flow, Limits, PauseStep, SendStep, T, TokenStep, answer_flow, call_flow, transport_errors
from ._generated.models import ClosedFile, Event
from ._generated.operations import OPERATIONS, SyncOperations
from ._requests import CallOptions, Request, build_request
from ._settings import checked_url, credentials_of_environment
from ._tokens import Credentials, TokenCache, TokenProvider
from ._worker import Handler, Worker

NO_OPTIONS = CallOptions()


class Millrace(SyncOperations):
    """A client of one service with one set of credentials. It keeps its token and connections: create it once and share it.

    It has a method for each operation, e.g. `get_process` for getProcess. Threads may share it.
    """

    def __init__(
        self,
        url: str,
        *,
        client_id: str | None = None,
        client_secret: str | None = None,
        scope: str | None = None,
        token: str | TokenProvider | None = None,
        timeout: float = 30.0,
        total_timeout: float = 120.0,
        retries: int = 4,
        http: httpx.Client | None = None,
    ) -> None:
        """Take the address and credentials. Nothing is sent before the first call.

        Args:
            url: Address of the service, e.g. https://millrace.example.com
            client_id: Id of a client; with client_secret. Without credentials, set a token or neither.
            client_secret: Secret of the client
            scope: Space-separated scopes to restrict the token to. Default: all scopes of the client
            token: A token from elsewhere, or a function that returns one
            timeout: Seconds for one attempt of a call
            total_timeout: Seconds for all attempts of a call
            retries: Attempts after the first one
            http: Client of httpx to use, e.g. with a proxy or certificates; it is not closed with this client
        """
        self._url = checked_url(url)
        self._limits = Limits(timeout, total_timeout, retries)
        credentials = Credentials(client_id, client_secret, scope, token)
        self._tokens = TokenCache(self._url, credentials, self._limits)
        self._token_lock = threading.Lock()
        self._owned = http is None
        self._http = http or httpx.Client(follow_redirects=False)

    @classmethod
    def from_environment(cls) -> Self:
        """Return a client of MILLRACE_URL, with MILLRACE_TOKEN, or MILLRACE_CLIENT_ID and MILLRACE_CLIENT_SECRET."""
        return cls(**credentials_of_environment(os.environ))

    def close(self) -> None:
        """Close the connections."""
        if self._owned:
            self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def upload_file(
        self,
        content: Content,
        *,
        sub_project_id: str,
        file_name: str | None = None,
        mime_type: str | None = None,
        process_id: str | None = None,
        stage_key: str | None = None,
        field_name: str | None = None,
        plugin_name: str = "knowledgeRepo",
        options: CallOptions = NO_OPTIONS,
    ) -> ClosedFile:
        """Upload a file by a signed form and confirm it. Size and SHA-256 are checked.

        Args:
            content: Bytes, the path of a file, or an open binary file
            sub_project_id: Id of the sub-project
            file_name: Default: the name of the file
            mime_type: Default: the type of the file name
            process_id: Process to attach the file to
            stage_key: Stage to attach the file to
            field_name: Field of the process that the file is for
            plugin_name: Storage plugin to upload to
            options: Options of the calls; `timeout` also limits the time without progress at the storage
        """
        source = open_source(content)
        upload = Upload(sub_project_id, file_name, mime_type, plugin_name, process_id, stage_key, field_name)
        timeout = options.timeout or self._limits.timeout
        retries = self._limits.retries if options.retries is None else options.retries
        flow = upload_flow(source, upload, options, timeout, retries)
        try:
            step = next(flow)
            while True:
                try:
                    result = self._take_file_step(step)
                except httpx.HTTPError as error:
                    step = flow.throw(error)
                else:
                    step = flow.send(result)
        except StopIteration as stop:
            return stop.value  # type: ignore[no-any-return]
        finally:
            if source.owned:
                source.file.close()

    def _take_file_step(self, step: CallStep | FormStep | PauseStep) -> Any:
        if isinstance(step, CallStep):
            return self._call(step.operation, step.members, step.options)
        if isinstance(step, PauseStep):
            return time.sleep(step.seconds)
        return self._http.post(step.url, data=step.fields, files={"file": step.file}, timeout=step.timeout)

    def download_file(
        self,
        *,
        sub_project_id: str,
        file_id: str,
        process_id: str | None = None,
        to: str | os.PathLike[str] | IO[bytes] | None = None,
        options: CallOptions = NO_OPTIONS,
    ) -> bytes:
        """Download a file from the object storage and return its bytes; with `to` it is written there and nothing is returned.

        Args:
            sub_project_id: Id of the sub-project
            file_id: Id of the file
            process_id: Process that the file belongs to
            to: Path or open binary file to write to
            options: Options of the call; `timeout` also limits the time without progress at the storage
        """
        members = {"subProjectId": sub_project_id, "fileId": file_id, "processId": process_id}
        url = self._call("urlStorage", members, options)["urls"][0]["url"]
        timeout = options.timeout or self._limits.timeout
        with transport_errors("download"), self._http.stream("GET", url, timeout=timeout) as response:
            if to is None or not response.is_success:
                response.read()
            if not response.is_success:
                raise store_error(response)
            if to is None:
                return response.content
            with target_file(to) as file:
                for chunk in response.iter_bytes():
                    file.write(chunk)
        return b""

    def events(
        self,
        *,
        sub_project_id: str,
        after: str = "0",
        types: Sequence[str] | None = None,
        process_id: str | None = None,
        follow: bool = False,
    ) -> Iterator[Event]:
        """Read the event log in its order.

        Args:
            sub_project_id: Id of the sub-project
            after: Position after which to begin: "0" for the oldest event, "latest" for the next one, or the `position` of the
                last event that you have handled
            types: Types or areas, e.g. process.updated and task.*
            process_id: Only events of this process
            follow: Wait for further events at the end of the log, without an end

        Raises:
            EventsLostError: Events after the position were deleted
        """
        reader = EventReader(sub_project_id, after, types, process_id, follow, self._limits.timeout)
        while True:
            flow = reader.page_flow()
            step = next(flow)
            try:
                flow.send(self._call(step.operation, step.members, step.options))
            except StopIteration as stop:
                if stop.value is None:
                    return
                yield from stop.value

    def worker(
        self,
        type: str,  # noqa: A002
        handler: Handler,
        *,
        sub_project_id: str,
        name: str | None = None,
        concurrency: int = 10,
        lease: float = 60.0,
        poll: float = 5.0,
    ) -> Worker:
        """Return a worker on the jobs of a type. `run()` blocks; `with` runs it in the background.

        Args:
            type: Type of the jobs
            handler: Called in a thread for each job. The mapping that it returns is set as variables of the run
            sub_project_id: Id of the sub-project
            name: Name of the worker, shown to operators. Default: the name of the host
            concurrency: Jobs to work on at the same time
            lease: Seconds after which other workers get the job when this one crashes; extended while the handler runs
            poll: Seconds that a request for jobs waits for one
        """
        return Worker(
            self,
            type,
            handler,
            sub_project_id=sub_project_id,
            name=name,
            concurrency=concurrency,
            lease=lease,
            poll=poll,
        )

    def _call(self, operation: str, members: Mapping[str, Any], options: CallOptions | None) -> Any:
        options = options or NO_OPTIONS
        request = build_request(self._url, OPERATIONS[operation], members, options)
        return self._drive(answer_flow(request, self._limits, options))

    def _lines(self, operation: str, members: Mapping[str, Any], options: CallOptions | None) -> Iterator[str]:
        options = options or NO_OPTIONS
        request = build_request(self._url, OPERATIONS[operation], members, options)
        response = self._drive(call_flow(request, self._limits, options))
        try:
            with transport_errors(operation, request.trace_id):
                yield from response.iter_lines()
        finally:
            response.close()

    def _drive(self, flow: Flow[T]) -> T:
        try:
            step = next(flow)
            while True:
                if isinstance(step, PauseStep):
                    time.sleep(step.seconds)
                    step = flow.send(None)
                elif isinstance(step, TokenStep):
                    step = flow.send(self._token(step.rejected))
                else:
                    try:
                        response = self._send(step)
                    except httpx.HTTPError as error:
                        step = flow.throw(error)
                    else:
                        step = flow.send(response)
        except StopIteration as stop:
            return stop.value  # type: ignore[no-any-return]

    def _send(self, step: SendStep) -> httpx.Response:
        request = http_request(self._http, step)
        response = self._http.send(request, stream=True)
        try:
            if not (step.request.operation.streamed and response.is_success):
                response.read()
        except BaseException:
            response.close()
            raise
        return response

    def _token(self, rejected: str | None) -> str | None:
        is_given, token = self._tokens.given(rejected)
        if is_given:
            if token is not None and not isinstance(token, str):
                raise TypeError("The token function of a blocking client must return a text.")
            return token
        # One sign-in at a time, shared by all threads that wait for it.
        with self._token_lock:
            return self._tokens.current(rejected) or self._drive(self._tokens.sign_in_flow())


def http_request(http: httpx.Client | httpx.AsyncClient, step: SendStep) -> httpx.Request:
    """Return the request of a step for httpx."""
    request: Request = step.request
    return http.build_request(
        request.operation.method,
        request.url,
        params=tuple(request.params) or None,
        content=request.body,
        headers=step.headers,
        timeout=step.timeout,
    )
