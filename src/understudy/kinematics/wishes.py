"""What is asked of the solver, within which limits, and with how much effort; and its buffers."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Wishes(NamedTuple):
    """What is wanted of one tree's tasks over a clip of T frames."""

    point: np.ndarray  # (T, P, 3) [m]
    point_weight: np.ndarray  # (T, P, 3) [1/m] per world axis
    point_leak: np.ndarray  # (P,) 1: reach the point; less: repeat its steps, closing this share a frame
    pin: np.ndarray  # (T, P) 0 to 1, how firmly to stay where the point was when this began
    pin_weight: np.ndarray  # (P,) [1/m] of a pinned point
    direction: np.ndarray  # (T, D, 3) unit vectors
    direction_weight: np.ndarray  # (T, D) [1/rad]
    direction_reach: np.ndarray  # (D,) [rad] from which on a direction pulls no harder
    frame: np.ndarray  # (T, F, 3, 3)
    frame_weight: np.ndarray  # (T, F) [1/rad]
    floor_weight: float  # [1/m]
    home: np.ndarray  # (Q,) posture to prefer
    home_weight: np.ndarray  # (V,) [1/rad or 1/m]
    still_weight: np.ndarray  # (V,) [1/rad or 1/m] of staying where the last frame was
    steady_weight: np.ndarray  # (V,) [1/rad or 1/m] of going on as between the last two frames


class Bounds(NamedTuple):
    """Hard limits of the variables; infinite where there is none."""

    lower: np.ndarray  # (V,) [rad or m]
    upper: np.ndarray  # (V,)
    largest_step: np.ndarray  # (V,) between two frames [rad or m]


class Effort(NamedTuple):
    """When to be content."""

    first_iterations: int  # for the first frame, from every start
    iterations: int  # for every later frame
    smallest_step: float  # converged once no variable moves by more [rad or m]
    pin_rise: float  # share of the way to a firmer pin closed in a frame
    pin_fall: float  # share of the way to a looser pin, or none, closed in a frame
    doubtful_cost: float  # a frame that costs more may be caught in a poor fold of the joints
    doubt_pause: int  # frames between two looks for a better one


class Work(NamedTuple):
    """Buffers, allocated once a clip."""

    q: np.ndarray
    slope: np.ndarray
    columns: np.ndarray
    twist: np.ndarray
    stiffness: np.ndarray
    wrench: np.ndarray
    gradient: np.ndarray
    hessian: np.ndarray
    spare_gradient: np.ndarray
    spare_hessian: np.ndarray
    damping: np.ndarray
    lower: np.ndarray
    upper: np.ndarray
    held: np.ndarray
    factor: np.ndarray
    change: np.ndarray
