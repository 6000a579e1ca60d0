"""Onboarding put to the test on every robot that is installed: ``python benchmarks/onboarding.py``.

Each robot's card is hidden, every name in its model is replaced by random letters, and the model is turned
about its vertical axis. Onboarding then says where its landmarks are. A landmark is right within 3 cm, or
3 % of the robot's height, of the one in its card, both placed in the card's home pose; one that the card
has and onboarding has not is wrong.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from understudy.errors import RobotError
from understudy.robots import Robot, load_robot, robot_names
from understudy.robots.card import Card, LandmarkSpec
from understudy.robots.catalogue import find_card
from understudy.robots.model_compiler import compile_model
from understudy.robots.onboarding.trial import Trial, try_onboarding
from understudy.spatial import rotations as rot

TURNS = (0.0, 90.0, 180.0, -37.0)
TARGET = 0.95
PREFIX = "robot:"
"""How MIMo's own files begin the names of its joints."""


def main() -> int:
    """Print the table; exit with 1 where the target is missed or anything is swapped."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("robots", nargs="*", help="names; all that are installed by default")
    names = parser.parse_args().robots
    say = sys.stdout.write
    heading = "{:<17} {:>9} {:>7} {:>8} {:>8} {:>7} {:>6}  {}\n"
    say(heading.format("robot", "right", "share", "worst", "swapped", "facing", "CPU s", "wrong"))
    right = total = swapped = failed = 0
    for robot in _robots(names):
        for degrees in TURNS:
            start = time.process_time()
            try:
                trial = try_onboarding(robot, seed=1, turn=math.radians(degrees))
            except RobotError as error:
                failed += 1
                say(f"{robot.name:<17} turned by {degrees:g}°: {error}\n")
                continue
            spent = time.process_time() - start
            right += len(trial.distances) - len(trial.wrong)
            total += len(trial.distances)
            swapped += len(trial.swapped)
            if degrees == 0.0 or trial.wrong or trial.swapped:
                say(_row(trial, degrees, spent))
    share = right / max(total, 1)
    turns = ", ".join(f"{turn:g}" for turn in TURNS)
    say(f"all, turned by {turns}°: {right} of {total} right = {share:.1%}, ")
    say(f"{swapped} swapped, {failed} failed\n")
    return 0 if share >= TARGET and not swapped and not failed else 1


def _row(trial: Trial, degrees: float, spent: float) -> str:
    known = [distance for distance in trial.distances.values() if math.isfinite(distance)]
    name = trial.robot if degrees == 0.0 else f"{trial.robot} {degrees:g}°"
    right = f"{len(trial.distances) - len(trial.wrong)}/{len(trial.distances)}"
    facing, wrong = math.degrees(trial.facing_error), ", ".join(trial.wrong)
    return (
        f"{name:<17} {right:>9} {trial.share_right:>7.1%} {100.0 * max(known):>5.1f} cm "
        f"{len(trial.swapped):>8} {facing:>6.1f}° {spent:>6.1f}  {wrong}\n"
    )


def _robots(names: list[str]) -> Iterator[Robot]:
    """Yield the robots that are installed, and MIMo's own model where the shared folder is there."""
    for name in names or robot_names():
        try:
            yield load_robot(name)
        except RobotError as error:
            sys.stderr.write(f"{name} is left out: {error}\n")
    default = Path(__file__).resolve().parent.parent.parent / "shared"
    scene = Path(os.environ.get("UNDERSTUDY_SHARED", default)) / "robots" / "mimo" / "selfbody_scene.xml"
    if not names and scene.is_file():
        yield Robot.from_card(shared_mimo_card(scene))


def shared_mimo_card(scene: Path) -> Card:
    """Return the truth for MIMo's own model: the landmarks of our MIMo, whose joints have the same names."""
    own = find_card("mimo")
    quaternion = np.array(compile_model(scene).model.body_quat[1])
    forward, up = (tuple(rot.rotate(quaternion, axis).tolist()) for axis in np.eye(3)[[0, 2]])
    landmarks = {
        name: LandmarkSpec(tuple(PREFIX + joint for joint in spec.joints), spec.body, spec.point)
        for name, spec in own.landmarks.items()
    }
    return replace(
        own,
        name="mimo (theirs)",
        folder=scene.parent,
        model_file=scene.name,
        forward=forward,
        up=up,
        home={PREFIX + joint: angle for joint, angle in own.home.items()},
        landmarks=landmarks,
        frames={},
        soles={},
        gains={},
        eyes={},
        skin={},
        anatomical={},
        excluded=(),
    )


if __name__ == "__main__":
    sys.exit(main())
