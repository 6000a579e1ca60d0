"""People stand side by side without touching."""

from __future__ import annotations

import mujoco
import numpy as np

from understudy.human import Human
from understudy.human.line_up import at_ease, line_up

AGES = (0.0, 1.5, 30.0)


def test_everybody_stands_apart_from_the_first_at_the_viewer_s_left() -> None:
    humans = [Human(age=age) for age in AGES]
    model, coordinates = line_up(humans)
    data = mujoco.MjData(model)
    data.qpos[:] = coordinates
    mujoco.mj_kinematics(model, data)
    spans = []
    for index in range(len(humans)):
        bodies = [b for b in range(1, model.nbody) if model.body(b).name.startswith(f"{index}_")]
        spans.append((data.xpos[bodies, 1].min(), data.xpos[bodies, 1].max()))
    assert all(before[1] < after[0] for before, after in zip(spans, spans[1:], strict=False))


def test_at_ease_is_within_the_limits() -> None:
    human = Human()
    angles = at_ease(human)[7:]
    lower, upper = human.model.jnt_range[1:].T
    assert ((lower <= angles) & (angles <= upper)).all()
    assert np.count_nonzero(angles) > 0
