"""The rules that keep the package in order, checked in the source of every file.

Each rule is a function from a parsed file to the sentences about what breaks it; the rules are tried on
small made-up files first, so that none of them can fall silent.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from statistics import median

import pytest

PACKAGE = "understudy"
SOURCE = Path(__file__).resolve().parent.parent / "src" / PACKAGE

GROUND = (
    *("lazy_names", "quoting", "errors", "plugins", "opening"),
    *("one_thread", "own_python", "confinement", "cache", "plain_text"),
    *("kernels", "spatial", "motion"),
    *("terrain", "anthropometry", "anatomy", "kinematics", "signals", "dynamics", "robots", "drawing"),
)
"""Common ground, in the order in which it is built: each part may import only those before it."""

STAGES = ("capture", "clean", "human", "retarget", "simulate", "evaluate", "export", "view")

DIRECTORS = (
    *(
        "data",
        "synth",
        "takes",
        "pipeline",
        "illustrated_report",
        "verbs",
        "browse",
        "shows",
        "gym",
        "plugin_kit",
        "live",
        "batch",
        "library",
        "study",
        "bench",
        "studio",
        "teach",
    ),
    *("commands", "cli", "__main__"),
)
"""What stands beside the stages or joins them, in the order in which it is built."""

ALLOWED: dict[str, frozenset[str]] = {
    # The front door names what it offers, and imports it when somebody uses it.
    "__init__": frozenset((*GROUND, *STAGES, "takes", "pipeline", "verbs", "shows")),
    **{part: frozenset(GROUND[:index]) for index, part in enumerate(GROUND)},
    **{stage: frozenset(GROUND) for stage in STAGES},
    **{part: frozenset((*GROUND, *STAGES, *DIRECTORS[:index])) for index, part in enumerate(DIRECTORS)},
    "data": frozenset(("errors",)),
    # A format's own tables (names, codes, units, the shape of its header) stand beside its reader, and its
    # writer takes them from there; a reader never knows a writer.
    # It writes the fitted human as well, whose body is made in `human`.
    "export": frozenset((*GROUND, "capture", "human")),
    # Made-up captures are written by the writers of the formats; some are written to be shipped.
    "synth": frozenset((*GROUND, "capture", "export", "data")),
}
"""For every part of the package, the other parts that it may import."""

EXCEPTIONS = (("understudy.retarget.simultaneous", "human"),)
"""Folders that may import a part which the rest of theirs may not: one problem of human and robot."""

HEAVY = frozenset(
    (
        *("matplotlib", "imageio_ffmpeg", "PIL", "mink", "ray", "pyarrow", "fsspec", "mcap", "mcap_ros2"),
        *(
            "pxr",
            "gymnasium",
            "sqlalchemy",
            "alembic",
            "fastapi",
            "starlette",
            "uvicorn",
            "usearch",
            "jinja2",
        ),
        *("viser", "trimesh", "websockets", "ufbx", "daqp"),
    )
)
# Plug-ins for a heavy package, imported by nothing before that package is needed.
ONLY_FOR = frozenset(
    (
        "understudy.capture.fbx.scene_numbers",
        "understudy.bench.mink_side",
        "understudy.gym.environment",
        "understudy.gym.observations",
    )
)
BEHIND_ITS_EXTRA = "library"
"""The part that is a database and a server throughout; whoever names it has its extra."""
"""Optional or slow packages, which only the function that needs them imports."""

OWN_FILES = frozenset(
    f"understudy.{module}"
    for module in (
        *("opening", "lazy_names", "data", "compile_ahead"),
        # What comes with the package.
        *(
            "evaluate.report.page",
            "view.web.page",
            "export.catalogue",
            "kernels.sources",
            "batch.fingerprint",
        ),
        *("robots.model_cache", "robots.kept_arrays", "robots.model_file"),
        # A tracker's process, which has no Understudy around it and reads the file that its user installed.
        "capture.video.workers.recorded_worker",
        # What this very process has written, or the system tells it.
        *(
            "batch.run_job",
            "confinement",
            "plugin_kit",
            "library.performing",
            "library.server.pages.routes",
        ),
    )
)
"""Modules that read no stranger's files, and may open theirs without the door."""

READS = frozenset(("read_bytes", "read_text", "load", "loadtxt", "fromfile", "ZipFile", "open"))

