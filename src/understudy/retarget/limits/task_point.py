"""A task for a part of the robot: to be at a place for some time. Quick to import, as options are.

    TaskPoint(part="hand_l", start=1.2, end=2.0, place=(0.4, 0.2, 0.9))

On the command line and in files the same is a line of text, ``hand_l 1.2-2.0 0.4,0.2,0.9``, which may end
with ``ease=0.3`` and ``weight=50``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from numbers import Real
from typing import ClassVar

from understudy.errors import OptionError, unknown_name
from understudy.quoting import quoted
from understudy.retarget.options import as_text, shown

PARTS = ("hand_l", "hand_r", "foot_l", "foot_r")
"""Parts that are no landmarks: the knuckles, or the wrist of a robot without any; the middle of a sole."""

_NUMBER = r"[0-9]+(?:\.[0-9]*)?|\.[0-9]+"
_TIMES = re.compile(rf"({_NUMBER})-({_NUMBER})")
_SIGNED = re.compile(rf"[+-]?(?:{_NUMBER})")
_EXTRA = re.compile(rf"(ease|weight)=({_NUMBER})")


@dataclass(frozen=True)
class TaskPoint:
    """A part of the robot that is to be at a place for some time.

    Attributes:
        part: One of ``PARTS``, or a landmark that the robot has.
        start: When it is to be there [s], from the beginning of the clip.
        end: Until when [s].
        place: (3,) where, in the robot's world [m]: z up, the floor at 0.
        ease: How long [s] it takes on its way there, and back to what the person does.
        weight: Weight [1/m].

    Raises:
        OptionError: Naming the part, what was found, and what would be valid.
    """

    part: str
    start: float
    end: float
    place: tuple[float, float, float]
    ease: float = 0.5
    weight: float = 100.0

    EXAMPLE: ClassVar[str] = "hand_l 1.2-2.0 0.4,0.2,0.9"
    _BOUNDS: ClassVar[dict[str, tuple[float, float, str]]] = {
        "start": (0.0, 1e6, "s"),
        "end": (0.0, 1e6, "s"),
        "ease": (0.0, 60.0, "s"),
        "weight": (1.0, 1e4, "1/m"),
    }
    _FARTHEST: ClassVar[float] = 1e3

    def __post_init__(self) -> None:
        """Check everything, and make floats of whole numbers."""
        # Landmarks come with everything that motions need, which takes longer than help may.
        from understudy.motion.landmarks import LANDMARKS

        if self.part not in (*PARTS, *LANDMARKS):
            raise OptionError(f"task: {unknown_name('part', str(self.part), (*PARTS, *LANDMARKS))}")
        for name, (least, most, unit) in self._BOUNDS.items():
            value = getattr(self, name)
            if not _is_number(value) or not least <= value <= most:
                raise OptionError(
                    f"task of {self.part}: {name} is {shown(value)}, "
                    f"expected a number from {least:g} to {most:g} [{unit}]"
                )
            object.__setattr__(self, name, float(value))
        if self.end < self.start:
            raise OptionError(
                f"task of {self.part}: it ends at {self.end:g} s, expected no sooner than it starts, "
                f"{self.start:g} s"
            )
        self._check_place()

    def _check_place(self) -> None:
        try:
            place = tuple(self.place)
        except TypeError:
            place = ()
        if len(place) != 3 or not all(_is_number(x) and abs(x) <= self._FARTHEST for x in place):
            found = " ".join(shown(x) for x in place) if len(place) == 3 else shown(self.place)
            raise OptionError(
                f"task of {self.part}: place is {found}, expected three numbers x, y, z [m] "
                f"from -{self._FARTHEST:g} to {self._FARTHEST:g}"
            )
        object.__setattr__(self, "place", tuple(float(x) for x in place))

    @classmethod
    def from_text(cls, text: str) -> TaskPoint:
        """Return what a line of text stands for.

        Raises:
            OptionError: For a line of another form, with an example of a valid one.
        """
        words = text.split()
        times = _TIMES.fullmatch(words[1]) if len(words) >= 3 else None
        place = words[2].split(",") if len(words) >= 3 else []
        extras = [_EXTRA.fullmatch(word) for word in words[3:]]
        names = [extra[1] for extra in extras if extra]
        is_place = len(place) == 3 and all(_SIGNED.fullmatch(x) for x in place)
        if times is None or not is_place or None in extras or len(set(names)) < len(names):
            raise OptionError(
                f"task is {quoted(text)}, expected PART START-END X,Y,Z [ease=…] [weight=…], "
                f"such as '{cls.EXAMPLE}'"
            )
        x, y, z = (float(number) for number in place)
        values = {extra[1]: float(extra[2]) for extra in extras if extra}
        return cls(words[0], float(times[1]), float(times[2]), (x, y, z), **values)

    def __str__(self) -> str:
        """Return the line of text that stands for it."""
        place = ",".join(as_text(x) for x in self.place)
        extras = (("ease", self.ease, TaskPoint.ease), ("weight", self.weight, TaskPoint.weight))
        added = "".join(f" {name}={as_text(value)}" for name, value, usual in extras if value != usual)
        return f"{self.part} {as_text(self.start)}-{as_text(self.end)} {place}{added}"


def _is_number(value: object) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)
