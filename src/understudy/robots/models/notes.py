"""What was changed or left out of a model while reading it, in sentences for its user."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import mujoco

from understudy.errors import RobotError


@dataclass
class Notes:
    """Collects sentences while a model is read.

    Attributes:
        path: The model's file.
        strict: Whether a missing file is an error instead of a note.
    """

    path: Path
    strict: bool = False
    sentences: list[str] = field(default_factory=list)

    def add(self, sentence: str) -> None:
        """Keep a sentence, once."""
        if sentence not in self.sentences:
            self.sentences.append(sentence)

    def missing_file(self, address: str, place: str) -> None:
        """Say that a shape or texture is left out because its file is not there."""
        if self.strict:
            raise RobotError(f"{self.path}: {place}: file '{address}' is not found")
        self.add(f"{place}: file '{address}' is not found and left out")

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
