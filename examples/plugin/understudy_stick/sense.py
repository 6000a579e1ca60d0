"""A sense: what time it is."""

from __future__ import annotations

from collections.abc import Mapping

import mujoco
import numpy as np

from understudy.simulate.plant import Plant
from understudy.simulate.senses.sense import Read, Sense


def _bind(plant: Plant) -> Read:
    def read(data: mujoco.MjData) -> Mapping[str, np.ndarray]:
        return {"time": np.array([data.time])}

    return read


CLOCK = Sense(name="clock", summary="what time it is", units={"time": "s"}, bind=_bind)
