"""A worker whose handlers are coroutines."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

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
)

if TYPE_CHECKING:
    from ._async_client import AsyncMillrace

AsyncHandler = Callable[[ActivatedJob], Awaitable["Mapping[str, Any] | None"]]
"""Does the work of a job. It is cancelled when the lease is lost. See Handler."""


class AsyncWorker:
    """Works on the jobs of a type. While the service is unavailable it tries again; when the service refuses it, it ends."""

    def __init__(self, client: AsyncMillrace, type: str, handler: AsyncHandler, **settings: Any) -> None:  # noqa: A002
        self._client = client
        self._settings = WorkerSettings(type=type, **settings)
        self._handler = handler
        self._stopping = asyncio.Event()
        self._running: set[asyncio.Task[None]] = set()
        self._task: asyncio.Task[None] | None = None

    @property
    def running(self) -> int:
        """Number of jobs whose handlers run now."""
        return len(self._running)

    async def run(self) -> None:
        """Work until `stop()`, then wait for the running handlers. Cancelling it cancels the handlers.

        Raises:
            MillraceError: The service refuses the worker: wrong credentials, a missing right, an unknown sub-project
        """
        try:
            await self._work()
        finally:
            for task in self._running:
                task.cancel()

    async def stop(self, grace: float | None = None) -> None:
        """Take no more jobs and wait for the running handlers, at most `grace` seconds; then they are cancelled.

        A request for jobs that is on its way is waited for within the same time. Other workers get what it would have
        brought when the leases end.
        """
        self._stopping.set()
        if self._task is None:
            if self._running:
                await asyncio.wait(set(self._running), timeout=grace)
            for task in self._running:
                task.cancel()
            return
        _, late = await asyncio.wait({self._task}, timeout=grace)
        if late:
            self._task.cancel()
            await asyncio.wait(late)
        if not self._task.cancelled():
            self._task.result()

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self.run())
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    async def _work(self) -> None:
        failures = 0
        settings = self._settings
        while not self._stopping.is_set():
            free = settings.concurrency - len(self._running)
            if free < 1:
                await asyncio.wait(set(self._running), return_when=asyncio.FIRST_COMPLETED)
                continue
            try:
                # It is never abandoned: the service may have just leased jobs, and they would wait for the end of the lease.
                options = settings.activation_options(self._client._limits.timeout)
                answer = await self._client._call("activateJobs", settings.activation(free), options)
                failures = 0
            except Exception as error:
                if is_refused(error):
                    # What runs has its lease, and its result is taken.
                    await self._finish()
                    raise
                LOG.warning("Jobs of type %s could not be activated: %s", settings.type, error)
                await self._pause(pause_of(failures))
                failures += 1
                continue
            for job in answer["jobs"]:
                task = asyncio.create_task(self._run(job))
                self._running.add(task)
                task.add_done_callback(self._running.discard)
        await self._finish()

    async def _finish(self) -> None:
        if self._running:
            await asyncio.wait(set(self._running))

    async def _pause(self, seconds: float) -> None:
        try:
            await asyncio.wait_for(self._stopping.wait(), seconds)
        except asyncio.TimeoutError:
            return

    async def _run(self, job: ActivatedJob) -> None:
        handler = asyncio.ensure_future(self._handler(job))
        lease = asyncio.create_task(self._keep_lease(job, handler))
        try:
            outcome: Mapping[str, Any] | BaseException | None
            try:
                outcome = await handler
            except asyncio.CancelledError:
                LOG.warning("The result of job %s is dropped: its lease was lost or the worker has stopped", job["key"])
                return
            except Exception as error:
                outcome = error
            await self._deliver(job, outcome)
        except Exception as error:
            LOG.warning("The result of job %s is dropped: %s", job["key"], error)
        finally:
            handler.cancel()
            lease.cancel()

    async def _deliver(self, job: ActivatedJob, outcome: Mapping[str, Any] | BaseException | None) -> None:
        options = self._settings.reporting()
        try:
            report = report_of(self._settings, job, outcome)
            await self._client._call(report.operation, report.members, options)
        except Exception as error:
            if not is_unusable(error):
                raise
            report = report_of_refused(self._settings, job, error)
            await self._client._call(report.operation, report.members, options)

    async def _keep_lease(self, job: ActivatedJob, handler: asyncio.Future[Any]) -> None:
        """Extend the lease every third of its length, so that two extensions may fail before it ends."""
        settings = self._settings
        while True:
            await asyncio.sleep(settings.lease / 3)
            try:
                await self._client._call("extendJobLease", settings.extension(job), settings.extension_options())
            except Exception as error:
                LOG.warning("The lease of job %s could not be extended: %s", job["key"], error)
                if is_lost(error):
                    handler.cancel()
                    return
