"""Names of joints, however they are spelt."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from understudy.capture import Skeleton
from understudy.capture.naming.dialects import Dialect, dialects, match_names
from understudy.capture.placing.posture import REQUIRED
from understudy.motion.landmarks import LANDMARKS

TABLES = sorted(path.stem for path in (Path(__file__).parent / "samples").glob("*.txt"))

SPELLINGS: dict[str, Callable[[str], str]] = {
    "plain": lambda name: name,
    "namespace": lambda name: f"mixamorig:{name}",
    "nested namespaces": lambda name: f"scene:actor1:{name}",
    "path": lambda name: f"|Armature|{name}",
    "prefix": lambda name: f"Character1_{name}",
    "upper case": str.upper,
    "underscores": lambda name: name.replace("Left", "Left_").replace("Right", "Right_"),
    "blanks": lambda name: name.replace("Left", "Left ").replace("Right", "Right-"),
}


@pytest.mark.parametrize("dialect", dialects(), ids=lambda dialect: dialect.name)
def test_tables_name_canonical_landmarks(dialect: Dialect) -> None:
    assert set(REQUIRED) <= set(dialect.landmarks) <= set(LANDMARKS)


def test_every_dialect_has_a_sample() -> None:
    samples = Path(__file__).parent / "samples"
    named = {
        dict(word.split("=", 1) for word in (samples / f"{table}.txt").read_text().splitlines()[0].split())[
            "dialect"
        ]
        for table in TABLES
    }
    assert {name.replace("_", " ") for name in named} == {dialect.name for dialect in dialects()} - {"CMU"}


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_spelling_does_not_matter(person: Skeleton, spelling: str) -> None:
    spell = SPELLINGS[spelling]
    match = match_names([spell(name) for name in person.point_names])
    assert match is not None
    dialect, found = match
    assert dialect.name == "CMU"
    assert found["shoulder_l"] == (spell("LeftArm"),)
    assert found["ankle_r"] == (spell("RightFoot"),)
    assert found["head_top"] == (spell("Head_end"),)
    assert found["neck"] == (spell("Neck1"),)
    assert set(REQUIRED) <= set(found)


def test_joints_without_the_shared_beginning_do_no_harm(person: Skeleton) -> None:
    names = ["Armature", *(f"Actor_{name}" for name in person.point_names), "Prop"]
    match = match_names(names)
    assert match is not None
    assert match[1]["hip_l"] == ("Actor_LeftUpLeg",)


def test_missing_landmarks_are_simply_not_covered(person: Skeleton) -> None:
    names = [name for name in person.point_names if not name.startswith("Neck")]
    match = match_names(names)
    assert match is not None
    assert "neck" not in match[1]


@pytest.mark.parametrize("names", [[], ["Hips"]])
def test_few_names_are_no_person(names: list[str]) -> None:
    assert match_names(names) is None


def test_other_names_are_of_no_dialect(person: Skeleton) -> None:
    assert match_names([name.replace("Leg", "Wing") for name in person.point_names]) is None
