"""Shoulders, elbows and wrists of the made-up person come out where they are."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.capture.naming.marker_sets.arms import elbow_and_wrist, knuckle, shoulders
from understudy.capture.naming.marker_sets.trunk import trunk_up
from understudy.spatial import rotations as rot

TURN = rot.from_rotation_vector(np.array([0.3, -0.8, 2.0]))


def test_shoulders_lie_below_the_acromia(marked_person) -> None:
    places, joints = marked_person(turn=TURN)
    found = shoulders(places, trunk_up(places, None))
    for side in "lr":
        assert np.allclose(found[f"shoulder_{side}"].points, joints[f"shoulder_{side}"])


def test_shoulders_between_front_and_back(marked_person) -> None:
    places, _ = marked_person("shoulder_top")
    assert shoulders(places, None)["shoulder_r"].labels == ("SHOULDER_FRONT_R", "SHOULDER_BACK_R")
    assert shoulders(marked_person("shoulder")[0], None) == {}


@pytest.mark.parametrize("side", ["l", "r"])
def test_a_bent_elbow(marked_person, inner: tuple[str, ...], side: str) -> None:
    places, joints = marked_person(*inner, turn=TURN)
    found = elbow_and_wrist(places, side, joints[f"shoulder_{side}"], trunk_up(places, None))
    # What keeps straight arms from jumping turns this one by a few degrees.
    apart = np.linalg.norm(found[f"elbow_{side}"].points - joints[f"elbow_{side}"], axis=1)
    assert apart.max() < 5.0
    assert np.allclose(found[f"wrist_{side}"].points, joints[f"wrist_{side}"])


def test_an_elbow_between_its_markers(marked_person) -> None:
    found = elbow_and_wrist(marked_person()[0], "l", None, None)
    assert found["elbow_l"].labels == ("ELBOW_OUTER_L", "ELBOW_INNER_L")
    assert found["wrist_l"].labels == ("WRIST_THUMB_L", "WRIST_LITTLE_L")


@pytest.mark.parametrize(
    ("missing", "labels"),
    [(("wrist_thumb",), ("WRIST_L",)), (("wrist_thumb", "wrist_l", "wrist_r"), ("WRIST_LITTLE_L",))],
)
def test_one_marker_at_the_wrist(marked_person, missing: tuple[str, ...], labels: tuple[str, ...]) -> None:
    kept = [name for name in missing if name != "wrist_l"]
    places, _ = marked_person(*kept)
    tracks = {name: track for name, track in places.tracks.items() if name not in missing}
    places = type(places)(tracks, places.unit, places.widths)
    assert elbow_and_wrist(places, "l", None, None)["wrist_l"].labels == labels


def test_without_shoulders_an_outer_marker_tells_no_elbow(marked_person, inner: tuple[str, ...]) -> None:
    assert set(elbow_and_wrist(marked_person(*inner)[0], "l", None, None)) == {"wrist_l"}


def test_knuckles(marked_person) -> None:
    pair = knuckle(marked_person()[0], "l")
    single = knuckle(marked_person("hand_thumb")[0], "l")
    assert pair is not None
    assert single is not None
    assert (pair.labels, single.labels) == (("HAND_THUMB_L", "HAND_LITTLE_L"), ("HAND_BACK_L",))
    assert knuckle(marked_person("hand")[0], "l") is None
