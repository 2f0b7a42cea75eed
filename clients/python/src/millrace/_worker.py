"""A worker whose handlers run in threads."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Union

from typing_extensions import Self

from ._generated.models import ActivatedJob
from ._jobs import (
    LOG,
    WorkerSettings,
    is_lost,
    is_refused,
    is_unusable,
    pause_of,
    report_of,
    report_of_refused,
    takes_context,
)

if TYPE_CHECKING:
    from ._client import Millrace


class JobContext:
    """Second argument of a handler."""

    def __init__(self) -> None:
        self.cancelled = threading.Event()
        """Set when the lease is lost or the worker no longer waits. The result of the handler is then ignored."""


Handler = Union[
    Callable[[ActivatedJob], "Mapping[str, Any] | None"],
    Callable[[ActivatedJob, JobContext], "Mapping[str, Any] | None"],
]
"""Does the work of a job. It can be called more than once for a job: pass `job["idempotencyKey"]` to what it calls.

Raise BpmnError for a BPMN error and JobFailure to say how to retry. Any other exception is a failed attempt.
"""


class Worker:
    """Works on the jobs of a type. While the service is unavailable it tries again; when the service refuses it, it ends."""

    def __init__(self, client: Millrace, type: str, handler: Handler, **settings: Any) -> None:  # noqa: A002
        self._client = client
        self._settings = WorkerSettings(type=type, **settings)
        self._handler: Callable[..., Mapping[str, Any] | None] = handler
        self._takes_context = takes_context(handler)
        self._stopping = threading.Event()
        self._changed = threading.Condition()
        self._running: dict[str, JobContext] = {}
        self._thread: threading.Thread | None = None
        self._error: Exception | None = None
        self._is_done = True
        """Whether no request for jobs is on its way, and none will be."""
        self._abandoned = False

    @property
    def running(self) -> int:
        """Number of jobs whose handlers run now."""
        with self._changed:
            return len(self._running)

    def run(self) -> None:
        """Work until `stop()` or Ctrl+C, then wait for the running handlers.

        Raises:
            MillraceError: The service refuses the worker: wrong credentials, a missing right, an unknown sub-project
        """
        self.start()
        try:
            self._join()
        except KeyboardInterrupt:
            self.stop()

    def start(self) -> None:
        """Work in the background until `stop()`."""
        if self._thread is not None:
            raise RuntimeError("A worker can be started once.")
        self._is_done = False
        self._thread = threading.Thread(target=self._work, name=f"millrace {self._settings.type}", daemon=True)
        self._thread.start()

    def stop(self, grace: float | None = None) -> None:
        """Take no more jobs and wait for the running handlers, at most `grace` seconds.

        After that their results are ignored, and other workers get their jobs when the leases end. A request for jobs that is
        on its way is waited for within the same time; what it brings later is not begun.
        """
        self._stopping.set()
        with self._changed:
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._is_done and not self._running, grace)
            self._abandoned = True
            for context in self._running.values():
                context.cancelled.set()
            self._running.clear()
            self._changed.notify_all()
        if self._error is not None:
            raise self._error

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _join(self) -> None:
        if self._thread is not None:
            self._thread.join()
        if self._error is not None:
            raise self._error

    def _work(self) -> None:
        try:
            self._take_jobs()
        finally:
            with self._changed:
                self._is_done = True
                self._changed.notify_all()
                self._changed.wait_for(lambda: not self._running)

    def _take_jobs(self) -> None:
        failures = 0
        settings = self._settings
        while not self._stopping.is_set():
            free = settings.concurrency - self.running
            if free < 1:
                with self._changed:
                    self._changed.wait_for(
                        lambda: self._stopping.is_set() or len(self._running) < settings.concurrency,
                    )
                continue
            try:
                # It is never abandoned: the service may have just leased jobs, and they would wait for the end of the lease.
                options = settings.activation_options(self._client._limits.timeout)
                jobs = self._client._call("activateJobs", settings.activation(free), options)["jobs"]
                failures = 0
            except Exception as error:
                if is_refused(error):
                    self._error = error
                    break
                LOG.warning("Jobs of type %s could not be activated: %s", settings.type, error)
                self._stopping.wait(pause_of(failures))
                failures += 1
                continue
            for job in jobs:
                self._begin(job)

    def _begin(self, job: ActivatedJob) -> None:
        context = JobContext()
        with self._changed:
            if self._abandoned:
                return
            self._running[job["key"]] = context
        threading.Thread(target=self._run, args=(job, context), name=f"job {job['key']}", daemon=True).start()

    def _run(self, job: ActivatedJob, context: JobContext) -> None:
        done = threading.Event()
        threading.Thread(target=self._keep_lease, args=(job, context, done), daemon=True).start()
        try:
            outcome: Mapping[str, Any] | BaseException | None
            try:
                outcome = self._handler(job, context) if self._takes_context else self._handler(job)
            except Exception as error:
                outcome = error
            if context.cancelled.is_set():
                LOG.warning("The result of job %s is dropped: its lease was lost or the worker has stopped", job["key"])
                return
            self._deliver(job, outcome)
        except Exception as error:
            LOG.warning("The result of job %s is dropped: %s", job["key"], error)
        finally:
            done.set()
            with self._changed:
                if self._running.get(job["key"]) is context:
                    del self._running[job["key"]]
                self._changed.notify_all()

    def _deliver(self, job: ActivatedJob, outcome: Mapping[str, Any] | BaseException | None) -> None:
        options = self._settings.reporting()
        try:
            report = report_of(self._settings, job, outcome)
            self._client._call(report.operation, report.members, options)
        except Exception as error:
            if not is_unusable(error):
                raise
            report = report_of_refused(self._settings, job, error)
            self._client._call(report.operation, report.members, options)

    def _keep_lease(self, job: ActivatedJob, context: JobContext, done: threading.Event) -> None:
        """Extend the lease every third of its length, so that two extensions may fail before it ends."""
        settings = self._settings
        while not done.wait(settings.lease / 3):
            try:
                self._client._call("extendJobLease", settings.extension(job), settings.extension_options())
            except Exception as error:
                if done.is_set():
                    return
                LOG.warning("The lease of job %s could not be extended: %s", job["key"], error)
                if is_lost(error):
                    context.cancelled.set()
                    return
