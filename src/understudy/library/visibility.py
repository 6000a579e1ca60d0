"""Which motions whoever asks may know of: the one condition that every question to the database carries."""

from __future__ import annotations

import sqlalchemy as sa

from understudy.library import schema
from understudy.library.viewer import ACCESS, CONSENTS, Viewer

_WITHDRAWN = len(ACCESS)
"""Level of motions whose subject has withdrawn: above all others, so that only keepers see them."""


def visible(viewer: Viewer) -> sa.ColumnElement[bool]:
    """Return the condition that a motion is one that a viewer may see."""
    access = schema.motions.c.access
    if viewer.may("keeper"):
        return sa.true()
    seen = access <= viewer.most_open
    if not viewer.name:
        return seen
    own = sa.and_(schema.motions.c.owner == viewer.name, access < _WITHDRAWN)
    return sa.or_(seen, own)


def effective_access(stated: int, consent: str) -> int:
    """Return the level of a motion: the stricter of what is stated and what the subject consents to."""
    level = _WITHDRAWN if consent == "withdrawn" else CONSENTS.index(consent)
    return max(stated, level)


def shown_access(level: int) -> str:
    """Return the word for a level."""
    return "withdrawn" if level >= _WITHDRAWN else ACCESS[level]


def apply_consent(connection: sa.Connection, subject_id: int) -> None:
    """Bring all motions of a subject to the level that its consent asks for, at once."""
    motions, subjects = schema.motions, schema.subjects
    consent = connection.scalar(sa.select(subjects.c.consent).where(subjects.c.id == subject_id))
    floor = effective_access(0, consent or "open")
    level = sa.case((motions.c.stated_access > floor, motions.c.stated_access), else_=floor)
    connection.execute(sa.update(motions).where(motions.c.subject_id == subject_id).values(access=level))
