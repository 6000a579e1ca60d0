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
"""Files that are named one by one; a robot without its meshes lacks dozens."""


@dataclass
class Notes:
    """Collects sentences while a model is read.

    Attributes:
        path: The model's file.
        strict: Whether a missing file is an error instead of a note.
        sentences: What was noted.
        missing: How many files were left out.
    """

    path: Path
    strict: bool = False
    sentences: list[str] = field(default_factory=list)
    missing: int = 0

    def add(self, sentence: str) -> None:
        """Keep a sentence, once."""
        if sentence not in self.sentences:
            self.sentences.append(sentence)

    def missing_file(self, address: str, place: str, reason: str = "is not found") -> None:
        """Say that a shape or texture is left out because its file is not there or cannot be read."""
        if self.strict:
            raise RobotError(f"{self.path}: {place}: file '{address}' {reason}")
        self.missing += 1
        if self.missing <= _TOLD:
            self.add(f"{place}: file '{address}' {reason} and left out")

    def conclude(self) -> None:
        """Say how many files were left out beside those that were named."""
        if self.missing > _TOLD:
            self.add(
                f"{self.missing - _TOLD} more files are left out; joints and what shapes there are have to do"
            )

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
