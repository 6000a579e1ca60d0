"""The shape of a standing human foot, in shares of the leg."""

from __future__ import annotations

SOLE_BELOW: dict[str, float] = {"toe": 0.0295, "ankle": 0.0794, "heel": 0.0}
"""How far the sole is below a landmark of a flat foot, as a share of the leg (hip to ankle).

The ankle's centre is 0.039 of the stature above the sole and the leg 0.491 of it (Winter). The ball's
centre lies 44 mm below the ankle's in a person of 1.8 m (the lower limb of Delp 1990), so 26 mm above the
sole. A heel landmark is on the skin. The order is the one in which they tell the floor best.
"""
