"""When a person's parts carry, and how clearly the capture shows it."""

from __future__ import annotations

from understudy.human.contacts import clear_contacts
from understudy.human.part_contacts import clear_part_contacts
from understudy.motion import HumanMotion
from understudy.motion.contact_schedule import Stance, schedule_of


def found_schedule(human: HumanMotion) -> tuple[Stance, ...]:
    """Return when a person's parts carry.

    The confidence of a stance is the share of its frames in which the part was seen, as low and slow as one
    has to be for a contact to begin. The rest is kept by hysteresis, or was measured by force plates alone.
    """
    return schedule_of(human, clear_contacts(human) | clear_part_contacts(human))
