"""What came of a job: one line of the manifest, one row of the table."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from understudy.batch.job import MOTIONS, NOT_KEPT
from understudy.batch.keep import Keep

DONE, REFUSED, FAILED = "done", "set aside", "failed"
"""A motion was made; the capture cannot be used, and why was said; something that should not happen did."""


@dataclass(frozen=True)
class Output:
    """A file that a job wrote.

    Attributes:
        kind: Folder that it belongs to: ``motions``, or the name of a format.
        suffix: What is added to the capture's label.
        size: [bytes].
        sha256: Hash of its content.
    """

    kind: str
    suffix: str
    size: int
    sha256: str


@dataclass(frozen=True)
class Record:
    """What came of a job.

    Attributes:
        key: The job's.
        label: What the capture is called.
        robot: The robot's name, as folders of results have it.
        method: Method of retargeting.
        status: One of ``DONE``, ``REFUSED`` and ``FAILED``.
        sentence: Why there is no motion, empty where there is one.
        outputs: Files that were written.
        frames: How many frames.
        fps: Frames a second [1/s].
        figures: Figures that people read and ``--keep`` judges by; see :mod:`understudy.batch.figures`.
        missed: Headlines of the evaluation whose target is missed.
        metrics: ``family/what:statistic`` → value in SI units; those that do not apply are left out.
        warnings: What a user has to know before trusting it, one sentence each.
        seconds: Time [s] that it took; in no table, since it is another one each time.
    """

    key: str
    label: str
    robot: str
    method: str
    status: str
    sentence: str = ""
    outputs: tuple[Output, ...] = ()
    frames: int = 0
    fps: float = 0.0
    figures: Mapping[str, float] = field(default_factory=dict)
    missed: tuple[str, ...] = ()
    metrics: Mapping[str, float] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    seconds: float = 0.0

    @property
    def place(self) -> tuple[str, str]:
        """What no two jobs of a batch have in common: label and robot."""
        return self.label, self.robot

    def is_kept(self, keep: Keep) -> bool:
        """Return whether there is a motion that a rule lets pass."""
        return self.status == DONE and keep.passes(self.figures)

    def paths(self, keep: Keep) -> tuple[str, ...]:
        """Return where the outputs belong under a rule, in the order of ``outputs``."""
        return self._paths("" if self.is_kept(keep) else f"{NOT_KEPT}/")

    def other_paths(self, keep: Keep) -> tuple[str, ...]:
        """Return where they belong under a rule that says otherwise."""
        return self._paths(f"{NOT_KEPT}/" if self.is_kept(keep) else "")

    def _paths(self, prefix: str) -> tuple[str, ...]:
        return tuple(f"{prefix}{own.kind}/{self.robot}/{self.label}{own.suffix}" for own in self.outputs)

    @property
    def motion_index(self) -> int:
        """Which of ``outputs`` is the robot's motion."""
        return next(index for index, own in enumerate(self.outputs) if own.kind == MOTIONS)

    def to_line(self) -> bytes:
        """Return it as one line of JSON, without its end."""
        plain = vars(self) | {"outputs": [vars(own) for own in self.outputs]}
        return json.dumps(plain, ensure_ascii=False, separators=(",", ":")).encode()

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Record:
        """Rebuild what :meth:`to_line` wrote, parsed; what a later version added is left out."""
        known = {own.name: data[own.name] for own in fields(cls) if own.name in data}
        known["outputs"] = tuple(Output(**own) for own in data["outputs"])
        for name in ("missed", "warnings"):
            known[name] = tuple(known[name])
        return cls(**known)