MAX_LINES = 500
MAX_MEDIAN_LINES = 150


@dataclass(frozen=True)
class File:
    """One source file: its dotted module name, its text, and whether it is a package's ``__init__``."""

    module: str
    text: str
    is_package: bool = False

    @cached_property
    def tree(self) -> ast.Module:
        """The parsed text."""
        return ast.parse(self.text)

    @property
    def part(self) -> str:
        """The file or folder right under the package that this file belongs to."""
        return part_of(self.module)


def part_of(module: str) -> str:
    """Return the part of the package that a dotted name starts with; the package's own is ``__init__``."""
    names = module.split(".")
    return names[1] if len(names) > 1 else "__init__"


@cache
def read_files() -> tuple[File, ...]:
    """Return every source file of the package."""
    files = []
    for path in sorted(SOURCE.rglob("*.py")):
        names = [PACKAGE, *path.relative_to(SOURCE).with_suffix("").parts]
        is_package = names[-1] == "__init__"
        module = ".".join(names[:-1] if is_package else names)
        files.append(File(module, path.read_text(encoding="utf-8"), is_package))
    return tuple(files)


def imported_modules(file: File) -> Iterator[str]:
    """Yield the absolute name of every module that a file imports, at any depth of its code.

    ``from a import b`` yields ``a.b``, because ``b`` may be a module; the text given to
    ``import_module`` counts as well, up to where something is put into it.
    """
    for node in ast.walk(file.tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            origin = _absolute_origin(file, node)
            yield from (f"{origin}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and _called_name(node) in ("import_module", "__import__"):
            yield from (_beginning(argument) for argument in node.args)


def _absolute_origin(file: File, node: ast.ImportFrom) -> str:
    """Return the module after ``from``, with leading dots resolved."""
    if node.level == 0:
        return node.module or ""
    names = file.module.split(".")
    levels_up = node.level - 1 if file.is_package else node.level
    base = names[: len(names) - levels_up]
    return ".".join([*base, node.module] if node.module else base)


def _beginning(node: ast.expr) -> str:
    """Return the text that an expression begins with, empty where it is not written out."""
    if isinstance(node, ast.JoinedStr) and node.values:
        return _beginning(node.values[0])
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _called_name(node: ast.Call) -> str:
    """Return the last word of what is called."""
    function = node.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def wrong_imports(file: File) -> list[str]:
    """Say which parts of the package a file imports though its own part may not."""
    if file.part not in ALLOWED:
        return [f"{file.module}: '{file.part}' has no place yet in the table of what may import what"]
    imported = {part_of(m) for m in imported_modules(file) if m.split(".")[0] == PACKAGE}
    # What is no part, such as __version__, comes from the package itself, which everyone may import.
    wrong = imported.intersection(ALLOWED) - ALLOWED[file.part] - {file.part, "__init__"}
    wrong -= {part for folder, part in EXCEPTIONS if file.module.startswith(f"{folder}.")}
    return [f"{file.module} imports '{part}', which '{file.part}' may not" for part in sorted(wrong)]


def star_imports(file: File) -> list[str]:
    """Say where a file imports everything from a module."""
    return [
        f"{file.module}:{node.lineno} has a star import"
        for node in ast.walk(file.tree)
        if isinstance(node, ast.ImportFrom) and any(alias.name == "*" for alias in node.names)
    ]


def prints(file: File) -> list[str]:
    """Say where a file prints; only the command line talks to people, and not by ``print``."""
    return [
        f"{file.module}:{node.lineno} prints"
        for node in ast.walk(file.tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    ]


def early_heavy_imports(file: File) -> list[str]:
    """Say which heavy packages are imported when the file is, rather than when they are needed."""
    found = []
    for node in _statements_run_on_import(file.tree):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.level == 0:
            names = [node.module or ""]
        spared = file.module in ONLY_FOR or (file.part == BEHIND_ITS_EXTRA and not file.is_package)
        found += [name for name in names if name.split(".")[0] in HEAVY and not spared]
    return [f"{file.module} imports {name} before it is needed" for name in found]


def _statements_run_on_import(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes that run when a module is imported: none in functions or under TYPE_CHECKING."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            continue
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            continue
        yield child
        yield from _statements_run_on_import(child)


def overlong(file: File) -> list[str]:
    """Say that a file is too long to hold one concept."""
    count = len(file.text.splitlines())
    return [f"{file.module} has {count} lines, at most {MAX_LINES}"] if count > MAX_LINES else []


def openings(file: File) -> list[str]:
    """Say where a file is read otherwise than through the one door, ``understudy.opening``."""
    if file.module in OWN_FILES or file.part == "bench":
        return []
    return [
        f"{file.module}:{node.lineno} opens a file by itself"
        for node in ast.walk(file.tree)
        if isinstance(node, ast.Call) and _reads(node)
    ]


def _reads(call: ast.Call) -> bool:
    """Return whether a call opens a file for reading; ``load`` and ``open`` mean many other things."""
    name = _called_name(call)
    owner = ast.unparse(call.func.value) if isinstance(call.func, ast.Attribute) else ""
    if name not in READS or (name in ("load", "loadtxt", "fromfile") and owner not in ("np", "numpy")):
        return False
    if name == "open":
        if owner in ("os", "archive", "self._archive", "Library"):
            return False
        modes = [each.value for each in call.args if isinstance(each, ast.Constant)]
        return not any(isinstance(mode, str) and mode and set(mode) <= set("wxab+t") for mode in modes)
    return name != "ZipFile" or not any(ast.unparse(each) in ("buffer", "file") for each in call.args)


def pythons(file: File) -> list[str]:
    """Say where a Python is started that may take modules from the current folder."""
    return [
        f"{file.module}:{node.lineno} starts a Python otherwise than by understudy.own_python"
        for node in ast.walk(file.tree)
        if isinstance(node, (ast.List, ast.Tuple, ast.Call))
        and file.part != "own_python"
        and "sys.executable" in [ast.unparse(part) for part in ast.iter_child_nodes(node)]
    ]


RULES = (pythons, wrong_imports, star_imports, prints, early_heavy_imports, openings, overlong)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_the_package_keeps_the_rule(rule: Callable[[File], list[str]]) -> None:
    files = read_files()
    assert len(files) > len(GROUND)
    assert [problem for file in files for problem in rule(file)] == []


def test_the_page_on_architecture_lists_what_exists_and_nothing_else() -> None:
    page = SOURCE.parents[1].joinpath("docs", "architecture.md").read_text(encoding="utf-8")
    table = page[page.index("## Folders") :]
    cells = re.findall(r"^\| (`[^|]*`) \|", table, re.MULTILINE)
    listed = [name.rstrip("/") for cell in cells for name in re.findall(r"`([^`]+)`", cell)]
    files = (path for path in SOURCE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists())
    assert sorted(listed) == sorted(path.name for path in files)


def test_the_median_file_is_short() -> None:
    lengths = [len(file.text.splitlines()) for file in read_files() if not file.is_package]
    assert median(lengths) <= MAX_MEDIAN_LINES


@pytest.mark.parametrize(
    ("module", "text"),
    [
        ("understudy.retarget.track", "from understudy.capture.bvh.reader import read_bvh"),
        ("understudy.retarget.track", "from understudy import capture"),
        ("understudy.capture.bvh.reader", "from understudy.export.captures.bvh import write_bvh"),
        ("understudy.retarget.track", "import understudy.view.video as video"),
        ("understudy.retarget.track", "from ..evaluate import metrics"),
        ("understudy.retarget.track", "from .. import evaluate"),
        ("understudy.retarget.limits.speed", "from ...clean.gaps import fill"),
        ("understudy.retarget.track", "def late():\n    from understudy.human import fit"),
        ("understudy.retarget.track", "import importlib\nimportlib.import_module('understudy.simulate')"),
        ("understudy.retarget.track", "name = 'bvh'\n__import__(f'understudy.capture.{name}')"),
        ("understudy.retarget.track", "from understudy.pipeline import retarget_file"),
        ("understudy.motion.recording", "from understudy.capture import bvh"),
        ("understudy.motion.recording", "from understudy.robots import Robot"),
        ("understudy.kinematics.tree", "from understudy.robots.robot import Robot"),
        ("understudy.errors", "from understudy.motion import Recording"),
        ("understudy.synth.walk", "from understudy.retarget import track"),
        ("understudy.pipeline", "from understudy.cli import main"),
        ("understudy.bench", "import understudy.cli"),
        ("understudy.commands.demo", "from understudy.cli import main"),
        ("understudy.view.video", "from understudy.data import walk"),
        ("understudy.somewhere_new", "import numpy"),
    ],
)
def test_a_wrong_import_is_found(module: str, text: str) -> None:
    assert len(wrong_imports(File(module, text))) == 1


@pytest.mark.parametrize(
    ("module", "text"),
    [
        ("understudy.retarget.track", "from understudy.retarget.goals import Goal"),
        ("understudy.retarget.track", "from .goals import Goal"),
        ("understudy.retarget.track", "from understudy.kinematics import solve\nimport numpy"),
        ("understudy.robots.robot", "from understudy.kinematics import tree"),
        ("understudy.motion.provenance", "from understudy import __version__"),
        ("understudy.synth.walk", "from understudy.export.captures.bvh import write_bvh"),
        ("understudy.pipeline", "from understudy.capture import read\nfrom understudy.view import video"),
        (
            "understudy.commands.demo",
            "from understudy import pipeline, bench\nfrom understudy.view import video",
        ),
        ("understudy.cli", "import importlib\nimportlib.import_module(f'understudy.commands.{name}')"),
        ("understudy.__main__", "from understudy.cli import main"),
    ],
)
def test_a_right_import_passes(module: str, text: str) -> None:
    assert wrong_imports(File(module, text)) == []


def test_dots_in_a_package_count_from_the_package_itself() -> None:
    own = File("understudy.retarget", "from .goals import Goal", is_package=True)
    assert list(imported_modules(own)) == ["understudy.retarget.goals.Goal"]
    assert wrong_imports(File("understudy.retarget", "from ..view import video", is_package=True)) != []


def test_a_python_that_is_started_by_hand_is_found() -> None:
    for started in ("run([sys.executable, '-m', 'numba'])", "run((sys.executable, '-c', ''))"):
        assert len(pythons(File("understudy.view.video", f"import sys\n{started}"))) == 1
    assert pythons(File("understudy.view.video", "import sys\nif sys.executable: pass")) == []


def test_a_star_import_is_found() -> None:
    assert star_imports(File("understudy.errors", "from pathlib import *")) != []
    assert star_imports(File("understudy.errors", "from pathlib import Path")) == []


def test_a_print_is_found() -> None:
    assert prints(File("understudy.errors", "def f():\n    print('x')")) != []
    assert prints(File("understudy.errors", "console.print('x')\nprint_table = 'print(x)'")) == []


@pytest.mark.parametrize(
    "text",
    [
        "import matplotlib.pyplot as plt",
        "from PIL import Image",
        "try:\n    import mink\nexcept ImportError:\n    pass",
        "class Video:\n    import imageio_ffmpeg",
    ],
)
def test_an_early_heavy_import_is_found(text: str) -> None:
    assert len(early_heavy_imports(File("understudy.view.video", text))) == 1


@pytest.mark.parametrize(
    "text",
    [
        "def draw():\n    import matplotlib.pyplot as plt",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from PIL import Image",
        "from understudy.view import mink_like",
    ],
)
def test_a_late_heavy_import_passes(text: str) -> None:
    assert early_heavy_imports(File("understudy.view.video", text)) == []


@pytest.mark.parametrize(
    "text",
    [
        "path.read_bytes()",
        "Path(name).read_text(encoding='utf-8')",
        "open(path)",
        "path.open('rb')",
        "np.load(path)",
        "zipfile.ZipFile(path)",
    ],
)
def test_a_file_that_is_opened_beside_the_door_is_found(text: str) -> None:
    assert len(openings(File("understudy.capture.bvh.reader", text))) == 1
    assert openings(File("understudy.opening", text)) == []


@pytest.mark.parametrize(
    "text", ["open_file(path)", "path.open('xb')", "RobotMotion.load(path)", "zipfile.ZipFile(buffer, 'w')"]
)
def test_what_opens_no_file_for_reading_passes(text: str) -> None:
    assert openings(File("understudy.capture.bvh.reader", text)) == []


def test_an_overlong_file_is_found() -> None:
    assert overlong(File("understudy.errors", "x = 1\n" * (MAX_LINES + 1))) != []
    assert overlong(File("understudy.errors", "x = 1\n" * MAX_LINES)) == []
