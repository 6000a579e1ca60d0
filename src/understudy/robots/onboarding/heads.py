"""Neck, crown, nose, eyes and ears, read off the joints and shapes above the shoulders."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.robots.joint_centre import nearest_point_to_axes
from understudy.robots.onboarding.body_axes import BodyAxes
from understudy.robots.onboarding.eyes import eye_shapes
from understudy.robots.onboarding.links import Link
from understudy.robots.onboarding.plan import Plan

_EDGE = 0.05
"""Outermost share of the head, in any direction, that counts as its end."""

_TINY = 1e-9
"""Rounding [m], for heads that are one point."""

_EYE_HEIGHT, _EYE_WIDTH = 0.52, 0.38
"""Eyes above the chin as a share of the head's height, and beside the middle as a share of its half width."""

_APART = 0.06
"""Distance between groups of neck joints as a share of the longest limb."""


@dataclass(frozen=True, eq=False)
class SurfacePoint:
    """A point (3,) [m] of the zero pose on a link, with how sure it is and why."""

    link: Link
    place_w: np.ndarray
    confidence: float
    reason: str


def neck_groups(plan: Plan) -> dict[str, tuple[int, ...]]:
    """Return the joints of ``neck`` and, where others sit clearly above them, of ``head``.

    Of three or more groups the last two count: those before them are the upper end of the spine.
    """
    size = plan.size
    groups: list[list[int]] = []
    for joint in (joint for link in plan.head for joint in link.joints):
        if groups and _distance_to_axis(plan, groups[-1], joint) < _APART * size:
            groups[-1].append(joint)
        else:
            groups.append([joint])
    if len(groups) > 1 and len(groups[-1]) == 1 and len(groups[-2]) == 1:
        # A lone yaw under a lone pitch is one neck of two joints, however far apart they are mounted.
        groups[-2:] = [groups[-2] + groups[-1]]
    names = ("neck", "head")[: len(groups)]
    return {name: tuple(group) for name, group in zip(names, groups[-2:], strict=True)}


def _distance_to_axis(plan: Plan, group: list[int], joint: int) -> float:
    """Return how far [m] a joint's axis passes from the centre of a group of joints."""
    tree = plan.tree
    gap = nearest_point_to_axes(tree.anchor_w[group], tree.axis_w[group]) - tree.anchor_w[joint]
    return float(np.linalg.norm(gap - (gap @ tree.axis_w[joint]) * tree.axis_w[joint]))


def find_head_points(plan: Plan, axes: BodyAxes, shoulders_w: np.ndarray) -> dict[str, SurfacePoint]:
    """Return the surface points of a head by landmark; empty where nothing is above the shoulders.

    Args:
        plan: The body plan.
        axes: The body's directions.
        shoulders_w: (2, 3) both shoulders [m] in the zero pose.
    """
    link, points = _head_cloud(plan, axes, shoulders_w)
    if len(points) == 0:
        return {}
    canonical = points @ axes.matrix.T
    low, high = canonical.min(axis=0), canonical.max(axis=0)
    size = high - low
    middle = float(np.mean(shoulders_w @ axes.left_w))
    moving = bool(plan.head)

    def put(place: np.ndarray, confidence: float, reason: str) -> SurfacePoint:
        return SurfacePoint(link, place @ axes.matrix, confidence, reason)

    top = canonical[canonical[:, 2] > high[2] - _EDGE * size[2] - _TINY].mean(axis=0)
    crown = np.array([top[0], middle, high[2]])
    found = {"head_top": put(crown, 0.9 if moving else 0.7, "the highest point above the shoulders")}
    if not moving:
        return found
    inner = canonical[np.abs(canonical[:, 1] - middle) < 0.3 * size[1]]
    if len(inner) == 0:
        # A head that is a plain box has corners only.
        inner = canonical
    front = inner[inner[:, 0] > inner[:, 0].max() - _EDGE * size[0] - _TINY].mean(axis=0)
    found["nose"] = put(
        np.array([front[0], middle, front[2]]), 0.6, "the foremost point of the head's middle"
    )
    ears = []
    for sign in (1.0, -1.0):
        outward = sign * (canonical[:, 1] - middle)
        outermost = canonical[outward > outward.max() - _EDGE * size[1] - _TINY].mean(axis=0)
        ears.append([outermost[0], sign * (outermost[1] - middle), outermost[2]])
    # A shell may be a little uneven; the mean of both sides is the better guess for each.
    ahead, beside, height = np.mean(ears, axis=0)
    for side, sign in (("l", 1.0), ("r", -1.0)):
        ear = np.array([ahead, middle + sign * beside, height])
        found[f"ear_{side}"] = put(ear, 0.6, "the head's outermost point on that side")
    eyes = eye_shapes(plan, axes, link, middle)
    why, confidence = "a small shape on the front of the head", 0.6
    if eyes is None:
        height, beside_middle = low[2] + _EYE_HEIGHT * size[2], _EYE_WIDTH * 0.5 * size[1]
        eyes = {
            side: np.array([_front_at(canonical, middle + gap, height, size), middle + gap, height])
            for side, gap in (("l", beside_middle), ("r", -beside_middle))
        }
        why, confidence = "where eyes usually are", 0.3
    found |= {f"eye_{side}": put(place, confidence, why) for side, place in eyes.items()}
    return found


def _head_cloud(plan: Plan, axes: BodyAxes, shoulders_w: np.ndarray) -> tuple[Link, np.ndarray]:
    """Return the link of the head and its points (N, 3), or the chest's part above the shoulders."""
    if plan.head:
        link = plan.head[-1]
        points = plan.tree.points_w(link)
        if len(points):
            return link, points
        return link, np.array([2.0 * link.centre_w - plan.tree.anchor_w[link.joints[0]]])
    points = plan.chest.points_w
    height = float((shoulders_w @ axes.up_w).mean())
    width = float(np.ptp(shoulders_w @ axes.left_w))
    return plan.chest, points[points @ axes.up_w > height + 0.25 * width]


def _front_at(canonical: np.ndarray, beside: float, height: float, size: np.ndarray) -> float:
    """Return how far ahead the head's surface is near a place seen from the front [m]."""
    gap = np.abs(canonical[:, 1:] - np.array([beside, height])) / np.maximum(size[1:], 1e-9)
    near = canonical[(gap < 0.15).all(axis=1)]
    return float((near if len(near) else canonical)[:, 0].max())
