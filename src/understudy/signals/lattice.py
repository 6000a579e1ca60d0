"""The step of captures that were rounded: all their values lie on a lattice."""

from __future__ import annotations

import numpy as np

_FINEST = 1e-6
"""Least step that counts [the signals' unit]: single precision rounds metres to less."""

_TOLERANCE = 0.02
"""How far a difference may be off a multiple of the step, in steps."""

_LEAST_CHANGES = 20
"""Differences that tell a lattice; fewer may be multiples by chance."""

_MOST_CHANGES = 200
"""Frames, spread over the clip, whose change to the next is looked at; more would not tell it better."""


def lattice_step(signals: np.ndarray, known: np.ndarray) -> float:
    """Return the step to which signals were rounded [their unit], 0 where they were not.

    Each signal that changes is asked whether all its changes from frame to frame are multiples of the
    smallest. The median step counts if most of them say so: some may have been filled in since.

    Args:
        signals: (T, K, D).
        known: (T, K).
    """
    if len(signals) < 2:
        return 0.0
    before = np.unique(np.linspace(0, len(signals) - 2, _MOST_CHANGES).astype(np.int64))
    both = known[before] & known[before + 1]
    changes = np.abs(signals[before + 1] - signals[before])
    changes[~both] = np.inf
    changes[changes < 0.5 * _FINEST] = np.inf
    changed = np.isfinite(changes)
    enough = changed.sum(axis=(0, 2)) >= _LEAST_CHANGES
    if not enough.any():
        return 0.0
    changes, changed = changes[:, enough], changed[:, enough]
    steps = changes.min(axis=(0, 2))
    multiples = np.where(changed, changes, 0.0) / steps[:, None]
    is_lattice = (np.abs(multiples - np.rint(multiples)) < _TOLERANCE).all(axis=(0, 2)) & (steps >= _FINEST)
    if 2 * np.count_nonzero(is_lattice) <= len(is_lattice):
        return 0.0
    return float(np.median(steps[is_lattice]))
