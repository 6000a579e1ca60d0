"""Left and right exchanged: names, contacts, and positions and turns mirrored in the plane y = 0."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import numpy as np

from understudy.motion.landmarks import CONTACTS

Value = TypeVar("Value")

FLIP = np.array([1.0, -1.0, 1.0])
"""Reflection of positions in the plane y = 0, in which a person who faces x stands."""

FLIP.setflags(write=False)

_OTHER = {"l": "r", "r": "l"}


def other_side(name: str) -> str:
    """Return the landmark, segment, contact or body part on the other side; those of the midline stay."""
    return name[:-1] + _OTHER[name[-1]] if name.endswith(("_l", "_r")) else name


def renamed(values: Mapping[str, Value]) -> dict[str, Value]:
    """Return values that are named after parts of the body under the names of the other side's parts."""
    return {other_side(name): value for name, value in values.items()}


def contacts_of_other_side(contacts: np.ndarray) -> np.ndarray:
    """Return contacts (T, 4) of the points of ``CONTACTS`` with left and right exchanged."""
    return contacts[:, _OTHER_CONTACT]


_OTHER_CONTACT = [CONTACTS.index(other_side(name)) for name in CONTACTS]


def reflect_turns(rotations: np.ndarray) -> np.ndarray:
    """Return rotations (..., 4) wxyz reflected in y = 0: axes within the plane turn the other way."""
    return rotations * np.array([1.0, -1.0, 1.0, -1.0])
