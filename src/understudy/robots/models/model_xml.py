"""XML of model files read with care: no entities, no document types, bounded size."""

from __future__ import annotations

import errno
from pathlib import Path
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from understudy.errors import RobotError
from understudy.opening import read_file

MAX_MODEL_BYTES = 16 << 20
"""The largest model files of known humanoids have a quarter of a megabyte."""

MAX_ELEMENTS = 100_000
"""So many elements take seconds to compile; no humanoid comes near."""

DEEPEST = 200
"""Elements within each other; a tree of bodies is as deep as its longest chain of joints."""


_OTHER_MARKS = 10_000
"""Comments and instructions, which begin as elements do."""


def read_model_xml(path: Path) -> Element:
    """Return the root element of a model file, or say in one sentence what is wrong with it."""
    return parse_model_xml(path, read_bounded(path, MAX_MODEL_BYTES))


def read_bounded(path: Path, most_bytes: int) -> bytes:
    """Return a file's content, refusing one that is larger than any honest file of its kind."""
    try:
        return read_file(path, most_bytes)
    except OSError as error:
        if error.errno == errno.EFBIG:
            problem = f"larger than {most_bytes >> 20} MiB, which no robot's file needs"
            raise RobotError(f"{path}: {problem}") from error
        raise RobotError(f"{path}: cannot be read ({error.strerror or error})") from error


def parse_model_xml(path: Path, content: bytes) -> Element:
    """Return the root element of XML text; ``path`` is for messages only."""
    # Elements take twenty times as much memory as their text, and there may be millions.
    if content.count(b"<") > 2 * MAX_ELEMENTS + _OTHER_MARKS:
        raise RobotError(f"{path}: has more than {MAX_ELEMENTS} elements, which no robot needs")
    try:
        root = fromstring(content, forbid_dtd=False, forbid_entities=True, forbid_external=True)
    except DefusedXmlException as error:
        raise RobotError(f"{path}: declares XML entities, which a model file has no need of") from error
    except ParseError as error:
        line, column = error.position
        raise RobotError(
            f"{path}, line {line}, column {column}: not valid XML ({str(error).split(':')[0]})"
        ) from error
    except (ValueError, LookupError) as error:
        raise RobotError(f"{path}: not XML in a known character encoding ({error})") from error
    if sum(1 for _ in root.iter()) > MAX_ELEMENTS:
        raise RobotError(f"{path}: has more than {MAX_ELEMENTS} elements, which no robot needs")
    if _is_deeper(root, DEEPEST):
        raise RobotError(f"{path}: has elements more than {DEEPEST} deep in each other")
    return root


def _is_deeper(root: Element, most: int) -> bool:
    """Return whether elements are nested deeper than this, found without recursion, which has an end."""
    level = [root]
    for _ in range(most):
        level = [child for element in level for child in element]
    return bool(level)
