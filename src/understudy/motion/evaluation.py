"""How faithful a performance is: named metrics with units, per frame and summarised."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import MappingProxyType

import numpy as np

from understudy.errors import InvalidMotionError, unknown_name
from understudy.motion import validation as check
from understudy.motion.archive import naming_file, number
from understudy.motion.noun_archive import archive_holds, load_noun, save_noun
from understudy.motion.provenance import Provenance

FAMILIES = (
    *("direction", "regret", "reach", "orientation", "limits", "base", "feet", "penetration"),
    *("feasibility", "smoothness", "solving", "capture", "tracking", "falls", "effort", "contact", "touch"),
    "senses",
)
"""Families of metrics that an evaluation may have; which apply depends on capture, robot and simulation."""

_KIND = "evaluation"
_ARRAYS = ("robot", "method", "fps", "metrics", "provenance")
_FURTHER = ()
_PREFIXES = ("per_frame_",)
"""What its archive says it is, the arrays that it has, and those that it may have."""


@dataclass(frozen=True, eq=False)
class Metric:
    """One named quantity.

    Attributes:
        name: ``family/what``, for example ``direction/thigh_l``.
        unit: Unit of every value, for example ``rad``, ``m``, ``m/s``, ``1`` for shares and counts.
        summary: Statistic → value, for example ``median``, ``mean``, ``std``, ``share_over_0.1``.
        per_frame: (T,) values, NaN where the metric does not apply, or None for clip-wide metrics.
    """

    name: str
    unit: str
    summary: Mapping[str, float]
    per_frame: np.ndarray | None = None

    def __post_init__(self) -> None:
        """Freeze the values."""
        object.__setattr__(self, "summary", MappingProxyType({k: float(v) for k, v in self.summary.items()}))
        if self.per_frame is not None:
            object.__setattr__(self, "per_frame", check.frozen_array(self.per_frame))
            if self.per_frame.ndim != 1:
                check.require_shape(f"per_frame of {self.name}", self.per_frame, (None,))

    @property
    def series(self) -> np.ndarray:
        """(T,) values, of a metric that has one a frame."""
        if self.per_frame is None:
            raise ValueError(f"metric {self.name} is one of the whole clip")
        return self.per_frame


@dataclass(frozen=True, eq=False)
class Evaluation:
    """All metrics of one robot motion against its source.

    Attributes:
        robot: The robot that performed.
        method: Method of retargeting.
        fps: Frames a second [1/s].
        metrics: Metrics in the order to show them.
        provenance: The history.
    """

    robot: str
    method: str
    fps: float
    metrics: tuple[Metric, ...]
    provenance: Provenance = field(default_factory=Provenance)

    def __post_init__(self) -> None:
        """Check names and lengths."""
        object.__setattr__(self, "metrics", tuple(self.metrics))
        check.require_fps(self.fps)
        check.require_unique("metrics", [metric.name for metric in self.metrics])
        lengths = {len(metric.per_frame) for metric in self.metrics if metric.per_frame is not None}
        if len(lengths) > 1:
            raise InvalidMotionError(f"metrics have different frame counts: {sorted(lengths)}")

    def __getitem__(self, name: str) -> Metric:
        """Return the metric of that name.

        Raises:
            InvalidMotionError: Where there is none, naming the nearest that there is.
        """
        found = self.find(name)
        if found is None:
            raise InvalidMotionError(unknown_name("metric", name, [metric.name for metric in self.metrics]))
        return found

    def find(self, name: str) -> Metric | None:
        """Return the metric of that name, None where there is none."""
        return self._by_name.get(name)

    @cached_property
    def _by_name(self) -> dict[str, Metric]:
        return {metric.name: metric for metric in self.metrics}

    @cached_property
    def _by_family(self) -> dict[str, tuple[Metric, ...]]:
        found: dict[str, list[Metric]] = {}
        for metric in self.metrics:
            found.setdefault(metric.name.partition("/")[0], []).append(metric)
        return {family: tuple(metrics) for family, metrics in found.items()}

    def __contains__(self, name: object) -> bool:
        """Return whether there is a metric of that name."""
        return name in self._by_name

    def family(self, name: str) -> tuple[Metric, ...]:
        """Return the metrics named ``name/...``; none where the family does not apply to this motion.

        Raises:
            InvalidMotionError: For a name that is no family.
        """
        found = self._by_family.get(name, ())
        if not found and name not in FAMILIES:
            raise InvalidMotionError(unknown_name("family of metrics", name, FAMILIES))
        return found

    def to_dict(self) -> dict[str, object]:
        """Return the summaries as plain values, for JSON; values that do not apply are null."""

        def plain(value: float) -> float | None:
            return value if np.isfinite(value) else None

        return {
            "robot": self.robot,
            "method": self.method,
            "fps": self.fps,
            "provenance": json.loads(self.provenance.to_json()),
            "metrics": {
                metric.name: {"unit": metric.unit} | {k: plain(v) for k, v in metric.summary.items()}
                for metric in self.metrics
            },
        }

    def save(self, path: str | Path) -> None:
        """Save to one ``.npz`` file."""
        arrays: dict[str, np.ndarray] = {
            "robot": np.array(self.robot),
            "method": np.array(self.method),
            "fps": np.array(self.fps, dtype=np.float64),
            "provenance": np.array(self.provenance.to_json()),
            "metrics": np.array(json.dumps([[m.name, m.unit, dict(m.summary)] for m in self.metrics])),
        }
        for index, metric in enumerate(self.metrics):
            if metric.per_frame is not None:
                arrays[f"per_frame_{index}"] = metric.per_frame
        save_noun(path, _KIND, arrays)

    @staticmethod
    def is_saved_in(path: str | Path) -> bool:
        """Return whether a file is an archive with all arrays of an evaluation, by their names alone."""
        return archive_holds(path, _ARRAYS, _KIND)

    @classmethod
    def load(cls, path: str | Path) -> Evaluation:
        """Load what :meth:`save` wrote."""
        data = load_noun(path, _KIND, _ARRAYS, _FURTHER, _PREFIXES)
        with naming_file(path):
            metrics = tuple(
                Metric(name, unit, summary, data.get(f"per_frame_{index}"))
                for index, (name, unit, summary) in enumerate(json.loads(str(data["metrics"])))
            )
            return cls(
                robot=str(data["robot"]),
                method=str(data["method"]),
                fps=number(data["fps"]),
                metrics=metrics,
                provenance=Provenance.from_json(str(data["provenance"])),
            )
