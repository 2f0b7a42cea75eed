"""The token of a client, which all its calls share."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ._flows import Flow, Limits, answer_flow
from ._generated.operations import OPERATIONS
from ._requests import CallOptions, build_request

LONGEST_MARGIN = 60.0

TokenProvider = Callable[["str | None"], "str | Awaitable[str]"]
"""Returns a token; for asyncio it may be a coroutine function.

It gets the token that the service has just rejected, or None. It is called before every attempt, so it should keep its token.
"""


@dataclass(frozen=True)
class Credentials:
    """How a client signs in: client credentials, or a token from elsewhere."""

    client_id: str | None = None
    client_secret: str | None = None
    scope: str | None = None
    token: str | TokenProvider | None = None

    def __post_init__(self) -> None:
        """Refuse combinations that cannot be meant."""
        if (self.client_id is None) != (self.client_secret is None):
            raise ValueError("Set both client_id and client_secret, or neither of them.")
        if self.client_id is not None and self.token is not None:
            raise ValueError("Set client_id and client_secret, or token, and not both.")


class TokenCache:
    """Keeps a token until a minute before it expires, or a tenth of its lifetime if that is shorter.

    Lifetimes are measured by the local monotonic clock, so the clock of the service does not matter.
    """

    def __init__(self, base_url: str, credentials: Credentials, limits: Limits) -> None:
        self._base_url, self._credentials, self._limits = base_url, credentials, limits
        self._token: str | None = None
        self._renew_at = 0.0

    def current(self, rejected: str | None) -> str | None:
        """Return the token if it can be used."""
        if self._token is None or self._token == rejected or time.monotonic() >= self._renew_at:
            return None
        return self._token

    def given(self, rejected: str | None) -> tuple[bool, str | Awaitable[str] | None]:
        """Return whether no sign-in is needed, and the token that is used without one."""
        token = self._credentials.token
        if token is not None:
            return True, token if isinstance(token, str) else token(rejected)
        return self._credentials.client_id is None, None

    def sign_in_flow(self) -> Flow[str]:
        """Sign in and keep the token."""
        credentials = self._credentials
        members: Mapping[str, Any] = {
            "grant_type": "client_credentials",
            "client_id": credentials.client_id,
            "client_secret": credentials.client_secret,
            **({} if credentials.scope is None else {"scope": credentials.scope}),
        }
        options = CallOptions()
        asked = time.monotonic()
        request = build_request(self._base_url, OPERATIONS["userLogin"], members, options)
        answer = yield from answer_flow(request, self._limits, options)
        token = str(answer["access_token"])
        lifetime = float(answer["expires_in"])
        self._token = token
        self._renew_at = asked + lifetime - min(LONGEST_MARGIN, lifetime / 10)
        return token
