"""Parts of a person are drawn where they are known."""

from __future__ import annotations

import mujoco
import numpy as np
import pytest

from understudy.view.body_parts import MIDDLE_COLOUR, BodyPart, Bone, Egg

KNOWN = np.array([True, False])
POINTS = np.array([[0.0, 0.0, 1.0], [np.nan, np.nan, np.nan]])


@pytest.mark.parametrize(
    "part",
    [
        Bone(POINTS, POINTS + 0.1, KNOWN, 0.05, MIDDLE_COLOUR),
        Egg(POINTS, np.tile(np.eye(3), (2, 1, 1)), KNOWN, np.full(3, 0.1), MIDDLE_COLOUR),
    ],
)
def test_a_part_is_drawn_only_where_it_is_known(scene: mujoco.MjvScene, part: BodyPart) -> None:
    part.draw(scene, 0)
    assert scene.ngeom == 1
    part.draw(scene, 1)
    assert scene.ngeom == 1
