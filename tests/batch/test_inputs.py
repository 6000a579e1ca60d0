"""Captures are found all the way down, each once, with what is stated beside them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.batch.conftest import BROKEN, CAPTURES, TAKE
from understudy.batch.inputs import find_inputs
from understudy.batch.storage import open_storage
from understudy.errors import CaptureError


def _labels(*places: Path, output: str = "") -> list[str]:
    return [found.label for found in find_inputs([str(place) for place in places], output)]


def test_every_capture_is_found_and_nothing_else(clips: Path) -> None:
    assert sorted(_labels(clips)) == sorted([*CAPTURES, TAKE, BROKEN])


def test_a_folder_with_one_file_a_frame_is_one_capture(clips: Path) -> None:
    take = next(found for found in find_inputs([str(clips)]) if found.label == TAKE)
    assert len(take.files) == len(list((clips / TAKE).iterdir())) > 2


def test_numbered_files_that_are_captures_by_themselves_are_not_frames(clips: Path) -> None:
    for number in (1, 2, 3):
        (clips / "numbered" / f"walk_{number}.bvh").parent.mkdir(exist_ok=True)
        (clips / "numbered" / f"walk_{number}.bvh").write_bytes((clips / "walk.bvh").read_bytes())
    assert len(_labels(clips / "numbered")) == 3


def test_a_file_by_itself_is_a_place_too(clips: Path) -> None:
    assert _labels(clips / "walk.bvh") == ["walk.bvh"]


def test_a_take_by_itself_is_a_place_too(clips: Path) -> None:
    assert _labels(clips / TAKE) == ["take"]


def test_several_places_are_told_apart_by_their_names(clips: Path) -> None:
    assert {label.split("/")[0] for label in _labels(clips / "more" / "deep", clips)} == {"deep", "clips"}


def test_places_of_the_same_name_are_refused(clips: Path, tmp_path: Path) -> None:
    other = tmp_path / "other" / "clips"
    other.mkdir(parents=True)
    with pytest.raises(CaptureError, match="is the name of several places"):
        _labels(clips, other)


def test_results_below_the_captures_are_no_captures(clips: Path) -> None:
    (clips / "out").mkdir()
    (clips / "out" / "walk.bvh.npz").write_bytes(b"PK")
    assert not any(label.startswith("out/") for label in _labels(clips, output=str(clips / "out")))


@pytest.mark.parametrize(("name", "told"), [("missing", "no such folder"), ("empty", "holds no captures")])
def test_a_place_without_captures_is_refused(tmp_path: Path, name: str, told: str) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(CaptureError, match=told):
        _labels(tmp_path / name)


def test_what_is_stated_beside_a_capture_belongs_to_its_content(clips: Path) -> None:
    def digest() -> str:
        walk = next(found for found in find_inputs([str(clips)]) if found.label == "walk.bvh")
        return walk.digest(open_storage(str(clips)))

    bare = digest()
    (clips / "walk.capture.toml").write_text('fps = 25\nmarker_set = "lab.toml"\n')
    stated = digest()
    (clips / "lab.toml").write_text("name = 'lab'")
    with_set = digest()
    (clips / "lab.toml").write_text("name = 'other'")
    assert len({bare, stated, with_set, digest()}) == 4


def test_a_skeleton_beside_motions_is_no_capture_and_belongs_to_each(tmp_path: Path) -> None:
    for name in ("a/01.asf", "a/01_01.amc", "a/01_02.amc", "b/02.asf"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
    found = find_inputs([str(tmp_path)])
    assert [(each.label, each.beside) for each in found] == [
        ("a/01_01.amc", ("a/01.asf",)),
        ("a/01_02.amc", ("a/01.asf",)),
    ]
    assert find_inputs([str(tmp_path / "a/01_01.amc")])[0].beside == ("01.asf",)
