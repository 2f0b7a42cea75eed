"""What blocking and asynchronous workers share: what they send, and what an outcome means."""

from __future__ import annotations

import inspect
import logging
import random
import socket
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ._generated.models import ActivatedJob
from ._requests import CallOptions
from .errors import BpmnError, InvalidRequestError, JobFailure, MillraceError

LOG = logging.getLogger("millrace.worker")
MOST_JOBS = 100
MAX_MESSAGE = 4000
LONGEST_PAUSE = 30.0
FIRST_PAUSE = 0.5
LEAST_REPORTING = 600.0
"""Longer than an outage that outlasts the lease: the token is valid until another worker gets the job."""
REFUSED = frozenset((400, 401, 403, 404))
GONE = frozenset((404, 409))


@dataclass(frozen=True)
class WorkerSettings:
    """What a worker works on, and how. Times are in seconds."""

    type: str
    sub_project_id: str
    name: str | None
    concurrency: int
    lease: float
    poll: float

    def __post_init__(self) -> None:
        """Refuse settings that the service would refuse later."""
        if self.concurrency < 1:
            raise ValueError("concurrency must be at least 1.")
        if not 1 <= self.lease <= 3600:
            raise ValueError("lease must be from 1 to 3600 seconds.")

    def activation(self, free: int) -> dict[str, Any]:
        """Return the request for jobs."""
        return {
            "subProjectId": self.sub_project_id,
            "type": self.type,
            "worker": self.name or socket.gethostname(),
            "timeout": round(self.lease * 1000),
            "maxJobsToActivate": min(free, MOST_JOBS),
            "requestTimeout": round(self.poll * 1000),
        }

    def activation_options(self, timeout: float) -> CallOptions:
        """Return the options of a request for jobs. Its retries are the worker's own."""
        return CallOptions(timeout=self.poll + timeout, total_timeout=self.poll + timeout, retries=1)

    def extension(self, job: ActivatedJob) -> dict[str, Any]:
        """Return the request that extends the lease of a job."""
        return {**self.of_job(job), "timeout": round(self.lease * 1000)}

    def extension_options(self) -> CallOptions:
        """Return the options of an extension: it must end before the next one."""
        return CallOptions(total_timeout=self.lease / 3)

    def of_job(self, job: ActivatedJob) -> dict[str, Any]:
        """Return the members that prove that this worker has the lease."""
        return {"subProjectId": self.sub_project_id, "jobKey": job["key"], "token": job["token"]}

    def reporting(self) -> CallOptions:
        """Return the options of a report: limited by time, because the work is done."""
        return CallOptions(total_timeout=max(self.lease, LEAST_REPORTING), retries=1 << 30)


@dataclass(frozen=True)
class Report:
    """What is told to the service about a job."""

    operation: str
    members: dict[str, Any]


def report_of(settings: WorkerSettings, job: ActivatedJob, outcome: Mapping[str, Any] | BaseException | None) -> Report:
    """Return the report of what a handler returned or raised."""
    members = settings.of_job(job)
    if not isinstance(outcome, BaseException):
        variables = None if outcome is None else dict(outcome)
        return Report("completeJob", {**members, "variables": variables})
    message = (str(outcome) or type(outcome).__name__)[:MAX_MESSAGE]
    if isinstance(outcome, BpmnError):
        error = {"errorCode": outcome.error_code, "errorMessage": message, "variables": outcome.variables}
        return Report("throwJobError", {**members, **error})
    LOG.warning("A job handler failed: job %s: %s", job["key"], message, exc_info=outcome)
    if not isinstance(outcome, JobFailure):
        return Report("failJob", {**members, "errorMessage": message})
    back_off = None if outcome.retry_after is None else round(outcome.retry_after * 1000)
    return Report("failJob", {**members, "errorMessage": message, "retries": outcome.retries, "retryBackOff": back_off})


def report_of_refused(settings: WorkerSettings, job: ActivatedJob, error: Exception) -> Report:
    """Return the report of a result that cannot be sent as JSON, or that the service does not take."""
    message = f"The result could not be taken: {error}"[:MAX_MESSAGE]
    return Report("failJob", {**settings.of_job(job), "errorMessage": message})


def is_unusable(error: Exception) -> bool:
    """Return whether the result itself is what is wrong: it would fail after every lease."""
    return isinstance(error, (InvalidRequestError, TypeError, ValueError))


def is_lost(error: Exception) -> bool:
    """Return whether the worker has lost the job: its token is stale, or the job or its run no longer exists."""
    return isinstance(error, MillraceError) and error.status in GONE


def is_refused(error: Exception) -> bool:
    """Return whether asking for jobs again meets the same refusal."""
    return isinstance(error, MillraceError) and error.status in REFUSED


def pause_of(failures: int) -> float:
    """Return the seconds before jobs are asked for again."""
    return random.random() * min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** min(failures, 10))


def takes_context(handler: Callable[..., Any]) -> bool:
    """Return whether a handler has a second parameter."""
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    parameters = [one for one in inspect.signature(handler).parameters.values() if one.kind in kinds]
    return len(parameters) > 1
