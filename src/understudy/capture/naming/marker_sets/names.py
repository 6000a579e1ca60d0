"""Labels of markers, compared without what programs and people put around them."""

from __future__ import annotations

import os
from collections.abc import Sequence

from understudy.capture.naming.names import Spoken, plain

UNLABELLED = "*"
"""Labels that begin with this were made up for points that nobody named, or for computed ones."""


def subject_of(label: str) -> str:
    """Return what stands before the last colon: ``Ann`` of ``Ann:LASI``, empty where there is no colon."""
    return label.rpartition(":")[0]


def by_subject(labels: Sequence[str]) -> dict[str, list[str]]:
    """Return subject → its labels, in the order in which they first occur; unlabelled points are no one's."""
    groups: dict[str, list[str]] = {}
    for label in labels:
        if not label.startswith(UNLABELLED):
            groups.setdefault(subject_of(label), []).append(label)
    return groups


def spoken_names(labels: Sequence[str]) -> Spoken:
    """Return plain name → label; of labels that are equal when plain the first counts.

    A beginning that all labels share up to an underscore, as in ``Ann_LASI``, is left out as well.
    """
    shared = os.path.commonprefix(list(labels)).rfind("_") + 1 if len(labels) > 1 else 0
    spoken: Spoken = {}
    for label in labels:
        spoken.setdefault(plain(label[shared:]), label)
        spoken.setdefault(plain(label), label)
    return spoken
