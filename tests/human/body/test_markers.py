"""Markers sit on the skin, where the reference set has them."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from understudy.human import Human
from understudy.human.body.markers import BODY_MARKERS, HAND_MARKERS
from understudy.robots.robot import home_data, point_in_world

MARKER_COUNT = 53
NEAR_SKIN = 0.012  # as a share of body height


def distance_to_skin(human: Human, body: int, point_w: np.ndarray, data: mujoco.MjData) -> float:
    """Return how far a point is outside the shapes of a body, its parent and its children [m]."""
    model = human.model
    family = {body, int(model.body_parentid[body])} | set(
        np.flatnonzero(model.body_parentid == body).tolist()
    )
    distances = []
    for geom in np.flatnonzero(np.isin(model.geom_bodyid, list(family))):
        local = data.geom_xmat[geom].reshape(3, 3).T @ (point_w - data.geom_xpos[geom])
        size = model.geom_size[geom]
        if model.geom_type[geom] == mujoco.mjtGeom.mjGEOM_CAPSULE:
            local[2] -= np.clip(local[2], -size[1], size[1])
            distances.append(np.linalg.norm(local) - size[0])
        else:
            scaled = np.linalg.norm(local / size)
            distances.append(np.linalg.norm(local) * (1.0 - 1.0 / max(scaled, 1e-9)))
    return min(distances)


@pytest.mark.parametrize("age", [0.3, 6.0, 30.0])
def test_markers_are_on_the_skin(age: float) -> None:
    human = Human(age=age)
    data = home_data(human.model, human.home)
    for name, attachment in human.markers.items():
        distance = distance_to_skin(human, attachment.body, point_in_world(data, attachment), data)
        assert abs(distance) < NEAR_SKIN * human.height, f"{name}: {distance:.3f} m"


def test_the_set_is_complete_and_symmetric() -> None:
    human = Human()
    assert len(BODY_MARKERS) == MARKER_COUNT
    assert tuple(human.markers) == BODY_MARKERS + HAND_MARKERS
    data = home_data(human.model, human.home)
    for name in human.markers:
        if name.startswith("L") and name != "L3":
            left, right = (point_in_world(data, human.markers[side + name[1:]]) for side in "LR")
            np.testing.assert_allclose(right, left * (1.0, -1.0, 1.0), atol=1e-12, err_msg=name)


def test_markers_are_where_their_names_say() -> None:
    human = Human()
    data = home_data(human.model, human.home)
    place = {name: point_in_world(data, attachment) for name, attachment in human.markers.items()}
    assert place["LASI"][0] > 0.0 > place["LPSI"][0]
    assert place["LMT5"][1] > place["LANK"][1] > place["LMT1"][1]
    assert place["LWTS"][0] > place["LWPS"][0]
    assert place["C7"][2] > place["T10"][2] > place["L3"][2] > place["LPSI"][2]
    assert place["LTFP"][0] > place["LMFP"][0]


def test_fingertips_follow_the_fingers_only_where_there_are_any() -> None:
    full, stiff = Human(), Human(subset="no_hands")
    assert full.model.body(full.markers["LIFP"].body).name == "LIndexDIP"
    assert stiff.model.body(stiff.markers["LIFP"].body).name == "LW"
    data, other = (home_data(human.model, human.home) for human in (full, stiff))
    np.testing.assert_allclose(
        point_in_world(data, full.markers["LIFP"]), point_in_world(other, stiff.markers["LIFP"]), atol=1e-12
    )
