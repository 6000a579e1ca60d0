"""Formats are found by name or by the ending of a file, and every point of theirs has a place."""

from __future__ import annotations

from pathlib import Path

import pytest

from understudy.errors import OutputError
from understudy.synth import performer_body
from understudy.synth.formats import RENDERINGS, find_rendering

ONLY_ONE_OF_ITS_ENDING = {
    ".bvh": "bvh",
    ".trc": "trc",
    ".c3d": "c3d",
    ".csv": "csv",
    ".xml": "mmm",
    ".JSON": "mediapipe",
}


@pytest.mark.parametrize(("ending", "name"), ONLY_ONE_OF_ITS_ENDING.items())
def test_an_ending_tells_the_format(ending: str, name: str) -> None:
    assert find_rendering(None, Path(f"take{ending}")).name == name


@pytest.mark.parametrize("name", RENDERINGS)
def test_a_name_goes_before_the_ending(name: str) -> None:
    assert find_rendering(name, Path("take.bvh")).name == name


def test_an_ending_of_several_formats_asks_which() -> None:
    with pytest.raises(OutputError, match=r"'\.txt' of take\.txt stands for kinect_v1, .*--format"):
        find_rendering(None, Path("take.txt"))


def test_an_unknown_ending_or_name_lists_what_there_is() -> None:
    with pytest.raises(OutputError, match=r"'\.doc' of take\.doc is no format's.*bvh, motive, amass"):
        find_rendering(None, Path("take.doc"))
    with pytest.raises(OutputError, match="unknown format 'trcc' .did you mean 'trc'"):
        find_rendering("trcc", Path("take.trc"))


@pytest.mark.parametrize("name", RENDERINGS)
def test_every_point_has_a_place_on_the_body(name: str) -> None:
    body = performer_body()
    points = RENDERINGS[name].point_set(body)
    anatomy = points.anatomy(body)
    for place in points.places.values():
        assert set(place.split("+")) <= set(anatomy)
    assert len(set(points.names)) == len(points.names)
