"""A job: one capture on one robot by one method, and the key by which its result is known again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from understudy.batch.fingerprint import fingerprint
from understudy.batch.inputs import Input
from understudy.batch.keep import Keep
from understudy.cache import file_digest
from understudy.capture import Sidecar
from understudy.errors import OptionError
from understudy.export import find_format
from understudy.retarget import find_method

MOTIONS = "motions"
NOT_KEPT = "not_kept"
MOTION_SUFFIX = ".npz"
"""Folders of results: of motions, and of all that ``--keep`` turns down."""

_HIGHEST_RATE = 1e5


@dataclass(frozen=True)
class Recipe:
    """What is done with every capture on every robot.

    Attributes:
        method: A method's name, or the path of a Python file that defines one.
        options: The method's options by name.
        stated: What the user states about the captures.
        format: The format of :mod:`understudy.export` that is written besides, empty for none.
        rate: Frames a second [1/s] of that, None for the capture's own.
        smooth: Frequency [Hz] at which captures are filtered, None for noisy points only.
    """

    method: str = "track"
    options: Mapping[str, Any] = field(default_factory=dict)
    stated: Sidecar = Sidecar()
    format: str = ""
    rate: float | None = None
    smooth: float | None = None

    def __post_init__(self) -> None:
        """Check format and rate, before the first of many captures is read."""
        if self.rate is not None and not (self.format and 0.0 < self.rate <= _HIGHEST_RATE):
            raise OptionError(
                f"--rate is {self.rate:g} with format '{self.format}', expected frames a second over 0 and "
                f"at most {_HIGHEST_RATE:g}, and --to FORMAT with it"
            )
        if self.format and not self.suffix:
            raise OptionError(f"--to: format '{self.format}' is a folder, expected one of a file a motion")

    @property
    def suffix(self) -> str:
        """How the names of written files end, empty where none are."""
        suffixes = find_format(self.format).suffixes if self.format else ()
        return next(iter(suffixes), "")

    def parts(self) -> dict[str, Any]:
        """Return all of it as plain values, with every option, and with what files hold."""
        files = [Path(self.method.rpartition(":")[0] or self.method), self.stated.marker_set]
        contents = [file_digest(path) for path in files if path is not None and path.is_file()]
        options = find_method(self.method).Options(**self.options)
        return asdict(self) | {"options": asdict(options), "files": contents}


@dataclass(frozen=True)
class Job:
    """One capture on one robot.

    Attributes:
        key: Stands for all that the result depends on; see :func:`job_key`.
        input: The capture.
        robot: A robot's name in the catalogue, or the path of a card or a model.
        recipe: What is done.
        output: Folder or URL of results.
        keep: Which results are kept.
    """

    key: str
    input: Input
    robot: str
    recipe: Recipe
    output: str
    keep: Keep = Keep()

    @property
    def robot_folder(self) -> str:
        """The robot's name, as folders of results have it."""
        return robot_folder(self.robot)

    def paths(self) -> Iterator[str]:
        """Yield every name among the results that the job may write, whether they are kept or not."""
        kinds = {MOTIONS: MOTION_SUFFIX}
        if self.recipe.format:
            kinds[self.recipe.format] = self.recipe.suffix
        for prefix in ("", f"{NOT_KEPT}/"):
            for kind, suffix in kinds.items():
                yield f"{prefix}{kind}/{self.robot_folder}/{self.input.label}{suffix}"


def robot_folder(robot: str) -> str:
    """Return the folder of a robot's results: its name, or that of the file that it is given by."""
    path = Path(robot)
    # Cards of different robots are all called card.toml, each in a folder of its own.
    return path.resolve().parent.name if path.name == "card.toml" else path.stem


def job_key(input_label: str, input_digest: str, robot_digest: str, recipe_parts: Mapping[str, Any]) -> str:
    """Return the key of a job: equal for equal input, robot, recipe and code, whenever and wherever it runs.

    Args:
        input_label: What the capture is called, since results name it.
        input_digest: Of the capture and of what is stated beside it.
        robot_digest: Of the robot's model and card.
        recipe_parts: Of :meth:`Recipe.parts`.
    """
    return fingerprint(label=input_label, input=input_digest, robot=robot_digest, recipe=dict(recipe_parts))
