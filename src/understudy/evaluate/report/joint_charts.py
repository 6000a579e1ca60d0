"""Charts of joints: their paths between their limits, speed and acceleration against what is allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from understudy.evaluate.joints import joint_groups, rate
from understudy.evaluate.report import theme
from understudy.motion import RobotMotion
from understudy.robots.robot import Robot

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLUMNS = 4
MOST_BARS = 16
_CELL_WIDTH, _CELL_HEIGHT, _LABELS = 0.76, 0.6, 0.2
"""Size of a joint's panel and of the room for its limits at the left, in a grid of unit cells."""

_SCALES = {"rad": (np.degrees(1.0), "°"), "m": (100.0, " cm")}
_STILL = {"rad": np.radians(1.0), "m": 0.001}
"""A joint that moves by less than a degree or a millimetre in all is not drawn."""


def joint_paths(motion: RobotMotion, robot: Robot) -> str | None:
    """Return a panel for every joint that moves, its range shaded; None where none does.

    All panels are drawn into one pair of axes: matplotlib takes seconds for thirty of them.
    """
    units = {int(column): group.unit for group in joint_groups(robot) for column in group.columns}
    travel = np.ptp(motion.joint_positions, axis=0)
    moving = [joint for joint, unit in units.items() if travel[joint] > _STILL[unit]]
    if not moving:
        return None
    rows = -(-len(moving) // COLUMNS)
    (axes,) = theme.panels(0.3 + 0.95 * rows, left=0.05)
    axes.set_axis_off()
    axes.set_position((0.0, 0.0, 1.0, 1.0))
    axes.set_xlim(0.0, COLUMNS)
    axes.set_ylim(rows, 0.0)
    for place, joint in enumerate(sorted(moving)):
        row, column = divmod(place, COLUMNS)
        scale, symbol = _SCALES[units[joint]]
        limits = scale * robot.lower[joint], scale * robot.upper[joint]
        axes.text(column + _LABELS, row + 0.2, _shortened(robot.joints[joint]), fontsize=7.5)
        _draw_path(axes, column, row, scale * motion.joint_positions[:, joint], limits, symbol)
    return theme.to_svg(axes, "Paths of the moving joints between their limits")


def speed_use(motion: RobotMotion, robot: Robot) -> str | None:
    """Return how close the fastest joints come to their speed limits, in percent; None for a single frame."""
    return _rate_use(motion, robot, 1, robot.velocity, "speed")


def acceleration_use(motion: RobotMotion, robot: Robot) -> str | None:
    """Return the same of accelerations; None for fewer than three frames."""
    return _rate_use(motion, robot, 2, robot.acceleration, "acceleration")


def _rate_use(motion: RobotMotion, robot: Robot, power: int, limit: np.ndarray, word: str) -> str | None:
    """Return bars of how close joints come to the limits (J,) of a rate of change."""
    if motion.frame_count <= power or not robot.joints:
        return None
    use = 100.0 * np.abs(rate(motion.joint_positions, motion.fps, power)[power:]) / limit
    peak, mostly = use.max(axis=0), np.percentile(use, 95.0, axis=0)
    order = np.lexsort((-mostly, -peak))[:MOST_BARS]
    (axes,) = theme.panels(0.75 + 0.22 * len(order), left=1.9)
    colours = [theme.BAD if peak[joint] > 100.0 + 1e-6 else theme.GOOD for joint in order]
    axes.barh(range(len(order)), peak[order], color=colours, height=0.62, alpha=0.35)
    axes.barh(range(len(order)), mostly[order], color=colours, height=0.62)
    axes.set_yticks(range(len(order)), [_shortened(robot.joints[joint]) for joint in order], fontsize=8)
    axes.invert_yaxis()
    axes.grid(visible=False, axis="y")
    axes.axvline(100.0, color=theme.LIMIT, linewidth=1.2)
    axes.set_xlim(0.0, max(105.0, 1.05 * float(peak.max())))
    axes.set_xlabel(f"{word} [% of the joint's limit]: solid 95 % of frames, pale the peak")
    return theme.to_svg(axes, f"Joint {word}s against their limits")


def _draw_path(
    axes: Axes, column: int, row: int, values: np.ndarray, limits: tuple[float, float], symbol: str
) -> None:
    """Draw one joint's path over the clip into a cell, with its range as a band and its ends labelled."""
    finite = [limit for limit in limits if np.isfinite(limit)]
    low, high = min([*finite, float(values.min())]), max([*finite, float(values.max())])
    x0, bottom = column + _LABELS, row + 0.27 + _CELL_HEIGHT

    def y(value: np.ndarray | float) -> np.ndarray:
        return bottom - _CELL_HEIGHT * (np.asarray(value) - low) / (high - low)

    if len(finite) == len(limits):
        edges = [float(y(limit)) for limit in limits]
        axes.fill_between(
            [x0, x0 + _CELL_WIDTH], edges[0], edges[1], color=theme.BAND, alpha=0.10, linewidth=0
        )
    for limit in finite:
        axes.plot([x0, x0 + _CELL_WIDTH], [y(limit)] * 2, color=theme.LIMIT, linewidth=0.9)
    for value, align in ((low, "bottom"), (high, "top")):
        axes.text(
            x0 - 0.02,
            float(y(value)),
            f"{value:.0f}{symbol}",
            fontsize=6.5,
            color=theme.MUTED,
            ha="right",
            va=align,
        )
    x = np.linspace(x0, x0 + _CELL_WIDTH, len(values))
    axes.plot(*theme.thin(x, y(values), theme.MOST_POINTS // 3), color=theme.LEFT, linewidth=1.1)


def _shortened(name: str, most: int = 26) -> str:
    return name if len(name) <= most else f"{name[: most - 1]}…"
