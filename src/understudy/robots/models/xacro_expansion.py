"""Xacro made into URDF by the package ``xacro``, with its doors to the machine exchanged for ours.

Of the package its macros, properties, conditions and blocks are used. What it would open goes through the
model's finder, what it would hand to ``eval`` is worked out by ``xacro_values``, and environment and commands
are closed. It runs where models are compiled, within the same limits.
"""

from __future__ import annotations

import math
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any
from xml.etree.ElementTree import Element

from understudy.errors import RobotError
from understudy.plain_text import plain_number, quoted
from understudy.robots.models.file_finder import FileFinder
from understudy.robots.models.model_xml import MAX_MODEL_BYTES, parse_model_xml, read_bounded
from understudy.robots.models.xacro_values import evaluate

MOST_FILES = 100
_BUILT_IN = (list, dict, map, len, str, float, int, bool, min, max, round, sorted, range)
_PYTHON = (
    *_BUILT_IN,
    abs,
    all,
    any,
    divmod,
    enumerate,
    filter,
    frozenset,
    ord,
    reversed,
    set,
    sum,
    tuple,
    zip,
)
_UNITS = {
    "!radians": 1.0,
    "!degrees": math.pi / 180.0,
    "!meters": 1.0,
    "!millimeters": 1e-3,
    "!foot": 0.3048,
    "!inches": 0.0254,
}
_LONGEST_REASON, _SHOWN = 200, 20
_one_at_a_time = threading.Lock()
"""The package keeps what it is reading in its module."""


def expand_xacro(path: Path, finder: FileFinder, mark: str) -> Element:
    """Return the first element of the URDF that a template stands for.

    Args:
        path: The template.
        finder: Finds the files that it includes.
        mark: What told that it is one, for the message.

    Raises:
        RobotError: It cannot be made into a URDF, or the package is not installed.
    """
    try:
        import defusedxml.minidom
        import xacro
        import yaml
    except ImportError as error:
        raise RobotError(
            f"{path}: is a xacro template ({mark}), not a URDF yet; "
            f"`xacro {path.name} > robot.urdf` makes it one"
        ) from error
    doors = _Doors(xacro, yaml, defusedxml.minidom, path, finder)
    with _one_at_a_time:
        try:
            with doors.exchanged():
                document: Any = xacro.process_file(str(path))
                text = document.toxml("utf-8")
        except RobotError:
            raise
        except (Exception, RecursionError) as error:
            if isinstance(error, MemoryError):
                raise
            reason = " ".join(str(error).split())[:_LONGEST_REASON] or type(error).__name__
            raise RobotError(f"{path}: the xacro template cannot be made into a URDF ({reason})") from error
    if len(text) > MAX_MODEL_BYTES:
        raise RobotError(f"{path}: the xacro template makes more than {MAX_MODEL_BYTES >> 20} MiB of URDF")
    # `file://$(find package)` is `file://package://...` by now.
    return parse_model_xml(path, text.replace(b"file://package://", b"package://"))


