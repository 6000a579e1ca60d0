"""``understudy robots show``: what a robot can do, and a picture with its landmarks."""

from __future__ import annotations

import math
from pathlib import Path

from understudy.commands.robots_onboard import save_picture
from understudy.commands.terminal import Terminal
from understudy.motion.output import require_other_file, require_writable


def show(terminal: Terminal, name: str, output: str | None) -> int:
    """Print a robot's joints and landmarks; draw it where a file for the picture is given."""
    from understudy.robots import load_robot
    from understudy.robots.derive_anatomical import anatomical_table
    from understudy.robots.hollow_joints import hollow_joints

    if output is not None:
        require_writable(output)
        require_other_file(output, name)
    robot = load_robot(name)
    limits = zip(
        robot.joints, robot.lower.tolist(), robot.upper.tolist(), robot.velocity.tolist(), strict=True
    )
    joints = [{"name": n, "lower_rad": a, "upper_rad": b, "velocity_rad_s": v} for n, a, b, v in limits]
    assumed = dict(zip(robot.joints, robot.assumed.tolist(), strict=True))
    mass = float(robot.model.body_mass.sum())
    roles = {spec.joint: angle for angle, spec in anatomical_table(robot).items()}
    pairs = [[robot.model.body(body).name for body in pair] for pair in sorted(hollow_joints(robot).pairs)]
    picture = None if output is None else save_picture(terminal, robot, Path(output))
    terminal.give(
        {
            "name": robot.name,
            "title": robot.card.title,
            "source": robot.card.source,
            "mass_kg": mass,
            "joints": [
                {key: (None if value in (math.inf, -math.inf) else value) for key, value in joint.items()}
                | {"anatomical": roles.get(joint["name"]), "velocity_assumed": assumed[joint["name"]]}
                for joint in joints
            ],
            "landmarks": sorted(robot.landmarks),
            "frames": sorted(robot.frames),
            "judged_by_mesh": pairs,
            "picture": None if picture is None else str(picture),
        }
    )
    rows = [
        (
            joint["name"],
            f"{math.degrees(joint['lower_rad']):.1f}",
            f"{math.degrees(joint['upper_rad']):.1f}",
            f"{math.degrees(joint['velocity_rad_s']):.0f}{' (assumed)' if assumed[joint['name']] else ''}",
            roles.get(joint["name"], "").replace("_", " "),
        )
        for joint in joints
    ]
    terminal.table(
        ("joint", "from °", "to °", "at most °/s", "plays"),
        rows,
        title=f"{robot.card.title}: {len(joints)} joints, {mass:.2f} kg",
    )
    terminal.say(f"landmarks: {', '.join(sorted(robot.landmarks))}")
    if pairs:
        told = "; ".join(" and ".join(pair) for pair in pairs)
        terminal.say(f"kept apart by their meshes, whose hulls meet where they do not: {told}")
    terminal.say(f"source: {robot.card.source}")
    if picture is not None:
        terminal.say(f"picture: {picture}")
    return 0
