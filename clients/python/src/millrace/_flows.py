"""What a call does, without input and output: generators that yield steps, which the clients take.

The same rules so hold for the blocking client and the one for asyncio. A step is a request to send, a pause, or the wish
for a token. The client sends its result back into the generator, or throws the exception of httpx.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar, Union

import httpx

from ._requests import CallOptions, Request
from .errors import MillraceError, TimedOutError, TransportError, UnauthenticatedError, error_of

INVALID_TOKEN = 1001
RETRYABLE = frozenset((429, 502, 503, 504))
FIRST_PAUSE = 0.2
LONGEST_PAUSE = 10.0
LONG_ATTEMPT = 280.0
LONG_TOTAL = 1800.0
LONG_OPERATIONS = frozenset(
    ("closeSignedStorage", "completeMultipartStorage", "exportProcesses", "exportAuditLogs"),
)


@dataclass(frozen=True)
class Limits:
    """Limits of calls. Times are in seconds."""

    timeout: float = 30.0
    total_timeout: float = 120.0
    retries: int = 4


@dataclass(frozen=True)
class SendStep:
    """Send a request and return its response; its body is read unless the operation is streamed and succeeds."""

    request: Request
    headers: dict[str, str]
    timeout: float


@dataclass(frozen=True)
class PauseStep:
    """Wait for so many seconds."""

    seconds: float


@dataclass(frozen=True)
class TokenStep:
    """Return a token, or None without credentials; another one than the rejected one if possible."""

    rejected: str | None


Step = Union[SendStep, PauseStep, TokenStep]
T = TypeVar("T")
Flow = Generator[Step, Any, T]


def call_flow(request: Request, limits: Limits, options: CallOptions) -> Flow[httpx.Response]:
    """Send a request, and send it again after temporary failures.

    Repeating is safe: a GET changes nothing, and a POST carries one Idempotency-Key for all its attempts. A rejected
    token is replaced once; this does not count as a retry.
    """
    operation = request.operation
    timeout, total, retries = limits_of(operation.id, limits, options)
    deadline = time.monotonic() + total
    failures = 0
    rejected: str | None = None
    while True:
        token: str | None = None if operation.public else (yield TokenStep(rejected))
        headers = {**request.headers, "Authorization": f"Bearer {token}"} if token else request.headers
        left = deadline - time.monotonic()
        failure = yield from _attempt(SendStep(request, headers, max(0.001, min(timeout, left))))
        if isinstance(failure, httpx.Response):
            return failure
        is_rejected = isinstance(failure, UnauthenticatedError) and failure.id == INVALID_TOKEN
        if is_rejected and token is not None and rejected is None:
            rejected = token
            continue
        pause = pause_of(failure, failures)
        may_repeat = operation.repeatable and is_temporary(failure)
        if not may_repeat or failures >= retries or time.monotonic() + pause >= deadline:
            raise failure
        failures += 1
        yield PauseStep(pause)


def _attempt(step: SendStep) -> Generator[Step, Any, httpx.Response | MillraceError | TransportError]:
    operation, trace_id = step.request.operation.id, step.request.trace_id
    try:
        response: httpx.Response = yield step
    except httpx.RequestError as error:
        return transport_error(operation, trace_id, error)
    return response if response.is_success else error_of(operation, trace_id, response)


def transport_error(operation: str, trace_id: str, error: httpx.RequestError) -> TransportError:
    """Return the error of ours for one of httpx."""
    failure: TransportError
    if isinstance(error, httpx.TimeoutException):
        failure = TimedOutError(operation, trace_id, f"no complete answer in time: {str(error) or type(error).__name__}")
    else:
        failure = TransportError(operation, trace_id, f"{type(error).__name__}: {error}")
    failure.__cause__ = error
    return failure


@contextmanager
def transport_errors(operation: str, trace_id: str = "") -> Iterator[None]:
    """Raise our errors where httpx raises its own."""
    try:
        yield
    except httpx.RequestError as error:
        raise transport_error(operation, trace_id, error) from error


def answer_flow(request: Request, limits: Limits, options: CallOptions) -> Flow[Any]:
    """Return the JSON of the answer of a call."""
    response = yield from call_flow(request, limits, options)
    try:
        return json.loads(response.content)
    except ValueError as error:
        start = response.text[:100]
        raise TransportError(request.operation.id, request.trace_id, f"the answer is not JSON: {start!r}") from error


def limits_of(operation: str, limits: Limits, options: CallOptions) -> tuple[float, float, int]:
    """Return the times and retries of a call. Four operations can take long."""
    is_long = operation in LONG_OPERATIONS
    timeout = max(limits.timeout, LONG_ATTEMPT) if is_long else limits.timeout
    total = max(limits.total_timeout, LONG_TOTAL) if is_long else limits.total_timeout
    return (
        timeout if options.timeout is None else options.timeout,
        total if options.total_timeout is None else options.total_timeout,
        limits.retries if options.retries is None else options.retries,
    )


def is_temporary(error: Exception) -> bool:
    """Return whether the same request can succeed when it is repeated."""
    return isinstance(error, TransportError) or (isinstance(error, MillraceError) and error.status in RETRYABLE)


def pause_of(error: Exception, failures: int, rand: Callable[[], float] = random.random) -> float:
    """Return the seconds before the next attempt: backoff with full jitter, after the time that the service asks for."""
    asked = error.retry_after or 0.0 if isinstance(error, MillraceError) else 0.0
    return float(asked + rand() * min(LONGEST_PAUSE, FIRST_PAUSE * 2.0**failures))
