"""Client of Millrace: processes, workflows, files, job workers and events.

`Millrace` blocks, `AsyncMillrace` is for asyncio. Both have a method for each operation of the service. The types of answers
are in `millrace.models`.
"""

from . import models
from ._async_client import AsyncMillrace
from ._async_worker import AsyncHandler, AsyncWorker
from ._client import Millrace
from ._requests import NOT_GIVEN, CallOptions, NotGiven
from ._tokens import TokenProvider
from ._worker import Handler, JobContext, Worker
from .errors import (
    Blame,
    BpmnError,
    ConflictError,
    EventsLostError,
    InternalError,
    InvalidRequestError,
    JobFailure,
    MillraceError,
    NotAllowedError,
    NotFoundError,
    ObjectStoreError,
    PreconditionFailedError,
    RateLimitedError,
    StorageError,
    TimedOutError,
    TransportError,
    UnauthenticatedError,
    UnavailableError,
    VerificationError,
)

__all__ = [
    "NOT_GIVEN",
    "AsyncHandler",
    "AsyncMillrace",
    "AsyncWorker",
    "Blame",
    "BpmnError",
    "CallOptions",
    "ConflictError",
    "EventsLostError",
    "Handler",
    "InternalError",
    "InvalidRequestError",
    "JobContext",
    "JobFailure",
    "Millrace",
    "MillraceError",
    "NotAllowedError",
    "NotFoundError",
    "NotGiven",
    "ObjectStoreError",
    "PreconditionFailedError",
    "RateLimitedError",
    "StorageError",
    "TimedOutError",
    "TokenProvider",
    "TransportError",
    "UnauthenticatedError",
    "UnavailableError",
    "VerificationError",
    "Worker",
    "models",
]
