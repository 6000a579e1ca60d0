"""The frames of a folder are found among what else lies there, in their order."""

from __future__ import annotations

from pathlib import Path

import pytest

from understudy.capture import folder
from understudy.capture.folder import frame_files
from understudy.errors import CaptureError


def fill(path: Path, *names: str, content: bytes = b"text") -> None:
    for name in names:
        (path / name).write_bytes(content)


def test_numbers_are_compared_as_numbers(tmp_path: Path) -> None:
    fill(tmp_path, "take2_frame10.json", "take2_frame9.json", "take2_frame0100.json", "take1_frame99.json")
    found = [path.name for path in frame_files(tmp_path)]
    assert found == ["take1_frame99.json", "take2_frame9.json", "take2_frame10.json", "take2_frame0100.json"]


def test_only_the_most_numerous_kind_counts(tmp_path: Path) -> None:
    fill(tmp_path, "joints_1.txt", "joints_2.txt", "joints_3.txt", "jointlist.txt", "readme.md")
    fill(tmp_path, ".joints_4.txt")
    (tmp_path / "joints_5.txt").mkdir()
    assert [path.name for path in frame_files(tmp_path)] == ["joints_1.txt", "joints_2.txt", "joints_3.txt"]


def test_pictures_do_not_count(tmp_path: Path) -> None:
    fill(tmp_path, "a1.png", "a2.png", "a3.png", content=b"\x89PNG\r\n\x1a\n\x00\x00")
    fill(tmp_path, "a1.json", "a2.json")
    assert [path.name for path in frame_files(tmp_path)] == ["a1.json", "a2.json"]


def test_folder_of_folders_names_them(tmp_path: Path) -> None:
    (tmp_path / "joints_3D").mkdir()
    with pytest.raises(
        CaptureError, match="without text files .its folders are joints_3D., expected one file a"
    ):
        frame_files(tmp_path)


def test_folder_of_other_than_texts_says_how_many(tmp_path: Path) -> None:
    fill(tmp_path, "b.c3d", "a.c3d", "c.c3d", content=b"\x02\x50\x00\x00")
    with pytest.raises(CaptureError, match=r"is a folder of 3 files and none of them a text.*a\.c3d"):
        frame_files(tmp_path)


def test_huge_folder_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder, "MAX_FRAME_FILES", 3)
    fill(tmp_path, "1", "2", "3", "4")
    with pytest.raises(CaptureError, match="holds over 3 files"):
        frame_files(tmp_path)
