"""``understudy robots check``: whether a card says what is so."""

from __future__ import annotations

import numpy as np

from understudy.commands.terminal import Terminal
from understudy.robots.checking import Check
from understudy.robots.robot import Robot

_HELD_SECONDS = 2.0
"""How long gains have to hold a robot in simulation [s]."""

_SELF_FRAMES, _SELF_FPS, _SELF_SEED = 30, 30.0, 3
_SELF_AMPLITUDE = 0.2
"""How far joints swing in the robot's own motion, as a share of their range."""

_SELF_ERROR = np.deg2rad(3.0)
"""Largest median direction error [rad] with which a robot may follow its own motion."""

FAILED = 1


def check(terminal: Terminal, name: str) -> int:
    """Check a robot and print the verdict; the exit code is 0 only where all is well."""
    from understudy.robots import load_robot
    from understudy.robots.checking import check_robot

    robot = load_robot(name)
    checks = [*check_robot(robot), gains_hold(robot), follows_itself(robot, terminal)]
    failed = [check.name for check in checks if check.passed is False]
    terminal.give(
        {
            "robot": robot.name,
            "passed": not failed,
            "checks": [{"name": c.name, "passed": c.passed, "finding": c.finding} for c in checks],
        }
    )
    verdicts = {True: "right", False: "WRONG", None: "-"}
    rows = [(c.name, verdicts[c.passed], c.finding) for c in checks]
    terminal.table(("check", "verdict", "found"), rows, title=robot.card.title)
    terminal.say(f"{robot.name}: {'all is well' if not failed else 'look at ' + ', '.join(failed)}")
    return FAILED if failed else 0


def gains_hold(robot: Robot, seconds: float = _HELD_SECONDS) -> Check:
    """Check that a robot's gains hold it in its home pose, simulated for some time [s]."""
    from understudy.simulate.holding import hold

    holding = hold(robot, seconds)
    if not holding.is_stable:
        return Check("gains hold", False, "the simulation explodes")
    bend = float(np.rad2deg(holding.joint_error.max())) if len(holding.joint_error) else 0.0
    turn = float(np.rad2deg(holding.root_turn))
    finding = f"joints within {bend:.1f}° of home over {seconds:g} s, turned by {turn:.1f}°"
    return Check("gains hold", bool(holding.is_held), finding)


def follows_itself(robot: Robot, terminal: Terminal) -> Check:
    """Check that a person shaped exactly like the robot is retargeted to the robot's own motion."""
    from understudy.pipeline import retarget
    from understudy.robots.source import human_from_robot

    q = own_motion(robot)
    human = human_from_robot(robot, q, _SELF_FPS)
    followed = human_from_robot(robot, retarget(human, robot, say=terminal.say).q, _SELF_FPS)
    errors = []
    for segment in ("upper_arm", "forearm", "thigh", "shin"):
        for side in ("l", "r"):
            name = f"{segment}_{side}"
            if robot.segment(name) is not None:
                wanted, reached = human.direction(name)[0], followed.direction(name)[0]
                cosine = np.clip((wanted * reached).sum(axis=1), -1.0, 1.0)
                errors.append(float(np.median(np.arccos(cosine))))
    if not errors:
        return Check("follows itself", None, "no limb that could be followed")
    finding = f"its own motion comes back within {np.rad2deg(max(errors)):.2f}°"
    return Check("follows itself", bool(max(errors) < _SELF_ERROR), finding)


def own_motion(robot: Robot) -> np.ndarray:
    """Return coordinates (T, Q) of slow swings of all joints about the home pose, within their ranges."""
    generator = np.random.default_rng(_SELF_SEED)
    count = len(robot.joints)
    home = robot.home[-count:]
    low, high = np.maximum(robot.lower, home - np.pi), np.minimum(robot.upper, home + np.pi)
    amplitude = _SELF_AMPLITUDE * np.minimum(high - low, 1.0)
    phase = generator.uniform(0.0, 2.0 * np.pi, count)
    time = np.arange(_SELF_FRAMES) / _SELF_FPS
    swing = np.sin(np.pi * time[:, None] + phase) - np.sin(phase)
    q = np.tile(robot.home, (_SELF_FRAMES, 1))
    q[:, -count:] = np.clip(home + 0.5 * amplitude * swing, low, high)
    return q
