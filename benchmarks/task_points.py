"""Whether task points are met: a hand sent to random places that the arm can reach.

    python benchmarks/task_points.py [--robots g1 nao hrp4] [--places 40]

A person waves (synthetic). A place is one that the arm can reach, since the arm's joints are drawn at random
within their limits, the rest of the robot as it is at that moment. The left hand, which the person lets hang,
is sent there for a third of a second; met is a place from which it stays within 5 mm all that time.

Prints a table in Markdown and exits with 1 where a robot does not meet 95 % of its places.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

import mujoco
import numpy as np

from understudy.evaluate import evaluate
from understudy.motion import HumanMotion
from understudy.retarget import TaskPoint
from understudy.retarget.limits.task_points import MET, task_spot
from understudy.retarget.track import TrackOptions, track
from understudy.robots import Robot, load_robot
from understudy.synth import Corruption, make, record
from understudy.synth.formats import RENDERINGS
from understudy.takes import read_human

ROBOTS = ("g1", "nao", "hrp4")
BAR = 0.95
START, END = 1.5, 1.8
SECONDS = 2.5
WIDEST = 2.5
"""Angle [rad] at which joints of wider ranges are cut."""


def main() -> int:
    """Send every robot's hand to its places."""
    parser = argparse.ArgumentParser(description="Whether task points are met.")
    parser.add_argument("--robots", nargs="+", default=ROBOTS)
    parser.add_argument("--places", type=int, default=40)
    options = parser.parse_args()
    human = waving_person()
    sys.stdout.write("| robot | met | missed by, median | worst | legs off by, without / with |\n")
    sys.stdout.write("| --- | --- | --- | --- | --- |\n")
    is_met = True
    for name in options.robots:
        robot = load_robot(name)
        places = reachable_places(human, robot, options.places)
        asked = [TrackOptions(tasks=(TaskPoint("hand_l", START, END, tuple(place)),)) for place in places]
        missed = [track(human, robot, each).provenance.steps[-1][1]["missed"][0] for each in asked]
        legs = [leg_error(human, robot, each) for each in (TrackOptions(), asked[-1])]
        share = float(np.mean(np.array(missed) < MET))
        is_met = is_met and share >= BAR
        median, worst = 1e3 * np.median(missed), 1e3 * max(missed)
        sys.stdout.write(
            f"| {name} | {100.0 * share:.0f} % | {median:.2f} mm | {worst:.1f} mm "
            f"| {legs[0]:.2f}° / {legs[1]:.2f}° |\n"
        )
    sys.stdout.write("all bars met\n" if is_met else "a bar is missed\n")
    return 0 if is_met else 1


def waving_person() -> HumanMotion:
    """Return a person who waves with the right hand."""
    motion, rendering = make("wave", seconds=SECONDS), RENDERINGS["bvh"]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "wave.bvh"
        rendering.write(path, record(motion, rendering.point_set(motion.body), Corruption()))
        return read_human(path)


def reachable_places(human: HumanMotion, robot: Robot, count: int) -> np.ndarray:
    """Return places (N, 3) [m] of the left hand with its arm's joints at random."""
    model, data, spot = robot.model, mujoco.MjData(robot.model), task_spot(robot, "hand_l")
    others = _chain(model, task_spot(robot, "hand_r").body)
    joints = [j for j in range(model.njnt) if model.jnt_bodyid[j] in _chain(model, spot.body) - others]
    low, high = (np.clip(model.jnt_range[joints, side], -WIDEST, WIDEST) for side in (0, 1))
    pose = track(human, robot).q[round(START * human.fps)].copy()
    generator, places = np.random.default_rng(0), []
    for _ in range(count):
        pose[model.jnt_qposadr[joints]] = generator.uniform(low, high)
        data.qpos[:] = pose
        mujoco.mj_kinematics(model, data)
        places.append(data.xpos[spot.body] + data.xmat[spot.body].reshape(3, 3) @ spot.local)
    return np.array(places)


def _chain(model: mujoco.MjModel, body: int) -> set[int]:
    """Return a body and all that carry it."""
    chain = set()
    while body > 0:
        chain.add(body)
        body = int(model.body_parentid[body])
    return chain


def leg_error(human: HumanMotion, robot: Robot, options: TrackOptions) -> float:
    """Return the median direction error [deg] of the worst thigh or shin."""
    found = evaluate(human, track(human, robot, options), robot)
    names = [f"direction/{segment}_{side}" for segment in ("thigh", "shin") for side in "lr"]
    return max(np.degrees(found[name].summary["median"]) for name in names)


if __name__ == "__main__":
    sys.exit(main())
