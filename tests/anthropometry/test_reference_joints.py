"""Joints are those of Table I of the Master Motor Map."""

from __future__ import annotations

import numpy as np
import pytest

from understudy.anthropometry.reference_joints import AXES, FREEDOMS

# Terlemez et al. (2014), Table I: DoF of both sides, then limits [degrees] in the columns X, Z, Y.
TABLE_1: dict[str, tuple[int, dict[str, tuple[float, float]]]] = {
    "LF": (1, {"x": (-30, 45)}),
    "RF": (1, {"x": (-30, 45)}),
    "LM": (1, {"z": (-30, 45)}),
    "RM": (1, {"z": (-30, 45)}),
    "LA": (3, {"x": (-40, 30), "z": (-30, 30), "y": (-20, 20)}),
    "RA": (3, {"x": (-40, 30), "z": (-30, 30), "y": (-20, 20)}),
    "LK": (1, {"x": (-130, 0)}),
    "RK": (1, {"x": (-130, 0)}),
    "LH": (3, {"x": (-50, 95), "z": (-45, 45), "y": (-20, 65)}),
    "RH": (3, {"x": (-50, 95), "z": (-45, 45), "y": (-65, 20)}),
    "LW": (2, {"x": (-30, 20), "z": (-70, 50)}),
    "RW": (2, {"x": (-30, 20), "z": (-50, 70)}),
    "LE": (2, {"x": (0, 160), "z": (-90, 90)}),
    "RE": (2, {"x": (0, 160), "z": (-90, 90)}),
    "LS": (3, {"x": (-70, 190), "z": (-70, 60), "y": (0, 160)}),
    "RS": (3, {"x": (-70, 190), "z": (-60, 70), "y": (-160, 0)}),
    "LSC": (2, {"z": (-20, 20), "y": (-20, 20)}),
    "RSC": (2, {"z": (-20, 20), "y": (-20, 20)}),
    "LEY": (2, {"x": (-60, 60), "y": (-60, 60)}),
    "REY": (2, {"x": (-60, 60), "y": (-60, 60)}),
    "BUN": (3, {"x": (-20, 30), "z": (-20, 20), "y": (-15, 15)}),
    "BLN": (3, {"x": (-45, 15), "z": (-15, 15), "y": (-20, 20)}),
    "BT": (3, {"x": (-35, 27), "z": (-36, 36), "y": (-20, 20)}),
    "BP": (3, {"x": (-50, 35), "z": (-45, 45), "y": (-20, 20)}),
}
BODY_DOF = 52

# Names of joints in MMM's files where they are not the column of the table.
NAMED_OTHERWISE = {"LMz": "LMrot", "RMz": "RMrot", "LWz": "LWy", "RWz": "RWy"}


@pytest.mark.parametrize("point", TABLE_1)
def test_limits_are_those_of_the_table(point: str) -> None:
    count, columns = TABLE_1[point]
    freedoms = FREEDOMS[point]
    assert len(freedoms) == count == len(columns)
    for freedom, (column, limits) in zip(freedoms, columns.items(), strict=True):
        name = NAMED_OTHERWISE.get(point + column, point + column)
        assert freedom.joint == f"{name}_joint"
        np.testing.assert_allclose(np.rad2deg([freedom.lower, freedom.upper]), limits)


def test_there_are_as_many_degrees_of_freedom_as_the_paper_says() -> None:
    assert set(FREEDOMS) == set(TABLE_1)
    assert sum(len(freedoms) for freedoms in FREEDOMS.values()) == BODY_DOF


def test_turns_come_in_the_order_x_z_y() -> None:
    for point, freedoms in FREEDOMS.items():
        axes = "".join(freedom.axis for freedom in freedoms)
        assert axes in ("xzy", "xz", "xy", "zy", "x", "y"), point


def test_axes_are_right_forward_and_up() -> None:
    right, forward, up = (AXES[axis] for axis in "xyz")
    np.testing.assert_array_equal(right, [0.0, -1.0, 0.0])
    np.testing.assert_array_equal(forward, [1.0, 0.0, 0.0])
    np.testing.assert_array_equal(np.cross(right, forward), up)


def test_an_eye_looks_up_and_to_the_side() -> None:
    gaze = AXES["y"]
    for freedom in FREEDOMS["LEY"]:
        assert abs(freedom.axis_w @ gaze) < 1e-12
