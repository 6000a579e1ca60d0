"""A limb of two segments in closed form: which angles bring wrist or ankle to a point."""

from __future__ import annotations

import numpy as np

from understudy.spatial import rotations as rot


def bend_for_distance(distance: np.ndarray, upper: float, lower: float) -> np.ndarray:
    """Return the bend [rad] of knee or elbow that leaves a distance [m] between a limb's ends.

    Args:
        distance: (T,) from hip to ankle or from shoulder to wrist [m].
        upper: Length of thigh or upper arm [m].
        lower: Length of shin or forearm [m].

    Raises:
        ValueError: Where the limb is too short, or cannot fold that far.
    """
    cosine = (distance**2 - upper**2 - lower**2) / (2.0 * upper * lower)
    if (np.abs(cosine) > 1.0).any():
        worst = float(distance[np.argmax(np.abs(cosine))])
        raise ValueError(
            f"a limb of {upper:.4f} + {lower:.4f} m cannot span {worst:.4f} m, "
            f"expected {abs(upper - lower):.4f} to {upper + lower:.4f} m"
        )
    return np.arccos(cosine)


def reach(
    end: np.ndarray, upper: float, lower: float, rotation: np.ndarray, sign: float, backward: bool
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return flexion, abduction and bend (T,) [rad] that bring a limb's end to a point.

    With a limb hanging along -z, Ry(-flexion) Rx(sign·abduction) Rz(sign·rotation) turns its upper
    segment, and the bend is about y. The end of the bent limb, turned by the given rotation only, is v;
    then abduction follows from the y component, which flexion leaves alone, and flexion from the rest.

    Args:
        end: (T, 3) [m] wanted point, from the limb's first joint, in the trunk's frame.
        upper: Length of the upper segment [m].
        lower: Length of the lower segment [m].
        rotation: (T,) outward rotation of the upper segment [rad].
        sign: 1 for a left limb, -1 for a right one.
        backward: True where the lower segment bends backward, as a knee; False as an elbow.
    """
    bend = bend_for_distance(np.linalg.norm(end, axis=-1), upper, lower)
    swing = lower * np.sin(bend) * (-1.0 if backward else 1.0)
    down = upper + lower * np.cos(bend)
    v_x, v_y = swing * np.cos(rotation), sign * swing * np.sin(rotation)
    sine = end[:, 1] / np.hypot(v_y, down)
    if (np.abs(sine) > 1.0).any():
        raise ValueError("a bent limb cannot reach that far sideways with this rotation of its upper segment")
    abduction = np.arcsin(sine) - np.arctan2(v_y, down)
    v_z = v_y * np.sin(abduction) - down * np.cos(abduction)
    flexion = np.arctan2(end[:, 0], -end[:, 2]) - np.arctan2(v_x, -v_z)
    return np.mod(flexion + np.pi, 2.0 * np.pi) - np.pi, sign * abduction, bend


def bent_limb(
    end: np.ndarray, upper: float, lower: float, pole: np.ndarray, backward: bool
) -> tuple[np.ndarray, np.ndarray]:
    """Return the turn (T, 4) wxyz of the upper segment and the bend (T,) [rad] that bring a limb to a point.

    The limb lies in the plane of its end and the pole, with knee or elbow on the pole's side; this settles
    its turn about its own axis, which :func:`reach` takes as given.

    Args:
        end: (T, 3) [m] wanted point, from the limb's first joint, in the trunk's frame.
        upper: Length of the upper segment [m].
        lower: Length of the lower segment [m].
        pole: (3,) or (T, 3) where the knee or elbow points, not along the limb.
        backward: True where the lower segment bends backward, as a knee; False as an elbow.
    """
    distance = np.linalg.norm(end, axis=-1)
    bend = bend_for_distance(distance, upper, lower)
    along = end / distance[:, None]
    aside = rot.normalise(pole - np.sum(pole * along, axis=-1, keepdims=True) * along)
    opening = np.arctan2(lower * np.sin(bend), upper + lower * np.cos(bend))[:, None]
    down = np.cos(opening) * along + np.sin(opening) * aside
    forward = aside if backward else -aside
    return rot.from_axes(None, np.cross(-down, forward), -down), bend
