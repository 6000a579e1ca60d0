"""Where the runs of a clip and of its mirror image part, and in which stage: frame, joint and limb.

    python benchmarks/mirrored_runs.py [--robots icub qtrobot] [--clips 143_01 CTK] [--same-ranges]

``track`` performs a clip and its mirror image, stage by stage: the frames one by one, IK branches carried
back, courses within limits, stretches solved as a whole. After each stage the image's poses are mirrored
back. The table has the share of frames in which every limb points within 2° of the other run's, as
``worst_frames.py`` counts, and the first frame in which a joint is more than 0.1° away, with that joint.

A robot whose own sides differ cannot be symmetric. So its model comes first: by how much ranges, speeds,
places of landmarks in 200 random poses and what parts in each other cost differ from their mirror image. With
``--same-ranges`` both sides have what their ranges have in common, which tells what is owed to ranges that
differ, and what to ``track``.
"""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
from worst_frames import GROUPS, ROBOTS, SAME_DIRECTION, limbs_apart, load, read

from understudy.kinematics.frame_loop import Outcome
from understudy.kinematics.touching import contact_costs
from understudy.kinematics.tree import compile_tree
from understudy.motion import HumanMotion
from understudy.motion.sides import FLIP, other_side
from understudy.retarget.limits.joints import joint_bounds
from understudy.retarget.limits.self_collision import self_collision, with_weight
from understudy.retarget.limits.whole_clip import solve_standing
from understudy.retarget.track import TrackOptions, standing_problem
from understudy.robots import Robot
from understudy.robots.mirroring import counterparts, mirrored
from understudy.robots.source import robot_body

SHARED = Path(os.environ.get("UNDERSTUDY_SHARED", Path(__file__).resolve().parents[2] / "shared"))
PARTED = np.radians(0.1)
"""Angle [rad] from which on a joint of both runs is elsewhere."""
POSES, SPREAD = 200, 0.5
"""Random poses, and how far [rad] their joints are from home."""


def main() -> int:
    """Print how far models and runs are from their mirror images."""
    parser = argparse.ArgumentParser(description="Where a clip's run and that of its mirror image part.")
    parser.add_argument("--robots", nargs="+", default=ROBOTS)
    parser.add_argument("--clips", nargs="+", default=["02_01"], help="words in the names of clips")
    parser.add_argument("--motions", type=Path, default=SHARED / "motions")
    parser.add_argument("--same-ranges", action="store_true", help="of joints on both sides")
    asked = parser.parse_args()
    robots = {name: load(name) for name in asked.robots}
    if asked.same_ranges:
        robots = {name: with_same_ranges(robot) for name, robot in robots.items()}
    _write(["robot", "ranges", "speeds", "landmarks", "cost of parts in each other"])
    _write(["---"] * 5)
    for name, robot in robots.items():
        _write([name, *model_asymmetry(robot)])
    sys.stdout.write("\n")
    _write(["clip", "robot", "stage", "symmetric", "first parts", "joint", "by", "farthest limb"])
    _write(["---"] * 8)
    for clips in GROUPS.values():
        for clip, path in clips.items():
            if any(word in clip for word in asked.clips):
                for name, robot in robots.items():
                    for cells in parting(read(asked.motions, path), robot):
                        _write([clip, name, *cells])
    return 0


def with_same_ranges(robot: Robot) -> Robot:
    """Return a robot whose joints keep to what they and their counterparts both can do."""
    low, high = mirrored_ranges(robot)
    return replace(robot, lower=np.maximum(robot.lower, low), upper=np.minimum(robot.upper, high))


def mirrored_ranges(robot: Robot) -> tuple[np.ndarray, np.ndarray]:
    """Return the limits (J,) of joints that they would have in the mirror image of the robot."""
    pairs = counterparts(robot)
    home = robot.home[pairs.columns]
    low, high = (robot.lower - home)[pairs.sources], (robot.upper - home)[pairs.sources]
    alike = pairs.signs > 0.0
    return home + np.where(alike, low, -high), home + np.where(alike, high, -low)


def model_asymmetry(robot: Robot) -> list[str]:
    """Return how far a robot is from its own mirror image, in words."""
    pairs = counterparts(robot)
    home, generator = robot.home[pairs.columns], np.random.default_rng(0)
    other_low, other_high = mirrored_ranges(robot)
    range_off = np.maximum(np.abs(robot.lower - other_low), np.abs(robot.upper - other_high))
    speed_off = np.abs(robot.velocity / robot.velocity[pairs.sources] - 1.0).max()
    q = np.tile(robot.home, (POSES, 1))
    moved = home + SPREAD * generator.standard_normal((POSES, len(home)))
    q[:, pairs.columns] = np.clip(moved, robot.lower, robot.upper)
    image, names = mirrored(robot, q), tuple(robot.landmarks)
    own, other = (robot_body(robot, poses, names)[0] for poses in (q, image))
    there = [names.index(other_side(name)) for name in names]
    places_off = np.abs(own - other[:, there] * FLIP).max()
    tree = compile_tree(robot.model)
    block = with_weight(self_collision(robot, tree), TrackOptions().self_collision, POSES)
    costs = [contact_costs(tree, block, poses) for poses in (q, image)]
    share = np.abs(costs[0] - costs[1]).max() / max(costs[0].max(), 1e-300)
    worst = int(range_off.argmax())
    return [
        f"{np.degrees(range_off[worst]):.2f}° ({robot.joints[worst]})" if range_off[worst] > 1e-9 else "0",
        f"{100.0 * speed_off:.1f} %",
        f"{1000.0 * places_off:.3f} mm",
        f"{100.0 * share:.2f} %",
    ]


def parting(human: HumanMotion, robot: Robot) -> list[list[str]]:
    """Return for every stage in words how symmetric it left a clip, and where it first is not."""
    own, other = (_stages(person, robot) for person in (human, human.mirror()))
    rows = []
    for name, q in own.items():
        off = np.abs(mirrored(robot, other[name]) - q)[:, -len(robot.joints) :]
        limbs = limbs_apart(robot, q, other[name])
        worst = np.max(list(limbs.values()), axis=0)
        parts = np.flatnonzero(off.max(axis=1) > PARTED)
        first = int(parts[0]) if len(parts) else 0
        joint = int(off[first].argmax())
        rows.append(
            [
                name,
                f"{100.0 * (worst <= SAME_DIRECTION).mean():.1f} %",
                f"frame {first}" if len(parts) else "–",
                robot.joints[joint] if len(parts) else "–",
                f"{np.degrees(off[first, joint]):.2f}°" if len(parts) else "–",
                f"{max(limbs, key=lambda segment: limbs[segment].max())} {worst.max():.2f}°",
            ]
        )
    return rows


def _stages(human: HumanMotion, robot: Robot) -> dict[str, np.ndarray]:
    """Return the poses (T, Q) that every stage leaves."""
    found: dict[str, np.ndarray] = {}

    def note(stage: str, out: Outcome) -> None:
        found[stage] = out.q.copy()

    problem, legs = standing_problem(human, robot, TrackOptions())
    bounds = joint_bounds(problem.tree, robot, human.fps)
    solve_standing(problem, legs, human.frame_count, human.fps, bounds, watch=note)
    return found


def _write(cells: list[str]) -> None:
    sys.stdout.write("| " + " | ".join(cells) + " |\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
