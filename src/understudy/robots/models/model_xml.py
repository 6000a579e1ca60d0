"""XML of model files read with care: no entities, no document types, bounded size."""

from __future__ import annotations

from pathlib import Path
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from understudy.errors import RobotError

MAX_MODEL_BYTES = 32 << 20
"""The largest model files of known humanoids have a quarter of a megabyte."""

MAX_ELEMENTS = 200_000
"""So many elements take seconds to compile; no humanoid comes near."""


def read_model_xml(path: Path) -> Element:
    """Return the root element of a model file, or say in one sentence what is wrong with it."""
    return parse_model_xml(path, read_bounded(path, MAX_MODEL_BYTES))


def read_bounded(path: Path, most_bytes: int) -> bytes:
    """Return a file's content, refusing one that is larger than any honest file of its kind."""
    try:
        with path.open("rb") as file:
            content = file.read(most_bytes + 1)
    except OSError as error:
        raise RobotError(f"{path}: cannot be read ({error.strerror or error})") from error
    if len(content) > most_bytes:
        raise RobotError(f"{path}: larger than {most_bytes >> 20} MiB, which no robot's file needs")
    return content


def parse_model_xml(path: Path, content: bytes) -> Element:
    """Return the root element of XML text; ``path`` is for messages only."""
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
    return root
