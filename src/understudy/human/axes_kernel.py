"""The compiled kernels that turn axes of body parts into orientations.

They serve clips and single frames alike: of a single frame, as live, every call of NumPy costs more than all
of its arithmetic.
"""

from __future__ import annotations

import math

from understudy.kernels.compilation import lean_inner_kernel, lean_kernel

LEAST_SINE = 0.05
"""Two directions closer than about 3° span no plane that could be trusted."""


@lean_kernel
def foot_sides(length, up, known, left, span):
    """Find where the left side of feet is.

    Args:
        length: (P, T, 3) [m] from rear to toe.
        up: (P, T, 3) [m] from the rear to what lies above it.
        known: (P, T) where both are known; cleared where they span no plane.
        left: (P, T, 3) filled with unit vectors.
        span: (P, T) [m] filled with how long feet are.
    """
    for p in range(known.shape[0]):
        for t in range(known.shape[1]):
            a, b, c = length[p, t, 0], length[p, t, 1], length[p, t, 2]
            d, e, f = up[p, t, 0], up[p, t, 1], up[p, t, 2]
            x, y, z = e * c - f * b, f * a - d * c, d * b - e * a
            span[p, t] = math.sqrt(a * a + b * b + c * c)
            size = math.sqrt(x * x + y * y + z * z)
            if not size > LEAST_SINE * math.sqrt(d * d + e * e + f * f) * span[p, t]:
                known[p, t] = False
            size = size if size > 0.0 else 1.0
            left[p, t, 0], left[p, t, 1], left[p, t, 2] = x / size, y / size, z / size


@lean_kernel
def foot_rises(length, left, drops, raised):
    """Find where the upper side of feet is.

    Args:
        length: (P, T, 3) [m] from rear to toe.
        left: (P, T, 3) unit vectors, square to it.
        drops: (P,) [rad] by which angle that line falls when the foot stands flat.
        raised: (P, T, 3) filled.
    """
    for p in range(raised.shape[0]):
        cosine, sine = math.cos(drops[p]), math.sin(drops[p])
        for t in range(raised.shape[1]):
            a, b, c = length[p, t, 0], length[p, t, 1], length[p, t, 2]
            x, y, z = left[p, t, 0], left[p, t, 1], left[p, t, 2]
            # Turned about the axis to the left.
            d = cosine * a - sine * (y * c - z * b)
            e = cosine * b - sine * (z * a - x * c)
            f = cosine * c - sine * (x * b - y * a)
            raised[p, t, 0], raised[p, t, 1], raised[p, t, 2] = e * z - f * y, f * x - d * z, d * y - e * x


@lean_kernel
def turns_of_axes(left, up, known, turns):
    """Find the frames whose y is the axis to the left exactly, and whose z is nearest to the one up.

    Args:
        left: (P, T, 3).
        up: (P, T, 3).
        known: (P, T) where both are known; cleared where they span no plane.
        turns: (P, T, 4) filled with unit quaternions wxyz, w ≥ 0; identity where not known.
    """
    for p in range(known.shape[0]):
        for t in range(known.shape[1]):
            turns[p, t, 0], turns[p, t, 1], turns[p, t, 2], turns[p, t, 3] = 1.0, 0.0, 0.0, 0.0
            if not known[p, t]:
                continue
            a, b, c = left[p, t, 0], left[p, t, 1], left[p, t, 2]
            d, e, f = up[p, t, 0], up[p, t, 1], up[p, t, 2]
            x, y, z = b * f - c * e, c * d - a * f, a * e - b * d
            size = math.sqrt(x * x + y * y + z * z)
            width, height = math.sqrt(a * a + b * b + c * c), math.sqrt(d * d + e * e + f * f)
            if not size > LEAST_SINE * width * height:
                known[p, t] = False
                continue
            x, y, z, a, b, c = x / size, y / size, z / size, a / width, b / width, c / width
            d, e, f = y * c - z * b, z * a - x * c, x * b - y * a
            _turn_of_columns(x, y, z, a, b, c, d, e, f, turns[p, t])


@lean_inner_kernel
def _turn_of_columns(xx, yx, zx, xy, yy, zy, xz, yz, zz, turn):
    """Fill a unit quaternion wxyz with w ≥ 0 from a matrix's columns, as ``rotations.from_matrix`` does."""
    trace = xx + yy + zz
    if trace >= xx and trace >= yy and trace >= zz:
        w, x, y, z = 1.0 + trace, zy - yz, xz - zx, yx - xy
    elif xx >= yy and xx >= zz:
        w, x, y, z = zy - yz, 1.0 + xx - yy - zz, xy + yx, xz + zx
    elif yy >= zz:
        w, x, y, z = xz - zx, xy + yx, 1.0 - xx + yy - zz, yz + zy
    else:
        w, x, y, z = yx - xy, xz + zx, yz + zy, 1.0 - xx - yy + zz
    size = math.sqrt(w * w + x * x + y * y + z * z)
    size = -size if w < 0.0 else size
    turn[0], turn[1], turn[2], turn[3] = w / size, x / size, y / size, z / size
