"""The numbers beside a scene: curves over time, the worst moments, and the verdict in a table."""

from __future__ import annotations

import numpy as np

from understudy.evaluate import wording
from understudy.evaluate.headlines import headlines
from understudy.evaluate.moments import worst_moments
from understudy.motion import Evaluation, HumanMotion, RobotMotion, Rollout
from understudy.motion.contact_schedule import carrying
from understudy.motion.landmarks import CONTACTS
from understudy.robots import Robot
from understudy.view.web.curves import Curves

_MARKS = {True: "✓", False: "✗", None: "–"}
_ANGLES = "joint angles"


def robot_curves(robot: Robot, motion: RobotMotion | Rollout) -> dict[str, Curves]:
    """Return joint angles and speeds, contacts, and the torques and errors of a rollout."""
    played = motion.as_motion() if isinstance(motion, Rollout) else motion
    hinges = [name for name in played.joints if robot.model.joint(name).type[0] == _HINGE]
    groups: dict[str, Curves] = {}
    if hinges:
        angles = {name: np.degrees(played.joint(name)) for name in hinges}
        groups[_ANGLES] = Curves(played.fps, "°", angles)
        if played.frame_count > 2:
            speeds = {name: np.gradient(values) * played.fps for name, values in angles.items()}
            groups["joint speeds"] = Curves(played.fps, "°/s", speeds)
    groups |= contact_curves(played)
    if isinstance(motion, Rollout):
        torques = np.asarray(motion.torques)
        groups["torques"] = Curves(played.fps, "N m", dict(zip(motion.joints, torques.T, strict=True)))
        errors = np.degrees(motion.joint_errors)
        groups["tracking errors"] = Curves(played.fps, "°", dict(zip(motion.joints, errors.T, strict=True)))
    return groups


def contact_curves(motion: HumanMotion | RobotMotion) -> dict[str, Curves]:
    """Return which parts carry weight as steps one above the other, the soles' lowest; none without any."""
    soles = [part for part in CONTACTS if motion.contact_mask.any()]
    found = {part: np.zeros(motion.frame_count, dtype=bool) for part in soles} | carrying(motion)
    steps = {part: 0.8 * carries + row for row, (part, carries) in enumerate(found.items())}
    return {"contacts": Curves(motion.fps, "carries weight", steps)} if steps else {}


def human_curves(human: HumanMotion) -> dict[str, Curves]:
    """Return heights of hands, feet and head, their speeds, and contacts of a person."""
    heights, speeds = {}, {}
    for name in ("wrist_l", "wrist_r", "ankle_l", "ankle_r", "head_top", "mid_hips"):
        points_w, known = human.landmark(name)
        if known.any():
            heights[name] = np.where(known, points_w[:, 2], np.nan)
            if human.frame_count > 2:
                moved = np.linalg.norm(np.gradient(points_w, axis=0), axis=1) * human.fps
                speeds[name] = np.where(known, moved, np.nan)
    groups = {"heights": Curves(human.fps, "m", heights)} if heights else {}
    groups |= {"speeds": Curves(human.fps, "m/s", speeds)} if speeds else {}
    return groups | contact_curves(human)


def error_curves(evaluation: Evaluation) -> dict[str, Curves]:
    """Return how far each segment points elsewhere than the person's, and what of it could be helped."""
    groups = {}
    for family, title in (("direction", "errors per segment"), ("regret", "regret per limb")):
        series = {
            wording.segment_label(metric.name.split("/", 1)[1]): np.degrees(metric.series)
            for metric in evaluation.family(family)
            if len(metric.series)
        }
        if series:
            groups[title] = Curves(evaluation.fps, "°", series)
    return groups


def moments(evaluation: Evaluation) -> list[tuple[str, float]]:
    """Return the moments at which a performance is worst: what is off there, and the time [s]."""
    return [
        (
            f"{wording.segment_label(found.limb)} {np.degrees(found.regret):.0f}° off",
            found.frame / evaluation.fps,
        )
        for found in worst_moments(evaluation)
    ]


def verdict_rows(evaluation: Evaluation) -> list[tuple[str, str, str]]:
    """Return the headlines: what, its value, and a mark that says whether it is good."""
    return [(item.title, item.value, _MARKS[item.good]) for item in headlines(evaluation)]


def verdict(evaluation: Evaluation) -> str:
    """Return the headlines as a table in Markdown."""
    rows = [f"| {mark} | {what} | {value} |" for what, value, mark in verdict_rows(evaluation)]
    return "\n".join(("|   | what | value |", "| --- | --- | --- |", *rows)) if rows else ""


_HINGE = 3
"""MuJoCo's number of a hinge."""
