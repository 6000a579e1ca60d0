"""Count the numbers that somebody chose by hand in a folder, by default ``src/understudy/retarget``.

Usage: tuned_numbers.py [--most N] [FOLDER]
Prints a table in Markdown of every name with such numbers; with --most the exit code is 1 beyond so many at
module level.

Counted are, in every file in the folder and below it:

* each number in the value of an assignment to a name in capitals at module level, other than 0, 1, -1 and 2;
  sizes and places in arrays choose nothing: arguments of ``range``, ``slice``, ``eye`` and ``zeros``,
  enumerations such as ``A, B, C = 0, 1, 2``, and such numbers in another order;
* each number that is the default of an option, the first argument of ``option``, whichever it is;
* each other default of a field of a class that a user can state, of ``TaskPoint``.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "src" / "understudy" / "retarget"
PLAIN = (0, 1, -1, 2)
"""Numbers at module level that nobody had to choose."""
OPTION = "option"
"""The function that states an option of a method, its default first."""
STATED = ("TaskPoint",)
"""Classes other than options of which users state the fields."""
_SIZES = ("range", "slice", "eye", "zeros")
"""Functions whose arguments are sizes of arrays or places in them."""

_CAPITALS = re.compile(r"_?[A-Z][A-Z0-9_]*")
_SENTENCE_END = re.compile(r"(?<=[.:;])\s")


@dataclass(frozen=True)
class Tuned:
    """Numbers that were chosen by hand under one name.

    Attributes:
        file: Where, relative to the folder.
        line: There.
        name: What they are assigned to.
        numbers: The numbers.
        reason: The first sentence about them, empty where there is none.
    """

    file: str
    line: int
    name: str
    numbers: tuple[float, ...]
    reason: str


def main() -> int:
    """Print what was found, and compare it with what is allowed."""
    parser = argparse.ArgumentParser(description="Count numbers that were chosen by hand.")
    parser.add_argument("folder", nargs="?", type=Path, default=FOLDER)
    parser.add_argument("--most", type=int, help="exit with 1 beyond so many at module level")
    asked = parser.parse_args()
    found = tuned_numbers(asked.folder)
    lines = ["| file | name | numbers | reason |", "| --- | --- | --- | --- |"]
    for row in found:
        numbers = ", ".join(f"{number:g}" for number in row.numbers)
        lines.append(f"| {row.file}:{row.line} | {row.name} | {numbers} | {row.reason} |")
    options = sum(len(row.numbers) for row in found if "." in row.name)
    count, files = sum(len(row.numbers) for row in found), len({row.file for row in found})
    lines.append(f"{count} numbers in {files} files: {count - options} at module level, {options} of options")
    if asked.most is not None:
        lines.append(f"at most {asked.most} are allowed at module level")
    sys.stdout.write("\n".join(lines) + "\n")
    return 1 if asked.most is not None and count - options > asked.most else 0


def tuned_numbers(folder: Path) -> list[Tuned]:
    """Return every name with numbers that were chosen by hand, file by file."""
    found: list[Tuned] = []
    for path in sorted(folder.rglob("*.py")):
        module = ast.parse(path.read_text(encoding="utf-8"))
        rows = [*_constants(module), *_options(module)]
        file = path.relative_to(folder).as_posix()
        found += [Tuned(file, *row) for row in sorted(rows) if row[2]]
    return found


def numbers_in(value: ast.AST) -> Iterator[float]:
    """Yield the numbers in an expression with their signs; sizes and places in arrays are none."""
    if isinstance(value, ast.Call) and ast.unparse(value.func).split(".")[-1] in _SIZES:
        return
    number = _number(value)
    if number is not None:
        yield number
        return
    if isinstance(value, ast.Tuple | ast.List) and _counts_on([_number(item) for item in value.elts]):
        return
    for part in ast.iter_child_nodes(value):
        yield from numbers_in(part)


Row = tuple[int, str, tuple[float, ...], str]
"""Line, name, numbers and reason."""


def _constants(module: ast.Module) -> Iterator[Row]:
    for index, statement in enumerate(module.body):
        if not isinstance(statement, ast.Assign | ast.AnnAssign) or statement.value is None:
            continue
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        names = [node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)]
        if names and all(map(_CAPITALS.fullmatch, names)):
            numbers = tuple(number for number in numbers_in(statement.value) if number not in PLAIN)
            yield statement.lineno, ", ".join(names), numbers, _text_below(module.body[index + 1 :])


def _options(module: ast.Module) -> Iterator[Row]:
    for owner in ast.walk(module):
        if not isinstance(owner, ast.ClassDef):
            continue
        for statement in owner.body:
            if not isinstance(statement, ast.AnnAssign):
                continue
            call = statement.value
            if owner.name in STATED and _number(call) is not None:
                name = f"{owner.name}.{ast.unparse(statement.target)}"
                yield statement.lineno, name, (_number(call) or 0.0,), "stated by users"
            if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.args):
                continue
            if call.func.id == OPTION:
                name = f"{owner.name}.{ast.unparse(statement.target)}"
                texts = [one.value for one in call.args[1:] if isinstance(one, ast.Constant)]
                yield statement.lineno, name, tuple(numbers_in(call.args[0])), str(texts[-1] if texts else "")


def _number(value: ast.AST | None) -> float | None:
    if isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.USub):
        number = _number(value.operand)
        return None if number is None else -number
    if isinstance(value, ast.Constant) and isinstance(value.value, int | float):
        return None if isinstance(value.value, bool) else value.value
    return None


def _counts_on(numbers: Sequence[float | None]) -> bool:
    """Return whether these are whole numbers, each once and none between them left out."""
    whole = [number for number in numbers if isinstance(number, int)]
    return 1 < len(whole) == len(numbers) and sorted(whole) == list(range(min(whole), max(whole) + 1))


def _text_below(statements: Sequence[ast.stmt]) -> str:
    below = statements[0] if statements else None
    if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
        return _SENTENCE_END.split(" ".join(str(below.value.value).split()))[0]
    return ""


if __name__ == "__main__":
    sys.exit(main())
