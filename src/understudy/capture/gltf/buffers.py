"""The bytes of a glTF file's buffers: in the GLB itself, in base64 in the JSON, or in a file beside it."""

from __future__ import annotations

import base64
from pathlib import Path, PurePosixPath
from urllib.parse import unquote

from understudy.capture.folder import within
from understudy.capture.text.quoting import shown
from understudy.errors import CaptureError
from understudy.opening import read_file

MAX_BUFFER_BYTES = 512 << 20

_DATA = "data:"
_BASE64 = ";base64,"


def read_buffer(path: Path, place: str, uri: str, length: int, binary: bytes | None) -> bytes:
    """Return the bytes of a buffer.

    Args:
        path: The file that names it.
        place: Where it does, for messages.
        uri: What it says of where they are; empty for the GLB's own.
        length: How many there have to be.
        binary: The GLB's own buffer.

    Raises:
        CaptureError: Where they are not there, or fewer, or elsewhere than in the same folder or below it.
    """
    if length > MAX_BUFFER_BYTES:
        raise CaptureError(path, f"{place} has {length} bytes, at most {MAX_BUFFER_BYTES} are read")
    if not uri:
        content = binary
        if content is None:
            raise CaptureError(path, f"{place} has no uri, and the file carries no buffer of its own")
    elif uri[: len(_DATA)].lower() == _DATA:
        content = _decoded(path, place, uri)
    else:
        content = _beside(path, place, uri)
    if len(content) < length:
        raise CaptureError(path, f"{place} holds {len(content)} bytes, expected {length} as it states")
    return content


def _decoded(path: Path, place: str, uri: str) -> bytes:
    head, found, text = uri.partition(_BASE64)
    if not found or len(head) > 100:
        raise CaptureError(path, f"{place} has data in {shown(uri)}, expected them in base64")
    try:
        return base64.b64decode(text, validate=True)
    except ValueError as error:
        raise CaptureError(path, f"{place} holds no base64 ({error})") from error


def _beside(path: Path, place: str, uri: str) -> bytes:
    name = unquote(uri)
    parts = PurePosixPath(name).parts
    if not parts or ".." in parts or parts[0] == "/" or "\\" in name or ":" in name or "\0" in name:
        raise CaptureError(
            path, f"{place} names {shown(uri)}, expected a file in the same folder or below it"
        )
    beside = within(path.parent, path.parent.joinpath(*parts))
    try:
        return read_file(beside, MAX_BUFFER_BYTES)
    except FileNotFoundError as error:
        raise CaptureError(path, f"{place} names {shown(name)}, which is not beside it") from error
    except OSError as error:
        raise CaptureError(beside, f"cannot be read ({error.strerror or error})") from error
