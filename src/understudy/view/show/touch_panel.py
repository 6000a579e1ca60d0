"""Where a robot is touched: pressure on its skin, front and back."""

from __future__ import annotations

import numpy as np

from understudy.motion.rollout import Rollout
from understudy.motion.touch_maps import peak_pressures, pressures_at, skin_of, taxel_readings
from understudy.robots import Robot
from understudy.view.body_map import draw_body_map, prepare_body_map
from understudy.view.labels import label_strip


class TouchPanel:
    """Shows the skin of a rollout, on one scale for the whole film."""

    def __init__(self, rollout: Rollout, robot: Robot, size: tuple[int, int], label_height: int) -> None:
        """Lay out the map.

        Args:
            rollout: A rollout with skin.
            robot: Its robot.
            size: Width and height of the panel with its label [pixels].
            label_height: Of the label [pixels].
        """
        self._rollout = rollout
        self._map = prepare_body_map(robot, skin_of(rollout), (size[0], size[1] - label_height))
        self._most = float(peak_pressures(rollout).max(initial=0.0))
        output, _ = taxel_readings(rollout)
        scale = "" if output == "binary" or not self._most else f", darkest {self._most / 1000.0:.3g} kPa"
        self._label = label_strip(f"touch, front and back{scale}", size[0], label_height)

    def picture(self, time: float) -> np.ndarray:
        """Return the panel (H, W, 3) uint8 at a time [s]."""
        values = pressures_at(self._rollout, time)
        return np.concatenate([draw_body_map(self._map, values, self._most), self._label])

    def close(self) -> None:
        """Give nothing back: it has nothing to draw with."""
