"""The door through which files are opened: ordinary ones alone, and no more of them than is asked for."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from understudy.opening import open_file, read_file

CONTENT = b"as it was written"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "file").write_bytes(CONTENT)
    return tmp_path / "file"


def test_a_file_is_read_whole(file: Path) -> None:
    assert read_file(file, len(CONTENT)) == CONTENT
    with open_file(str(file)) as opened:
        assert opened.read(2) == CONTENT[:2]


@pytest.mark.skipif(os.name == "nt", reason="links need privileges there")
def test_links_are_followed(file: Path) -> None:
    link = file.with_name("link")
    link.symlink_to(file)
    assert read_file(link, len(CONTENT)) == CONTENT


def test_a_larger_file_is_refused_unread(file: Path) -> None:
    with pytest.raises(OSError, match="it holds over 5 bytes"):
        read_file(file, 5)
    with pytest.raises(OSError, match="it holds over 5 bytes"):
        open_file(file, 5)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names are a matter of Unix")
@pytest.mark.parametrize("is_linked", [False, True])
@pytest.mark.parametrize("kind", ["pipe", "socket", "/dev/zero", "/dev/tty", "/dev/stdin"])
def test_what_might_never_end_is_refused_at_once(tmp_path: Path, kind: str, is_linked: bool) -> None:
    place = Path(kind) if kind.startswith("/") else tmp_path / kind
    if kind == "pipe":
        os.mkfifo(place)
    listening = socket.socket(socket.AF_UNIX)
    if kind == "socket":
        listening.bind(str(place))
    if not place.exists() or place.is_file():
        pytest.skip(f"there is no such {kind} here")
    if is_linked:
        (tmp_path / "link").symlink_to(place)
        place = tmp_path / "link"
    with pytest.raises(OSError, match="it is a pipe or a device, expected an ordinary file"):
        read_file(place, 100)
    listening.close()


def test_a_folder_is_none(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        read_file(tmp_path, 100)


@pytest.mark.parametrize("name", ["a\0b", "\ud800"])
def test_what_is_no_name_is_said_so(tmp_path: Path, name: str) -> None:
    with pytest.raises(OSError, match="no file's name has such characters"):
        open_file(tmp_path / name)


def test_a_file_that_is_not_there_is_not_found(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        open_file(tmp_path / "none")


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux has such files")
def test_a_file_without_an_end_is_refused() -> None:
    """What the system makes up while it is read has no size."""
    with pytest.raises(OSError, match="it grows while it is read"):
        read_file("/proc/self/status", 1 << 20)
