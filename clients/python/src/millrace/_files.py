"""Uploads and downloads: what they do, without input and output (see _flows.py)."""

from __future__ import annotations

import hashlib
import io
import mimetypes
import os
import re
import uuid
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Union, cast

import httpx

from ._flows import LONG_ATTEMPT, RETRYABLE, PauseStep, pause_of, transport_error
from ._generated.models import ClosedFile
from ._requests import CallOptions
from .errors import ObjectStoreError, VerificationError

CHUNK = 1 << 20
Content = Union[bytes, bytearray, "str | os.PathLike[str]", IO[bytes]]
"""Bytes, the path of a file, or a file that is open for reading in binary mode and can seek."""

BYTES_PER_SECOND_OF_CLOSING = 8 << 20


@dataclass(frozen=True)
class CallStep:
    """Call an operation and return its answer."""

    operation: str
    members: dict[str, Any]
    options: CallOptions


@dataclass(frozen=True)
class FormStep:
    """Post a form to the object storage and return its response."""

    url: str
    fields: dict[str, str]
    file: tuple[str, IO[bytes], str]
    timeout: float


@dataclass(frozen=True)
class Source:
    """A file to upload, with what its content must be."""

    file: IO[bytes]
    name: str | None
    size: int
    sha256: str
    owned: bool
    """Whether it was opened here, and has to be closed here."""


FileStep = Union[CallStep, FormStep, PauseStep]


def open_source(content: Content) -> Source:
    """Open the content and read it once, for its size and its SHA-256."""
    if isinstance(content, (bytes, bytearray)):
        data = bytes(content)
        return Source(io.BytesIO(data), None, len(data), hashlib.sha256(data).hexdigest(), owned=True)
    if isinstance(content, (str, os.PathLike)):
        path = Path(content)
        file: IO[bytes] = path.open("rb")
        try:
            return _read(file, path.name, owned=True)
        except BaseException:
            file.close()
            raise
    name = getattr(content, "name", None)
    return _read(content, Path(name).name if isinstance(name, str) else None, owned=False)


def _read(file: IO[bytes], name: str | None, *, owned: bool) -> Source:
    begin = file.tell()
    digest, size = hashlib.sha256(), 0
    while chunk := file.read(CHUNK):
        digest.update(chunk)
        size += len(chunk)
    file.seek(begin)
    return Source(file, name, size, digest.hexdigest(), owned=owned)


@dataclass(frozen=True)
class Upload:
    """Where a file is uploaded to, and what is known of it."""

    sub_project_id: str
    file_name: str | None
    mime_type: str | None
    plugin_name: str
    process_id: str | None
    stage_key: str | None
    field_name: str | None


def upload_flow(
    source: Source,
    upload: Upload,
    options: CallOptions,
    timeout: float,
    retries: int,
) -> Generator[FileStep, Any, ClosedFile]:
    """Reserve the file with its size and SHA-256, post the signed form, and confirm.

    The storage takes this size only, and the service compares the SHA-256 when it closes the upload.
    """
    name = upload.file_name or source.name
    if name is None:
        raise ValueError("file_name is required for content without a name.")
    mime_type = upload.mime_type or mimetypes.guess_type(name)[0] or "application/octet-stream"
    members = {
        "subProjectId": upload.sub_project_id,
        "fileName": name,
        "mimeType": mime_type,
        "pluginName": upload.plugin_name,
        "processId": upload.process_id,
        "stageKey": upload.stage_key,
        "fieldName": upload.field_name,
        "size": str(source.size),
        "sha256": source.sha256,
    }
    signed = yield CallStep("createSignedStorage", members, options)
    form, file_id = signed["aws"], signed["file"]["id"]
    yield from _post_form(source, form, mime_type, timeout, retries)
    closing = min(LONG_ATTEMPT, timeout + source.size / BYTES_PER_SECOND_OF_CLOSING)
    close = CallOptions(timeout=max(closing, options.timeout or 0.0), trace_id=options.trace_id)
    answer = yield CallStep("closeSignedStorage", {"subProjectId": upload.sub_project_id, "fileId": file_id}, close)
    closed = cast("ClosedFile", answer["file"])
    if closed["id"] != file_id or closed["size"] != str(source.size) or closed["locked"]:
        raise VerificationError(
            f"{name}: {source.size} bytes were sent as file {file_id}, but the service confirmed {closed}",
        )
    return closed


def _post_form(
    source: Source,
    form: dict[str, Any],
    mime_type: str,
    timeout: float,
    retries: int,
) -> Generator[FileStep, Any, None]:
    begin = source.file.tell()
    failures = 0
    while True:
        source.file.seek(begin)
        # The file comes last: the storage ignores fields after it.
        step = FormStep(form["url"], form["fields"], ("file", source.file, mime_type), timeout)
        failure: Exception
        try:
            response: httpx.Response = yield step
        except httpx.RequestError as error:
            failure = transport_error("upload", "", error)
        else:
            if response.is_success:
                return
            failure = store_error(response)
            if response.status_code not in RETRYABLE | {500}:
                raise failure
        if failures >= retries:
            raise failure
        yield PauseStep(pause_of(failure, failures))
        failures += 1


@contextmanager
def target_file(to: str | os.PathLike[str] | IO[bytes]) -> Iterator[IO[bytes]]:
    """Open what a download is written to. A path gets all of it or stays as it was."""
    if not isinstance(to, (str, os.PathLike)):
        yield to
        return
    path = Path(to)
    part = path.with_name(f".{path.name}.{uuid.uuid4().hex}.part")
    try:
        with part.open("xb") as file:
            yield file
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def store_error(response: httpx.Response) -> ObjectStoreError:
    """Return the error of an answer of the object storage, which is XML."""
    code = re.search(r"<Code>([^<]*)</Code>", response.text)
    message = re.search(r"<Message>([^<]*)</Message>", response.text)
    return ObjectStoreError(
        response.status_code,
        code.group(1) if code else response.reason_phrase,
        message.group(1) if message else "",
    )
