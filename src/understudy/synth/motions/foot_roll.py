"""A foot that rolls over the floor without slipping: heel, flat, ball, toe tips."""

from __future__ import annotations

import numpy as np

from understudy.synth.body.skeleton import Sizes

TOE_BREAK = np.radians(47.0)
"""Extension of the toe joint beyond which the toes no longer lie flat but lift with the foot."""

_TOE_BREAK_SOFTNESS = np.radians(3.0)


def toe_pitch(foot_pitch: np.ndarray) -> np.ndarray:
    """Return the pitch (T,) [rad] of the toes against the floor, from that of the foot.

    Toes follow a foot that stands on its heel; they stay flat while the heel rises about the ball, until
    the toe joint is stretched, from where on they roll over their tips (a soft minimum).
    """
    excess = (-foot_pitch - TOE_BREAK) / _TOE_BREAK_SOFTNESS
    rolling = -_TOE_BREAK_SOFTNESS * np.logaddexp(0.0, excess)
    return np.where(foot_pitch > 0.0, foot_pitch, rolling)


def ankle_over_footprint(sizes: Sizes, foot_pitch: np.ndarray) -> np.ndarray:
    """Return the ankle (T, 3) [m] in the frame of the footprint: origin under the flat foot's ankle.

    Args:
        sizes: The body's sizes.
        foot_pitch: (T,) [rad], toes up positive. Above 0 the heel is the pivot, below 0 the toe joint
            or the tip of the toes.
    """
    heel = np.array([-sizes.heel_back, 0.0])
    tip = np.array([sizes.ball_forward + sizes.toes, sizes.ball_height])
    ankle_from_heel = np.array([sizes.heel_back, sizes.ankle_height])
    ankle_from_ball = np.array([-sizes.ball_forward, sizes.ankle_height - sizes.ball_height])
    ball_from_tip = np.array([-sizes.toes, 0.0])
    on_heel = heel + _pitched(ankle_from_heel, foot_pitch)
    toes = np.minimum(toe_pitch(foot_pitch), 0.0)
    on_toes = tip + _pitched(ball_from_tip, toes) + _pitched(ankle_from_ball, foot_pitch)
    forward, up = np.where((foot_pitch > 0.0)[:, None], on_heel, on_toes).T
    return np.stack([forward, np.zeros_like(forward), up], axis=-1)


def _pitched(vector: np.ndarray, pitch: np.ndarray) -> np.ndarray:
    """Return a vector (2,) of forward and up, pitched upward by (T,) [rad], as (T, 2)."""
    cosine, sine = np.cos(pitch), np.sin(pitch)
    return np.stack([vector[0] * cosine - vector[1] * sine, vector[0] * sine + vector[1] * cosine], axis=-1)
