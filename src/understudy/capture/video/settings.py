"""How films are tracked, and who watches: set around whatever reads captures, by whoever started it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass

Progress = Callable[[int, int], None]
"""Takes pictures done and pictures in all."""


def _unseen(_what: str) -> AbstractContextManager[Progress]:
    return nullcontext(lambda done, total: None)


@dataclass(frozen=True)
class TrackingSettings:
    """How films are tracked.

    Attributes:
        tracker: The tracker's name, None for the usual one.
        hands: Whether hands are looked for.
        keep: Whether what was tracked is kept for the next run, and taken from the last one.
        progress: Makes a bar for a long work of this name.
    """

    tracker: str | None = None
    hands: bool = True
    keep: bool = True
    progress: Callable[[str], AbstractContextManager[Progress]] = _unseen


_USUAL = TrackingSettings()
_settings: ContextVar[TrackingSettings] = ContextVar("tracking", default=_USUAL)


def tracking_settings() -> TrackingSettings:
    """Return how films are tracked here."""
    return _settings.get()


def set_tracking(settings: TrackingSettings) -> None:
    """Track so from here on, as a command does that the user has started."""
    _settings.set(settings)


@contextmanager
def tracking(settings: TrackingSettings) -> Iterator[None]:
    """Track so meanwhile."""
    token = _settings.set(settings)
    try:
        yield
    finally:
        _settings.reset(token)
