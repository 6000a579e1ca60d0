"""Robots that perform in physics: a scene, controllers, senses, and what came of it.

Everything is imported when it is first used: physics takes long to load, and nobody who asks for help should
wait for it.
"""

from typing import TYPE_CHECKING

from understudy.lazy_names import import_when_used

if TYPE_CHECKING:
    from understudy.simulate.options import SimulationOptions
    from understudy.simulate.performing import simulate, simulate_to_file
    from understudy.simulate.senses import parse_senses

__all__ = ["SimulationOptions", "parse_senses", "simulate", "simulate_to_file"]

import_when_used(
    __name__,
    {
        "SimulationOptions": "understudy.simulate.options",
        "parse_senses": "understudy.simulate.senses",
        "simulate": "understudy.simulate.performing",
        "simulate_to_file": "understudy.simulate.performing",
    },
)
