"""Knuckles and fingertips, read off the shapes and the fingers of the hands."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from understudy.robots.onboarding.links import Link, LinkTree
from understudy.robots.onboarding.segmentation import Limb

_KNUCKLE_SHARE = 0.6
"""Where the knuckles are on the way from wrist to fingertip; so on people and on most robots."""

_TIP_SHARE = 0.08
"""Outermost share of the hand that counts as its tip."""


@dataclass(frozen=True, eq=False)
class Hand:
    """A hand in the zero pose.

    Attributes:
        link: The link of the palm.
        tip_link: The link of the fingertip, the palm's where several fingers move by themselves.
        knuckle_w: (3,) [m].
        fingertip_w: (3,) [m].
        why_knuckle: What told where the knuckles are.
        why_tip: What told where the hand ends.
        confidence: 0 to 1.
    """

    link: Link
    tip_link: Link
    knuckle_w: np.ndarray
    fingertip_w: np.ndarray
    why_knuckle: str
    why_tip: str
    confidence: float


def find_hand(tree: LinkTree, limb: Limb) -> Hand:
    """Return where a hand's knuckles and fingertips are."""
    link = limb.stem.link_of_joint((limb.middle + limb.end)[-1])
    wrist = limb.end_w
    forearm = _unit(limb.end_w - limb.middle_w)
    points, from_shape = _hand_cloud(tree, link, wrist, forearm, bool(limb.end))
    heading = _heading(points, wrist, forearm)
    along = (points - wrist) @ heading
    reach = float(along.max())
    tip = points[along > (1.0 - _TIP_SHARE) * reach].mean(axis=0) if reach > 0.0 else wrist
    roots = _finger_roots(tree, limb, wrist, heading, reach)
    if len(roots):
        # Fingers may start at different places across the palm; the middle of them is the knuckle.
        knuckle, why = roots.mean(axis=0), "the first joints of the fingers"
    else:
        knuckle, why = wrist + _KNUCKLE_SHARE * (tip - wrist), "three fifths of the way to the fingertip"
    confidence = (0.8 if len(roots) else 0.6) if from_shape else 0.3
    tip_reason = (
        "the outermost point of the hand" if from_shape else "the hand's inertia, for want of a shape"
    )
    tip_link = limb.stem.link_of_joint(limb.spare[-1]) if limb.spare and not limb.stem.digits else link
    return Hand(link, tip_link, knuckle, tip, why, tip_reason, confidence)


def _hand_cloud(
    tree: LinkTree, link: Link, wrist: np.ndarray, forearm: np.ndarray, has_wrist: bool
) -> tuple[np.ndarray, bool]:
    points = tree.points_w(link)
    if not has_wrist and len(points):
        points = points[(points - wrist) @ forearm > 0.0]
    if len(points):
        return points, True
    centres = np.array([part.centre_w for part in tree.subtree(link)])
    # An even hand ends twice as far from the wrist as its centre of mass.
    return wrist + 2.0 * (centres - wrist), False


def _heading(points: np.ndarray, wrist: np.ndarray, forearm: np.ndarray) -> np.ndarray:
    """Return (3,) the direction of the hand: towards its middle, the forearm's where that is unclear."""
    towards = points.mean(axis=0) - wrist
    if np.linalg.norm(towards) < 1e-3 or _unit(towards) @ forearm < 0.5:
        return forearm
    return _unit(_unit(towards) + forearm)


def _finger_roots(
    tree: LinkTree, limb: Limb, wrist: np.ndarray, heading: np.ndarray, reach: float
) -> np.ndarray:
    """Return (N, 3) where fingers begin [m]; a thumb begins nearer to the wrist and is left out."""
    joints = list(limb.spare[:1]) or [digit.joints[0] for digit in limb.stem.digits]
    if not joints or reach <= 0.0:
        return np.zeros((0, 3))
    roots = tree.anchor_w[joints]
    along = (roots - wrist) @ heading
    return roots[along > max(0.25 * reach, 0.75 * float(along.max()))]


def _unit(vector: np.ndarray) -> np.ndarray:
    return vector / max(float(np.linalg.norm(vector)), 1e-12)
