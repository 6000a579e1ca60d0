"""Which way a head faces, from whatever landmarks of it were seen.

A head is rigid and heads are alike: its orientation is the turn that carries the places of the landmarks on
a usual head to where they were seen, in all sizes (the best turn does not depend on size). Markers around
a head come as such landmarks too (:mod:`understudy.capture.naming.marker_sets.trunk`).

A face with ears tells everything. Without ears there is nothing behind the face to say how far it is
lifted, so the neck helps out as in Fiala 3.4.4: in an upright head the line from neck to eyes rises by
a known angle, which is 81° for infants. That is cruder, since a neck bends.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np

from understudy.anatomy.head import THESIS_REFERENCE
from understudy.human.head_kernel import write_arms, write_scatter
from understudy.motion import HumanMotion
from understudy.motion.head import head_places
from understudy.spatial import rotations as rot
from understudy.spatial.alignment import best_turns

EARS = ("ear_l", "ear_r")
FACE = (*EARS, "eye_l", "eye_r", "nose")
"""Landmarks that only a head can turn."""

HELPERS = ("head", "head_top", "neck")
"""Landmarks that help out where there is no ear, or nothing but ears."""

HEAD_POINTS = (*FACE, *HELPERS)

EYE_RISE_INFANT = float(THESIS_REFERENCE)
"""How steeply the line from neck to eyes rises in an upright head of an infant [rad] (Fiala 3.35)."""

EYE_RISE_ADULT = float(np.arctan2(0.030 + 0.066, 0.030))
"""The same of an adult [rad]: the eyes are 0.030 of the body height ahead of and 0.096 above the lower neck's
joint BLN (Terlemez 2014, Table II)."""

INFANT_AGE = 2.0
"""A person is an infant up to this age [years]."""

INFANT_LEG = 0.36
"""Thigh and shin [m] of a person at that age, for persons whose age nobody states."""

_EYES_ABOVE_NECK = 0.96
"""Height of the eyes above the lower neck in head lengths, 0.096 of a body height of 1.8 m."""

_SKULL_BASE_ADULT = (0.030 / 0.1, 0.066 / 0.1)
"""How far an adult's joint BUN of head and neck is behind and below the eyes, in head lengths (Table II).

