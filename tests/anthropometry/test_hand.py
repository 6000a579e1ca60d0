"""Hands have Buchholz's lengths and the paper's 23 degrees of freedom."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.anthropometry.hand import hand_freedoms, hand_points, palm_direction

HAND = {"hand": 0.19, "hand_breadth": 0.085}
HAND_DOF, THUMB_DOF, CUPPED_DOF, PLAIN_DOF = 23, 5, 5, 4

# Buchholz et al. (1992): segment lengths as shares of hand length, from the knuckle (thumb: from its root).
SEGMENTS = {
    "Thumb": (0.251, 0.196),
    "Index": (0.245, 0.143),
    "Middle": (0.266, 0.170),
    "Ring": (0.244, 0.165),
    "Little": (0.204, 0.117),
}
# Knuckles from the wrist: across as a share of hand breadth, along as a share of hand length.
KNUCKLES = {
    "Index": (0.251, 0.447),
    "Middle": (0.0, 0.446),
    "Ring": (-0.206, 0.409),
    "Little": (-0.402, 0.368),
}


def positions(side: str) -> dict[str, np.ndarray]:
    found = {f"{side.upper()}W": np.zeros(3)}
    for point in hand_points(side):
        found[point.name] = found[point.parent] + point.place(HAND)
    return found


@pytest.mark.parametrize("side", ["l", "r"])
def test_degrees_of_freedom_are_those_of_the_paper(side: str) -> None:
    freedoms = hand_freedoms(side)
    counts = {
        finger: sum(len(those) for point, those in freedoms.items() if finger in point) for finger in SEGMENTS
    }
    assert counts == {
        "Thumb": THUMB_DOF,
        "Index": PLAIN_DOF,
        "Middle": PLAIN_DOF,
        "Ring": CUPPED_DOF,
        "Little": CUPPED_DOF,
    }
    assert sum(counts.values()) == HAND_DOF


@pytest.mark.parametrize("finger", SEGMENTS)
def test_segments_have_the_published_lengths(finger: str) -> None:
    found = positions("l")
    joints = ("CMC", "MCP", "IP") if finger == "Thumb" else ("MCP", "PIP", "DIP")
    points = [found[f"L{finger}{joint}"] for joint in joints]
    lengths = np.linalg.norm(np.diff(points, axis=0), axis=1) / HAND["hand"]
    np.testing.assert_allclose(lengths, SEGMENTS[finger])


@pytest.mark.parametrize(("finger", "place"), KNUCKLES.items())
def test_knuckles_are_where_they_were_measured(finger: str, place: tuple[float, float]) -> None:
    across, along = place
    expected = (across * HAND["hand_breadth"], 0.0, -along * HAND["hand"])
    for side in ("l", "r"):
        np.testing.assert_allclose(positions(side)[f"{side.upper()}{finger}MCP"], expected, atol=1e-12)


def test_the_middle_finger_ends_where_the_hand_does() -> None:
    np.testing.assert_allclose(positions("r")["*Middle_tip_r"], [0.0, 0.0, -HAND["hand"]], atol=1e-12)


@pytest.mark.parametrize("side", ["l", "r"])
def test_positive_angles_bend_to_the_palm_and_spread_to_the_thumb(side: str) -> None:
    big, along = side.upper(), np.array([0.0, 0.0, -1.0])
    spread, bend = hand_freedoms(side)[f"{big}IndexMCP"]
    np.testing.assert_allclose(np.cross(spread.axis_w, along), [1.0, 0.0, 0.0], atol=1e-12)
    np.testing.assert_allclose(np.cross(bend.axis_w, along), palm_direction(side), atol=1e-12)


def test_axes_are_unit_vectors_and_mirrored() -> None:
    for point, freedoms in hand_freedoms("l").items():
        for left, right in zip(freedoms, hand_freedoms("r")["R" + point[1:]], strict=True):
            assert np.linalg.norm(left.axis_w) == pytest.approx(1.0)
            # An axis of rotation is a pseudovector: mirrored in the other components.
            np.testing.assert_allclose(right.axis_w, left.axis_w * (-1.0, 1.0, -1.0), atol=1e-12)
            assert (left.lower, left.upper) == (right.lower, right.upper)
