"""Names that nobody knows."""

from __future__ import annotations

import pytest

from understudy.errors import unknown_name

NAMES = ("g1", "icub", "simple-humanoid", "Talos")


@pytest.mark.parametrize(
    ("found", "meant"),
    [
        ("G1", "g1"),
        ("iCub", "icub"),
        ("simple_humanoid", "simple-humanoid"),
        ("talos", "Talos"),
        ("icu", "icub"),
    ],
)
def test_the_name_that_was_meant(found: str, meant: str) -> None:
    assert f"unknown robot '{found}' (did you mean '{meant}'?); valid: " in unknown_name(
        "robot", found, NAMES
    )


def test_nothing_is_guessed_from_far() -> None:
    assert (
        unknown_name("robot", "xyz", NAMES) == "unknown robot 'xyz'; valid: Talos, g1, icub, simple-humanoid"
    )