class _Doors:
    """What the package reaches the machine by, in a form that is bounded."""

    def __init__(
        self, xacro: ModuleType, yaml: ModuleType, minidom: ModuleType, path: Path, finder: FileFinder
    ) -> None:
        self.xacro, self.yaml, self.minidom, self.path, self.finder = xacro, yaml, minidom, path, finder
        self.files = 0

    @contextmanager
    def exchanged(self) -> Iterator[None]:
        """Put ours in the place of the package's own."""
        quiet: dict[str, Any] = dict.fromkeys(
            ("warning", "message", "error", "print_location"), lambda *_, **__: ""
        )
        ours = quiet | {
            "safe_eval": lambda text, symbols, _=None: evaluate(text, symbols.__getitem__),
            "eval_extension": self.substituted,
            "get_include_files": self.included,
            "parse": self.parsed,
            "load_yaml": self.table,
            "_global_symbols": self.symbols(),
        }
        before = {name: getattr(self.xacro, name) for name in ours}
        try:
            vars(self.xacro).update(ours)
            yield
        finally:
            vars(self.xacro).update(before)

    def symbols(self) -> dict[str, Any]:
        """Return all that expressions can name."""
        numbers = {name: value for name, value in vars(math).items() if not name.startswith("_")}
        constants = {"True": True, "False": False}
        python = {function.__name__: function for function in _PYTHON} | constants
        own: dict[str, Callable[..., Any]] = {
            "load_yaml": self.table,
            "abs_filename": lambda name: name,
            "dotify": self.xacro.YamlDictWrapper,
            "arg": lambda name: self.xacro.substitution_args_context["arg"][name],
            "fatal": self.fatal,
            "tokenize": lambda text, separators=",; ", skip_empty=True: [
                part for part in _split(str(text), str(separators)) if part or not skip_empty
            ],
        }
        own |= dict.fromkeys(("message", "warning", "error"), lambda *_: "")
        bare = {function.__name__: function for function in _BUILT_IN}
        return {
            **numbers,
            **bare,
            **constants,
            **{name: own[name] for name in ("load_yaml", "abs_filename", "dotify")},
            "math": numbers,
            "python": python,
            "xacro": own,
        }

    def fatal(self, *reasons: Any) -> None:
        """End with the reasons that the file gives."""
        raise ValueError(" ".join(map(str, reasons)))

    def substituted(self, text: str) -> Any:
        """Return what stands for ``$(...)``: arguments, packages and expressions, but not the environment."""
        command, _, rest = text[2:-1].strip().partition(" ")
        rest = rest.strip()
        if command == "find":
            return f"package://{rest}"
        if command == "arg":
            arguments = self.xacro.substitution_args_context["arg"]
            if rest not in arguments:
                raise ValueError(f"the argument {quoted(rest)} has no default")
            return arguments[rest]
        if command == "eval":
            return evaluate(rest, self._evaluated_name)
        if command == "dirname":
            return "."
        if command == "optenv":
            return rest.partition(" ")[2].strip()
        if command == "anon":
            return f"{rest}_1"
        raise ValueError(
            f"$({quoted(command)} ...) reaches beyond the model's files, which is not for a file to ask"
        )

    def _evaluated_name(self, name: str) -> Any:
        arguments = self.xacro.substitution_args_context["arg"]
        if name == "arg":
            return lambda wanted: arguments[wanted]
        return arguments[name] if name in arguments else self.symbols()[name]

    def included(self, specification: str, symbols: Any) -> Iterator[str]:
        """Yield the file that an include stands for."""
        address = str(self.xacro.eval_text(specification, symbols))
        yield str(self._found(address))

    def _found(self, address: str) -> Path:
        current = self.xacro.filestack[-1]
        folder = Path(current).parent if current else self.path.parent
        found = self.finder.find(address, folder)
        if found is None:
            raise RobotError(f"{self.path}: file {quoted(address)} is not found")
        return found

    def parsed(self, _content: Any, filename: str | None = None) -> Any:
        """Return a file's document, read with the care that models are read with."""
        self.files += 1
        if self.files > MOST_FILES:
            raise RobotError(f"{self.path}: includes more than {MOST_FILES} files")
        path = Path(str(filename))
        content = read_bounded(path, MAX_MODEL_BYTES)
        parse_model_xml(path, content)
        return self.minidom.parseString(content, forbid_dtd=False, forbid_entities=True, forbid_external=True)

    def table(self, address: str) -> Any:
        """Return what a YAML file holds: numbers, texts, lists and tables."""
        self.files += 1
        if self.files > MOST_FILES:
            raise RobotError(f"{self.path}: includes more than {MOST_FILES} files")
        loader = type("_Loader", (self.yaml.SafeLoader,), {})
        for tag, factor in _UNITS.items():
            loader.add_constructor(tag, lambda own, node, factor=factor: factor * _number(own, node))
        content = self.yaml.load(read_bounded(self._found(str(address)), MAX_MODEL_BYTES), loader)
        return self.xacro.YamlListWrapper.wrap(content)


def _number(loader: Any, node: Any) -> float:
    text = loader.construct_scalar(node)
    number = plain_number(text)
    return float(evaluate(text, vars(math).__getitem__)) if number is None else number


def _split(text: str, separators: str) -> list[str]:
    return re.split(f"[{re.escape(separators)}]", text) if separators else [text]
