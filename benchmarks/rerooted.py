"""Whether a robot's root matters: ``python benchmarks/rerooted.py [robots ...] [--motions FOLDER]``.

Each robot is written anew with its chest, its head and its left foot as root, and onboarded, as is the model
as it hangs. All of them perform two CMU clips by ``track``; printed is how far the joints and the directions
of the limbs are from those of the robot as it hangs, over all frames.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

import numpy as np

from understudy.motion import RobotMotion
from understudy.pipeline import retarget
from understudy.robots import Robot, load_robot
from understudy.robots.onboarding.onboard import onboard
from understudy.robots.source import human_from_robot
from understudy.synth.robots.rewriting import rewrite
from understudy.synth.robots.variants import variants
from understudy.takes import read_human

ROBOTS = ("g1", "h1", "talos", "jvrc1")
CLIPS = ("02_01", "13_29")
PLAIN = "as it is"
ROOTS = ("chest", "head", "left foot")
SEGMENTS = ("thigh", "shin", "upper_arm", "forearm")
SAME = 1.0
"""Largest median [deg] by which a motion may differ."""


def main() -> int:
    """Print the table; exit with 1 where a median is over a degree."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("robots", nargs="*", help=f"names; {', '.join(ROBOTS)} by default")
    default = Path(__file__).resolve().parent.parent.parent / "shared"
    shared = Path(os.environ.get("UNDERSTUDY_SHARED", default))
    parser.add_argument("--motions", type=Path, default=shared / "motions" / "cmu")
    options = parser.parse_args()
    worst = 0.0
    with tempfile.TemporaryDirectory() as folder:
        for name in options.robots or ROBOTS:
            rooted = _rooted(load_robot(name), Path(folder))
            for clip in CLIPS:
                human = read_human(options.motions / f"{clip}.bvh")
                motions = {root: retarget(human, robot) for root, robot in rooted.items()}
                for root in ROOTS:
                    if root in rooted:
                        plain, other = ((rooted[r], motions[r]) for r in (PLAIN, root))
                        worst = max(worst, _compare(f"{name} {clip} {root}", plain, other))
    sys.stdout.write(f"largest median: {worst:.3f}°\n")
    return 0 if worst <= SAME else 1


def _rooted(robot: Robot, folder: Path) -> dict[str, Robot]:
    """Return a robot as it hangs and on its other roots, each onboarded from its file."""
    found = {}
    for variant in variants(robot):
        if variant.name in (PLAIN, *ROOTS):
            written = rewrite(variant.model, replace(variant.how, turn=0.0, names_seed=None))
            written.spec.compile()
            path = folder / f"{robot.name}_{variant.name.replace(' ', '_')}.xml"
            path.write_text(written.spec.to_xml(), encoding="utf-8")
            speeds = dict(zip(robot.joints, robot.velocity.tolist(), strict=True))
            found[variant.name] = Robot.from_card(replace(onboard(path).card, velocity=speeds))
    return found


def _compare(what: str, plain: tuple[Robot, RobotMotion], other: tuple[Robot, RobotMotion]) -> float:
    """Print how far two motions are apart and return the largest median [deg]."""
    (one, first), (two, second) = plain, other
    columns = [second.joints.index(joint) for joint in first.joints]
    joints = np.degrees(np.abs(second.joint_positions[:, columns] - first.joint_positions))
    people = [
        human_from_robot(robot, motion.q, motion.fps) for robot, motion in ((one, first), (two, second))
    ]
    angles = []
    for segment in (f"{kind}_{side}" for kind in SEGMENTS for side in "lr"):
        directions = [person.direction(segment)[0] for person in people]
        cosine = np.clip((directions[0] * directions[1]).sum(axis=1), -1.0, 1.0)
        angles.append(np.degrees(np.arccos(cosine)))
    limbs = np.stack(angles, axis=1)
    medians = float(np.median(joints)), float(np.median(limbs, axis=0).max())
    sys.stdout.write(
        f"{what}: joints {medians[0]:.3f}° median, {np.percentile(joints, 95):.2f}° at 95 %; "
        f"worst limb {medians[1]:.3f}° median, {np.percentile(limbs, 99):.2f}° at 99 %\n"
    )
    sys.stdout.flush()
    return max(medians)


if __name__ == "__main__":
    sys.exit(main())
