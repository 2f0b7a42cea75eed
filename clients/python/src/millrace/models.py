"""Objects of requests and answers, with the names that they have on the wire."""

from ._generated.models import *  # noqa: F403
