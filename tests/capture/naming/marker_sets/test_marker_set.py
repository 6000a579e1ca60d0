"""A marker set is a small TOML, with a clear error for each entry that has no meaning."""

from __future__ import annotations

from pathlib import Path

import pytest

from understudy.capture.naming.marker_sets.marker_set import MarkerSet, load_marker_set
from understudy.capture.naming.tables import resolve
from understudy.errors import CaptureError
from understudy.opening import WRITTEN_BY_HAND


def load(tmp_path: Path, text: str) -> MarkerSet:
    (tmp_path / "lab.markers.toml").write_text(text)
    return load_marker_set(tmp_path / "lab.markers.toml")


def test_both_sides_and_one(tmp_path: Path) -> None:
    read = load(
        tmp_path,
        'name = "Lab"\n[anatomy]\nknee_outer = "{S}KNE"\nheel_r = "R.Heel"\nsacrum = "SAC"\n'
        '[landmarks]\nwrist = ["{Side}W1", "{Side}W2"]\nneck = "N"\n',
    )
    assert read.name == "Lab"
    assert read.anatomy == {
        "knee_outer_l": (("LKNE",),),
        "knee_outer_r": (("RKNE",),),
        "heel_r": (("R.Heel",),),
        "sacrum": (("SAC",),),
    }
    assert read.landmarks["wrist_l"] == (("LeftW1",), ("LeftW2",))
    assert read.landmarks["neck"] == (("N",),)


def test_the_name_is_by_default_the_files(tmp_path: Path) -> None:
    assert load(tmp_path, "").name == "lab"


def test_a_marker_may_bear_one_of_several_names(tmp_path: Path) -> None:
    place = load(tmp_path, '[landmarks]\nhead = ["A | B.1", "C"]').landmarks["head"]
    assert resolve(place, {"b1": "b.1", "c": "c"}) == ("b.1", "c")
    assert resolve(place, {"a": "a", "b1": "b.1", "c": "c"}) == ("a", "c")
    assert resolve(place, {"a": "a"}) is None


def test_offsets(tmp_path: Path) -> None:
    text = '[offsets]\nhip = { from = "{S}A", along = ["{S}A", ["B", "C"]], metres = 0.1 }\n'
    offset = load(tmp_path, text + 'neck = { from = "A", along = ["A", "B"], share = 1 }').offsets
    assert offset["hip_l"].start == (("LA",),)
    assert offset["hip_l"].along == ((("LA",),), (("B",), ("C",)))
    assert (offset["hip_l"].metres, offset["hip_l"].share) == (0.1, None)
    assert (offset["neck"].metres, offset["neck"].share) == (None, 1.0)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[anatomi]", "unknown entry 'anatomi' .did you mean 'anatomy'"),
        ('[anatomy]\nknee = "A"', "unknown key of .anatomy. 'knee'"),
        ('[landmarks]\nhipp_l = "A"', "did you mean 'hip'"),
        ("anatomy = 3", "no table"),
        ("name = 3", "has the name '3'"),
        ("[anatomy]\nsacrum = 3", "says '3' at 'sacrum'"),
        ("[anatomy]\nsacrum = []", "at 'sacrum'"),
        ('[anatomy]\nsacrum = "{S}AC"', "at 'sacrum'"),
        ('[anatomy]\nsacrum = "A | "', "at 'sacrum'"),
        ('[offsets]\nneck = "A"', "offset 'neck'"),
        ('[offsets]\nneck = { from = "A", along = ["A"], share = 1 }', "offset 'neck'"),
        ('[offsets]\nneck = { from = "A", along = ["A", "B"], share = "x" }', "offset 'neck'"),
        ('[offsets]\nneck = { from = "A", along = ["A", "B"] }', "offset 'neck'"),
        ('[offsets]\nneck = { from = "A", along = ["A", "B"], metres = nan }', "offset 'neck'"),
        (f'[offsets]\nneck = {{ from = "A", along = ["A", "B"], share = {"9" * 400} }}', "offset 'neck'"),
        ('"a\\u2028b" = 1', r"unknown entry 'a\\u2028b'"),
        ('[anatomy]\n"a\\u2028b" = 1', r"unknown key of .anatomy. 'a\\u2028b'"),
        ('name = "a\\nb"', r"has the name 'a\\nb', expected a text of one line"),
        ("[anatomy", "cannot be read as a marker set"),
        ("x = " + "[" * 5000, "cannot be read as a marker set"),
        ("#" * (WRITTEN_BY_HAND + 1), "holds over"),
    ],
)
def test_errors_name_the_entry(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(CaptureError, match=problem):
        load(tmp_path, text)


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(CaptureError, match="cannot be read as a marker set"):
        load_marker_set(tmp_path / "none.toml")
