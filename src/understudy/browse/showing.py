"""Exhibits put into a scene: figures, and the numbers of the first performance of the first person."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from understudy.browse.exhibits import Exhibit
from understudy.browse.fitted import fitted_person
from understudy.browse.numbers import error_curves, human_curves, moments, robot_curves, verdict
from understudy.errors import InvalidMotionError
from understudy.evaluate import evaluate, evaluate_rollout
from understudy.motion import Evaluation, HumanMotion, RobotMotion, Rollout
from understudy.motion.pace import as_performed
from understudy.robots import Robot
from understudy.view.web.curves import Curves
from understudy.view.web.scene import Scene


def fill(scene: Scene, exhibits: Sequence[Exhibit], judge: bool = True) -> Evaluation | None:
    """Put exhibits into a scene and begin.

    Args:
        scene: An empty scene.
        exhibits: What is shown, persons first.
        judge: Whether a person's motion and a robot's of the same clip are compared.

    Returns:
        What was found about the first performance, where there is a person to compare it with.
    """
    people = [exhibit for exhibit in exhibits if exhibit.human is not None]
    others = [exhibit for exhibit in exhibits if exhibit.human is None]
    for exhibit in people:
        if exhibit.human is not None:
            human = _paced(exhibit.human, others)
            scene.add_person(human, exhibit.label, fitted_person(human))
    for exhibit, label in zip(others, _labels(others), strict=True):
        if exhibit.robot is not None:
            motion = exhibit.motion if exhibit.motion is not None else home_motion(exhibit.robot)
            scene.add_robot(exhibit.robot, motion, label)
    found = _judged(people, others) if judge else None
    scene.set_curves(curves_of(exhibits, found))
    scene.set_moments([] if found is None else moments(found))
    scene.set_notes("" if found is None else verdict(found))
    scene.begin()
    return found


def curves_of(exhibits: Sequence[Exhibit], found: Evaluation | None) -> dict[str, Curves]:
    """Return what is plotted of exhibits: of the first performance, or else of the first person.

    Args:
        exhibits: What is shown.
        found: What was found about the first performance.
    """
    curves = {} if found is None else error_curves(found)
    for exhibit in exhibits:
        if exhibit.robot is not None and exhibit.motion is not None:
            return curves | robot_curves(exhibit.robot, exhibit.motion)
    human = next((exhibit.human for exhibit in exhibits if exhibit.human is not None), None)
    return curves if human is None else curves | human_curves(human)


def home_motion(robot: Robot) -> RobotMotion:
    """Return a motion of one frame in which a robot stands in its home pose."""
    home = np.asarray(robot.home, dtype=np.float64)[None]
    return RobotMotion(robot.name, "home", robot.joints, home, 30.0, np.zeros(1, dtype=np.int64))


def _paced(human: HumanMotion, others: Sequence[Exhibit]) -> HumanMotion:
    """Return a person as slow as the first robot that performs the motion, where that slowed it down."""
    for exhibit in others:
        played = exhibit.played
        if played is not None:
            return as_performed(human, played)
    return human


def _judged(people: Sequence[Exhibit], others: Sequence[Exhibit]) -> Evaluation | None:
    """Return the comparison of the first person with the first robot; None where they are not one clip."""
    human = next((exhibit.human for exhibit in people if exhibit.human is not None), None)
    for exhibit in others:
        if exhibit.robot is None or exhibit.motion is None:
            continue
        try:
            if isinstance(exhibit.motion, Rollout):
                return evaluate_rollout(exhibit.motion, exhibit.robot, human)
            return None if human is None else evaluate(human, exhibit.motion, exhibit.robot)
        except InvalidMotionError:
            # Two clips that have nothing to do with each other can still be looked at.
            return None
    return None


def _labels(exhibits: Sequence[Exhibit]) -> list[str]:
    """Return labels of which no two are equal."""
    seen: dict[str, int] = {}
    labels = []
    for exhibit in exhibits:
        seen[exhibit.label] = seen.get(exhibit.label, 0) + 1
        number = seen[exhibit.label]
        labels.append(exhibit.label if number == 1 else f"{exhibit.label} {number}")
    return labels
