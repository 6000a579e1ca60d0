"""How the eyes of a simulated robot see: what the user may say about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from understudy.errors import OptionError, unknown_name
from understudy.simulate.senses.infant_vision.figures import LAST_AGE

GAZES = ("ahead", "capture", "toy", "left_hand", "right_hand")
MOST_SIZE = 2048
LEAST_SIZE = 8
"""Width and height [pixels] of a picture, at most and at least."""

SETTINGS = {
    "size": "WIDTHxHEIGHT of pictures, 320x240",
    "depth": "true adds distances, false",
    "parts": "true adds which body is seen, false",
    "gaze": f"what eye joints follow: {', '.join(GAZES)}; as the motion has them",
    "age": f"months, 0 to {LAST_AGE:g}, of the infant whose vision this is; none",
}
"""Name of a setting → what it is, and what is taken where nobody states it."""

_TRUTHS = {"true": True, "yes": True, "false": False, "no": False}


@dataclass(frozen=True)
class EyeSettings:
    """How eyes see.

    Attributes:
        size: Width and height of pictures [pixels].
        depth: Whether distances are read as well.
        parts: Whether it is read as well which body is where.
        gaze: One of ``GAZES``; empty leaves the eyes to the motion.
        age: Of the infant whose vision it is [months]; None is a camera's.
    """

    size: tuple[int, int] = (320, 240)
    depth: bool = False
    parts: bool = False
    gaze: str = ""
    age: float | None = None

    def __post_init__(self) -> None:
        """Check every setting."""
        if not all(LEAST_SIZE <= pixels <= MOST_SIZE for pixels in self.size):
            width, height = self.size
            raise OptionError(f"size is {width}x{height}, expected {LEAST_SIZE} to {MOST_SIZE} pixels each")
        if self.gaze and self.gaze not in GAZES:
            raise OptionError(unknown_name("gaze", self.gaze, GAZES))
        if self.age is not None and not 0.0 <= self.age <= LAST_AGE:
            raise OptionError(f"age is {self.age:g} months, expected 0 to {LAST_AGE:g}")

    def told(self) -> dict[str, Any]:
        """Return them for a history."""
        return asdict(self) | {"size": list(self.size)}

    @classmethod
    def read(cls, texts: Mapping[str, str]) -> EyeSettings:
        """Return settings as the command line states them.

        Raises:
            OptionError: Naming the setting, what was found, and what is valid.
        """
        readers: dict[str, Callable[[str], Any]] = {
            "size": _size,
            "depth": _truth,
            "parts": _truth,
            "gaze": str,
            "age": float,
        }
        found = {}
        for name, text in texts.items():
            try:
                found[name] = readers[name](text)
            except (ValueError, KeyError) as error:
                raise OptionError(f"{name} is '{text}', expected {SETTINGS[name]}") from error
        return cls(**found)


def _size(text: str) -> tuple[int, int]:
    width, height = text.lower().split("x")
    return int(width), int(height)


def _truth(text: str) -> bool:
    return _TRUTHS[text.lower()]
