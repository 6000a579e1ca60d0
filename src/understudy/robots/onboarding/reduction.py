"""Reduced robots: some joints locked where they stand at home, or the upper body alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import mujoco
import numpy as np

from understudy.robots.card import Card, LandmarkSpec
from understudy.robots.joint_centre import nearest_point_to_axes
from understudy.robots.models.joints import matching_joints
from understudy.robots.parts import point_in_world
from understudy.robots.placing import Placing

_SAME = 2e-3
"""Distance [m] within which the joints that are left still stand for a landmark."""

_LEG_PARTS = ("knee", "ankle", "heel", "toe", "toe_tip")


def lock_card(card: Card, model: mujoco.MjModel, patterns: Sequence[str]) -> Card:
    """Return a card whose joints are locked; landmarks that they made up become points on their bodies.

    Args:
        card: The card of the whole robot.
        model: The whole robot, compiled, in the axes of its file.
        patterns: Names of joints, with ``*`` and ``?``.
    """
    placing = Placing(card, model)
    locked = matching_joints(placing.joint_names, patterns)
    attachments = placing.landmarks()
    landmarks = {}
    for name, spec in card.landmarks.items():
        attachment = attachments[name]
        left = [joint for joint in spec.joints if joint not in locked]
        if len(left) == len(spec.joints):
            landmarks[name] = spec
            continue
        place = point_in_world(placing.data, attachment)
        if left and np.linalg.norm(_centre(placing, left) - place) < _SAME:
            landmarks[name] = LandmarkSpec(joints=tuple(left))
            continue
        x, y, z = (round(float(value), 4) + 0.0 for value in attachment.point)
        landmarks[name] = LandmarkSpec(body=model.body(attachment.body).name, point=(x, y, z))
    patterns = tuple(dict.fromkeys((*card.lock, *patterns)))
    return replace(card, lock=patterns, landmarks=landmarks)


def without_legs(card: Card, model: mujoco.MjModel, leg_joints: Sequence[str]) -> Card:
    """Return the card of the upper body alone: the pelvis fixed, the legs locked and left unnamed."""
    if leg_joints:
        card = lock_card(card, model, leg_joints)
    landmarks = {n: spec for n, spec in card.landmarks.items() if n.rsplit("_", 1)[0] not in _LEG_PARTS}
    frames = {part: body for part, body in card.frames.items() if not part.startswith("foot")}
    return replace(card, base="fixed", landmarks=landmarks, frames=frames, soles={})


def _centre(placing: Placing, joints: Sequence[str]) -> np.ndarray:
    indices = [placing.model.joint(joint).id for joint in joints]
    return nearest_point_to_axes(placing.data.xanchor[indices], placing.data.xaxis[indices])
