"""What is asked of a model's file: all that has a say in what it is compiled into, in a form that travels."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from understudy.robots.card import Card, EyeSpec, Vector


@dataclass(frozen=True)
class ModelRequest:
    """A model's file, and what a card or its user wants of it.

    Attributes:
        path: The file, absolute.
        name: Name of the robot whose card asks; empty for a bare model, to which nothing is added.
        base: ``"free"``, ``"fixed"``, or None for what suits the model.
        package_folders: Further folders in which its files may lie.
        forward: Where the robot faces, in the axes of the file.
        up: Where its head is, in the axes of the file.
        lock: Names of joints, with ``*`` and ``?``, that are fixed where they stand at home.
        home: Angle [rad] or travel [m] of joints at home.
        eyes: Eyes, for which cameras are added.
        excluded: Pairs of bodies that never collide.
    """

    path: Path
    name: str = ""
    base: str | None = None
    package_folders: tuple[Path, ...] = ()
    forward: Vector = Card.forward
    up: Vector = Card.up
    lock: tuple[str, ...] = ()
    home: Mapping[str, float] = field(default_factory=dict)
    eyes: Mapping[str, EyeSpec] = field(default_factory=dict)
    excluded: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of_card(cls, card: Card, path: Path, package_folders: tuple[Path, ...]) -> ModelRequest:
        """Return what a card asks of its model's file."""
        return cls(
            path=path,
            name=card.name,
            base=card.base,
            package_folders=package_folders,
            forward=card.forward,
            up=card.up,
            lock=card.lock,
            # Of the home pose only what stays of locked joints has a say.
            home=dict(card.home) if card.lock else {},
            eyes=dict(card.eyes),
            excluded=card.excluded,
        )

    def to_json(self) -> str:
        """Return it as text; equal requests give equal texts."""
        return json.dumps(asdict(self), default=str, sort_keys=True)

    @classmethod
    def from_json(cls, text: str | bytes) -> ModelRequest:
        """Return what :meth:`to_json` wrote."""
        facts: dict[str, Any] = json.loads(text)
        facts["path"] = Path(facts["path"])
        facts["package_folders"] = tuple(Path(folder) for folder in facts["package_folders"])
        facts["eyes"] = {name: EyeSpec(**_with_tuples(eye)) for name, eye in facts["eyes"].items()}
        return cls(**_with_tuples(facts))


def _with_tuples(facts: dict[str, Any]) -> dict[str, Any]:
    """Return values with tuples in the place of lists, which JSON does not tell apart."""
    return {name: _as_tuple(value) for name, value in facts.items()}


def _as_tuple(value: Any) -> Any:
    return tuple(_as_tuple(each) for each in value) if isinstance(value, list) else value
