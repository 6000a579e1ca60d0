"""Contacts of parts beside the soles: hands, forearms, knees, pelvis, chest and head."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from understudy.errors import InvalidMotionError, unknown_name
from understudy.motion import validation as check
from understudy.motion.landmarks import PART_CONTACTS

PartContacts = Mapping[str, np.ndarray]
"""Part of ``PART_CONTACTS`` → (T,) bool, where it carries weight; a part that never does may be left out."""

NAMES, VALUES = "part_contact_names", "part_contacts"
PART_CONTACT_ARRAYS = (NAMES, VALUES)
"""Arrays of a saved noun: P names, and (T, P) bool."""


def frozen_part_contacts(contacts: PartContacts, frames: int) -> PartContacts:
    """Return checked contacts that nobody can change, in the order of ``PART_CONTACTS``.

    Parts that never carry are left out, so that equal contacts are equal in files, too.

    Raises:
        InvalidMotionError: For an unknown part, or another number of frames.
    """
    if not contacts:
        return NO_PART_CONTACTS
    for name in contacts:
        if name not in PART_CONTACTS:
            raise InvalidMotionError(unknown_name("part that may carry weight", name, PART_CONTACTS))
    frozen = {part: check.frozen_array(contacts[part], bool) for part in PART_CONTACTS if part in contacts}
    for part, carries in frozen.items():
        check.require_shape(f"contact of '{part}'", carries, (frames,))
    return _Fixed({part: carries for part, carries in frozen.items() if carries.any()})


class _Fixed(Mapping[str, np.ndarray]):
    """A mapping to which nothing can be assigned, and that can be copied and sent to other processes."""

    def __init__(self, values: Mapping[str, np.ndarray]) -> None:
        """Take over values."""
        self._values = dict(values)

    def __getitem__(self, part: str) -> np.ndarray:
        """Return where a part carries (T,)."""
        return self._values[part]

    def __iter__(self) -> Iterator[str]:
        """Iterate over the parts."""
        return iter(self._values)

    def __len__(self) -> int:
        """Return how many parts ever carry."""
        return len(self._values)


NO_PART_CONTACTS: PartContacts = _Fixed({})


def part_contacts_at(contacts: PartContacts, frames: np.ndarray | slice) -> PartContacts:
    """Return the contacts of some frames."""
    return {part: carries[frames] for part, carries in contacts.items()}


def arrays_of_part_contacts(contacts: PartContacts) -> dict[str, np.ndarray]:
    """Return what is saved of contacts, nothing where no part ever carries."""
    if not contacts:
        return {}
    return {NAMES: np.array(list(contacts)), VALUES: np.stack(list(contacts.values()), axis=1)}


def part_contacts_of_arrays(data: Mapping[str, np.ndarray]) -> PartContacts:
    """Return contacts from what was saved of them; files without any have none.

    Raises:
        InvalidMotionError: Where names and columns do not go together.
    """
    if not any(name in data for name in PART_CONTACT_ARRAYS):
        return NO_PART_CONTACTS
    if not all(name in data for name in PART_CONTACT_ARRAYS):
        missing = next(name for name in PART_CONTACT_ARRAYS if name not in data)
        raise InvalidMotionError(f"array '{missing}' is missing, expected both of {PART_CONTACT_ARRAYS}")
    check.require_shape(NAMES, data[NAMES], (None,))
    names = [str(name) for name in data[NAMES]]
    check.require_unique(NAMES, names)
    check.require_shape(VALUES, data[VALUES], (None, len(names)))
    return {name: data[VALUES][:, column] for column, name in enumerate(names)}