An infant's joint is higher up in its large head, as :mod:`understudy.motion.head` has it.
"""

_WEIGHTS = {"head": 0.5, "head_top": 0.5, "neck": 0.1}
"""Joint centres are guesses and count less than points of a face, whose weight is 1; a neck bends too."""

_WEIGHT = np.array([_WEIGHTS.get(name, 1.0) for name in HEAD_POINTS])
"""(8,) the weights of all ``HEAD_POINTS``."""

_LEAST_THICKNESS = 0.15
"""Landmarks nearer to one line, as a share of its length, do not tell a turn about it."""

_LEAST_SEEN_THICKNESS = 0.02
"""Seen landmarks that lie in one line, or all in one place, show no head."""

_MIN_POINTS = 3


@dataclass(frozen=True, eq=False)
class HeadDirection:
    """Orientation of a head over time.

    Attributes:
        orientations: (T, 4) unit quaternions wxyz, identity for a head that looks ahead along x.
        valid: (T,) where it is determined.
        used: (T, 8) which of ``HEAD_POINTS`` told it.
        seen: (T, 8, 3) [m] where ``HEAD_POINTS`` were seen.
    """

    orientations: np.ndarray
    valid: np.ndarray
    used: np.ndarray
    seen: np.ndarray

    @cached_property
    def spread(self) -> np.ndarray:
        """(T,) [rad/m] how far errors of the used landmarks turn the orientation, NaN where there is none.

        It is the root mean square turn by independent errors of one metre in each of their coordinates. Times
        0.005 m it is what noise of 5 mm does.
        """
        weights = _WEIGHT * self.used[self.valid]
        found = np.full(len(self.valid), np.nan)
        found[self.valid] = _spread(_arms(self.seen[self.valid], weights), weights)
        return found

    @property
    def is_full(self) -> np.ndarray:
        """(T,) where a face with an ear told it, without help from neck and skull."""
        helped = self.used[:, len(FACE) :].any(axis=1)
        return self.valid & ~helped

    def note(self) -> str:
        """Return one sentence that says from what less than a full face it was told, empty for a full one."""
        crude = self.valid & ~self.is_full
        if not crude.any():
            return ""
        names = [name for k, name in enumerate(HEAD_POINTS) if self.used[crude, k].any()]
        share = 100.0 * float(crude.sum() / self.valid.sum())
        turn = float(np.rad2deg(np.median(self.spread[crude]) * 0.01))
        return (
            f"No face with ears was seen in {share:.0f} % of the frames: there the head's direction is "
            f"inferred from {', '.join(names)}, and errors of 1 cm in them turn it by {turn:.0f}°."
        )


def is_infant(human: HumanMotion, age: float | None = None) -> bool:
    """Tell whether a person is an infant, by the age [years] or else by the length of the legs."""
    if age is not None:
        return age <= INFANT_AGE
    return 0.0 < human.sizes.get("leg", 0.0) <= INFANT_LEG


def head_direction(human: HumanMotion, infant: bool = False) -> HeadDirection:
    """Return a head's orientation in every frame whose landmarks determine it.

    Args:
        human: The landmarks.
        infant: Whether the line from neck to eyes rises as it does in infants.
    """
    model = _model(infant)
    seen, known = _seen(human)
    # Most heads show the same landmarks in all frames.
    is_steady = bool((known == known[:1]).all())
    used = np.repeat(_chosen(known[:1]), len(known), axis=0) if is_steady else _chosen(known)
    turns = best_turns(model, seen, _WEIGHT * used)
    valid = (used.sum(axis=1) >= _MIN_POINTS) & ~_model_in_line(infant, used)
    valid &= ~_in_line(seen, used, _LEAST_SEEN_THICKNESS)
    if valid.all():
        return HeadDirection(rot.from_matrix(turns), valid, used, seen)
    orientations = np.tile(rot.IDENTITY, (len(valid), 1))
    orientations[valid] = rot.from_matrix(turns[valid])
    return HeadDirection(orientations, valid, used & valid[:, None], seen)


@cache
def _model(infant: bool) -> np.ndarray:
    """Return (8, 3) the places of ``HEAD_POINTS`` on a usual upright head, in head lengths."""
    places = head_places()
    eyes = 0.5 * (places["eye_l"] + places["eye_r"])
    if not infant:
        behind, below = _SKULL_BASE_ADULT
        places["head"] = eyes - np.array([behind, 0.0, below])
    rise = EYE_RISE_INFANT if infant else EYE_RISE_ADULT
    places["neck"] = eyes - _EYES_ABOVE_NECK * np.array([1.0 / np.tan(rise), 0.0, 1.0])
    return np.array([places[name] for name in HEAD_POINTS])


def _seen(human: HumanMotion) -> tuple[np.ndarray, np.ndarray]:
    """Return (T, 8, 3) [m] of ``HEAD_POINTS`` and where they are known; shoulders stand in for a neck."""
    tracks = [human.landmark(name) for name in HEAD_POINTS]
    if not tracks[-1][1].any():
        tracks[-1] = human.landmark("mid_shoulders")
    return np.stack([points for points, _ in tracks], axis=1), np.stack(
        [known for _, known in tracks], axis=1
    )


def _chosen(known: np.ndarray) -> np.ndarray:
    """Return (T, 8) the landmarks that count: a face that has ears alone, otherwise all that is there."""
    is_face = np.arange(len(HEAD_POINTS)) < len(FACE)
    ears = known[:, : len(EARS)].sum(axis=1)
    features = known[:, len(EARS) : len(FACE)].sum(axis=1)
    is_enough = (ears > 0) & (features > 0) & (ears + features >= _MIN_POINTS)
    has_face = (ears + features) > 0
    return known & np.where(is_enough[:, None], is_face, has_face[:, None])


def _arms(seen: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Return (T, 8, 3) [m] from the middle of the landmarks that count to each of them, zero for others."""
    total = np.maximum(weights.sum(axis=1), np.finfo(float).tiny)
    # Live there is one frame at a time, in which nobody waits for kernels.
    if len(seen) > 1 and write_arms.is_worth_it(len(seen)):
        arms = np.empty(seen.shape)
        write_arms(np.ascontiguousarray(seen), weights, total, arms)
        return arms
    points = np.where(weights[..., None] > 0.0, seen, 0.0)
    middle = np.einsum("tk,tki->ti", weights, points) / total[:, None]
    return np.where(weights[..., None] > 0.0, points - middle[:, None], 0.0)


