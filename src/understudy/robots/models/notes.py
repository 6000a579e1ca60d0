"""What was changed or left out of a model while reading it, in sentences for its user."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import mujoco

from understudy.errors import RobotError

_TOLD = 3
"""Files that are named one by one, and places of one fault; a robot without its meshes lacks dozens."""

_MENDS = 20
"""Faults that are told one by one."""


@dataclass
class Notes:
    """Collects sentences while a model is read.

    Attributes:
        path: The model's file.
        strict: Whether a missing file is an error instead of a note.
        sentences: What was noted.
        lost: What was left out because its file is missing, in sentences.
        coarser: Meshes that were made coarser, with their triangles before and after.
        mends: What was put right → where.
        bare: Bodies that lost a shape because its file is missing or cannot be read.
        reach: Mesh → distance [m] of its farthest vertex from its origin.
        named: Joints that had no name and were given one.
    """

    path: Path
    strict: bool = False
    sentences: list[str] = field(default_factory=list)
    lost: set[str] = field(default_factory=set)
    coarser: list[tuple[str, int, int]] = field(default_factory=list)
    mends: dict[str, list[str]] = field(default_factory=dict)
    bare: set[str] = field(default_factory=set)
    reach: dict[str, float] = field(default_factory=dict)
    named: list[str] = field(default_factory=list)

    def add(self, sentence: str) -> None:
        """Keep a sentence, once."""
        if sentence not in self.sentences:
            self.sentences.append(sentence)

    def missing_file(self, address: str, place: str, reason: str = "is not found") -> None:
        """Say that a shape or texture is left out because its file is not there or cannot be read."""
        if self.strict:
            raise RobotError(f"{self.path}: {place}: file '{address}' {reason}")
        sentence = f"{place}: file '{address}' {reason} and left out"
        if sentence in self.lost:
            return  # Of a part that is drawn by what it collides with.
        self.lost.add(sentence)
        if len(self.lost) <= _TOLD:
            self.add(sentence)

    def mended(self, line: str, place: str) -> None:
        """Keep what was put right in a place; :meth:`conclude` says it, once for all places."""
        self.mends.setdefault(line, []).append(place)

    def made_coarser(self, name: str, before: int, after: int) -> None:
        """Keep that a mesh of so many triangles has fewer now; :meth:`conclude` says it of all at once."""
        self.coarser.append((name, before, after))

    def conclude(self) -> None:
        """Say what was put right and where, and how many files were left out beside those that were named."""
        for line, places in list(self.mends.items())[:_MENDS]:
            others = len(places) - _TOLD
            more = [] if others <= 0 else [f"{others} more place{'s' if others > 1 else ''}"]
            self.add(f"mended: {', '.join([*dict.fromkeys(places[:_TOLD]), *more])}: {line}")
        if len(self.mends) > _MENDS:
            self.add(f"mended: {len(self.mends) - _MENDS} more faults")
        self.mends.clear()
        if self.coarser:
            before = sum(faces for _, faces, _ in self.coarser)
            after = sum(faces for _, _, faces in self.coarser)
            count = len(self.coarser)
            names = f"mesh '{self.coarser[0][0]}' is" if count == 1 else f"{count} meshes are"
            self.add(f"{names} made coarser, from {before:,} triangles to {after:,}")
        others = len(self.lost) - _TOLD
        if others > 0:
            self.add(f"{others} more files are left out; joints and what shapes there are have to do")

    @contextmanager
    def keeping_warnings(self) -> Iterator[None]:
        """Keep what MuJoCo warns of, which otherwise goes to the terminal and to a file beside the user's."""
        before = mujoco.get_mju_user_warning()
        mujoco.set_mju_user_warning(lambda message: self.add(" ".join(message.split())))
        try:
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                yield
        finally:
            mujoco.set_mju_user_warning(before)
        for warning in caught:
            self.add(" ".join(str(warning.message).split()))
