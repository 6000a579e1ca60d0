"""How the method ``range`` works, in a file that is quick to import."""

from __future__ import annotations

from dataclasses import dataclass

from understudy.retarget.closed_form_options import ClosedFormOptions
from understudy.retarget.option_facts import option

READINGS = ("anatomical", "links")
MAPPINGS = ("home", "ends")


@dataclass(frozen=True)
class RangeOptions(ClosedFormOptions):
    """How ``range`` works; ``ranges.paper_options`` is the paper's way."""

    reading: str = option(
        "anatomical",
        "",
        "how a person's angles are read: as anatomy names them, all that the robot has, or as angles between "
        "links (Table I), seven in all",
        choices=READINGS,
    )
    mapping: str = option(
        "home",
        "",
        "whether a person who stands is the robot at home, and each side of that has a scale of its own, or "
        "only the ends of ranges meet (Eq. 6)",
        choices=MAPPINGS,
    )
