"""Requests as data: operations, options of a call, and what is sent."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final, Literal


class NotGiven(Enum):
    """The type of `NOT_GIVEN`: the member is left out, where None would be sent as null."""

    NOT_GIVEN = "NOT_GIVEN"


NOT_GIVEN: Final[Literal[NotGiven.NOT_GIVEN]] = NotGiven.NOT_GIVEN


@dataclass(frozen=True)
class Operation:
    """An operation of the contract."""

    id: str
    method: str
    path: str
    public: bool
    """Whether it takes no token."""
    repeatable: bool
    """Whether it may be sent again: it changes nothing, or takes an Idempotency-Key."""
    streamed: bool
    nullable: Sequence[str] = ()
    """Members that take null; for the others None means that they are left out."""
    lists: Sequence[str] = ()
    """Query parameters that may be repeated; in the others lists are separated by commas."""


@dataclass(frozen=True)
class CallOptions:
    """Options of a single call. Times are in seconds; None means the value of the client."""

    timeout: float | None = None
    """Time for one attempt."""
    total_timeout: float | None = None
    """Time for all attempts and the pauses between them."""
    retries: int | None = None
    """Attempts after the first one."""
    idempotency_key: str | None = None
    """Default: a random key for each call, the same for all its attempts. Set it to make a call safe to repeat after a crash."""
    if_match: str | None = None
    """The version that the process must still have, otherwise PreconditionFailedError."""
    trace_id: str | None = None
    """Sent as x-service-traceid. Default: a random id for each call."""


@dataclass(frozen=True)
class Request:
    """A request of an operation, the same for all its attempts."""

    operation: Operation
    url: str
    params: list[tuple[str, str]]
    body: bytes | None
    headers: dict[str, str]
    trace_id: str = field(default="")


def build_request(base_url: str, operation: Operation, members: Mapping[str, Any], options: CallOptions) -> Request:
    """Return the request of an operation with the members that are given."""
    given = {
        name: value
        for name, value in members.items()
        if value is not NOT_GIVEN and (value is not None or name in operation.nullable)
    }
    if operation.method == "GET":
        params, body = query_of(given, operation.lists), None
    else:
        params, body = [], json.dumps(given, ensure_ascii=False, allow_nan=False).encode()
    trace_id = options.trace_id or uuid.uuid4().hex
    headers = {"Accept": "application/x-ndjson, application/json" if operation.streamed else "application/json"}
    if operation.id == "streamEvents":
        headers["Accept"] = "text/event-stream"
    headers["x-service-traceid"] = trace_id
    if body is not None:
        headers["Content-Type"] = "application/json"
        if operation.repeatable and not operation.public:
            headers["Idempotency-Key"] = options.idempotency_key or uuid.uuid4().hex
    if options.if_match is not None:
        headers["If-Match"] = f'"{options.if_match}"'
    return Request(operation, base_url + operation.path, params, body, headers, trace_id)


def query_of(members: Mapping[str, Any], lists: Sequence[str]) -> list[tuple[str, str]]:
    """Return query parameters: lists repeat their name or are joined by commas, objects are JSON."""
    params: list[tuple[str, str]] = []
    for name, value in members.items():
        if name in lists and not isinstance(value, str):
            params.extend((name, text_of(one)) for one in value)
        else:
            params.append((name, text_of(value)))
    return params


def text_of(value: Any) -> str:
    """Return a value as the text of a query parameter."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return json.dumps(value, ensure_ascii=False, allow_nan=False)
    if isinstance(value, Sequence):
        return ",".join(text_of(one) for one in value)
    return str(value)
