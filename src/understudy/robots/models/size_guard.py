"""Whether what a few elements ask for is of a size that a robot may have, before MuJoCo makes it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from xml.etree.ElementTree import Element

from understudy.errors import RobotError
from understudy.plain_text import plain_count, plain_number, plain_words, quoted, trimmed
from understudy.robots.models.model_xml import MAX_ELEMENTS

MOST_CELLS = 1 << 24
"""Pixels of a texture or cells of a height field: 4096 × 4096."""

MOST_CELLS_IN_ALL = 1 << 25

MOST_MOVING = 3000
"""Bodies, and joints; the finest models of people have a tenth."""

MOST_MEMORY = 1 << 30
"""Bytes that a model may set aside for simulating it."""

_SUFFIXES = {"K": 10, "M": 20, "G": 30, "T": 40, "P": 50, "E": 60}
_GRIDS = {"texture": ("width", "height", "nchannel"), "hfield": ("nrow", "ncol")}
_CLOUDS = ("flexcomp", "composite")
"""Soft parts, each point of which becomes a body."""

_MOVING = {"body": "bodies", "joint": "joints", "freejoint": "joints"}
_USERS = ("body", "jnt", "geom", "site", "cam", "tendon", "actuator", "sensor")
_LARGEST = {
    "size": dict.fromkeys(("njmax", "nconmax", "nstack"), 1 << 24)
    | {"nuserdata": 1 << 20, "nkey": 1000}
    | {f"nuser_{kind}": 256 for kind in _USERS},
    "numeric": {"size": 1 << 20},
    "mesh": {"params": 256, "maxhullvert": 1 << 20},
    "global": dict.fromkeys(("offwidth", "offheight"), 8192),
    "quality": {"shadowsize": 16384, "offsamples": 64, "numslices": 256, "numstacks": 256, "numquads": 256},
    "option": dict.fromkeys(
        ("iterations", "ls_iterations", "noslip_iterations", "ccd_iterations", "sdf_iterations"), 10_000
    ),
    "user": {"dim": 1 << 20},
    "general": {"actdim": 10_000},
}
"""Element → attribute → the largest number that any robot has there."""


class SizeGuard:
    """Adds up what a model and those that it attaches become once repetitions are carried out."""

    def __init__(self, path: Path) -> None:
        """Guard the model of a file, which messages name."""
        self.path = path
        self.cells = 0.0
        self.attached: dict[str, Mapping[str, float]] = {}

    def require_modest(self, root: Element) -> Mapping[str, float]:
        """Refuse repetitions, textures, grids and memory that would take all of a machine's.

        Args:
            root: The first element of a model with its includes in it. Those that it attaches are known to
                ``attached`` by the name of their file.

        Returns:
            How many elements, bodies and joints there are.

        Raises:
            RobotError: Naming the element and its size.
        """
        models = {model.get("name", ""): model.get("file", "") for model in root.iter("model")}
        found: dict[str, float] = defaultdict(float)
        waiting = [(root, 1.0)]
        while waiting:
            element, times = waiting.pop()
            self._require_modest_element(element)
            if element.tag == "replicate":
                times *= self._repetitions(element)
            found["elements"] += times
            found[_MOVING.get(element.tag, "others")] += times
            if element.tag in _CLOUDS:
                found["bodies"] += times * _product(element, ("count",))
            elif element.tag == "attach":
                for kind, count in self._attached(models, element.get("model", "")).items():
                    found[kind] += times * count
            if found["elements"] > MAX_ELEMENTS:
                raise self._error(f"its <replicate> elements make more than {MAX_ELEMENTS} elements")
            for kind in ("bodies", "joints"):
                if found[kind] > MOST_MOVING:
                    raise self._error(f"it makes more than {MOST_MOVING} {kind}")
            waiting += ((child, times) for child in element)
        return found

    def _attached(self, models: Mapping[str, str], name: str) -> Mapping[str, float]:
        """Return what a model that is attached consists of; one whose name is inside it may be any."""
        if name in models:
            return self.attached.get(models[name], {})
        return max(self.attached.values(), key=lambda counts: counts["elements"], default={})

    def _repetitions(self, element: Element) -> int:
        count = plain_count(trimmed(element.get("count", "1")))
        if count is None:
            problem = f"has the count {quoted(element.get('count', ''))}, expected a whole number"
            raise RobotError(f"{self.path}: <replicate> {problem}")
        return max(1, count)

    def _require_modest_element(self, element: Element) -> None:
        cells = _product(element, _GRIDS[element.tag]) if element.tag in _GRIDS else 0.0
        self.cells += cells
        if cells > MOST_CELLS:
            raise self._error(f"a <{element.tag}> has more than {MOST_CELLS} cells")
        if self.cells > MOST_CELLS_IN_ALL:
            raise self._error(f"its textures and height fields have more than {MOST_CELLS_IN_ALL} cells")
        for key, most in _LARGEST.get(element.tag, {}).items():
            if any(_magnitude(word) > most for word in plain_words(element.get(key, ""))):
                raise self._error(f"<{element.tag} {key}> is larger than {most}")
        if element.tag == "size":
            memory = trimmed(element.get("memory", "0"))
            shift = _SUFFIXES.get(memory[-1:].upper(), 0)
            if _magnitude(memory[:-1] if shift else memory) * 2.0**shift > MOST_MEMORY:
                raise self._error(f"<size memory> is over {MOST_MEMORY >> 30} GiB")

    def _error(self, problem: str) -> RobotError:
        return RobotError(f"{self.path}: {problem}, which no robot needs")


def _product(element: Element, keys: tuple[str, ...]) -> float:
    """Return the product of all numbers of some attributes."""
    product = 1.0
    for key in keys:
        for word in plain_words(element.get(key, "")):
            product *= max(1.0, _magnitude(word))
    return product


def _magnitude(word: str) -> float:
    """Return how large a word is as a number, 0 for what is none, which MuJoCo itself refuses."""
    number = plain_number(trimmed(word))
    return 0.0 if number is None else abs(number)
