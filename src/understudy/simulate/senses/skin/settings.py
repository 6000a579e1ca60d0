"""How a skin is to be laid out and what it tells, as ``--senses skin:spacing=0.02:output=pressure`` says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from understudy.errors import OptionError, unknown_name

LAYOUTS = ("card", "even", "icub")
OUTPUTS = {"force": "N", "pressure": "Pa", "binary": "1"}
"""What a taxel may tell → its unit."""

EVEN_SPACING = 0.02
"""Distance [m] between taxels where neither card nor user states one."""

LEAST_SPACING, MOST_SPACING = 0.001, 0.5
"""Bounds of that distance [m]."""

THRESHOLD = 0.01
"""Force [N] from which on a taxel says that it is touched: iCub's feels a gram (RoboSKIN, 2010)."""


@dataclass(frozen=True)
class SkinSettings:
    """How a skin is laid out and what it tells.

    Attributes:
        layout: ``card``: patches of the robot's card. ``even``: everywhere alike. ``icub``: iCub's own
            triangles. None takes iCub's for iCub, the card's where it has patches, else ``even``.
        spacing: Distance [m] between taxels, everywhere, which takes precedence over a card's.
        output: Some of ``force``, ``pressure`` and ``binary``.
        threshold: Force [N] from which on ``binary`` is 1.
    """

    layout: str | None = None
    spacing: float | None = None
    output: tuple[str, ...] = ("force",)
    threshold: float = THRESHOLD

    def __post_init__(self) -> None:
        """Check every choice."""
        if self.layout is not None and self.layout not in LAYOUTS:
            raise OptionError(unknown_name("layout", self.layout, LAYOUTS))
        for name in self.output:
            if name not in OUTPUTS:
                raise OptionError(unknown_name("output", name, OUTPUTS))
        if self.spacing is not None:
            if not LEAST_SPACING <= self.spacing <= MOST_SPACING:
                raise OptionError(
                    f"spacing is {self.spacing:g} m, expected {LEAST_SPACING:g} to {MOST_SPACING:g}"
                )
            if self.layout not in (None, "even"):
                raise OptionError(f"spacing goes with layout 'even', found '{self.layout}'")
        if not 0.0 < self.threshold < float("inf"):
            raise OptionError(f"threshold is {self.threshold:g} N, expected more than 0")


SETTINGS = {
    "layout": "card, even or icub",
    "spacing": "metres between taxels",
    "output": "force, pressure or binary, several with +",
    "threshold": "newtons from which on binary is 1",
}
"""Name of a setting → what it takes, for help."""


def parse_settings(stated: Mapping[str, str]) -> SkinSettings:
    """Return the settings that texts state.

    Raises:
        OptionError: For no number, and a choice that there is not.
    """
    return SkinSettings(
        layout=stated.get("layout"),
        spacing=_number(stated, "spacing", None),
        output=tuple(dict.fromkeys(stated.get("output", "force").split("+"))),
        threshold=_number(stated, "threshold", THRESHOLD) or 0.0,
    )


def _number(stated: Mapping[str, str], name: str, default: float | None) -> float | None:
    if name not in stated:
        return default
    try:
        return float(stated[name])
    except ValueError as error:
        raise OptionError(f"'{name}={stated[name]}' has no number after '='") from error
