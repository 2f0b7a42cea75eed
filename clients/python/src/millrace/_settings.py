"""The address and credentials of a client."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import httpx


def checked_url(url: str) -> str:
    """Return the address without a slash at its end."""
    parsed = httpx.URL(url)
    if parsed.scheme not in ("http", "https") or not parsed.host:
        raise ValueError(f"{url!r} is not an address of a service. Use one such as https://millrace.example.com")
    return str(parsed.copy_with(query=None, fragment=None)).rstrip("/")


def credentials_of_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    """Return the arguments of a client that the environment names."""
    url = environment.get("MILLRACE_URL")
    if not url:
        raise ValueError("MILLRACE_URL is not set. Set it to the address of the service.")
    token = environment.get("MILLRACE_TOKEN")
    if token:
        return {"url": url, "token": token}
    client_id, client_secret = environment.get("MILLRACE_CLIENT_ID"), environment.get("MILLRACE_CLIENT_SECRET")
    if not client_id or not client_secret:
        raise ValueError("Set MILLRACE_TOKEN, or MILLRACE_CLIENT_ID and MILLRACE_CLIENT_SECRET.")
    return {"url": url, "client_id": client_id, "client_secret": client_secret}
