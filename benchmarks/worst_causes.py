"""What the worst frames owe to which limit: p99 of regret with each of them lifted alone, and with all.

    python benchmarks/worst_causes.py worst.json [--robots g1 nao] [--clips 54_01 kinect] [--json causes.json]

``worst.json`` is what ``worst_frames.py --json`` wrote. Clips of a robot whose p99 of regret is over 10°
there are performed again, one thing lifted at a time: limits of velocity and acceleration, parts that keep
apart, soles that stand (their places, heights and headings, the floor). Regret is counted as there, of the
worst limb; what is within the robot's reach is found once, with the motion as it is shipped. A miss is owed
to what brings p99 to 10° or less when it alone is lifted; to several together where only lifting all of them
does; else to something else, such as two legs that share a motor, each of which is within reach alone, or
the trunk.

Prints a table in Markdown and how many misses are owed to what.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
from missed_clips import choosing_parser, missed_clips, write_head, write_row
from worst_frames import P99_BAR

from understudy.evaluate.direction import direction_metrics
from understudy.evaluate.poses import pose_robot
from understudy.evaluate.reach import find_reach
from understudy.evaluate.regret import limb_errors
from understudy.evaluate.torso import find_torso
from understudy.motion import HumanMotion, RobotMotion
from understudy.retarget import TrackOptions, track
from understudy.robots import Robot

_MOTION = {"velocity_limits": False, "acceleration_limits": False}
_APART = {"self_collision": 0.0}
_FEET = {"stance": 0.0, "ankle_height": 0.0, "floor": 0.0, "parts": {"foot": 0.0}}
LIFTED = {
    "speed": _MOTION,
    "parts apart": _APART,
    "feet": _FEET,
    "all three": _MOTION | _APART | _FEET,
}


def main() -> int:
    """Perform every clip that misses the bar with limits lifted, and print what each costs."""
    parser = choosing_parser("What the worst frames owe to which limit.")
    parser.add_argument("--json", type=Path, help="file to write all figures to")
    asked = parser.parse_args()
    write_head(["clip", "robot", "limb", "as shipped", *LIFTED, "owed to"])
    found = []
    for row in missed_clips(asked):
        figures = lifted_figures(row.human, row.robot)
        cause = owed_to(figures)
        found.append({"clip": row.clip, "robot": row.robot.name, "owed_to": cause, **figures})
        write_row([row.clip, row.robot.name, row.limb, *(f"{v:.1f}°" for v in figures.values()), cause])
    causes = Counter(str(figures["owed_to"]) for figures in found)
    counted = ", ".join(f"{cause}: {count}" for cause, count in causes.most_common())
    sys.stdout.write(f"{len(found)} misses; {counted}\n")
    if asked.json:
        asked.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return 0


def lifted_figures(human: HumanMotion, robot: Robot) -> dict[str, float]:
    """Return p99 of regret [°] of the worst limb, as shipped and with each of ``LIFTED``."""
    shipped = track(human, robot)
    reach = limb_reach(human, shipped, robot)
    figures = {"as shipped": _p99(human, shipped, robot, reach)}
    for name, changed in LIFTED.items():
        motion = track(human, robot, replace(TrackOptions(), **changed))
        figures[name] = _p99(human, motion, robot, reach)
    return figures


def owed_to(figures: dict[str, float]) -> str:
    """Return what has to be lifted for the bar to be met."""
    alone = [name for name in LIFTED if name != "all three" and figures[name] <= P99_BAR]
    if figures["as shipped"] <= P99_BAR:
        return "met"
    if alone:
        return " or ".join(alone)
    return "several" if figures["all three"] <= P99_BAR else "something else"


def _errors(human: HumanMotion, motion: RobotMotion, robot: Robot) -> dict[str, np.ndarray]:
    poses = pose_robot(robot, motion.q)
    torso = find_torso(human, robot, poses)
    return limb_errors(human, robot, direction_metrics(human, robot, poses, torso))


def limb_reach(human: HumanMotion, motion: RobotMotion, robot: Robot) -> dict[str, np.ndarray]:
    """Return limb → least limb error (T,) [rad] that is within reach."""
    torso = find_torso(human, robot, pose_robot(robot, motion.q))
    return find_reach(human, motion, robot, torso, _errors(human, motion, robot)) or {}


def _p99(human: HumanMotion, motion: RobotMotion, robot: Robot, reach: dict[str, np.ndarray]) -> float:
    errors = _errors(human, motion, robot)
    regret = {limb: np.degrees(np.maximum(errors[limb] - least, 0.0)) for limb, least in reach.items()}
    return max(float(np.nanpercentile(values, 99.0)) for values in regret.values())


if __name__ == "__main__":
    sys.exit(main())
