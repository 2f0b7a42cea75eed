"""Reading the event log (see docs/guide/events.md)."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any

from ._files import CallStep
from ._generated.models import Event
from ._requests import CallOptions
from .errors import EventsLostError

LONGEST_WAIT = 20
PAGE = 200


@dataclass
class EventReader:
    """Reads the log page by page. A page is a flow, which the clients drive."""

    sub_project_id: str
    after: str
    types: Sequence[str] | None
    process_id: str | None
    follow: bool
    timeout: float

    def page_flow(self) -> Generator[CallStep, Any, list[Event] | None]:
        """Return the next events; None when there are no more and the reader does not follow the log."""
        members: dict[str, Any] = {
            "subProjectId": self.sub_project_id,
            "afterPosition": self.after,
            "limit": PAGE,
            "types": self.types,
            "processId": self.process_id,
        }
        options = CallOptions()
        if self.follow:
            members["waitSeconds"] = LONGEST_WAIT
            options = CallOptions(timeout=self.timeout + LONGEST_WAIT)
        answer = yield CallStep("getEvents", members, options)
        if answer["reset"]:
            raise EventsLostError(answer["next"])
        events: list[Event] = answer["events"]
        is_end = not events and (answer["next"] == self.after or answer["next"] == answer["latest"])
        self.after = answer["next"]
        return None if is_end and not self.follow else events
