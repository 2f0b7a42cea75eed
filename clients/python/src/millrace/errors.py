"""Errors that calls raise."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import httpx

MAX_DETAIL = 300


@dataclass(frozen=True)
class Blame:
    """A member of the request that is not valid."""

    pointer: str
    detail: str


class MillraceError(Exception):
    """The service answered with an error. The class tells the kind of error by its status."""

    def __init__(
        self,
        operation: str,
        status: int,
        detail: str,
        *,
        id: int | None = None,  # noqa: A002
        code: str | None = None,
        errors: tuple[Blame, ...] = (),
        trace_id: str = "",
        retry_after: float | None = None,
    ) -> None:
        which = f"HTTP {status}" if id is None else f"{id} {code or ''}".strip()
        super().__init__(f"{operation}: {which}: {detail}")
        self.operation = operation
        self.status = status
        self.id = id
        """Number of the error, e.g. 1221."""
        self.code = code
        """Name of the error, e.g. ERROR_PROCESS_ID_NOT_FOUND."""
        self.detail = detail
        self.errors = errors
        self.trace_id = trace_id
        """Quote it to support."""
        self.retry_after = retry_after
        """Seconds that the service asks to wait."""


class InvalidRequestError(MillraceError):
    """The request is not valid (400, 405, 413, 415, 417, 431)."""


class UnauthenticatedError(MillraceError):
    """Token or credentials are missing or not valid (401)."""


class NotAllowedError(MillraceError):
    """The roles of the caller do not allow it (403)."""


class NotFoundError(MillraceError):
    """Something in the request does not exist (404, 410)."""


class ConflictError(MillraceError):
    """The request conflicts with the current state (409)."""


class PreconditionFailedError(MillraceError):
    """The process has changed since it was read (412)."""


class RateLimitedError(MillraceError):
    """Too many requests (429); `retry_after` says how long to wait."""


class InternalError(MillraceError):
    """The service failed to process the request (500)."""


class UnavailableError(MillraceError):
    """The service, or a proxy before it, is temporarily unavailable (408, 502, 503, 504)."""


class StorageError(MillraceError):
    """The storage is locked, cannot be reached, or does not have the upload: all codes `ERROR_STORAGE_…`."""


class TransportError(Exception):
    """No complete answer arrived. It is not known whether the request took effect."""

    def __init__(self, operation: str, trace_id: str, message: str) -> None:
        super().__init__(f"{operation}: {message}")
        self.operation = operation
        self.trace_id = trace_id


class TimedOutError(TransportError):
    """No complete answer arrived in time."""


class ObjectStoreError(Exception):
    """The object storage refused an upload or a download."""

    def __init__(self, status: int, code: str, detail: str) -> None:
        super().__init__(f"the object storage answered {status} {code}: {detail}".rstrip(": "))
        self.status = status
        self.code = code
        """Code of S3, e.g. EntityTooLarge."""


class VerificationError(Exception):
    """The file that the service has confirmed is not the file that was sent."""


class EventsLostError(Exception):
    """Events after the position were deleted: read the current state, and go on after `position`."""

    def __init__(self, position: str) -> None:
        super().__init__(f"events were deleted; read the current state and go on after position {position}")
        self.position = position


class BpmnError(Exception):
    """Raise it in a job handler to end the job with a BPMN error, which a boundary event can catch."""

    def __init__(self, error_code: str, message: str = "", variables: dict[str, Any] | None = None) -> None:
        super().__init__(message)
        self.error_code = error_code
        self.variables = variables


class JobFailure(Exception):  # noqa: N818
    """Raise it in a job handler to say how the job is retried. Other exceptions use the defaults of the service."""

    def __init__(self, message: str, *, retries: int | None = None, retry_after: float | None = None) -> None:
        """Take the attempts left (0 raises an incident at once) and the seconds until the next attempt."""
        super().__init__(message)
        self.retries = retries
        self.retry_after = retry_after


_BY_STATUS: dict[int, type[MillraceError]] = {
    400: InvalidRequestError,
    401: UnauthenticatedError,
    403: NotAllowedError,
    404: NotFoundError,
    405: InvalidRequestError,
    408: UnavailableError,
    409: ConflictError,
    410: NotFoundError,
    412: PreconditionFailedError,
    413: InvalidRequestError,
    415: InvalidRequestError,
    417: InvalidRequestError,
    423: StorageError,
    429: RateLimitedError,
    431: InvalidRequestError,
    500: InternalError,
    502: UnavailableError,
    503: UnavailableError,
    504: UnavailableError,
}


def error_of(operation: str, trace_id: str, response: httpx.Response) -> MillraceError:
    """Return the error of an answer: its problem (RFC 9457), or the text of a proxy's page."""
    problem = _object(response.text)
    code = problem.get("code")
    kind = _BY_STATUS.get(response.status_code, MillraceError)
    if isinstance(code, str) and code.startswith("ERROR_STORAGE_"):
        kind = StorageError
    blames = problem.get("errors")
    number, detail = problem.get("id"), problem.get("detail")
    return kind(
        operation,
        response.status_code,
        detail if isinstance(detail, str) else response.text[:MAX_DETAIL] or response.reason_phrase or "no detail",
        id=number if isinstance(number, int) else None,
        code=code if isinstance(code, str) else None,
        errors=tuple(
            Blame(str(one.get("pointer", "")), str(one.get("detail", "")))
            for one in (blames if isinstance(blames, list) else [])
            if isinstance(one, dict)
        ),
        trace_id=str(problem.get("traceId") or response.headers.get("x-service-traceid") or trace_id),
        retry_after=retry_after_of(response.headers.get("retry-after"), response.headers.get("date")),
    )


def retry_after_of(value: str | None, sent: str | None) -> float | None:
    """Return the seconds of a Retry-After field. A date is compared with the Date field, not with the local clock."""
    if value is None:
        return None
    if value.strip().isdigit():
        return float(value)
    until = _date(value)
    if until is None:
        return None
    begun = _date(sent or "") or datetime.now(timezone.utc)
    return max(0.0, (until - begun).total_seconds())


def _date(text: str) -> datetime | None:
    try:
        date = parsedate_to_datetime(text)
    except (TypeError, ValueError):
        return None
    return date if date.tzinfo is not None else date.replace(tzinfo=timezone.utc)


def _object(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}
