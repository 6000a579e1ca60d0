"""How the method ``compose`` works, in a file that is quick to import."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from understudy.errors import OptionError
from understudy.retarget.method_options import APART, SELF_COLLISION
from understudy.retarget.options import MethodOptions, option, shown

OTHERS = ("track", "geometric", "simultaneous", "two-step", "range")
"""Methods whose result can be rebuilt."""


@dataclass(frozen=True)
class Setting:
    """An option of another method, as the command line has it; what is valid is for that method to say.

    Attributes:
        text: ``NAME=VALUE``.
    """

    EXAMPLE: ClassVar[str] = "stance=20"

    text: str

    @classmethod
    def from_text(cls, text: str) -> Setting:
        """Return what a text sets.

        Raises:
            OptionError: Where it sets nothing.
        """
        if "=" not in text:
            raise OptionError(f"found {shown(text)}, expected NAME=VALUE such as {cls.EXAMPLE}")
        return cls(text.strip())

    def __str__(self) -> str:
        """Return it as it was given."""
        return self.text


@dataclass(frozen=True)
class ComposeOptions(MethodOptions):
    """How ``compose`` works; ``composing.thesis_options`` is the thesis's way."""

    of: str = option("track", "", "the method whose result is rebuilt", choices=OTHERS)
    of_set: tuple[Setting, ...] = option(
        (), "", "options of that method other than its defaults, NAME=VALUE; NAME=VALUE"
    )
    library: str = option(
        "sinusoids",
        "",
        "the primitives: cosines (the thesis's five), sinusoids (an offset, cosines and sines), or a file "
        "that `understudy compose --learn` wrote",
    )
    window: float = option(
        5.0, "s", "time from which weights are found; the thesis has 5 s", over=0.0, most=600.0
    )
    hop: float = option(
        0.0,
        "s",
        "time that each set of weights plays, the last of its window, by which the motion is late; 0: all",
        least=0.0,
        most=600.0,
    )
    clock: str = option(
        "window",
        "",
        "whether the primitives' time begins with every window, or with the motion as in the thesis",
        choices=("window", "absolute"),
    )
    smoothing: str = option(
        "continuous",
        "",
        "jumps between windows: left, followed by the thesis's controller, or none: value and slope go on",
        choices=("none", "pi", "continuous"),
    )
    proportional: float = option(0.15, "1", "K_P of the controller at 30 Hz", over=0.0, most=1.0)
    integral: float = option(0.00001, "1", "K_I of the controller at 30 Hz", least=0.0, most=1.0)
    limits: bool = option(True, "", "whether joint position limits hold in what was rebuilt")
    velocity_limits: bool = option(True, "", "whether joint velocity limits hold in it")
    acceleration_limits: bool = option(True, "", "whether joint acceleration limits hold in it")
    self_collision: float = option(SELF_COLLISION, "1/m", APART, least=0.0)
