"""Files are read by what they hold, not by what they are called."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from understudy.capture import FORMATS, Skeleton, formats, read_capture
from understudy.capture.format import Format
from understudy.capture.raw import RawCapture
from understudy.capture.sidecar import Sidecar
from understudy.capture.source import Source
from understudy.errors import CaptureError
from understudy.export.captures.bvh import write_bvh
from understudy.spatial import rotations as rot


@pytest.mark.parametrize("content", [b"hello", b"null", b"\x00" * 50, b"HIERARCH", b"MOTION\n"])
def test_unknown_content_lists_the_readable_formats(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a.bvh").write_bytes(content)
    with pytest.raises(CaptureError, match="is of no known format, readable are: BVH"):
        read_capture(tmp_path / "a.bvh")


def test_every_format_says_how_it_is_told() -> None:
    assert all(known.name and known.mark for known in FORMATS)


@pytest.mark.parametrize("start", [b"", b"\xef\xbb\xbf", b"\r\n \t"])
def test_name_and_byte_order_mark_do_not_matter(tmp_path: Path, person: Skeleton, start: bytes) -> None:
    still = np.tile(rot.IDENTITY, (2, person.joint_count, 1))
    write_bvh(tmp_path / "a", person, np.zeros((2, 3)), still, 30.0)
    (tmp_path / "b.txt").write_bytes(
        start + (tmp_path / "a").read_bytes().replace(b"HIERARCHY", b"Hierarchy")
    )
    assert read_capture(tmp_path / "b.txt").frame_count == 2


def test_lack_of_memory_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def greedy(source: Source) -> RawCapture:
        raise MemoryError(source.path)

    known = Format("Greedy", "anything", lambda content: True, greedy)
    monkeypatch.setattr(formats, "candidates", lambda content: [known])
    (tmp_path / "a").write_bytes(b"x")
    with pytest.raises(CaptureError, match="more memory than there is"):
        read_capture(tmp_path / "a")


def test_folder_of_other_files_lists_what_may_come_as_a_folder(tmp_path: Path) -> None:
    for name in ("a1.bvh", "a2.bvh"):
        (tmp_path / name).write_bytes(b"nothing\n")
    with pytest.raises(
        CaptureError, match="is a folder of 2 files such as 'a1.bvh', readable with one"
    ) as caught:
        read_capture(tmp_path)
    assert "OpenPose" in str(caught.value)
    assert "BVH" not in str(caught.value)


def write_people(person: Skeleton, *files: Path) -> None:
    still = np.tile(rot.IDENTITY, (2, person.joint_count, 1))
    for file in files:
        write_bvh(file, person, np.zeros((2, 3)), still, 30.0)


def test_folder_of_captures_says_how_many_and_which_to_give(tmp_path: Path, person: Skeleton) -> None:
    write_people(person, *(tmp_path / name for name in ("walk.bvh", "run.bvh", "jump2.bvh")))
    with pytest.raises(
        CaptureError,
        match=r"is a folder of 3 files, each a capture by itself \(jump2.bvh, run.bvh, walk.bvh\): give one",
    ):
        read_capture(tmp_path)
    (tmp_path / "notes.md").write_text("nothing")
    with pytest.raises(CaptureError, match=r"is a folder of 4 files, captures among them \(jump2.bvh, run"):
        read_capture(tmp_path)


def test_one_of_several_captures_is_not_taken_for_all(tmp_path: Path) -> None:
    document = '{"people": [{"pose_keypoints_3d": [' + ", ".join(["1.5"] * 100) + "]}]}"
    for name in ("walk.json", "run.json"):
        (tmp_path / name).write_text(document)
    with pytest.raises(CaptureError, match="is a folder of 2 files, each a capture by itself"):
        read_capture(tmp_path)


def test_a_marker_set_is_checked_where_it_is_not_needed(tmp_path: Path, person: Skeleton) -> None:
    still = np.tile(rot.IDENTITY, (2, person.joint_count, 1))
    write_bvh(tmp_path / "a.bvh", person, np.zeros((2, 3)), still, 30.0)
    with pytest.raises(CaptureError, match="unknown marker set 'helen hay' .did you mean 'Helen Hayes'"):
        read_capture(tmp_path / "a.bvh", Sidecar(marker_set=Path("helen hay")))
    found = read_capture(tmp_path / "a.bvh", Sidecar(marker_set=Path("helen hayes")))
    assert found.warnings == ("The marker set 'Helen Hayes' is not used, since BVH tells landmarks.",)
