"""How programs name the joints of a person: dialects, as ``dialects.toml`` lists them.

Beyond what ``names`` says, a beginning that all names of the body share does not count, such as
``Character1_`` or ``DEF-``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from understudy.capture.naming.names import Spoken, plain, spoken_as
from understudy.capture.naming.tables import Place, Table, resolve_all
from understudy.capture.placing.posture import REQUIRED

_ANCHOR = REQUIRED[0]
"""The landmark whose name tells the beginning that all names share."""

_MOST_BEGINNINGS = 8
"""So many beginnings are tried, the shortest first; no file of a person has more."""


@dataclass(frozen=True)
class Dialect:
    """A way of naming.

    Attributes:
        name: What people call it.
        landmarks: Canonical landmark → the point that is there, or points whose mean it is. The first End
            Site of joint ``X`` is called ``X_end``.
        mark: Regular expression that some name matches, where relatives use the same names for limbs.
        unit: Metres per unit of length, where files in this dialect have a unit of their own.
        up: The axis that usually is up in files in this dialect, where they are one publisher's.
    """

    name: str
    landmarks: Mapping[str, Place]
    mark: str = ""
    unit: float | None = None
    up: str | None = None

    def find(self, spoken: Spoken, spelt: Callable[[str], str] = plain) -> dict[str, tuple[str, ...]]:
        """Return canonical landmark → names of its points, for every landmark that a file covers.

        Args:
            spoken: Spelling → name, of all points of the file.
            spelt: How names are spelt in ``spoken``.
        """
        return resolve_all(self.landmarks, spoken, spelt)

    def find_person(self, spoken: Spoken) -> dict[str, tuple[str, ...]] | None:
        """Return the same of a whole person whatever stands before all names, None where there is none."""
        if self.mark and not any(re.search(self.mark, name, re.IGNORECASE) for name in spoken.values()):
            return None
        anchors = [plain(name) for name in self.landmarks[_ANCHOR][0]]
        beginnings = {name.removesuffix(end) for end in anchors for name in spoken if name.endswith(end)}
        matches = [
            self.find(spoken, lambda name, beginning=beginning: beginning + plain(name))
            for beginning in sorted(beginnings, key=lambda each: (len(each), each))[:_MOST_BEGINNINGS]
        ]
        best = max(matches, key=len, default={})
        return best if all(landmark in best for landmark in REQUIRED) else None


@lru_cache(maxsize=1)
def dialects() -> tuple[Dialect, ...]:
    """Return every dialect, special ones before general ones."""
    tables = Table.beside(__file__, "a list of dialects").parts("dialect")
    return tuple(
        Dialect(
            name,
            table.places("landmarks"),
            table.text("mark"),
            table.number("unit"),
            table.text("up") or None,
        )
        for name, table in tables.items()
    )


def match_names(names: Sequence[str]) -> tuple[Dialect, dict[str, tuple[str, ...]]] | None:
    """Return the dialect of names and canonical landmark → names of its points, None where none is known."""
    match = _matched(tuple(names))
    return None if match is None else (match[0], dict(match[1]))


@lru_cache(maxsize=8)
def _matched(names: tuple[str, ...]) -> tuple[Dialect, Mapping[str, tuple[str, ...]]] | None:
    # Files of one program have the same names, which are looked up once.
    spoken = spoken_as(names)
    matches = ((dialect, dialect.find_person(spoken)) for dialect in dialects())
    return next(((dialect, found) for dialect, found in matches if found is not None), None)
