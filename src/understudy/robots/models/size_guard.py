"""Whether what a few elements ask for is of a size that a robot may have, before MuJoCo makes it."""

from __future__ import annotations

from pathlib import Path
from xml.etree.ElementTree import Element

from understudy.errors import RobotError
from understudy.plain_text import plain_count, plain_number, plain_words
from understudy.robots.models.model_xml import MAX_ELEMENTS

MOST_CELLS = 1 << 24
"""Pixels of a texture, cells of a height field, or points of a grid: 4096 × 4096."""

_SUFFIXES = {"K": 10, "M": 20, "G": 30, "T": 40, "P": 50, "E": 60}
MOST_MEMORY = 1 << 32
"""Bytes that a model may set aside for simulating it."""

_GRIDS = {
    "texture": ("width", "height"),
    "hfield": ("nrow", "ncol"),
    "flexcomp": ("count",),
    "composite": ("count",),
}
_SIZES = ("nuserdata", "nkey", "njmax", "nconmax", "nstack", "size")


def require_modest_size(path: Path, root: Element) -> None:
    """Refuse repetitions, textures, grids and memory that would take all of a machine's.

    Args:
        path: The file, for messages.
        root: Its first element.

    Raises:
        RobotError: Naming the element and its size.
    """
    if _repeated(path, root) > MAX_ELEMENTS:
        raise RobotError(
            f"{path}: its <replicate> elements make more than {MAX_ELEMENTS} elements, which no robot needs"
        )
    for element in root.iter():
        cells = 1.0
        for key in _GRIDS.get(element.tag, ()):
            for word in plain_words(element.get(key, "")):
                cells *= max(1.0, _magnitude(word))
        if cells > MOST_CELLS:
            raise RobotError(f"{path}: a <{element.tag}> has more than {MOST_CELLS} cells, which none needs")
        if element.tag in ("size", "numeric"):
            _require_modest_numbers(path, element)


def _repeated(path: Path, element: Element, depth: int = 0) -> float:
    """Return how many elements an element and those in it become once repetitions are carried out."""
    if depth > 1000:
        raise RobotError(f"{path}: has elements more than 1000 deep in each other")
    own = 1.0 + sum(_repeated(path, child, depth + 1) for child in element)
    if element.tag != "replicate":
        return own
    count = plain_count(element.get("count", "1").strip())
    if count is None:
        raise RobotError(
            f"{path}: <replicate> has the count '{element.get('count')}', expected a whole number"
        )
    return own * max(1, count)


def _require_modest_numbers(path: Path, element: Element) -> None:
    for key in _SIZES:
        if _magnitude(element.get(key, "0")) > MOST_CELLS:
            raise RobotError(
                f"{path}: <{element.tag} {key}> is larger than {MOST_CELLS}, which no robot needs"
            )
    memory = element.get("memory", "0").strip()
    shift = _SUFFIXES.get(memory[-1:].upper(), 0)
    if _magnitude(memory[:-1] if shift else memory) * 2.0**shift > MOST_MEMORY:
        raise RobotError(f"{path}: <size memory> is over {MOST_MEMORY >> 30} GiB, which no robot needs")


def _magnitude(word: str) -> float:
    """Return how large a word is as a number, 0 for what is none, which MuJoCo itself refuses."""
    number = plain_number(word.strip())
    return 0.0 if number is None else abs(number)
