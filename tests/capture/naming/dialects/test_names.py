"""Names without what does not count in them."""

from __future__ import annotations

import pytest

from understudy.capture.naming.dialects import Dialect
from understudy.capture.naming.names import by_subject, plain, plain_name, spoken_as, spoken_labels
from understudy.capture.placing.posture import REQUIRED

LIMBS = ("hip", "knee", "ankle", "shoulder", "elbow", "wrist")
SIMPLE = Dialect(
    "simple", {f"{limb}_{side}": ((f"{side.upper()}_{limb}",),) for limb in LIMBS for side in "lr"}
)
NAMES = [f"{side}_{limb}" for limb in LIMBS for side in "LR"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("mixamorig:LeftUpLeg", "leftupleg"),
        ("Bip01 L Thigh", "bip01lthigh"),
        ("DEF-upper_arm.L.001", "defupperarml001"),
        ("a:b|c:Head", "head"),
        ("Genou gauche (ext.)", "genougaucheext"),
        ("*hüfte_l", "hüftel"),
        ("", ""),
    ],
)
def test_plain_names(name: str, expected: str) -> None:
    assert plain(name) == expected


@pytest.mark.parametrize("name", ["rShoulder", "RIGHT_SHOULDER", "Ann:shoulder right"])
def test_the_side_goes_in_front(name: str) -> None:
    assert plain_name(name) == "r shoulder"


def test_the_first_of_equal_names_counts() -> None:
    assert spoken_as(["Left_Hip", "lefthip"]) == {"lefthip": "Left_Hip"}


def test_a_shared_beginning_is_found() -> None:
    found = SIMPLE.find_person(spoken_as(["root", *(f"body.{name}" for name in NAMES), "hand_L_hip"]))
    assert found is not None
    assert found["knee_r"] == ("body.R_knee",)
    assert set(found) == set(REQUIRED)


def test_names_with_several_beginnings_are_not_mixed() -> None:
    mixed = [f"a{name}" if "hip" in name or "knee" in name else f"b{name}" for name in NAMES]
    assert SIMPLE.find_person(spoken_as(mixed)) is None


def test_a_mark_has_to_be_there() -> None:
    marked = Dialect("marked", SIMPLE.landmarks, mark="chest[23]$")
    assert marked.find_person(spoken_as(NAMES)) is None
    assert marked.find_person(spoken_as([*NAMES, "Chest2"])) is not None


def test_thousands_of_beginnings_are_not_all_tried() -> None:
    names = [f"{'x' * 20}{number}_L_hip" for number in range(5000)] + NAMES
    assert SIMPLE.find_person(spoken_as(names)) is not None


@pytest.mark.parametrize("label", ["LASI", "Ann:LASI", "Lab:Ann:LASI", "l_asi", "L.ASI", "l-asi "])
def test_plain_labels(label: str) -> None:
    assert plain(label) == "lasi"


def test_subjects_in_their_order() -> None:
    groups = by_subject(["B:1", "A:1", "*3", "B:2", "C7"])
    assert groups == {"B": ["B:1", "B:2"], "A": ["A:1"], "": ["C7"]}


def test_a_shared_beginning_of_labels_is_left_out() -> None:
    assert spoken_labels(["251112_KUO_LASI", "251112_KUO_RASI"])["rasi"] == "251112_KUO_RASI"
    assert "asi" not in spoken_labels(["L_ASI", "R_ASI"])


def test_of_equal_labels_the_first_counts() -> None:
    assert spoken_labels(["L_ASI", "LASI"])["lasi"] == "L_ASI"