def _in_line(points: np.ndarray, used: np.ndarray, least: float = _LEAST_THICKNESS) -> np.ndarray:
    """Return (T,) where the used points lie in a line, within this share of its length, or in one place."""
    counts = used.astype(np.float64)
    scatter = _scatter(counts, _arms(points, counts))
    if _are_surely_thick(scatter, least).all():
        return np.zeros(len(points), dtype=bool)
    squares = np.linalg.eigvalsh(scatter)
    return squares[:, 1] <= least**2 * np.maximum(squares[:, 2], np.finfo(float).tiny)


def _are_surely_thick(scatter: np.ndarray, least: float) -> np.ndarray:
    """Return (T,) where points with a scatter (T, 3, 3) are off one line for certain, as those of most heads.

    With eigenvalues a ≤ b ≤ c the sum of principal minors is ab + ac + bc ≤ 3bc, and c is at most the trace,
    so that b > least² · c follows from minors > 3 least² · trace². Rounding is left a third of that.
    """
    xx, yy, zz = scatter[:, 0, 0], scatter[:, 1, 1], scatter[:, 2, 2]
    xy, xz, yz = scatter[:, 0, 1], scatter[:, 0, 2], scatter[:, 1, 2]
    minors = xx * yy + xx * zz + yy * zz - (xy * xy + xz * xz + yz * yz)
    return minors > 4.0 * least**2 * (xx + yy + zz) ** 2


def _model_in_line(infant: bool, used: np.ndarray) -> np.ndarray:
    """Return (T,) where the used points (T, 8) of a usual head lie in a line."""
    if (used == used[:1]).all():
        return np.full(len(used), _is_choice_in_line(infant, used[0].tobytes()))
    codes = used @ (1 << np.arange(used.shape[1]))
    _, firsts, choice = np.unique(codes, return_index=True, return_inverse=True)
    return np.array([_is_choice_in_line(infant, used[first].tobytes()) for first in firsts])[choice]


@cache
def _is_choice_in_line(infant: bool, choice: bytes) -> bool:
    """Tell it of one choice of points, of which there are at most 256: bytes of (8,) bool."""
    used = np.frombuffer(choice, dtype=bool)[None]
    return bool(_in_line(_model(infant)[None], used)[0])


def _spread(arms: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Return (T,) the root of the trace of the turn's covariance for unit noise."""
    normal = _turning_inertia(weights, arms)
    # In weighted least squares the noise of a landmark enters by its squared weight.
    inverse = np.linalg.inv(normal)
    covariance = inverse @ _turning_inertia(weights**2, arms) @ inverse
    return np.sqrt(np.trace(covariance, axis1=1, axis2=2))


def _turning_inertia(weights: np.ndarray, arms: np.ndarray) -> np.ndarray:
    """Return (T, 3, 3) ∑ weight · (|arm|² 1 - arm armᵀ)."""
    scatter = _scatter(weights, arms)
    return np.trace(scatter, axis1=1, axis2=2)[:, None, None] * np.eye(3) - scatter


def _scatter(weights: np.ndarray, arms: np.ndarray) -> np.ndarray:
    if len(arms) > 1 and write_scatter.is_worth_it(len(arms)):
        scatter = np.empty((len(arms), 3, 3))
        write_scatter(weights, arms, scatter)
        return scatter
    return np.einsum("tk,tki,tkj->tij", weights, arms, arms)
