"""One form of tables for all names: sides, alternatives, means, chains, and what is like another."""

from __future__ import annotations

from pathlib import Path

import pytest

from understudy.capture.naming.tables import Table, on_side, resolve
from understudy.errors import CaptureError

TEXT = """
bones = "root>{side}_hip>{side}_knee root>head"

[[set]]
name = "base"
points = "Nose {S}Hip {S}Toe"
[set.landmarks]
nose = "Nose"
hip = "{S}Hip"
mid_hip = ["LHip", "RHip"]
toe = ["{S}Toe", "{S}SmallToe | {S}Toe"]

[[set]]
name = "other"
like = "base"
points = "{S}Hip"
[set.landmarks]
hip_l = "RHip"
"""


@pytest.fixture
def table(tmp_path: Path) -> Table:
    (tmp_path / "names.toml").write_text(TEXT)
    return Table.read(tmp_path / "names.toml", "names")


def test_every_placeholder_has_its_sides() -> None:
    assert on_side("{S}{s} {Side} {side}", "l") == "Ll Left left"
    assert on_side("{S}{s} {Side} {side}", "r") == "Rr Right right"
    assert on_side("{S}", "") == "{S}"


def test_words_with_sides_stand_for_both(table: Table) -> None:
    assert table.parts("set")["base"].words("points") == ("Nose", "LHip", "RHip", "LToe", "RToe")


def test_chains_give_parents(table: Table) -> None:
    parents = table.parents("bones")
    assert parents["right_knee"] == "right_hip"
    assert parents["left_hip"] == parents["head"] == "root"


def test_landmarks_are_those_whose_points_are_there(table: Table) -> None:
    parts = table.parts("set")
    base = parts["base"].landmarks(parts["base"].words("points"))
    assert base["mid_hip"] == ("LHip", "RHip")
    assert base["toe_l"] == ("LToe",)
    other = parts["other"].landmarks(parts["other"].words("points"))
    assert other == {"hip_l": ("RHip",), "hip_r": ("RHip",), "mid_hip": ("LHip", "RHip")}


def test_names_are_looked_up_as_they_are_spelt() -> None:
    place = (("L.Knee", "LKNE"), ("Back",))
    assert resolve(place, {"lkne": "Ann:LKNE", "back": "BACK"}) == ("Ann:LKNE", "BACK")
    assert resolve(place, {"lkne": "Ann:LKNE"}) is None


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('[[set]]\nname = "a"\nlike = "bse"', "unknown table to be like 'bse'"),
        ('[[set]]\nname = "a"\nunit = "mm"', "has unit = 'mm', expected a number"),
        ('[[set]]\nname = "a"\n[set.landmarks]\nhipp = "x"', "did you mean 'hip'"),
    ],
)
def test_entries_without_meaning_are_named(tmp_path: Path, text: str, problem: str) -> None:
    (tmp_path / "names.toml").write_text(text)
    with pytest.raises(CaptureError, match=problem):
        for part in Table.read(tmp_path / "names.toml", "names").parts("set").values():
            part.number("unit")
            part.places("landmarks")


def test_a_broken_table_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "names.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(CaptureError, match=r"names.toml: cannot be read as names in TOML"):
        Table.read(tmp_path / "names.toml", "names")
