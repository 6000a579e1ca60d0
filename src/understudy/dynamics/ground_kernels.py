"""Kernels for what the floor does to soles, frame by frame.

They round as NumPy did the same before: products of three are added up as its ``einsum`` adds them, the first
and the last one first.
"""

from __future__ import annotations

import math

import numpy as np

from understudy.kernels.compilation import lean_inner_kernel, lean_kernel


@lean_kernel
def write_sole_points(
    positions_w: np.ndarray,
    turns_w: np.ndarray,
    body_of: np.ndarray,
    places: np.ndarray,
    points_w: np.ndarray,
) -> None:
    """Write where points of soles are (T, P, 3) [m].

    Args:
        positions_w: (T, B, 3) [m] of their bodies.
        turns_w: (T, B, 3, 3) of these.
        body_of: (P,) which of the bodies each point belongs to.
        places: (P, 3) [m] in the body's frame.
        points_w: Receives them.
    """
    for frame in range(len(points_w)):
        for point in range(len(places)):
            body, place = body_of[point], places[point]
            for axis in range(3):
                turn = turns_w[frame, body, axis]
                turned = (turn[0] * place[0] + turn[2] * place[2]) + turn[1] * place[1]
                points_w[frame, point, axis] = positions_w[frame, body, axis] + turned


@lean_kernel
def write_pushes(
    points_w: np.ndarray,
    ready: np.ndarray,
    below_w: np.ndarray,
    cones: np.ndarray,
    length: float,
    ridge: float,
    middle_w: np.ndarray,
    wrenches: np.ndarray,
    matrix: np.ndarray,
    price: np.ndarray,
    upper: np.ndarray,
) -> None:
    """Write how the floor can push, see ``ground_forces.Pushes``.

    Args:
        points_w: (T, P, 3) [m].
        ready: (T, P) how readily each carries load.
        below_w: (T, 3) [m] the root, below which the middle is where nothing carries.
        cones: (T, P, 4, 3) edges of the cones of friction, or one cone (1, 1, 4, 3) for all.
        length: [m] on which a moment counts as the force that makes it.
        ridge: Price of a squared newton at a point in full contact.
        middle_w: (T, 3) receives the middle of the points that carry [m].
        wrenches: (T, V, 6) receives force and moment over length.
        matrix: (T, 6, V) receives the same, the other way about.
        price: (T, V) receives the prices of squared amounts.
        upper: (T, V) receives the largest amounts.
    """
    number = cones.shape[2]
    for frame in range(len(points_w)):
        _write_middle(points_w[frame], ready[frame], below_w[frame], middle_w[frame])
        for point in range(points_w.shape[1]):
            share = max(ready[frame, point], 1e-3)
            x, y, z = (
                points_w[frame, point, 0] - middle_w[frame, 0],
                points_w[frame, point, 1] - middle_w[frame, 1],
                points_w[frame, point, 2] - middle_w[frame, 2],
            )
            cone = cones[frame if cones.shape[0] > 1 else 0, point if cones.shape[1] > 1 else 0]
            for edge in range(number):
                row, force = point * number + edge, cone[edge]
                wrench = wrenches[frame, row]
                wrench[0], wrench[1], wrench[2] = force[0], force[1], force[2]
                wrench[3] = (y * force[2] - z * force[1]) / length
                wrench[4] = (z * force[0] - x * force[2]) / length
                wrench[5] = (x * force[1] - y * force[0]) / length
                for index in range(6):
                    matrix[frame, index, row] = wrench[index]
                price[frame, row] = ridge / (share * share)
                upper[frame, row] = math.inf if ready[frame, point] > 0.0 else 0.0


@lean_inner_kernel
def _write_middle(points_w: np.ndarray, ready: np.ndarray, below_w: np.ndarray, middle_w: np.ndarray) -> None:
    """Write the mean of the points (P, 3) that carry, below the root where there are none."""
    count = 0
    for point in range(len(points_w)):
        count += 1 if ready[point] > 0.0 else 0
    for axis in range(3):
        total = 0.0
        for point in range(len(points_w)):
            if ready[point] > 0.0:
                total += points_w[point, axis]
        if count > 0:
            middle_w[axis] = total / count
        else:
            middle_w[axis] = below_w[axis] if axis < 2 else 0.0 * below_w[axis]


@lean_kernel
def write_forces(
    target: np.ndarray,
    amounts: np.ndarray,
    wrenches: np.ndarray,
    cones: np.ndarray,
    left: np.ndarray,
    forces_w: np.ndarray,
) -> None:
    """Write what amounts (T, V) come to.

    Args:
        target: (T, 6) force and moment over length that are wanted.
        amounts: Of every edge.
        wrenches: (T, V, 6) of a unit of each.
        cones: (T, P, 4, 3) edges of the cones of friction, or one cone (1, 1, 4, 3) for all.
        left: (T, 6) receives what is left of the target.
        forces_w: (T, P, 3) receives forces [N].
    """
    number = cones.shape[2]
    for frame in range(len(target)):
        for index in range(6):
            total = 0.0
            for row in range(amounts.shape[1]):
                total += amounts[frame, row] * wrenches[frame, row, index]
            left[frame, index] = target[frame, index] - total
        for point in range(forces_w.shape[1]):
            cone = cones[frame if cones.shape[0] > 1 else 0, point if cones.shape[1] > 1 else 0]
            for axis in range(3):
                total = 0.0
                for edge in range(number):
                    total += amounts[frame, point * number + edge] * cone[edge, axis]
                forces_w[frame, point, axis] = total


@lean_kernel
def write_floor_torques(
    carried: np.ndarray,
    slides: np.ndarray,
    axes_w: np.ndarray,
    anchors_w: np.ndarray,
    points_w: np.ndarray,
    forces_w: np.ndarray,
    out: np.ndarray,
) -> None:
    """Write what forces on soles exert about the joints above them (T, J) [N m or N].

    Args:
        carried: (P, J) whether a point hangs on a joint.
        slides: (J,) whether a joint slides rather than turns.
        axes_w: (T, 1 + J, 3) of the root and the joints.
        anchors_w: (T, 1 + J, 3) [m] their centres.
        points_w: (T, P, 3) [m].
        forces_w: (T, P, 3) [N] at these points.
        out: Receives them.
    """
    for frame in range(len(out)):
        points, forces = points_w[frame], forces_w[frame]
        for joint in range(out.shape[1]):
            fx, fy, fz, mx, my, mz = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
            for point in range(len(carried)):
                if not carried[point, joint]:
                    continue
                (px, py, pz), (x, y, z) = _three(points[point]), _three(forces[point])
                fx, fy, fz = fx + x, fy + y, fz + z
                mx, my, mz = mx + (py * z - pz * y), my + (pz * x - px * z), mz + (px * y - py * x)
            axis = axes_w[frame, joint + 1]
            if not slides[joint]:
                ax, ay, az = _three(anchors_w[frame, joint + 1])
                # What all forces on a joint exert together needs no lever of each.
                mx, my, mz = mx - (ay * fz - az * fy), my - (az * fx - ax * fz), mz - (ax * fy - ay * fx)
                out[frame, joint] = (axis[0] * mx + axis[2] * mz) + axis[1] * my
            else:
                out[frame, joint] = (axis[0] * fx + axis[2] * fz) + axis[1] * fy


@lean_inner_kernel
def _three(vector: np.ndarray) -> tuple[float, float, float]:
    return vector[0], vector[1], vector[2]
