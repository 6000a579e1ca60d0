"""Only ordinary files of bearable size are read."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from understudy.capture import source
from understudy.capture.source import read_source
from understudy.errors import CaptureError


def test_bytes_come_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"\x00\r\n\xff")
    assert read_source(path).content == b"\x00\r\n\xff"


def test_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(CaptureError, match="absent.bvh: there is no such file"):
        read_source(tmp_path / "absent.bvh")


def test_folder_without_frames_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CaptureError, match="is a folder without text files"):
        read_source(tmp_path)


def test_folder_is_read_frame_by_frame(tmp_path: Path) -> None:
    for name, content in (("10.json", b"c"), ("9.json", b"b"), ("8.json", b"a")):
        (tmp_path / name).write_bytes(content)
    read = read_source(tmp_path)
    assert [frame.path.name for frame in read.frames] == ["8.json", "9.json", "10.json"]
    assert read.content == b"a\nb\nc\n"


def test_empty_frame_is_refused(tmp_path: Path) -> None:
    (tmp_path / "1.json").write_bytes(b"a")
    (tmp_path / "2.json").touch()
    with pytest.raises(CaptureError, match="2.json: is empty"):
        read_source(tmp_path)


def test_oversized_folder_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "MAX_FILE_BYTES", 10)
    for name in ("1.json", "2.json"):
        (tmp_path / name).write_bytes(b"x" * 6)
    with pytest.raises(CaptureError, match="2.json: cannot be read \\(it holds over 4 bytes"):
        read_source(tmp_path)


def test_sidecar_comes_along(tmp_path: Path) -> None:
    (tmp_path / "take.json").write_bytes(b"x")
    (tmp_path / "take.capture.toml").write_text("fps = 25")
    assert read_source(tmp_path / "take.json").sidecar.fps == 25.0


def test_empty_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a").touch()
    with pytest.raises(CaptureError, match="is empty"):
        read_source(tmp_path / "a")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_pipe_is_refused_without_waiting_for_it(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(CaptureError, match="is a pipe or a device"):
        read_source(tmp_path / "pipe")


def test_path_that_no_system_takes_is_refused() -> None:
    with pytest.raises(CaptureError, match="cannot be read"):
        read_source("a\0b")


def test_too_long_name_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CaptureError, match="cannot be read"):
        read_source(tmp_path / ("a" * 5000))


def test_oversized_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "MAX_FILE_BYTES", 10)
    (tmp_path / "a").write_bytes(b"x" * 11)
    with pytest.raises(CaptureError, match="holds over 10 bytes"):
        read_source(tmp_path / "a")


def test_of_a_film_the_beginning_is_read_and_all_of_it_tells_it_from_others(tmp_path: Path) -> None:
    content = b"\x00\x00\x00\x18ftypmp42" + bytes(5000)
    digests = set()
    for end in (b"one", b"two"):
        (tmp_path / "a.mp4").write_bytes(content + end)
        source = read_source(tmp_path / "a.mp4")
        assert source.is_beginning
        assert len(source.content) < 5000
        digests.add(source.sha256)
    assert digests == {hashlib.sha256(content + end).hexdigest() for end in (b"one", b"two")}
