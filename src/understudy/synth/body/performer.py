"""Who performs: a body of any age, stature and sex.

This is the one place that turns a person's particulars into a performing body.
"""

from __future__ import annotations

from understudy.anthropometry.person import resolve_person
from understudy.anthropometry.proportions import sizes_at
from understudy.motion.recording import Subject
from understudy.synth.body.skeleton import Body, build_body


def performer_body(age: float | None = None, height: float | None = None, sex: str = "") -> Body:
    """Return the body of a person.

    Args:
        age: [years], 0 for a newborn; without it, an adult's or that of a child of the given height.
        height: Stature [m]; without it, the median at this age.
        sex: ``"female"``, ``"male"`` or empty for the mean of both.

    Raises:
        InvalidMotionError: For an age, height or sex that nobody has.
    """
    person = resolve_person(age, height, sex=sex)
    subject = Subject(height=round(person.height, 6), age=round(person.age, 6), sex=sex)
    return build_body(sizes_at(person.age, person.height, sex), subject)
