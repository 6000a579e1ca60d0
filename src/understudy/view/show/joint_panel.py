"""How joints moved: one curve under the other, reached over wanted, with a line at the present moment."""

from __future__ import annotations

from typing import Any

import numpy as np

from understudy.drawing.extras import require
from understudy.motion.rollout import Rollout
from understudy.view.labels import label_strip
from understudy.view.scene import BACKGROUND

_HEIGHT = 60
"""Pixels that a joint's curves need at least."""

_MOST = 8
_RESOLUTION = 100.0
_WANTED, _REACHED, _INK = "#b3b9c4", "#1972b5", "#343a46"
_CURSOR = (217, 72, 56)
_MARGINS = {"left": 0.02, "right": 0.98, "bottom": 0.01, "top": 0.985, "hspace": 0.12}


class JointPanel:
    """Shows the joints of a rollout that move most."""

    def __init__(
        self,
        rollout: Rollout,
        size: tuple[int, int],
        label_height: int,
        slides: frozenset[str] = frozenset(),
    ) -> None:
        """Draw all curves once.

        Args:
            rollout: The rollout.
            size: Width and height of the panel with its label [pixels].
            label_height: Of the label [pixels].
            slides: Joints that slide; all others turn.
        """
        self._size, self._label_height = size, label_height
        self._label, self._strip = "", np.zeros((label_height, size[0], 3), dtype=np.uint8)
        self._start, self._end = float(rollout.time[0]), float(rollout.time[-1])
        height = size[1] - label_height
        styles: Any = require("matplotlib.style")
        # It reads a file of settings in the current folder, which may be a stranger's.
        with styles.context("default"):
            self._chart, self._left, self._right = _chart(rollout, (size[0], height), slides)

    def picture(self, time: float) -> np.ndarray:
        """Return the panel (H, W, 3) uint8 at a time [s]."""
        chart = self._chart.copy()
        share = (time - self._start) / max(self._end - self._start, 1e-9)
        column = round(self._left + min(max(share, 0.0), 1.0) * (self._right - self._left))
        chart[:, min(column, chart.shape[1] - 1)] = _CURSOR
        label = f"joints, reached over wanted: {time:.1f} s"
        if label != self._label:
            self._label, self._strip = label, label_strip(label, self._size[0], self._label_height)
        return np.concatenate([chart, self._strip])

    def close(self) -> None:
        """Give nothing back: it has nothing to draw with."""


def moving_joints(rollout: Rollout, most: int) -> list[int]:
    """Return the joints that move most, at most so many, in their own order."""
    first = rollout.q.shape[1] - len(rollout.joints)
    ranges = np.ptp(rollout.q[:, first:], axis=0)
    return sorted(int(joint) for joint in np.argsort(-ranges, kind="stable")[:most])


def _chart(
    rollout: Rollout, size: tuple[int, int], slides: frozenset[str]
) -> tuple[np.ndarray, float, float]:
    """Return the curves as a picture (H, W, 3) uint8, and the columns of its first and last moment."""
    figures: Any = require("matplotlib.figure")
    canvases: Any = require("matplotlib.backends.backend_agg")
    width, height = size
    joints = moving_joints(rollout, min(_MOST, max(1, height // _HEIGHT)))
    figure = figures.Figure(
        figsize=(width / _RESOLUTION, height / _RESOLUTION), dpi=_RESOLUTION, facecolor=BACKGROUND
    )
    canvas = canvases.FigureCanvasAgg(figure)
    rows = figure.subplots(len(joints), 1, sharex=True, squeeze=False, gridspec_kw=_MARGINS)[:, 0]
    first = rollout.q.shape[1] - len(rollout.joints)
    for axes, joint in zip(rows, joints, strict=True):
        axes.plot(rollout.time, rollout.reference[:, first + joint], color=_WANTED, linewidth=2.4)
        axes.plot(rollout.time, rollout.q[:, first + joint], color=_REACHED, linewidth=1.1)
        axes.set_xlim(rollout.time[0], max(float(rollout.time[-1]), float(rollout.time[0]) + 1e-9))
        axes.set_ylim(*_room(rollout.q[:, first + joint], rollout.reference[:, first + joint]))
        axes.set_xticks([])
        axes.set_yticks([])
        axes.set_facecolor(BACKGROUND)
        for side in axes.spines.values():
            side.set_color("#d5d9e0")
        name = rollout.joints[joint]
        told = _range(rollout.q[:, first + joint], name in slides)
        for place, text, side in ((0.01, name, "left"), (0.99, told, "right")):
            axes.text(place, 0.97, text, transform=axes.transAxes, va="top", ha=side, fontsize=7, color=_INK)
    canvas.draw()
    box = rows[0].get_window_extent()
    return np.array(canvas.buffer_rgba())[..., :3].copy(), float(box.x0), float(box.x1)


def _room(*curves: np.ndarray) -> tuple[float, float]:
    """Return the limits of an axis that leave room over the curves for a name."""
    low, high = min(float(each.min()) for each in curves), max(float(each.max()) for each in curves)
    extent = max(high - low, 1e-6)
    return low - 0.15 * extent, high + 0.6 * extent


def _range(values: np.ndarray, slides: bool) -> str:
    """Return from where to where a joint went."""
    unit, scale = (" mm", 1e3) if slides else ("°", 180.0 / np.pi)
    low, high = (
        f"{round(scale * float(value)) + 0:d}".replace("-", "−") for value in (values.min(), values.max())
    )
    return f"{low} to {high}{unit}"
