"""What a cleaning step did, told in a recording's notes and in its history."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from understudy.motion import Recording

NOTHING: Mapping[str, Any] = MappingProxyType({})

_LISTED = 4
"""Names that a sentence lists before it only counts."""


def reported(
    recording: Recording, stage: str, sentence: str, changed: Mapping[str, Any] = NOTHING, /, **facts: Any
) -> Recording:
    """Return the recording with one more sentence in its notes and one more step in its history.

    Args:
        recording: What went into the step.
        stage: The step's name.
        sentence: What it did, for people.
        changed: Field of the recording → what came out of the step.
        **facts: Options and counts, for machines.
    """
    done = replace(recording, **changed) if changed else recording
    return done.noted(sentence, recording.provenance.then(stage, **facts))


def counted(count: int, singular: str, plural: str | None = None) -> str:
    """Return a count with its noun, for example ``"1 gap"`` or ``"no gaps"``."""
    noun = singular if count == 1 else (plural or f"{singular}s")
    return f"{count or 'no'} {noun}"


def listed(names: Sequence[str]) -> str:
    """Return names for a sentence, the first few where they are many."""
    shown = ", ".join(names[:_LISTED])
    return shown if len(names) <= _LISTED else f"{shown} and {len(names) - _LISTED} more"
